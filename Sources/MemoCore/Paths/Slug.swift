import Foundation

/// How white space of a title, and what file names must not hold, is written in a file name.
public enum NameRule: String, CaseIterable, Sendable {
  /// As `-`: `Weekly-report`.
  case dash
  /// As one space, as Obsidian names files: `Weekly report`.
  case space

  /// What is between the words of a name, and before the number of one that is taken.
  package var separator: Unicode.Scalar { self == .dash ? "-" : " " }
}

/// File names made from titles: legal everywhere, visible, never outside their folder.
public enum Slug {
  /// The longest name made, without extension, in bytes of UTF-8.
  public static let lengthLimit = 200

  /// The name of a memo whose title leaves nothing of one: not the date, which is the name of a day's memo.
  public static let untitled = "untitled"

  /// The name, without extension, of a file for a memo; `fallback`, such as `untitled`, where the title leaves nothing.
  ///
  /// - Parameter limit: how many bytes of UTF-8 it may have.
  public static func fileName(
    forTitle title: String, by rule: NameRule = .dash, upTo limit: Int = lengthLimit, fallback: String
  ) -> String {
    var name = Substring(separated(withoutInvisible(title).precomposedStringWithCanonicalMapping, by: rule))
    trim(&name, by: rule)
    name = cut(withoutReservedName(String(name)), to: limit)
    trim(&name, by: rule)
    return name.isEmpty ? fallback : String(name)
  }

  /// Whether a name can hold every character of a title, and a link every one of the name; none ends in a dot.
  public static func isNameable(_ title: String) -> Bool {
    title.unicodeScalars.last != "."
      && !title.unicodeScalars.contains { isIllegal($0) || isLinkMark($0) }
  }

  /// Whether the name made from a title says all of it, white space, what is written for it and invisible scalars aside.
  public static func holds(_ title: String, by rule: NameRule) -> Bool {
    holds(title, in: memoName(forTitle: title, by: rule, fallback: ""), by: rule)
  }

  /// Whether a name says all of a title, but for the same.
  public static func holds(_ title: String, in name: String, by rule: NameRule) -> Bool {
    let bare = String(decoding: MemoExtension.stem(of: Array(title.utf8)), as: UTF8.self)
    func key(_ text: String) -> [UInt8] {
      let scalars = withoutInvisible(text).unicodeScalars.filter {
        !$0.properties.isWhitespace && !(rule == .dash && $0 == "-")
      }
      return Folding.matchKey(String(String.UnicodeScalarView(scalars)))
    }
    return key(name) == key(bare)
  }

  /// The name without the ending of memos, for who types `plan.md` as a title means the file.
  public static func memoName(
    forTitle title: String, by rule: NameRule = .dash, upTo limit: Int = lengthLimit, fallback: String
  ) -> String {
    withoutEnding(fileName(forTitle: title, by: rule, upTo: limit, fallback: fallback)) {
      fileName(forTitle: $0, by: rule, upTo: limit, fallback: fallback)
    }
  }

  /// The name by the rule before `NameRule.dash`: a dash for each illegal character, `#`, `[`, `]` and `^` kept. Files are
  /// still called so, and a name that this rule leaves as it is is legal everywhere.
  public static func earlierFileName(forTitle title: String, fallback: String) -> String {
    var name = Substring(withoutIllegalScalars(title.precomposedStringWithCanonicalMapping))
    name.unicodeScalars = name.unicodeScalars.drop(while: isForbiddenFirst)
    name = cut(withoutReservedName(String(name)), to: lengthLimit)
    while name.unicodeScalars.last == "." { name.unicodeScalars.removeLast() }
    return name.isEmpty ? fallback : String(name)
  }

  /// The name of a memo by that rule.
  public static func earlierMemoName(forTitle title: String, fallback: String) -> String {
    withoutEnding(earlierFileName(forTitle: title, fallback: fallback)) {
      earlierFileName(forTitle: $0, fallback: fallback)
    }
  }

  private static func withoutEnding(_ name: String, _ make: (String) -> String) -> String {
    let stem = MemoExtension.stem(of: Array(name.utf8))
    return stem.count == name.utf8.count ? name : make(String(decoding: stem, as: UTF8.self))
  }

  /// A title with one separator for each run of white space and scalars that names must not hold.
  private static func separated(_ title: String, by rule: NameRule) -> String {
    var name = String.UnicodeScalarView()
    var isAfterSeparator = false
    for scalar in title.unicodeScalars {
      let isSeparator = scalar.properties.isWhitespace || isIllegal(scalar) || isLinkMark(scalar)
      if isSeparator || (scalar == "-" && rule == .dash) {
        if !isAfterSeparator { name.append(rule.separator) }
        isAfterSeparator = true
      } else {
        name.append(scalar)
        isAfterSeparator = false
      }
    }
    return String(name)
  }

