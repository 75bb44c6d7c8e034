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
    (self.first, self.second) = (Self.cut(first), Self.cut(second))
  }

  /// As many whole lines as there is room for; a part of a line that is longer.
  private static func cut(_ text: [UInt8]) -> [UInt8] {
    guard text.count > textLimit else { return text }
    let part = text.prefix(textLimit)
    return Array(part.lastIndex(of: UInt8(ascii: "\n")).map { part[...$0] } ?? part)
  }

  /// The two versions, to be looked for in the memo.
  var versions: ConflictingLines { ConflictingLines(first: first, second: second) }

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

  /// Whether a text is still the version that stayed.
  func isFirst(_ text: [UInt8]) -> Bool { Self.cut(text) == first }

  /// Those that a commit's message tells.
  static func all(in message: [UInt8]) -> [MergeConflict] {
    message.split(separator: UInt8(ascii: "\n")).compactMap(MergeConflict.init(trailer:))
  }
}
