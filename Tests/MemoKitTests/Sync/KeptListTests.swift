import MemoCore
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// The lists that a sync keeps for the next one.
@Suite struct KeptListTests {
  private let place: TemporaryFolder
  private let folder: SyncFolder

  private static let entry = TreeEntry(path: VaultPath("a.md"), id: ObjectId(ofBlob: [1]))
  private static let other = ObjectId(ofBlob: [2])

  init() throws {
    place = try TemporaryFolder()
    folder = SyncFolder(vault: try place.openVault())
  }

  private func file(_ name: String) -> VaultPath { VaultPath(".git/memo/\(name)") }

  /// Writes what cannot be written at first: a folder has the name of the file.
  private func writeTwice(_ name: String, isThrown: Bool = true, _ write: () throws -> Void) throws {
    try place.makeFolders(file(name))
    if isThrown { #expect(throws: FileError.self) { try write() } } else { try write() }
    try place.remove(file(name))
    try write()
  }

  /// Of blobs whose filter took long to fail.
  @Test func ofSlowFailuresTheOneTriedLongestAgoIsFirstAndAllAreForgottenInAnHour() {
    let hour: Int64 = 3_600_000_000_000
    let entries = ["a.md", "b.md", "c.md"].map { TreeEntry(path: VaultPath($0), id: Self.other) }
    func failures(at now: Int64, mark: UInt64 = 7) -> SlowFailures { SlowFailures(in: folder, mark: mark, now: now) }
    let first = failures(at: 1)
    for entry in entries.dropLast() { first.note(entry, after: .seconds(2), saying: "no \(entry.path.text)") }
    first.note(entries[2], after: .milliseconds(20))
    #expect(first.recent(among: entries) == Array(entries.prefix(2)), "what fails at once is simply tried again")
    let second = failures(at: 2)
    second.note(entries[0], after: .seconds(2))
    #expect(second.words() == [entries[1].path: "no b.md"])
    #expect(second.recent(among: entries) == [entries[1], entries[0]])
    #expect(failures(at: hour + 1).recent(among: entries) == [entries[0]])
    #expect(failures(at: 0).recent(among: entries).isEmpty, "noted by a clock that was wrong")
    #expect(failures(at: 3, mark: 8).recent(among: entries).isEmpty, "the filters have changed")
    let changed = TreeEntry(path: entries[0].path, id: Self.entry.id)
    #expect(failures(at: 3).recent(among: [changed]).isEmpty, "another blob")
    second.forget(entries[1].path)
    #expect(failures(at: 3).recent(among: entries) == [entries[0]])
  }

  @Test func filesThatWaitAreKeptAfterAWriteThatFailed() throws {
    var waiting = try WaitingFiles(in: folder)
    waiting.add(Self.entry.path, from: Self.entry, of: Self.other, because: .busy)
    try writeTwice("waiting") { try waiting.write(to: folder) }
    #expect(try WaitingFiles(in: folder).files == waiting.files)
    waiting.remove(Self.entry.path)
    try waiting.write(to: folder)
    #expect(try WaitingFiles(in: folder).files.isEmpty && place.bytes(of: file("waiting")) == nil)
    #expect(try WaitingFiles(in: folder).former == [Self.entry.path], "git may still pass over it")
    try waiting.forgetFormer(in: folder)
    #expect(try WaitingFiles(in: folder).former.isEmpty && place.bytes(of: file("waited")) == nil)
  }

  @Test func filesThatEditorsHaveOpenAreKeptAfterAWriteThatFailed() throws {
    var left = try LeftFiles(in: folder)
    left.add(Self.entry.path, Self.entry.id)
    try writeTwice("left") { try left.write(to: folder) }
    #expect(try LeftFiles(in: folder).files == left.files)
    left.remove(Self.entry.path)
    try left.write(to: folder)
    #expect(try LeftFiles(in: folder).files.isEmpty && place.bytes(of: file("left")) == nil)
  }

  @Test func savesOfOldTextsAreKeptAfterAWriteThatFailed() throws {
    var saves = StaleSaves(in: folder)
    let change = TextChange(old: Self.entry.id, new: Self.other)
    saves.add(StaleSave(path: Self.entry.path, changes: [change], before: Self.other, saved: Self.entry.id))
    try writeTwice("stale") { try saves.write(to: folder) }
    #expect(StaleSaves(in: folder).saves == saves.saves && saves.saves.count == 1)
  }

  @Test func formerNamesAreKeptAfterAWriteThatFailed() throws {
    var names = FormerNames(in: folder, now: 1)
    let move = RenameHint(old: Self.entry.path, new: VaultPath("b.md"))
    names.add([move], [Self.entry.path: Self.entry], of: Self.other, at: 1)
    try writeTwice("former", isThrown: false) { names.write(to: folder) }
    #expect(FormerNames(in: folder, now: 1).names == names.names && names.names.count == 1)
  }

  /// A sync that changes nothing of a list writes none, and so waits for no disk.
  @Test func aListThatHasNotChangedIsNotWritten() throws {
    var left = try LeftFiles(in: folder)
    left.add(Self.entry.path, Self.entry.id)
    try left.write(to: folder)
    try place.remove(file("left"))
    try left.write(to: folder)
    #expect(try place.bytes(of: file("left")) == nil)
    left.add(VaultPath("b.md"), Self.other)
    try left.write(to: folder)
    #expect(try LeftFiles(in: folder).files == left.files)
  }
}
