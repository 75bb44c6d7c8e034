/// A memo as a search looks at it. It borrows the bytes: they must outlive it.
public struct SearchDocument {
  /// The title, as shown.
  public let title: String
  /// Tags without `#`.
  public let tags: [String]
  /// The place in the vault.
  public let path: VaultPath
  /// The whole text, without a byte order mark.
  let text: UnsafeRawBufferPointer

  /// Puts together a document.
  ///
  /// - Parameter bytes: the whole file as far as search covers it, front matter included.
  public init(title: String, tags: [String], path: VaultPath, bytes: UnsafeRawBufferPointer) {
    self.title = title
    self.tags = tags
    self.path = path
    text = Self.withoutMark(bytes)
  }

  /// The bytes of a file after its byte order mark, if it has one.
  public static func withoutMark(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3)) : bytes
  }

  /// Whether the title may come from front matter, where it can be written with escapes that the text search misses.
  var mayHaveFrontMatter: Bool { text.starts(with: "---".utf8) }
}
