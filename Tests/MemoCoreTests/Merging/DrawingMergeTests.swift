import MemoCore
import Testing

/// Drawings of Excalidraw, which are memos with JSON in them.
@Suite struct DrawingMergeTests {
  private static let front = "---\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n---\n"

  private static func drawing(_ lines: String..., front: String = front) -> String {
    front + "# Drawing\n```json\n{\n" + lines.map { $0 + ",\n" }.joined() + "}\n```\n"
  }

  private static func merged(_ name: String, _ base: String, _ first: String, _ second: String) -> [String: String] {
    TreeMergeTests.merged(TreeMergeTests.Example("", [name: base], [name: first], [name: second], [:]))
  }

  @Test(arguments: [
    ("a.excalidraw.md", front, "a (conflict ", ").excalidraw.md"),
    ("a.Excalidraw.MD", "", "a (conflict ", ").Excalidraw.MD"),
    ("a.md", front, "a (conflict ", ").md"),
    ("a.md", "---\r\nexcalidraw-plugin: parsed\r\n---\r\n", "a (conflict ", ").md"),
  ])
  func aDrawingThatBothChangedInOnePlaceIsThereTwice(_ name: String, front: String, start: String, end: String) {
    let texts = ["1", "2", "3"].map { Self.drawing("\"x\": \($0)", front: front) }
    let merged = Self.merged(name, texts[0], texts[1], texts[2])
    let copies = merged.keys.filter { $0 != name }
    #expect(merged[name] == texts[1] && merged.count == 2)
    #expect(copies.allSatisfy { $0.hasPrefix(start) && $0.hasSuffix(end) && merged[$0] == texts[2] })
  }

  @Test func changesOfADrawingThatAreApartAreMerged() {
    let merged = Self.merged(
      "a.excalidraw.md", Self.drawing("1", "2", "3"), Self.drawing("1a", "2", "3"), Self.drawing("1", "2", "3b"))
    #expect(merged == ["a.excalidraw.md": Self.drawing("1a", "2", "3b")])
  }

  @Test func anyOtherMemoHasBothVersions() {
    let merged = Self.merged("excalidraw.md", "# D\na\n", "# D\nexcalidraw-plugin: b\n", "# D\nc\n")
    #expect(merged == ["excalidraw.md": "# D\nexcalidraw-plugin: b\nc\n"])
  }
}
