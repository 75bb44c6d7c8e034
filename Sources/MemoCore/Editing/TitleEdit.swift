/// Gives a memo another title, where the one it has is written: in its title line, in the front matter, or in both.
public enum TitleEdit {
  /// The changes that give a memo a title, in the order of the text; `nil` where no title can be read so.
  ///
  /// A heading mark, closing `#`s and everything else stay. A memo without a title gets a title line.
  public static func edits(of bytes: UnsafeRawBufferPointer, to title: String) -> [ByteEdit]? {
    let layout = MemoLayout(bytes)
    return candidates(layout, bytes, title).first { edits in
      ByteEdit.apply(edits, to: bytes).withUnsafeBytes { MemoLayout($0).title.utf8.elementsEqual(title.utf8) }
    }
  }

  /// Ways to write the title, the ones that change less first.
  private static func candidates(
    _ layout: MemoLayout, _ bytes: UnsafeRawBufferPointer, _ title: String
  ) -> [[ByteEdit]] {
    let front = layout.front.entry("title").flatMap { $0.values.isEmpty ? nil : $0.range }
    let inFront = front.map { range in spellings(of: title).map { [ByteEdit(range, Array($0.utf8))] } } ?? [[]]
    let inText = lines(layout, bytes, title)
    return inFront.flatMap { front in inText.map { front + $0 } }
  }

  /// Ways to write it in the text; none where only the front matter has it.
  private static func lines(_ layout: MemoLayout, _ bytes: UnsafeRawBufferPointer, _ title: String) -> [[ByteEdit]] {
    if let text = layout.titleText, let line = layout.titleLine {
      // `# a #` is read as `a`: a mark more is put behind a title that ends in one.
      return [
        [ByteEdit(text, Array(title.utf8))], [ByteEdit(text, Array("\(title) #".utf8))],
        [ByteEdit(line, Array("# \(title)".utf8))], [ByteEdit(line, Array("# \(title) #".utf8))],
      ]
    }
    guard layout.title.isEmpty else { return [[]] }
    let start = layout.front.range.upperBound
    let lineBreak = LineInsertion.lineBreak(of: Array(bytes))
    return ["# \(title)", "# \(title) #"].map { [ByteEdit(start..<start, Array($0.utf8) + lineBreak)] }
  }

  /// A text as every reader of YAML takes it: as it is where that is certain, else in double quotes.
  private static func spellings(of title: String) -> [String] {
    let quoted = title.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return isPlain(title) ? [title] : ["\"\(quoted)\""]
  }

  /// Whether a text has nothing that means something in YAML.
  private static func isPlain(_ title: String) -> Bool {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    guard title.unicodeScalars.first?.properties.isAlphabetic == true, !words.contains(title.lowercased()) else {
      return false
    }
    return title.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " -_.()+".unicodeScalars.contains(scalar)
    }
  }
}
