import Foundation
public import MemoCore
public import MemoStore
import MemoSync

/// Exports memos with every byte and nanosecond. Memos that are gone when they are read are left out.
public struct MemoExport: Sendable {
  private let vault: Vault

  /// Exports from a vault.
  public init(from vault: Vault) {
    self.vault = vault
  }

  /// Writes a JSON array of `{title, body, last_modified, path}`, one memo after the other; a memo that cannot be read is
  /// left out and reported.
  ///
  /// - Parameter sink: takes the bytes in parts, each the rest of a memo at most; what it throws ends the export.
  public func exportJSON(
    _ memos: some Sequence<VaultPath>, to sink: ([UInt8]) throws -> Void
  ) throws -> ExportReport {
    var report = ExportReport()
    for path in memos {
      guard let file = try read(path, &report) else { continue }
      let record = ExportRecord(path: path, file: file, titleSource: vault.titleSource(at: path))
      try record.write(after: report.exported.isEmpty ? "[\n" : ",\n", to: sink)
      report.exported.append(path)
    }
    try sink(Array((report.exported.isEmpty ? "[]\n" : "\n]\n").utf8))
    return report
  }

  /// Copies memos with their times into a folder, which is made where it is missing; what it holds is never overwritten, but
  /// what a killed export was writing there is removed. They are on the disk itself when this returns, but not before, so that
  /// it takes no longer than it has to.
  ///
  /// - Parameters:
  ///   - isDryRun: finds out what would be copied, but makes nothing.
  ///   - isStopped: whether to end before the next memo.
  ///   - progress: called with the number of memos looked at and their total.
  public func exportFolder(
    _ memos: [VaultPath], to folder: HostPath, host: any HostFiles, isDryRun: Bool = false,
    isStopped: () -> Bool = { false }, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> ExportReport {
    var target = try ExportTarget(folder, outside: vault.root, host: host, isDryRun: isDryRun)
    target.removeLeftovers(nextTo: memos)
    var report = ExportReport()
    for (index, path) in memos.enumerated() {
      if isStopped() {
        report.remaining = memos.count - index
        break
      }
      progress(index, memos.count)
      do {
        switch try target.copy(path, from: vault.files) {
        case true?: report.exported.append(path)
        case false?: report.skipped.append(path)
        case nil: continue
        }
      } catch {
        report.failed.append(ExportReport.Failure(path: path, reason: try target.reason(of: error)))
      }
    }
    try target.synchronize(report.exported)
    return report
  }

  /// How many files of the vault are no memos, such as pictures, which no export takes along; hidden and ignored ones do
  /// not count.
  public func otherFiles() -> Int {
    let (walk, rules) = (TextFileWalk(vault.files), vault.rules)
    return (walk.found + walk.others).count { path in
      let isSeen = !MemoFileRules.hasMemoExtension(path) && rules.showsMemo(at: path.parent.appending("a.md"))
      return isSeen && !rules.ignored.contains { $0.matches(path, isFolder: false) }
    }
  }

  /// A memo to be written as JSON, which needs it whole.
  private func read(_ path: VaultPath, _ report: inout ExportReport) throws -> WholeFile? {
    do {
      return try WholeFile.read(path, in: vault.files)
    } catch {
      report.failed.append(ExportReport.Failure(path: path, reason: try TransferError(collecting: error)))
      return nil
    }
  }
}

/// A memo in the JSON of an export: enough for an import to restore its file byte for byte.
struct ExportRecord {
  let path: VaultPath
  let file: WholeFile
  let titleSource: TitleSource

  /// Bytes that are escaped at once. Divisible by 3, so that base64 can be cut there.
  private static let partSize = 3 << 15
  /// A longer head is written without looking whether an import would make the same: that takes several times its size.
  private static let longestHead = 1 << 20

