import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@Suite struct FolderSpellingTests {
  private static let composed = "50 한국"
  private static let apart = "50 \u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"

  @Test(
    arguments: [
      ("50 한국", "50 한국", "50 한국"), ("50 한국", apart, apart), (apart, "50 한국", "50 한국"),
      ("a/50 한국/b", "a/" + apart, "a/" + apart + "/b"),
      ("50 한국/caf\u{E9}", apart + "/cafe\u{301}", apart + "/cafe\u{301}"),
      ("new/50 한국", apart, "new/50 한국"), ("Work", "work", "Work"), ("", "a", ""),
    ])
  func aFolderIsSpelledAsOnTheDisk(written: String, there: String, path: String) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolders(VaultPath(there))
    let found = try FolderSpelling(in: try folder.openVault().files).folder(VaultPath(written))
    #expect(found == VaultPath(path), "\(written) beside \(there): \(found.text)")
  }

  @Test func ofTwinsTheExactOneIsMeantElseTheFirst() throws {
    let folder = try TemporaryFolder()
    // Half taken apart: neither is the one in NFC.
    let other = "50 한\u{1100}\u{116E}\u{11A8}"
    for name in [Self.apart, other] { try folder.makeFolders(VaultPath(name)) }
    let spelling = FolderSpelling(in: try folder.openVault().files)
    #expect(try spelling.folder(VaultPath(other)) == VaultPath(other))
    #expect(try spelling.folder(VaultPath(Self.apart)) == VaultPath(Self.apart))
    #expect(try spelling.folder(VaultPath(Self.composed)) == min(VaultPath(other), VaultPath(Self.apart)))
  }

  @Test func bytesThatAreNoTextAreThemselves() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolders(VaultPath("\u{FFFD}"))
    let path = VaultPath(bytes: [0xFF])
    #expect(try FolderSpelling(in: try folder.openVault().files).folder(path) == path)
  }
}
