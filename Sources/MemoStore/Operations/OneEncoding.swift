public import MemoCore

/// A memo of another program's encoding gets no UTF-8: it would be read as letters of that encoding, and neither of the
/// two could be converted any more.
public enum OneEncoding {
  /// Throws `VaultError.otherEncoding` where a text is in another encoding that the new bytes are not in, and `sealed` where
  /// it is none.
  ///
  /// - Parameter addsLetters: whether it would get more than ASCII, which most encodings share.
  public static func check(_ bytes: [UInt8], of path: VaultPath, addsLetters: Bool) throws(VaultError) {
    try checkIsOpen(bytes, of: path)
    guard let finding = bytes.withUnsafeBytes({ EncodingGuess($0) })?.finding else { return }
    switch finding {
    case .likely(let encoding), .partly(let encoding), .oversized(let encoding):
      let isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
      if addsLetters || isWide { throw .otherEncoding(path, finding) }
    // Whatever it is, it is not UTF-8.
    case .binary, .unclear: if addsLetters { throw .otherEncoding(path, finding) }
    case .brokenUTF8: break
    }
  }

  /// Throws `VaultError.sealed` where bytes are not a text but what a filter of git has stored of it, which makes the text
  /// from them only while they are unchanged.
  static func checkIsOpen(_ bytes: [UInt8], of path: VaultPath) throws(VaultError) {
    if let form = SealedForm(bytes) { throw .sealed(path, form) }
  }

  /// Throws `VaultError.otherEncoding` where what is to take the place of a text would be in two encodings, and `sealed` where
  /// that is none.
  package static func check(
    _ bytes: [UInt8], of path: VaultPath, becoming contents: [UInt8], isWhole: Bool = false
  ) throws(VaultError) {
    guard contents != bytes else { return }
    try checkIsOpen(bytes, of: path)
    guard
      let finding = contents.withUnsafeBytes({ EncodingGuess($0, isVerified: false) })?.finding,
      !isWhole || finding != .unclear && finding != .binary
    else { return }
    let addsLetters = bytes.count(where: isOfLetter) != contents.count(where: isOfLetter)
    try check(bytes, of: path, addsLetters: addsLetters)
  }

  /// Whether a byte is of a letter that encodings write differently.
  static func isOfLetter(_ byte: UInt8) -> Bool { byte >= 0x80 }
}

/// Text that a memo gets or is made of: UTF-8 as all memos should be, for a memo with texts in two encodings cannot be converted
/// any more.
public enum AddedText {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text in UTF-8: as it is, or converted from UTF-16 with a byte order mark, the only other encoding that is certain. A mark
  /// at its start is left out: inside a memo it would be a character that no one sees, before a heading or an item.
  ///
  /// - Parameter isWhole: whether the text may be the start of the memo, where the mark stays.
  /// - Throws: `VaultError.foreignText` for any other encoding and for NUL bytes.
  public static func utf8(_ bytes: [UInt8], isWhole: Bool = false) throws(VaultError) -> [UInt8] {
    let finding = bytes.withUnsafeBytes { EncodingGuess($0) }?.finding
    if case .likely(let encoding)? = finding, encoding.isMarked(in: bytes),
      let text = bytes.withUnsafeBytes(encoding.utf8), !text.contains(0)
    {
      return text
    }
    if let finding { throw .foreignText(finding) }
    if bytes.contains(0) { throw .foreignText(.binary) }
    return isWhole || !bytes.starts(with: mark) ? bytes : Array(bytes.dropFirst(mark.count))
  }
}

extension ReadMemo {
  /// Throws `VaultError.sealed` where it is not a text that can be changed.
  public func checkIsOpen() throws(VaultError) { try OneEncoding.checkIsOpen(bytes, of: path) }

  /// Throws `VaultError.otherEncoding` where its new bytes would be a text in two encodings, and `sealed` where it is no text.
  ///
  /// - Parameter isWhole: whether the new bytes were given as they are, so that only a likely encoding counts.
  public func checkEncoding(of contents: [UInt8], isWhole: Bool = false) throws(VaultError) {
    try OneEncoding.check(bytes, of: path, becoming: contents, isWhole: isWhole)
  }
}

extension MemoEnd {
  /// Throws `VaultError.otherEncoding` where it would be a text in two encodings with some bytes more, and `sealed` where it is
  /// no text.
  public func checkEncoding(adding text: [UInt8]) throws(VaultError) {
    try OneEncoding.check(start, of: path, addsLetters: text.contains(where: OneEncoding.isOfLetter))
  }
}
