/// A change of one field of a memo's front matter.
public enum FieldChange: Equatable, Sendable {
  /// The key holds this text; a list holds this item alone. An empty text leaves the key without a value.
  case set(String, String)
  /// The list of the key holds this item as well.
  case add(String, String)
  /// The list of the key does not hold this item.
  case remove(String, String)
  /// There is no such key.
  case unset(String)

  /// The key.
  public var key: String {
    switch self {
    case .set(let key, _), .add(let key, _), .remove(let key, _), .unset(let key): key
    }
  }

  /// The text or item; `nil` where there is none.
  private var text: String? {
    switch self {
    case .set(_, let text), .add(_, let text), .remove(_, let text): text
    case .unset: nil
    }
  }
}

extension FieldChange {
  /// The same changes with lists taken apart: `[a, b]`, and tags with commas. What sets a key sets it to the first item and
  /// adds the others.
  public static func itemByItem(_ changes: [FieldChange], in memo: UnsafeRawBufferPointer) -> [FieldChange] {
    changes.flatMap { change -> [FieldChange] in
      guard let text = change.text, let items = items(of: change.key, text) else { return [change] }
      let key = change.key
      if case .remove = change { return items.map { .remove(key, $0) } }
      let additions = items.map { FieldChange.add(key, $0) }
      guard case .set = change else { return additions }
      guard let first = items.first else { return [.set(key, "")] }
      let isThere = FrontMatter(memo).entries.contains { Folding.areSame($0.key, key) }
      return isThere ? [.set(key, first)] + additions.dropFirst() : additions
    }
  }

  /// The items of a text that is written as a list; `nil` for any other.
  private static func items(of key: String, _ text: String) -> [String]? {
    let isList = text.utf8.first == UInt8(ascii: "[") && text.utf8.last == UInt8(ascii: "]")
    let isOfTags = FrontMatter.ownTagKeys.contains(key.lowercased()) && text.utf8.contains(UInt8(ascii: ","))
    guard isList || isOfTags, !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    let lines = Array("---\nk: \(isList ? text : "[\(text)]")\n---\n".utf8)
    return lines.withUnsafeBytes { bytes in
      let front = FrontMatter(bytes)
      guard front.unread.isEmpty, let entry = front.entries.first, case .list = entry.value else { return nil }
      return entry.values.filter { !$0.isEmpty }
    }
  }
}

/// Why a field cannot be changed.
public enum FieldProblem: Error, Equatable, Sendable {
  /// A line that is not understood may be a part of the key; from 1.
  case notUnderstood(key: String, line: Int)
  /// The key is there several times, case and normalization aside.
  case repeated(key: String)
  /// The key holds keys of its own; some of them.
  case holdsKeys(key: String, keys: [String])
  /// A key above this one holds a text or a list.
  case holdsValue(key: String)
  /// The memo has front matter in TOML, above which another one would hide it.
  case isTOML(key: String)
  /// It cannot be a key.
  case unusableKey(String)
}

/// Changes fields of a front matter, in every form of YAML that is read: of all lines, only those of the key change.
public enum FieldEdit {
  private static let keyLimit = 200

  /// The memo with fields changed, one after the other.
  ///
  /// A front matter in which nothing is left goes, so that a field that was set and is unset again leaves no trace.
  ///
  /// - Throws: a `FieldProblem` where a change would touch what is not understood; then none is made.
  public static func apply(_ changes: [FieldChange], to memo: [UInt8]) throws(FieldProblem) -> [UInt8] {
    var changed = memo
    for change in changes { changed = try apply(change, to: changed) }
    return changed == memo ? memo : changed.withUnsafeBytes(withoutEmptyBlock) ?? changed
  }

  /// A memo without its front matter, if that has no line; `nil` where it has, or where the text behind it would become one.
  private static func withoutEmptyBlock(_ memo: UnsafeRawBufferPointer) -> [UInt8]? {
    let block = FrontMatter(memo).range
    guard !block.isEmpty, memo.nextLineStart(from: memo.nextLineStart(from: block.lowerBound)) == block.upperBound
    else {
      return nil
    }
    let rest = ByteEdit.apply([ByteEdit(block, [])], to: memo)
    return rest.withUnsafeBytes { FrontMatter($0).range.isEmpty } ? rest : nil
  }

  private static func apply(_ change: FieldChange, to memo: [UInt8]) throws(FieldProblem) -> [UInt8] {
    let key = change.key
    guard !key.isEmpty, key.utf8.count <= keyLimit, !key.parts(at: ".", keepsEmpty: true).contains(""),
      !key.unicodeScalars.contains(where: { $0 < " " || $0 == "\u{7F}" })
    else { throw .unusableKey(key) }
    var outcome: Result<[UInt8], FieldProblem> = .success(memo)
    memo.withUnsafeBytes { bytes in
      outcome = Result { () throws(FieldProblem) in
        let editor = FieldEditor(bytes)
        let changed = ByteEdit.apply(try editor.edits(for: change), to: bytes)
        guard changed.withUnsafeBytes({ editor.isKept($0, by: change) }) else { throw editor.refusal(of: key) }
        return changed
      }
    }
    return try outcome.get()
  }
}

/// What a key holds as the items of a list.
struct FieldItems {
  let items: [String]
  private let isOfTags: Bool

  init(_ entry: FrontMatter.Entry) {
    isOfTags = Self.holds(FrontMatter.tagKeys, entry.key)
    if case .scalar(let text) = entry.value, !text.isEmpty {
      let isOfNames = Self.holds(["aliases", "alias"], entry.key)
      let parts = isOfTags ? TagList.parts(of: text) : isOfNames ? text.parts(at: ",") : [text]
      items = isOfNames ? parts.map(MemoLayout.trimmed).filter { !$0.isEmpty } : parts
    } else {
      items = entry.values
    }
  }

  /// Whether two items are the same; tags whatever their case and mark.
  func areSame(_ left: String, _ right: String) -> Bool {
    isOfTags ? Self.tag(left) == Self.tag(right) : left.utf8.elementsEqual(right.utf8)
  }

  /// What is left of a text that was read as several items.
  func written(_ rest: [String]) -> String {
    rest.count == 1 ? YAMLWriting.scalar(rest[0]) : YAMLWriting.list(rest)
  }

  private static func holds(_ keys: [String], _ key: String) -> Bool {
    keys.contains { Folding.areSame($0, key) }
  }

  private static func tag(_ text: String) -> [UInt8] {
    Folding.matchKey(text.dropping(prefix: "#") ?? text)
  }
}
