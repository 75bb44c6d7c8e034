import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct DocumentAddressTests {
  @Test(arguments: [
    ("file:///a/b%20c/%ED%95%9C.md", "/a/b c/한.md"), ("file:///a/한글 %23 x.md", "/a/한글 # x.md"),
    ("FILE:///a%25b%2Fc.md", "/a%b/c.md"), ("file://localhost/a.md", "/a.md"), ("file:///a%zz%4.md", "/a%zz%4.md"),
    ("file:///c%3A/Users/x.md", "/c:/Users/x.md"), ("file:///a.md#L3", "/a.md"),
  ])
  func clientsURIsAreRead(uri: String, path: String) {
    #expect(DocumentAddress.path(uri) == HostPath(path))
  }

  @Test(arguments: ["untitled:Untitled-1", "https://a/b", "file://host/a", "file:", "", "file:///a%00b"])
  func whatNamesNoFileHereIsNone(uri: String) {
    #expect(DocumentAddress.path(uri) == nil)
  }

  @Test(arguments: ["/a b/한글#1%?.md", "/x/e\u{301}.md", "/a+b&c=d;[e].md", "/~/-._"])
  func pathsAreWrittenSoThatTheyAreReadAgain(path: String) {
    let uri = DocumentAddress.uri(HostPath(path))
    #expect(uri.utf8.allSatisfy { $0 < 0x80 })
    #expect(DocumentAddress.path(uri) == HostPath(path))
  }

  @Test func documentsWhoseURIsDifferInNormalizationAloneAreTwo() throws {
    let editor = try TestedEditor()
    let names = ["\u{E9}.md", "e\u{301}.md"]
    let uris = names.map { "file://\(editor.folder.path.text)/\($0)" }
    for (uri, title) in zip(uris, ["One", "Two"]) {
      editor.notify(
        "textDocument/didOpen",
        ["textDocument": ["uri": .text(uri), "version": 1, "text": .text("# \(title)\n[[x]]\n")]])
    }
    editor.idle()
    #expect(editor.take("textDocument/publishDiagnostics").count == 2)
    let titles = try uris.map { uri in
      try editor.request("textDocument/documentSymbol", ["textDocument": ["uri": .text(uri)]]).items.first?["name"]
    }
    #expect(titles == ["One", "Two"])
    editor.notify("textDocument/didClose", ["textDocument": ["uri": .text(uris[1])]])
    #expect(editor.server.workspace.document(uris[0])?.bytes == Array("# One\n[[x]]\n".utf8))
    #expect(editor.server.workspace.openURIs.count == 1)
  }
}
