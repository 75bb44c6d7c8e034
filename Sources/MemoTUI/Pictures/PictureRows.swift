import MemoCore

/// How many rows pictures take below the lines that hold nothing else, by the targets of links as they are written.
struct PictureRows: Equatable, Sendable {
  /// Lines that are longer hold no picture alone.
  private static let longestLine = 1_024

  private let rows: [String: Int]

  /// - Parameter rows: at least 1 of each.
  init(_ rows: [String: Int] = [:]) {
    self.rows = rows
  }

  /// Whether there is none.
  var isEmpty: Bool { rows.isEmpty }

  /// The rows of the picture in a line; 0 for a line without one.
  func rows(below line: [UInt8]) -> Int {
    guard !rows.isEmpty, let target = Self.target(of: line) else { return 0 }
    return rows[target] ?? 0
  }

  /// The target of the link to a file that is all of a line: `![[a.png]]` or `![text](a.png)`; `nil` for other lines.
  static func target(of line: [UInt8]) -> String? {
    let text = Array(line.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed())
    guard text.count <= longestLine, text.starts(with: "![".utf8), let last = text.last,
      last == UInt8(ascii: "]") || last == UInt8(ascii: ")")
    else { return nil }
    let links = line.withUnsafeBytes { AttachmentLink.all(in: $0) }
    // Two links, or one that ends before the line does, leave a `]` or `)` that closes nothing of the first.
    guard links.count == 1, isWhole(text, links[0]) else { return nil }
    return links[0].target
  }

  /// Whether nothing is behind the link that starts a line.
  private static func isWhole(_ text: [UInt8], _ link: AttachmentLink) -> Bool {
    let end = Array((link.kind == .wiki ? "]]" : ")").utf8)
    guard let start = text.firstRange(of: Array(link.target.utf8))?.upperBound else { return false }
    return text[start...].firstRange(of: end)?.upperBound == text.count
  }
}
