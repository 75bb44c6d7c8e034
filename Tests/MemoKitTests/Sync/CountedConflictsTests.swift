import MemoCore
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// What a sync says of open conflicts without looking for them again is what a look finds.
@Suite struct CountedConflictsTests {
  private static let names = ["a.md", "b.md", "c.md"]
  private static let lines = ["one", "two", "three"]

  /// Random edits, choices, marks, undos and renames on two devices; after each sync that did something, its count is that of
  /// the list.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func theCountIsThatOfTheList(seed: UInt64) throws {
    let devices = try SyncedDevices(2)
    let text = "# M\n\n" + Self.lines.joined(separator: "\n") + "\n"
    for name in Self.names { try devices.write(text, to: name, on: 0) }
    try devices.spread(from: 0)
    for device in 0...1 {
      try devices.write(text.replacing("one", with: "one \(device)"), to: "a.md", on: device)
      try devices.sync(device)
    }
    #expect(try devices.conflicts(1).count == 1)
    var random = SeededRandom(seed: seed)
    for step in 0..<40 {
      let device = random.below(2)
      let what = try Self.edit(devices, on: device, &random, step)
      guard random.happens(percent: 40) else { continue }
      let report = try devices.sync(device)
      guard !report.isIdle else { continue }
      let listed = try devices.conflicts(device).count
      #expect(report.conflicts == listed, "seed \(seed), step \(step), device \(device), \(what)")
    }
  }

  private static func edit(
    _ devices: SyncedDevices, on device: Int, _ random: inout SeededRandom, _ step: Int
  ) throws -> String {
    let name = names[random.below(names.count)]
    let path = try devices.text(name, on: device) == nil ? "r\(name)" : name
    switch random.below(14) {
    case 0:
      guard let conflict = try devices.conflicts(device).first else { return "nothing" }
      _ = try devices.syncer(device).settle(
        conflict, with: random.happens(percent: 50) ? .only(.ours) : .only(.theirs), as: "c", at: 1)
      return "settled"
    case 1:
      guard let conflict = try devices.conflicts(device).first else { return "nothing" }
      _ = try devices.syncer(device).resolve(conflict.path)
      return "seen"
    case 2:
      _ = try? devices.undo(device)
      return "undone"
    case 3:
      let other = path == name ? "r\(name)" : name
      guard try devices.text(path, on: device) != nil, try devices.text(other, on: device) == nil else {
        return "nothing"
      }
      try devices.rename(path, to: other, on: device)
      return "renamed"
    case 4:
      try devices.place.shell("git add -A && git commit -qm x --allow-empty", in: "d\(device)")
      return "committed by git"
    default:
      guard let text = try devices.text(path, on: device) else { return "nothing" }
      let line = lines[random.below(lines.count)]
      try devices.write(text.replacing(line, with: "\(line) \(device)\(step)"), to: path, on: device)
      return "edited \(path)"
    }
  }
}
