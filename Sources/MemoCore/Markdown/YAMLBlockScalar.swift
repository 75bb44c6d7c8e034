/// A text below `|` or `>`, with its chomping and indentation marks.
struct YAMLBlockScalar {
  /// What it says.
  let text: String
  /// The end of its last line with text, or of its header.
  let end: Int

  private enum Chomping {
    case clip
    case strip
    case keep
  }

  /// Reads the scalar with a header; `nil` for a header that YAML does not know.
  ///
  /// - Parameters:
  ///   - limit: the end of the front matter's lines.
  ///   - column: that of the key or list mark; its lines are right of it.
  init?(in bytes: UnsafeRawBufferPointer, header: Range<Int>, limit: Int, deeperThan column: Int) {
    var chomping = Chomping.clip
    var indentation: Int?
    var index = header.lowerBound + 1
    while index < header.upperBound, !bytes.isBlank(at: index) {
      switch bytes[index] {
      case UInt8(ascii: "-"): chomping = .strip
      case UInt8(ascii: "+"): chomping = .keep
      case UInt8(ascii: "1")...UInt8(ascii: "9"): indentation = column + Int(bytes[index] - UInt8(ascii: "0"))
      default: return nil
      }
      index += 1
    }
    let rest = bytes.trimmed(index..<header.upperBound)
    guard rest.isEmpty || bytes[rest.lowerBound] == UInt8(ascii: "#") else { return nil }
    var lines: [Range<Int>] = []
    var (end, count) = (bytes.lineEnd(from: header.upperBound), 0)
    var start = bytes.lineStart(after: end)
    while start < limit {
      let line = start..<bytes.lineEnd(from: start)
      let text = min(bytes.skippingBlanks(from: start), line.upperBound)
      let isBlank = text == line.upperBound
      // Further to the left than the text there may be a comment, which ends it.
      guard isBlank || text - start >= indentation ?? (column + 1) else { break }
      if !isBlank { indentation = indentation ?? (text - start) }
      lines.append(min(text, start + (indentation ?? text - start))..<line.upperBound)
      if !isBlank { (end, count) = (line.upperBound, lines.count) }
      start = bytes.lineStart(after: line.upperBound)
    }
    lines.removeLast(lines.count - count)
    self.end = end
    let body =
      bytes[header.lowerBound] == UInt8(ascii: ">")
      ? YAMLFolding.blockText(of: lines, in: bytes) : lines.map(bytes.text).joined(separator: "\n")
    switch chomping {
    case .strip: text = body
    case .clip: text = body.isEmpty ? "" : body + "\n"
    case .keep:
      let blanks = Self.blankLines(in: bytes, end..<limit)
      text = body + String(repeating: "\n", count: body.isEmpty ? blanks : blanks + 1)
    }
  }
}

extension YAMLBlockScalar {
  /// How many blank lines follow the end of a line.
  private static func blankLines(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
    var count = 0
    var start = bytes.lineStart(after: range.lowerBound)
    while start < range.upperBound, bytes.isLineEnd(at: bytes.skippingBlanks(from: start)) {
      count += 1
      start = bytes.nextLineStart(from: start)
    }
    return count
  }
}

/// Joins the lines of a YAML text: a line break is a space, and blank lines are the line breaks.
enum YAMLFolding {
  /// The text of a plain scalar's lines, trimmed ones.
  static func text(of lines: [Range<Int>], in bytes: UnsafeRawBufferPointer) -> String {
    var text = ""
    var breaks = 0
    for (place, line) in lines.enumerated() {
      if line.isEmpty {
        breaks += 1
        continue
      }
      if place > 0 { text += breaks == 0 ? " " : String(repeating: "\n", count: breaks) }
      text += bytes.text(line)
      breaks = 0
    }
    return text
  }

  /// The text of a `>` scalar's lines; indented ones keep their line breaks.
  static func blockText(of lines: [Range<Int>], in bytes: UnsafeRawBufferPointer) -> String {
    var text = ""
    var breaks = 0
    var wasIndented = false
    for line in lines {
      if line.isEmpty {
        breaks += 1
        continue
      }
      let isIndented = bytes.isBlank(at: line.lowerBound)
      if text.isEmpty {
        text += String(repeating: "\n", count: breaks)
      } else if isIndented || wasIndented {
        text += String(repeating: "\n", count: breaks + 1)
      } else {
        text += breaks == 0 ? " " : String(repeating: "\n", count: breaks)
      }
      text += bytes.text(line)
      (breaks, wasIndented) = (0, isIndented)
    }
    return text
  }

  /// The inside of quotes with its lines joined; in double quotes a backslash before the line break joins without a space.
  static func quoted(_ written: String, escapes: Bool) -> String {
    guard written.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else { return written }
    let lines = TextLines(Array(written.utf8))
    var text: [UInt8] = []
    var breaks = 0
    for number in 0..<lines.count {
      var line = lines.content(at: number)
      if number > 0 { line = line.drop(while: \.isBlank) }
      if number < lines.count - 1 {
        while line.last?.isBlank == true { line = line.dropLast() }
      }
      if number > 0, line.isEmpty, number < lines.count - 1 {
        breaks += 1
        continue
      }
      let isJoined = escapes && text.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
      if number > 0 {
        if isJoined { text.removeLast() }
        if breaks > 0 { text += [UInt8](repeating: 0x0A, count: breaks) } else if !isJoined { text.append(0x20) }
      }
      text += line
      breaks = 0
    }
    return String(decoding: text, as: UTF8.self)
  }
}
