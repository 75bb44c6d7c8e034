import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Links that one device writes while another one renames what they lead to.
@Suite struct FollowedLinksTests {
  /// What one device does with memo, what the other one writes, and what both have in the end.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var files: [String: String] = ["a.md": "# A\n", "n.md": "# N\n"]
    let mover: @Sendable (LinkedDevices, Int) throws -> Void
    let writes: [String: String]
    let expected: [String: String]
    var relinked = ["n.md"]
    /// Places that are listed until someone looks at them.
    var conflicts = 0
    var writer: @Sendable (LinkedDevices, Int) throws -> Void = { _, _ in }
  }

  static let cases = [
    Case(
      testDescription: "a name in a wiki link", mover: { try $0.rename("a.md", to: "New", on: $1) },
      writes: ["n.md": "# N\nsee [[a]]\n"], expected: ["n.md": "# N\nsee [[New]]\n"]),
    Case(
      testDescription: "a title in a wiki link", files: ["a.md": "# Old title\n", "n.md": "# N\n"],
      mover: { try $0.rename("a.md", to: "New title", isTitleOnly: true, on: $1) },
      writes: ["n.md": "# N\nsee [[old title|it]]\n"], expected: ["n.md": "# N\nsee [[New title|it]]\n"]),
    Case(
      testDescription: "a path", mover: { try $0.move("a.md", to: "sub", on: $1) },
      writes: ["n.md": "# N\n\n- [x](a.md#y) z\n"], expected: ["n.md": "# N\n\n- [x](sub/a.md#y) z\n"]),
    Case(
      testDescription: "a memo that moved, with a link that the other device wrote in it",
      mover: { try $0.move("n.md", to: "sub", on: $1) },
      writes: ["n.md": "# N\n\n[x](a.md) ![](p.png)\n", "p.png": "P"],
      expected: ["sub/n.md": "# N\n\n[x](../a.md) ![](../p.png)\n"], relinked: ["sub/n.md"]),
    Case(
      testDescription: "paths of a picture whose folder is renamed, one of them in a new memo of that folder",
      files: ["t/a.md": "# A\n", "t/img/p.png": "P", "n.md": "# N\n"],
      mover: {
        try $0.devices.place.folder.makeFolders(VaultPath("d\($1)/u/img"))
        for name in ["a.md", "img/p.png"] { try $0.devices.rename("t/\(name)", to: "u/\(name)", on: $1) }
      },
      writes: ["n.md": "# N\n[a](t/a.md) ![](t/img/p.png)\n", "t/m.md": "# M\n\n![](img/p.png)\n"],
      expected: ["n.md": "# N\n[a](u/a.md) ![](u/img/p.png)\n", "t/m.md": "# M\n\n![](../u/img/p.png)\n"],
      relinked: ["n.md", "t/m.md"]),
    Case(
      testDescription: "a new memo", mover: { try $0.rename("a.md", to: "New", on: $1) },
      writes: ["m.md": "# M\n[[a]]\n"], expected: ["m.md": "# M\n[[New]]\n", "n.md": "# N\n"], relinked: ["m.md"]),
    Case(
      testDescription: "an old name that another memo has now",
      mover: {
        try $0.move("a.md", to: "old", on: $1)
        try $0.write("# Another\n", to: "a.md", on: $1)
      }, writes: ["n.md": "# N\n[x](a.md)\n"], expected: ["n.md": "# N\n[x](old/a.md)\n", "a.md": "# Another\n"]),
    Case(
      testDescription: "a link that the mover wrote to the new memo of that name",
      files: ["a.md": "# A\n", "n.md": "# N\n\nend\n"],
      mover: {
        try $0.move("a.md", to: "old", on: $1)
        try $0.write("# Another\n", to: "a.md", on: $1)
        try $0.write("# N\n\nend\n[y](a.md)\n", to: "n.md", on: $1)
      }, writes: ["n.md": "# N\n\n[x](a.md)\nend\n"], expected: ["n.md": "# N\n\n[x](old/a.md)\nend\n[y](a.md)\n"]),
    Case(
      testDescription: "a line that the mover's rename changed, too",
      files: ["a.md": "# A\n", "n.md": "# N\n[[a]] x\n"],
      mover: { try $0.rename("a.md", to: "New", on: $1) }, writes: ["n.md": "# N\n[[a]] x and [y](a.md)\n"],
      expected: ["n.md": "# N\n[[New]] x and [y](New.md)\n"]),
    Case(
      testDescription: "a line that holds nothing else of the mover's",
      files: ["a.md": "# A\n", "n.md": "# N\n[[a]] x\n"], mover: { try $0.rename("a.md", to: "New", on: $1) },
      writes: ["n.md": "# N\n[[a]] y\n"], expected: ["n.md": "# N\n[[New]] y\n"], relinked: []),
    Case(
      testDescription: "a link that was broken before", files: ["a.md": "# A\n", "n.md": "# N\n[[gone]]\n"],
      mover: { try $0.rename("a.md", to: "gone away", on: $1) }, writes: ["n.md": "# N\n[[gone]]\n\nmore\n"],
      expected: ["n.md": "# N\n[[gone]]\n\nmore\n"], relinked: []),
    Case(
      testDescription: "code, and another memo of the name",
      files: ["a.md": "# A\n", "x/a.md": "# X\n", "n.md": "# N\n"],
      mover: { try $0.rename("a.md", to: "New", on: $1) }, writes: ["n.md": "# N\n`[[a]]` [z](x/a.md) [y](a.md)\n"],
      expected: ["n.md": "# N\n`[[a]]` [z](x/a.md) [y](New.md)\n"]),
    Case(
      testDescription: "a memo that gets another name, because the mover's has it",
      mover: { try $0.move("a.md", toFile: "m.md", on: $1) },
      writes: ["m.md": "# M\n", "n.md": "# N\n[[m]] [x](a.md)\n"],
      expected: ["m.md": "# A\n", "m (2).md": "# M\n", "n.md": "# N\n[[m (2)]] [x](m.md)\n"]),
    Case(
      testDescription: "names that some systems take for one",
      mover: { try $0.move("a.md", toFile: "B.md", on: $1) },
      writes: ["b.md": "# M\n", "n.md": "# N\n[x](a.md) [[b]]\n"],
      expected: ["n.md": "# N\n[x](B.md) [[b (2)]]\n", "b (2).md": "# M\n"]),
    Case(
      testDescription: "a link that both changed, as its memo moved there and its target here",
      files: ["a.md": "# A\n", "n.md": "# N\n\n1 [x](a.md)\n2 [x](a.md)\n\nend\n"],
      mover: { try $0.move("a.md", to: "dir", on: $1) }, writes: [:],
      expected: ["sub/n.md": "# N\n\n1 [x](../dir/a.md)\n2 [x](../dir/a.md)\n\nend\n"], relinked: ["sub/n.md"],
      conflicts: 1,
      writer: { try $0.move("n.md", to: "sub", on: $1) }),
    Case(
      testDescription: "a name that a new memo of the writer would take from the one that the mover has renamed",
      files: ["x/b.md": "# B\n", "n.md": "# N\n[[b]]\n"],
      mover: { try $0.rename("x/b.md", to: "New", on: $1) }, writes: ["New.md": "# Another\n"],
      expected: ["n.md": "# N\n[[x/New]]\n"]),
    Case(
      testDescription: "a chain of names",
      files: ["a.md": "# A\n", "b.md": "# B\nb\n", "n.md": "# N\n"],
      mover: {
        try $0.move("a.md", toFile: "c.md", on: $1)
        try $0.move("b.md", toFile: "a.md", on: $1)
      }, writes: ["n.md": "# N\n[x](b.md) [y](a.md)\n"], expected: ["n.md": "# N\n[x](a.md) [y](c.md)\n"]),
    Case(
      testDescription: "an empty memo that was deleted, and another one that was made",
      files: ["a.md": "", "n.md": "# N\n"],
      mover: {
        try $0.devices.remove("a.md", on: $1)
        try $0.write("", to: "b.md", on: $1)
      }, writes: ["n.md": "# N\n[[a]]\n"], expected: ["n.md": "# N\n[[a]]\n"], relinked: []),
    Case(
      testDescription: "a memo that is as its template, deleted, and the next one of that template",
      files: ["a.md": "# D\n", "t/daily.md": "# D\n", "n.md": "# N\n"],
      mover: {
        try $0.devices.remove("a.md", on: $1)
        try $0.write("# D\n", to: "x/b.md", on: $1)
      }, writes: ["n.md": "# N\n[x](a.md)\n"], expected: ["n.md": "# N\n[x](a.md)\n"], relinked: []),
    Case(
      testDescription: "a folder in other letters, and a new memo there",
      files: ["t/a.md": "# A\n", "n.md": "# N\n"], mover: { try $0.devices.rename("t", to: "T", on: $1) },
      writes: ["n.md": "# N\n[a](t/a.md) [m](t/m.md) [[t/m]]\n", "t/m.md": "# M\n[a](a.md) [n](../n.md) [[t/a]]\n"],
      expected: [
        "n.md": "# N\n[a](T/a.md) [m](T/m.md) [[t/m]]\n", "T/m.md": "# M\n[a](a.md) [n](../n.md) [[t/a]]\n",
      ], relinked: ["n.md"]),
    Case(
      testDescription: "Korean", files: ["계획.md": "# 계획\n", "n.md": "# N\n"],
      mover: { try $0.rename("계획.md", to: "새 계획", on: $1) }, writes: ["n.md": "# N\n[[계획]]을 보라\n"],
      expected: ["n.md": "# N\n[[새 계획]]을 보라\n"]),
  ]

  @Test(arguments: cases, [0, 1]) func aLinkLeadsWhereItsWriterMeant(_ example: Case, merging: Int) throws {
    let devices = try LinkedDevices(example.files)
    // The device that syncs last makes the merge.
    let (mover, writer) = (merging, 1 - merging)
    try example.mover(devices, mover)
    try example.writer(devices, writer)
    for (name, text) in example.writes { try devices.write(text, to: name, on: writer) }
    _ = try devices.sync(0)
    let report = try devices.sync(1)
    #expect(report.relinked.map(\.text) == example.relinked)
    #expect(report.conflicts == example.conflicts + report.displaced.count && report.isPushed)
    _ = try devices.sync(0)
    for device in 0...1 {
      for (name, text) in example.expected {
        let found = try devices.text(name, on: device)
        #expect(found == text, "\(name), \(device)")
      }
    }
    let again = [try devices.sync(1), try devices.sync(0)]
    #expect(again[0].isIdle && again[1].isIdle, "nothing is left to do")
  }

  @Test func aMemoThatBothMovedHasEachLinkOnce() throws {
    let devices = try LinkedDevices(["a.md": "# A\n", "n.md": "# N\n\nsee [x](a.md) now\n\nend\n"])
    try devices.move("n.md", to: "work", on: 0)
    try devices.move("n.md", to: "home/deep", on: 1)
    for device in [0, 1, 0] { _ = try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("work/n.md", on: device) == "# N\n\nsee [x](../a.md) now\n\nend\n")
      #expect(try devices.text("home/deep/n.md", on: device) == "# N\n\nsee [x](../../a.md) now\n\nend\n")
    }
  }

  @Test func aMemoOfWhichBothChangedTheCaseIsLinkedOnce() throws {
    let devices = try LinkedDevices(["Notes.md": "# T\n", "n.md": "# N\n\n[x](Notes.md) is it\n"])
    try devices.move("Notes.md", toFile: "notes.md", on: 0)
    try devices.move("Notes.md", toFile: "NOTES.md", on: 1)
    for device in [0, 1, 0] { _ = try devices.sync(device) }
    let text = try devices.text("n.md", on: 0)
    #expect(try devices.text("n.md", on: 1) == text)
    #expect(["# N\n\n[x](notes.md) is it\n", "# N\n\n[x](NOTES.md) is it\n"].contains(text))
  }

  @Test func linksFollowARenameThatPlainGitCommitted() throws {
    let devices = try LinkedDevices(["p.md": "# P\n\np\n", "n.md": "# N\n"])
    try devices.devices.place.shell("git mv p.md q.md; git commit -qm 'rename p'", in: "d1")
    try devices.write("# N\nlate [x](p.md)\n", to: "n.md", on: 0)
    for device in [0, 1, 0] { _ = try devices.sync(device) }
    for device in 0...1 { #expect(try devices.text("n.md", on: device) == "# N\nlate [x](q.md)\n") }
  }

  @Test func aFileWhoseLinksFollowedIsSentOnce() throws {
    let devices = try LinkedDevices(["a.md": "# A\n", "n.md": "# N\n", "m.md": "# M\n", "k.md": "# K\n"])
    try devices.rename("a.md", to: "New", on: 0)
    _ = try devices.sync(0)
    for name in ["n.md", "m.md"] { try devices.write("# X\n[[a]]\n", to: name, on: 1) }
    try devices.write("# K\nmore\n", to: "k.md", on: 1)
    let report = try devices.sync(1)
    #expect(report.sent == 3 && report.relinked.count == 2)
    #expect(try devices.sync(0).received == 3)
  }

  @Test func undoTakesTheLinksBack() throws {
    let devices = try LinkedDevices(["a.md": "# A\n", "n.md": "# N\n"])
    try devices.rename("a.md", to: "New", on: 0)
    try devices.write("# N\n[[a]]\n", to: "n.md", on: 1)
    _ = try devices.sync(0)
    _ = try devices.sync(1)
    #expect(try devices.text("n.md", on: 1) == "# N\n[[New]]\n")
    try devices.devices.undo(1)
    #expect(try devices.text("n.md", on: 1) == "# N\n[[a]]\n")
  }

  @Test(arguments: [0, 1]) func aRenameThatWasSyncedIsUndone(merging: Int) throws {
    let devices = try LinkedDevices(["a.md": "# A\n", "n.md": "# N\n"])
    let (mover, writer) = (merging, 1 - merging)
    try devices.rename("a.md", to: "New", on: mover)
    try devices.move("New.md", to: "sub", on: mover)
    for device in [mover, writer] { _ = try devices.sync(device) }
    try devices.write("# N\n[[New]] [x](sub/New.md)\n", to: "n.md", on: writer)
    for _ in 0..<2 { try devices.devices.undo(mover) }
    for device in [0, 1, 0] { _ = try devices.sync(device) }
    for device in 0...1 {
      let text = try devices.text("n.md", on: device)
      #expect(text == "# N\n[[A]] [x](a.md)\n")
    }
  }

  @Test(arguments: [nil, "b", "r"] as [String?])
  func bothNamesOfAMemoThatTwoOthersRenamedHaveTheLinks(next: String?) throws {
    let devices = try LinkedDevices(["a.md": "# A\n", "n.md": "# N\none\ntwo\nthree\n"], count: 3)
    try devices.rename("a.md", to: "New", on: 0)
    try devices.move("n.md", to: "p", on: 0)
    try devices.move("n.md", to: "q", on: 1)
    try devices.write("# N\none\n[[a]]\ntwo\nthree\n", to: "n.md", on: 2)
    for device in [0, 1] { _ = try devices.sync(device) }
    if let next {
      try devices.move("q/n.md", to: next, on: 1)
      _ = try devices.sync(1)
    }
    let names = ["p/n.md", "\(next ?? "q")/n.md"].sorted()
    #expect(try devices.sync(2).relinked.map(\.text) == names)
    for device in [0, 1] { _ = try devices.sync(device) }
    for device in 0...2 {
      for name in names { #expect(try devices.text(name, on: device) == "# N\none\n[[New]]\ntwo\nthree\n") }
    }
  }

  @Test func devicesThatMergeAtTheSameTimeComeToTheSameText() throws {
    let devices = try LinkedDevices(["a.md": "# A\n", "n.md": "# N\n"], count: 3)
    try devices.rename("a.md", to: "New", on: 0)
    try devices.write("# N\n[[a]]\n", to: "n.md", on: 1)
    try devices.write("# N\n\nx\n", to: "n.md", on: 2)
    for device in [0, 1, 2, 1, 0] { _ = try devices.sync(device) }
    let texts = try (0...2).map { try devices.text("n.md", on: $0) ?? "" }
    #expect(Set(texts).count == 1)
    #expect(texts[0].contains("[[New]]\n") && !texts[0].contains("[[a]]"), "\(texts)")
    let conflicts = try devices.devices.conflicts(0)
    #expect(conflicts.isEmpty)
  }
}

/// Devices on which memo's own commands run.
final class LinkedDevices: Sendable {
  nonisolated(unsafe) let devices: SyncedDevices

  /// Devices that all have the same files.
  init(_ files: [String: String], count: Int = 2) throws {
    devices = try SyncedDevices(count)
    for (name, text) in files { try devices.write(text, to: name, on: 0) }
    try devices.spread(from: 0)
  }

  func write(_ text: String, to name: String, on device: Int) throws { try devices.write(text, to: name, on: device) }

  func text(_ name: String, on device: Int) throws -> String? { try devices.text(name, on: device) }

  func sync(_ device: Int, by other: (any Git)? = nil) throws -> SyncReport {
    var options = SyncOptions()
    (options.settling, options.longestTurn) = (.zero, .zero)
    return try LinkedSync(
      vault: devices.vault(device), syncer: devices.syncer(device, by: other), clock: SystemClock()
    ).run(options)
  }

  func rename(_ path: String, to title: String, isTitleOnly: Bool = false, on device: Int) throws {
    try change(path, device, "rename") { try $0.rename($1, to: title, isTitleOnly: isTitleOnly) }
  }

  func move(_ path: String, to folder: String, on device: Int) throws {
    try change(path, device, "move") { try $0.move($1, to: VaultPath(folder)) }
  }

  func move(_ path: String, toFile newPath: String, on device: Int) throws {
    try change(path, device, "move") { try $0.move($1, toFile: VaultPath(newPath)) }
  }

  private func change(
    _ path: String, _ device: Int, _ name: String, _ change: (MemoRenaming, ReadMemo) throws -> Relocation
  ) throws {
    let vault = try devices.vault(device)
    let renaming = MemoRenaming(in: vault, try vault.refresh())
    let relocation = try change(renaming, ReadMemo(VaultPath(path), in: vault))
    _ = try relocation.carryOut(name, by: OperationHistory(of: vault), at: SystemClock().now)
  }
}
