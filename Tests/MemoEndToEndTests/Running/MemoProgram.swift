import Foundation
import MemoCore

/// Where the program under test is.
enum MemoProgram {
  /// The binary that this package built, which is next to the bundle of the tests; or the one that `MEMO_BINARY` names.
  static let path: HostPath = {
    if let named = ProcessInfo.processInfo.environment["MEMO_BINARY"] { return HostPath(named) }
    let start = HostPath(CommandLine.arguments[0], from: HostPath(FileManager.default.currentDirectoryPath))
    var folder = start.parent
    while folder != .fileSystemRoot {
      let candidate = folder.appending("memo")
      // A bundle for macOS lies three folders deeper than the binary.
      if isProgram(candidate) { return candidate }
      folder = folder.parent
    }
    return packageFolder.appending(".build/debug/memo")
  }()

  /// The binary of an earlier memo, for tests of two versions; `nil` where none is named.
  static let earlier = ProcessInfo.processInfo.environment["MEMO_OLD_BINARY"]

  /// The root of the package.
  static let packageFolder = HostPath("\(#filePath)/../../../..")

  /// Whether this is Linux, whose programs take other words.
  static var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// Whether a program that some tests drive is installed.
  static func isInstalled(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .contains { isProgram(HostPath(String($0)).appending(name)) }
  }

  private static func isProgram(_ path: HostPath) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path.text, isDirectory: &isFolder) && !isFolder.boolValue
      && FileManager.default.isExecutableFile(atPath: path.text)
  }
}
