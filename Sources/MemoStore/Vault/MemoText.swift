package import MemoCore

/// The bytes of a memo, put together from a title and a body.
package enum MemoText {
  /// A memo with a title line and a body; a body that starts with that title, or any body without a title, is all of it.
  package static func composed(title: String, body: [UInt8]) -> [UInt8] {
    head(title: title, body: body[...]) + body
  }

  /// What is put before the body.
  package static func head(title: String, body: ArraySlice<UInt8>) -> [UInt8] {
    let title = oneLine(title)
    guard !title.isEmpty, body.withUnsafeBytes({ MemoLayout($0).title }) != title else { return [] }
    let line = titleLine(title) + [newline]
    return body.isEmpty ? line : line + [newline]
  }

  /// The title as the vault will read it from a memo's bytes; empty where there is none.
  package static func title(of bytes: [UInt8], titledBy source: TitleSource = .firstLine) -> String {
    bytes.withUnsafeBytes { MemoLayout($0, titledBy: source).title }
  }

  /// The heading that the vault will read as this title, without a line break.
  static func titleLine(_ title: String) -> [UInt8] {
    let line = "# \(title)"
    // `# a #` would be read as `a`: a heading may be closed by `#`s, so one more is put behind those of the title.
    return Array((self.title(of: Array(line.utf8)) == title ? line : line + " #").utf8)
  }

  /// A title without line breaks and surrounding white space.
  package static func oneLine(_ title: String) -> String {
    let lines = title.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
    let text = lines.map { String($0) }.joined(separator: " ").unicodeScalars
    guard let first = text.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = text.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// A title as a person or a program gives it: a line break, a tab, a NUL or another control, which no title can hold,
  /// counts as a space.
  package static func givenTitle(_ text: String) -> String {
    oneLine(text.unicodeScalars.split(whereSeparator: breaks).map { String($0) }.joined(separator: " "))
  }

  /// C0, C1, DEL, and the separators of lines and paragraphs.
  private static func breaks(_ scalar: Unicode.Scalar) -> Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
  }

  static let newline = UInt8(ascii: "\n")
}

/// All bytes of a file, as they were at one moment.
package struct WholeFile {
  package let bytes: [UInt8]
  /// Nanoseconds since 1970.
  package let modified: Int64

  /// Larger files are refused: they would have to be in memory at once, and some commands need seven times as much.
  package static let sizeLimit = 1 << 26

  /// The larger limit that applies when text would be lost.
  package static let rescueLimit = 1 << 30

  private static let attempts = 3

  /// Reads a file; `nil` if there is none. Throws `tooLarge`, and `busy` for a file that changes all the time.
  package static func read(
    _ path: VaultPath, in files: any VaultFiles, limit: Int = sizeLimit
  ) throws -> WholeFile? {
    for _ in 0..<attempts {
      guard let reading = try files.readWhole(path, limit: limit) else { return nil }
      guard reading.stamp.size <= UInt64(limit) else {
        throw FileError(.read, path: path.bytes, reason: .tooLarge)
      }
      if let bytes = reading.bytes { return WholeFile(bytes: bytes, modified: reading.stamp.modified) }
    }
    throw FileError(.read, path: path.bytes, reason: .busy)
  }
}

extension VaultFiles {
  /// Whether a file has these bytes. An unreadable file counts as different, so the caller leaves it alone.
  func hold(_ contents: [UInt8], at path: VaultPath) -> Bool {
    var isSame = false
    let reading = try? read(path, limit: contents.count) { isSame = $0.elementsEqual(contents) }
    return isSame && reading?.stamp.size == UInt64(contents.count)
  }
}

extension FileError {
  /// A folder that is nested deeper than memos may be.
  package static func tooDeep(_ folder: VaultPath) -> FileError {
    FileError(.list, path: folder.bytes, reason: .tooLarge)
  }

  /// The largest file in bytes that is hashed as a whole.
  public static let largestHashed = UInt64(WholeFile.rescueLimit)

  /// The largest memo in bytes that commands take into memory at once.
  public static let largestInMemory = WholeFile.sizeLimit
}
