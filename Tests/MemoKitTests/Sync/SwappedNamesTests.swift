import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Memos that got each other's names between two syncs: what another device changes in one goes to that one, whatever it is
/// called now.
@Suite struct SwappedNamesTests {
  private static func text(_ name: String) -> String { "# \(name)\n" + (1...6).map { "\(name) \($0)\n" }.joined() }

  private func swap(_ first: String, _ second: String, on device: Int, _ devices: LinkedDevices) throws {
    try devices.move(first, toFile: "Between.md", on: device)
    try devices.move(second, toFile: first, on: device)
    try devices.move("Between.md", toFile: second, on: device)
  }

  private func expect(_ texts: [String: String], _ devices: LinkedDevices) throws {
    for (name, text) in texts {
      for device in 0...1 { #expect(try devices.text(name, on: device) == text, "\(name) on device \(device)") }
    }
  }

  @Test(arguments: [[0, 1, 0], [1, 0, 1]])
  func anEditGoesToTheMemoThatWasEdited(order: [Int]) throws {
    let (one, two) = (Self.text("One"), Self.text("Two"))
    let devices = try LinkedDevices(["One.md": one, "Two.md": two])
    try swap("One.md", "Two.md", on: 0, devices)
    try devices.write(one + "an edit of one\n", to: "One.md", on: 1)
    for device in order { #expect(try devices.sync(device).issues == []) }
    try expect(["One.md": two, "Two.md": one + "an edit of one\n"], devices)
  }

  /// Renames `One.md` to `Two.md`, that to `Three.md` and that to `Four.md`, while the other device edits all.
  private func shift() throws -> (devices: LinkedDevices, texts: [String]) {
    let texts = ["One", "Two", "Three"].map(Self.text)
    let devices = try LinkedDevices(["One.md": texts[0], "Two.md": texts[1], "Three.md": texts[2]])
    try devices.move("Three.md", toFile: "Four.md", on: 0)
    try devices.move("Two.md", toFile: "Three.md", on: 0)
    try devices.move("One.md", toFile: "Two.md", on: 0)
    for (name, text) in zip(["One", "Two", "Three"], texts) {
      try devices.write(text + "edited\n", to: "\(name).md", on: 1)
    }
    return (devices, texts.map { $0 + "edited\n" })
  }

  @Test func threeNamesGoRound() throws {
    let (devices, texts) = try shift()
    try devices.move("Four.md", toFile: "One.md", on: 0)
    for device in [1, 0, 1] { _ = try devices.sync(device) }
    try expect(["Two.md": texts[0], "Three.md": texts[1], "One.md": texts[2]], devices)
  }

  @Test func eachGoesToWhereTheNextOneWas() throws {
    let (devices, texts) = try shift()
    for device in [1, 0, 1] { _ = try devices.sync(device) }
    try expect(["Two.md": texts[0], "Three.md": texts[1], "Four.md": texts[2]], devices)
    #expect(try devices.text("One.md", on: 1) == nil)
  }

  @Test func aSwapThatIsUndoneIsFollowed() throws {
    let (one, two) = (Self.text("One"), Self.text("Two"))
    let devices = try LinkedDevices(["One.md": one, "Two.md": two])
    try swap("One.md", "Two.md", on: 0, devices)
    for device in 0...1 { _ = try devices.sync(device) }
    let history = OperationHistory(of: try devices.devices.vault(0))
    for _ in 0..<3 { _ = try history.undo() }
    #expect(try devices.text("One.md", on: 0) == one)
    try devices.write(one + "an edit of one\n", to: "Two.md", on: 1)
    for device in [1, 0, 1] { _ = try devices.sync(device) }
    try expect(["One.md": one + "an edit of one\n", "Two.md": two], devices)
  }

  @Test func namesThatAreSwappedAndSwappedBackAreNoRename() throws {
    let (one, two) = (Self.text("One"), Self.text("Two"))
    let devices = try LinkedDevices(["One.md": one, "Two.md": two])
    for _ in 0..<2 { try swap("One.md", "Two.md", on: 0, devices) }
    try devices.write(one + "here\n", to: "One.md", on: 0)
    try devices.write(two + "here\n", to: "Two.md", on: 0)
    _ = try devices.sync(0)
    #expect(try !devices.message(on: 0).contains("Memo-Renamed"))
    try swap("One.md", "Two.md", on: 0, devices)
    _ = try devices.sync(0)
    #expect(try devices.message(on: 0).contains("Memo-Renamed"))
    try devices.write("# Other\n", to: "One.md", on: 0)
    try devices.write("# Another\n", to: "Two.md", on: 0)
    _ = try devices.sync(0)
    #expect(try !devices.message(on: 0).contains("Memo-Renamed"), "the branch has that swap")
  }

  /// Memos are moved at random on one device, to free names and to those that others just left, while each is edited on the
  /// other one.
  @Test(arguments: UInt64(1)...8)
  func whereverMemosGoTheirEditsFollow(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let names = (0..<4).map { "memo \($0).md" }
    let devices = try LinkedDevices(Dictionary(uniqueKeysWithValues: names.map { ($0, Self.text($0)) }))
    var places = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
    for _ in 0..<Int.random(in: 3...12, using: &random) {
      let free = (names + ["x.md", "y.md"]).filter { !places.values.contains($0) }
      guard let name = names.randomElement(using: &random), let old = places[name],
        let new = free.randomElement(using: &random)
      else { continue }
      try devices.move(old, toFile: new, on: 0)
      places[name] = new
    }
    for name in names { try devices.write(Self.text(name) + "edited \(name)\n", to: name, on: 1) }
    for device in Bool.random(using: &random) ? [0, 1, 0] : [1, 0, 1] { _ = try devices.sync(device) }
    for (name, place) in places {
      for device in 0...1 {
        let text = try devices.text(place, on: device)
        #expect(text == Self.text(name) + "edited \(name)\n", "\(name) at \(place) on device \(device), \(places)")
      }
    }
  }
}

extension LinkedDevices {
  /// The message of the last commit.
  fileprivate func message(on device: Int) throws -> String {
    try devices.place.shell("git log -1 --format=%B", in: "d\(device)")
  }
}
