import Foundation
import MemoCore
import MemoStore
import Synchronization

/// What memo keeps about syncing in the repository, in `.git/memo/`: never tracked, and gone with the repository.
struct SyncFolder {
  let vault: Vault

  static let path = VaultPath(".git/memo")
  static let lock = path.appending("lock")
  static let state = path.appending("state.json")
  private static let running = path.appending("running")
  private static let drafts = path.appending("drafts")
  private static let clean = path.appending("clean")
  private static let started = running.appending("started")
  private static let note = running.appending("base")
  private static let none = "none"
  private static let sizeLimit = 1 << 24
  /// Held by the process that has the drafts, and from reading what is remembered until it is written.
  private static let writing = path.appending("writing")
  /// Held by its thread that does: others need not ask again and again.
  private static let thread = Mutex(())
  /// Longer than anything here takes to be written.
  private static let wait: Duration = .seconds(30)

  // MARK: This device

  private static let device = path.appending("device")

  /// The number that identifies this device; `nil` where it has none yet.
  var deviceId: String? {
    get throws {
      try kept(at: Self.device).map { String(decoding: $0, as: UTF8.self).trimmed }.flatMap {
        SyncDevice.isId($0) ? $0 : nil
      }
    }
  }

  /// Gives this device a number where it has none.
  func makeDeviceId() throws {
    if try deviceId == nil { write(Array(SyncDevice.newId().utf8), to: Self.device) }
  }

  // MARK: Files

  /// Reads a file of memo's own that may be forgotten; `nil` where there is none, or it cannot be read.
  func contents(of path: VaultPath) -> [UInt8]? {
    var bytes: [UInt8] = []
    guard let reading = try? vault.files.read(path, limit: Self.sizeLimit, head: { bytes = Array($0) }),
      reading.stamp.size == UInt64(bytes.count)
    else { return nil }
    return bytes
  }

  /// Reads a file of memo's own without which a sync would do something else; `nil` only where there is none.
  func kept(at path: VaultPath) throws -> [UInt8]? {
    try WholeFile.read(path, in: vault.files, limit: WholeFile.rescueLimit)?.bytes
  }

  // MARK: What happened last

  /// What is remembered from sync to sync; what cannot be read is forgotten.
  func readState() -> SyncState { (try? state()) ?? SyncState() }

  /// The same; what cannot be understood is forgotten.
  private func state() throws -> SyncState {
    try kept(at: Self.state).flatMap { try? JSONDecoder().decode(SyncState.self, from: Data($0)) } ?? SyncState()
  }

  /// Changes what is remembered, whichever processes do so at the same time. What cannot be read now is not written over.
  func changeState(_ change: (inout SyncState) throws -> Void) throws {
    try lock {
      let old = try state()
      var state = old
      try change(&state)
      if state != old { try put(Array(JSONEncoder().encode(state)), to: Self.state) }
    }
  }

  /// The same where, if that fails, the next sync only knows less.
  func note(_ change: (inout SyncState) -> Void) { try? changeState(change) }

  /// Remembers a merge after which links may have to follow.
  func note(_ merge: LinkedMergeNote) {
    note { $0.linkedMerges = merge.added(to: $0.linkedMerges ?? []) }
  }

  /// Forgets merges after which no links have to follow any more, and what is no note of one.
  func forgetMerges(where isOver: (ObjectId) -> Bool) {
    note { state in
      let kept = (state.linkedMerges ?? []).filter { note in note.ids.map { !isOver($0.commit) } ?? false }
      state.linkedMerges = kept.isEmpty ? nil : kept
    }
  }

  /// Replaces a file where, if that fails, only the next sync takes longer.
  func write(_ contents: [UInt8], to path: VaultPath) {
    try? lock { try put(contents, to: path) }
  }

  /// Replaces a file. The drafts are this process's own as long as it has the lock.
  ///
  /// - Parameter isDurable: whether to wait until its bytes are on the disk. Whatever a power cut leaves of one without that is
  ///   checked or forgotten.
  private func put(_ contents: [UInt8], to path: VaultPath, isDurable: Bool = false) throws {
    let draft = Self.drafts.appending(path.name)
    try vault.writer.removeFolderWithFiles(Self.drafts)
    try vault.writer.stage(draft, contents: contents, like: nil, modified: nil)
    if isDurable { try vault.writer.synchronize(files: [draft]) }
    // At no time is there none: a kill in between would hide the earlier one.
    guard try vault.writer.exchange(draft, with: path) || vault.writer.move(draft, to: path) else {
      throw FileError(.write, path: path.bytes, reason: .busy)
    }
    // What stays there is removed before the next draft.
    try? vault.writer.removeFolderWithFiles(Self.drafts)
  }