  /// A title without the format characters that do not show and come with pasted text: soft hyphens, blanks without
  /// width, byte order marks, turns of the reading direction. Those stay that join letters or emoji, or are part of a flag.
  private static func withoutInvisible(_ title: String) -> String {
    guard title.unicodeScalars.contains(where: isInvisible) else { return title }
    var name = String.UnicodeScalarView()
    var rest = title.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if !isInvisible(scalar) || joins(scalar, name.last, rest.first) { name.append(scalar) }
    }
    return String(name)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .format && scalar.properties.isDefaultIgnorableCodePoint
  }

  /// Whether an invisible scalar changes how those around it look.
  private static func joins(_ scalar: Unicode.Scalar, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    guard let before, !before.isASCII else { return false }
    switch scalar.value {
    // Behind a virama also at the end of a word.
    case 0x200C...0x200D: return isMark(before) || (isShaped(before) && after.map { isShaped($0) } ?? false)
    case 0xE0020...0xE007F: return before.properties.isEmoji || 0xE0020...0xE007E ~= before.value
    default: return false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
  }

  private static func isShaped(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.isEmoji)
  }

  /// Takes away what no name begins or ends with.
  private static func trim(_ name: inout Substring, by rule: NameRule) {
    name.unicodeScalars = name.unicodeScalars.drop { isForbiddenFirst($0) || $0 == rule.separator }
    while let last = name.unicodeScalars.last, last == "." || last == rule.separator {
      name.unicodeScalars.removeLast()
    }
  }

  /// Whether a wiki link takes a scalar for a mark, so that none could hold a name with it; `|` is illegal anyway.
  private static func isLinkMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "#" || scalar == "[" || scalar == "]" || scalar == "^"
  }

  /// Runs of white space and each illegal scalar become `-`; white space at the ends goes.
  private static func withoutIllegalScalars(_ title: String) -> String {
    var name = String.UnicodeScalarView()
    var isAfterSpace = false
    for scalar in title.unicodeScalars {
      if scalar.properties.isWhitespace {
        isAfterSpace = true
        continue
      }
      if isAfterSpace, !name.isEmpty { name.append("-") }
      isAfterSpace = false
      name.append(isIllegal(scalar) ? "-" : scalar)
    }
    return String(name)
  }

  private static func isIllegal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": true
    default: scalar.properties.generalCategory == .control || isBidiControl(scalar)
    }
  }

  private static func isBidiControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  // Invisible scalars too: some file systems ignore them, and `.git` behind one would be `.git`.
  private static func isForbiddenFirst(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "." || scalar.properties.generalCategory == .format
  }

  /// Windows takes `con` and `con.txt` for a device.
  private static func withoutReservedName(_ name: String) -> String {
    let stem = name.unicodeScalars.prefix { $0 != "." }
    return isReserved(String(stem).lowercased())
      ? String(stem) + "_" + String(name.unicodeScalars[stem.endIndex...]) : name
  }

  /// Whether Windows takes a name, in small letters and up to its first dot, for a device.
  static func isReserved(_ stem: String) -> Bool {
    if ["con", "prn", "aux", "nul"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasBytePrefix("com") || stem.hasBytePrefix("lpt"))
      && stem.last.map("123456789".contains) == true
  }

  /// The whole characters that fit into the limit.
  private static func cut(_ name: String, to limit: Int) -> Substring {
    var length = 0
    return name.prefix { character in
      length += character.utf8.count
      return length <= limit
    }
  }
}

/// What Windows lets files be called.
public enum WindowsName {
  /// Whether Windows takes every name of a path: no reserved character, device or closing dot or space.
  public static func isLegal(_ path: VaultPath) -> Bool {
    // Each of these in a memo's path is a byte of its own, so the bytes rule out most paths.
    !path.bytes.contains(where: isReserved) && path.components.allSatisfy(isLegalName)
  }

  private static func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<0x20, UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "\""),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "|"):
      true
    default: false
    }
  }

  private static func isLegalName(_ name: ArraySlice<UInt8>) -> Bool {
    if name.last == UInt8(ascii: ".") || name.last == UInt8(ascii: " ") { return false }
    let stem = name.prefix { $0 != UInt8(ascii: ".") }
    return stem.count > 4 || !Slug.isReserved(String(decoding: stem, as: UTF8.self).lowercased())
  }
}
