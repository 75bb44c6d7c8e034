import Foundation
import MemoCore
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// The law of transfer: what is exported and imported into an empty vault is the same vault. A folder may have been on a Mac
/// in between, so names come back from it composed.
struct RoundTripTests {
  @Test(arguments: 0..<25 as Range<UInt64>)
  func aVaultSurvivesJSON(seed: UInt64) throws {
    let (old, new) = (try OwnVault(), try OwnVault())
    try RandomVault(seed: seed).fill(old)
    let report = try new.importJSON(old.exportJSON())
    #expect(report.failed == [])
    try expectEqual(new.files(), old.files(), seed)
  }

  @Test(arguments: 0..<25 as Range<UInt64>)
  func aVaultSurvivesAFolder(seed: UInt64) throws {
    let (old, new) = (try OwnVault(), try OwnVault())
    try RandomVault(seed: seed).fill(old)
    let folder = old.outside.appending("copy")
    let out = try MemoExport(from: old.vault).exportFolder(old.files().keys.sorted(), to: folder, host: old.host)
    let back = try new.importer().importFolder(folder, host: new.host)
    #expect(out.failed == [] && back.failed == [])
    let twins = Dictionary(grouping: try old.files().keys, by: Self.composed)
    var expected = Dictionary(
      uniqueKeysWithValues: try old.files().map { path, file in
        (twins[Self.composed(path)]?.count == 1 ? Self.composed(path) : path, file)
      })
    // A single odd byte in a text may be a letter of another encoding; a folder does not say that it was exported.
    for memo in back.converted {
      let bytes = try #require(expected[memo.path]?.bytes)
      expected[memo.path]?.bytes = try #require(bytes.withUnsafeBytes(memo.encoding.utf8))
    }
    try expectEqual(new.files(), expected, seed)
  }

  /// The same for memos without paths, as other programs export them: titles, bodies and times survive.
  @Test func theSampleOfAnotherProgramSurvives() throws {
    let (old, new) = (try OwnVault(), try OwnVault())
    let json =
      #"[{"title": "b", "body": "x\n", "last_modified": 1.25}, {"title": "한글", "body": "", "last_modified": 2}]"#
    _ = try old.importJSON(json)
    _ = try new.importJSON(old.exportJSON())
    #expect(try new.files() == old.files())
    #expect(
      try old.exportJSON() == """
        [
        {"title":"b","body":"x\\n","last_modified":1.25,"path":"b.md"},
        {"title":"한글","body":"","last_modified":2,"path":"한글.md"}
        ]

        """)
  }

  private static func composed(_ path: VaultPath) -> VaultPath {
    let text = String(validating: path.bytes, as: UTF8.self)
    return text.map { VaultPath($0.precomposedStringWithCanonicalMapping) } ?? path
  }

  private func expectEqual(
    _ new: [VaultPath: OwnVault.Kept], _ old: [VaultPath: OwnVault.Kept], _ seed: UInt64
  ) throws {
    #expect(old.count >= 8, "seed \(seed) makes too small a vault")
    for path in Set(new.keys).union(old.keys) where new[path] != old[path] {
      Issue.record(
        "seed \(seed): \(path.text): was \(String(describing: old[path])), is \(String(describing: new[path]))")
    }
  }
}

/// Makes vaults of whatever is hard to keep.
private struct RandomVault {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  func fill(_ vault: OwnVault) throws {
    var maker = self
    while try vault.files().count < 8 { try maker.addMemo(to: vault) }
  }

  private mutating func addMemo(to own: OwnVault) throws {
    let folder = pick(["", "", "요리/", "Home life/", "a/b/c/", "A/", "e\u{301}/", "é/"])
    let stems = [
      "회의록", "회의록".decomposedStringWithCanonicalMapping, "a b", "A", "a", "é", "e\u{301}", "x.md", "2026-03-10",
      String(repeating: "긴", count: 80),
      "a  b", "memo-2", "memo",
    ]
    let ending = pick([".md", ".md", ".markdown"])
    var name = Array((folder + pick(stems)).utf8)
    if Int.random(in: 0..<10, using: &random) == 0 { name.append(0xFF) }
    _ = try own.vault.writer.create(
      VaultPath(bytes: name + Array(ending.utf8)), contents: contents(),
      modified: Int64.random(in: -1_000_000_000_000_000_000...4_000_000_000_000_000_000, using: &random))
  }

  private mutating func contents() -> [UInt8] {
    let pieces = [
      "# 제목", "제목", "\n", "\r\n", "\r", "\n\n", " ", "# ", "#", "## a ##", "---\n", "title: 다른 제목\n", "tags: [a]\n",
      "본문",
      "\u{FEFF}", "\"", "\\", "\u{0}", "\u{1B}[31m", "\u{202E}", "e\u{301}", "😀", "\u{2028}", "\u{FFFD}", "\u{85}",
      "제목 #",
    ]
    var bytes: [UInt8] = Array(
      pick(["", "", "\u{FEFF}", "---\ntitle: 앞\n---\n", "# 제목\n\n", "# 제목\n", "\u{FEFF}---\r\n"]).utf8)
    for _ in 0..<Int.random(in: 0..<12, using: &random) { bytes += pick(pieces).utf8 }
    if Int.random(in: 0..<4, using: &random) == 0 {
      bytes.insert(UInt8.random(in: 0x80...0xFF, using: &random), at: Int.random(in: 0...bytes.count, using: &random))
    }
    return bytes
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }
}
