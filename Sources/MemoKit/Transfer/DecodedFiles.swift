import MemoCore
import MemoStore

/// The files to import under names in UTF-8. A zip that was made on a Korean Windows, say, has names in CP949; links to these
/// are in the texts, which are converted as well.
struct DecodedFiles: VaultFiles {
  /// What the names are converted from; `nil` where all stay as they are.
  var encoding: TextEncoding? { origins.isEmpty ? nil : found }
  /// The paths with converted names, sorted.
  var decoded: [VaultPath] { origins.keys.sorted() }

  private let files: any VaultFiles
  private let found: TextEncoding?
  private var origins: [VaultPath: VaultPath] = [:]
  private var names: [VaultPath: VaultPath] = [:]

  private static let textLimit = 100

  /// - Parameters:
  ///   - paths: the files that may be imported.
  ///   - vault: the files of the vault; a name that is there already stays.
  init(_ files: any VaultFiles, of paths: [VaultPath], to vault: any VaultFiles) {
    self.files = files
    let present = paths.filter { !$0.isUTF8 && vault.stamp(of: $0) != nil }
    let kept = Set(present + present.flatMap(\.foldersAbove))
    let foreign = paths.filter { !$0.isUTF8 && !kept.contains($0) }
    guard !foreign.isEmpty else {
      found = nil
      return
    }
    let likely = Self.encoding(of: foreign)
    // Two bytes of East Asia may be two letters of the West: the texts know better.
    let isSure = likely != nil && likely != .western
    found = isSure ? likely : Self.encoding(ofTextsAt: paths, naming: foreign, in: files) ?? likely
    guard let found else { return }
    let all = Set(paths + paths.flatMap(\.foldersAbove))
    // Folders come before what is in them.
    for path in all.sorted() {
      let folder = names[path.parent] ?? path.parent
      let name = (kept.contains(path) ? nil : Self.decoded(path.name, found)) ?? Array(path.name)
      let isFree = origins[folder.appending(name)] == nil && !all.contains(path.parent.appending(name))
      let newPath = folder.appending(isFree ? name : Array(path.name))
      if newPath != path { (names[path], origins[newPath]) = (newPath, path) }
    }
  }

  /// The path of a file with names in UTF-8.
  func path(of origin: VaultPath) -> VaultPath { names[origin] ?? origin }

  // MARK: Encodings

  /// The encoding that the names are clearly in.
  private static func encoding(of paths: [VaultPath]) -> TextEncoding? {
    let names = Set(paths.flatMap(\.components).map(Array.init)).filter { String(validating: $0, as: UTF8.self) == nil }
    let text = Array(names.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [UInt8(ascii: "\n")]))
    guard case .likely(let encoding) = text.withUnsafeBytes({ EncodingGuess($0) })?.finding else { return nil }
    return encoding
  }

  /// The encoding of the texts, if the names may be in it, too. Any name may be in that of the West.
  private static func encoding(
    ofTextsAt paths: [VaultPath], naming foreign: [VaultPath], in files: any VaultFiles
  ) -> TextEncoding? {
    let texts = paths.filter { WantedPath.memoEnding(of: $0) != nil }.prefix(textLimit)
    let encodings = texts.compactMap { path in
      (try? WholeFile.read(path, in: files)).flatMap { ImportedText($0.bytes).encoding }
    }
    guard let encoding = encodings.first, encoding != .western, Set(encodings).count == 1 else { return nil }
    let isOfAll = foreign.allSatisfy { path in
      path.components.allSatisfy { String(validating: $0, as: UTF8.self) != nil || decoded($0, encoding) != nil }
    }
    return isOfAll ? encoding : nil
  }

  /// A name in UTF-8; `nil` for one that is, or that is not in the encoding.
  private static func decoded(_ name: ArraySlice<UInt8>, _ encoding: TextEncoding) -> [UInt8]? {
    guard String(validating: name, as: UTF8.self) == nil else { return nil }
    let text = Array(name).withUnsafeBytes(encoding.utf8)
    return text?.contains(UInt8(ascii: "/")) == true ? nil : text
  }

  // MARK: Files

  var root: HostPath { files.root }

  func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? {
    try files.entries(of: origin(of: folder))?.map { FolderEntry(name: name(of: $0.name, in: folder), kind: $0.kind) }
  }

  func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]? {
    try files.allEntries(of: origin(of: folder))?.map { AnyEntry(name: name(of: $0.name, in: folder), kind: $0.kind) }
  }

  func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? {
    try files.folderStamp(of: origin(of: folder))
  }

  func ownership(of path: VaultPath) throws(FileError) -> Ownership? { try files.ownership(of: origin(of: path)) }

  func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    let origins = (0..<count).map { origin(of: folder.appending(Self.bytes(of: name($0)))) }
    let stamps = try files.stamps(of: origins.map(\.name), in: origin(of: folder))
    for (index, stamp) in stamps.enumerated() { body(index, stamp) }
  }

  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    try files.stream(origin(of: path), to: body)
  }

  func read(_ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void) throws(FileError) -> FileReading? {
    try files.read(origin(of: path), limit: limit, head: head)
  }

  func readWhole(_ path: VaultPath, limit: Int) throws(FileError) -> WholeReading? {
    try files.readWhole(origin(of: path), limit: limit)
  }

  /// The path as it is on disk.
  private func origin(of path: VaultPath) -> VaultPath { origins[path] ?? path }

  private func name(of name: [UInt8], in folder: VaultPath) -> [UInt8] {
    names[origin(of: folder).appending(name)].map { Array($0.name) } ?? name
  }

  private static func bytes(of name: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    while name[bytes.count] != 0 { bytes.append(UInt8(bitPattern: name[bytes.count])) }
    return bytes
  }
}
