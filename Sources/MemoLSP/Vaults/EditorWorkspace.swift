import MemoCore
import MemoIndex
import MemoKit
import MemoStore

/// What a client has open: folders, each with its vaults, and documents.
final class EditorWorkspace {
  /// The units of positions.
  var encoding = PositionEncoding.utf16
  /// Whether the client shows a CR within a line.
  var showsCR = false
  /// The folders that the client names, as it names them.
  private(set) var folders: [HostPath] = []
  /// The vaults that are served, in the order in which they were met.
  private(set) var vaults: [ServedVault] = []
  /// Called with each vault that is served from then on, and with one that was opened anew.
  var vaultOpened: (ServedVault) -> Void = { _ in }
  /// Called with the root of each vault that is served no longer.
  var vaultClosed: (HostPath) -> Void = { _ in }
  /// Called with a vault that cannot be opened, and why.
  var vaultFailed: (HostPath, any Error) -> Void = { _, _ in }

  private let machine: Machine
  private var documents: [DocumentURI: PlacedOpenDocument] = [:]
  /// What the texts of open documents hold, as far as it was asked for.
  private var readings: [DocumentURI: DocumentReading] = [:]
  /// The vaults of folders that were looked for.
  private var located: [HostPath: ServedVault] = [:]
  /// The vaults of the client's folders, also while these are away.
  private var homes: [HostPath: ServedVault] = [:]

  /// A workspace without folders.
  init(on machine: Machine) {
    self.machine = machine
  }

  // MARK: Folders

  /// Opens a folder: the vault that it is in, or that it is.
  func open(folder: HostPath) {
    guard !folders.contains(folder) else { return }
    folders.append(folder)
    relocate()
  }

  /// Closes a folder; a vault that nothing needs any more is served no longer.
  func close(folder: HostPath) {
    folders.removeAll { $0 == folder }
    homes[folder] = nil
    relocate()
  }

  /// Finds the vaults of all folders and documents anew: one may have appeared, or be none any more. Returns whether any of
  /// them has another one.
  @discardableResult
  func relocate() -> Bool {
    located = [:]
    var isChanged = false
    for folder in folders {
      // A folder that is away may come back.
      guard let found = vault(of: folder), found !== homes[folder] else { continue }
      homes[folder] = found
      isChanged = true
    }
    for uri in documents.keys where relocate(uri) { isChanged = true }
    let needed = (Array(homes.values) + documents.values.compactMap(\.vault)).map(\.root)
    for unneeded in vaults where !needed.contains(unneeded.root) {
      vaults.removeAll { $0 === unneeded }
      vaultClosed(unneeded.root)
    }
    located = located.filter { needed.contains($0.value.root) }
    return isChanged
  }

  /// Whether a vault was made around a document, or the one around it is none any more.
  func isMisplaced(_ uri: String) -> Bool {
    guard let known = documents[DocumentURI(uri)], !isAway(known), let file = known.document.path,
      let folder = existing(file.parent)
    else { return false }
    return root(of: folder.path)?.root != known.vault?.root
  }

  /// Whether the vault of a document is away: what is open in it is served as it is.
  private func isAway(_ known: PlacedOpenDocument) -> Bool {
    known.vault.map { machine.host.kind(of: $0.root) != .folder } ?? false
  }

  /// Finds the vault of a document anew; returns whether it is another one.
  private func relocate(_ uri: DocumentURI) -> Bool {
    guard let known = documents[uri], !isAway(known) else { return false }
    let (vault, path) = place(of: known.document.path)
    guard vault !== known.vault else { return false }
    documents[uri]?.vault = vault
    documents[uri]?.path = path
    return true
  }

  /// The vault of a folder: the nearest folder with `.memo`, `.obsidian` or `.zk`, else the client's folder that it is in.
  private func vault(of folder: HostPath) -> ServedVault? {
    if let known = located[folder] { return known }
    let found = root(of: folder).flatMap { serve($0.root, as: $0.client) }
    located[folder] = found
    return found
  }

  private func root(of folder: HostPath) -> (root: HostPath, client: HostPath)? {
    guard let real = machine.host.realPath(of: folder) else { return nil }
    let around = folders.filter { real.path(inVault: machine.host.realPath(of: $0) ?? $0) != nil }
      .max { $0.bytes.count < $1.bytes.count }
    let marked = VaultMarks(host: machine.host, home: machine.home).root(around: real)
    guard let around, let realAround = machine.host.realPath(of: around) else {
      return marked.map { ($0, clientName(of: $0, folder, real)) }
    }
    return marked.map { ($0, clientName(of: $0, around, realAround)) } ?? (realAround, around)
  }

