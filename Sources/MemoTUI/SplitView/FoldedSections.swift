import MemoCore

/// Which headings of which memos are folded: those of the memos in which something was folded last.
struct FoldedSections: Equatable, Sendable {
  /// A memo with folded headings.
  struct Memo: Equatable, Sendable {
    var path: VaultPath
    let headings: [FoldedHeading]
  }

  static let mostMemos = 300
  private static let mostHeadings = 100

  /// The memo that was folded last comes last.
  private(set) var memos: [Memo] = []

  /// The folded headings of a memo.
  subscript(path: VaultPath) -> [FoldedHeading] { memos.last { $0.path == path }?.headings ?? [] }

  /// Remembers the folded headings of a memo, and forgets those of the memo that was folded first if there are too many.
  mutating func set(_ headings: [FoldedHeading], of path: VaultPath) {
    memos.removeAll { $0.path == path }
    guard !headings.isEmpty else { return }
    memos.append(Memo(path: path, headings: Array(headings.prefix(Self.mostHeadings))))
    memos.removeFirst(max(0, memos.count - Self.mostMemos))
  }

  /// Follows a memo that was moved.
  mutating func follow(_ path: VaultPath, to newPath: VaultPath) {
    for place in memos.indices where memos[place].path == path { memos[place].path = newPath }
  }

  // MARK: Lines of a file

  private static let memo = "folds "
  private static let heading = "fold "

  /// A line for each memo, oldest first, and one for each of its headings below.
  var lines: [String] {
    memos.flatMap { memo in
      [Self.memo + Self.text(memo.path.bytes)]
        + memo.headings.map { "\(Self.heading)\($0.number) \(Self.text(Array($0.text.utf8)))" }
    }
  }

  /// Reads one of the lines that follow one another; returns false for any other line.
  mutating func read(_ line: String) -> Bool {
    if let bytes = line.dropping(prefix: Self.memo).flatMap(Self.bytes), !bytes.isEmpty {
      memos.append(Memo(path: VaultPath(bytes: bytes), headings: []))
      return memos.count <= Self.mostMemos
    }
    let parts = line.dropping(prefix: Self.heading)?.parts(at: " ") ?? []
    guard parts.count == 2, let number = Int(parts[0]), number >= 0, let text = Self.bytes(parts[1]),
      let name = String(validating: text, as: UTF8.self), let last = memos.popLast(),
      last.headings.count < Self.mostHeadings
    else { return false }
    memos.append(Memo(path: last.path, headings: last.headings + [FoldedHeading(text: name, number: number)]))
    return true
  }

  private static func text(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { place in
      UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
    }
    return bytes.contains(nil) ? nil : bytes.compactMap(\.self)
  }
}
