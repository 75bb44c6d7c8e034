import Foundation
public import MemoCore
import MemoIndex
public import MemoStore

/// Imports memos as one operation, each under a free name: nothing is overwritten.
public struct MemoImport: Sendable {
  private let vault: Vault
  private let history: (@Sendable () throws -> OperationHistory)?
  private let time: Int64
  private let fallbackName: String

  /// Called when the memos are there and the files that they link to are copied; what it returns says whether to copy no
  /// further one.
  public var hearStop: @Sendable () -> @Sendable () -> Bool = { { false } }
  /// Called with the number of memos read and their total.
  public var progress: @Sendable (Int, Int) -> Void = { _, _ in }
  /// Called with the number of linked files copied and their total.
  public var fileProgress: @Sendable (Int, Int) -> Void = { _, _ in }

  /// Imports into a vault.
  ///
  /// - Parameters:
  ///   - history: makes the operation, once the vault was looked at; `nil` for a dry run, which finds out the same names, but
  ///     writes nothing.
  ///   - time: the current time in nanoseconds since 1970.
  ///   - fallbackName: the file name, such as `untitled`, for a title that leaves none.
  public init(
    into vault: Vault, by history: (@Sendable () throws -> OperationHistory)?, at time: Int64, fallbackName: String
  ) {
    (self.vault, self.history, self.time, self.fallbackName) = (vault, history, time, fallbackName)
  }

  /// Imports `{title, body, last_modified}`, as a JSON array or an object a line; an element that cannot be imported does not stop the rest,
  /// unless the disk is full. JSON in another encoding is converted first.
  public func importJSON(_ bytes: [UInt8]) throws -> ImportReport {
    let json = ImportedText(bytes)
    let elements = try ImportElement.elements(of: json.contents)
    let records = elements.compactMap { if case .record(let record) = $0 { record } else { nil } }
    let rule = try vault.nameRule()
    let wanted = records.compactMap { record in
      record.path.flatMap { path in
        WantedPath(path, by: rule, fallback: fallbackName).map { (origin: path, path: $0.path) }
      }
    }
    let byPath = Dictionary(records.compactMap { record in record.path.map { ($0, record) } }) { first, _ in first }
    let contents = { path in try? byPath[path]?.contents(titled: vault.titles) }
    let sources: [() throws -> ImportSource?] = records.map { record in { try source(of: record, by: rule) } }
    let plan = ImportPlan(of: wanted, nil, fallbackName: fallbackName, in: vault, contents, sources)
    var run = try Run(self)
    for (index, element) in elements.enumerated() {
      progress(index, elements.count)
      switch element {
      case .record(let record): try run.add(index, record.title) { plan.linked(try source(of: record, by: rule)) }
      case .refused(let reason, let name): try run.add(index, name) { throw reason }
      }
    }
    var report = try run.finish()
    findStrayed(wanted, plan, contents, isAlone: run.isAlone, &report)
    report.sourceEncoding = json.encoding
    return report
  }

