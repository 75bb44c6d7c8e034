import MemoCore
import MemoStore

/// What systems leave in the folders that they show: no part of a vault, and another one on every device.
struct SystemFiles {
  let vault: Vault

  static let exclusions = VaultPath(".git/info/exclude")
  private static let patterns = [".DS_Store", "._*", "Thumbs.db", "desktop.ini"]
  private static let sizeLimit = 1 << 16

  /// Has git leave them out in this repository, and so every sync; not where a person has written there what it leaves out.
  ///
  /// Where that cannot be read as a whole, or not be written, it stays as it is, and such files are synced like others.
  func exclude() {
    try? addPatterns()
  }

  private func addPatterns() throws {
    let text = try WholeFile.read(Self.exclusions, in: vault.files, limit: Self.sizeLimit)?.bytes ?? []
    let isOwn = text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).contains { line in
      line.first != UInt8(ascii: "#")
    }
    guard !isOwn else { return }
    let lines = Self.patterns.map { Array("\($0)\n".utf8) }.joined()
    try vault.writer.replace(Self.exclusions, contents: text + lines)
  }
}
