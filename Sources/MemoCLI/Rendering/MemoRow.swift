import MemoCore
import MemoIndex
import MemoKit
import MemoStore

/// A memo with all that a record of output says of it.
struct MemoRow {
  /// Its row in `memo list`; `nil` for a version of the past.
  let number: Int?
  let path: VaultPath
  let modified: Int64
  let created: Int64
  let record: MemoRecord
  let root: HostPath

  init(_ memo: IndexedMemo, record: MemoRecord, root: HostPath, clock: any LocalClock) {
    number = memo.number
    path = memo.path
    modified = memo.modified
    created = MemoListing.created(record, modified: memo.modified, clock: clock)
    self.record = record
    self.root = root
  }

  /// A version of a memo of which no more than its bytes and its time is known.
  init(
    _ bytes: [UInt8], at path: VaultPath, titled rule: TitleRule, modified: Int64, root: HostPath,
    clock: any LocalClock
  ) {
    number = nil
    (self.path, self.modified, self.root) = (path, modified, root)
    record = MemoRecord(
      size: UInt64(bytes.count), hash: XXHash64.hash(bytes), born: nil,
      metadata: bytes.withUnsafeBytes {
        MemoParser.metadata(
          of: UnsafeRawBufferPointer(rebasing: $0.prefix(MemoMetadata.readLimit)),
          titledBy: TitleSource(rule, at: path))
      })
    created = MemoListing.created(record, modified: modified, clock: clock)
  }

}

extension MemoRow {
  /// The fields of a memo's record, in their order.
  enum Key: String, CaseIterable {
    case number, path, absPath, title, preview, modified, created, size, wordCount, tags, aliases, links, etag, fields

    fileprivate static let all = allCases
  }

  /// One field.
  func value(of key: Key) -> Record.Value {
    switch key {
    case .number: .number(number)
    case .path: .path(path)
    case .absPath: .hostPath(absolutePath)
    case .title: .text(record.metadata.title)
    case .preview: .text(record.metadata.preview)
    case .modified: .date(modified)
    case .created: .date(created)
    case .size: .number(Int(clamping: record.size))
    case .wordCount: .number(record.metadata.wordCount)
    case .tags: .texts(record.metadata.tags)
    case .aliases: .texts(record.metadata.aliases)
    // A link to a heading of the memo itself has no target.
    case .links: .texts(record.metadata.links.map(\.target).filter { !$0.isEmpty })
    case .etag: .text(Etag.text(record.hash))
    case .fields: .record(record.metadata.fields.record)
    }
  }

  /// All fields.
  var fields: Record { Record(Key.all.map { Record.Field(key: $0.rawValue, value: value(of: $0)) }) }

  /// Both parts are in their shortest form already: to join them as a `HostPath` would split them again for each memo.
  private var absolutePath: [UInt8] {
    let slash = UInt8(ascii: "/")
    return (root.bytes.last == slash ? root.bytes : root.bytes + [slash]) + path.bytes
  }
}

extension [MemoField] {
  /// Texts, and arrays of texts for lists.
  var record: Record { Record(map { Record.Field(key: $0.key, value: $0.value.recordValue) }) }
}

extension FrontMatter.Value {
  var recordValue: Record.Value {
    switch self {
    case .scalar(let text): .text(text)
    case .list(let texts): .texts(texts)
    }
  }
}