  /// Imports the Markdown and text files below a folder, bytes, times and subfolders kept, and copies the pictures and other
  /// files there that they link to; symbolic links are not followed. Texts and names whose encoding is clear become UTF-8,
  /// and a name that a Mac has taken apart is composed.
  public func importFolder(_ folder: HostPath, host: any HostFiles) throws -> ImportReport {
    guard host.kind(of: folder) == .folder, let root = host.realPath(of: folder) else {
      throw TransferError.noSuchFolder(folder)
    }
    guard !root.overlaps(vault.root) else { throw TransferError.overlapsVault(root) }
    let disk = try host.vault(at: root).files
    let asTheyCome = TextFileWalk(disk)
    let files = DecodedFiles(disk, of: asTheyCome.all, to: vault.files)
    let walk = files.encoding == nil ? asTheyCome : TextFileWalk(files)
    let composed = walk.found.map(\.composed)
    let counts = Dictionary(composed.map { ($0, 1) }, uniquingKeysWith: +)
    // Twins stay twins.
    let names = zip(walk.found, composed).map { path, name in counts[name, default: 1] > 1 ? path : name }
    let rule = try vault.nameRule()
    let wanted = zip(walk.found, names).compactMap { path, name in
      WantedPath(importing: name, by: rule, fallback: fallbackName).map { (origin: path, path: $0.path) }
    }
    let contents = { path in (try? WholeFile.read(path, in: files)).map { ImportedText($0.bytes).contents } }
    var attachments = ImportedAttachments(of: walk, in: files, by: rule, contents)
    let sources = zip(walk.found, composed).map { path, name in
      {
        // A memo that is there already stays that memo.
        let isTwin = counts[name, default: 1] > 1
        return try source(of: path, as: isTwin ? path : presentName(of: path) ?? name, in: files, by: rule)
      }
    }
    let plan = ImportPlan(of: wanted, attachments, fallbackName: fallbackName, in: vault, contents, sources)
    var run = try Run(self)
    for (path, reason) in walk.problems { try run.add(nil, path.text) { throw reason } }
    for (index, (path, source)) in zip(walk.found, sources).enumerated() {
      progress(index, walk.found.count)
      try run.add(nil, path.text) { try source().map(plan.linked) }
    }
    let filePaths = attachments.names(fallbackName: fallbackName)
    attachments.newPath = { plan.path(of: $0) ?? filePaths[$0] ?? $0 }
    let planned = try attachments.planned(in: vault, fallbackName: fallbackName)
    run.note(companions: planned)
    var report = try run.finish()
    (report.special, report.nameEncoding, report.decoded) = (walk.special, files.encoding, files.decoded)
    let isStopped = history == nil ? { false } : hearStop()
    if history != nil { vault.writer.removeLeftovers(nextTo: planned) }
    try attachments.copy(
      to: vault, fallbackName: fallbackName, isDryRun: history == nil, isStopped: isStopped, &report
    ) { fileProgress($0, planned.count) }
    findStrayed(wanted, plan, contents, isAlone: run.isAlone, &report)
    return report
  }

  /// Imports one Markdown or text file as those of a folder are; the files that it links to are not copied.
  public func importFile(_ file: HostPath, host: any HostFiles) throws -> ImportReport {
    guard let file = host.realPath(of: file), file.path(inVault: vault.root) == nil else {
      throw TransferError.overlapsVault(file)
    }
    let name = VaultPath(bytes: Array(file.name))
    let files = try DecodedFiles(host.vault(at: file.parent).files, of: [name], to: vault.files)
    let path = files.path(of: name)
    let rule = try vault.nameRule()
    let contents = { path in (try? WholeFile.read(path, in: files)).map { ImportedText($0.bytes).contents } }
    let read: () throws -> ImportSource? = {
      try source(of: path, as: presentName(of: path) ?? path.composed, in: files, by: rule)
    }
    let wanted = [WantedPath(importing: path.composed, by: rule, fallback: fallbackName)].compactMap { wanted in
      wanted.map { (origin: path, path: $0.path) }
    }
    let plan = ImportPlan(of: wanted, nil, fallbackName: fallbackName, in: vault, contents, [read])
    var run = try Run(self)
    try run.add(nil, path.text) { try read().map(plan.linked) }
    var report = try run.finish()
    (report.nameEncoding, report.decoded) = (files.encoding, files.decoded)
    findStrayed(wanted, plan, contents, isAlone: run.isAlone, &report)
    return report
  }

  /// The name of a file as a memo of the vault has it, however it is composed there; `nil` if none has it.
  private func presentName(of path: VaultPath) -> VaultPath? {
    [path, path.composed, path.decomposed].first { vault.files.stamp(of: $0) != nil }
  }

  // MARK: Links

  /// Finds the memos whose links no longer lead where they led. The memos are there, so what goes wrong now ends nothing.
  ///
  /// - Parameter isAlone: whether there are no other memos to which links could lead instead.
  private func findStrayed(
    _ wanted: [(origin: VaultPath, path: VaultPath)], _ plan: ImportPlan, _ contents: (VaultPath) -> [UInt8]?,
    isAlone: Bool, _ report: inout ImportReport
  ) {
    guard history != nil, !report.imported.isEmpty else { return }
    guard !isAlone || report.renamed.contains(where: \.isVisible) else { return }
    let memos = ImportPlan.linkedMemos(wanted, contents, in: vault)
    let links = plan.links.first ?? ImportedLinks(memos, style: vault.linkStyle)
    report.strayed = (try? links.strayed(after: report, in: vault, contents)) ?? []
  }

