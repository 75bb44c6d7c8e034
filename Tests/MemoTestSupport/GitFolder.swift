import MemoCore
public import MemoPlatform
import MemoStore
public import MemoSync

/// A folder with a git of the test's own: a home without settings, and nothing of the person who runs the tests.
public struct GitFolder {
  /// Where everything lies.
  public let folder: TemporaryFolder
  /// The environment that git gets.
  public var variables: [String: String]

  /// Makes an empty folder with a home in it.
  public init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolders(VaultPath("home"))
    let home = folder.path.appending("home").text
    variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home, "GIT_CONFIG_GLOBAL": "\(home)/.gitconfig",
      "GIT_CONFIG_NOSYSTEM": "1", "TZ": "UTC",
    ]
    try folder.write("[user]\n\tname = Tester\n\temail = tester@example.org\n", to: "home/.gitconfig")
  }

  /// The git under test.
  public var git: SystemGit { SystemGit(environment: variables) }

  /// A repository in it, as memo asks for it.
  public func repository(_ name: String) -> GitRepository {
    GitRepository(making: folder.path.appending(name), git: git)
  }

  /// Runs a shell command line in one of its folders, as a user would; ends the test where it fails.
  @discardableResult
  public func shell(_ line: String, in name: String = "") throws -> String {
    let programs = SystemPrograms(environment: variables)
    let place = name.isEmpty ? folder.path : folder.path.appending(name)
    let output = folder.path.appending("output").text
    let words = ["-c", "cd \"$0\" && { \(line)\n} > \(output) 2>&1"].map { Array($0.utf8) } + [place.bytes]
    let exit = try programs.run(Array("/bin/sh".utf8), arguments: words)
    let text = String(decoding: try folder.bytes(of: VaultPath("output")) ?? [], as: UTF8.self)
    guard exit.isSuccess else { throw ShellFailure(line: line, text: text) }
    return text
  }
}

/// A command line of a test that failed.
public struct ShellFailure: Error, CustomStringConvertible {
  let line: String
  let text: String

  /// The line and what it said.
  public var description: String { "\(line): \(text)" }
}
