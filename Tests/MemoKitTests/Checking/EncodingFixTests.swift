import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct EncodingFixTests {
  private static let korean: [UInt8] = [0x23, 0x20, 0xC8, 0xB8, 0xC0, 0xC7, 0xB7, 0xCF, 0x0D, 0x0A]
  private static let time: Int64 = 1_500_000_000_123_456_789

  private static func vault() throws -> ChangedVault {
    let vault = try ChangedVault(["plan.md": "# Plan\n[[old/b]]\n", "new/b.md": "# B\n"])
    try vault.folder.write(korean, to: VaultPath("회의.md"), modified: time)
    try vault.folder.write(Array("회의를\n합니다 ".utf8) + [0xC8], to: VaultPath("broken.md"), modified: time)
    return vault
  }

  @Test func theProblemsAreReported() throws {
    let vault = try Self.vault()
    let found = VaultCheck(vault.vault, try vault.vault.refresh()).problems().filter { $0.code == "encoding" }
    #expect(
      found == [
        VaultProblem(
          kind: .encoding(.brokenUTF8), path: VaultPath("broken.md"), position: TextPosition(line: 2, column: 5)),
        VaultProblem(kind: .encoding(.likely(.korean)), path: VaultPath("회의.md"), position: .start),
      ])
  }

  @Test func conversionAndRepairOfLinksAreOneOperation() throws {
    let vault = try Self.vault()
    let before = try vault.files()
    let check = VaultCheck(vault.vault, try vault.vault.refresh())
    let encodings = try check.conversions(of: check.problems())
    #expect(encodings.conversions.map(\.firstLine) == ["# 회의록"])
    _ = try check.fix(check.problems()).carryOut(by: vault.history, at: 1, with: encodings)
    let after = try vault.files()
    let time = Self.time + FileStamp.step
    #expect(after[VaultPath("회의.md")] == .init(bytes: Array("# 회의록\r\n".utf8), modified: time))
    #expect(after[VaultPath("broken.md")] == before[VaultPath("broken.md")])
    #expect(try vault.texts()["plan.md"] == "# Plan\n[[new/b]]\n")
    _ = try vault.history.undo()
    #expect(try vault.files() == before)
  }

  @Test func aMemoSavedSinceIsNotConverted() throws {
    let vault = try Self.vault()
    let check = VaultCheck(vault.vault, try vault.vault.refresh())
    let encodings = try check.conversions(of: check.problems())
    try vault.folder.write(Self.korean + Self.korean, to: VaultPath("회의.md"))
    #expect(throws: OperationError.changed([VaultPath("회의.md")])) {
      try check.fix([]).carryOut(by: vault.history, at: 1, with: encodings)
    }
    #expect(try vault.files()[VaultPath("회의.md")]?.bytes == Self.korean + Self.korean)
  }
}
