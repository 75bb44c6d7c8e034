import MemoCore
import Testing

/// A text that two sides changed, and what comes of both.
struct MergeExample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let base: String
  let first: String
  let second: String
  let merged: String

  init(_ name: String, _ base: String, _ first: String, _ second: String, _ merged: String) {
    (testDescription, self.base, self.first, self.second, self.merged) = (name, base, first, second, merged)
  }

  /// What memo merges three texts into.
  static func merged(_ base: String, _ first: String, _ second: String) -> String {
    let merge = LineMerge(base: Array(base.utf8), first: Array(first.utf8), second: Array(second.utf8))
    return String(decoding: merge.bytes, as: UTF8.self)
  }
}
