import CSystem
import MemoCore
import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder in which commands leave questions for a vault's watcher.
///
/// A question is a FIFO that the command reads. The event of its rename is in the watcher's queue behind those of
/// all that happened before the command asked, and the answer wakes the command. The folder is there only while a watcher
/// hears questions, or was killed.
struct WatcherQuestions {
  /// What to watch.
  let folder: Descriptor

  private static let name = "cookies"
  /// Milliseconds for which a command waits: a watcher that was stopped must cost little.
  private static let patience: Int32 = 50
  private static let longestAnswer = 512

  /// Makes the folder in that of a watcher's state; `nil` where that is impossible.
  init?(madeIn state: Descriptor) {
    _ = mkdirat(state.number, Self.name, 0o700)
    self.init(in: state)
  }

  private init?(in state: Descriptor) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    // Another user's watcher could say that the index is in step where it is not.
    guard let folder = Descriptor.open(Self.name, in: state.number, flags: flags), let status = folder.status,
      Ownership(status).isPrivate
    else { return nil }
    self.folder = folder
  }

  /// Removes the folder from that of a watcher's state.
  static func remove(in state: Descriptor) {
    guard let questions = WatcherQuestions(in: state) else { return }
    for name in questions.folder.entryNames() ?? [] { unlinkat(questions.folder.number, name, 0) }
    unlinkat(state.number, Self.name, AT_REMOVEDIR)
  }

  /// Whether a name is that of a question, and not of one that is being made.
  static func isQuestion(_ name: some Sequence<UInt8>) -> Bool {
    !name.starts(with: ".".utf8)
  }

  /// Answers a question; nothing happens where no one waits any more.
  func answer(_ name: [UInt8], with answer: [UInt8]) {
    // A command that was killed leaves it there.
    defer { unlinkat(folder.number, cString(name), 0) }
    // Also for reading: no one else does by now, perhaps, and a write would end this process.
    let flags = O_RDWR | O_NONBLOCK | O_NOFOLLOW
    guard let pipe = Descriptor.open(cString(name), in: folder.number, flags: flags), pipe.status?.isPipe == true else {
      return
    }
    // An empty answer is one, too.
    try? writeAll(answer.isEmpty ? [0] : answer, to: pipe.number)
  }

  // MARK: Asking

  /// Asks the watcher of a vault; `nil` where there is none or it does not answer soon.
  static func ask(vault root: HostPath, userCache: HostPath?) -> [UInt8]? {
    for state in DiskCacheStore.stateFolders(vault: root, userCache: userCache) {
      // Before the lock is looked at: mostly there is no watcher.
      guard let questions = WatcherQuestions(in: state), let lock = WatcherLock(in: state, isMade: false),
        lock.holder != nil
      else { continue }
      return questions.ask()
    }
    return nil
  }

  private func ask() -> [UInt8]? {
    let name = String(UInt64.random(in: .min ... .max), radix: 16)
    let hidden = ".\(name)"
    guard mkfifoat(folder.number, hidden, 0o600) == 0 else { return nil }
    defer {
      unlinkat(folder.number, hidden, 0)
      unlinkat(folder.number, name, 0)
    }
    // Open before it can be seen, or the answer would be lost.
    guard let pipe = Descriptor.open(hidden, in: folder.number, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
      renameat(folder.number, hidden, folder.number, name) == 0, Self.wait(for: pipe)
    else { return nil }
    var answer = [UInt8](repeating: 0, count: Self.longestAnswer)
    return (try? retrying { read(pipe.number, &answer, answer.count) }).map { Array(answer[..<$0]) }
  }

  private static func wait(for pipe: Descriptor) -> Bool {
    let end = ContinuousClock.now + .milliseconds(patience)
    var polled = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
    while true {
      let left = Int32((max(.zero, end - .now) / .milliseconds(1)).rounded(.up))
      let count = poll(&polled, 1, left)
      if count >= 0 || errno != EINTR { return count > 0 && polled.revents & Int16(POLLIN) != 0 }
    }
  }
}
