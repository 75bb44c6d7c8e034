import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// A write that finished before a refresh began is seen by it.
@Suite struct ReadYourWritesTests {
  private static let memo = VaultPath("memo.md")

  // Cut to whole ticks, times look as they do on kernels that keep no finer ones: most edits here change no stamp.
  @Test(arguments: [1, 10_000_000] as [Int64])
  func everyRapidEditInPlaceIsSeen(grain: Int64) throws {
    let vault = try WatchedVault(grain: grain)
    try vault.folder.write("edit 000000", to: "memo.md")
    for edit in 1...350 {
      let text = "edit \(100_000 + edit)"
      try vault.folder.overwrite(Self.memo, with: Array(text.utf8))
      let seen = try titles(vault)
      guard seen == [text] else {
        Issue.record("edit \(edit): \(seen)")
        return
      }
    }
  }

  @Test(arguments: [1, 10_000_000] as [Int64])
  func everyRapidEditWithItsTimePutBackIsSeen(grain: Int64) throws {
    let vault = try WatchedVault(grain: grain)
    try vault.folder.write("edit 000000", to: "memo.md", modified: 1_600_000_000_123_456_789)
    for edit in 1...350 {
      let text = "edit \(100_000 + edit)"
      try vault.folder.overwrite(Self.memo, with: Array(text.utf8))
      try vault.folder.setModified(1_600_000_000_123_456_789, of: Self.memo)
      let seen = try titles(vault)
      guard seen == [text] else {
        Issue.record("edit \(edit): \(seen)")
        return
      }
    }
  }

  @Test(arguments: [1, 10_000_000] as [Int64])
  func everyRapidChangeOfAFolderIsSeen(grain: Int64) throws {
    let vault = try WatchedVault(grain: grain)
    var path = VaultPath("folder/0.md")
    try vault.folder.write("same text", to: path.text)
    for edit in 1...200 {
      let next = VaultPath("folder/\(edit).md")
      try vault.folder.rename(path, to: next)
      path = next
      let seen = try vault.refresh().memos.map(\.path)
      guard seen == [path] else {
        Issue.record("edit \(edit): \(seen.map(\.text))")
        return
      }
    }
  }

  @Test func aFileReplacedAtomicallyIsSeen() throws {
    let vault = try WatchedVault()
    for edit in 1...300 {
      try vault.folder.write("edit \(edit)", to: ".new", modified: 1_600_000_000_000_000_000)
      try vault.folder.rename(VaultPath(".new"), to: Self.memo)
      #expect(try titles(vault) == ["edit \(edit)"])
    }
  }

  @Test func aTimeInTheFutureNeverSettles() throws {
    let vault = try WatchedVault()
    let future: Int64 = 4_000_000_000_000_000_000
    try vault.folder.write("first", to: "memo.md", modified: future)
    try vault.folder.write("other", to: "other.md")
    for _ in 0..<3 {
      _ = try vault.refresh()
      #expect(vault.files.takeReads().contains(Self.memo))
    }
  }

  @Test func anUnchangedFileIsNotReadAgain() throws {
    let vault = try WatchedVault()
    try vault.folder.write("first", to: "folder/memo.md")
    try vault.folder.write("other", to: "folder/other.md")
    try vault.settle()
    try vault.folder.write("third", to: "folder/third.md")
    _ = try vault.refresh()
    #expect(vault.files.takeReads() == [VaultPath("folder/third.md")])
  }

  @Test func aTouchedFileIsReadAndItsTimeTaken() throws {
    let vault = try WatchedVault()
    try vault.folder.write("first", to: "memo.md")
    try vault.settle()
    try vault.folder.setModified(1_500_000_000_000_000_001, of: Self.memo)
    let index = try vault.refresh()
    #expect(index.memos.map(\.modified) == [1_500_000_000_000_000_001])
    #expect(index.counts == RefreshCounts(added: 0, changed: 1, removed: 0))
  }

  private func titles(_ vault: WatchedVault) throws -> [String] {
    let index = try vault.refresh()
    return index.memos.map(index.title)
  }
}
