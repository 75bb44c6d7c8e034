import MemoCore
import MemoVault

/// What people are told of a problem that `memo check` found.
enum CheckMessages {
  /// The problem in a sentence.
  static func text(of kind: VaultProblem.Kind) -> Text {
    switch kind {
    case .brokenLink(let target, let meant): text(of: target, meant)
    case .ambiguousLink(let target, let count, let candidates):
      candidates.isEmpty
        ? Message.ambiguous(target, count)
        : "\(Message.ambiguous(target, count)): \(candidates.map(\.text).joined(separator: ", "))"
    case .duplicateTitle(let count, let other):
      count == 2 ? "'\(other.text)' has the same title" : "'\(other.text)' and \(count - 2) more have the same title"
    case .normalizationTwin(let other):
      "the name differs from '\(other.text)' in normalization alone; some systems take them for one file"
    case .caseTwin(let other):
      "the name differs from '\(other.text)' in case alone; some systems take them for one file"
    case .windowsName: "Windows takes no such name"
    case .conflictMarker: "a merge left its conflict markers"
    case .unreadable(let error): FailureMessages.text(of: error)
    case .tooLarge(_, let limit) where limit == MemoMetadata.readLimit:
      "tags, links and words are read from the first \(megabytes(limit)) MB of the file alone"
    case .tooLarge(_, let limit): "search covers the first \(megabytes(limit)) MB of the file alone"
    }
  }

  /// That no memo is named so, and which it may be.
  private static func text(of target: String, _ meant: LostTarget) -> Text {
    switch meant {
    case .unknown: Message.noSuchMemo(target)
    case .moved(let path): Message.movedTo(target, path.text)
    case .namesake(let path): Message.namesake(target, path.text)
    case .several(let count, let paths) where paths.isEmpty: Message.namesakes(target, count)
    case .several(_, let paths): Message.maybe(target, paths.map(\.text))
    }
  }

  private static func megabytes(_ bytes: Int) -> Int { bytes >> 20 }
}
