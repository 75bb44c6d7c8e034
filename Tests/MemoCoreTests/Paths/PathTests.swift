import MemoCore
import Testing

@Suite struct VaultPathTests {
  @Test(
    arguments: [
      ("a.md", "a.md", "", ["a.md"]), ("folder/a.md", "a.md", "folder", ["folder", "a.md"]),
      ("x/y/z", "z", "x/y", ["x", "y", "z"]), ("", "", "", []),
      ("x/\u{301}a.md", "\u{301}a.md", "x", ["x", "\u{301}a.md"]),
    ] as [(String, String, String, [String])])
  func aPathHasNameFolderAndComponents(text: String, name: String, parent: String, components: [String]) {
    let path = VaultPath(text)
    #expect(Array(path.name) == Array(name.utf8))
    #expect(path.parent == VaultPath(parent))
    #expect(path.components.map(Array.init) == components.map { Array($0.utf8) })
    #expect(path.text == text)
  }

  @Test func anEntryOfTheRootHasNoSlash() {
    #expect(VaultPath.root.appending("a.md") == VaultPath("a.md"))
    #expect(VaultPath("x").appending("a.md") == VaultPath("x/a.md"))
    #expect(VaultPath("x").appending([0xFF]).bytes == [UInt8(ascii: "x"), UInt8(ascii: "/"), 0xFF])
  }

  @Test func normalizationsAreTwoPaths() {
    let (composed, decomposed) = (VaultPath("\u{E9}"), VaultPath("e\u{301}"))
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(decomposed < composed)
  }

  @Test func pathsAreInByteOrder() {
    let sorted = ["", "A", "a", "a-b", "a.md", "a/b", "ab", "b", "\u{1112}", "한"].map(VaultPath.init)
    #expect(sorted.shuffled().sorted() == sorted)
  }

  @Test func bytesThatAreNoTextAreShownReplaced() {
    let path = VaultPath(bytes: [0x61, 0xFF])
    #expect(!path.isUTF8)
    #expect(path.text == "a\u{FFFD}")
    #expect(VaultPath("한").isUTF8)
  }
}

@Suite struct HostPathTests {
  @Test(arguments: [
    ("/a/b", "/a/b"), ("/a//b/", "/a/b"), ("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/..", "/"), ("/../../a", "/a"),
    ("/", "/"),
    ("//", "/"), ("/a/..", "/"), ("/...", "/..."), ("/.a/b..", "/.a/b.."),
  ])
  func aPathIsMadePlain(written: String, plain: String) {
    #expect(HostPath(written).text == plain)
  }

  @Test(arguments: [
    ("a", "/base/folder/a"), ("../a", "/base/a"), ("./a/", "/base/folder/a"), ("", "/base/folder"),
    (".", "/base/folder"),
    ("../../../a", "/a"), ("/a", "/a"),
  ])
  func aRelativePathIsReadFromItsBase(written: String, plain: String) {
    #expect(HostPath(written, from: HostPath("/base/folder")).text == plain)
  }

  @Test func theRootIsItsOwnFolder() {
    #expect(HostPath.fileSystemRoot.parent == .fileSystemRoot)
    #expect(HostPath("/a").parent == .fileSystemRoot)
    #expect(HostPath("/a/b").parent == HostPath("/a"))
    #expect(HostPath.fileSystemRoot.name.isEmpty)
    #expect(Array(HostPath("/a/b").name) == Array("b".utf8))
  }

  @Test(
    arguments: [
      ("/vault/a.md", "/vault", "a.md"), ("/vault/x/a.md", "/vault", "x/a.md"), ("/vault", "/vault", ""),
      ("/a", "/", "a"),
      ("/vaults/a.md", "/vault", nil), ("/", "/vault", nil), ("/other/vault/a.md", "/vault", nil),
      ("/vault/../a.md", "/vault", nil), ("/cafe\u{301}/a.md", "/caf\u{E9}", nil),
    ] as [(String, String, String?)])
  func aPathIsPlacedInAVault(path: String, root: String, place: String?) {
    #expect(HostPath(path).path(inVault: HostPath(root)) == place.map { VaultPath($0) })
  }

  @Test func aPathBelowIsAppended() {
    #expect(HostPath("/vault").appending(VaultPath("x/a.md")) == HostPath("/vault/x/a.md"))
    #expect(HostPath("/vault").appending(.root) == HostPath("/vault"))
    #expect(HostPath.fileSystemRoot.appending("a") == HostPath("/a"))
    #expect(HostPath([0x2F, 0xFF]).bytes == [0x2F, 0xFF])
  }
}
