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

  /// The text.
  var bytes: [UInt8] { lines.bytes }

  /// Takes a document as it is opened.
  init(uri: String, version: Int, text: String, _ encoding: PositionEncoding) {
    (self.uri, self.version, path) = (uri, version, DocumentAddress.path(uri))
    lines = LineTable(Array(text.utf8), encoding, isFile: false)
  }

  /// Makes changes in their order: each of a range, or of the whole text.
  ///
  /// - Throws: `ResponseError` for what is no change, and then nothing is changed.
  mutating func change(_ changes: [JSONValue], version: Int?) throws {
    var lines = lines
    for change in changes {
      guard let text = change["text"]?.text else { throw ResponseError(.invalidParams, "a change without text") }
      guard let range = change["range"] else {
        lines = LineTable(Array(text.utf8), lines.encoding, isFile: false)
        continue
      }
      guard let range = Range<DocumentPosition>(range) else { throw ResponseError(.invalidParams, "a bad range") }
      let offsets = lines.offsets(of: range)
      var bytes = lines.bytes
      bytes.replaceSubrange(offsets, with: text.utf8)
      lines = LineTable(bytes, lines.encoding, isFile: false)
    }
    self.lines = lines
    self.version = version ?? self.version + 1
  }
}
