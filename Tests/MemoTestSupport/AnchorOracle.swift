import Foundation

/// What anchors name, written down once more and as plainly as can be: headings by their texts without regard to case and
/// punctuation, by those above them, and in Markdown links by GitHub's names first; blocks by theirs.
public struct AnchorOracle {
  /// What an anchor names.
  public enum Answer: Hashable, Sendable {
    /// The heading at a place of the note's headings.
    case heading(Int)
    case block(String)
  }

  private let headings: [ConvertedVault.Heading]
  private let blocks: [String]

  /// Knows what a note has.
  public init(_ headings: [ConvertedVault.Heading], blocks: [String]) {
    (self.headings, self.blocks) = (headings, blocks)
  }

  /// What an anchor names; `nil` for nothing.
  public func answer(_ anchor: String, isWiki: Bool) -> Answer? {
    let text = isWiki ? anchor : anchor.removingPercentEncoding ?? anchor
    if text.utf8.first == UInt8(ascii: "^") {
      let name = text.unicodeScalars.dropFirst().map(String.init).joined().lowercased()
      return blocks.first { $0.lowercased() == name }.map { .block($0) }
    }
    if !isWiki, let place = Self.slugs(headings).firstIndex(where: { Self.isSame($0, text.lowercased()) }) {
      return .heading(place)
    }
    let names = text.unicodeScalars.split(separator: "#").map { Self.key(String($0)) }
    return headings.indices.first { isNamed($0, names[...]) }.map { .heading($0) }
  }

  /// Whether a heading has the last of some names, and one above it the name before, and so on.
  private func isNamed(_ place: Int, _ names: ArraySlice<String>) -> Bool {
    guard let last = names.last, Self.isSame(Self.key(headings[place].text), last) else { return false }
    var rest = names.dropLast()
    var above = Self.parent(of: place, in: headings)
    while let name = rest.last, let place = above {
      if Self.isSame(Self.key(headings[place].text), name) { rest = rest.dropLast() }
      above = Self.parent(of: place, in: headings)
    }
    return rest.isEmpty
  }

  // MARK: Texts

  /// The heading in whose section another one is.
  public static func parent(of place: Int, in headings: [ConvertedVault.Heading]) -> Int? {
    headings[..<place].lastIndex { $0.level < headings[place].level }
  }

  /// A heading's text without the marks that a link cannot hold.
  public static func writable(_ text: String) -> String {
    text.unicodeScalars.map { "#|[]^".unicodeScalars.contains($0) ? " " : String($0) }.joined()
      .split(separator: " ").joined(separator: " ")
  }

  /// The names that GitHub gives to headings.
  public static func slugs(_ headings: [ConvertedVault.Heading]) -> [String] {
    var given: [String] = []
    for heading in headings {
      let slug = heading.text.lowercased().unicodeScalars.map { scalar in
        if scalar == " " || scalar == "-" { return "-" }
        return scalar == "_" || isWord(scalar) ? String(scalar) : ""
      }.joined()
      let free = (0...).lazy.map { $0 == 0 ? slug : "\(slug)-\($0)" }.first { name in
        !given.contains { isSame($0, name) }
      }
      given.append(free ?? slug)
    }
    return given
  }

  private static func key(_ text: String) -> String {
    let folded = text.precomposedStringWithCanonicalMapping.lowercased()
    let words = folded.unicodeScalars.split { !isWord($0) }.map(String.init).joined(separator: " ")
    return words.isEmpty ? folded : words
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark,
      .enclosingMark, .decimalNumber, .letterNumber:
      true
    default: false
    }
  }

  private static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
