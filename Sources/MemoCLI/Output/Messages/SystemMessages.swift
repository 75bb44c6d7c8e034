import MemoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why the system refused something.
enum SystemMessages {
  /// The reason with a system error's number; one that is not listed here is reported in the system's own words.
  static func reason(_ code: Int32) -> Text {
    reasons[code] ?? Text(verbatim: String(cString: strerror(code)))
  }

  /// Whether the system refuses the change, to this user or to all.
  static func isRefusal(_ code: Int32) -> Bool { [EACCES, EPERM, EROFS].contains(code) }

  /// Whether there is no room left.
  static func isOfFullDisk(_ code: Int32) -> Bool { [ENOSPC, EDQUOT].contains(code) }

  /// What to do then: what is written is in its place only when all of it is on the disk.
  static let fullDiskHint = Text(
    "the disk is full; nothing was lost: make room, then run the command again",
    ko: "디스크가 가득 찼습니다. 잃은 것은 없으니 공간을 비운 뒤 다시 실행하십시오")

  private static let reasons: [Int32: Text] = [
    EPERM: Text("Operation not permitted", ko: "허용되지 않는 작업입니다"),
    ENOENT: Text("No such file or directory", ko: "그런 파일이나 폴더가 없습니다"),
    EIO: Text("Input/output error", ko: "입출력 오류입니다"),
    ENOMEM: Text("Cannot allocate memory", ko: "메모리가 부족합니다"),
    EACCES: Text("Permission denied", ko: "권한이 없습니다"),
    EBUSY: Text("Device or resource busy", ko: "다른 곳에서 쓰고 있습니다"),
    EEXIST: Text("File exists", ko: "파일이 이미 있습니다"),
    EXDEV: Text("Invalid cross-device link", ko: "다른 장치에 있습니다"),
    ENOTDIR: Text("Not a directory", ko: "폴더가 아닙니다"),
    EISDIR: Text("Is a directory", ko: "폴더입니다"),
    EINVAL: Text("Invalid argument", ko: "잘못된 값입니다"),
    ENFILE: Text("Too many open files in system", ko: "시스템에 열린 파일이 너무 많습니다"),
    EMFILE: Text("Too many open files", ko: "열린 파일이 너무 많습니다"),
    ENOTTY: Text("Inappropriate ioctl for device", ko: "터미널이 아닙니다"),
    EFBIG: Text("File too large", ko: "파일이 너무 큽니다"),
    ENOSPC: Text("No space left on device", ko: "장치에 남은 공간이 없습니다"),
    EROFS: Text("Read-only file system", ko: "읽기 전용 파일 시스템입니다"),
    EPIPE: Text("Broken pipe", ko: "파이프가 끊어졌습니다"),
    ENAMETOOLONG: Text("File name too long", ko: "파일 이름이 너무 깁니다"),
    ENOTEMPTY: Text("Directory not empty", ko: "폴더가 비어 있지 않습니다"),
    ELOOP: Text("Too many levels of symbolic links", ko: "심볼릭 링크가 너무 많이 이어집니다"),
    EILSEQ: Text("Invalid or incomplete multibyte or wide character", ko: "이름에 쓸 수 없는 글자가 있습니다"),
    EDQUOT: Text("Disk quota exceeded", ko: "디스크 할당량을 넘었습니다"),
    ESTALE: Text("Stale file handle", ko: "파일 핸들이 더는 유효하지 않습니다"),
  ]
}
