import Foundation
import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Two devices on which people edit, save old buffers once or twice, put back, tick, restore, undo, exchange names and
/// settle, in any order. MEMO_LONG_TESTS=N runs N times as many seeds.
@Suite(.serialized) struct StaleSaveLawTests {
  private static let scale = ProcessInfo.processInfo.environment["MEMO_LONG_TESTS"].flatMap(UInt64.init) ?? 1

  @Test(arguments: 1...3 * scale) func whatIsSavedStaysAndNoLineFromElsewhereIsLost(seed: UInt64) throws {
    let trial = try StaleSaveTrial(seed: seed)
    try trial.run(steps: 60)
    try trial.check()
  }
}

/// One run of the test above. Every line is a task with a word of its own, by which it is known.
private final class StaleSaveTrial {
  /// A memo as an editor has it.
  private struct Buffer {
    let name: String
    var lines: [String]
    /// What syncs have brought to the memo since it was read.
    var unknown: Set<String> = []
    /// Whether a person has said that this is as it should be.
    var isSettled = false
  }

  private let seed: UInt64
  private let devices: SyncedDevices
  private var random: SeededRandom
  private let names = ["a.md", "b.md"]
  private var count = 0
  private var buffers: [[Buffer]] = [[], []]
  /// Texts that memos had, to be restored.
  private var past: [[String]] = []
  /// Lines that were last taken away from a device by a sync.
  private var lost: [[(name: String, line: String)]] = [[], []]
  /// What each device had when it last synced.
  private var synced: [[String: [String]]] = [[:], [:]]
  /// Lines that the other device took out of each memo and that a device has not heard of yet.
  private var removals: [[String: Set<String>]] = [[:], [:]]
  /// Words that people took out, or wrote over with a buffer that another program on the same device did not know of.
  private var meant: Set<String> = []
  /// Words that were in the list of conflicts.
  private var listed: Set<String> = []
  /// Memos that memo's own commands have written since the last sync and no one else has.
  private var own: [Set<String>] = [[], []]
  private var touched: [Set<String>] = [[], []]
  private var staleSaves = 0

  init(seed: UInt64) throws {
    (self.seed, random) = (seed, SeededRandom(seed: seed))
    devices = try SyncedDevices(2, "# A\n")
    for name in names {
      let lines = ["# A"] + (0..<5).map { _ in line() }
      try write(lines, name, 0)
    }
    for device in [0, 1, 0] { try sync(device) }
  }

  private func line() -> String {
    count += 1
    return "- [ ] word\(String(count * 7_919 % 90_000 + 10_000))"
  }

  private static func words(_ lines: some Sequence<String>) -> Set<String> { Set(lines.map { String($0.suffix(9)) }) }

  private func lines(_ name: String, _ device: Int) throws -> [String] {
    try devices.text(name, on: device)?.split(separator: "\n").map(String.init) ?? []
  }

  private func all(_ device: Int) throws -> [String: [String]] {
    try Dictionary(uniqueKeysWithValues: names.map { ($0, try lines($0, device)) })
  }

  private func write(_ lines: [String], _ name: String, _ device: Int) throws {
    noteSettled(try self.lines(name, device), lines)
    past.append(lines)
    touched[device].insert(name)
    own[device].remove(name)
    try devices.write(lines.map { $0 + "\n" }.joined(), to: name, on: device)
  }

  // MARK: Edits

  func run(steps: Int) throws {
    for _ in 0..<steps {
      let (device, name) = (random.below(2), names[random.below(2)])
      switch random.below(14) {
      case 0, 1: buffers[device].append(Buffer(name: name, lines: try lines(name, device)))
      case 2, 3: try edit(name, device)
      case 4, 5, 6: try saveBuffer(device)
      case 7: try putBack(device)
      case 8: try restore(name, device)
      case 9: try undo(device)
      case 10: if random.below(3) == 0 { try exchange(device) }
      case 11: if random.below(2) == 0 { try settle(name, device) }
      default: try sync(device)
      }
      // An old buffer matters most where something came in between.
      if random.happens(percent: 30) { for device in [0, 1] { try sync(device) } }
    }
  }

  private func edit(_ name: String, _ device: Int) throws {
    var lines = try lines(name, device)
    let place = random.below(lines.count) + 1
    switch random.below(3) {
    case 0 where place < lines.count: meant.formUnion(Self.words([lines.remove(at: place)]))
    case 1 where place < lines.count:
      let mark = lines[place].contains("[ ]") ? "[x]" : "[ ]"
      lines[place] = "- \(mark) \(lines[place].suffix(9))"
    default: lines.insert(line(), at: place)
    }
    try write(lines, name, device)
  }

  private func saveBuffer(_ device: Int) throws {
    guard !buffers[device].isEmpty else { return }
    let index = random.below(buffers[device].count)
    var buffer = buffers[device][index]
    let isUnchanged = random.happens(percent: 15)
    if !isUnchanged {
      if buffer.lines.count > 2, random.happens(percent: 30) {
        meant.formUnion(Self.words([buffer.lines.remove(at: 1 + random.below(buffer.lines.count - 1))]))
      }
      buffer.lines.insert(line(), at: 1 + random.below(max(1, buffer.lines.count)))
    }
    let missing = Self.words(try lines(buffer.name, device)).subtracting(Self.words(buffer.lines))
    if !missing.isDisjoint(with: buffer.unknown), !isUnchanged, !buffer.isSettled { staleSaves += 1 }
    meant.formUnion(isUnchanged || buffer.isSettled ? missing : missing.subtracting(buffer.unknown))
    try write(buffer.lines, buffer.name, device)
    buffers[device][index] = buffer
  }

