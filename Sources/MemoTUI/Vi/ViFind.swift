import MemoCore

/// A character to go to in a line, as `f`, `F`, `t` and `T` find it.
struct ViFind: Equatable, Sendable {
  /// Which way, and how near.
  struct Kind: Equatable, Sendable {
    let isBackward: Bool
    /// Whether the cursor stops before the character.
    let isTill: Bool

    /// The kind of a key; `nil` for other keys.
    init?(_ key: String) {
      switch key {
      case "f": self.init(isBackward: false, isTill: false)
      case "F": self.init(isBackward: true, isTill: false)
      case "t": self.init(isBackward: false, isTill: true)
      case "T": self.init(isBackward: true, isTill: true)
      default: return nil
      }
    }

    private init(isBackward: Bool, isTill: Bool) {
      (self.isBackward, self.isTill) = (isBackward, isTill)
    }

    fileprivate var reversed: Kind { Kind(isBackward: !isBackward, isTill: isTill) }
  }

  let character: String
  private(set) var kind: Kind
  /// Whether it was found before: then a character next to the cursor is not where to stop again.
  private var isAgain = false

  init(_ character: String, _ kind: Kind) {
    (self.character, self.kind) = (character, kind)
  }

  /// The same again, as `;` and `,` find it.
  func again(isReversed: Bool) -> ViFind {
    var find = self
    if isReversed { find.kind = kind.reversed }
    find.isAgain = true
    return find
  }

  /// Where the cursor stops in a line; `nil` if there are not so many.
  func offset(in line: TextLine, from offset: Int, times: Int) -> Int? {
    let sought = Array(character.utf8)
    let found = line.characters().filter { line.bytes[$0.range] == sought[...] }.map(\.range)
    var places =
      kind.isBackward ? found.filter { $0.lowerBound < offset }.reversed() : found.filter { $0.lowerBound > offset }
    if kind.isTill, isAgain, let next = places.first {
      let isNext = kind.isBackward ? next.upperBound == offset : next.lowerBound == line.boundary(after: offset)
      if isNext { places.removeFirst() }
    }
    guard times <= places.count else { return nil }
    let place = places[times - 1]
    guard kind.isTill else { return place.lowerBound }
    return kind.isBackward ? place.upperBound : line.boundary(before: place.lowerBound)
  }
}

/// The words of a line as vi counts them.
enum ViWords {
  /// What a word consists of: letters of one script, or marks; a word of `W` of anything but blanks.
  private enum Class: Equatable {
    case mark, anything
    case letters(WordKind)
  }

  static func words(of line: TextLine, isBig: Bool) -> [Range<Int>] {
    line.runs { Self.class(of: $0, isBig: isBig) }
  }

  private static func `class`(of character: LineCharacter, isBig: Bool) -> Class? {
    if character.isSpace || character.scalar.properties.isWhitespace { return nil }
    if isBig { return .anything }
    let kind = WordKind(character.scalar)
    return kind == .none ? .mark : .letters(kind)
  }
}
