import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// A memo that one device merges into another one while others change it.
@Suite struct MergedMemoTests {
  private static let files = [
    "A.md": "# A\n\na\n", "B.md": "# B\n\none\ntwo\nthree\n", "n.md": "# N\n\n[[B]]\n", "m.md": "# M\n",
  ]
  private static let changed = "# B\n\none\ntwo, changed\nthree\nfour\n"
  private static let joined = "# A\n\na\n\n# B\n\none\ntwo, changed\nthree\nfour\n"

  /// Devices in step, of which one has merged two memos.
  private func merged(_ files: [String: String] = files, on device: Int, count: Int = 2) throws -> LinkedDevices {
    let devices = try LinkedDevices(files, count: count)
    try devices.merge("A.md", "B.md", on: device)
    return devices
  }

  /// What syncs report of merged memos.
  private func memos(_ report: SyncReport) -> [String] {
    report.mergedMemos.map { "\($0.path.text) > \($0.newPath.text)\($0.isKept ? ", kept" : "")" }
  }

  // MARK: What follows

  /// The device that syncs last makes the merge.
  @Test(arguments: [0, 1]) func aChangeIsInTheOtherMemo(merger: Int) throws {
    let devices = try merged(on: merger)
    try devices.write(Self.changed, to: "B.md", on: 1 - merger)
    _ = try devices.sync(0)
    let preview = try devices.devices.preview(1)
    let reports = [preview, try devices.sync(1), try devices.sync(0)]
    for report in reports {
      #expect(memos(report) == ["B.md > A.md"] && report.deletedHere.isEmpty && report.deletedElsewhere.isEmpty)
    }
    #expect(reports[1].conflicts == 0)
    try devices.expect(["A.md": Self.joined, "B.md": nil, "n.md": "# N\n\n[[A]]\n"])
  }

  @Test func theMemoIsAsNewAsTheChange() throws {
    let devices = try merged(on: 0)
    _ = try devices.sync(0)
    try devices.write(Self.changed, to: "B.md", on: 1)
    let path = VaultPath("B.md")
    let time = try devices.devices.vault(1).files.stamp(of: path)?.modified
    for device in [1, 0] { _ = try devices.sync(device) }
    for device in 0...1 {
      let found = try devices.devices.vault(device).files.stamp(of: VaultPath("A.md"))?.modified
      #expect(found == time)
    }
  }

  @Test func aChangeByPlainGitFollowsATextThatWasCutAndPasted() throws {
    let devices = try LinkedDevices(Self.files)
    try devices.write("# A\n\na\n\n# B\n\none\ntwo\nthree\n", to: "A.md", on: 0)
    try devices.devices.remove("B.md", on: 0)
    try devices.write(Self.changed, to: "B.md", on: 1)
    try devices.devices.place.shell("git commit -qam 'edit b'", in: "d1")
    for device in 0...1 { _ = try devices.sync(device) }
    try devices.expect(["A.md": Self.joined, "B.md": nil])
  }

  @Test func whatAThirdDeviceChangesFollows() throws {
    let devices = try merged(on: 0, count: 3)
    try devices.write("# B\n\none\ntwo\nthree\nfour\n", to: "B.md", on: 1)
    try devices.write("# B\n\none\ntwo, changed\nthree\n", to: "B.md", on: 2)
    for device in 0...2 { _ = try devices.sync(device) }
    try devices.expect(["A.md": Self.joined, "B.md": nil])
  }

  // MARK: Links

  @Test(arguments: [0, 1]) func aLinkToTheMemoLeadsToTheOther(merger: Int) throws {
    let devices = try merged(on: merger)
    let writer = 1 - merger
    try devices.write(Self.changed + "see [[B#B]] and [m](m.md)\n", to: "B.md", on: writer)
    try devices.write("# N\n\n[[B]]\nalso [b](B.md) [[A]]\n", to: "n.md", on: writer)
    try devices.write("# K\n\n[[B|it]]\n", to: "k.md", on: writer)
    for device in [0, 1, 0] { _ = try devices.sync(device) }
    try devices.expect(
      [
        "A.md": Self.joined + "see [[A#B]] and [m](m.md)\n", "B.md": nil,
        "n.md": "# N\n\n[[A]]\nalso [b](A.md) [[A]]\n", "k.md": "# K\n\n[[A|it]]\n",
      ])
  }

