import MemoCore
import MemoVault

/// What a rename, a move or a repair of links would change, as git shows it: a unified diff without context.
struct RelocationDiff {
  /// The diff.
  private(set) var bytes: [UInt8] = []

  /// The diff of texts alone.
  init(_ rewrites: [MemoRewrite]) {
    for rewrite in rewrites { write(rewrite, at: rewrite.memo.path) }
  }

  init(_ relocation: Relocation) {
    let isMoved = relocation.newPath != relocation.path
    if isMoved, !relocation.rewrites.contains(where: { $0.memo.path == relocation.path }) {
      writeHeader(relocation.path, relocation.newPath)
    }
    for rewrite in relocation.rewrites {
      write(rewrite, at: rewrite.memo.path == relocation.path ? relocation.newPath : rewrite.memo.path)
    }
  }

  private mutating func write(_ rewrite: MemoRewrite, at newPath: VaultPath) {
    writeHeader(rewrite.memo.path, newPath)
    line("--- ", Self.side("a", rewrite.memo.path))
    line("+++ ", Self.side("b", newPath))
    writeHunks(rewrite.memo.bytes, rewrite.contents)
  }

  private mutating func writeHeader(_ path: VaultPath, _ newPath: VaultPath) {
    line("diff --git ", Self.side("a", path) + [UInt8(ascii: " ")] + Self.side("b", newPath))
    guard path != newPath else { return }
    line("rename from ", QuotedPath.bytes(path))
    line("rename to ", QuotedPath.bytes(newPath))
  }

  /// Lines are replaced by lines, one for one, but for a title line that comes to a memo without any.
  private mutating func writeHunks(_ old: [UInt8], _ new: [UInt8]) {
    let (oldLines, newLines) = (Self.lines(of: old), Self.lines(of: new))
    let added = newLines.count - oldLines.count
    let start = added > 0 ? zip(oldLines, newLines).prefix { $0 == $1 }.count : 0
    if added > 0 {
      line("@@ -\(start),0 +\(start + 1)\(added == 1 ? "" : ",\(added)") @@", [])
      for text in newLines[start..<(start + added)] { line("+", text) }
    }
    for (number, (before, after)) in zip(oldLines, newLines.dropFirst(added)).enumerated() where before != after {
      guard added == 0 || number >= start else { continue }
      line("@@ -\(number + 1) +\(number + 1 + added) @@", [])
      line("-", before)
      line("+", after)
    }
  }

  private mutating func line(_ mark: String, _ text: some Sequence<UInt8>) {
    bytes += Array(mark.utf8)
    bytes += text
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func side(_ name: String, _ path: VaultPath) -> [UInt8] {
    QuotedPath.bytes(VaultPath(bytes: Array("\(name)/".utf8) + path.bytes))
  }

  private static func lines(of text: [UInt8]) -> [[UInt8]] {
    text.withUnsafeBytes { bytes in LineScanner.lines(of: bytes).map { Array(bytes[$0]) } }
  }
}
