/// The front matter of a text, or what is below one of its keys, parted into keys with the lines that belong to them
/// and lines that stand by themselves.
struct FrontMatterUnits {
  /// A key with its lines, or a comment or blank line.
  struct Unit {
    /// The key in small letters, without quotes and blanks; `nil` for a line by itself.
    let key: [UInt8]?
    /// Identifies it among the keys and lines of its text.
    let name: [UInt8]
    var lines: [MergedLine]

    /// The lines without their ends.
    var text: [UInt8] { Array(lines.map(\.content).joined(separator: [UInt8(ascii: "\n")])) }
  }

  /// The fences; `nil` where there is no front matter.
  let fences: (opening: MergedLine, closing: MergedLine)?
  private(set) var units: [Unit] = []

  /// How many lines of the text it takes, fences included.
  var count: Int { units.reduce(fences == nil ? 0 : 2) { $0 + $1.lines.count } }

  /// Its lines without their ends.
  var text: [UInt8] { lines.flatMap { $0.content + [UInt8(ascii: "\n")] } }

  /// Its lines, fences included.
  var lines: [MergedLine] {
    let inside = units.flatMap(\.lines)
    return fences.map { [$0.opening] + inside + [$0.closing] } ?? inside
  }

  /// Reads the start of a text; `nil` where that looks like a front matter and is none that a merge could understand.
  init?(_ text: TextLines) {
    let end = Self.fence(in: text)
    fences = end.map { (MergedLine(text, at: 0), MergedLine(text, at: $0)) }
    guard let end else { return }
    guard let units = Self.units((1..<end).map { MergedLine(text, at: $0) }) else { return nil }
    self.units = units
  }

  /// The line that closes the front matter; `nil` where there is none.
  private static func fence(in text: TextLines) -> Int? {
    guard text.count > 1, isFence(text.content(at: 0), of: "-") else { return nil }
    return (1..<text.count).first { isFence(text.content(at: $0), of: "-") || isFence(text.content(at: $0), of: ".") }
  }

  private static func isFence(_ line: ArraySlice<UInt8>, of mark: Unicode.Scalar) -> Bool {
    line.prefix(3).elementsEqual(repeatElement(UInt8(ascii: mark), count: 3)) && line.dropFirst(3).isBlank
  }

  // MARK: Keys

  /// Parts lines into units; `nil` where a line belongs to nothing.
  static func units(_ lines: [MergedLine]) -> [Unit]? {
    var units: [Unit] = []
    var counts: [[UInt8]: Int] = [:]
    // Comments and blank lines belong to the key above if more of it comes below them.
    var loose: [MergedLine] = []
    func flush() {
      units += loose.map { Unit(key: nil, name: [0] + $0.content, lines: [$0]) }
      loose = []
    }
    for line in lines {
      let content = line.content
      if let colon = colon(in: content) {
        flush()
        let key = content[..<colon].map(\.lowercasedASCII).filter { !" \t\"'".utf8.contains($0) }
        let number = counts[key, default: 0]
        counts[key] = number + 1
        units.append(Unit(key: key, name: [1] + Array("\(number) ".utf8) + key, lines: [line]))
      } else if content.isBlank || content.drop(while: \.isBlank).first == UInt8(ascii: "#") {
        loose.append(line)
      } else if let last = units.indices.last, units[last].key != nil, continues(content) {
        units[last].lines += loose + [line]
        loose = []
      } else {
        return nil
      }
    }
    flush()
    return units
  }

  /// Whether a line can stand below a key and belong to it.
  private static func continues(_ line: ArraySlice<UInt8>) -> Bool {
    line.first.map { " \t-]}".utf8.contains($0) } ?? false
  }

  /// The colon behind the key that a line starts with; `nil` for a line that starts with none.
  static func colon(in line: ArraySlice<UInt8>) -> Int? {
    guard let first = line.first, !" \t#[]{}".utf8.contains(first) else { return nil }
    if first == UInt8(ascii: "-"), line.dropFirst().first?.isBlank ?? true { return nil }
    let quoteEnd = Array(line).withUnsafeBytes { YAMLScalars(bytes: $0).quoteEnd(in: 0..<$0.count) }
    return line.indices.dropFirst(quoteEnd ?? 0).first { index in
      line[index] == UInt8(ascii: ":") && (index + 1 == line.endIndex || line[index + 1].isBlank)
    }
  }
}

extension FrontMatterUnits.Unit {
  /// What is on the key's own line behind the colon.
  var value: ArraySlice<UInt8> {
    let line = lines[0].content
    return FrontMatterUnits.colon(in: line).map { line[($0 + 1)...].trimmed } ?? []
  }

  /// Whether a key has no value on its own line.
  var isOpen: Bool { value.isEmpty || value.first == UInt8(ascii: "#") }

  /// The one text that a key holds; `nil` for a list and for what is not read.
  var scalar: String? {
    guard lines.count == 1 else { return nil }
    let value = Array(value)
    return value.withUnsafeBytes { bytes in
      guard case .scalar(let text)? = YAMLScalars(bytes: bytes).value(in: 0..<bytes.count) else { return nil }
      return text
    }
  }

  /// The keys below this one, without the blanks before them; `nil` for what is no map.
  var map: (indentation: ArraySlice<UInt8>, units: [FrontMatterUnits.Unit])? {
    guard isOpen, lines.count > 1 else { return nil }
    let below = lines.dropFirst()
    guard let start = below.first(where: { !$0.content.isBlank })?.content.prefix(while: \.isBlank), !start.isEmpty,
      below.allSatisfy({ $0.content.isBlank || $0.content.starts(with: start) }),
      let units = FrontMatterUnits.units(below.map { $0.with($0.content.dropFirst(start.count)) }),
      units.contains(where: { $0.key != nil })
    else { return nil }
    return (start, units)
  }

  /// Whether the key says when the memo was modified, as editors and site generators call that.
  var isModificationTime: Bool {
    key.map { FrontMatter.isModificationTime(String(decoding: $0, as: UTF8.self)) } ?? false
  }
}
