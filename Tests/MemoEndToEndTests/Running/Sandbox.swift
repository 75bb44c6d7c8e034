import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// A machine for one test: a home, a vault in `vault/`, and nothing of the person who runs the tests.
final class Sandbox {
  /// Holds `home`, `vault`, and `programs`, which comes first in `PATH` and holds `memo`.
  let folder: TemporaryFolder
  /// The environment, whole.
  var variables: [String: String]

  private var runs = 0

  /// - Parameter hasMarker: whether `vault/` holds `.memo/`, so that it is found from inside.
  init(hasMarker: Bool = true) throws {
    folder = try TemporaryFolder()
    for name in ["home", "vault", "programs", "runs"] { try folder.makeFolders(VaultPath(name)) }
    if hasMarker { try folder.makeFolders(VaultPath("vault/.memo")) }
    variables = [
      "HOME": folder.path.appending("home").text, "TZ": "UTC", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
      "PATH": "\(folder.path.appending("programs").text):/usr/local/bin:/usr/bin:/bin",
    ]
    try folder.link(VaultPath("programs/memo"), to: MemoProgram.path.text)
  }

  /// The root of the vault.
  var vault: HostPath { folder.path.appending("vault") }

  // MARK: Files

  /// Writes a memo, named from the vault.
  ///
  /// - Parameter day: the day of May 2026 on which it was modified, at noon; now where `nil`.
  func write(_ text: String, to path: String, day: Int? = nil) throws {
    try write(Array(text.utf8), to: VaultPath(path), modified: day.map(Self.noon))
  }

  /// Writes bytes to a file, named from the vault.
  func write(_ bytes: [UInt8], to path: VaultPath, modified: Int64? = nil) throws {
    try folder.write(bytes, to: inVault(path), modified: modified)
  }

  /// The bytes of a file, named from the vault; `nil` where there is none.
  func bytes(of path: String) throws -> [UInt8]? {
    try folder.bytes(of: inVault(VaultPath(path)))
  }

  /// The text of a file, named from the vault; `nil` where there is none.
  func text(of path: String) throws -> String? {
    try bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The place of something of the vault in the sandbox's folder.
  func inVault(_ path: VaultPath) -> VaultPath {
    VaultPath(bytes: Array("vault/".utf8) + path.bytes)
  }

  /// Writes a shell script that is found by its name.
  func makeProgram(_ name: String, _ script: String) throws {
    let path = VaultPath("programs/\(name)")
    try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: path)
    try folder.setMode(0o755, of: path)
  }

  /// Noon of a day of May 2026 in UTC, in nanoseconds since 1970.
  static func noon(_ day: Int) -> Int64 {
    (1_777_593_600 + Int64(day - 1) * 86_400 + 43_200) * 1_000_000_000
  }

  // MARK: Running

  /// Runs `memo`.
  ///
  /// - Parameter place: the working directory, named from the sandbox's folder.
  func memo(
    _ words: String..., in place: String = "vault", input: String = "", with extra: [String: String] = [:]
  ) throws -> MemoRun {
    try run(["memo"] + words, in: place, input: Array(input.utf8), with: extra)
  }

  /// Runs a command that would change a memo which is not there: all it does is to take back what a crash has left.
  func recover() throws {
    _ = try memo("--vault", ".", "append", "no such memo.md", "text")
  }

  /// Runs a shell command line.
  func shell(_ line: String, in place: String = "vault", with extra: [String: String] = [:]) throws -> MemoRun {
    try run(["/bin/sh", "-c", line], in: place, input: [], with: extra)
  }

  /// Runs a program with its words.
  func run(_ words: [String], in place: String, input: [UInt8], with extra: [String: String]) throws -> MemoRun {
    try run(words.map { Array($0.utf8) }, in: place, input: input, with: extra)
  }

  /// Runs a program with its words, byte for byte.
  func run(
    _ words: [[UInt8]], in place: String = "vault", input: [UInt8] = [], with extra: [String: String] = [:],
    limit: DispatchTimeInterval = ChildProcess.timeLimit
  ) throws -> MemoRun {
    runs += 1
    let files = ["input", "output", "errors"].map { VaultPath("runs/\(runs).\($0)") }
    let paths = files.map { folder.path.appending($0).bytes }
    try folder.write(input, to: files[0])
    let child = try ChildProcess(
      words, variables: variables.merging(extra) { $1 }, folder: folder.path.appending(VaultPath(place)).bytes,
      input: paths[0], output: paths[1], errors: paths[2])
    let end = child.wait(limit)
    let command = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    return MemoRun(
      command: command, output: try folder.bytes(of: files[1]) ?? [],
      errors: String(decoding: try folder.bytes(of: files[2]) ?? [], as: UTF8.self), end: end)
  }

  /// Runs the commands of a transcript and compares what they write with what it shows.
  ///
  /// A line that starts with `$ ` is a shell command; what follows is its output and its errors, and its exit code in
  /// brackets where it is not 0. The sandbox's own folder is written `/sandbox`.
  func check(_ transcript: String, _ location: SourceLocation = #_sourceLocation) throws {
    var actual = ""
    for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) where line.hasPrefix("$ ") {
      let run = try shell("{ \(line.dropFirst(2)); } 2>&1")
      actual += line + "\n" + run.text.replacingOccurrences(of: folder.path.text, with: "/sandbox")
      if actual.last != "\n" { actual += "\n" }
      switch run.end {
      case .exited(0): break
      case .exited(let code): actual += "[\(code)]\n"
      case .signalled(let signal): actual += "[signal \(signal)]\n"
      case .stuck: actual += "[stuck]\n"
      }
    }
    let (found, wanted) = (actual.split(separator: "\n"), transcript.split(separator: "\n"))
    let place = zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, wanted.count)
    #expect(
      actual == transcript + "\n", "first different: \(found.dropFirst(place).first ?? "the end")",
      sourceLocation: location)
  }
}
