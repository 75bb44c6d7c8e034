import Foundation
import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// After any moves of folders, a path to a picture leads to the same picture.
@Suite struct FileLinkLawTests {
  private static let folders = ["", "a", "a/b", "a b", "한글", "c/d/e", "c/d"]

  @Test func pathsToPicturesKeepThem() throws {
    var kept = 0
    for seed in 0..<40 as Range<UInt64> {
      var random = SeededRandom(seed: seed &+ 900)
      let vault = try Vault(at: HostPath("/memory"), host: MemoryVault.host())
      _ = try VaultSetup.prepare(vault)
      let history = OperationHistory(of: vault)
      // Each picture holds its number, by which it is known wherever it is.
      for (number, folder) in Self.folders.enumerated() {
        let path = VaultPath(folder).appending("p \(number).png")
        _ = try vault.writer.create(path, contents: Array("\(number)".utf8), modified: 1)
      }
      for (number, folder) in Self.folders.enumerated() {
        let text = (0..<4).map { _ in Self.link(in: folder, &random) }.joined(separator: "\n")
        _ = try vault.writer.create(
          VaultPath(folder).appending("m\(number).md"), contents: Array(text.utf8), modified: 1)
      }
      let start = try Self.pictures(in: vault)
      for _ in 0..<6 {
        let before = try Self.pictures(in: vault)
        let sources = Set(try Self.paths(in: vault).map(\.parent)).subtracting([.root]).sorted()
        let targets = Self.folders + ["neu", "a/neu", "x y/z"]
        guard let folder = random.pick(sources), let target = random.pick(targets) else { continue }
        do {
          let renaming = MemoRenaming(in: vault, try vault.refresh())
          let relocation = try renaming.move(folder: folder, to: VaultPath(target))
          _ = try relocation.carryOut("move", by: history, of: vault, at: 1)
        } catch is RenamingError {
          #expect(try Self.pictures(in: vault) == before)
        }
        let after = try Self.pictures(in: vault)
        #expect(after == before, "seed \(seed): '\(folder.text)' to '\(target)'")
        kept += after.values.joined().count { $0 != nil }
      }
      for _ in try history.list() { _ = try history.undo() }
      #expect(try Self.pictures(in: vault) == start)
    }
    #expect(kept > 1_000, "\(kept)")
  }

