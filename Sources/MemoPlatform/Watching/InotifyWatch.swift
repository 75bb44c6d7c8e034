#if os(Linux)
  import MemoCore
  import MemoStore
  import MemoIndex
  import Synchronization

  /// Watches a vault by the kernel's events, and by looking where the kernel has no room for more watches.
  final class InotifyWatch: VaultWatch {
    private struct State {
      var tree: InotifyTree
      /// When to look again, where not every folder is watched.
      var nextLook: ContinuousClock.Instant
      /// Where commands ask; `nil` until they are heard.
      var questions: WatcherQuestions?
    }

    private let root: HostPath
    private let userCache: HostPath?
    private let interval: Duration
    private let state: Mutex<State>
    private let pipe: WakePipe

    /// - Parameters:
    ///   - userCache: the folder for what vaults cannot hold that cannot be written to.
    ///   - interval: how often the vault is looked at where some folder cannot be watched.
    init(
      _ tree: InotifyTree, of root: HostPath, userCache: HostPath?, interval: Duration, isOfProcess: Bool
    ) throws(FileError) {
      self.root = root
      self.userCache = userCache
      self.interval = interval
      pipe = try WakePipe(for: root, isOfProcess: isOfProcess)
      state = Mutex(State(tree: tree, nextLook: ContinuousClock.now + interval))
    }

    func next(within limit: Duration?) throws(FileError) -> WatchHint? {
      let deadline = limit.map { ContinuousClock.now + $0 }
      return try state.withLock { state throws(FileError) in
        do throws(SystemFailure) {
          return try next(until: deadline, &state)
        } catch {
          throw FileError(.list, path: root.bytes, code: error.code)
        }
      }
    }

    func end() {
      pipe.wake()
    }

    func hearQuestions() {
      guard let place = DiskCacheStore.stateFolder(vault: root, userCache: userCache) else { return }
      state.withLock { state in
        guard !state.tree.isLimited, let questions = WatcherQuestions(madeIn: place) else { return }
        state.tree.watchQuestions(in: questions.folder)
        state.questions = questions
      }
    }

    func answer(_ question: WatchQuestion, with answer: [UInt8]) {
      state.withLock { state in
        // Events do not tell all of a vault that is not wholly watched.
        state.questions?.answer(question.name, with: state.tree.isLimited ? [] : answer)
      }
    }

    private func next(
      until deadline: ContinuousClock.Instant?, _ state: inout State
    ) throws(SystemFailure) -> WatchHint? {
      while true {
        if let hint = state.tree.takeHint() { return hint }
        let look = state.tree.isLimited ? state.nextLook : nil
        let end = [deadline, look].compactMap(\.self).min()
        switch try pipe.wait(for: state.tree.queue.number, until: end) {
        case .woken: return .ended
        case .readable: state.tree.take(try state.tree.queue.read())
        case .timeout:
          guard let look, look <= .now else { return nil }
          state.nextLook = .now + interval
          return .everything
        }
      }
    }
  }
#endif
