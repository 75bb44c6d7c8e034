import MemoCore
import Testing

@testable import MemoSync

/// Which files a merge names as new in a folder that the other side renamed.
@Suite struct StrayedFilesTests {
  private static let base = ["a/1.md", "a/2.md", "a/sub/3.md", "b/4.md"]

  @Test(arguments: [
    // The whole folder has another name.
    (["b/4.md", "c/1.md", "c/2.md", "c/sub/3.md"], ["a/new.md > c", "a/sub/new.md > c/sub"]),
    // It went into another one.
    (["b/4.md", "b/1.md", "b/2.md", "b/sub/3.md"], ["a/new.md > b", "a/sub/new.md > b/sub"]),
    // Most of its files went together.
    (["b/4.md", "c/1.md", "c/2.md"], ["a/new.md > c", "a/sub/new.md > c/sub"]),
    // Half of them went, or each to another place: no one knows where a new one belongs.
    (["b/4.md", "c/1.md"], []),
    (["b/4.md", "c/1.md", "d/2.md", "e/sub/3.md"], ["a/sub/new.md > e/sub"]),
    // All of them went to two places.
    (
      ["b/4.md", "c/1.md", "c/2.md", "c/sub/3.md", "d/1.md", "d/2.md", "d/sub/3.md"],
      ["a/new.md > c", "a/sub/new.md > c/sub"]
    ),
    // It was deleted, or is there still.
    (["b/4.md"], []),
    ([".trash/a/1.md", ".trash/a/2.md", ".trash/a/sub/3.md", "b/4.md"], []),
    (["a/2.md", "b/4.md", "c/1.md", "c/sub/3.md"], ["a/sub/new.md > c/sub"]),
    // Its files went up to the root.
    (["1.md", "2.md", "b/4.md", "sub/3.md"], ["a/sub/new.md > sub"]),
  ])
  func aNewFileStraysWhereMostOfItsFolderWent(other: [String], expected: [String]) {
    let one = tree(Self.base + ["a/new.md", "a/sub/new.md", "b/new.md", "new.md"])
    for (first, second) in [(one, tree(other)), (tree(other), one)] {
      #expect(strayed(first, second) == expected, "\(other)")
    }
  }

  @Test func whatIsNewInANewFolderBelowIsNamedWithItsPlaceThere() {
    let one = tree(Self.base + ["a/deep/er/new.md", "a/sub/er/new.md"])
    let moved = tree(["b/4.md", "c/1.md", "c/2.md", "d/3.md"])
    #expect(strayed(one, moved) == ["a/deep/er/new.md > c/deep/er", "a/sub/er/new.md > d/er"])
  }

  @Test func filesThatWereChangedOnTheWayCountByWhatTheirCommitSays() {
    var moved = tree(["b/4.md", "c/x.md", "c/2.md", "c/sub/3.md"])
    for path in ["c/2.md", "c/sub/3.md"].map({ VaultPath($0) }) {
      moved[path] = TreeEntry(path: path, mode: .file, id: ObjectId(ofBlob: Array("changed \(path.text)".utf8)))
    }
    let one = tree(Self.base + ["a/new.md"])
    #expect(strayed(one, moved) == [])
    let hints = [("a/2.md", "c/2.md"), ("a/sub/3.md", "c/sub/3.md")].map {
      RenameHint(old: VaultPath($0.0), new: VaultPath($0.1))
    }
    #expect(strayed(one, moved, RenameHints(first: [], second: hints)) == ["a/new.md > c"])
  }

  /// Each file holds its own name.
  private func tree(_ paths: [String]) -> VaultTree {
    let entries = paths.map { path in
      let name = VaultPath(path).name
      return TreeEntry(path: VaultPath(path), mode: .file, id: ObjectId(ofBlob: Array(name)))
    }
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.path, $0) })
  }

  private func strayed(
    _ first: VaultTree, _ second: VaultTree, _ renames: RenameHints = RenameHints()
  ) -> [String] {
    let trees = MergeTrees(base: tree(Self.base), first: first, second: second)
    let merge = TreeMerge(trees, renames: renames) { ids in ids.map(\.digits) }
    return MergeDecisions(trees, renames).issues(of: merge).compactMap {
      if case .strayed(let file) = $0 { "\(file.path.text) > \(file.folder.text)" } else { nil }
    }
  }
}
