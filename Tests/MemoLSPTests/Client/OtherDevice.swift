import Foundation
import MemoCore
import MemoIndex
import MemoLSP
import MemoStore
import Synchronization

/// Commands of which `memo sync` writes what another device has sent, and does nothing else.
final class OtherDevice: CommandLines {
  private struct State {
    var files: [String: String] = [:]
    var isFailing = false
    var others: (any CommandLines)?
  }

  private let state = Mutex(State())

  /// Sends files, which the next sync writes.
  func send(_ files: [String: String], thenFails isFailing: Bool = false) {
    state.withLock { ($0.files, $0.isFailing) = (files, isFailing) }
  }

  /// Stands before the commands of a server.
  func before(_ others: any CommandLines) -> any CommandLines {
    state.withLock { $0.others = others }
    return self
  }

  func run(
    _ words: [String], in root: HostPath, on served: (vault: Vault, index: VaultIndex)?,
    isStopped: @escaping @Sendable () -> Bool
  ) -> CommandOutput {
    let state = state.withLock { $0 }
    guard words.contains("sync") else {
      return state.others?.run(words, in: root, on: served, isStopped: isStopped)
        ?? CommandOutput(status: 1, output: [], errors: [])
    }
    // It has waited for its remote until now.
    if isStopped() { return CommandOutput(status: 1, output: [], errors: Array("stopped".utf8)) }
    for (path, text) in state.files {
      let place = root.appending(VaultPath(path)).text
      _ = FileManager.default.createFile(atPath: place, contents: Data(text.utf8))
    }
    let report = state.isFailing ? "" : #"{"received": \#(state.files.count)}"#
    return CommandOutput(status: state.isFailing ? 1 : 0, output: Array(report.utf8), errors: Array("no push".utf8))
  }
}
