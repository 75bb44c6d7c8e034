import MemoCore
import MemoStore
import MemoSync
import MemoWords

/// Writes memos as they were: styled for people, exact for programs, or as records.
struct PastWriter {
  let session: Session
  let vault: Vault

  func write(_ pasts: [MemoPast], at revision: Revision) throws -> ExitCode {
    let versions = try pasts.map { past in (past, try past.version(at: revision)) }
    if session.isJSON {
      try writeJSON(versions)
    } else if session.console.outputIsTerminal || session.isColorForced {
      let page = MemoPage(session)
      let texts = try versions.map { past, version in try past.contents(of: version) }
      try session.page(texts.lazy.flatMap(page.chunks))
    } else {
      for (past, version) in versions { try session.write(try past.contents(of: version)) }
    }
    return .done
  }

  private func writeJSON(_ versions: [(MemoPast, MemoVersion)]) throws {
    var writer = JSONWriter()
    if versions.count != 1 { writer.beginArray() }
    for (past, version) in versions {
      let bytes = try past.contents(of: version)
      let row = MemoRow(
        bytes, at: version.path, modified: version.modified ?? version.date, root: vault.root,
        clock: session.environment.clock)
      writer.beginObject()
      row.writeKeys(to: &writer)
      writer.version(version)
      try writer.text(bytes, to: session.write)
      writer.endObject()
    }
    if versions.count != 1 { writer.endArray() }
    writer.newline()
    try session.write(writer.bytes)
  }
}

extension JSONWriter {
  /// The keys of a memo's text: `text` and `front`.
  mutating func text(_ bytes: [UInt8], to sink: ([UInt8]) throws -> Void) rethrows {
    key("text")
    try string(bytes, to: sink)
    key("front")
    bytes.withUnsafeBytes { FrontJSON.write(MemoLayout($0).front, to: &self) }
  }
}
