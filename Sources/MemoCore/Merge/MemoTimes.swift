/// What a commit says of its memos that a tree cannot: when they were modified, and which ones were renamed.
///
/// Written as trailers below the commit's message: `Memo-Time: 1760000000.123456789 "a b.md"` and
/// `Memo-Renamed: "old.md" -> "new.md"`.
public struct MemoTimes: Equatable, Sendable {
  /// The modification times of memos, in nanoseconds since 1970.
  public var times: [VaultPath: Int64]
  /// The renames, the oldest first.
  public var renames: [RenameHint]

  private static let time = Array("Memo-Time: ".utf8)
  private static let renamed = Array("Memo-Renamed: ".utf8)
  private static let arrow = Array(" -> ".utf8)
  private static let nanosecondsASecond: Int64 = 1_000_000_000

  /// Puts together what a commit is to say.
  public init(times: [VaultPath: Int64] = [:], renames: [RenameHint] = []) {
    self.times = times
    self.renames = renames
  }

  /// Reads the trailers of a commit's message; lines that are none, or say nothing that can be read, do not count. Anyone
  /// can write a message, so neither do those of paths that cannot be in a vault.
  public init(message: [UInt8]) {
    self.init()
    for line in message.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: Self.time) {
        readTime(line.dropFirst(Self.time.count))
      } else if line.starts(with: Self.renamed) {
        readRename(line.dropFirst(Self.renamed.count))
      }
    }
  }

  /// The trailers, one a line, in the order of the paths; times before 1970 are left out.
  public var trailers: [UInt8] {
    var text: [UInt8] = []
    for (path, time) in times.sorted(by: { $0.key < $1.key }) where time >= 0 {
      let (seconds, rest) = time.quotientAndRemainder(dividingBy: Self.nanosecondsASecond)
      let written = Array("\(seconds).\(String(rest).zeroPadded(to: 9)) ".utf8)
      text += Self.time + written + QuotedPath.sealed(path) + [UInt8(ascii: "\n")]
    }
    for rename in renames {
      text += Self.renamed + QuotedPath.sealed(rename.old) + Self.arrow + QuotedPath.sealed(rename.new)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  private mutating func readTime(_ line: ArraySlice<UInt8>) {
    let number = line.prefix { $0 != UInt8(ascii: " ") }
    var rest = line.dropFirst(number.count + 1)
    guard let time = Self.nanoseconds(number), let path = QuotedPath.take(from: &rest), Self.isBlank(rest),
      TreePath.isSafe(path)
    else { return }
    times[path] = time
  }

  private mutating func readRename(_ line: ArraySlice<UInt8>) {
    var rest = line
    guard let old = QuotedPath.take(from: &rest), rest.starts(with: Self.arrow) else { return }
    rest = rest.dropFirst(Self.arrow.count)
    guard let new = QuotedPath.take(from: &rest), Self.isBlank(rest), [old, new].allSatisfy(TreePath.isSafe) else {
      return
    }
    renames.append(RenameHint(old: old, new: new))
  }

  /// Reads seconds, and up to nine digits behind a point.
  private static func nanoseconds(_ text: ArraySlice<UInt8>) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : []
    guard (1...2).contains(parts.count), fraction.count <= 9, let seconds = digits(parts[0]) else { return nil }
    let padded = fraction + Array(repeating: UInt8(ascii: "0"), count: 9 - fraction.count)
    let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: nanosecondsASecond)
    guard !isTooMuch, let rest = digits(padded) else { return nil }
    let (time, isPast) = whole.addingReportingOverflow(rest)
    return isPast ? nil : time
  }

  private static func digits(_ text: ArraySlice<UInt8>) -> Int64? {
    text.allSatisfy(\.isASCIIDigit) ? Int64(String(decoding: text, as: UTF8.self)) : nil
  }

  private static func isBlank(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
  }
}
