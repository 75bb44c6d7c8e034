public import MemoCore

/// Lines that both sides of a merge changed, or a key of the front matter.
public struct Overlap: Equatable, Sendable {
  /// The file.
  public let path: VaultPath
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
  /// message holds no text.
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

  /// A commit is no place for a whole memo twice.
  static let textLimit = 2_000

  init(path: VaultPath, line: Int, first: [UInt8], second: [UInt8], devices: [String], isOfKey: Bool = false) {
    (self.path, self.line, self.devices, self.isOfKey) = (path, line, devices, isOfKey)
    (self.first, self.second) = (Self.cut(first), Self.cut(second))
  }

  /// A place of which the commit's message holds no text.
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
  var versions: ConflictingLines { ConflictingLines(first: first, second: second, line: line) }

  /// The same of a key.
  var keyVersions: ConflictingKey { ConflictingKey(first: first, second: second) }

  /// Whether a text is still the version that stayed.
  func isFirst(_ text: [UInt8]) -> Bool { Self.cut(text) == first }

  /// The same with what each side had there; itself where it is not sealed, `nil` where the texts cannot be had.
  ///
  /// - Parameter texts: gives what files held, as far as that can be had.
  func unsealed(by texts: ([TreeEntry]) throws -> [TreeEntry: [UInt8]]) throws -> Overlap? {
    guard let origin else { return self }
    func entry(_ id: ObjectId) -> TreeEntry { TreeEntry(path: path, id: id) }
    let texts = try texts([origin.base, origin.first, origin.second].compactMap(\.self).map(entry))
    guard let first = texts[entry(origin.first)], let second = texts[entry(origin.second)] else { return nil }
    let base = origin.base.map { texts[entry($0)] } ?? []
    guard let base, let merge = LineMerge(TextKind(of: path, first, second), base: base, first: first, second: second),
      merge.overlaps.indices.contains(origin.index)
    else { return nil }
    let place = merge.overlaps[origin.index]
    return Overlap(
      path: path, line: line, first: place.first, second: place.second, devices: devices, isOfKey: place.isOfKey)
  }
}
