/// What became in a memo of the two versions of lines that both sides of a merge changed: each line as it was or as it was
/// edited, without those that are gone.
public struct StandingVersions: Equatable, Sendable {
  /// What is there of the first version.
  public let first: [UInt8]
  /// What is there of the second version.
  public let second: [UInt8]

  private static let comment = Array("# ".utf8)

  /// Looks for both versions in a memo.
  ///
  /// - Parameter merged: the text that the merge made, asked for where a line is not there as it was; lines of it are no
  ///   edits.
  public init<Failure: Error>(
    of first: [UInt8], _ second: [UInt8], in text: [UInt8], merged: () throws(Failure) -> [UInt8]
  ) throws(Failure) {
    let lines = TextLines(text)
    var memo = Memo(lines: (0..<lines.count).map { lines.content(at: $0) })
    let versions = [TextLines(first), TextLines(second)]
    guard
      versions.contains(where: { version in !(0..<version.count).allSatisfy { memo.holds(version.content(at: $0)) } })
    else {
      (self.first, self.second) = (first, second)
      return
    }
    let known = TextLines(try merged())
    memo.findEdits(besides: Set((0..<known.count).map { known.content(at: $0) }))
    self.first = memo.standing(versions[0])
    self.second = memo.standing(versions[1])
  }

  /// The lines of a memo, and which of them may be edits of a version's.
  private struct Memo {
    let lines: [ArraySlice<UInt8>]
    private var edits: [ArraySlice<UInt8>] = []

    init(lines: [ArraySlice<UInt8>]) {
      self.lines = lines
    }

    mutating func findEdits(besides known: Set<ArraySlice<UInt8>>) {
      edits = lines.filter { !known.contains($0) }
    }

    /// Whether a line is there as it was, or as the front matter keeps a second one.
    func holds(_ line: ArraySlice<UInt8>) -> Bool {
      lines.contains {
        $0 == line || $0 == comment + line || line.count >= ConflictingLines.cutLength && $0.starts(with: line)
      }
    }

    mutating func standing(_ version: TextLines) -> [UInt8] {
      var text: [UInt8] = []
      for line in 0..<version.count {
        if version.isBlank(at: line) || holds(version.content(at: line)) {
          text += version.text(line..<line + 1)
        } else if let edit = takeEdit(of: version.content(at: line)) {
          text += edit + [UInt8(ascii: "\n")]
        }
      }
      return text
    }

    /// The line that is most like another, which then stands for no other one.
    private mutating func takeEdit(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
      let like = edits.indices.filter { StaleBuffer.isLike(edits[$0], line) }
      let best = like.max { StaleBuffer.likeness(edits[$0], line) < StaleBuffer.likeness(edits[$1], line) }
      return best.map { edits.remove(at: $0) }
    }
  }
}
