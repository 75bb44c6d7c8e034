import Foundation
import MemoCore

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

extension FuzzTarget {
  /// JSON that comes with a vault or is imported.
  static let json = FuzzTarget(
    "json",
    seeds: [
      #"{"daily":{"folder":"d"},"ignore":["*.tmp"],"id":"x","other":[1,{"a":null}]}"#,
      #"[{"title":"t","body":"b","last_modified":1.5e9,"path":"a/b.md"},{"title":null,"body":"","pathBase64":"Li4veA=="},3]"#,
      #"{"format":1,"operation":"edit","at":5,"changes":[{"kind":"edit","path":"a.md","before":1,"after":2}],"folders":["d"]}"#,
      #"{"path":"\u0000Li4v","title":"t","deletedAt":-9223372036854775808}"#,
      ##"[{"title":"t","body":"b","head":"# t\n","base64":"gA==","last_modified":1e400}]"##,
    ]
  ) { input in
    if let settings = try? Settings(at: HostPath("/x"), host: OneFile(bytes: input)) {
      let (ignored, encoded) = (settings.texts("ignore"), try settings.encoded())
      let again = try Settings(at: HostPath("/x"), host: OneFile(bytes: encoded))
      try expect(again.texts("ignore") == ignored, "settings are read back")
      _ = settings.entries.map { $0.value.line }
    }
    if let record = try? OperationRecord(decoding: input, at: .root) {
      let again = try OperationRecord(decoding: record.encoded(), at: .root)
      try expect(again == record, "an operation is read back")
    }
    if let item = TrashItem(id: "x", decoding: input) {
      try expect(TrashItem(id: "x", decoding: item.encoded()) == item, "an item of the trash is read back")
      try expect(WantedPath.isInside(item.path), "a memo is restored to a place inside: \(item.path.text)")
    }
    for case .record(let record) in (try? JSONDecoder().decode([ImportElement].self, from: Data(input))) ?? [] {
      _ = try? record.contents(titled: .firstLine)
    }
    _ = try? JSONDecoder().decode(SyncState.self, from: Data(input))
    _ = AppliedTexts.kept(input, now: 1_700_000_000_000_000_000)
  }
}

/// A host whose files all hold the same.
private struct OneFile: HostFiles {
  let bytes: [UInt8]

  func kind(of path: HostPath) -> FolderEntry.Kind? { .file }
  func realPath(of path: HostPath) -> HostPath? { path }
  func ownership(of path: HostPath) -> Ownership? { nil }
  func contents(of path: HostPath, limit: Int) -> [UInt8]? { bytes }
  func makeFolder(_ path: HostPath, isPrivate: Bool) {}
  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    throw FileError(.read, path: root.bytes, reason: .notFound)
  }
}
