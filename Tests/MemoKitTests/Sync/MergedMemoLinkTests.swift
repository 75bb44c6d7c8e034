import MemoCore
import MemoTestSupport
import Testing

@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Links that one device writes to a memo which another one merges into a second memo while its text stays as it is elsewhere.
@Suite struct MergedMemoLinkTests {
  private static let files = [
    "A.md": "# A\n\na\n", "B.md": "# B\n\none\ntwo\n\n## Part\n\nthree ^x\n", "n.md": "# N\n\n[[B]]\n",
    "m.md": "# M\n",
  ]
  private static let joined = "# A\n\na\n\n# B\n\none\ntwo\n\n## Part\n\nthree ^x\n"

  // MARK: What follows

  static let orders = [(0, [0, 1, 0]), (1, [0, 1, 0]), (0, [1, 0, 1]), (1, [1, 0, 1])]

  /// The device that syncs last makes the merge.
  @Test(arguments: orders) func aLinkToTheMemoLeadsToTheOther(merger: Int, order: [Int]) throws {
    let devices = try LinkedDevices(Self.files)
    try devices.merge("A.md", "B.md", on: merger)
    try devices.write("# N\n\n[[B]]\nalso [b](B.md), [[m]] [m](m.md) [[nowhere]] `[[B]]`\n", to: "n.md", on: 1 - merger)
    try devices.write("# K\n\n[[B|it]] and [[A]]\n", to: "k.md", on: 1 - merger)
    try devices.expect(
      [
        "A.md": Self.joined, "B.md": nil,
        "n.md": "# N\n\n[[A]]\nalso [b](A.md), [[m]] [m](m.md) [[nowhere]] `[[B]]`\n",
        "k.md": "# K\n\n[[A|it]] and [[A]]\n",
      ], syncing: order)
  }

  @Test(arguments: orders) func linksToHeadingsAndBlocksKeepThem(merger: Int, order: [Int]) throws {
    let devices = try LinkedDevices(Self.files)
    try devices.merge("A.md", "B.md", on: merger)
    try devices.write("[[B#Part]] [[B#^x]] ![[B#Part|p]]\n[p](B.md#part)\n", to: "k.md", on: 1 - merger)
    try devices.expect(
      ["B.md": nil, "k.md": "[[A#Part]] [[A#^x]] ![[A#Part|p]]\n[p](A.md#part)\n"], syncing: order)
  }

  /// By its alias, and by its title where the file has another name.
  @Test(arguments: [0, 1]) func aLinkByAliasOrTitleLeadsToTheOther(merger: Int) throws {
    var files = Self.files
    files["B.md"] = "---\naliases: [Bee]\n---\n# Big title\n\none\ntwo\n"
    files["n.md"] = "# N\n"
    let devices = try LinkedDevices(files)
    try devices.merge("A.md", "B.md", on: merger)
    try devices.write("[[Bee]]\n[[Big title]]\n", to: "k.md", on: 1 - merger)
    try devices.expect(["B.md": nil, "k.md": "[[A]]\n[[A]]\n"], syncing: [0, 1, 0])
  }

  @Test(arguments: [0, 1]) func aLinkInTheOtherMemoLeadsToTheTextThere(merger: Int) throws {
    let devices = try LinkedDevices(Self.files)
    try devices.merge("A.md", "B.md", on: merger)
    try devices.write("# A\n\n[[B#Part]]\n\na\n", to: "A.md", on: 1 - merger)
    try devices.expect(
      ["A.md": "# A\n\n[[A#Part]]\n\na\n\n# B\n\none\ntwo\n\n## Part\n\nthree ^x\n", "B.md": nil], syncing: [0, 1, 0])
  }

  @Test(arguments: [0, 1]) func aLinkLeadsWhereTheOtherMemoWasRenamedTo(merger: Int) throws {
    let devices = try LinkedDevices(Self.files)
    try devices.merge("A.md", "B.md", on: merger)
    try devices.move("A.md", toFile: "x/Z.md", on: merger)
    try devices.write("[[B]]\n[b](B.md#part)\n", to: "k.md", on: 1 - merger)
    try devices.expect(
      ["A.md": nil, "B.md": nil, "x/Z.md": Self.joined, "k.md": "[[Z]]\n[b](x/Z.md#part)\n"], syncing: [0, 1, 0])
  }

  @Test(arguments: [0, 1]) func aLinkLeadsWhereItsWriterRenamedTheOtherMemoTo(merger: Int) throws {
    let devices = try LinkedDevices(Self.files)
    try devices.merge("A.md", "B.md", on: merger)
    try devices.move("A.md", toFile: "x/Z.md", on: 1 - merger)
    try devices.write("[[B]]\n", to: "k.md", on: 1 - merger)
    try devices.expect(
      ["A.md": nil, "B.md": nil, "x/Z.md": Self.joined, "k.md": "[[Z]]\n"], syncing: [0, 1, 0])
  }