  /// How a client would name a folder of which it names one below or above.
  private func clientName(of root: HostPath, _ named: HostPath, _ real: HostPath) -> HostPath {
    if let below = root.path(inVault: real) { return below == .root ? named : named.appending(below) }
    guard let above = real.path(inVault: root), named.bytes.ends(with: above.bytes) else { return root }
    return HostPath(Array(named.bytes.dropLast(above.bytes.count)))
  }

  private func serve(_ root: HostPath, as client: HostPath) -> ServedVault? {
    if let known = vaults.first(where: { $0.root == root }) { return known }
    do {
      let vault = try ServedVault(
        at: root, clientRoot: client, host: machine.host, encoding, showsCR: showsCR, now: { [machine] in machine.now })
      vaults.append(vault)
      // A vault around another one holds its documents, too.
      for known in documents.values { lay(known, in: [vault]) }
      vaultOpened(vault)
      return vault
    } catch {
      vaultFailed(root, error)
      return nil
    }
  }

  /// Opens a vault anew: the folder at its root is another one than before, or was away.
  ///
  /// - Throws: where there is no folder.
  func reopen(_ vault: ServedVault) throws {
    try vault.reopen()
    vaultOpened(vault)
  }

  // MARK: Documents

  /// Opens a document; one that is open already gets the text.
  func open(uri: String, version: Int, text: String) {
    let document = OpenDocument(uri: uri, version: version, text: text, encoding, showsCR: showsCR)
    let file = document.path.flatMap(realFile)
    let (vault, path) = place(of: document.path)
    let known = PlacedOpenDocument(document: document, file: file, vault: vault, path: path)
    documents[DocumentURI(uri)] = known
    readings[DocumentURI(uri)] = nil
    lay(known, in: vaults)
  }

  /// Lays a document over its file in each of some vaults that holds it: a vault may be within another one.
  private func lay(_ known: PlacedOpenDocument, in vaults: [ServedVault]) {
    guard let file = known.file else { return }
    for vault in vaults { vault.path(of: file).map { vault.set(known.document, at: $0) } }
  }

  /// Changes a document.
  ///
  /// - Throws: `ResponseError` for one that is not open, a version that is not later, and what is no change.
  func change(uri text: String, version: Int?, _ changes: [JSONValue]) throws {
    let uri = DocumentURI(text)
    guard var known = documents[uri] else { throw ResponseError(.invalidParams, "not open: \(text)") }
    defer {
      documents[uri] = known
      readings[uri] = nil
      lay(known, in: vaults)
    }
    try known.document.change(changes, version: version)
  }

  /// Closes a document: its file counts again.
  func close(uri: String) {
    readings[DocumentURI(uri)] = nil
    guard let file = documents.removeValue(forKey: DocumentURI(uri))?.file else { return }
    for vault in vaults { vault.path(of: file).map { vault.close($0) } }
    // Opened by another URI as well, as by a symbolic link.
    if let other = documents.values.first(where: { $0.file == file }) { lay(other, in: vaults) }
  }

  /// Takes out the documents with unsaved text whose files another program has changed, moved or deleted, each by its path
  /// in the vault that it belongs to.
  func takeOvertaken(at time: Duration) -> [OvertakenDocument] {
    vaults.flatMap { vault in
      vault.takeOvertaken(at: time).filter { overtaken in
        let owner = vault.documents[overtaken.path].flatMap { documents[DocumentURI($0.uri)]?.vault }
        return owner == nil || owner === vault
      }
    }
  }

  /// The URIs of the open documents, sorted.
  var openURIs: [String] { documents.keys.sorted().map(\.text) }

  /// An open document; `nil` for one that is not open.
  func document(_ uri: String) -> OpenDocument? { documents[DocumentURI(uri)]?.document }

  /// A document with its place, also one that is not open, as the disk has it.
  ///
  /// - Throws: `ResponseError.modified` for one of which the client has another text.
  func placed(_ uri: String) throws -> PlacedDocument {
    if let known = documents[DocumentURI(uri)] {
      if known.document.isOutdated { throw ResponseError.modified }
      return PlacedDocument(
        uri: uri, lines: known.document.lines, version: known.document.version, vault: known.vault, path: known.path,
        reading: reading(of: known))
    }
    let (vault, path) = place(of: DocumentAddress.path(uri))
    guard let vault, let path, let lines = vault.view.lines(of: path) else {
      throw ResponseError(.invalidParams, "no such document: \(uri)")
    }
    let reading = DocumentReading(lines.bytes, titledBy: vault.vault.titleSource(at: path))
    return PlacedDocument(uri: uri, lines: lines, version: nil, vault: vault, path: path, reading: reading)
  }

