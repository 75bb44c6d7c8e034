import MemoCore
import MemoKit
import Testing

/// What an import makes of text files, which become memos.
struct ImportedTextsTests {
  private let own: OwnVault

  init() throws {
    own = try OwnVault()
  }

  @Test(arguments: ["txt", "TXT", "md"])
  func linksToThemLeadToThemAndNotToMemosOfTheVault(ending: String) throws {
    try own.write("# Mine\n", to: "장보기.md")
    try own.writeOutside("우유\n", to: "notes/x/장보기.\(ending)")
    try own.writeOutside("[[장보기]] [[우유]] [[none]]\n", to: "notes/y/주간.\(ending)")
    let report = try own.importFolder()
    #expect(report.imported.count == 2 && report.strayed.isEmpty)
    #expect(try own.files().keys.filter { $0.text.hasPrefix("y/") }.count == 1)
    let kept = try own.files().first { $0.key.text.hasPrefix("y/") }?.value.bytes
    #expect(kept.map { String(decoding: $0, as: UTF8.self) } == "[[x/장보기]] [[우유]] [[none]]\n")
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.skipped.count == 2, "\(again.imported)")
  }

  @Test func linksFollowOneThatGetsANumber() throws {
    try own.write("# Mine\n", to: "a/장보기.md")
    try own.writeOutside("우유\n", to: "notes/a/장보기.txt")
    try own.writeOutside("[[장보기]] [[a/장보기]] [t](장보기.txt)\n", to: "notes/a/주간.txt")
    let report = try own.importFolder()
    #expect(report.imported.map(\.text) == ["a/장보기-2.md", "a/주간.md"] && report.strayed.isEmpty)
    #expect(try own.text("a/주간.md") == "[[장보기-2]] [[a/장보기-2]] [t](장보기-2.md)\n")
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.skipped.count == 2, "\(again.imported)")
  }

  @Test func ofAMemoAndATextWithOneNameLinksMeanTheMemo() throws {
    try own.write("# Mine\n", to: "plan.md")
    for name in ["x/plan.md", "x/plan.txt"] { try own.writeOutside("# \(name)\n", to: "notes/\(name)") }
    try own.writeOutside("[[plan]]\n", to: "notes/y/a.txt")
    #expect(try own.importFolder().imported.map(\.text) == ["x/plan.md", "x/plan-2.md", "y/a.md"])
    #expect(try own.text("y/a.md") == "[[x/plan]]\n")
  }
}
