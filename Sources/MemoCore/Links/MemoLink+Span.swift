extension MemoLink {
  /// What a link says, invalid UTF-8 replaced.
  public init(_ link: InlineLink, in bytes: UnsafeRawBufferPointer) {
    self.init(
      kind: link.kind, target: bytes.text(link.target), heading: link.heading.map { bytes.text($0) },
      label: link.label.map { bytes.text($0) })
  }
}
