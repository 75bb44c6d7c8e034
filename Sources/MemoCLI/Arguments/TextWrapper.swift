import MemoCore

/// Breaks text into lines of a width in columns.
enum TextWrapper {
  /// Breaks at spaces; a word wider than the width gets a line of its own.
  static func wrap(_ text: String, width: Int) -> [String] {
    wrap(words: text.parts(at: " "), width: width)
  }

  /// Fills lines with words that are never broken themselves.
  static func wrap(words: [String], width: Int) -> [String] {
    var lines: [String] = []
    var columns = 0
    for word in words {
      let wordColumns = DisplayWidth.columns(of: word)
      if let line = lines.last, columns + 1 + wordColumns <= width {
        lines[lines.count - 1] = line + " " + word
        columns += 1 + wordColumns
      } else {
        lines.append(word)
        columns = wordColumns
      }
    }
    return lines
  }
}
