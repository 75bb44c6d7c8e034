import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// A device with this memo and one with an earlier one, whose binary `MEMO_OLD_BINARY` names, edit the same memos and sync in
/// turn: they end with the same files, list the same conflicts, and no line is lost.
///
/// `MEMO_SYNC_WORLDS=100` makes so many worlds.
@Suite(
  .waitsForPrograms, .serialized,
  .enabled(if: MemoProgram.earlier != nil, "MEMO_OLD_BINARY names no earlier memo"))
struct TwoVersionTests {
  private static let worlds = ProcessInfo.processInfo.environment["MEMO_SYNC_WORLDS"].flatMap(UInt64.init) ?? 3

  @Test(arguments: 1...worlds) func devicesOfTwoVersionsEndInStep(seed: UInt64) throws {
    var world = try TwoVersionWorld(old: try #require(MemoProgram.earlier), seed: seed)
    for _ in 0..<12 { try world.round() }
    try world.end()
  }
}

/// Two devices, the second of which runs an earlier memo.
private struct TwoVersionWorld {
  private let devices: Devices
  private let old: String
  private var random: SeededRandom
  private var count = 0
  /// Lines that were written and that no one has taken out.
  private var alive: Set<String> = []

  private static let names = ["a.md", "b.md", "sub/c.md", "Note.md", "note.md", "list.json"]

  init(old: String, seed: UInt64) throws {
    devices = try Devices(2)
    (self.old, random) = (old, SeededRandom(seed: seed))
    for name in Self.names.prefix(3) { try write([line(), line(), line(), line()], to: name, on: 0) }
    for device in 0...1 { try sync(device, "--remote", devices.hub) }
  }

  /// Edits on one device or both, then syncs of one or both.
  mutating func round() throws {
    for device in 0...1 where random.happens(percent: 75) {
      for _ in 0...random.below(3) { try edit(device) }
    }
    let first = random.below(2)
    try sync(first)
    if random.happens(percent: 70) { try sync(1 - first) }
  }

  /// Both sync until nothing is left to send.
  func end() throws {
    for device in [0, 1, 0, 1] { try sync(device) }
    try devices.expectInStep()
    let texts = try devices.files(0).values.map { String(decoding: $0, as: UTF8.self) }
    let there = Set(texts.flatMap { $0.split(separator: "\n").map(String.init) })
    for line in alive.subtracting(there).sorted() { Issue.record("'\(line)' is lost") }
    #expect(try conflicts(0) == conflicts(1))
  }

  // MARK: Edits

  private mutating func edit(_ device: Int) throws {
    let there = try devices.files(device).keys.map(\.text).sorted()
    let name = random.pick(random.happens(percent: 70) ? there : Self.names) ?? "a.md"
    let lines = try devices.text(name, on: device)?.split(separator: "\n").map(String.init) ?? []
    let choice = random.below(100)
    switch choice {
    case ..<6 where there.contains(name):
      alive.subtract(lines)
      try devices.remove(name, on: device)
    case ..<14 where there.contains(name):
      count += 1
      let folder = VaultPath(devices.names[device])
      try devices.sandbox.folder.rename(folder.appending(name), to: folder.appending("moved \(count).md"))
    case ..<60 where !lines.isEmpty: try change(random.below(lines.count), of: lines, in: name, on: device)
    default:
      var lines = lines
      lines.insert(line(), at: random.below(lines.count + 1))
      try write(lines, to: name, on: device)
    }
  }

  private mutating func change(_ number: Int, of lines: [String], in name: String, on device: Int) throws {
    var lines = lines
    alive.remove(lines[number])
    if random.happens(percent: 80) { lines[number] = line() } else { lines.remove(at: number) }
    try write(lines, to: name, on: device)
  }

  /// A line that is nowhere else.
  private mutating func line() -> String {
    count += 1
    alive.insert("line \(count)")
    return "line \(count)"
  }

  private func write(_ lines: [String], to name: String, on device: Int) throws {
    try devices.write(lines.map { $0 + "\n" }.joined(), to: name, on: device)
  }

  // MARK: Running

  private func memo(_ device: Int, _ words: [String]) throws -> MemoRun {
    let program = device == 0 ? "memo" : old
    return try devices.sandbox.run(
      [program, "--vault", devices.names[device]] + words, in: "", input: [], with: [:])
  }

  private func sync(_ device: Int, _ words: String..., at location: SourceLocation = #_sourceLocation) throws {
    let run = try memo(device, ["sync", "--allow-mass-delete"] + words)
    try #require(run.end == .exited(0), "\(run.errors)", sourceLocation: location)
  }

  /// What each conflict is about, whichever side it is seen from.
  private func conflicts(_ device: Int) throws -> [String] {
    try memo(device, ["conflicts", "--json"]).records().filter { $0["kind"] as? String != "stale" }.map {
      "\($0["path"] ?? ""):\($0["line"] ?? "") \($0["kind"] ?? "") \($0["commit"] ?? "")"
    }
  }
}
