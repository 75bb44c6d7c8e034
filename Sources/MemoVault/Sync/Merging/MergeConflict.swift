import MemoCore

/// Lines that both sides of a merge changed, as the merge's commit tells them: so every device knows them.
struct MergeConflict: Equatable, Sendable {
  let path: VaultPath
  /// The line of the merged text, from 1.
  let line: Int
  /// What each side had there.
  let first: [UInt8]
  let second: [UInt8]
  /// Where each side was written; empty where that is not known.
  let devices: [String]

  private static let name = Array("Memo-Conflict: ".utf8)
  /// A commit is no place for a whole memo twice.
  static let textLimit = 2_000

  init(path: VaultPath, line: Int, first: [UInt8], second: [UInt8], devices: [String]) {
    (self.path, self.line, self.devices) = (path, line, devices)
    (self.first, self.second) = (Array(first.prefix(Self.textLimit)), Array(second.prefix(Self.textLimit)))
  }

  /// The line of a commit's message that tells it: `Memo-Conflict: 3 "a.md" "first\n" "second\n" "desk" "phone"`.
  var trailer: [UInt8] {
    let texts = [path.bytes, first, second] + devices.map { Array($0.utf8) }
    let quoted = texts.flatMap { [UInt8(ascii: " ")] + QuotedPath.sealed(VaultPath(bytes: $0)) }
    return Self.name + Array("\(line)".utf8) + quoted + [UInt8(ascii: "\n")]
  }

  /// Reads such a line; `nil` for any other.
  init?(trailer: ArraySlice<UInt8>) {
    guard trailer.starts(with: Self.name) else { return nil }
    var rest = trailer.dropFirst(Self.name.count)
    let digits = rest.prefix { $0 != UInt8(ascii: " ") }
    rest = rest.dropFirst(digits.count)
    var texts: [[UInt8]] = []
    while rest.popFirst() == UInt8(ascii: " "), let text = QuotedPath.take(from: &rest) { texts.append(text.bytes) }
    guard let line = Int(String(decoding: digits, as: UTF8.self)), texts.count == 5 else { return nil }
    self.init(
      path: VaultPath(bytes: texts[0]), line: line, first: texts[1], second: texts[2],
      devices: texts[3...].map { String(decoding: $0, as: UTF8.self) })
  }

  /// Those that a commit's message tells.
  static func all(in message: [UInt8]) -> [MergeConflict] {
    message.split(separator: UInt8(ascii: "\n")).compactMap(MergeConflict.init(trailer:))
  }
}
