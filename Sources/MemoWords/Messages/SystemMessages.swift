package import MemoStore

/// Why the system refused something.
package enum SystemMessages {
  /// The words for a reason.
  package static func reason(_ reason: SystemReason) -> Text {
    switch reason {
    case .notPermitted: Text("Operation not permitted", ko: "허용되지 않는 작업입니다")
    case .notFound: Text("No such file or directory", ko: "그런 파일이나 폴더가 없습니다")
    case .inputOutput: Text("Input/output error", ko: "입출력 오류입니다")
    case .outOfMemory: Text("Cannot allocate memory", ko: "메모리가 부족합니다")
    case .accessDenied: Text("Permission denied", ko: "권한이 없습니다")
    case .busy: Text("Device or resource busy", ko: "다른 곳에서 쓰고 있습니다")
    case .alreadyExists: Text("File exists", ko: "파일이 이미 있습니다")
    case .onAnotherDevice: Text("Invalid cross-device link", ko: "다른 장치에 있습니다")
    case .notAFolder: Text("Not a directory", ko: "폴더가 아닙니다")
    case .isAFolder: Text("Is a directory", ko: "폴더입니다")
    case .invalid: Text("Invalid argument", ko: "잘못된 값입니다")
    case .tooManyOpenFilesInSystem: Text("Too many open files in system", ko: "시스템에 열린 파일이 너무 많습니다")
    case .tooManyOpenFiles: Text("Too many open files", ko: "열린 파일이 너무 많습니다")
    case .notATerminal: Text("Inappropriate ioctl for device", ko: "터미널이 아닙니다")
    case .tooLarge: Text("File too large", ko: "파일이 너무 큽니다")
    case .noSpace: Text("No space left on device", ko: "장치에 남은 공간이 없습니다")
    case .readOnlyFileSystem: Text("Read-only file system", ko: "읽기 전용 파일 시스템입니다")
    case .brokenPipe: Text("Broken pipe", ko: "파이프가 끊어졌습니다")
    case .nameTooLong: Text("File name too long", ko: "파일 이름이 너무 깁니다")
    case .notEmpty: Text("Directory not empty", ko: "폴더가 비어 있지 않습니다")
    case .symbolicLink: Text("Too many levels of symbolic links", ko: "심볼릭 링크가 너무 많이 이어집니다")
    case .unusableName: Text("Invalid or incomplete multibyte or wide character", ko: "이름에 쓸 수 없는 글자가 있습니다")
    case .quotaExceeded: Text("Disk quota exceeded", ko: "디스크 할당량을 넘었습니다")
    case .staleHandle: Text("Stale file handle", ko: "파일 핸들이 더는 유효하지 않습니다")
    case .other(let words): Text(verbatim: words)
    }
  }

  /// What to do then: what is written is in its place only when all of it is on the disk.
  package static let fullDiskHint = Text(
    "the disk is full; nothing was lost: make room, then run the command again",
    ko: "디스크가 가득 찼습니다. 잃은 것은 없으니 공간을 비운 뒤 다시 실행하십시오")
}