  /// What the present version of a document holds.
  private func reading(of known: PlacedOpenDocument) -> DocumentReading {
    let uri = DocumentURI(known.document.uri)
    let source = known.vault.flatMap { vault in known.path.map(vault.vault.titleSource) } ?? .firstLine
    if let reading = readings[uri], reading.source == source { return reading }
    let reading = DocumentReading(known.document.bytes, titledBy: source)
    readings[uri] = reading
    return reading
  }

  /// The vault that a file is in, and its path there.
  func place(of file: HostPath?) -> (ServedVault?, VaultPath?) {
    guard let file, let folder = existing(file.parent), let vault = vault(of: folder.path),
      let path = realFile(file).flatMap(vault.path)
    else { return (nil, nil) }
    return (vault, path)
  }

  /// The innermost vault that is served and holds two files, with their paths there; `nil` for none.
  func vault(
    around file: HostPath, _ other: HostPath
  ) -> (vault: ServedVault, path: VaultPath, other: VaultPath)? {
    guard let file = realFile(file), let other = realFile(other) else { return nil }
    let holding = vaults.filter { $0.path(of: file) != nil && $0.path(of: other) != nil }
    guard let vault = holding.max(by: { $0.root.bytes.count < $1.root.bytes.count }),
      let path = vault.path(of: file), let otherPath = vault.path(of: other)
    else { return nil }
    return (vault, path, otherPath)
  }

  /// The path of a file whose folder has no symbolic links in it; `nil` for one that cannot be.
  private func realFile(_ file: HostPath) -> HostPath? {
    guard let folder = existing(file.parent) else { return nil }
    let real = (machine.host.realPath(of: folder.path) ?? folder.path).appending(folder.rest)
    return real.appending(VaultPath(bytes: Array(file.name)))
  }

  /// The nearest folder that exists, and what is below it.
  private func existing(_ folder: HostPath) -> (path: HostPath, rest: VaultPath)? {
    var (path, rest) = (folder, VaultPath.root)
    while machine.host.kind(of: path) != .folder {
      guard path != .fileSystemRoot else { return nil }
      let name = VaultPath(bytes: Array(path.name))
      rest = rest == .root ? name : name.appending(rest.bytes)
      path = path.parent
    }
    return (path, rest)
  }
}

/// An open document, and where it is.
private struct PlacedOpenDocument {
  var document: OpenDocument
  /// Its file, without symbolic links among its folders; `nil` for one that is no file.
  let file: HostPath?
  /// The innermost vault that it is in; `nil` for a single file.
  var vault: ServedVault?
  /// Its path in that vault.
  var path: VaultPath?
}

/// What one version of a document holds, each read when it is first asked for: an editor asks for several things after each
/// key, and for some of them again after each move of the cursor.
private final class DocumentReading {
  private let bytes: [UInt8]
  /// Where the title is looked for.
  let source: TitleSource

  init(_ bytes: [UInt8], titledBy source: TitleSource) {
    (self.bytes, self.source) = (bytes, source)
  }

  lazy var marks = DocumentMarks(bytes, titledBy: source)
  lazy var anchors = MemoAnchors(of: bytes)
  private var known: (style: LinkStyle, change: TableOfContents.Change?)?

  /// What can be done with the table of contents in links of a style.
  func contents(_ style: LinkStyle) -> TableOfContents.Change? {
    if let known, known.style == style { return known.change }
    let change = TableOfContents.change(of: bytes, titledBy: source, style)
    known = (style, change)
    return change
  }
}

/// A document, where it is, and what it holds.
struct PlacedDocument {
  let uri: String
  let lines: LineTable
  /// `nil` for one that is not open.
  let version: Int?
  /// The vault that it is in; `nil` for a single file.
  let vault: ServedVault?
  /// Its path in the vault.
  let path: VaultPath?
  fileprivate let reading: DocumentReading

  var bytes: [UInt8] { lines.bytes }

  /// What it holds.
  var marks: DocumentMarks { reading.marks }

  /// What links can name in it.
  var anchors: MemoAnchors { reading.anchors }

  /// What can be done with its table of contents; `nil` for nothing.
  var contents: TableOfContents.Change? { reading.contents(vault?.view.vault.linkStyle ?? .memo) }

  /// The text of a range.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// A range as messages hold it.
  func json(_ range: Range<Int>) -> JSONValue { lines.positions(of: range).json }

  /// Whether an offset is in a row of a table, in which a bare `|` ends a cell.
  func isInTable(_ offset: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let tree = MarkupTree(bytes, from: marks.front.range.upperBound)
      return TableLayout.rows(ofTableAt: offset, in: tree) != nil
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with end: [UInt8]) -> Bool { count >= end.count && suffix(end.count).elementsEqual(end) }
}