  /// After any moves and merges of memos, a name in a wiki link leads to the same file, though others are called the same.
  @Test func namesOfFilesKeepThem() throws {
    var changed = 0
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededRandom(seed: seed &+ 5_000)
      let vault = try Vault(at: HostPath("/memory"), host: MemoryVault.host())
      _ = try VaultSetup.prepare(vault)
      let history = OperationHistory(of: vault)
      let names = ["x.png", "pics/x.png", "y.pdf", "pics/y.pdf"]
      var files: [VaultPath] = []
      for folder in Self.folders {
        for name in names where random.below(3) == 0 {
          files.append(VaultPath(folder).appending(name))
          _ = try vault.writer.create(files[files.count - 1], contents: [0], modified: 1)
        }
        let text = "# M\n" + (0..<3).map { _ in "![[\(random.pick(names) ?? "")]]\n" }.joined()
        _ = try vault.writer.create(VaultPath(folder).appending("m.md"), contents: Array(text.utf8), modified: 1)
      }
      let folders = Self.folders
      guard let from = random.pick(folders), let to = random.pick(folders.filter { $0 != from }) else { continue }
      let (memo, target) = (VaultPath(from).appending("m.md"), VaultPath(to).appending("m.md"))
      let before = try Self.named(in: memo, of: vault, among: files)
      if seed % 2 == 0 {
        _ = try vault.writer.remove(target)
        let moving = MemoRenaming(in: vault, try vault.refresh())
        _ = try moving.move(ReadMemo(memo, in: vault), to: VaultPath(to)).carryOut("move", by: history, at: 1)
        let after = try Self.named(in: target, of: vault, among: files)
        #expect(after == before, "seed \(seed): '\(from)' to '\(to)'")
      } else {
        let kept = try Self.named(in: target, of: vault, among: files)
        let merge = try MemoMerge(
          [ReadMemo(memo, in: vault)], into: ReadMemo(target, in: vault), in: vault.refresh(), of: vault)
        try merge.carryOut("merge", by: history, of: vault, at: 1)
        #expect(try Self.named(in: target, of: vault, among: files) == kept + before, "seed \(seed)")
      }
      if try vault.contents(of: target).contains(UInt8(ascii: "/")) { changed += 1 }
      _ = try history.undo()
      #expect(try Self.named(in: memo, of: vault, among: files) == before)
    }
    #expect(changed > 10, "\(changed)")
  }

  /// What the wiki links of a memo lead to: a file of its folder, else of the root, else the one whose path ends so and that is
  /// in the fewest folders.
  private static func named(in memo: VaultPath, of vault: Vault, among files: [VaultPath]) throws -> [String?] {
    let text = String(decoding: try vault.contents(of: memo), as: UTF8.self)
    return text.split(separator: "\n").filter { $0.hasPrefix("![[") }.map { line in
      let name = String(line.dropFirst(3).dropLast(2))
      if name.hasPrefix("./") || name.hasPrefix("../") {
        let path = path(name, from: memo.parent)
        return files.contains(path) ? path.text : nil
      }
      let near = [memo.parent.appending(name), VaultPath(name)].first(where: files.contains)
      let far = files.filter { "/\($0.text)".hasSuffix("/\(name)") }
      return (near ?? far.min { ($0.components.count, $0) < ($1.components.count, $1) })?.text
    }
  }

  /// A link to a picture in one of its styles.
  private static func link(in folder: String, _ random: inout SeededRandom) -> String {
    let number = random.below(folders.count)
    let picture = VaultPath(folders[number]).appending("p \(number).png").text
    let up = String(repeating: "../", count: folder.split(separator: "/").count)
    let encoded = (up + picture).replacing(" ", with: "%20")
    let links = [
      "![x](\(encoded))", "![x](<\(up)\(picture)>)", "![[\(picture)]]", "![[\(up.isEmpty ? "./" : up)\(picture)]]",
      "[x](<./\(up)\(picture)>)", "![x](<\(picture)>)",
    ]
    return random.pick(links) ?? ""
  }

  private static func paths(in vault: Vault) throws -> [VaultPath] {
    let index = try vault.refresh()
    return index.memos.map(\.path)
  }

  /// What each memo's links show, by the memo's name: read plainly, from its folder and then from the root.
  private static func pictures(in vault: Vault) throws -> [String: [String?]] {
    var shown: [String: [String?]] = [:]
    for path in try paths(in: vault) {
      let text = String(decoding: try vault.contents(of: path), as: UTF8.self)
      let name = String(decoding: path.name, as: UTF8.self)
      shown[name] = try text.split(separator: "\n").map { try picture(String($0), in: path.parent, of: vault) }
    }
    return shown
  }

  private static func path(_ text: String, from folder: VaultPath) -> VaultPath {
    var names = folder.text.split(separator: "/").map(String.init)
    for part in text.split(separator: "/").map(String.init) where part != "." {
      if part == ".." { _ = names.popLast() } else { names.append(part) }
    }
    return VaultPath(names.joined(separator: "/"))
  }

  private static func picture(_ link: String, in folder: VaultPath, of vault: Vault) throws -> String? {
    let isWiki = link.contains("[[")
    let target = String(link.drop { $0 != (isWiki ? "[" : "(") }).filter { !"[]()<>".contains($0) }
    let text = target.removingPercentEncoding ?? target
    let isDotted = text.hasPrefix("./") || text.hasPrefix("../")
    let starts = isWiki && !isDotted ? [.root] : isDotted ? [folder] : [folder, .root]
    for start in starts {
      let path = self.path(text, from: start)
      if vault.files.stamp(of: path) != nil { return String(decoding: try vault.contents(of: path), as: UTF8.self) }
    }
    return nil
  }
}
