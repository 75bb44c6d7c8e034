import MemoCore
import MemoStore

/// What systems leave in the folders that they show: no part of a vault, and another one on every device.
struct SystemFiles {
  let vault: Vault

  private static let exclusions = VaultPath(".git/info/exclude")
  private static let patterns = [".DS_Store", "._*", "Thumbs.db", "desktop.ini"]
  private static let sizeLimit = 1 << 16

  /// Has git leave them out in this repository, and so every sync; not where a person has written there what it leaves out.
  ///
  /// Where that cannot be written, such files are synced like others.
  func exclude() {
    var text: [UInt8] = []
    _ = try? vault.files.read(Self.exclusions, limit: Self.sizeLimit) { text = Array($0) }
    let isOwn = text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).contains { line in
      line.first != UInt8(ascii: "#")
    }
    guard !isOwn else { return }
    let lines = Self.patterns.map { Array("\($0)\n".utf8) }.joined()
    try? vault.writer.replace(Self.exclusions, contents: text + lines)
  }
}
