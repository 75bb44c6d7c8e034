import Foundation
public import MemoCore
import MemoIndex
public import MemoStore

/// Brings memos into a vault as one operation, each under a free name: nothing that is there is overwritten.
public struct MemoImport: Sendable {
  private let vault: Vault
  private let history: OperationHistory?
  private let time: Int64
  private let fallbackName: String

  /// Imports into a vault.
  ///
  /// - Parameters:
  ///   - history: makes the operation; `nil` for a dry run, which finds out the same names, but writes nothing.
  ///   - time: now, nanoseconds since 1970.
  ///   - fallbackName: the file name, such as today's date, for a title that leaves none.
  public init(into vault: Vault, by history: OperationHistory?, at time: Int64, fallbackName: String) {
    (self.vault, self.history, self.time, self.fallbackName) = (vault, history, time, fallbackName)
  }

  /// Imports `{title, body, last_modified}`, as a JSON array or an object a line; an element that cannot be imported does not stop the rest.
  public func importJSON(_ bytes: [UInt8]) throws(TransferError) -> ImportReport {
    let elements = try ImportElement.elements(of: bytes)
    var run = try Run(self)
    for (index, element) in elements.enumerated() {
      switch element {
      case .record(let record): run.add(index, record.title) { () throws(TransferError) in try source(of: record) }
      case .refused(let reason, let name): run.add(index, name) { () throws(TransferError) in throw reason }
      }
    }
    return try run.finish()
  }

  /// Imports the Markdown and text files below a folder, bytes, times and subfolders kept; links are not followed.
  public func importFolder(_ folder: HostPath, host: any HostFiles) throws(TransferError) -> ImportReport {
    guard host.kind(of: folder) == .folder, let root = host.realPath(of: folder) else { throw .noSuchFolder(folder) }
    guard !root.overlaps(vault.root) else { throw .overlapsVault(root) }
    let files = try TransferError.wrapping { () throws(FileError) in try host.vault(at: root).files }
    let walk = TextFileWalk(files)
    var run = try Run(self)
    for (path, reason) in walk.problems { run.add(nil, path.text) { () throws(TransferError) in throw reason } }
    for (index, path) in walk.found.enumerated() {
      run.add(index, path.text) { () throws(TransferError) in try source(of: path, in: files) }
    }
    var report = try run.finish()
    report.otherCount = walk.otherCount
    return report
  }

  /// A memo as it came, and where it would like to stand.
  private struct Source {
    var contents: [UInt8]
    var origin: VaultPath?
    var wanted: WantedPath
    var modified: Int64?
  }

  /// An import as it goes on.
  private struct Run {
    private let draft: OperationDraft?
    private var placer: MemoPlacer
    private var report = ImportReport()

    init(_ settings: MemoImport) throws(TransferError) {
      draft = try TransferError.wrappingOperation { () throws(OperationError) in
        try settings.history?.begin("import", at: settings.time)
      }
      placer = MemoPlacer(vault: settings.vault, repetition: .isLeftOut, draft: draft)
    }

    /// Makes what was added.
    func finish() throws(TransferError) -> ImportReport {
      _ = try TransferError.wrappingOperation { () throws(OperationError) in try draft?.commit() }
      return report
    }

    mutating func add(_ index: Int?, _ name: String, _ source: () throws(TransferError) -> Source?) {
      do throws(TransferError) {
        guard let source = try source() else { return }
        let outcome = try placer.place(source.contents, at: source.wanted, modified: source.modified)
        report.add(outcome, from: source.origin)
      } catch {
        report.failed.append(ImportReport.Failure(index: index, name: name, reason: error))
      }
    }
  }

  private func source(of record: ImportRecord) throws(TransferError) -> Source {
    let contents = try record.contents()
    if let path = record.path, let wanted = WantedPath(path, fallback: fallbackName) {
      return Source(contents: contents, origin: path, wanted: wanted, modified: record.modified)
    }
    // An empty memo of our own export says what it is called; a file named by the date would say nothing.
    guard !contents.allSatisfy({ " \t\r\n".utf8.contains($0) }) else { throw .empty }
    let wanted = WantedPath(title: MemoText.title(of: contents), in: .root, fallback: fallbackName)
    return Source(contents: contents, wanted: wanted, modified: record.modified)
  }

  /// `nil` for a file that is gone by now.
  private func source(of path: VaultPath, in files: any VaultFiles) throws(TransferError) -> Source? {
    guard let wanted = WantedPath(importing: path, fallback: fallbackName) else { throw .tooDeep(path) }
    let file = try TransferError.wrapping { () throws(FileError) in try WholeFile.read(path, in: files) }
    return file.map { Source(contents: $0.bytes, origin: path, wanted: wanted, modified: $0.modified) }
  }
}
