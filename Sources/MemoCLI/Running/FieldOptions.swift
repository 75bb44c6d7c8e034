import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Options about the fields of memos.
enum FieldOptions {
  static let condition = Option<String>.text(
    "where", value: "EXPR",
    help: Text(
      "Only memos with a matching field: status=open, status!=open, 'due<2026-12-01', author~kim, has:due, no:due",
      ko: "필드가 일치하는 메모만: status=open, status!=open, 'due<2026-12-01', author~kim, has:due, no:due"),
    isRepeatable: true, completion: .assignments)
}

extension Session {
  /// The conditions on fields that the options hold.
  func fieldConditions() throws -> [FieldCondition] {
    try arguments.all(FieldOptions.condition).map { try FieldCondition($0, clock: machine.clock) }
  }

  /// A filter with the memos that the conditions leave besides; a condition that no memo can meet is explained.
  func filter(_ filter: MemoFilter, byFieldsOf index: VaultIndex) throws -> MemoFilter {
    var filter = filter
    for condition in try fieldConditions() {
      let outcome = condition.memos(in: index)
      filter.sets.append(outcome.members)
      if !outcome.isKnown {
        noteUnknownField(condition.key, in: index)
      } else if !outcome.isComparable {
        note(
          condition.isOfOrder
            ? Message.incomparableField(condition.key, otherKind: outcome.otherKind)
            : Message.emptyField(condition.key))
      }
    }
    return filter
  }

  /// Explains which filters alone leave nothing: a tag that no memo has, and a part of a path that is not a pattern of it.
  func hintAtFilters(in index: VaultIndex) {
    let tags = arguments.all(FilterOptions.tag).compactMap { try? TagExpression($0) }.flatMap(\.wanted)
    if !tags.isEmpty {
      let known = TagCounts(isNested: true).counts(in: index).map(\.tag)
      for tag in tags where !known.contains(where: { Folding.fold($0) == Folding.fold(tag) }) {
        for near in Suggestions.nearest(to: tag, among: known, limit: 1) { hint(Message.nearest(near)) }
      }
    }
    for written in arguments.all(FilterOptions.path) where !hasMemo(at: written, in: index) {
      let part = written.utf8.contains(UInt8(ascii: "/")) ? "**/\(written)*" : "*\(written)*"
      if hasMemo(at: part, in: index) { hint(Message.useFilter("--path '\(part)'")) }
    }
  }

  private func hasMemo(at pattern: String, in index: VaultIndex) -> Bool {
    var listing = MemoListing(collation: machine.collation, clock: machine.clock)
    (listing.filter.paths, listing.limit) = ([Glob(pattern)], 1)
    return !listing.memos(in: index).isEmpty
  }

  /// Explains which keys that only order or show memos no memo has.
  func noteUnknownFields(_ fields: [String], in index: VaultIndex) {
    guard !fields.isEmpty, index.count > 0 else { return }
    let known = FieldCounts.keys(in: index).map { Folding.matchKey($0.name) }
    var seen: Set<[UInt8]> = []
    for field in fields where seen.insert(Folding.matchKey(field)).inserted && !known.contains(Folding.matchKey(field))
    {
      noteUnknownField(field, in: index)
    }
  }

  /// Explains that no memo has a key, and which one is near.
  func noteUnknownField(_ key: String, in index: VaultIndex) {
    note(Message.unknownField(key))
    for near in FieldCounts.nearest(to: key, in: index) { hint(Message.nearest(near)) }
  }
}

extension FieldCounts {
  /// The key that is nearest to one that no memo has, if one is near.
  static func nearest(to key: String, in index: VaultIndex) -> [String] {
    Suggestions.nearest(to: key, among: keys(in: index).map(\.name), limit: 1)
  }
}
