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

  private static func picture(_ link: String, in folder: VaultPath, of vault: Vault) throws -> String? {
    let isWiki = link.contains("[[")
    let target = String(link.drop { $0 != (isWiki ? "[" : "(") }).filter { !"[]()<>".contains($0) }
    let text = target.removingPercentEncoding ?? target
    let isDotted = text.hasPrefix("./") || text.hasPrefix("../")
    let starts = isWiki && !isDotted ? [""] : isDotted ? [folder.text] : [folder.text, ""]
    for start in starts {
      var names = start.split(separator: "/").map(String.init)
      for part in text.split(separator: "/").map(String.init) where part != "." {
        if part == ".." { _ = names.popLast() } else { names.append(part) }
      }
      let path = VaultPath(names.joined(separator: "/"))
      if vault.files.stamp(of: path) != nil { return String(decoding: try vault.contents(of: path), as: UTF8.self) }
    }
    return nil
  }
}
