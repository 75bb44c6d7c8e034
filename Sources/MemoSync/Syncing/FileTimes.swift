import MemoCore
import MemoStore

/// The times of files that history says nothing of, and those that it knows better than the disk.
struct FileTimes {
  let sync: SyncContext

  /// A folder with fewer files says nothing by its times.
  private static let fewestFiles = 20
  private static let cloneTime: Int64 = 60_000_000_000

  /// Writes down the times of files that history says nothing of, because other programs have committed them: in a commit
  /// that changes no file, once, so that every device lists them in the same order.
  func adopt() throws {
    let silent = sync.table.files.withoutTime
    guard let head = sync.head, !silent.isEmpty else { return }
    var times: [VaultPath: Int64] = [:]
    for path in silent { times[path] = sync.vault.files.stamp(of: path).map { max(0, $0.modified) } }
    guard !times.isEmpty else { return }
    if areOfAClone(times) { times.merge(try datesOfCommits(to: head.id, for: times)) { $1 } }
    try commit(times, on: head)
    sync.note(times)
  }

  /// Whether nearly all files have the time at which git wrote them, which says nothing of when they were modified.
  private func areOfAClone(_ times: [VaultPath: Int64]) -> Bool {
    guard times.count >= Self.fewestFiles else { return false }
    let sorted = times.values.sorted()
    let most = sorted.count * 9 / 10
    return (0..<(sorted.count - most)).contains { sorted[$0 + most - 1] - sorted[$0] < Self.cloneTime }
  }

  private func datesOfCommits(
    to head: ObjectId, for wanted: [VaultPath: Int64]
  ) throws -> [VaultPath: Int64] {
    let times = try CommitLog(sync.repository, from: [], to: head).times(in: sync.repository)
    return times.filter { wanted[$0.key] != nil }
  }

  private func commit(_ times: [VaultPath: Int64], on head: RepositoryRefs.Tip) throws {
    let date = sync.commitDate
    let signature = CommitDraft.Signature(
      try sync.repository.authorIdentity(), at: date, device: sync.device.name)
    let message = Array("memo: times of files\n\n".utf8) + MemoTimes(times: times).trailers
    let id = try sync.repository.commit(
      CommitDraft(
        ref: sync.names.head, parents: [head.id], author: signature, committer: signature, message: message, changes: []
      ))
    sync.isTableChanged = true
    sync.knownChanges.note(from: head.id, to: id, [])
    sync.receivedMerges?.follow(from: head.id, to: id)
    sync.head = RepositoryRefs.Tip(id: id, date: date)
    sync.table.commit = id
  }

  /// Gives every file the time that history has for it; returns how many had another one.
  func restore() throws -> Int {
    try sync.readRefs()
    try sync.loadTable()
    guard let head = sync.head else { return 0 }
    let times = try CommitLog(sync.repository, from: [], to: head.id).times(in: sync.repository)
    for (path, time) in times { sync.table.files[path]?.time = time }
    let touched = try sync.take().touched
    var count = 0
    for touch in touched {
      let isSet = try sync.workTree.setModified(touch.path, to: touch.time, ifStill: touch.stamp)
      if isSet { count += 1 }
      sync.table.files[touch.path]?.stamp = nil
    }
    sync.isTableChanged = true
    sync.keepTable()
    sync.waitForTable()
    return count
  }
}
