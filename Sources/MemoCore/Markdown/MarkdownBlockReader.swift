/// What a line is among the blocks of a Markdown text.
public enum MarkdownLine: Equatable, Sendable {
  /// Nothing but blanks.
  case blank
  /// Opens or closes a block of code.
  case fence
  /// Code.
  case code
  /// Text that marks of an earlier line do not reach into.
  case text
  /// Text that goes on from the line before.
  case continuation
}

/// Reports what each line of a memo is; asked line by line, from the first after the front matter.
///
/// Where two of these are equal, the same lines that follow are the same: so reading can start and stop anywhere.
public struct MarkdownBlockReader: Equatable, Sendable {
  private var fence: CodeFence?
  private var indentedCode = IndentedCode()
  private var isInParagraph = false

  /// Starts before the first line.
  public init() {}

  /// Reads the next line, without its line break.
  public mutating func read(_ line: UnsafeRawBufferPointer) -> MarkdownLine {
    let kind = kind(of: line)
    isInParagraph = kind == .text || kind == .continuation
    return kind
  }

  private mutating func kind(of line: UnsafeRawBufferPointer) -> MarkdownLine {
    if let open = fence {
      guard open.isClosed(line, at: 0) else { return .code }
      fence = nil
      return .fence
    }
    fence = CodeFence(line, at: 0)
    if fence != nil { return .fence }
    if indentedCode.holdsLine(of: line, at: 0) { return .code }
    if line.isLineEnd(at: line.skippingBlanks(from: 0)) { return .blank }
    return isInParagraph && !line.endsParagraph(at: 0) ? .continuation : .text
  }
}
