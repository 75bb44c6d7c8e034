public import MemoCore
public import MemoStore

/// Takes memos out of a vault, to the byte and the nanosecond. Memos that are gone when they are read are left out.
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
      guard let file = read(path, &report) else { continue }
      try ExportRecord(path: path, file: file).write(after: report.exported.isEmpty ? "[\n" : ",\n", to: sink)
      report.exported.append(path)
    }
    try sink(Array((report.exported.isEmpty ? "[]\n" : "\n]\n").utf8))
    return report
  }

  /// Copies memos with their times into a folder, which is made where it is missing; what it holds is never overwritten.
  /// They are on the disk itself when this returns, but not before, so that it takes no longer than it has to.
  ///
  /// - Parameter isDryRun: finds out what would be copied, but makes nothing.
  public func exportFolder(
    _ memos: some Sequence<VaultPath>, to folder: HostPath, host: any HostFiles, isDryRun: Bool = false
  ) throws(TransferError) -> ExportReport {
    var target = try ExportTarget(folder, outside: vault.root, host: host, isDryRun: isDryRun)
    var report = ExportReport()
    for path in memos {
      do throws(TransferError) {
        switch try target.copy(path, from: vault.files) {
        case true?: report.exported.append(path)
        case false?: report.skipped.append(path)
        case nil: continue
        }
      } catch {
        report.failed.append(ExportReport.Failure(path: path, reason: error))
      }
    }
    try target.synchronize(report.exported)
    return report
  }

  /// A memo that is told in JSON, which takes it whole.
  private func read(_ path: VaultPath, _ report: inout ExportReport) -> WholeFile? {
    do throws(FileError) {
      return try WholeFile.read(path, in: vault.files)
    } catch {
      report.failed.append(ExportReport.Failure(path: path, reason: .file(error)))
      return nil
    }
  }
}