  /// An import as it goes on.
  private struct Run {
    private let history: OperationHistory?
    private let draft: OperationDraft?
    private let time: Int64
    private var placer: MemoPlacer
    private var report = ImportReport()
    private let vault: Vault
    /// Whether the vault held nothing before.
    let isAlone: Bool
    private var times: [(path: VaultPath, modified: Int64)] = []
    /// The memos that are there already; `nil` for none, and where they cannot be read.
    private let known: VaultIndex?
    private var made: [LinkResolver.Memo] = []

    /// Between the time of a file and the one that it was given, in nanoseconds: FAT knows only every second second.
    private static let closeTimes: UInt64 = 2_000_000_000

    init(_ settings: MemoImport) throws {
      vault = settings.vault
      isAlone = try vault.files.entries(of: .root)?.isEmpty ?? true
      known = isAlone ? nil : try? vault.current()
      (history, time) = (try settings.history?(), settings.time)
      draft = try history?.begin("import", at: time)
      placer = MemoPlacer(vault: settings.vault, repetition: .isLeftOut, draft: draft)
    }

    /// Notes the files that are copied with the memos.
    func note(companions: [VaultPath]) { draft?.note(companions: companions) }

    /// Makes what was added, and keeps links of other memos on what they lead to.
    func finish() throws -> ImportReport {
      var report = report
      var links = known.flatMap { try? RepairedLinks(making: made, in: $0, of: vault) }
      report.relinked = links?.rewrites.map(\.memo.path) ?? []
      report.lostLinks = links?.lostLinks ?? []
      guard let draft, let history else { return report }
      if let operation = try draft.commit(), links != nil {
        report.relinked = links?.carryOut(by: history, at: time, with: operation) ?? []
        report.lostLinks = links?.lostLinks ?? []
      }
      // A file system takes the nearest time that it can hold, without an error.
      report.changedTimes = times.filter { path, modified in
        guard let time = vault.files.stamp(of: path)?.modified else { return false }
        let (difference, isFar) = time.subtractingReportingOverflow(modified)
        return isFar || difference.magnitude >= Self.closeTimes
      }.map(\.path)
      return report
    }

    mutating func add(_ index: Int?, _ name: String, _ source: () throws -> ImportSource?) throws {
      do {
        guard let source = try source() else { return }
        let outcome = try placer.place(
          source.contents, at: source.wanted, modified: source.modified, permissions: source.permissions)
        report.add(outcome, from: source.origin)
        if case .written(let path) = outcome {
          if known != nil { made.append(LinkResolver.Memo(source.contents, at: path, in: vault)) }
          if let modified = source.modified { times.append((path, modified)) }
          if let encoding = source.encoding {
            report.converted.append(.init(origin: source.origin ?? path, path: path, encoding: encoding))
          }
          if let finding = source.finding { report.unconverted.append(.init(path: path, finding: finding)) }
        }
      } catch let error as FileError where error.reason.isFullDisk {
        // There is no room for the others, either.
        throw error
      } catch {
        let reason = try TransferError(collecting: error, making: vault.files, by: vault.writer)
        report.failed.append(ImportReport.Failure(index: index, name: name, reason: reason))
      }
    }
  }

  private func source(of record: ImportRecord, by rule: NameRule) throws -> ImportSource {
    let contents = try record.contents(titled: vault.titles)
    if let path = record.path, let wanted = WantedPath(path, by: rule, fallback: fallbackName) {
      return ImportSource(contents: contents, origin: path, wanted: wanted, modified: record.modified)
    }
    let title = vault.titles == .fileName ? MemoText.oneLine(record.title) : ""
    // An empty memo of our own export says what it is called; a file named by the date would say nothing.
    let isEmpty = title.isEmpty && contents.allSatisfy { " \t\r\n".utf8.contains($0) }
    guard !isEmpty else { throw TransferError.empty }
    let wanted = WantedPath(
      title: title.isEmpty ? MemoText.title(of: contents) : title, in: .root, by: rule,
      fallback: fallbackName)
    // A title that a name cannot hold goes into the text.
    let isWhole = title.isEmpty || wanted.says(title)
    return ImportSource(
      contents: isWhole ? contents : try record.contents(titled: .firstLine), wanted: wanted, modified: record.modified)
  }

  /// `nil` for a file that is gone by now.
  private func source(
    of path: VaultPath, as name: VaultPath, in files: any VaultFiles, by rule: NameRule
  ) throws -> ImportSource? {
    guard let wanted = WantedPath(importing: name, by: rule, fallback: fallbackName) else {
      throw TransferError.tooDeep(path)
    }
    guard let file = try WholeFile.read(path, in: files) else { return nil }
    let text = ImportedText(file.bytes)
    return ImportSource(
      contents: text.contents, origin: path, wanted: wanted, modified: file.modified,
      permissions: try files.ownership(of: path)?.permissions, encoding: text.encoding, finding: text.finding)
  }
}

