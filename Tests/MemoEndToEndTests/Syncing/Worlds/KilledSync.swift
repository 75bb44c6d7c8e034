import Foundation
import MemoCore
import MemoTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A sync that is killed at some moment.
struct KilledSync {
  let devices: Devices
  /// What it gets in its environment besides.
  var variables: [String: String] = [:]

  /// Runs a sync and kills it after a while, alone or with all that it started; returns false where it was done before.
  func run(_ device: Int, after delay: Duration, withChildren: Bool) throws -> Bool {
    let null = Array("/dev/null".utf8)
    let words = ["memo", "--vault", devices.names[device], "sync", "--allow-mass-delete"].map { Array($0.utf8) }
    let child = try ChildProcess(
      words, variables: devices.sandbox.variables.merging(variables) { $1 },
      folder: devices.sandbox.folder.path.bytes, input: null, output: null, errors: null)
    // The moment is what the test is about; nothing is waited for.
    usleep(UInt32(delay / .microseconds(1)))
    let started = withChildren ? Self.descendants(of: child.id) : []
    for id in [child.id] + started { kill(id, SIGKILL) }
    return child.wait() == .stuck
  }

  /// All processes below one, but not those that serve the hub: they are another machine's. Each git has a session of its
  /// own, so no group holds them.
  static func descendants(of id: pid_t) -> [pid_t] {
    var children: [pid_t: [pid_t]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let number = pid_t(name), let line = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
        let fields = line.split(separator: ")").last?.split(separator: " "), fields.count > 1,
        let parent = pid_t(fields[1])
      else { continue }
      children[parent, default: []].append(number)
    }
    var found: [pid_t] = []
    var open = [id]
    while let next = open.popLast() {
      let below = (children[next] ?? []).filter { !servesTheHub($0) }
      found += below
      open += below
    }
    return found
  }

  private static func servesTheHub(_ id: pid_t) -> Bool {
    guard let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") else { return true }
    let words = line.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    // A shell starts it with settings before its name.
    return words.contains("receive-pack") || words.prefix(3).contains { $0.hasPrefix("git-receive-pack") }
      || words.first?.hasSuffix("sh") == true && words.prefix(3).contains { $0.contains(" receive-pack ") }
  }
}
