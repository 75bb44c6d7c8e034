import Dispatch
import MemoCore
import MemoIndex
import MemoStore
import MemoSync
import MemoWords
import Synchronization

/// The threads that save, search and follow the vault, so that no key waits for them.
final class BrowserWorkers: Sendable {
  private let library: BrowserLibrary
  private let mailbox: BrowserMailbox
  private let saving = DispatchQueue(label: "memo.saving")
  private let looking = DispatchQueue(label: "memo.looking")
  private let syncing = DispatchQueue(label: "memo.syncing")
  private let following = DispatchQueue(label: "memo.following")
  private let examining = DispatchQueue(label: "memo.examining")
  private let noting = DispatchQueue(label: "memo.noting")
  private let clipping = DispatchQueue(label: "memo.clipping")
  private let drawing = DispatchQueue(label: "memo.drawing")
  private let ending = WatchEnding()
  /// How often a look is taken where no event reports a change.
  private let lookInterval: DispatchTimeInterval
  private let hasEnded = Atomic(false)
  /// Counts the requests of each kind: only the last one is answered.
  private let counts = Mutex<[Question: Int]>([:])

  /// A clipboard whose owner does not answer makes a key wait no longer.
  private static let pasteTime = DispatchTimeInterval.milliseconds(400)

  private enum Question {
    case list, completions, links, conflicts
  }

  init(
    _ library: BrowserLibrary, _ mailbox: BrowserMailbox, lookInterval: DispatchTimeInterval = .seconds(2)
  ) {
    (self.library, self.mailbox, self.lookInterval) = (library, mailbox, lookInterval)
  }

  /// Saves and changes memos one after the other, and posts the events.
  func change(_ work: @escaping @Sendable (BrowserLibrary) -> [BrowserEvent]) {
    saving.async { [library, mailbox] in mailbox.post(work(library)) }
  }

  /// Waits for all saves and changes.
  func waitForChanges() {
    saving.sync {}
  }

  /// Waits for all that keys may wait for.
  func waitForAnswers() {
    for queue in [saving, looking, examining] { queue.sync {} }
  }

  /// Looks something up.
  func look(_ work: @escaping @Sendable (BrowserLibrary) -> [BrowserEvent]) {
    looking.async { [library, mailbox] in mailbox.post(work(library)) }
  }

  /// Puts a text on the system's clipboard.
  func copy(_ text: [UInt8]) {
    // Where the tool fails, the terminal may still have it, and so has the next paste here.
    clipping.async { [library] in try? library.kit.copy(text) }
  }

  /// Prepares a text to be pasted into a memo; `nil` for the one on the clipboard, which is waited for, so that the next key
  /// comes after it.
  func pasted(_ text: String?, in memo: VaultPath?) -> BrowserEvent {
    if let text { return library.pasted(text, in: memo) }
    let found = Mutex<[UInt8]?>(nil)
    let done = DispatchSemaphore(value: 0)
    clipping.async { [library] in
      let text = try? library.kit.paste()
      found.withLock { $0 = text }
      done.signal()
    }
    guard done.wait(timeout: .now() + Self.pasteTime) == .success, let text = found.withLock(\.self) else {
      return .pasted(nil, image: nil)
    }
    return library.pasted(String(decoding: text, as: UTF8.self), in: memo)
  }

  /// Prepares a picture, which may take seconds.
  func prepare(_ request: PictureRequest) {
    drawing.async { [self] in
      if !hasEnded.load(ordering: .relaxed) { mailbox.post([library.prepare(request)]) }
    }
  }

  /// Syncs on a thread of its own, since it may wait for the network.
  func sync() {
    syncing.async { [library, mailbox] in mailbox.post(library.sync()) }
  }

  /// Lists memos, unless another list is requested before it starts.
  func list(query: String, order: BrowserOrder) {
    lookLast(.list, on: looking) { [.listed($0.listing(query: query, order: order))] }
  }

  /// Finds completions, unless more is typed before it starts.
  func complete(_ typed: TypedQuery, in memo: VaultPath?) {
    lookLast(.completions, on: looking) { $0.completions(of: typed, in: memo) }
  }

