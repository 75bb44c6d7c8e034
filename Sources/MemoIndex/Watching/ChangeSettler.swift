import MemoCore

/// Holds changes back until they have settled.
///
/// Editors truncate and write, or remove and create; git does so, too. What is seen in between is not an intended state,
/// so a change is reported only once two checks some time apart found the memo the same.
struct ChangeSettler {
  /// A change that is ready to be reported.
  struct Settled {
    let path: VaultPath
    /// As it was last reported; `nil` if there was none.
    let before: Sighting?
    /// As it is; `nil` if it is gone.
    let now: Sighting?
    /// Where the file was before, when it only got another name.
    let oldPath: VaultPath?
  }

  /// A change is reported once the memo was the same for this long.
  static let pause = Duration.milliseconds(150)
  /// That a memo is gone or empty is believed after this long.
  static let absencePause = Duration.milliseconds(300)

  private struct Pending {
    let before: Sighting?
    let now: Sighting?
    /// When it has settled if it stays as it is. Reckoned once: it takes reading the memo's record, and is asked for after
    /// each hint.
    let deadline: Duration

    init(before: Sighting?, now: Sighting?, since: Duration) {
      (self.before, self.now) = (before, now)
      let isEmpty = now.flatMap(\.record)?.size ?? 0 == 0
      deadline = since + (isEmpty ? ChangeSettler.absencePause : ChangeSettler.pause)
    }
  }

  /// Names of the same file, by each other.
  private struct Renames {
    var old: [VaultPath: VaultPath] = [:]
    var new: [VaultPath: VaultPath] = [:]
  }

  private var pending: [VaultPath: Pending] = [:]

  /// When to look again; `nil` if nothing is held back.
  var deadline: Duration? {
    let names = renames()
    return pending.keys.compactMap { deadline(of: $0, names) }.min()
  }

  /// What has settled by a time if it is still the same.
  func paths(dueAt time: Duration) -> Set<VaultPath> {
    let names = renames()
    return Set(pending.keys.filter { path in deadline(of: path, names).map { $0 <= time } ?? false })
  }

  /// Takes in what differs between two looks, of which the later was at `time`.
  mutating func see(_ differences: [(path: VaultPath, before: Sighting?, now: Sighting?)], at time: Duration) {
    for (path, before, now) in differences {
      let reported = pending[path].map(\.before) ?? before
      pending[path] = reported == now ? nil : Pending(before: reported, now: now, since: time)
    }
  }

  /// Lets go of what was the same for long enough until a look at `time`.
  mutating func takeSettled(at time: Duration) -> [Settled] {
    let names = renames()
    let ready = pending.filter { path, _ in deadline(of: path, names).map { $0 <= time } ?? false }
    for path in ready.keys { pending[path] = nil }
    return ready.filter { names.new[$0.key] == nil }
      .map { path, change in
        let oldPath = names.old[path]
        let before = oldPath.flatMap { ready[$0]?.before } ?? change.before
        return Settled(path: path, before: before, now: change.now, oldPath: oldPath)
      }
  }

  /// When a change has settled; both names of a file do at the same time.
  private func deadline(of path: VaultPath, _ names: Renames) -> Duration? {
    let other = (names.old[path] ?? names.new[path]).flatMap { pending[$0] }
    return [pending[path], other].compactMap { $0?.deadline }.max()
  }

  /// Pairs memos that went with those that came and are the same file.
  private func renames() -> Renames {
    var gone: [UInt64: (path: VaultPath, sighting: Sighting)] = [:]
    for (path, change) in pending where change.now == nil {
      if let before = change.before { gone[before.inode] = (path, before) }
    }
    guard !gone.isEmpty else { return Renames() }
    var names = Renames()
    for (path, change) in pending where change.before == nil {
      guard let now = change.now, let found = gone[now.inode], now.isFile(of: found.sighting) else { continue }
      gone[now.inode] = nil
      names.old[path] = found.path
      names.new[found.path] = path
    }
    return names
  }
}
