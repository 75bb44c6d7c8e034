public import MemoCore

/// A memo of another program's encoding gets no UTF-8: it would be read as letters of that encoding, and neither of the
/// two could be converted any more.
public enum OneEncoding {
  /// Throws `VaultError.otherEncoding` where a text is in another encoding that the new bytes are not in.
  ///
  /// - Parameter addsLetters: whether it would get more than ASCII, which most encodings share.
  public static func check(_ bytes: [UInt8], of path: VaultPath, addsLetters: Bool) throws(VaultError) {
    switch bytes.withUnsafeBytes({ EncodingGuess($0) })?.finding {
    case .likely(let encoding), .partly(let encoding), .oversized(let encoding):
      let isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
      if addsLetters || isWide { throw .otherEncoding(path, encoding) }
    case .brokenUTF8, .binary, .unclear, nil: break
    }
  }

  /// Throws `VaultError.otherEncoding` where what is to take the place of a text would be in two encodings.
  package static func check(
    _ bytes: [UInt8], of path: VaultPath, becoming contents: [UInt8]
  ) throws(VaultError) {
    guard contents != bytes, contents.withUnsafeBytes({ EncodingGuess($0, isVerified: false) }) != nil else { return }
    let addsLetters = bytes.count(where: isOfLetter) != contents.count(where: isOfLetter)
    try check(bytes, of: path, addsLetters: addsLetters)
  }

  /// Whether a byte is of a letter that encodings write differently.
  static func isOfLetter(_ byte: UInt8) -> Bool { byte >= 0x80 }
}

extension ReadMemo {
  /// Throws `VaultError.otherEncoding` where its new bytes would be a text in two encodings.
  public func checkEncoding(of contents: [UInt8]) throws(VaultError) {
    try OneEncoding.check(bytes, of: path, becoming: contents)
  }
}

extension MemoEnd {
  /// Throws `VaultError.otherEncoding` where it would be a text in two encodings with some bytes more.
  public func checkEncoding(adding text: [UInt8]) throws(VaultError) {
    try OneEncoding.check(start, of: path, addsLetters: text.contains(where: OneEncoding.isOfLetter))
  }
}
