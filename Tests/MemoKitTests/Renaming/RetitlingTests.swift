import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// Links by titles, after a title was retyped in the text.
@Suite struct RetitlingTests {
  private static let path = VaultPath("trip.md")

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write("# Autumn trip\n\nsee [[Autumn trip#Plan]]\n\n## Plan\n", to: "trip.md")
    try folder.write(
      "# A\n\n[[Autumn trip]], [[autumn TRIP|the trip]], [[trip]], [x](trip.md)\n", to: "a.md", modified: 5)
    try folder.write("# B\n\nnothing\n", to: "b.md")
  }

  private func retype(_ title: String, _ vault: Vault) throws -> [VaultPath] {
    let retitling = Retitling(of: Self.path, in: try vault.refresh(), of: vault)
    try folder.write("\(title)\n\nsee [[Autumn trip#Plan]]\n\n## Plan\n", to: "trip.md")
    return try retitling?.carryOut(by: OperationHistory(of: vault), at: 9).changed ?? []
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try folder.bytes(of: VaultPath(path)) ?? [], as: UTF8.self)
  }

  @Test func linksByTheTitleFollowItAndOthersStay() throws {
    let vault = try folder.openVault()
    #expect(try retype("# Spring trip", vault).map(\.text) == ["a.md", "trip.md"])
    #expect(try text("a.md") == "# A\n\n[[Spring trip]], [[Spring trip|the trip]], [[trip]], [x](trip.md)\n")
    #expect(try text("trip.md") == "# Spring trip\n\nsee [[Spring trip#Plan]]\n\n## Plan\n")
    #expect(vault.files.stamp(of: VaultPath("a.md"))?.modified == 5 + FileStamp.step, "its own text is the same")
    _ = try OperationHistory(of: vault).undo()
    #expect(try text("a.md").contains("[[Autumn trip]]"), "it is one operation")
  }

  @Test func linksAndTitleAreUndoneAsOne() throws {
    let vault = try folder.openVault()
    let history = OperationHistory(of: vault)
    let before = try [text("trip.md"), text("a.md")]
    var retitling = try #require(Retitling(of: Self.path, in: try vault.refresh(), of: vault))
    retitling.typing = try type("# Spring trip\n\nsee [[Autumn trip#Plan]]\n\n## Plan\n", vault)
    #expect(try retitling.carryOut(by: history, at: 9).changed.map(\.text) == ["a.md", "trip.md"])
    let after = try [text("trip.md"), text("a.md")]
    #expect(after[0].contains("[[Spring trip#Plan]]") && after[1].contains("[[Spring trip]]"))
    #expect(try history.list().map(\.changed) == [[VaultPath("a.md"), Self.path]])
    _ = try history.undo()
    #expect(try [text("trip.md"), text("a.md")] == before)
    #expect(vault.files.stamp(of: VaultPath("a.md"))?.modified == 5)
    _ = try history.redo()
    #expect(try [text("trip.md"), text("a.md")] == after)
  }

  @Test func linksAreUndoneAloneWhereSomethingWasDoneInBetween() throws {
    let vault = try folder.openVault()
    let history = OperationHistory(of: vault)
    var retitling = try #require(Retitling(of: Self.path, in: try vault.refresh(), of: vault))
    retitling.typing = try type("# Spring trip\n", vault)
    _ = try type("# Winter trip\n", vault)
    #expect(try retitling.carryOut(by: history, at: 9).changed.map(\.text) == ["a.md"])
    _ = try history.undo()
    #expect(try text("trip.md") == "# Winter trip\n" && text("a.md").contains("[[Autumn trip]]"))
  }

  private func type(_ text: String, _ vault: Vault) throws -> PastOperation? {
    let memo = try ReadMemo(Self.path, in: vault)
    let draft = try OperationHistory(of: vault).begin("edit", at: 8)
    try draft.replace(Self.path, contents: Array(text.utf8), read: XXHash64.hash(memo.bytes))
    return try draft.commit()
  }

  @Test(arguments: ["# Autumn trip", "# Autumn trip ", "Autumn trip"])
  func nothingHappensWhereThereIsNoOtherTitle(title: String) throws {
    let before = try text("a.md")
    #expect(try retype(title, folder.openVault()).isEmpty && text("a.md") == before)
  }

  @Test func aLinkThatCannotWriteTheTitleIsLost() throws {
    try folder.write("# Notes\n", to: "C# notes.md")
    try folder.write("[[Notes]]\n", to: "c.md")
    let vault = try folder.openVault()
    let retitling = try #require(Retitling(of: VaultPath("C# notes.md"), in: try vault.refresh(), of: vault))
    try folder.write("# Notes | more\n", to: "C# notes.md")
    let (changed, lost) = try retitling.carryOut(by: OperationHistory(of: vault), at: 9)
    #expect(changed.isEmpty && lost.map(\.path.text) == ["c.md"] && lost.map(\.target) == ["Notes"])
  }

  @Test func whatIsGoneByThenIsLeftOut() throws {
    let vault = try folder.openVault()
    let retitling = try #require(Retitling(of: Self.path, in: try vault.refresh(), of: vault))
    try folder.write("# Other\n", to: "trip.md")
    try folder.remove(VaultPath("a.md"))
    #expect(try retitling.carryOut(by: OperationHistory(of: vault), at: 9).changed.isEmpty)
    try folder.remove(VaultPath("trip.md"))
    #expect(try retitling.carryOut(by: OperationHistory(of: vault), at: 9).changed.isEmpty)
  }

  @Test func namesOfFilesAreNoTitlesThatAreTyped() throws {
    try folder.write("", to: ".obsidian/app.md")
    let vault = try folder.openVault()
    #expect(Retitling(of: Self.path, in: try vault.refresh(), of: vault) == nil)
  }
}
