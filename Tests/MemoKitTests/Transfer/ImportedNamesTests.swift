import Foundation
import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import Testing

/// Names in other encodings, as those of a zip from a Korean Windows.
struct ImportedNamesTests {
  private let own: OwnVault

  init() throws {
    own = try OwnVault()
  }

  private static let korean = String.Encoding(rawValue: 0x8000_0422)
  private static let japanese = String.Encoding(rawValue: 0x8000_0420)

  /// Writes a text in an encoding under a name in it.
  private func write(_ text: String, to path: String, in encoding: String.Encoding = Self.korean) throws {
    func bytes(_ text: String) throws -> [UInt8] { Array(try #require(text.data(using: encoding))) }
    let path = VaultPath(bytes: try bytes("notes/" + path))
    try #require(try own.host.vault(at: own.outside).writer.create(path, contents: bytes(text), modified: nil))
  }

  @Test func theyAreConvertedAsTextsAre() throws {
    try own.write("# Mine\n", to: "회의록.md")
    try write("[[회의록]] ![](그림/사진.png) [t](회의록.txt)\n", to: "업무/주간 보고.txt")
    try write("오늘 회의 내용\n", to: "업무/회의록.txt")
    try write("picture", to: "업무/그림/사진.png")
    let planned = try own.importFolder(isDryRun: true)
    let report = try own.importFolder()
    #expect(report == planned)
    #expect(report.imported.map(\.text) == ["업무/주간 보고.md", "업무/회의록.md"] && report.failed.isEmpty)
    #expect(report.attachments.map(\.text) == ["업무/그림/사진.png"] && report.others.isEmpty)
    #expect(report.nameEncoding == .korean && report.decoded.count == 5 && report.foreignNames.isEmpty)
    #expect(try own.text("업무/주간 보고.md") == "[[업무/회의록]] ![](그림/사진.png) [t](회의록.md)\n")
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.attachments.isEmpty && again.skipped.count == 2, "\(again.imported)")
  }

  @Test func inDoubtTheyAreInTheEncodingOfTheTexts() throws {
    try write("우유를 사고 두부를 사자\n", to: "똠방각하.txt")
    #expect(try own.importFolder().imported.map(\.text) == ["똠방각하.md"])
  }

  @Test func japaneseNamesAreConvertedToo() throws {
    try write("会議のメモです\n", to: "会議メモ.txt", in: Self.japanese)
    let report = try own.importFolder()
    #expect(report.imported.map(\.text) == ["会議メモ.md"] && report.nameEncoding == .japanese)
  }

  @Test func aFileAloneIsNamedAsOneOfAFolder() throws {
    try write("오늘 회의 내용\n", to: "회의록.txt")
    let name = try #require("회의록.txt".data(using: Self.korean))
    let report = try own.importer().importFile(
      own.outside.appending("notes").appending(VaultPath(bytes: Array(name))), host: own.host)
    #expect(report.imported.map(\.text) == ["회의록.md"] && report.nameEncoding == .korean)
  }

  @Test func aNameThatIsThereAlreadyIsNotTakenTwice() throws {
    try write("오늘 회의 내용\n", to: "회의록.txt")
    try own.writeOutside("other\n", to: "notes/회의록.txt")
    let report = try own.importFolder()
    #expect(report.imported.count == 2 && report.failed.isEmpty)
    #expect(try own.text("회의록.md") == "other\n")
  }

  @Test func aMemoThatHasItsNameInTheVaultAlreadyStaysThatMemo() throws {
    try write("오늘 회의 내용\n", to: "회의록.md")
    let name = VaultPath(bytes: Array(try #require("회의록.md".data(using: Self.korean))))
    try #require(try own.vault.writer.create(name, contents: Array("오늘 회의 내용\n".utf8), modified: nil))
    let report = try own.importFolder()
    #expect(report.imported.isEmpty && report.skipped == [name] && report.nameEncoding == nil)
  }

  @Test func thoseWhoseEncodingIsNotClearAreKeptAndCheckFindsThem() throws {
    let name = VaultPath(bytes: [0x61, 0xFF] + Array(".md".utf8))
    let path = VaultPath("notes").appending(name.bytes)
    try #require(try own.host.vault(at: own.outside).writer.create(path, contents: [0x61], modified: nil))
    let report = try own.importFolder()
    #expect(report.imported == [name] && report.foreignNames == [name] && report.nameEncoding == nil)
    let problems = VaultCheck(own.vault, try own.vault.refresh()).problems()
    #expect(problems.map(\.kind) == [.foreignName] && problems.map(\.path) == [name])
  }
}
