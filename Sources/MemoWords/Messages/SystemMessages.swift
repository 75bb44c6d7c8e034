import MemoCore
package import MemoStore

/// Why the system refused something, and what to do about it.
package enum SystemMessages {
  /// The words for a reason.
  package static func reason(_ reason: SystemReason) -> Text {
    switch reason {
    case .notPermitted: Text("Operation not permitted", ko: "허용되지 않는 작업입니다")
    case .notFound: Text("No such file or directory", ko: "그런 파일이나 폴더가 없습니다")
    case .inputOutput: Text("Input/output error", ko: "입출력 오류입니다")
    case .outOfMemory: Text("Cannot allocate memory", ko: "메모리가 부족합니다")
    case .accessDenied: Text("Permission denied", ko: "권한이 없습니다")
    case .busy: Text("another program is using it", ko: "다른 곳에서 쓰고 있습니다")
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
    case .notConnected: Text("Transport endpoint is not connected", ko: "파일 시스템과의 연결이 끊어졌습니다")
    case .timedOut: Text("Connection timed out", ko: "연결 시간이 초과되었습니다")
    case .hostDown: Text("Host is down", ko: "서버가 응답하지 않습니다")
    case .noLocks: Text("No locks available", ko: "잠금을 쓸 수 없습니다")
    case .damagedFileSystem: Text("Structure needs cleaning", ko: "파일 시스템이 손상되었습니다")
    case .tryAgain: Text("Resource temporarily unavailable", ko: "일시적으로 자원이 부족합니다")
    case .notAProgram: Text("Exec format error", ko: "실행할 수 있는 형식이 아닙니다")
    case .programBusy: Text("Text file busy", ko: "다른 프로그램이 쓰고 있는 실행 파일입니다")
    case .badDescriptor: Text("Bad file descriptor", ko: "열려 있지 않습니다")
    case .noDevice: Text("No such device", ko: "그런 장치가 없습니다")
    case .noDeviceOrAddress: Text("No such device or address", ko: "그런 장치나 주소가 없습니다")
    case .tooManyHardLinks: Text("Too many links", ko: "하드 링크가 너무 많습니다")
    case .valueTooLarge: Text("Value too large for defined data type", ko: "값이 너무 큽니다")
    case .remoteInputOutput: Text("Remote I/O error", ko: "원격 입출력 오류입니다")
    case .other(let words): Text(verbatim: words)
    }
  }

  // MARK: Files

  /// What went wrong with a file whose name is too long, whatever was tried: neither permissions nor what is there are in
  /// the way.
  static func nameTooLong(_ path: String) -> Text {
    Text("the name is too long: '\(path)'", ko: "이름이 너무 깁니다: '\(path)'")
  }

  /// What to do about an error of a file; `nil` where the message says all.
  package static func hint(for error: FileError) -> Text? {
    let isChange = error.operation.isChange
    switch error.reason {
    // Standard output is no file of a disk; it may lead to one.
    case let reason where error.isOfOutput && !reason.isFullDisk && reason != .tooLarge: return nil
    case .busy: return error.operation == .write ? busyHint : nil
    case .onAnotherDevice: return error.operation == .write ? mountHint : nil
    case .tooLarge: return isChange ? fileSizeHint : nil
    case .accessDenied: return isChange ? writePermissionHint : readPermissionHint
    case .notPermitted: return isChange ? protectionHint : readPermissionHint
    case .notAFolder, .symbolicLink: return error.isInVault ? linkHint : nil
    case .invalid: return error.hasOddName ? nameHint : nil
    default: return hint(for: error.reason)
    }
  }

  /// What to do about a reason, whatever was tried; `nil` where that depends.
  package static func hint(for reason: SystemReason) -> Text? {
    switch reason {
    case .noSpace: fullDiskHint
    case .quotaExceeded: quotaHint
    case .tooManyOpenFiles: openFilesHint
    case .tooManyOpenFilesInSystem, .outOfMemory: closeProgramsHint
    case .inputOutput: failingDiskHint
    case .damagedFileSystem: repairHint
    case .readOnlyFileSystem: remountHint
    case .staleHandle: staleHint
    case .notConnected: notConnectedHint
    case .timedOut, .hostDown: serverHint
    case .noLocks: lockHint
    case .nameTooLong: shorterNameHint
    case .unusableName: nameHint
    default: nil
    }
  }

  /// What to do about an error that another program printed in the system's words; `nil` where it printed none.
  package static func hint(inWords line: String) -> Text? {
    let found = SystemReason.named.first { line.containsBytes(reason($0)[.english]) }
    return switch found {
    case .accessDenied: writePermissionHint
    case .tooLarge: fileSizeHint
    case let reason?: hint(for: reason)
    case nil: nil
    }
  }

  /// A memo that a program keeps open for writing is left to it.
  private static let busyHint = Text(
    "close it in that program, then run the command again", ko: "쓰고 있는 프로그램에서 닫은 뒤 다시 실행하십시오")
  /// Changes are renames, which end at the border of a file system.
  private static let mountHint = Text(
    """
    memo changes memos only on the file system that holds '.memo', and a folder here is a mount point of another one; \
    to change the memos in it, make it a vault of its own: memo init FOLDER
    """,
    ko: """
      memo는 '.memo'가 있는 파일 시스템의 메모만 변경하는데, 보관함 안에 다른 파일 시스템을 마운트한 폴더가 있습니다. 그 폴더의 메모를 변경하려면 별도의 보관함으로 \
      만드십시오: memo init 폴더
      """)
  /// Nothing is lost: a file gets its name only once all of it is on the disk.
  private static let fullDiskHint = Text(
    """
    the disk is full; nothing was lost: make room ('df -h' shows where, 'df -i' whether there are too many files), then \
    run the command again
    """,
    ko: """
      디스크가 가득 찼습니다. 잃은 것은 없습니다. 'df -h'(공간)와 'df -i'(파일 수)로 확인하여 공간을 비우거나 파일을 지운 뒤 다시 실행하십시오
      """)
  private static let quotaHint = Text(
    "your share of the disk is used up ('quota -s' shows it); nothing was lost: delete files, then run the command again",
    ko: "디스크에서 사용할 수 있는 할당량을 모두 썼습니다('quota -s'로 확인). 잃은 것은 없습니다. 파일을 지운 뒤 다시 실행하십시오")
  /// What to do where files may not grow as large as this.
  package static let fileSizeHint = Text(
    "the shell limits the size of files ('ulimit -f' shows the limit), or the file system does (FAT to 4 GB)",
    ko: "셸('ulimit -f'로 확인)이나 파일 시스템(FAT는 4GB)이 파일 크기를 제한합니다")
  private static let openFilesHint = Text(
    "raise the limit in the shell with 'ulimit -n 1024'", ko: "셸에서 'ulimit -n 1024'를 실행하여 한도를 늘리십시오")
  private static let closeProgramsHint = Text(
    "close other programs, then run the command again", ko: "다른 프로그램을 종료한 뒤 다시 실행하십시오")
  private static let failingDiskHint = Text(
    "the disk or the connection to it may be failing: copy the vault elsewhere; 'sudo dmesg' shows what the system reports",
    ko: "디스크나 연결이 고장 났을 수 있습니다. 보관함을 다른 곳에 복사해 두십시오. 시스템 기록은 'sudo dmesg'로 볼 수 있습니다")
  private static let repairHint = Text(
    "the file system is damaged: copy the vault elsewhere, then unmount the file system and repair it with 'fsck'",
    ko: "보관함을 다른 곳에 복사한 뒤, 파일 시스템의 마운트를 해제하고 'fsck'로 복구하십시오")
  private static let remountHint = Text(
    """
    mount the file system for writing; if it was until now, the system may have stopped that after an error of the disk \
    ('sudo dmesg')
    """,
    ko: """
      파일 시스템을 쓰기 가능하게 다시 마운트하십시오. 지금까지 쓸 수 있었다면 디스크 오류 때문에 시스템이 막았을 수 있습니다('sudo dmesg'로 확인)
      """)
  private static let staleHint = Text(
    "the folder was replaced on its server: leave it and enter it again with 'cd', or mount it again",
    ko: "서버에서 폴더가 바뀌었습니다. 'cd'로 나갔다가 다시 들어가거나 다시 마운트하십시오")
  private static let notConnectedHint = Text(
    "the program that served this file system has ended: unmount it ('fusermount -u FOLDER'), then mount it again",
    ko: "파일 시스템을 제공하던 프로그램이 종료되었습니다. 마운트를 해제하고('fusermount -u 폴더') 다시 마운트하십시오")
  private static let serverHint = Text(
    "check the network and that the server is up, then run the command again",
    ko: "네트워크와 서버가 켜져 있는지 확인한 뒤 다시 실행하십시오")
  private static let lockHint = Text(
    "memo needs file locks: mount the file system with locking; on NFS, check that the server's lock service is running",
    ko: "memo에는 파일 잠금이 필요합니다. 잠금을 지원하도록 다시 마운트하십시오. NFS라면 서버의 잠금 서비스가 실행 중인지 확인하십시오")
  private static let shorterNameHint = Text(
    "choose shorter names: a name may have up to 255 bytes, a whole path up to 4,096 (1,024 on a Mac)",
    ko: "더 짧은 이름을 쓰십시오. 이름은 255바이트(한글 85자), 경로 전체는 4,096바이트(Mac은 1,024바이트)까지 쓸 수 있습니다")
  private static let nameHint = Text(
    "the file system does not take this name; choose one without special characters",
    ko: "파일 시스템에서 쓸 수 없는 이름입니다. 특수 문자가 없는 이름을 쓰십시오")
  private static let writePermissionHint = Text(
    "you also need to be able to write to the folder: 'ls -ld' shows its permissions; if it is yours, 'chmod u+w' adds this one",
    ko: "파일이 있는 폴더에도 쓰기 권한이 필요합니다. 'ls -ld'로 확인하고, 내 폴더라면 'chmod u+w'로 권한을 주십시오")
  private static let readPermissionHint = Text(
    "'ls -l' shows who may read it; if it is yours, 'chmod u+rX' lets you",
    ko: "읽을 수 있는 사용자는 'ls -l'로 확인하고, 내 것이라면 'chmod u+rX'로 권한을 주십시오")
  private static let protectionHint = Text(
    "the file or its folder may be protected from changes: 'lsattr' shows 'i' or 'a', 'sudo chattr -ia' removes them",
    ko: "파일이나 폴더가 변경되지 않도록 보호되어 있을 수 있습니다. 'lsattr'에 'i'나 'a'가 보이면 'sudo chattr -ia'로 해제하십시오")
  private static let linkHint = Text(
    "a folder in this path is a file or a symbolic link; memo follows no links inside a vault",
    ko: "경로 중간에 파일이나 심볼릭 링크가 있습니다. memo는 보관함 안의 링크를 따라가지 않습니다")

  // MARK: Programs

  /// What went wrong with the start of a program, in a sentence.
  static func text(of error: ProgramError) -> Text {
    let (path, why) = (String(decoding: error.path, as: UTF8.self), reason(error.reason))
    return Text("cannot start '\(path)': \(why)", ko: "'\(path)'\(.object) 시작할 수 없습니다: \(why)")
  }

  /// What to do about a program that cannot be started; `nil` where the message says all.
  static func hint(for error: ProgramError) -> Text? {
    switch error.reason {
    case .notFound:
      Text(
        "if the file exists, the program that its first line names is missing", ko: "파일이 있다면 첫 줄에 적힌 프로그램이 없는 것입니다")
    case .notAProgram:
      Text(
        "it is damaged or was made for another kind of machine; install it again",
        ko: "손상되었거나 다른 종류의 컴퓨터용입니다. 다시 설치하십시오")
    case .programBusy:
      Text(
        "it is being written, as by an update; run the command again when that is done",
        ko: "업데이트 등으로 쓰는 중입니다. 끝난 뒤 다시 실행하십시오")
    case .tryAgain:
      Text(
        "you run as many processes as you may ('ulimit -u' shows the limit); end some, then run the command again",
        ko: "실행할 수 있는 프로세스 수('ulimit -u'로 확인)를 다 썼습니다. 몇 개를 종료한 뒤 다시 실행하십시오")
    case .accessDenied:
      Text("'chmod +x' lets it be run, if the program is yours", ko: "내 프로그램이라면 'chmod +x'로 실행 권한을 주십시오")
    case let reason: hint(for: reason)
    }
  }
}

extension FileError.Operation {
  /// Whether something was to be changed.
  var isChange: Bool { [.write, .makeFolder, .remove].contains(self) }
}

extension FileError {
  /// Whether the path is one of the vault's.
  fileprivate var isInVault: Bool { !path.isEmpty && path.first != UInt8(ascii: "/") }

  /// Whether a name was to be made with a character that FAT, exFAT and NTFS do not take.
  fileprivate var hasOddName: Bool { operation.isChange && path.contains(where: #"\:*?"<>|"#.utf8.contains) }
}
