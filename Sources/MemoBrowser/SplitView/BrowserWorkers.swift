import Dispatch
import MemoVault
import Synchronization

/// The threads on which the split view saves, searches and follows the vault, so that no key waits for them.
final class BrowserWorkers: Sendable {
  private let library: BrowserLibrary
  private let mailbox: BrowserMailbox
  private let saving = DispatchQueue(label: "memo.saving")
  private let looking = DispatchQueue(label: "memo.looking")
  private let following = DispatchQueue(label: "memo.following")
  private let ending = WatchEnding()
  /// Counts the lists that were asked for: only the last one is made.
  private let listCount = Mutex(0)

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

  /// Makes a list, unless another is asked for before it is begun.
  func list(query: String, order: BrowserOrder) {
    let number = listCount.withLock { count in
      count += 1
      return count
    }
    looking.async { [self] in
      guard listCount.withLock({ $0 == number }) else { return }
      mailbox.post([.listed(library.listing(query: query, order: order))])
    }
  }

  /// Follows the vault until `end`.
  func follow() {
    following.async { [library, mailbox, ending] in
      do {
        let kit = library.kit
        let follower = try ChangeFollower(
          library.vault.root, host: kit.host, watching: kit.watching, ending: ending, now: kit.stopwatch)
        while let news = try follower.next() {
          library.take(follower.index, since: follower.lookStart)
          switch news {
          case .changes, .ready, .missed: mailbox.post([.vaultChanged])
          case .limited, .problems, .settings: break
          }
        }
      } catch {
        mailbox.post([.done(library.kit.describe(error), select: nil)])
      }
    }
  }

  /// Ends the following.
  func end() {
    ending.end()
  }
}
