/// A step of indentation, as the lists of a text have it.
struct IndentStep: Equatable, Sendable {
  /// A tab, or blanks.
  let bytes: [UInt8]

  private static let tab = UInt8(ascii: "\t")
  /// The columns of a tab.
  static let tabColumns = 4
  /// More columns before a line make it code.
  static let mostOfText = 3
  // Lines to look at above and below: a key must not go through a whole memo.
  private static let reach = 1_000
  private static let widest = 8

  private init(columns: Int) {
    bytes = [UInt8](repeating: UInt8(ascii: " "), count: columns)
  }

  /// The usual one.
  static let usual = IndentStep(columns: 2)

  /// The step of the indented item that is nearest to a line. Without one, an item goes below the text of the one above it.
  init(near line: Int, in lines: EditedLines) {
    let start = max(0, line - Self.reach)
    let all = lines[start..<min(lines.count, line + Self.reach)].map(\.bytes)
    let here = line - start
    for distance in 0..<max(here + 1, all.count - here) {
      for place in distance == 0 ? [here] : [here - distance, here + distance] where all.indices.contains(place) {
        if let step = Self.step(ofItem: place, in: all) {
          self = step
          return
        }
      }
    }
    let above = all[..<here].last { !$0.isEmpty }.flatMap { ListItem($0) }
    let isNumbered = above.map { $0.number != nil } ?? false
    self = isNumbered ? IndentStep(columns: Self.columns(ofMarker: above)) : .usual
  }

  /// How much deeper an item is than the one that it belongs to; `nil` for other lines.
  private static func step(ofItem place: Int, in lines: [[UInt8]]) -> IndentStep? {
    guard let item = ListItem(lines[place]), item.hasMark, item.depth > 0, !item.prefix.contains(UInt8(ascii: ">"))
    else {
      return nil
    }
    let parent = lines[..<place].lazy.reversed().compactMap { ListItem($0) }.first {
      $0.hasMark && $0.depth < item.depth
    }
    guard let parent else { return nil }
    if item.prefix.contains(tab) { return IndentStep(tab) }
    let columns = item.depth - parent.depth
    return columns <= widest ? IndentStep(columns: columns) : nil
  }

  private init(_ byte: UInt8) {
    bytes = [byte]
  }

  private static func columns(ofMarker item: ListItem?) -> Int {
    guard let item, let number = item.number else { return usual.bytes.count }
    return "\(number). ".utf8.count
  }

  /// A line further in. Behind a tab comes a tab: blanks before it would be lost in it.
  func added(to line: [UInt8]) -> [UInt8] {
    if line.isEmpty { return line }
    let blanks = Self.indentation(of: line)
    return blanks.last == Self.tab ? blanks + [Self.tab] + line[blanks.count...] : bytes + line
  }

  /// A line further out.
  func removed(from line: [UInt8]) -> [UInt8] {
    let blanks = Self.indentation(of: line)
    return blanks.last == Self.tab
      ? blanks.dropLast() + line[blanks.count...] : Array(line.dropFirst(count(in: line)))
  }

  private static func indentation(of line: [UInt8]) -> ArraySlice<UInt8> {
    line.prefix(while: \.isBlank)
  }

  /// How many bytes of a line are a step.
  func count(in line: [UInt8]) -> Int {
    if line.first == Self.tab { return 1 }
    let columns = bytes.first == Self.tab ? Self.tabColumns : bytes.count
    return line.prefix(columns).prefix { $0 == UInt8(ascii: " ") }.count
  }
}
