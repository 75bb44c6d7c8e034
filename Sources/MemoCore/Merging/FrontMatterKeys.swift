/// The keys of a woven front matter, as far as it takes to tell which lines of the second side make it unreadable.
struct FrontMatterKeys {
  /// A key that each side brought.
  struct Clash {
    /// The first side's line.
    let first: Int
    /// The second side's lines.
    let second: Range<Int>
  }

  /// Keys that both sides brought.
  private(set) var clashes: [Clash] = []
  /// Lines of the second side that must not be read.
  private(set) var unreadable: [Int] = []

  /// Lines of the second side that say what the first side says elsewhere.
  private(set) var repeated: [Int] = []

  /// A key's line and those below that belong to it.
  private struct Entry {
    let key: [UInt8]
    var lines: Range<Int>
  }

  /// Reads the lines between the fences.
  init(_ lines: ArraySlice<MergedLine>) {
    let entries = Self.entries(lines)
    var firstLines: [[UInt8]: Int] = [:]
    for entry in entries.reversed() where lines[entry.lines.lowerBound].origin == .first {
      firstLines[entry.key] = entry.lines.lowerBound
    }
    for entry in entries {
      let other = lines[entry.lines.lowerBound].origin == .second ? firstLines[entry.key] : nil
      if let other, entry.lines.count == 1, lines[other].content == lines[entry.lines.lowerBound].content {
        repeated.append(entry.lines.lowerBound)
        continue
      }
      if let other { clashes.append(Clash(first: other, second: entry.lines)) }
      unreadable += Self.unreadable(entry, isClash: other != nil, lines)
    }
  }

  /// The lines of a key that must not be read.
  private static func unreadable(_ entry: Entry, isClash: Bool, _ lines: ArraySlice<MergedLine>) -> [Int] {
    entry.lines.filter { line in
      guard !isComment(lines[line].content), !lines[line].content.isEmpty else { return false }
      if isClash { return lines[line].origin != .first }
      return line > entry.lines.lowerBound && isMisplaced(line, below: entry.lines.lowerBound, lines)
    }
  }

  /// Whether a line of the second side stands below a value that the first side wrote on the key's own line.
  private static func isMisplaced(_ line: Int, below key: Int, _ lines: ArraySlice<MergedLine>) -> Bool {
    guard lines[line].origin == .second, lines[key].origin == .first else { return false }
    let value = lines[key].content.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop { $0 == UInt8(ascii: " ") }
    guard let first = value.first else { return false }
    return first != UInt8(ascii: "|") && first != UInt8(ascii: ">") && first != UInt8(ascii: "#")
  }

  private static func entries(_ lines: ArraySlice<MergedLine>) -> [Entry] {
    var entries: [Entry] = []
    for line in lines.indices {
      if let key = key(of: lines[line].content) {
        entries.append(Entry(key: key, lines: line..<line + 1))
      } else if let last = entries.indices.last {
        entries[last].lines = entries[last].lines.lowerBound..<line + 1
      }
    }
    return entries
  }

  /// The key that a line starts with, small letters and no quotes; `nil` for a line that belongs to the one above.
  private static func key(of line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = line.first, !" \t-#".utf8.contains(first) else { return nil }
    let colon = line.indices.first { index in
      line[index] == UInt8(ascii: ":") && (index + 1 == line.endIndex || " \t".utf8.contains(line[index + 1]))
    }
    guard let colon else { return nil }
    return line[..<colon].map(\.lowercasedASCII).filter { !" \t\"'".utf8.contains($0) }
  }

  private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
    line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "#")
  }
}
