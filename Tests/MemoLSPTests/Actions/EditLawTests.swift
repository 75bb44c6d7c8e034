import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// Whatever the server proposes gives the same bytes in clients of every encoding, and nothing of it is written.
@Suite struct EditLawTests {
  private static let parts = [
    "# 😀 Title", "## Part", "## 한글 소제목", "- [ ] task 👩‍👩‍👧", "- [x] done", "  - nested [[b]]", "3. three", "1. one",
    "9. nine\n   more",
    "[[b]] and [[none]]", "[[p]]", "[x](x/p.md#h) é", "a Bee in e\u{301}", "|표|b|\n|-|-:|\n|[[b\\|l]]|👩‍👩‍👧|",
    "> quote [[b#Part]]",
    "<<<<<<< a\n1\n=======\n2\n>>>>>>> b", "<!-- toc -->\n<!-- tocstop -->", "```\n[[b]]\n```", "", "", "text #tag ^id",
    "---\ntitle: 제목\n---",
  ]

  private static func text(_ random: inout SeededRandom) -> String {
    let lines = (0..<Int.random(in: 1...8, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
    let text = lines.joined(separator: "\n") + (Bool.random(using: &random) ? "\n" : "")
    return (Int.random(in: 0..<8, using: &random) == 0 ? "\u{FEFF}" : "")
      + (Bool.random(using: &random) ? text.replacing("\n", by: "\r\n") : text)
  }

  private static let files = [
    "b.md": "# Bee\r\n\r\n## Part\r\n\r\n[[a#Part]] 😀 [[a]]\r\n", "x/p.md": "# P\n\n## H\n", "y/p.md": "# P\n",
    ".memo/templates/t.md": "# {{title}} 😀\n",
  ]

  /// What an edit makes of each document, and the files that it makes.
  private func result(of edit: JSONValue, _ editor: TestedEditor) throws -> [String] {
    try (edit["documentChanges"]?.items ?? []).map { change in
      let path = editor.path(change["textDocument", "uri"] ?? change["uri"] ?? change["oldUri"]) ?? ""
      if let kind = change["kind"]?.text { return "\(kind) \(path)" }
      let isOpen = editor.server.workspace.document(editor.uri(path)) != nil
      let isNew = try !isOpen && editor.folder.bytes(of: VaultPath(path)) == nil
      let made = isNew ? change["edits"]?.items.first?["newText"]?.text : nil
      return try path + ": " + (made ?? editor.applied(change["edits"]?.items ?? [], to: path))
    }
  }

  /// Everything that is proposed at a place, as texts.
  private func proposals(at range: Range<Int>, _ bytes: [UInt8], _ editor: TestedEditor) throws -> [String] {
    let lines = LineTable(bytes, editor.encoding, isFile: false)
    let place = lines.positions(of: range)
    let actions = try editor.ask(
      "textDocument/codeAction", in: "a.md", ["range": place.json, "context": ["diagnostics": []]])
    var found = try actions.items.map { action -> String in
      let title = action["title"]?.text ?? ""
      guard action["data"] != nil else { return "\(title): \(action["command", "command"]?.text ?? "")" }
      do {
        return try "\(title): \(result(of: editor.request("codeAction/resolve", action)["edit"] ?? .null, editor))"
      } catch let error as TestedEditor.Refused {
        return "\(title): \(error.message)"
      }
    }
    for character in ["\n", "]"] {
      let edits = try editor.ask(
        "textDocument/onTypeFormatting", in: "a.md", at: place.lowerBound, ["ch": .text(character)])
      found.append(try editor.applied(edits.items, to: "a.md"))
    }
    found.append(try editor.applied(editor.ask("textDocument/formatting", in: "a.md").items, to: "a.md"))
    let hints = try editor.ask("textDocument/inlayHint", in: "a.md").items.map { hint in
      "\(lines.offset(of: try #require(DocumentPosition(hint["position"])))) \(hint["label"]?.text ?? "")"
    }
    let lenses = try editor.ask("textDocument/codeLens", in: "a.md").items.map { lens in
      "\(lines.offsets(of: try #require(Range(lens["range"])))) \(lens["command", "title"]?.text ?? "")"
    }
    return found + hints + lenses
  }

  @Test func proposalsGiveTheSameBytesInEveryEncoding() throws {
    let editors = try PositionEncoding.allCases.map {
      try TestedEditor(Self.files, encoding: $0, TestedEditor.lazyActions)
    }
    var random = SeededRandom(seed: 4711)
    var seen: Set<String> = []
    for editor in editors { try editor.open("a.md", "") }
    for round in 0..<250 {
      let text = Self.text(&random)
      let bytes = Array(text.utf8)
      for editor in editors { editor.change("a.md", to: text) }
      let starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
      for _ in 0..<3 {
        var ends = [starts.randomElement(using: &random) ?? 0, starts.randomElement(using: &random) ?? 0].sorted()
        if Bool.random(using: &random) { ends[1] = ends[0] }
        let found = try editors.map { try proposals(at: ends[0]..<ends[1], bytes, $0) }
        #expect(found[0] == found[1] && found[1] == found[2], "\(round): \(text)")
        seen.formUnion(found[0].map { String($0.prefix(10)) })
      }
    }
    #expect(seen.count > 40)
    for (editor, path) in zip(editors, ["a.md", "none.md", "Part.md"]) {
      #expect(try editor.folder.bytes(of: VaultPath(path)) == nil)
      #expect(try editor.disk("b.md") == Self.files["b.md"])
    }
  }
}
