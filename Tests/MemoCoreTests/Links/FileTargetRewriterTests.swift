import MemoTestSupport
import Testing

@testable import MemoCore

struct FileTargetRewriterTests {
  @Test(arguments: [
    ("![alt](../assets/pic.png)", "![alt](../../assets/pic.png)"),
    (
      "[pdf](<../assets/a b.pdf> \"t\") `![x](../assets/pic.png)`",
      "[pdf](<../../assets/a b.pdf> \"t\") `![x](../assets/pic.png)`"
    ),
    ("[pdf](../assets/a%20b.pdf#page=2)", "[pdf](../../assets/a%20b.pdf#page=2)"),
    ("![[../assets/pic.png]] ![[pic.png]]", "![[../../assets/pic.png]] ![[pic.png]]"),
    ("[![p](../assets/pic.png)](../assets/pic.png)", "[![p](../../assets/pic.png)](../../assets/pic.png)"),
    ("[![p](../assets/pic.png)](plan.md)", "[![p](../../assets/pic.png)](plan.md)"),
    (
      "text\n\n[r1]: plan.md.txt\n[r2]: <plan.md.txt> 'so'\n",
      "text\n\n[r1]: ../plan.md.txt\n[r2]: <../plan.md.txt> 'so'\n"
    ),
    ("[link]: plan.md", "[link]: plan.md"), ("[^1]: plan.md.txt", "[^1]: plan.md.txt"),
    ("```\n[r]: plan.md.txt\n```", "```\n[r]: plan.md.txt\n```"),
    (
      "![a](missing.png) ![b](/assets/pic.png) [c](https://plan.md)",
      "![a](missing.png) ![b](/assets/pic.png) [c](https://plan.md)"
    ),
    // Out of the vault, where memo looks at nothing.
    ("![far](../../../assets/pic.png)", "![far](../../../../assets/pic.png)"),
    ("[r]: <../../a b.pdf#x>", "[r]: <../../../a b.pdf#x>"),
    ("[a](../../) `[a](../../b)`", "[a](../../../) `[a](../../b)`"),
    (
      "---\nx: ![a](../assets/pic.png)\n---\n![a](./plan.md.txt)",
      "---\nx: ![a](../assets/pic.png)\n---\n![a](../plan.md.txt)"
    ),
  ])
  func aPathToAFileLeadsToItFromAnotherFolder(text: String, expected: String) {
    let files: Set = ["assets/pic.png", "assets/a b.pdf", "work/plan.md", "work/plan.md.txt"]
    let changed = Array(text.utf8).withUnsafeBytes { bytes in
      let edits = FileTargetRewriter.edits(
        of: bytes, from: VaultPath("work/memo.md"), to: VaultPath("work/old/memo.md")
      ) { files.contains($0.text) ? $0 : nil }
      return ByteEdit.apply(edits, to: bytes)
    }
    #expect(String(decoding: changed, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    ("[a](../) [b](..) [c](./)", "[a](../../) [b](../..) [c](../)"), ("[a](sub/) [b](sub)", "[a](../sub/) [b](../sub)"),
    ("[a](old/) [b](./old)", "[a](./) [b](.)"), ("[a](<../a b/> 't')", "[a](<../../a b/> 't')"),
    ("[a](assets/#x) [b](/work/) [c](gone/)", "[a](assets/#x) [b](/work/) [c](gone/)"),
    ("[[old/]] [[./sub]] `[a](sub/)`", "[[old/]] [[./sub]] `[a](sub/)`"),
    ("[r]: sub/\n", "[r]: ../sub/\n"), ("[a](sub//) [b](./sub/./)", "[a](../sub/) [b](../sub/)"),
  ])
  func aPathToAFolderLeadsToItFromAnotherOne(text: String, expected: String) {
    let folders: Set = ["", "assets", "a b", "work", "work/sub", "work/old"]
    let changed = Array(text.utf8).withUnsafeBytes { bytes in
      let edits = FileTargetRewriter.edits(
        of: bytes, from: VaultPath("work/memo.md"), to: VaultPath("work/old/memo.md"),
        file: { _ in nil }, folder: { folders.contains($0.text) ? $0 : nil })
      return ByteEdit.apply(edits, to: bytes)
    }
    #expect(String(decoding: changed, as: UTF8.self) == expected)
  }

  @Test func aPathOutOfTheVaultLeadsThereFromAnotherFolder() {
    func changed(_ text: String, from old: String, to new: String) -> String {
      Array(text.utf8).withUnsafeBytes { bytes in
        let edits = FileTargetRewriter.edits(
          of: bytes, from: VaultPath(old), to: VaultPath(new), countsMemos: true, file: { _ in nil })
        return String(decoding: ByteEdit.apply(edits, to: bytes), as: UTF8.self)
      }
    }
    #expect(changed("[n](../docs/n.md#x)", from: "m.md", to: "a/b/m.md") == "[n](../../../docs/n.md#x)")
    #expect(changed("[n](../../../docs/n.md)", from: "a/b/m.md", to: "m.md") == "[n](../docs/n.md)")
    for text in ["[n](../docs/n.md)", "[n](../../docs/n.md)"] {
      #expect(changed(text, from: "a/m.md", to: "b/m.md") == text)
    }
    #expect(changed("[n](../gone.md)", from: "a/m.md", to: "a/b/m.md") == "[n](../gone.md)")
  }

  @Test func aFileBesideTheMemoIsNotTakenForOneAtTheRoot() {
    let files: Set = ["img/p.png", "b/img/p.png"]
    let changed = Array("![](img/p.png) [x](<img/p.png>) [y](/img/p.png)".utf8).withUnsafeBytes { bytes in
      let edits = FileTargetRewriter.edits(of: bytes, from: VaultPath("a/m.md"), to: VaultPath("b/m.md")) {
        files.contains($0.text) ? $0 : nil
      }
      return ByteEdit.apply(edits, to: bytes)
    }
    #expect(
      String(decoding: changed, as: UTF8.self) == "![](../img/p.png) [x](<../img/p.png>) [y](/img/p.png)")
  }

  /// A definition has the whole text read as Markdown; without one, most texts are only looked at.
  @Test func aGlanceAtATextOverlooksNoFile() {
    var random = SeededRandom(seed: 12)
    let pieces = ["[[", "]]", "[", "]", "(", ")", "a", ".png", "./", "|", "\n", " ", "!", ":", "`", "[[a.png]]", "\\"]
    for _ in 0..<4_000 {
      let text = (0..<random.below(20)).map { _ in random.pick(pieces) ?? "" }.joined()
      let glanced = Array(text.utf8).withUnsafeBytes { FileTarget.all(in: $0) }
      let read = Array("\(text)\n\n[zz]: y.md\n".utf8).withUnsafeBytes { FileTarget.all(in: $0) }
      #expect(glanced == read.filter { $0.range.upperBound <= text.utf8.count }, "\(text.debugDescription)")
    }
  }
}
