import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// A memo that both devices gave the same new name, without a command of memo.
@Suite struct JoinedRenameTests {
  private static let lines = ["# A"] + (1...8).map { "line \($0)" }

  private static func text(without gone: String = "", changing changes: [String: String] = [:]) -> String {
    lines.filter { $0 != gone }.map { "\(changes[$0] ?? $0)\n" }.joined()
  }

  @Test(arguments: [[0, 1, 0], [1, 0, 1]]) func whatOneDeletedStaysAway(order: [Int]) throws {
    let devices = try SyncedDevices(2, Self.text(), named: "notes/a.md")
    for device in 0...1 { try devices.rename("notes", to: "memos", on: device) }
    let changed = Self.text(without: "line 4", changing: ["line 6": "line six"])
    try devices.write(changed, to: "memos/a.md", on: 1)
    for device in order { try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("memos/a.md", on: device) == changed)
    }
  }

  @Test(arguments: [[0, 1, 0], [1, 0, 1]]) func theChangesOfBothAreMerged(order: [Int]) throws {
    let devices = try SyncedDevices(2, Self.text())
    for device in 0...1 { try devices.rename("a.md", to: "b.md", on: device) }
    try devices.write(Self.text(changing: ["line 2": "line two"]), to: "b.md", on: 0)
    try devices.write(Self.text(without: "line 4", changing: ["line 6": "line six"]), to: "b.md", on: 1)
    for device in order {
      let report = try devices.sync(device)
      #expect(report.issues.isEmpty && report.joined.isEmpty)
    }
    let merged = Self.text(without: "line 4", changing: ["line 2": "line two", "line 6": "line six"])
    for device in 0...1 { #expect(try devices.text("b.md", on: device) == merged) }
  }

  @Test func aLineThatEachChangedIsListed() throws {
    let devices = try SyncedDevices(2, Self.text())
    for device in 0...1 {
      try devices.rename("a.md", to: "b.md", on: device)
      try devices.write(Self.text(changing: ["line 4": "device \(device)"]), to: "b.md", on: device)
    }
    for device in [0, 1] { try devices.sync(device) }
    let conflicts = try devices.conflicts(1).map { [$0.ours, $0.theirs] }
    let texts = conflicts.map { $0.map { String(decoding: $0, as: UTF8.self) }.sorted() }
    #expect(texts == [["device 0\n", "device 1\n"]])
  }
}