  /// A line that a sync took away is there again, and something else is new.
  private func putBack(_ device: Int) throws {
    guard let (name, line) = lost[device].popLast() else { return }
    var lines = try lines(name, device)
    guard !Self.words(lines).contains(String(line.suffix(9))) else { return }
    lines.insert(line, at: 1 + random.below(max(1, lines.count)))
    lines.append(self.line())
    try write(lines, name, device)
  }

  private func restore(_ name: String, _ device: Int) throws {
    guard let old = random.pick(past) else { return }
    try command(name, device) { try devices.command("restore", old.map { $0 + "\n" }.joined(), to: name, on: device) }
  }

  private func undo(_ device: Int) throws {
    let before = try all(device)
    guard (try? devices.undo(device)) != nil else { return }
    for (name, lines) in before where try self.lines(name, device) != lines {
      noteSettled(lines, try self.lines(name, device))
      meant.formUnion(Self.words(lines).subtracting(Self.words(try self.lines(name, device))))
      if !touched[device].contains(name) { own[device].insert(name) }
    }
  }

  private func command(_ name: String, _ device: Int, _ body: () throws -> Void) throws {
    let before = try lines(name, device)
    try body()
    let after = try lines(name, device)
    noteSettled(before, after)
    meant.formUnion(Self.words(before).subtracting(Self.words(after)))
    if !touched[device].contains(name) { own[device].insert(name) }
  }

  /// Where both devices ticked a line differently it is there twice. Each may take out another one.
  private func noteSettled(_ before: [String], _ after: [String]) {
    let counts = [before, after].map { $0.reduce(into: [:]) { $0[String($1.suffix(9)), default: 0] += 1 } }
    meant.formUnion(counts[0].filter { $0.value > 1 && $0.value > counts[1][$0.key, default: 0] }.keys)
  }

  private func exchange(_ device: Int) throws {
    for (old, new) in [("a.md", "c.txt"), ("b.md", "a.md"), ("c.txt", "b.md")] {
      try devices.rename(old, to: new, on: device)
    }
    touched[device].formUnion(names)
    own[device] = []
  }

  private func settle(_ name: String, _ device: Int) throws {
    guard try devices.conflicts(device).contains(where: { $0.kind == .stale && $0.path.text == name }) else { return }
    let syncer = try devices.syncer(device)
    try command(name, device) {
      switch random.below(3) {
      case 0: _ = try syncer.resolve(VaultPath(name))
      case 1: _ = try syncer.resolve(VaultPath(name), with: .ours, as: "conflicts", at: 1)
      default: _ = try syncer.resolve(VaultPath(name), with: .theirs, as: "conflicts", at: 1)
      }
    }
    for index in buffers[device].indices { buffers[device][index].isSettled = true }
  }

  // MARK: Syncing

  private func sync(_ device: Int) throws {
    let (before, head, other) = (try all(device), try devices.head(device), 1 - device)
    let edited = names.filter { before[$0] != synced[device][$0] }
    for name in names {
      removals[other][name, default: []].formUnion(
        Set(synced[device][name] ?? []).subtracting(before[name] ?? []))
    }
    let report = try devices.sync(device)
    let after = try all(device)
    for name in edited where !synced[device].isEmpty {
      let first = try devices.versions(of: name, on: device, since: head).first
      #expect(first == before[name]?.map { $0 + "\n" }.joined(), "the first commit has what was saved: seed \(seed)")
    }
    for name in own[device] {
      let isTold = (report.revived + report.doubtful).contains(VaultPath(name))
      #expect(!isTold, "a command of memo's own wrote \(name): seed \(seed)")
    }
    for name in names {
      let (old, new) = (before[name] ?? [], after[name] ?? [])
      let gone = Self.words(old).subtracting(Self.words(new))
      let unexplained = Set(old).subtracting(new).subtracting(removals[device][name] ?? [])
      #expect(unexplained.isEmpty, "nobody else took that out of \(name): seed \(seed)")
      lost[device] += old.filter { gone.contains(String($0.suffix(9))) }.map { (name, $0) }
      let came = Self.words(new).subtracting(Self.words(old))
      for index in buffers[device].indices where buffers[device][index].name == name {
        buffers[device][index].unknown.formUnion(came)
      }
    }
    for conflict in try devices.conflicts(device) where conflict.kind == .stale {
      let theirs = String(decoding: conflict.theirs, as: UTF8.self).split(separator: "\n").map(String.init)
      listed.formUnion(Self.words(theirs).subtracting(Self.words(after.values.joined())))
    }
    (synced[device], removals[device], own[device], touched[device]) = (after, [:], [], [])
  }

  func check() throws {
    for device in [0, 1, 0, 1] { try sync(device) }
    let final = try all(0)
    #expect(try all(1) == final, "seed \(seed)")
    let added = Set((1...count).map { "word\(String($0 * 7_919 % 90_000 + 10_000))" })
    let missing = added.subtracting(Self.words(final.values.joined())).subtracting(meant).subtracting(listed)
    #expect(missing.isEmpty, "seed \(seed): \(missing)")
    #expect(staleSaves > 0, "seed \(seed)")
  }
}
