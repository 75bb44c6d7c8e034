import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// The first index is written while it is read; it answers as one that is put together in memory.
@Suite struct FirstIndexTests {
  /// How many memos stand in each folder: several blocks of records, in part across folders.
  private static let folders = [
    ("", 3), ("a", 140), ("a b", 1), ("a/c", 260), ("empty", 0), ("empty/inner", 0), ("z", 37),
  ]

  @Test func aFirstIndexAnswersAsTheFilesDo() throws {
    try expectAnswersAgree(try filledVault())
  }

  @Test(arguments: [0, 1, 127, 128, 200, 439])
  func unreadableMemosLeaveNoGap(first: Int) throws {
    let vault = try filledVault()
    let paths = Self.paths
    vault.files.refuse([paths[first], paths[paths.count - 1]], [.read])
    let index = try expectAnswersAgree(vault)
    #expect(index.count == paths.count - 2)
    #expect(index.problems.count == 2)
    vault.files.refuse([])
    #expect(try vault.refresh().count == paths.count, "the unreadable memos are read later")
    try expectAnswersAgree(vault)
  }

  @Test func memosThatVanishWhileOthersAreReadAreNotThere() throws {
    let vault = try filledVault()
    let folder = vault.folder
    let gone = Set(Self.paths.enumerated().filter { $0.offset % 7 == 3 }.map(\.element))
    vault.files.setBefore { call, path throws(FileError) in
      if call == .read, gone.contains(path) { try? folder.remove(path) }
    }
    let index = try vault.refresh(isRebuild: true)
    #expect(index.count == Self.paths.count - gone.count)
    #expect(index.counts.added == index.count)
    #expect(index.problems.isEmpty)
    try expectAnswersAgree(vault)
  }

  @Test func aFolderThatCannotBeListedIsListedLater() throws {
    let vault = try filledVault()
    vault.files.refuse([VaultPath("a/c")], [.list])
    let index = try expectAnswersAgree(vault)
    #expect(index.count == Self.paths.count - 260)
    vault.files.refuse([])
    #expect(try vault.refresh().count == Self.paths.count)
  }

  @Test func allMemosAreCountedWhileTheyAreRead() throws {
    let counted = Mutex<[Int]>([])
    _ = try filledVault().refresh(isRebuild: true) { done, total in
      counted.withLock { $0.append(done) }
      #expect(total == Self.paths.count)
    }
    let last = counted.withLock { $0.max() }
    #expect(last == Self.paths.count)
  }

  private static let paths = folders.flatMap { folder, count in
    (0..<count).map { VaultPath(folder.isEmpty ? "memo-\($0).md" : "\(folder)/memo-\($0).md") }
  }

  private func filledVault() throws -> WatchedVault {
    let vault = try WatchedVault()
    for (folder, _) in Self.folders where !folder.isEmpty { try vault.folder.makeFolders(VaultPath(folder)) }
    for (number, path) in Self.paths.enumerated() {
      // Each time is that of several memos, so that paths decide their order.
      try vault.folder.write(
        Array("# Memo \(number)\n\(String(repeating: "word ", count: number % 50)) #tag".utf8), to: path,
        modified: Int64(number % 11) * 1_000_000_000)
    }
    return vault
  }

  @discardableResult
  private func expectAnswersAgree(_ vault: WatchedVault) throws -> VaultIndex {
    let index = try vault.refresh(isRebuild: true)
    let (first, read) = (IndexAnswer(index), IndexAnswer(try vault.readAll()))
    #expect(first == read, "\(first.difference(from: read))")
    let kept = IndexAnswer(try vault.refresh())
    #expect(kept == read, "\(kept.difference(from: read))")
    return index
  }
}
