import MemoCore
import Testing

@testable import MemoKit

@Suite struct EditorLineTests {
  private static let files = [
    EditedFile(HostPath("/v/a.md"), line: 12, column: 3), EditedFile(HostPath("/v/b.md"), line: 4),
    EditedFile(HostPath("/v/c.md")),
  ]

  @Test(
    arguments: [
      ("vi", "+12 /v/a.md /v/b.md /v/c.md"), ("/usr/bin/vim -u NONE", "+12 /v/a.md /v/b.md /v/c.md"),
      ("LANG=C nvim", "+12 /v/a.md /v/b.md /v/c.md"), ("env X=1 'my tools'/vim", "+12 /v/a.md /v/b.md /v/c.md"),
      ("nano", "+12,3 /v/a.md +4,1 /v/b.md /v/c.md"), ("emacsclient -t", "+12:3 /v/a.md +4:1 /v/b.md /v/c.md"),
      ("emacs", "+12:3 /v/a.md +4:1 /v/b.md /v/c.md"), ("kak", "+12:3 /v/a.md /v/b.md /v/c.md"),
      ("micro", "+12:3 /v/a.md /v/b.md /v/c.md"), ("hx", "/v/a.md:12:3 /v/b.md:4:1 /v/c.md"),
      ("helix", "/v/a.md:12:3 /v/b.md:4:1 /v/c.md"), ("subl -w", "/v/a.md:12:3 /v/b.md:4:1 /v/c.md"),
      ("code --wait", "--goto /v/a.md:12:3 --goto /v/b.md:4:1 /v/c.md"),
      ("\"code\" -w", "--goto /v/a.md:12:3 --goto /v/b.md:4:1 /v/c.md"),
      // Others get the files alone.
      ("ed", "/v/a.md /v/b.md /v/c.md"), ("sh -c 'vim \"$@\"' --", "/v/a.md /v/b.md /v/c.md"),
      ("cd /tmp && vim", "/v/a.md /v/b.md /v/c.md"), ("", "/v/a.md /v/b.md /v/c.md"),
      ("vim; true", "/v/a.md /v/b.md /v/c.md"),
    ])
  func anEditorIsGivenTheLine(editor: String, words: String) {
    let arguments = EditorLine(of: editor).arguments(for: Self.files)
    #expect(arguments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ") == words)
  }

  @Test func aLineOfALaterFileIsNotTakenForThatOfTheFirst() {
    let files = [EditedFile(HostPath("/a.md")), EditedFile(HostPath("/b.md"), line: 2)]
    #expect(EditorLine(of: "vim").arguments(for: files) == [Array("/a.md".utf8), Array("/b.md".utf8)])
  }
}
