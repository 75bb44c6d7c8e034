public import MemoCore

/// The wanted path of a new memo, and the next ones if it is taken: `name.md`, `name-2.md`, `name-3.md`…
package struct WantedPath {
  /// The folder; no component is hidden or climbs.
  let folder: VaultPath
  /// The file's name without ending.
  let stem: [UInt8]
  /// The ending that makes it a memo, with its dot.
  let ending: [UInt8]
  /// Whether the name came with the memo, so that a file with a name like it, but not the same, is not in its way.
  let isExact: Bool
  private let rule: NameRule

  static let usualEnding = Array(".md".utf8)
  private static let depthLimit = 200

  /// A name made from a title; `fallback`, such as `untitled`, where that leaves nothing.
  package init(title: String, in folder: VaultPath, by rule: NameRule = .dash, fallback: String) {
    (self.folder, self.rule) = (folder, rule)
    stem = Array(Slug.memoName(forTitle: title, by: rule, fallback: fallback).utf8)
    ending = Self.usualEnding
    isExact = false
  }

  /// Whether the name has all of a title but for what is between words.
  package func says(_ title: String) -> Bool {
    func words(_ bytes: some Sequence<UInt8>) -> [UInt8] { bytes.filter { !" -".utf8.contains($0) } }
    return words(stem) == words(title.utf8)
  }

  /// A path that came with a memo, its names made portable; `nil` if it is not that of a memo inside a vault.
  package init?(_ path: VaultPath, by rule: NameRule = .dash, fallback: String) {
    guard Self.isMemo(path) else { return nil }
    let stem = MemoFileRules.stem(of: path)
    self.init(path, stem: stem, ending: Array(path.name.dropFirst(stem.count)), by: rule, fallback: fallback)
  }

  /// The path of a file in a folder that is imported: any case of the endings of memos, and text files.
  package init?(importing path: VaultPath, by rule: NameRule, fallback: String) {
    guard Self.isInside(path), let ending = Self.memoEnding(of: path) else { return nil }
    self.init(path, stem: path.name.dropLast(ending.old), ending: ending.new, by: rule, fallback: fallback)
  }

  private init(_ path: VaultPath, stem: ArraySlice<UInt8>, ending: [UInt8], by rule: NameRule, fallback: String) {
    self.rule = rule
    folder = Self.folder(path.parent, by: rule, fallback: fallback)
    // Judged with its ending: that a stem ends in a dot does no harm.
    let isPortable = PortableName.isPortable(stem + ending)
    self.stem = isPortable ? Array(stem) : Self.portableStem(stem, by: rule, fallback: fallback)
    self.ending = ending
    isExact = folder.appending(self.stem + ending) == path
  }

  /// The path under the plain name.
  package var path: VaultPath { path(number: 1) }

  /// The path under the plain name for 1, else with the number at its end.
  package func path(number: Int) -> VaultPath {
    guard number > 1 else { return folder.appending(stem + ending) }
    return folder.appending(shortStem + Array("\(rule.separator)\(number)".utf8) + ending)
  }

  /// The stem with room for a number, cut between characters.
  private var shortStem: [UInt8] {
    guard stem.count > Slug.lengthLimit else { return stem }
    var length = 0
    return String(decoding: stem, as: UTF8.self)
      .prefix { character in
        length += character.utf8.count
        return length <= Slug.lengthLimit
      }
      .utf8.map(\.self)
  }

  /// Whether a path names something that is not hidden, nor outside of the folder that it is relative to.
  package static func isInside(_ path: VaultPath) -> Bool {
    let parts = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count <= depthLimit && parts.allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") }
  }

  /// Whether a path is that of a memo inside a vault.
  static func isMemo(_ path: VaultPath) -> Bool {
    isInside(path) && MemoFileRules.hasMemoExtension(path)
  }

  /// Whether a path is that of a canvas of Obsidian inside a vault, in any case.
  package static func isCanvas(_ path: VaultPath) -> Bool {
    isInside(path) && CanvasCards.areIn(path)
  }

  /// The folder that imported files of a folder go to, its names made portable.
  package static func folder(_ path: VaultPath, by rule: NameRule, fallback: String) -> VaultPath {
    path.components.reduce(.root) { $0.appending(PortableName.made(from: $1, by: rule, fallback: fallback)) }
  }

  /// How many bytes of a name are its ending, and the ending that a memo has instead; `nil` for other files.
  package static func memoEnding(of path: VaultPath) -> (old: Int, new: [UInt8])? {
    let name = path.name.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
    for (old, new) in [(".md", ".md"), (".markdown", ".markdown"), (".txt", ".md")]
    where name.count > old.utf8.count && name.suffix(old.utf8.count).elementsEqual(old.utf8) {
      return (old.utf8.count, Array(new.utf8))
    }
    return nil
  }

  private static func portableStem(_ stem: ArraySlice<UInt8>, by rule: NameRule, fallback: String) -> [UInt8] {
    Array(Slug.fileName(forTitle: String(decoding: stem, as: UTF8.self), by: rule, fallback: fallback).utf8)
  }
}

/// Finds a folder however its name is normalized: a person who types `한국` does not see in which form it is there.
public struct FolderSpelling {
  private let files: any VaultFiles

  /// Looks in the folders of a vault.
  public init(in files: any VaultFiles) {
    self.files = files
  }

  /// The path of a folder as it is spelled on the disk: each name as it is written where there is such a folder, else
  /// that of the first one that differs in normalization alone. Folders that are not there keep what is written.
  public func folder(_ path: VaultPath) throws -> VaultPath {
    var folder = VaultPath.root
    for name in path.components { folder = try entry(Array(name), of: folder) }
    return folder
  }

  /// The folder that a path names, as it is spelled on the disk; `nil` where there is none.
  public func existingFolder(_ path: VaultPath) -> VaultPath? {
    guard let spelled = try? folder(path), (try? files.folderStamp(of: spelled)) != nil else { return nil }
    return spelled
  }

  /// The file that a path names, as it is spelled on the disk: the one that is written so, else the first one that differs in
  /// normalization alone, as files from macOS do; `nil` where there is none.
  public func file(_ path: VaultPath) -> VaultPath? {
    if files.stamp(of: path) != nil { return path }
    // Letters of ASCII have one form.
    guard path != .root, path.bytes.contains(where: { $0 >= 0x80 }), let folder = try? folder(path.parent) else {
      return nil
    }
    let named = folder.appending(path.name)
    if files.stamp(of: named) != nil { return named }
    guard let key = Self.key(of: Array(path.name)), let entries = try? files.entries(of: folder) else { return nil }
    let twins = entries.filter { $0.kind == .file && Self.key(of: $0.name) == key }.map(\.name)
    return twins.min { $0.lexicographicallyPrecedes($1) }.map { folder.appending($0) }
  }

  private func entry(_ name: [UInt8], of folder: VaultPath) throws -> VaultPath {
    let path = folder.appending(name)
    guard try files.folderStamp(of: path) == nil, let key = Self.key(of: name) else { return path }
    let twins = try files.entries(of: folder)?.filter { $0.kind == .folder && Self.key(of: $0.name) == key }
    let first = twins?.map(\.name).min { $0.lexicographicallyPrecedes($1) }
    return first.map { folder.appending($0) } ?? path
  }

  /// A name in NFC; `nil` for bytes that are no text.
  private static func key(of name: [UInt8]) -> [UInt8]? {
    guard String(validating: name, as: UTF8.self) != nil else { return nil }
    var folded = FoldedText()
    name.withUnsafeBytes { folded.fold($0, by: .normalization) }
    return folded.bytes
  }
}
