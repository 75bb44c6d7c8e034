package import MemoIndex

/// Messages about following a vault.
package enum WatchMessages {
  /// The warning for an event, as one line; `nil` for one that needs none.
  package static func warning(of event: VaultEvent) -> Text? {
    switch event {
    case .ready, .changes: nil
    case .missed(let memos): Message.missed(memos)
    case .limited(let limit): text(of: limit)
    case .problems(let problems): problems.first.map { FailureMessages.text(of: $0) }
    case .settings(let error): FailureMessages.failure(for: error).message
    }
  }

  /// Why some changes will be noticed late.
  package static func text(of limit: WatchLimit) -> Text {
    switch limit {
    case .folders: Message.watchFolders
    case .watchers: Message.watchWatchers
    case .system(let reason): Message.watchRefused(SystemMessages.reason(reason))
    }
  }
}
