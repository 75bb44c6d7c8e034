import MemoCore
import MemoIndex
import MemoStore

/// Writes memos in one of the formats, piece by piece, so that a long list starts at once and is never held whole.
struct ListWriter {
  let session: Session
  let vault: Vault
  let index: VaultIndex
  let format: ListFormat

  private static let memosPerChunk = 256
  /// Memos that are made ready on all cores at a time, so that memory stays bounded.
  private static let memosPerBatch = 8192

  /// Writes the memos in their order.
  func write(_ memos: [IndexedMemo]) throws {
    guard !format.isTable else {
      let table = ListTable(session: session, index: index, memos: memos)
      return try session.page(chunks(of: memos, table.bytes))
    }
    if case .json = format { return try writeArray(memos) }
    try writeChunks(of: memos) { chunk in
      chunk.flatMap(bytes)
    } to: { chunk in
      // Paths, titles and fields were made harmless one by one, on all cores.
      try format.isRows && session.isColorForced ? session.write(chunk) : session.writeExact(chunk)
    }
  }

  /// Makes chunks of output on all cores and writes them in order.
  private func writeChunks(
    of memos: [IndexedMemo], _ bytes: @Sendable (ArraySlice<IndexedMemo>) -> [UInt8], to write: ([UInt8]) throws -> Void
  ) throws {
    for start in stride(from: 0, to: memos.count, by: Self.memosPerBatch) {
      let batch = Array(memos[start..<min(start + Self.memosPerBatch, memos.count)])
      for chunk in batch.concurrentMap(partSize: Self.memosPerChunk, bytes) { try write(chunk) }
    }
  }

  private func chunks(of memos: [IndexedMemo], _ bytes: @escaping (IndexedMemo) -> [UInt8]) -> some Sequence<[UInt8]> {
    stride(from: 0, to: memos.count, by: Self.memosPerChunk).lazy.map { start in
      memos[start..<min(start + Self.memosPerChunk, memos.count)].flatMap(bytes)
    }
  }

  private func writeArray(_ memos: [IndexedMemo]) throws {
    var separator = Array("[".utf8)
    try writeChunks(of: memos) { chunk in
      var writer = JSONWriter()
      for memo in chunk { row(memo)?.write(to: &writer) }
      return writer.bytes
    } to: { chunk in
      guard !chunk.isEmpty else { return }
      try session.write(separator + chunk)
      separator = Array(",".utf8)
    }
    try session.write(separator == Array(",".utf8) ? Array("]\n".utf8) : Array("[]\n".utf8))
  }

  private func row(_ memo: IndexedMemo) -> MemoRow? {
    index.record(of: memo).map {
      MemoRow(memo, record: $0, root: vault.root, clock: session.environment.clock)
    }
  }

  private var isNulled: Bool { session.arguments[FormatOptions.null] }

  private var end: [UInt8] { [isNulled ? 0 : UInt8(ascii: "\n")] }

  private func bytes(_ memo: IndexedMemo) -> [UInt8] {
    switch format {
    case .paths: return pathBytes(memo.path) + end
    case .template(let template): return row(memo).map { template.bytes(for: $0, areExact: isNulled) + end } ?? []
    case .jsonLines:
      var writer = JSONWriter()
      row(memo)?.write(to: &writer)
      return writer.bytes.isEmpty ? [] : writer.bytes + end
    case .rows, .table, .json: return line(memo)
    }
  }

  private func line(_ memo: IndexedMemo) -> [UInt8] {
    session.isColorForced ? coloredLine(memo) : plainLine(memo)
  }

  /// For a pager or a log that people look at: what is in colour has passed the gate to terminals, too.
  private func coloredLine(_ memo: IndexedMemo) -> [UInt8] {
    let style = session.style
    let columns = [
      style.faint(TerminalText.visible(pathBytes(memo.path))), style.date(Timestamp.rfc3339(memo.modified)),
      style.title(TerminalText.visible(index.title(of: memo))),
    ]
    return Array(columns.joined(separator: "\t").utf8) + end
  }

  private func plainLine(_ memo: IndexedMemo) -> [UInt8] {
    let tab = UInt8(ascii: "\t")
    var bytes = pathBytes(memo.path) + [tab]
    Timestamp.append(memo.modified, to: &bytes)
    bytes.append(tab)
    bytes.append(contentsOf: isNulled ? Array(index.title(of: memo).utf8) : OneLine.bytes(index.title(of: memo)))
    return bytes + end
  }

  /// NUL ends records that nothing else can end, so paths need no quotes there.
  private func pathBytes(_ path: VaultPath) -> [UInt8] {
    isNulled ? path.bytes : QuotedPath.bytes(path)
  }
}
