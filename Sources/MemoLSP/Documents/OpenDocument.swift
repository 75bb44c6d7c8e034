import MemoCore

/// A document that the client has open, with its text as the client has it.
struct OpenDocument: Sendable {
  /// The URI as the client writes it.
  let uri: String
  /// Where it is; `nil` for one that is no file.
  let path: HostPath?
  /// Counted by the client.
  private(set) var version: Int
  /// The text with its lines.
  private(set) var lines: LineTable
  /// Whether the client has another text by now, which is known again once it sends all of it.
  private(set) var isOutdated = false

  /// The text.
  var bytes: [UInt8] { lines.bytes }

  /// Takes a document as it is opened.
  init(uri: String, version: Int, text: String, _ encoding: PositionEncoding, showsCR: Bool = false) {
    (self.uri, self.version, path) = (uri, version, DocumentAddress.path(uri))
    lines = LineTable(Array(text.utf8), encoding, isFile: false, showsCR: showsCR)
  }

  /// Makes changes in their order: each of a range, or of the whole text. No changes at all may come with the same version
  /// again: Neovim 0.7 sends that where a key and its timer come together.
  ///
  /// - Throws: `ResponseError` for changes whose version is not later, and for what is no change. The text stays as it is, and
  ///   is outdated from then on: a range of a later change is one of a text that is not known.
  mutating func change(_ changes: [JSONValue], version: Int?) throws {
    if changes.isEmpty, version == self.version { return }
    do {
      if let version, version <= self.version { throw ResponseError.modified }
      lines = try changed(by: changes)
    } catch {
      isOutdated = true
      throw error
    }
    isOutdated = false
    self.version = version ?? self.version + 1
  }

  private func changed(by changes: [JSONValue]) throws -> LineTable {
    if isOutdated, changes.first.map({ $0["range"] != nil }) ?? true { throw ResponseError.modified }
    var lines = lines
    for change in changes {
      guard let text = change["text"]?.text else { throw ResponseError(.invalidParams, "a change without text") }
      guard let range = change["range"] else {
        lines = LineTable(Array(text.utf8), lines.encoding, isFile: false, showsCR: lines.showsCR)
        continue
      }
      guard let range = Range<DocumentPosition>(range) else { throw ResponseError(.invalidParams, "a bad range") }
      lines.replace(lines.offsets(of: range), with: Array(text.utf8))
    }
    return lines
  }
}
