import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// After each key, and each change of another file, a server that has followed all edits answers what one answers that is given
/// the texts as they are.
@Suite struct KeystrokeLawTests {
  private static let files = [
    "a.md": "# A\n\n## One\n\n[[b#Part]] [[#One]] [[sub/c]]\n", "b.md": "# Bee\n\n## Part\n\n[[a#^id]]\n",
    "sub/c.md": "# Sea\n\n[[same]] ![](pic.png)\n", "x/same.md": "# Same\n", "y/same.md": "# Same\n\n[[a#One]]\n",
    "sub/pic.png": "x", "z.md": "# Zed\n\n## One\n",
  ]
  /// What other programs write to files that are not open; `nil` where they remove one.
  private static let changes: [(path: String, text: String?)] = [
    ("z.md", "# Zed\n\n## One\n"), ("z.md", "# Zed\n\n## One more\n\ntext ^id\n"), ("z.md", "Zed\n"), ("z.md", nil),
    ("no.png", "x"), ("no.png", nil), ("sub/pic.png", nil), ("sub/pic.png", "x"),
    ("x/same.md", "# Same\n\n[[b#Part]]\n"), ("x/same.md", "# Other\n"),
  ]
  private static let open = ["a.md", "b.md", "sub/c.md"]

  private static let pieces = [
    "[", "]", "[[", "]]", "#", "`", "\n", "\r\n", "\n\n", "x", "한", "😀", "[[b]]", "[[b#Part]]", "[[#One]]", "[[a#^id]]",
    "[[same]]", "[[none]]", "[x](b.md#part)", "[x](sub/none.md)", "[[z#One]]",
    "[[z#^id]]", "[x](z.md#one)", "![](sub/pic.png)", "![](no.png)", "[[sub/c|L]]",
    "#tag ",
    "\n## One\n", "\n## Part\n", " ^id\n", "\n- [ ] task\n", "```\n", "<!-- ", " -->", "[r]: b.md\n\n[x][r] ",
    "---\naliases: [Bee]\n---\n", "\n\n<!-- toc -->\n<!-- tocstop -->\n\n",
  ]

  private static let methods = [
    "documentLink", "inlayHint", "semanticTokens/full", "documentSymbol", "codeLens", "foldingRange", "diagnostic",
    "codeAction",
  ]

  /// All that a server says of the open documents, without the place of its vault.
  private static func answers(_ editor: TestedEditor) throws -> [String] {
    try open.flatMap { path in
      let lines = LineTable(Array(try editor.text(path).utf8), editor.encoding, isFile: false)
      // For actions, which are those of the whole text.
      let range: JSONValue = ["range": lines.positions(of: 0..<lines.bytes.count).json]
      return try methods.map { method in
        let answer = try editor.ask("textDocument/\(method)", in: path, at: nil, range)
        let shown = answer["items"] ?? answer
        return "\(method) of \(path): "
          + String(decoding: shown.encoded, as: UTF8.self)
          .replacing(DocumentAddress.uri(editor.folder.path), with: "vault")
      }
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func whatFollowedAllEditsAnswersAsWhatIsNew(encoding: PositionEncoding) throws {
    var random = SeededRandom(seed: 16)
    let editor = try TestedEditor(Self.files, encoding: encoding)
    for path in Self.open { try editor.open(path) }
    var files = Self.files
    var seen: Set<String> = []
    for _ in 0..<120 {
      if Int.random(in: 0..<4, using: &random) == 0, let change = Self.changes.randomElement(using: &random) {
        files[change.path] = change.text
        try? editor.folder.remove(VaultPath(change.path))
        if let text = change.text { try editor.folder.write(text, to: change.path) }
        editor.lookAtFiles()
      }
      let path = Self.open.randomElement(using: &random) ?? ""
      let lines = LineTable(Array(try editor.text(path).utf8), encoding, isFile: false)
      // Between characters, and not within a CRLF.
      let offsets = (0...lines.bytes.count).filter { lines.offset(of: lines.position(of: $0)) == $0 }
      let start = offsets.randomElement(using: &random) ?? 0
      let taken = offsets.filter { $0 >= start }.prefix(Int.random(in: 1...4, using: &random)).last ?? start
      let end = Bool.random(using: &random) ? start : taken
      try editor.type(Self.pieces.randomElement(using: &random) ?? "", in: path, at: start..<end)
      // What was answered before must not be answered again; most keys come before anything was asked.
      if Bool.random(using: &random) { continue }
      if Bool.random(using: &random) { editor.idle() }
      let new = try TestedEditor(files, encoding: encoding)
      for (path, text) in editor.documents.sorted(by: { $0.key < $1.key }) { try new.open(path, text) }
      let (found, expected) = (try Self.answers(editor), try Self.answers(new))
      try #require(found == expected, "\(editor.documents)")
      seen.formUnion(found)
    }
    print("\(seen.count) answers in \(encoding.rawValue)")
    // Else the texts would not have held what is asked for.
    #expect(seen.count > 100)
  }
}
