import MemoCore

/// Lines that both sides of a merge changed, or a key of the front matter, as the merge's commit tells them: so every device
/// knows them.
struct MergeConflict: Equatable, Sendable {
  let path: VaultPath
  /// The line of the merged text, from 1.
  let line: Int
  /// What each side had there; empty as long as it is sealed.
  let first: [UInt8]
  let second: [UInt8]
  /// Where each side was written; empty where that is not known.
  let devices: [String]
  /// Whether it is a key, of which the memo has one version only.
  var isOfKey = false
  /// Where both versions are found, of a file that a filter keeps from those who have not its key: then the commit's
  /// message tells no text.
  var origin: Origin?

  /// A place of a merge that can be made again.
  struct Origin: Equatable, Sendable {
    /// The text that both sides come from; `nil` where both made the file.
    let base: ObjectId?
    let first: ObjectId
    let second: ObjectId
    /// Which of the merge's places it is.
    let index: Int
  }

  private static let name = Array("Memo-Conflict: ".utf8)
  private static let keyName = Array("Memo-Key-Conflict: ".utf8)
  private static let sealedName = Array("Memo-Sealed-Conflict: ".utf8)
  /// A commit is no place for a whole memo twice.
  static let textLimit = 2_000

  init(path: VaultPath, line: Int, first: [UInt8], second: [UInt8], devices: [String], isOfKey: Bool = false) {
    (self.path, self.line, self.devices, self.isOfKey) = (path, line, devices, isOfKey)
    (self.first, self.second) = (Self.cut(first), Self.cut(second))
  }

  /// A place of which the commit's message tells no text.
  init(path: VaultPath, line: Int, sealedIn origin: Origin, devices: [String]) {
    self.init(path: path, line: line, first: [], second: [], devices: devices)
    self.origin = origin
  }

  /// As many whole lines as there is room for; a part of a line that is longer.
  private static func cut(_ text: [UInt8]) -> [UInt8] {
    guard text.count > textLimit else { return text }
    let part = text.prefix(textLimit)
    return Array(part.lastIndex(of: UInt8(ascii: "\n")).map { part[...$0] } ?? part)
  }

  /// The two versions, to be looked for in the memo.
  var versions: ConflictingLines { ConflictingLines(first: first, second: second) }

  /// The same of a key.
  var keyVersions: ConflictingKey { ConflictingKey(first: first, second: second) }

  /// The line of a commit's message that tells it: `Memo-Conflict: 3 "a.md" "first\n" "second\n" "desk" "phone"`, the same
  /// with `Memo-Key-Conflict`, or `Memo-Sealed-Conflict: 3 "a.md" "0" "ID of the base" "ID" "ID" "desk" "phone"`.
  var trailer: [UInt8] {
    let versions =
      origin.map { [Array("\($0.index)".utf8), $0.base?.digits ?? [], $0.first.digits, $0.second.digits] } ?? [
        first, second,
      ]
    let texts = [path.bytes] + versions + devices.map { Array($0.utf8) }
    let quoted = texts.flatMap { [UInt8(ascii: " ")] + QuotedPath.sealed(VaultPath(bytes: $0)) }
    let name = origin != nil ? Self.sealedName : isOfKey ? Self.keyName : Self.name
    return name + Array("\(line)".utf8) + quoted + [UInt8(ascii: "\n")]
  }

  /// Reads such a line; `nil` for any other.
  init?(trailer: ArraySlice<UInt8>) {
    let isSealed = trailer.starts(with: Self.sealedName)
    let isOfKey = trailer.starts(with: Self.keyName)
    guard isSealed || isOfKey || trailer.starts(with: Self.name) else { return nil }
    var rest = trailer.dropFirst((isSealed ? Self.sealedName : isOfKey ? Self.keyName : Self.name).count)
    let digits = rest.prefix { $0 != UInt8(ascii: " ") }
    rest = rest.dropFirst(digits.count)
    var texts: [[UInt8]] = []
    while rest.popFirst() == UInt8(ascii: " "), let text = QuotedPath.take(from: &rest) { texts.append(text.bytes) }
    guard let line = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    if isSealed {
      guard texts.count == 7, let index = Int(String(decoding: texts[1], as: UTF8.self)),
        let first = ObjectId(hexadecimal: texts[3]), let second = ObjectId(hexadecimal: texts[4])
      else { return nil }
      let origin = Origin(base: ObjectId(hexadecimal: texts[2]), first: first, second: second, index: index)
      self.init(
        path: VaultPath(bytes: texts[0]), line: line, sealedIn: origin,
        devices: texts[5...].map { String(decoding: $0, as: UTF8.self) })
      return
    }
    guard texts.count == 5 else { return nil }
    self.init(
      path: VaultPath(bytes: texts[0]), line: line, first: texts[1], second: texts[2],
      devices: texts[3...].map { String(decoding: $0, as: UTF8.self) }, isOfKey: isOfKey)
  }

  /// The same with what each side had there; itself where it is not sealed, `nil` where the texts cannot be had.
  func unsealed(by conversions: PathConversions) throws -> MergeConflict? {
    guard let origin else { return self }
    func entry(_ id: ObjectId) -> TreeEntry { TreeEntry(path: path, id: id) }
    let texts = try conversions.texts(of: [origin.base, origin.first, origin.second].compactMap(\.self).map(entry))
    guard let first = texts[entry(origin.first)], let second = texts[entry(origin.second)] else { return nil }
    let base = origin.base.map { texts[entry($0)] } ?? []
    guard let base, let merge = LineMerge(TextKind(of: path), base: base, first: first, second: second),
      merge.overlaps.indices.contains(origin.index)
    else { return nil }
    let place = merge.overlaps[origin.index]
    return MergeConflict(
      path: path, line: line, first: place.first, second: place.second, devices: devices, isOfKey: place.isOfKey)
  }

  /// Whether a text is still the version that stayed.
  func isFirst(_ text: [UInt8]) -> Bool { Self.cut(text) == first }

  /// Those that a commit's message tells.
  static func all(in message: [UInt8]) -> [MergeConflict] {
    message.split(separator: UInt8(ascii: "\n")).compactMap(MergeConflict.init(trailer:))
  }
}
