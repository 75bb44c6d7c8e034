/// Finds where code spans end: at a run of as many backticks as opened them, in the same paragraph.
struct CodeSpanFinder {
  private let bytes: UnsafeRawBufferPointer
  // Which lengths of runs do not come again before `absentUntil`, one bit each. Without it, runs of many lengths that
  // nothing closes would each read the paragraph to its end.
  private var absent: UInt64 = 0
  private var absentUntil = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// The text between the run of backticks and the run that closes it; `nil` where nothing does.
  mutating func contents(ofSpanAt run: Range<Int>) -> Range<Int>? {
    guard run.count < UInt64.bitWidth else { return nil }
    if run.lowerBound >= absentUntil { absent = 0 }
    guard absent & (1 << run.count) == 0 else { return nil }
    var index = run.upperBound
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "`"):
        let end = bytes.runEnd(of: UInt8(ascii: "`"), from: index)
        if end - index == run.count { return run.upperBound..<index }
        index = end
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        let next = bytes.lineStart(after: index)
        if bytes.endsParagraph(at: next) { return noteAbsence(of: run.count, until: next) }
        index = next
      default: index += 1
      }
    }
    return noteAbsence(of: run.count, until: bytes.count)
  }

  private mutating func noteAbsence(of length: Int, until end: Int) -> Range<Int>? {
    absent |= 1 << length
    absentUntil = end
    return nil
  }
}
