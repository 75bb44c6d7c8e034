/// What a search may ask of a memo besides its folded text; asked only where the query needs it.
public protocol SearchedMemo {
  /// The place in the vault.
  var path: VaultPath { get }
  /// The title, as shown.
  var title: String { get }
  /// Tags without `#`.
  var tags: [String] { get }

  /// Hands over the text as it is in the file, as far as search covers it and without a byte order mark; not called
  /// back where the file is gone.
  func withText(_ body: (UnsafeRawBufferPointer) -> Void)
}

extension SearchDocument: SearchedMemo {
  /// Hands over the text.
  public func withText(_ body: (UnsafeRawBufferPointer) -> Void) { body(text) }
}