  @Test func aLinkLeadsFromTheFolderOfTheOtherMemo() throws {
    var files = Self.files
    files["B.md"] = nil
    files["x/B.md"] = "# B\n\none\ntwo\n"
    files["x/k.md"] = "# K\n"
    let devices = try LinkedDevices(files)
    try devices.merge("A.md", "x/B.md", on: 0)
    try devices.write("# B\n\none\ntwo\n[k](k.md)\n", to: "x/B.md", on: 1)
    for device in [0, 1, 0] { _ = try devices.sync(device) }
    try devices.expect(["A.md": "# A\n\na\n\n# B\n\none\ntwo\n[k](x/k.md)\n", "x/B.md": nil])
  }

  // MARK: What stays

  @Test(arguments: [0, 1]) func whereBothChangedALineBothTextsStay(merger: Int) throws {
    let devices = try merged(on: merger)
    let text = "# A\n\na\n\n# B\n\none\nTWO\nthree\n"
    try devices.write(text, to: "A.md", on: merger)
    try devices.write(Self.changed, to: "B.md", on: 1 - merger)
    _ = try devices.sync(0)
    let preview = try devices.devices.preview(1)
    for (device, report) in [(1, preview), (1, try devices.sync(1)), (0, try devices.sync(0))] {
      #expect(memos(report) == ["B.md > A.md, kept"])
      #expect((device == merger ? report.deletedHere : report.deletedElsewhere).map(\.text) == ["B.md"])
    }
    try devices.expect(["A.md": text, "B.md": Self.changed])
  }

  @Test func whatACommitOfAStrangerSaysMovesNothing() throws {
    let devices = try LinkedDevices(Self.files)
    let message = "x\n\nMemo-Merged: \"B.md\" \"A.md\"\nMemo-Merged-Kept: \"B.md\" \"m.md\"\n"
    try devices.devices.place.shell("git rm -q B.md; git commit -qm '\(message)'", in: "d0")
    try devices.write(Self.changed, to: "B.md", on: 1)
    for device in [0, 1, 0] { _ = try devices.sync(device) }
    try devices.expect(["A.md": Self.files["A.md"], "B.md": Self.changed, "m.md": "# M\n"])
  }
}

extension LinkedDevices {
  /// Expects that devices come to the same files, and that nothing is left to sync.
  ///
  /// - Parameter order: the devices that sync, in turn; `nil` for all, each once.
  func expect(_ files: [String: String?], syncing order: [Int]? = nil) throws {
    let order = order ?? Array(0..<devices.count)
    for device in order { _ = try sync(device) }
    for device in Set(order).sorted() {
      let isIdle = try sync(device).isIdle
      let isSame = try devices.head(device) == devices.head(0)
      #expect(isIdle && isSame)
      for (name, text) in files.sorted(by: { $0.key < $1.key }) {
        let found = try devices.text(name, on: device)
        print("\(name) on \(device): \(found?.debugDescription ?? "gone")")
        #expect(found == text, "\(name) on \(device)")
      }
    }
  }

  /// Merges a memo into another one, as `memo merge` does.
  func merge(_ path: String, _ other: String, on device: Int) throws {
    let vault = try devices.vault(device)
    let merge = try MemoMerge(
      [ReadMemo(VaultPath(other), in: vault)], into: ReadMemo(VaultPath(path), in: vault), in: vault.refresh(),
      of: vault)
    try merge.carryOut("merge", by: OperationHistory(of: vault), of: vault, at: SystemClock().now)
  }
}
