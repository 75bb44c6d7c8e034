import MemoCore

/// The lines of a memo that one side of a merge wrote, and the other did not.
struct WrittenLines {
  private let lines: Set<[UInt8]>
  private let others: Set<[UInt8]>
  private let targets: Set<[UInt8]>
  private let otherTargets: Set<[UInt8]>

  /// Compares the texts of a memo on both sides.
  init(of text: [UInt8], besides other: [UInt8]) {
    (lines, others) = (Self.lines(of: text), Self.lines(of: other))
    (targets, otherTargets) = (Self.targets(in: text), Self.targets(in: other))
  }

  /// The lines of a text.
  static func lines(of text: [UInt8]) -> Set<[UInt8]> {
    text.withUnsafeBytes { bytes in Set(LineScanner.lines(of: bytes).map { Array(bytes[$0]) }) }
  }

  private static func targets(in text: [UInt8]) -> Set<[UInt8]> {
    text.withUnsafeBytes { bytes in Set(InlineLink.targets(in: bytes).map { Array(bytes[$0.target]) }) }
  }

  /// Those that the other side alone has.
  var othersAlone: Set<[UInt8]> { others.subtracting(lines) }

  /// Whether a line is one of them.
  func hold(_ line: [UInt8]) -> Bool { lines.contains(line) && !others.contains(line) }

  /// Whether neither side has a line: a merge may have made it of both.
  func lack(_ line: [UInt8]) -> Bool { !lines.contains(line) && !others.contains(line) }

  /// Whether only the writer has a target.
  func holdTarget(_ target: [UInt8]) -> Bool { targets.contains(target) && !otherTargets.contains(target) }
}
