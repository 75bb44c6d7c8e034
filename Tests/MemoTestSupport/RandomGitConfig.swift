public import MemoSync

/// Random git configurations, most of them odd and many of them broken.
public enum RandomGitConfig {
  private static let names = ["core", "remote", "Branch", "a", "x-1", "alias", "URL", "include", "k"]
  private static let subsections = [
    "origin", "a b", "A.b", "메모", "q\\\"uote", "back\\\\slash", "br]acket", "e\u{301}", "tab\tin", "esc\\aped", "#x",
    "", "%s",
  ]
  private static let keys = ["url", "Fetch", "editor", "a-b", "x1", "path", "BARE", "k\u{301}", "1x", "-x", "a_b"]
  private static let values = [
    "true", "", "a b", "  padded  ", "\"quoted\"", "\"a;b#c\"", "half \"quoted\" value", "\"open", "a ; comment",
    "a # comment",
    "a\\n\\t\\\"b\\\\", "bad\\x", "end\\", "\"blank \"", "two  blanks", "tab\tinside", "tab\t", "\t\"x\"\t; c", "한글 값",
    "\u{301}mark", "mark\u{301}", "\"mark\"\u{301}", "\"\u{200D}\"", "[not a header]", "=", "a=b", "+refs/*:refs/*",
    "\\b",
    "\"unclosed\\\"", "../evil", "!sh -c 'x; y'", "a\rb", "a\r",
  ]
  private static let ends = ["\n", "\n", "\n", "\n", "\n", "\r\n", "\\\n", " \\\r\n\t", "\n\n", " # c\n", ";c\r\n", ""]
  private static let odd: [[UInt8]] = [
    Array("\n".utf8), Array("\r".utf8), [0], [0xFF], [0xC3], Array("\u{301}".utf8), Array("\"".utf8), Array("\\".utf8),
    Array("]".utf8), Array("[".utf8), Array("\u{FEFF}".utf8), Array("=".utf8), [7], [0x7F], Array("\u{85}".utf8),
    Array(" ".utf8),
  ]

  /// A configuration of a few lines.
  public static func text(_ random: inout SeededRandom) -> [UInt8] {
    var text = random.happens(percent: 5) ? "\u{FEFF}" : ""
    if random.happens(percent: 95) { text += header(&random) }
    for _ in 0..<random.below(5) { text += random.happens(percent: 30) ? header(&random) : line(&random) }
    if random.happens(percent: 2) { text += "\tlong = " + String(repeating: "abcdefgh ", count: 9_000) + "\n" }
    var bytes = Array(text.utf8)
    if random.happens(percent: 12), let piece = random.pick(odd) {
      bytes.insert(contentsOf: piece, at: random.below(bytes.count + 1))
    }
    if random.happens(percent: 5), !bytes.isEmpty { bytes.removeLast(1 + random.below(min(4, bytes.count))) }
    return bytes
  }

  private static func header(_ random: inout SeededRandom) -> String {
    let name = random.pick(names) ?? ""
    let header =
      switch random.below(20) {
      case 0: "[\(name)"
      case 1: "[\(name) x]"
      case 2: "[\(name)\r]"
      case 3, 4: "[\(name).\(random.pick(names) ?? "")]"
      case 5: "[\(name).b \"\(random.pick(subsections) ?? "")\"]"
      case 6: "[\(name)\t \"\(random.pick(subsections) ?? "")\"]"
      case 7: "[\(name) \"\(random.pick(subsections) ?? "")\" ]"
      case 8..<14: "[\(name) \"\(random.pick(subsections) ?? "")\"]"
      default: "[\(name)]"
      }
    return header + (random.pick([" ", "\n", "\n", "\n", "\r\n", "\t; c\n", ""]) ?? "")
  }

  private static func line(_ random: inout SeededRandom) -> String {
    let (key, end) = (
      random.pick(keys.prefix(random.happens(percent: 90) ? 7 : keys.count)) ?? "", random.pick(ends) ?? ""
    )
    let start = random.pick(["\t", "\t", "", "  ", "\r\n\t"]) ?? ""
    switch random.below(12) {
    case 0: return start + key + end
    case 1: return start + "# \(random.pick(values) ?? "")\n"
    case 2: return start + key + "\t=" + (random.pick(values) ?? "") + (random.pick(values) ?? "") + end
    default: return start + key + " = " + (random.pick(values) ?? "") + end
    }
  }
}

extension RepositoryConfig {
  /// The settings as `git config --list --null` prints them.
  public var listing: [UInt8] {
    var listing: [UInt8] = []
    for entry in entries {
      listing += Array(entry.name.utf8)
      if let value = entry.value { listing += [0x0A] + value }
      listing.append(0)
    }
    return listing
  }
}