  /// What a third device did with the memo that has the text came before the one with the link has synced.
  @Test func aThirdDeviceRenamesTheOtherMemo() throws {
    let devices = try LinkedDevices(Self.files, count: 3)
    try devices.write("[[B]]\n", to: "k.md", on: 2)
    try devices.merge("A.md", "B.md", on: 0)
    for device in [0, 1] { _ = try devices.sync(device) }
    try devices.move("A.md", toFile: "Z.md", on: 1)
    try devices.expect(["B.md": nil, "Z.md": Self.joined, "k.md": "[[Z]]\n"], syncing: [1, 2, 0, 1])
  }

  /// Two memos that went into a third one, one by way of the other.
  @Test(arguments: [0, 1]) func aLinkFollowsTwoMerges(merger: Int) throws {
    var files = Self.files
    files["C.md"] = "# C\n\nlast words\n"
    let devices = try LinkedDevices(files)
    try devices.merge("B.md", "C.md", on: merger)
    try devices.merge("A.md", "B.md", on: merger)
    try devices.write("[[C]] [[B]]\n", to: "k.md", on: 1 - merger)
    try devices.expect(["B.md": nil, "C.md": nil, "k.md": "[[A]] [[A]]\n"], syncing: [0, 1, 0])
  }

  /// A text that was cut and pasted with another program, in commits of plain git.
  @Test(arguments: [0, 1]) func aLinkFollowsATextThatWasCutAndPasted(merger: Int) throws {
    let devices = try LinkedDevices(Self.files)
    try devices.write(Self.joined, to: "A.md", on: merger)
    try devices.devices.remove("B.md", on: merger)
    try devices.devices.place.shell("git commit -qam 'join'", in: "d\(merger)")
    try devices.write("[[B]]\n", to: "k.md", on: 1 - merger)
    try devices.expect(["A.md": Self.joined, "B.md": nil, "k.md": "[[A]]\n"], syncing: [0, 1, 0])
  }

  // MARK: All devices have the same

  /// Whichever syncs first, the memos of the tree are the same bytes.
  @Test(arguments: [0, 1]) func theTreeIsTheSameWhicheverSyncsFirst(merger: Int) throws {
    let trees = try [[0, 1, 0], [1, 0, 1]].map { order in
      let devices = try LinkedDevices(Self.files)
      try devices.merge("A.md", "B.md", on: merger)
      try devices.write("# N\n\n[[B]]\nmore [[B#Part]]\n", to: "n.md", on: 1 - merger)
      try devices.write("# K\n\n[[B|it]]\n", to: "k.md", on: 1 - merger)
      for device in order { _ = try devices.sync(device) }
      return try devices.devices.place.shell("git ls-tree -r HEAD | grep '[.]md$'", in: "d0")
    }
    #expect(trees[0] == trees[1] && !trees[0].isEmpty)
  }

  /// Two devices write links before either has what the third one merged.
  @Test(arguments: [[0, 1, 2], [1, 2, 0], [2, 0, 1]]) func linksOfTwoDevicesFollow(order: [Int]) throws {
    let devices = try LinkedDevices(Self.files, count: 3)
    try devices.merge("A.md", "B.md", on: 0)
    try devices.write("[[B]] by 1\n", to: "k.md", on: 1)
    try devices.write("[[B]] by 2\n", to: "l.md", on: 2)
    try devices.expect(
      ["A.md": Self.joined, "B.md": nil, "k.md": "[[A]] by 1\n", "l.md": "[[A]] by 2\n"], syncing: order + order)
  }

  // MARK: What stays

  @Test(arguments: [0, 1]) func whereTheTextIsInTwoMemosTheLinkStays(merger: Int) throws {
    let devices = try LinkedDevices(Self.files)
    try devices.write("# M\n\n# B\n\none\ntwo\n\n## Part\n\nthree ^x\n", to: "m.md", on: merger)
    try devices.merge("A.md", "B.md", on: merger)
    try devices.write("[[B]]\n", to: "k.md", on: 1 - merger)
    try devices.expect(["B.md": nil, "k.md": "[[B]]\n"], syncing: [0, 1, 0])
  }

  @Test(arguments: [0, 1]) func aLinkToADeletedMemoStays(merger: Int) throws {
    let devices = try LinkedDevices(Self.files)
    try devices.write("# A\n\na\nmore\n", to: "A.md", on: merger)
    try devices.devices.remove("B.md", on: merger)
    try devices.write("[[B]]\n", to: "k.md", on: 1 - merger)
    try devices.expect(["B.md": nil, "k.md": "[[B]]\n"], syncing: [0, 1, 0])
  }

  /// What a commit says of itself proves nothing.
  @Test func aTrailerMovesNoLink() throws {
    let devices = try LinkedDevices(Self.files)
    let message = "x\n\nMemo-Merged: \"B.md\" \"A.md\"\n"
    try devices.devices.place.shell("echo more >> A.md; git rm -q B.md; git commit -qam '\(message)'", in: "d0")
    try devices.write("[[B]]\n", to: "k.md", on: 1)
    try devices.expect(["B.md": nil, "k.md": "[[B]]\n"], syncing: [0, 1, 0])
  }
}
