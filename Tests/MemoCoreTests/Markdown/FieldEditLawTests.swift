import MemoCore
import MemoTestSupport
import Testing

/// A thousand random changes of fields: each changes exactly the lines of its key, and then the key holds what was asked for.
@Suite struct FieldEditLawTests {
  private enum Value: Equatable {
    case text(String)
    case list([String])
  }

  /// A key with its lines, or a line that belongs to no key.
  private struct Part {
    var key: String?
    var value = Value.text("")
    var lines: [String]
    /// Comments within the lines that a change of the value must keep.
    var comment: String?
  }

  private static let words = ["open", "two words", "5", "2026-12-01", "true", "한글", "é", "a/b", "x:y"]
  private static let values =
    words + [
      "a: b", "#x", "x #y", "- a", "[x]", "{y}", "null", "~", "'q'", "\"d\"", " lead", "trail ", "a,b", "one\ntwo",
      "@x",
      "`x`", "%x", "tab\tx", "x:", ":", "a\\b", "!t", "&a", "*b", "| x", "> y", "?", "---", "...", "-", "[]", "\u{1}",
    ]
  private static let keys = ["status", "rating", "tags", "aliases", "author.name", "due date", "un-set", "키"]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func eachChangeTouchesItsKeyAlone(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for step in 0..<1_000 {
      let parts = Self.parts(&random)
      var end = random.pick(["\n", "\r\n", "\r"]) ?? "\n"
      let mark = random.happens(percent: 20) ? "\u{FEFF}" : ""
      let body = random.pick(["", "# Title\(end)\(end)- [ ] status: x\(end)", "no end"]) ?? ""
      // A text without line breaks gets the usual ones.
      if parts == nil, !body.contains(where: \.isNewline) { end = "\n" }
      let fence = parts != nil && random.happens(percent: 20) ? "..." : "---"
      let change = Self.change(&random, of: parts)
      let before = parts.map { $0.map(\.lines) }
      let text = Self.memo(before, mark, end, fence, body)
      let after = try FieldEdit.apply([change], to: text)
      let place = "seed \(seed), step \(step), \(change)\n\(String(decoding: text, as: UTF8.self).debugDescription)"
      let wanted = Self.wanted(change, in: parts)
      Self.check(after, change, wanted, parts, (mark, end, fence, body), place)
      #expect(try FieldEdit.apply([change], to: after) == after, "a second time: \(place)")
    }
  }

  // MARK: The oracle

  /// What the key holds afterwards; `nil` for no such key.
  private static func wanted(_ change: FieldChange, in parts: [Part]?) -> Value? {
    let old = parts?.first { $0.key == change.key }?.value
    switch (change, old) {
    case (.unset, _): return nil
    case (.set(_, let text), .list): return .list(text.isEmpty ? [] : [text])
    case (.set(_, let text), _): return .text(text)
    case (.add(_, let item), let old):
      let items = Self.items(old, of: change.key)
      return items.contains(item) ? old : .list(items + [item])
    case (.remove, nil): return nil
    case (.remove(_, let item), let old?):
      let items = Self.items(old, of: change.key)
      guard items.contains(item) else { return old }
      let rest = items.filter { $0 != item }
      guard case .text = old else { return .list(rest) }
      return rest.isEmpty ? .text("") : rest.count == 1 ? .text(rest[0]) : .list(rest)
    }
  }

  /// A text is a list of one; one of tags or aliases holds several.
  private static func items(_ value: Value?, of key: String) -> [String] {
    switch value {
    case nil, .text(""): return []
    case .list(let items): return items
    case .text(let text):
      switch key {
      case "tags": return text.split { $0 == "," || $0.isWhitespace }.map(String.init)
      case "aliases": return text.split(separator: ",").map { $0.trimming() }.filter { !$0.isEmpty }
      default: return [text]
      }
    }
  }