  private func lock(_ body: () throws -> Void) throws {
    try Self.thread.withLock { _ in
      guard let lock = try vault.writer.lock(Self.writing, waiting: Self.wait) else { throw SyncError.locked }
      defer { withExtendedLifetime(lock) {} }
      try body()
    }
  }

  // MARK: Nothing to do

  /// The commit and the files that were in step when a sync last ended, and by what git ignored others; `nil` for none.
  func readClean() -> (head: ObjectId, sum: UInt64, ignoring: UInt64?)? {
    let words = contents(of: Self.clean)?.split(separator: UInt8(ascii: " ")) ?? []
    let numbers = words.dropFirst().compactMap { UInt64(String(decoding: $0, as: UTF8.self)) }
    guard let head = words.first.flatMap({ ObjectId(hexadecimal: $0) }), numbers.count == words.count - 1,
      (1...2).contains(numbers.count)
    else { return nil }
    return (head, numbers[0], numbers.count == 2 ? numbers[1] : nil)
  }

  /// Remembers that files and a commit are in step.
  ///
  /// - Parameter ignoring: by what git ignores files that the commit does not have; `nil` where there are none.
  func writeClean(_ head: ObjectId, _ sum: UInt64, ignoring: UInt64? = nil) {
    let numbers = [sum, ignoring].compactMap(\.self).map { " \($0)" }.joined()
    write(Array("\(head.text)\(numbers)".utf8), to: Self.clean)
  }

  // MARK: What a killed sync leaves

  /// What an earlier sync noted when it began, if it never came to its end: see `UnfinishedSync`.
  func unfinished() -> UnfinishedSync? {
    guard let stamp = vault.files.stamp(of: Self.started) ?? vault.files.stamp(of: Self.note) else { return nil }
    guard vault.files.stamp(of: Self.note) != nil else { return UnfinishedSync(time: stamp.modified, heads: []) }
    let words = (contents(of: Self.note) ?? []).split(separator: UInt8(ascii: " "))
    let heads = words.map { ObjectId(hexadecimal: $0) }
    let isWhole = zip(words, heads).allSatisfy { $1 != nil || $0.elementsEqual(Self.none.utf8) } && !words.isEmpty
    return UnfinishedSync(time: stamp.modified, heads: isWhole ? heads : nil)
  }

  /// Notes that a sync begins, before it runs any git that takes a lock.
  func start() throws {
    try vault.writer.removeFolderWithFiles(Self.running)
    try vault.writer.stage(Self.started, contents: [], like: nil, modified: nil)
  }

  /// Waits until the note is on the disk: where a power cut leaves a lock of git's, it leaves the note, too.
  func settle() throws {
    try vault.writer.synchronize(folders: [Self.running, Self.path])
  }

  /// Notes the commits that git's own index may stand for.
  func begin(at heads: [ObjectId?]) throws {
    try noteHeads { _ in heads }
  }

  /// Notes that git's own index may correspond to another commit, too.
  func add(_ head: ObjectId) throws {
    try noteHeads { heads in heads.contains(head) ? heads : heads + [head] }
  }

  /// Notes other commits in the place of those that are noted.
  private func noteHeads(_ heads: ([ObjectId?]) -> [ObjectId?]) throws {
    try lock {
      let text = heads(unfinished()?.heads ?? []).map { $0?.text ?? Self.none }.joined(separator: " ")
      try put(Array(text.utf8), to: Self.note, isDurable: true)
    }
    try settle()
  }

  /// Notes that the sync is over.
  func end() {
    try? vault.writer.removeFolderWithFiles(Self.running)
  }
}

/// A sync that never came to its end.
struct UnfinishedSync: Equatable {
  /// When it began, in nanoseconds since 1970.
  let time: Int64
  /// The commits that git's own index may stand for; `nil` for none. Empty where it came not so far as to know, and
  /// nothing at all where that cannot be read any more.
  let heads: [ObjectId?]?
}
