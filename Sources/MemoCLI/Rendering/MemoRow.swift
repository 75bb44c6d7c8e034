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
  init(_ bytes: [UInt8], at path: VaultPath, modified: Int64, root: HostPath, clock: any LocalClock) {
    number = nil
    (self.path, self.modified, self.root) = (path, modified, root)
    record = MemoRecord(
      size: UInt64(bytes.count), hash: XXHash64.hash(bytes), born: nil,
      metadata: bytes.withUnsafeBytes {
        MemoParser.metadata(of: UnsafeRawBufferPointer(rebasing: $0.prefix(MemoMetadata.readLimit)))
      })
    created = MemoListing.created(record, modified: modified, clock: clock)
  }

  var absolutePath: HostPath { root.appending(path) }

  /// Hexadecimal of the hash over the exact bytes, 16 digits.
  var etag: String { Etag.text(record.hash) }

  /// Writes the keys of the memo's JSON record; the caller opens and closes the object.
  func writeKeys(to writer: inout JSONWriter) {
    writer.key("number")
    if let number { writer.number(number) } else { writer.null() }
    writer.path(path)
    writer.key("absPath")
    writer.string(absolutePath.text)
    writer.key("title")
    writer.string(record.metadata.title)
    writer.key("preview")
    writer.string(record.metadata.preview)
    writer.key("modified")
    writer.quoted { Timestamp.append(modified, to: &$0) }
    writer.key("created")
    writer.quoted { Timestamp.append(created, to: &$0) }
    writer.key("size")
    writer.number(record.size)
    writer.key("wordCount")
    writer.number(record.metadata.wordCount)
    writer.key("tags")
    writer.strings(record.metadata.tags)
    writer.key("aliases")
    writer.strings(record.metadata.aliases)
    writer.key("links")
    writer.strings(record.metadata.links.map(\.target))
    writer.key("etag")
    writer.string(etag)
  }

  /// Writes the memo's JSON record.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeKeys(to: &writer)
    writer.endObject()
  }
}

extension JSONWriter {
  /// The keys of a path: `path`, and `pathBase64` where that is not exact.
  mutating func path(_ path: VaultPath) {
    key("path")
    string(path.text)
    if !path.isUTF8 {
      key("pathBase64")
      string(Base64.text(path.bytes))
    }
  }
}