  /// Writes the JSON object in parts, because it may be six times as long as the file.
  ///
  /// - Parameter separator: what comes before it.
  func write(after separator: String, to sink: ([UInt8]) throws -> Void) rethrows {
    let parts = Parts(file.bytes, titleSource)
    var json = JSONText()
    json.append(separator + #"{"title":"#)
    try write(parts.title.utf8, &json, to: sink)
    json.append(#","body":"#)
    try write(parts.body, &json, to: sink)
    json.append(#","last_modified":"# + Self.seconds(file.modified))
    try write(.path, path.bytes, &json, to: sink)
    if !path.isUTF8 { try write(.pathBase64, base64: path.bytes, &json, to: sink) }
    if !file.bytes.areUTF8 {
      try write(.base64, base64: file.bytes, &json, to: sink)
    } else if parts.head.count > Self.longestHead
      || !parts.head.elementsEqual(MemoText.head(title: parts.title, body: parts.body))
    {
      try write(.head, parts.head, &json, to: sink)
    }
    json.append("}")
    try sink(json.bytes)
  }

  private func write(
    _ key: RecordKey, _ value: some Collection<UInt8>, _ json: inout JSONText, to sink: ([UInt8]) throws -> Void
  ) rethrows {
    json.append(#",""# + key.rawValue + #"":"#)
    try write(value, &json, to: sink)
  }

  private func write(
    _ text: some Collection<UInt8>, _ json: inout JSONText, to sink: ([UInt8]) throws -> Void
  ) rethrows {
    json.append("\"")
    for part in text.textParts(of: Self.partSize) {
      json.append(escaping: part)
      try flush(&json, to: sink)
    }
    json.append("\"")
  }

  private func write(
    _ key: RecordKey, base64 bytes: [UInt8], _ json: inout JSONText, to sink: ([UInt8]) throws -> Void
  ) rethrows {
    json.append(#",""# + key.rawValue + #"":""#)
    for start in stride(from: 0, to: bytes.count, by: Self.partSize) {
      let part = bytes[start..<min(start + Self.partSize, bytes.count)]
      json.append(Data(part).base64EncodedString())
      try flush(&json, to: sink)
    }
    json.append("\"")
  }

  private func flush(_ json: inout JSONText, to sink: ([UInt8]) throws -> Void) rethrows {
    if json.bytes.count >= Self.partSize { try sink(json.takeBytes()) }
  }

  /// Nanoseconds since 1970 as seconds, with as many digits as it takes.
  static func seconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    var digits = String(1_000_000_000 + rest).dropFirst()
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return (nanoseconds < 0 ? "-" : "") + String(whole) + (digits.isEmpty ? "" : "." + digits)
  }

  /// A memo cut in two: the text before its body, a blank line after the title included, and the body.
  private struct Parts {
    let title: String
    let head: ArraySlice<UInt8>
    let body: ArraySlice<UInt8>

    init(_ bytes: [UInt8], _ titleSource: TitleSource) {
      let layout = bytes.withUnsafeBytes { MemoLayout($0, titledBy: titleSource) }
      var start = layout.body.lowerBound
      for lineEnd in ["\n", "\r\n"] where layout.titleLine != nil && bytes[start...].starts(with: lineEnd.utf8) {
        start += lineEnd.utf8.count
        break
      }
      (title, head, body) = (layout.title, bytes[..<start], bytes[start...])
    }
  }
}

/// The result of an export.
public struct ExportReport: Equatable, Sendable {
  /// A memo that was not exported.
  public struct Failure: Equatable, Sendable {
    /// The memo.
    public let path: VaultPath
    /// Why not.
    public let reason: TransferError
  }

  /// Exported memos, in the order of the export.
  public internal(set) var exported: [VaultPath] = []
  /// Memos that the folder already contained, with the same bytes.
  public internal(set) var skipped: [VaultPath] = []
  /// How many memos were left when the export was stopped.
  public internal(set) var remaining = 0
  /// What was not exported.
  public internal(set) var failed: [Failure] = []
}

/// The folder that an export copies memos into.
struct ExportTarget {
  private let root: HostPath
  private let isDryRun: Bool
  /// `nil` for a folder that a dry run did not make.
  private let access: VaultAccess?
  private var names: NameBook?

  /// Makes the folder where it is missing, but never one in the vault or around it.
  init(_ folder: HostPath, outside vault: HostPath, host: any HostFiles, isDryRun: Bool) throws {
    let root = Self.resolved(folder, host)
    guard !root.overlaps(vault) else { throw TransferError.overlapsVault(root) }
    if !isDryRun { try host.makeFolder(root) }
    access = host.kind(of: root) == nil ? nil : try host.vault(at: root)
    self.root = root
    self.isDryRun = isDryRun
    names = access.map { NameBook(files: $0.files) }
  }

  /// Removes what a killed export was writing next to memos.
  func removeLeftovers(nextTo memos: [VaultPath]) {
    if !isDryRun { access?.writer.removeLeftovers(nextTo: memos) }
  }

  /// Copies a memo's file; returns false if the same bytes are there already, and `nil` if it is gone.
  mutating func copy(_ path: VaultPath, from files: any VaultFiles) throws -> Bool? {
    guard let access else { return try files.isThere(path) }
    if let inTheWay = try names?.fileAbove(path) {
      throw TransferError.fileInTheWay(inTheWay)
    }
    // No listing shows a link.
    let isTaken = try names?.holder(of: path) != nil || isDryRun && access.writer.isTaken(path)
    let isWritten =
      try isTaken
      ? (files.isThere(path) == nil ? nil : false)
      : isDryRun ? files.isThere(path) : FileCopy(path, from: files).make(at: path, by: access.writer)
    guard let isWritten else { return nil }
    if isWritten { return true }
    let isSame = try access.files.hash(of: path) == files.hash(of: path)
    guard isSame else { throw TransferError.differs(root.appending(path)) }
    return false
  }

  /// Why a copy was not made.
  func reason(of error: any Error) throws -> TransferError {
    guard let access else { return try TransferError(collecting: error) }
    return try TransferError(collecting: error, making: access.files, by: access.writer)
  }

  /// Waits until copies are on the disk itself, with the folders above them.
  func synchronize(_ copies: [VaultPath]) throws {
    guard let access, !isDryRun, !copies.isEmpty else { return }
    try access.writer.synchronize(copies: copies)
  }

  /// The path without symbolic links, also of a folder that is not there yet.
  private static func resolved(_ folder: HostPath, _ host: any HostFiles) -> HostPath {
    if let real = host.realPath(of: folder) { return real }
    guard folder != .fileSystemRoot else { return folder }
    return HostPath(Array(folder.name), from: resolved(folder.parent, host))
  }
}

extension VaultFiles {
  /// True for a file that can be read; `nil` if there is none.
  fileprivate func isThere(_ path: VaultPath) throws -> Bool? {
    try hash(of: path).map { _ in true }
  }

  /// The hash of all bytes of a file; `nil` if there is none.
  func hash(of path: VaultPath) throws -> UInt64? {
    try read(path, limit: 0) { _ in }?.hash
  }
}

extension VaultWriting {
  /// Removes the temporary files of processes that were killed from the folders of files, where it can.
  func removeLeftovers(nextTo files: [VaultPath]) {
    for folder in Set(files.map(\.parent)) { try? removeLeftovers(in: folder) }
  }

  /// Waits until copies are on the disk itself, with the folders above them.
  func synchronize(copies: [VaultPath]) throws(FileError) {
    try synchronize(files: copies)
    try synchronize(folders: Set(copies.flatMap { $0.foldersAbove + [.root] }).sorted())
  }
}

extension HostPath {
  /// Whether one of two folders without symbolic links is the other or inside it.
  func overlaps(_ other: HostPath) -> Bool {
    path(inVault: other) != nil || other.path(inVault: self) != nil
  }
}
