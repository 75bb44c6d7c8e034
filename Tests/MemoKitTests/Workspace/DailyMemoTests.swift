import MemoCore
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// The memo of a day in a vault whose devices differ in their languages.
@Suite struct DailyMemoTests {
  private static let wednesday = CivilDate(year: 2026, month: 5, day: 20)

  private let vault: ChangedVault

  init() throws {
    vault = try ChangedVault()
    try vault.folder.write(#"{"daily": {"folder": "log", "format": "YYYY-MM-DD dddd"}}"#, to: ".memo/config.json")
  }

  private func workspace(_ locale: String) throws -> Workspace {
    Workspace(try vault.folder.openVault(), on: .tested(in: vault.folder), locale: locale)
  }

  @Test func aNewOneIsNamedInTheUsersLanguage() throws {
    #expect(try workspace("en_GB").todayPath(on: Self.wednesday).text == "log/2026-05-20 Wednesday.md")
    #expect(try workspace("ko_KR").todayPath(on: Self.wednesday).text == "log/2026-05-20 수요일.md")
  }

  @Test(arguments: ["log/2026-05-20 Wednesday.md", "log/2026-05-20 수요일.md", "2025/2026-05-20 수요일.md"])
  func oneThatExistsIsFoundInEveryLanguage(path: String) throws {
    try vault.folder.write("written\n", to: path)
    for locale in ["en_US", "en_GB", "ko_KR"] {
      #expect(try workspace(locale).todayPath(on: Self.wednesday).text == path, "\(locale)")
      #expect(try workspace(locale).today() == .existing(VaultPath(path)), "\(locale)")
    }
  }

  @Test func ofTwoTheOneInTheUsersLanguageIsMeant() throws {
    try vault.folder.write("a\n", to: "log/2026-05-20 Wednesday.md")
    try vault.folder.write("b\n", to: "log/2026-05-20 수요일.md")
    #expect(try workspace("en_US").todayPath(on: Self.wednesday).text == "log/2026-05-20 Wednesday.md")
    #expect(try workspace("ko_KR").todayPath(on: Self.wednesday).text == "log/2026-05-20 수요일.md")
  }

  /// Weeks begin on Monday in Britain and on Sunday in Korea: on 15 March, the memo of the next week is another one.
  @Test func theMemoOfAWeekIsThatOfTheUsersRegion() throws {
    try vault.folder.write(#"{"daily": {"format": "gggg-[W]ww"}}"#, to: ".memo/config.json")
    try vault.folder.write("the week that begins on the 16th\n", to: "2026-W12.md")
    let sunday = CivilDate(year: 2026, month: 3, day: 15)
    #expect(try workspace("en_GB").todayPath(on: sunday).text == "2026-W11.md")
  }

  /// As `memo init` has it set in a vault of Obsidian.
  @Test(arguments: ["Daily note", "T/Daily note", "T/Daily note.md", "t/daily NOTE"])
  func theTemplateIsNamedByItsPathThoughItsFolderIsIgnored(name: String) throws {
    try vault.folder.write(
      #"{"ignore": ["T/"], "templates": "T", "daily": {"template": "\#(name)"}}"#, to: ".memo/config.json")
    try vault.folder.write("of {{title}}\n", to: "T/Daily note.md")
    let text = try workspace("en_US").filledTemplate(name, title: "today")
    #expect(String(decoding: text, as: UTF8.self) == "of today\n")
  }
}
