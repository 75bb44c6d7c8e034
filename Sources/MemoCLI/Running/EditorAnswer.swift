import MemoCore
import MemoIndex
import MemoWords

/// The answer of a command to an editor: results to choose from, each of a size that does not depend on the vault, as long
/// as the editor waits for them.
struct EditorAnswer: Sendable {
  /// Whether the editor does not want the answer any more.
  let isStopped: @Sendable () -> Bool

  /// At most so many matches in a memo.
  static let mostMatches = 20
  /// At most so many Unicode scalars of a title.
  private static let longestTitle = 1_000
  /// At most so many bytes of a memo's tags, aliases, fields and links.
  private static let mostBytes = 1 << 14

  /// A memo's record with the start of its title, and the first of its tags, aliases, fields and links: each whole or not
  /// at all.
  static func excerpt(of record: MemoRecord) -> MemoRecord {
    var excerpt = record
    var room = mostBytes
    func fits(_ texts: [String]) -> Bool {
      // With the quotes and the comma.
      room -= texts.reduce(0) { $0 + $1.utf8.count + 3 }
      return room >= 0
    }
    let metadata = record.metadata
    excerpt.metadata.title = String(metadata.title.unicodeScalars.prefix(longestTitle))
    excerpt.metadata.tags = Array(metadata.tags.prefix { fits([$0]) })
    excerpt.metadata.aliases = Array(metadata.aliases.prefix { fits([$0]) })
    excerpt.metadata.fields = Array(metadata.fields.prefix { fits([$0.key] + $0.value.texts) })
    excerpt.metadata.links = Array(metadata.links.prefix { fits([$0.target]) })
    return excerpt
  }
}

extension Session {
  /// Whether no one wants the answer any more.
  var isStopped: @Sendable () -> Bool {
    guard let answer = environment.editorAnswer else { return { false } }
    return answer.isStopped
  }

  /// Ends a command whose answer no one wants any more.
  func checkWanted() throws {
    if isStopped() { throw Failure.interrupted }
  }
}