extension VaultPath {
  /// The path in NFC; bytes that are no text stay as they are.
  var composed: VaultPath {
    guard let text = String(validating: bytes, as: UTF8.self) else { return self }
    return VaultPath(bytes: Array(text.precomposedStringWithCanonicalMapping.utf8))
  }

  /// The path in NFD.
  fileprivate var decomposed: VaultPath {
    guard let text = String(validating: bytes, as: UTF8.self) else { return self }
    return VaultPath(bytes: Array(text.decomposedStringWithCanonicalMapping.utf8))
  }
}

/// A text as it is imported: converted to UTF-8 where its encoding is clear and no byte is lost, else as it is.
struct ImportedText {
  let contents: [UInt8]
  /// What it was converted from; `nil` if it was not.
  let encoding: TextEncoding?
  /// Why a text that is not UTF-8 was not converted.
  let finding: EncodingFinding?

  init(_ bytes: [UInt8]) {
    let guess = bytes.withUnsafeBytes { EncodingGuess($0, isVerified: false) }
    guard case .likely(let encoding) = guess?.finding else {
      (contents, self.encoding, finding) = (bytes, nil, guess?.finding)
      return
    }
    if let text = bytes.withUnsafeBytes(encoding.utf8) {
      (contents, self.encoding, finding) = (text, encoding, nil)
    } else {
      (contents, self.encoding, finding) = (bytes, nil, .partly(encoding))
    }
  }
}

/// Finds the files to import below a folder: those with the ending of a memo or a text file, not hidden.
struct TextFileWalk {
  /// The files, sorted.
  private(set) var found: [VaultPath] = []
  /// Files of another kind: pictures, attachments, whatever there is.
  private(set) var others: [VaultPath] = []
  /// Symbolic links, which are not followed, pipes and the like.
  private(set) var special: [VaultPath] = []
  /// Folders that could not be looked into, with the reason.
  private(set) var problems: [(path: VaultPath, reason: TransferError)] = []

  /// All files, whatever their kind.
  var all: [VaultPath] { found + others + special }

  private static let depthLimit = 200

  init(_ files: any VaultFiles) {
    var folders = [VaultPath.root]
    while let folder = folders.popLast() {
      do {
        for entry in try files.allEntries(of: folder) ?? [] where entry.name.first != UInt8(ascii: ".") {
          take(folder.appending(entry.name), entry.kind, folders: &folders)
        }
      } catch {
        problems.append((folder, .file(error)))
      }
    }
    found.sort()
    special.sort()
  }

  private mutating func take(_ path: VaultPath, _ kind: FolderEntry.Kind?, folders: inout [VaultPath]) {
    switch kind {
    case .file where WantedPath.memoEnding(of: path) != nil: found.append(path)
    case .folder where path.components.count < Self.depthLimit: folders.append(path)
    case .folder: problems.append((path, .tooDeep(path)))
    case .file: others.append(path)
    case nil: special.append(path)
    }
  }
}

/// A copy of a file as it was at one moment, however large it is.
struct FileCopy {
  private let path: VaultPath
  private let files: any VaultFiles

  private static let attempts = 3

  init(_ path: VaultPath, from files: any VaultFiles) {
    (self.path, self.files) = (path, files)
  }

  /// Makes the copy with its time and no more permissions for others, without waiting for the disk; false if the path is
  /// taken, `nil` where the file is gone. Throws `busy` for a file that changes all the time.
  func make(at target: VaultPath, by writer: any VaultWriting) throws -> Bool? {
    for _ in 0..<Self.attempts {
      guard let stamp = try files.knownStamp(of: path) else { return nil }
      do {
        let permissions = try files.ownership(of: path)?.permissions
        return try writer.create(target, modified: stamp.modified, permissions: permissions, isDurable: false) {
          sink throws(FileError) in
          _ = try files.stream(path, to: sink)
          // Read while it is written, it could be half old and half new.
          if files.stamp(of: path) != stamp { throw busy }
        }
      } catch {
        if error != busy { throw error }
      }
    }
    throw busy
  }

  private var busy: FileError { FileError(.read, path: path.bytes, reason: .busy) }
}
