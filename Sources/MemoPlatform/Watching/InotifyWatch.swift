#if os(Linux)
  import MemoCore
  import MemoVault
  import Synchronization

  /// Watches a vault by the kernel's events, and by looking where the kernel has no room for more watches.
  final class InotifyWatch: VaultWatch {
    private struct State {
      var tree: InotifyTree
      /// When to look again, where not every folder is watched.
      var nextLook: ContinuousClock.Instant
    }

    private let root: HostPath
    private let interval: Duration
    private let queue: InotifyQueue
    private let state: Mutex<State>
    private let pipe: WakePipe

    /// - Parameter interval: how often the vault is looked at where some folder cannot be watched.
    init(
      _ root: HostPath, rules: MemoFileRules, queue: InotifyQueue, interval: Duration, isOfProcess: Bool
    ) throws(FileError) {
      self.root = root
      self.queue = queue
      self.interval = interval
      pipe = try WakePipe(for: root, isOfProcess: isOfProcess)
      let tree = try InotifyTree(root, rules: rules, queue: queue)
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

    private func next(
      until deadline: ContinuousClock.Instant?, _ state: inout State
    ) throws(SystemFailure) -> WatchHint? {
      while true {
        if let hint = state.tree.takeHint() { return hint }
        let look = state.tree.isLimited ? state.nextLook : nil
        let end = [deadline, look].compactMap(\.self).min()
        switch try pipe.wait(for: queue.number, until: end) {
        case .woken: return .ended
        case .readable: state.tree.take(try queue.read())
        case .timeout:
          guard let look, look <= .now else { return nil }
          state.nextLook = .now + interval
          return .everything
        }
      }
    }
  }
#endif