  /// Finds the broken links of a memo, unless another memo is shown before it starts. It reads the names of all
  /// memos, so it does not delay searches.
  func examine(_ path: VaultPath) {
    lookLast(.links, on: examining) { $0.examine(path) }
  }

  /// Finds the conflicts that syncs have left. It runs git, so it does not delay searches.
  ///
  /// - Parameter request: the number of the request of the user; `nil` if it is none.
  func findConflicts(answering request: Int?) {
    guard let request else { return lookLast(.conflicts, on: examining) { $0.conflicts(isAsked: false) } }
    // A request of the user is always answered.
    examining.async { [library, mailbox] in mailbox.post([.answer(request, library.conflicts(isAsked: true))]) }
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
    followSync(since: LastSync.stamp(of: library.vault), on: library.kit.day)
    following.async { [self] in followFiles() }
  }

  /// Follows the files of the vault. If that fails, as while its folder is away, it begins anew after a while.
  ///
  /// - Parameter isReported: whether it was reported that they are not followed.
  private func followFiles(isReported: Bool = false) {
    var isReported = isReported
    do {
      let (kit, known) = (library.kit, library.vault)
      let vault = try known.inPlace()
      let follower = try ChangeFollower(
        vault.root, since: vault.isSameFolder(as: known) ? library.index : nil, host: kit.host, watching: kit.watching,
        ending: ending, now: kit.stopwatch)
      while let news = try follower.next() {
        isReported = false
        library.take(follower.vault)
        library.take(follower.index, since: follower.lookStart)
        mailbox.post(events(of: news))
      }
    } catch {
      // A folder that goes may be back at once, or another one in its place.
      let mayBeBack = error as? VaultError == .notAFolder(library.vault.root)
      if !mayBeBack, !isReported { mailbox.post([.failed(library.text(of: error))]) }
      following.asyncAfter(deadline: .now() + lookInterval) { [weak self, isReported = isReported || !mayBeBack] in
        guard let self, !hasEnded.load(ordering: .relaxed) else { return }
        followFiles(isReported: isReported)
      }
    }
  }

  private func events(of news: VaultEvent) -> [BrowserEvent] {
    let warning = WatchMessages.warning(of: news).map { BrowserEvent.done($0[library.kit.language], select: nil) }
    let warnings = [warning].compactMap(\.self)
    switch news {
    case .changes(let changes): return changes.compactMap(\.event) + [.vaultChanged]
    case .ready, .missed, .settings: return [.vaultChanged] + warnings
    case .limited, .problems: return warnings
    }
  }

  /// Checks at intervals whether a sync has recorded its result, since the vault's events do not cover that file, and
  /// whether another day has begun.
  private func followSync(since stamp: FileStamp?, on day: Int) {
    noting.asyncAfter(deadline: .now() + lookInterval) { [weak self] in
      guard let self, !hasEnded.load(ordering: .relaxed) else { return }
      let now = LastSync.stamp(of: library.vault)
      let today = library.kit.day
      // After midnight the list has other groups.
      if now != stamp || today != day { mailbox.post([.vaultChanged]) }
      followSync(since: now, on: today)
    }
  }

  /// Stops following the vault.
  func end() {
    hasEnded.store(true, ordering: .relaxed)
    ending.end()
  }
}

extension VaultChange {
  /// The event for the memo that is shown.
  fileprivate var event: BrowserEvent? {
    switch kind {
    case .renamed(let oldPath): .moved(from: oldPath, to: path)
    case .removed: .removed(path)
    case .added, .modified: nil
    }
  }
}

/// The events that other threads have posted for the loop.
final class BrowserMailbox: Sendable {
  private let events = Mutex<[BrowserEvent]>([])
  private let wakeUp: @Sendable () -> Void

  /// - Parameter wakeUp: makes the loop look.
  init(wakeUp: @escaping @Sendable () -> Void) {
    self.wakeUp = wakeUp
  }

  /// Posts events in order.
  func post(_ new: [BrowserEvent]) {
    events.withLock { $0 += new }
    wakeUp()
  }

  /// Removes all events and returns them.
  func takeAll() -> [BrowserEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