  private static func check(
    _ after: [UInt8], _ change: FieldChange, _ wanted: Value?, _ parts: [Part]?,
    _ frame: (mark: String, end: String, fence: String, body: String), _ place: String
  ) {
    let place = "\(place)\n\(String(decoding: after, as: UTF8.self).debugDescription)"
    let all = parts ?? []
    let own = all.firstIndex { $0.key == change.key }
    // Where a key is new, all lines come before it.
    let (before, behind) = (all[..<(own ?? all.count)], own.map { all[($0 + 1)...] } ?? [])
    // With its last line, a front matter goes.
    let isEmpty = wanted == nil && own != nil && before.isEmpty && behind.isEmpty
    let isGone = isEmpty && Array(frame.body.utf8).withUnsafeBytes { FrontMatter($0).range.isEmpty }
    let isMade = (parts != nil || wanted != nil) && !isGone
    let start = frame.mark + (isMade ? "---\(frame.end)" : "") + before.flatMap(\.lines).map { $0 + frame.end }.joined()
    let rest =
      behind.flatMap(\.lines).map { $0 + frame.end }.joined() + (isMade ? frame.fence + frame.end : "") + frame.body
    let isAround = after.starts(with: start.utf8) && after.reversed().starts(with: rest.utf8.reversed())
    #expect(isAround && after.count >= start.utf8.count + rest.utf8.count, "other lines changed: \(place)")
    let front = after.withUnsafeBytes { FrontMatter($0) }
    let fields = front.fields.filter { $0.key == change.key }
    let found: Value? = fields.first.map { field in
      switch field.value {
      case .scalar(let text): .text(text)
      case .list(let items): .list(items)
      }
    }
    #expect(found == wanted && fields.count == (wanted == nil ? 0 : 1), "holds \(String(describing: found)): \(place)")
    // Of a map in braces, a key without a value is left.
    let others = Set(front.fields.map(\.key)).subtracting([change.key, "author"])
    #expect(others == Set(all.compactMap(\.key)).subtracting([change.key]), "other keys: \(place)")
    if let own, wanted != nil, let comment = all[own].comment {
      let text = String(decoding: after.dropFirst(start.utf8.count).dropLast(rest.utf8.count), as: UTF8.self)
      #expect(text.contains(comment), "a comment is lost: \(place)")
    }
  }

  // MARK: Random memos

  private static func memo(_ parts: [[String]]?, _ mark: String, _ end: String, _ fence: String, _ body: String)
    -> [UInt8]
  {
    let front = parts.map { (["---"] + $0.joined() + [fence]).map { $0 + end }.joined() } ?? ""
    return Array((mark + front + body).utf8)
  }

  private static func change(_ random: inout SeededRandom, of parts: [Part]?) -> FieldChange {
    let known = parts?.compactMap(\.key) ?? []
    let key = (random.happens(percent: 75) ? random.pick(known) : nil) ?? random.pick(keys) ?? ""
    var value = random.pick(values) ?? ""
    if random.happens(percent: 40), let part = parts?.first(where: { $0.key == key }) {
      value = random.pick(items(part.value, of: key)) ?? value
    }
    // Of tags, the mark and the blanks are no part of the name.
    if key == "tags" { value = random.pick(["work", "home", "new", "a/b"]) ?? "" }
    switch random.below(8) {
    case 0, 1: return .add(key, value)
    case 2, 3: return .remove(key, value)
    case 4: return .unset(key)
    case 5: return .set(key, "")
    default: return .set(key, value)
    }
  }

  private static func parts(_ random: inout SeededRandom) -> [Part]? {
    if random.happens(percent: 10) { return nil }
    var parts: [Part] = []
    for key in keys where random.happens(percent: 60) {
      if random.happens(percent: 20) { parts.append(Part(lines: [random.pick(["# note: x", "", "#"]) ?? ""])) }
      parts.append(part(key, &random))
    }
    if random.happens(percent: 10) { parts.append(Part(lines: ["odd: &anchor [x"])) }
    return parts
  }

