import MemoCore
import Testing

@Suite struct MemoLayoutTests {
  private static let titles: [(text: String, title: String, body: String)] = [
    ("", "", ""),
    ("\n \n\t\n", "", "\n \n\t\n"),
    ("Title\nbody", "Title", "body"),
    ("# Title\nbody", "Title", "body"),
    ("\n\n  ## Title ##  \nbody", "Title", "body"),
    ("#\tTitle\r\nbody", "Title", "body"),
    ("Title\rbody\rmore", "Title", "body\rmore"),
    ("Title\r\n\r\nbody", "Title", "\r\nbody"),
    ("#tag first\nbody", "#tag first", "body"),
    ("####### seven\nbody", "####### seven", "body"),
    ("# C#\nbody", "C#", "body"),
    ("# C# #\nbody", "C#", "body"),
    ("#\nbody", "", "body"),
    ("## ##\nbody", "", "body"),
    ("\u{3000}제목\u{A0}\nbody", "제목", "body"),
    ("\u{FEFF}# Title\nbody", "Title", "body"),
    ("\u{FEFF}---\na: b\n---\n# Title\nbody", "Title", "body"),
    ("---\na: b\n...\nTitle\nbody", "Title", "body"),
    ("---\r\na: b\r\n---\r\nTitle\r\nbody", "Title", "body"),
    ("---\na: b\n--- \t\nTitle\nbody", "Title", "body"),
    ("---\na: b\n", "---", "a: b\n"),
    ("----\na: b\n---\n", "----", "a: b\n---\n"),
    (" ---\na: b\n---\n", "---", "a: b\n---\n"),
    ("---\ntitle: Front\n---\n# Line\nbody", "Front", "# Line\nbody"),
    ("---\ntitle: Same\n---\n\n# Same #\nbody", "Same", "body"),
    ("---\ntitle: \"\"\n---\n# Line\nbody", "Line", "body"),
    ("---\ntitle: [a]\n---\n# Line\nbody", "Line", "body"),
    ("---\ntitle: Front\n---\n", "Front", ""),
    ("---\n---\nTitle", "Title", ""),
  ]

  @Test(arguments: titles)
  func theTitleIsTheFirstLineUnlessFrontMatterNamesOne(text: String, title: String, body: String) {
    let bytes = Array(text.utf8)
    let layout = bytes.withUnsafeBytes { MemoLayout($0) }
    #expect(layout.title == title, "title of \(text.debugDescription)")
    #expect(String(decoding: bytes[layout.body], as: UTF8.self) == body, "body of \(text.debugDescription)")
  }

  @Test func everyPartHasItsBytes() {
    let bytes = Array("\u{FEFF}---\na: b\n---\n\n ## Title ##\r\nbody".utf8)
    let layout = bytes.withUnsafeBytes { MemoLayout($0) }
    #expect(layout.byteOrderMark == 0..<3)
    #expect(String(decoding: bytes[layout.front.range], as: UTF8.self) == "---\na: b\n---\n")
    #expect(layout.titleLine.map { String(decoding: bytes[$0], as: UTF8.self) } == " ## Title ##")
    #expect(layout.titleText.map { String(decoding: bytes[$0], as: UTF8.self) } == "Title")
    #expect(String(decoding: bytes[layout.text], as: UTF8.self) == "\n ## Title ##\r\nbody")
  }

  @Test func aTitleOfTheFrontMatterAloneHasNoLine() {
    let layout = Array("---\ntitle: A\n---\nB\n".utf8).withUnsafeBytes { MemoLayout($0) }
    #expect(layout.titleLine == nil)
    #expect(layout.titleText == nil)
  }

  @Test func invalidUTF8IsReplacedInTheTitle() {
    let layout = ([0x23, 0x20, 0xFF, 0x61] as [UInt8]).withUnsafeBytes { MemoLayout($0) }
    #expect(layout.title == "\u{FFFD}a")
  }
}
