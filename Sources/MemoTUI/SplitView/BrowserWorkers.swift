import Dispatch
import MemoCore
import MemoIndex
import MemoStore
import MemoSync
import MemoWords
import Synchronization

/// The threads on which the split view saves, searches and follows the vault, so that no key waits for them.
final class BrowserWorkers: Sendable {
  private let library: BrowserLibrary
  private let mailbox: BrowserMailbox
  private let saving = DispatchQueue(label: "memo.saving")
  private let looking = DispatchQueue(label: "memo.looking")
  private let syncing = DispatchQueue(label: "memo.syncing")
  private let following = DispatchQueue(label: "memo.following")
  private let examining = DispatchQueue(label: "memo.examining")
  private let noting = DispatchQueue(label: "memo.noting")
  private let ending = WatchEnding()
  private let hasEnded = Atomic(false)
  /// Counts what was asked for of each kind: only the last of it is answered.
  private let counts = Mutex<[Question: Int]>([:])

  private static let noteInterval = DispatchTimeInterval.seconds(2)

  private enum Question {
    case list, completions, links, conflicts
  }

  init(_ library: BrowserLibrary, _ mailbox: BrowserMailbox) {
    (self.library, self.mailbox) = (library, mailbox)
  }

  /// Saves and changes, one after the other; what they lead to comes by the mailbox.
  func change(_ work: @escaping @Sendable (BrowserLibrary) -> [BrowserEvent]) {
    saving.async { [library, mailbox] in mailbox.post(work(library)) }
  }

  /// Waits until everything is saved that was to be.
  func waitForChanges() {
    saving.sync {}
  }

  /// Looks something up.
  func look(_ work: @escaping @Sendable (BrowserLibrary) -> [BrowserEvent]) {
    looking.async { [library, mailbox] in mailbox.post(work(library)) }
  }

  /// Syncs; it may wait for the network, so nothing else waits for it.
  func sync() {
    syncing.async { [library, mailbox] in mailbox.post(library.sync()) }
  }

  /// Makes a list, unless another is asked for before it is begun.
  func list(query: String, order: BrowserOrder) {
    lookLast(.list, on: looking) { [.listed($0.listing(query: query, order: order))] }
  }

  /// Finds memos for a link that is typed, unless more is typed before that is begun.
  func complete(_ typed: String) {
    lookLast(.completions, on: looking) { $0.completions(of: typed) }
  }

  /// Looks where the links of a memo lead, unless another is shown before that is begun. It looks at
  /// the names of all memos, and no one waits for it.
  func examine(_ path: VaultPath) {
    lookLast(.links, on: examining) { $0.examine(path) }
  }

  /// Looks for the places that need a look after a sync; git tells them, so no search waits for it.
  func findConflicts(isAsked: Bool) {
    let find: @Sendable (BrowserLibrary) -> [BrowserEvent] = { $0.conflicts(isAsked: isAsked) }
    // A person who asks is answered, whatever else is looked for.
    if !isAsked { return lookLast(.conflicts, on: examining, find) }
    examining.async { [library, mailbox] in mailbox.post(find(library)) }
  }

  private func lookLast(
    _ question: Question, on queue: DispatchQueue, _ work: @escaping @Sendable (BrowserLibrary) -> [BrowserEvent]
  ) {
    let number = counts.withLock { counts in
      counts[question, default: 0] += 1
      return counts[question]
    }
    queue.async { [self] in
      guard counts.withLock({ $0[question] == number }) else { return }
      mailbox.post(work(library))
    }
  }

  /// Follows the vault until `end`.
  func follow() {
    followSync(since: LastSync.stamp(of: library.vault))
    following.async { [self] in
      do {
        let kit = library.kit
        let follower = try ChangeFollower(
          library.vault.root, since: library.index, host: kit.host, watching: kit.watching, ending: ending,
          now: kit.stopwatch)
        while let news = try follower.next() {
          library.take(follower.index, since: follower.lookStart)
          mailbox.post(events(of: news))
        }
      } catch {
        mailbox.post([.done(library.text(of: error), select: nil)])
      }
    }
  }

  private func events(of news: VaultNews) -> [BrowserEvent] {
    let warning = WatchMessages.warning(of: news).map { BrowserEvent.done($0[library.kit.language], select: nil) }
    let told = [warning].compactMap(\.self)
    switch news {
    case .changes(let changes): return changes.compactMap(\.event) + [.vaultChanged]
    case .ready, .missed, .settings: return [.vaultChanged] + told
    case .limited, .problems: return told
    }
  }

  /// What a sync notes stands where no memo is, so no event of the vault tells of it: once in a while it is looked at.
  private func followSync(since stamp: FileStamp?) {
    noting.asyncAfter(deadline: .now() + Self.noteInterval) { [weak self] in
      guard let self, !hasEnded.load(ordering: .relaxed) else { return }
      let now = LastSync.stamp(of: library.vault)
      if now != stamp { mailbox.post([.vaultChanged]) }
      followSync(since: now)
    }
  }

  /// Ends the following.
  func end() {
    hasEnded.store(true, ordering: .relaxed)
    ending.end()
  }
}

extension VaultChange {
  /// What it means to a memo that is shown.
  fileprivate var event: BrowserEvent? {
    switch kind {
    case .renamed(let oldPath): .moved(from: oldPath, to: path)
    case .removed: .removed(path)
    case .added, .modified: nil
    }
  }
}

/// Where other threads leave events for the one that shows them.
final class BrowserMailbox: Sendable {
  private let events = Mutex<[BrowserEvent]>([])
  private let wakeUp: @Sendable () -> Void

  /// - Parameter wakeUp: tells the thread that there is something.
  init(wakeUp: @escaping @Sendable () -> Void) {
    self.wakeUp = wakeUp
  }

  /// Leaves events, in their order.
  func post(_ new: [BrowserEvent]) {
    events.withLock { $0 += new }
    wakeUp()
  }

  /// Takes what was left.
  func takeAll() -> [BrowserEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