  private static func part(_ key: String, _ random: inout SeededRandom) -> Part {
    let comment = random.happens(percent: 30) ? "# why \(random.below(100))" : nil
    let tail = comment.map { " " + $0 } ?? ""
    let word = random.pick(words) ?? ""
    let items = key == "tags" ? ["work", "home"] : ["a", "b c", "다"].filter { _ in random.happens(percent: 60) }
    // Below another key, all of that is the key's.
    if key == "author.name" {
      switch random.below(5) {
      case 0: return Part(key: key, value: .text(word), lines: ["author:", "  name: \(word)\(tail)"], comment: comment)
      case 3: return Part(key: key, value: .text("x"), lines: ["author: {", "  name: 'x' # who", "  }"])
      case 4: return Part(key: key, value: .list(["x", "y z"]), lines: ["author: {name: [x, \"y z\"]}"])
      case 1: return Part(key: key, value: .text("x"), lines: ["author: {name: x}"])
      default: return Part(key: key, value: .list(["x", "y"]), lines: ["author:", "    name:", "    - x", "    - y"])
      }
    }
    switch random.below(22) {
    case 0: return Part(key: key, value: .text(word), lines: ["\(key): \(word)\(tail)"], comment: comment)
    case 1: return Part(key: key, value: .text("it's"), lines: ["\(key):   'it''s'\(tail)"], comment: comment)
    case 2: return Part(key: key, value: .text("a: b"), lines: ["\"\(key)\" : \"a: b\"\(tail)"], comment: comment)
    case 3: return Part(key: key, lines: ["\(key):\(tail)"], comment: comment)
    case 4: return Part(key: key, value: .text("one\ntwo\n"), lines: ["\(key): |", "  one", "  two"])
    case 5: return Part(key: key, value: .text("one two"), lines: ["\(key): one", "    two"])
    case 6:
      let list = "[\(items.joined(separator: ", "))]"
      return Part(key: key, value: .list(items), lines: ["\(key): \(list)\(tail)"], comment: comment)
    case 7:
      let lines = items.map { "  \($0),\(tail)" }
      return Part(key: key, value: .list(items), lines: ["\(key): ["] + lines + ["  ]"])
    case 8 where !items.isEmpty:
      return Part(key: key, value: .list(items), lines: ["\(key):\(tail)"] + items.map { "- \($0)" }, comment: comment)
    case 9 where !items.isEmpty:
      let lines = ["\(key):", "  # first \(random.below(9))"] + items.map { "  -  \"\($0)\" # of \($0)" }
      return Part(key: key, value: .list(items), lines: lines, comment: lines[1])
    case 10:
      return Part(key: key, value: .text("one two"), lines: ["\(key): \"one", "  two\"\(tail)"], comment: comment)
    case 11: return Part(key: key, value: .text("it's two"), lines: ["'\(key)': 'it''s", "  two'"])
    case 12: return Part(key: key, value: .list(["one two", "x"]), lines: ["\(key):", "- one", "  two", "- 'x'"])
    case 13: return Part(key: key, value: .text(" one\ntwo"), lines: ["\(key): |2-", "   one", "  two"])
    case 14:
      return Part(key: key, value: .text("one two\nthree\n"), lines: ["\(key): >", " one", " two", "", " three"])
    case 15: return Part(key: key, value: .text("one\n"), lines: ["\(key): |\(tail)", "  one"], comment: comment)
    case 16: return Part(key: key, value: .text(word), lines: ["\(key):\t\(word)  \(tail)"], comment: comment)
    case 17:
      return Part(
        key: key, value: .text(""), lines: ["\(key): \(random.pick(["~", "null", "''"]) ?? "")\(tail)"],
        comment: comment)
    case 18:
      let lines = ["\(key):\(tail)", "  one", "    two"]
      return Part(key: key, value: .text("one two"), lines: lines, comment: comment)
    case 19:
      let lines = ["\(key):", "  # below", "", "  \"one: two\"\(tail)"]
      return Part(key: key, value: .text("one: two"), lines: lines, comment: comment ?? lines[1])
    case 20:
      let lines = ["\(key):\(tail)", "  [\(items.joined(separator: ", "))] # list"]
      return Part(key: key, value: .list(items), lines: lines, comment: "# list")
    default: return Part(key: key, value: .text("x"), lines: ["\(key): >-", "  x"])
    }
  }
}

extension Substring {
  fileprivate func trimming() -> String {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
