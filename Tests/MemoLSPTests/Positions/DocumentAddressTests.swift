import MemoCore
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
}
