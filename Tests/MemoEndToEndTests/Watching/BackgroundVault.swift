import Foundation
import MemoCore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A sandbox whose watcher, which runs in the background, ends with it.
final class BackgroundVault {
  let sandbox: Sandbox

  init(_ sandbox: Sandbox) {
    self.sandbox = sandbox
  }

  deinit {
    do {
      _ = try sandbox.memo("watch", "--stop")
    } catch {
      Issue.record("\(error)")
    }
  }

  /// Starts the watcher; returns its process.
  @discardableResult
  func start(_ location: SourceLocation = #_sourceLocation) throws -> pid_t {
    let start = try sandbox.memo("watch", "--start")
    #expect(start.end == .exited(0), "\(start.errors)", sourceLocation: location)
    return try #require(
      try sandbox.memo("watch", "--status", "--json").record()["pid"] as? Int32, sourceLocation: location)
  }

  /// Waits until the watcher's status is as wanted; the watcher says so to no one, so it is asked.
  func wait(_ location: SourceLocation = #_sourceLocation, until isWanted: ([String: Any]) -> Bool) throws {
    for _ in 0..<500 where isWanted(try sandbox.memo("watch", "--status", "--json").record()) {
      return
    }
    Issue.record("not so in time", sourceLocation: location)
  }

  /// Whether a list shows what is in the files; what it shows where not is recorded.
  @discardableResult
  func listIsRight(_ place: String, _ location: SourceLocation = #_sourceLocation) throws -> Bool {
    let run = try sandbox.memo("list", "--format", "{path} {title}", "-v")
    let wanted = try DiskOracle(sandbox: sandbox).lines()
    #expect(run.end == .exited(0), "\(place): \(run.errors)", sourceLocation: location)
    guard run.lines != wanted else { return true }
    let (extra, missing) = (Set(run.lines).subtracting(wanted), Set(wanted).subtracting(run.lines))
    Issue.record("\(place): shown \(extra), not shown \(missing); \(run.errors)", sourceLocation: location)
    return false
  }

  /// Waits until a command is answered by the watcher.
  func waitForAnswer(_ location: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<500 where try sandbox.memo("list", "-n1", "-v").isVouched {
      return
    }
    Issue.record("the watcher does not answer", sourceLocation: location)
  }
}

extension MemoRun {
  /// Whether the watcher said that the cache is in step.
  var isVouched: Bool { errors.contains("the watcher confirmed the cache") }
}

/// Looks at a vault's files in the plainest way there is: the memos newest first, with their first lines.
struct DiskOracle {
  let sandbox: Sandbox

  func lines() throws -> [String] {
    let memos = try memos(in: .root).sorted { ($0.modified, $1.path) > ($1.modified, $0.path) }
    return memos.map { "\($0.path.text) \($0.title)" }
  }

  private func memos(in folder: VaultPath) throws -> [(path: VaultPath, modified: Int64, title: String)] {
    try sandbox.folder.names(in: sandbox.inVault(folder)).flatMap { name in
      let path = folder.appending(name)
      guard name.first != UInt8(ascii: "."), let status = sandbox.folder.status(of: sandbox.inVault(path)) else {
        return [(path: VaultPath, modified: Int64, title: String)]()
      }
      if status.isFolder { return try memos(in: path) }
      guard status.isFile, name.ends(with: ".md".utf8) else { return [] }
      let text = try sandbox.text(of: path.text) ?? ""
      return [(path, status.stamp.modified, String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }))]
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with ending: String.UTF8View) -> Bool {
    suffix(ending.count).elementsEqual(ending)
  }
}
