import MemoCore

extension VaultIndex {
  /// Hands over parts of a memo's record, which are valid for the call alone: of one made of the file where the cache is
  /// damaged, and none where the file is gone.
  func read<Parts>(
    _ decode: (UnsafeRawBufferPointer) throws(CacheDamage) -> Parts, of memo: IndexedMemo, _ body: (Parts) -> Void
  ) {
    do throws(CacheDamage) {
      try memo.withRecordBytes { bytes throws(CacheDamage) in body(try decode(bytes)) }
    } catch {
      guard let record = record(of: memo) else { return }
      let fresh = FreshMemo(stamp: .unknown, record: record.encoded())
      let reread = IndexedMemo(number: memo.number, source: .fresh(.init(path: memo.path, memo: fresh)))
      // What was just encoded decodes.
      try? reread.withRecordBytes { bytes throws(CacheDamage) in body(try decode(bytes)) }
    }
  }
}
