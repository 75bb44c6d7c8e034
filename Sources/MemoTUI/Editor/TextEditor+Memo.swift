import MemoCore

extension TextEditor {
  // Far more than a preview shows, however many marks and blank lines stand in between.
  private static let previewReach = 16 << 10

  /// Title and preview as a list shows them; read from the start of the text alone, so that it can follow each key.
  public var summary: (title: String, preview: String) {
    let head = LinePosition(line: max(styles.titleLine ?? 0, styles.frontLines), offset: 0)
    let start = head.line < buffer.lines.count ? buffer.lines.offset(of: head) : buffer.lines.byteCount
    let end = buffer.lines.position(at: start + Self.previewReach)
    let metadata = MemoParser.metadata(of: buffer.lines.bytes(in: .start..<end))
    return (metadata.title, metadata.preview)
  }
}
