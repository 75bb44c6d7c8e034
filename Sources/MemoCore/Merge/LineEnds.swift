/// The ends of the lines of a merged text.
struct LineEnds {
  /// The end of every line where no text mixes ends; else `nil`, and lines keep their own.
  private let common: ArraySlice<UInt8>?
  /// The end of lines that had none.
  private let usual: ArraySlice<UInt8>

  /// What a text's lines end with.
  private enum Use: Equatable {
    case none
    case same(ArraySlice<UInt8>)
    case mixed

    init(_ text: TextLines) {
      self = .none
      for line in 0..<text.count where !text.lineBreak(at: line).isEmpty {
        let end = text.lineBreak(at: line)
        if self == .none { self = .same(end) } else if self != .same(end) { self = .mixed }
        if self == .mixed { return }
      }
    }

    var end: ArraySlice<UInt8>? {
      guard case .same(let end) = self else { return nil }
      return end
    }
  }

  /// Decides by the ends that both sides and their base have: who changed all of them, changes those of the other side's
  /// lines as well, or the text would have both kinds.
  init(base: TextLines, first: TextLines, second: TextLines) {
    let (base, first, second) = (Use(base), Use(first), Use(second))
    usual = first.end ?? second.end ?? base.end ?? [UInt8(ascii: "\n")]
    if [base, first, second].contains(.mixed) {
      common = nil
    } else {
      common = (first == base || first == .none ? second.end : first.end) ?? usual
    }
  }

  /// The bytes of lines; the last one without its end, if that is asked for.
  func text(of lines: [MergedLine], isEnded: Bool) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(lines.reduce(0) { $0 + $1.content.count + 2 })
    for (index, line) in lines.enumerated() {
      let isBehindReturn = line.content.isEmpty && text.last == UInt8(ascii: "\r")
      text += line.content
      // A blank line without an end would be none.
      if index < lines.count - 1 || isEnded || line.content.isEmpty { append(line, isBehindReturn, to: &text) }
    }
    return text
  }

  private func append(_ line: MergedLine, _ isBehindReturn: Bool, to text: inout [UInt8]) {
    let end = common ?? (line.lineBreak.isEmpty ? usual : line.lineBreak)
    // LF alone would become one end with the CR before it, and the blank line would be gone.
    if isBehindReturn, end.first == UInt8(ascii: "\n") { text.append(UInt8(ascii: "\r")) }
    text += end
  }
}

/// How the versions of a text that both sides of a merge changed become one.
public enum TextKind: Sendable {
  /// Prose, or a list of lines: a line more breaks nothing, so both versions of a line may stand in it.
  case woven
  /// Anything else, such as JSON: it holds both sides' changes only where these leave each other alone.
  case strict

  private static let wovenEnding = Array(".txt".utf8)
  private static let wovenName = Array(".gitignore".utf8)
  private static let drawingEnding = Array(".excalidraw.md".utf8)

  /// The kind of a file: memos, plain texts and lists of what git ignores are woven, but for drawings of Excalidraw, which are
  /// memos with JSON in them.
  ///
  /// - Parameter texts: what the file holds on each side.
  public init(of path: VaultPath, _ texts: [UInt8]...) {
    let name = path.name
    let isWoven =
      MemoExtension(of: name) != nil || name.elementsEqual(Self.wovenName) || Self.hasEnding(name, Self.wovenEnding)
    // The texts are read last, as that takes a while.
    let isDrawing = isWoven && (Self.drawingEnding(of: name) != nil || texts.contains(where: Self.isDrawing))
    self = isWoven && !isDrawing ? .woven : .strict
  }

  /// The ending by which Excalidraw knows its drawings, as a name has it; `nil` for other names.
  static func drawingEnding(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    hasEnding(name, drawingEnding) ? name.suffix(drawingEnding.count) : nil
  }

  private static func hasEnding(_ name: ArraySlice<UInt8>, _ ending: [UInt8]) -> Bool {
    name.suffix(ending.count).map(\.lowercasedASCII) == ending
  }

  /// Whether a memo is a drawing, whatever its name is.
  private static func isDrawing(_ text: [UInt8]) -> Bool {
    MarkedText(text).lines.bytes.withUnsafeBytes { bytes in
      FrontMatter(bytes).entries.contains { $0.key.utf8.elementsEqual("excalidraw-plugin".utf8) }
    }
  }
}
