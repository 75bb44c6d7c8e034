import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct PictureTests {
  private static let png =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 2, 0x80, 0, 0, 1, 0xE0]
  private static let webP = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
  private static let headers: [([UInt8], Int, Int)] = [
    (png, 640, 480), (Array("GIF89a".utf8) + [0x40, 1, 0xF0, 0], 320, 240),
    ([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xFF, 0xC2, 0, 17, 8, 0, 100, 0, 200], 200, 100),
    (webP + Array("VP8X".utf8) + [UInt8](repeating: 0, count: 8) + [0x3F, 1, 0, 0xEF, 0, 0], 320, 240),
    (webP + Array("VP8L".utf8) + [0, 0, 0, 0, 0x2F, 0x3F, 0xC1, 0x3B, 0] + [UInt8](repeating: 0, count: 9), 320, 240),
    (webP + Array("VP8 ".utf8) + [UInt8](repeating: 0, count: 10) + [0x40, 1, 0xF0, 0], 320, 240),
  ]

  @Test(arguments: headers)
  func sizesAreReadFromTheStartOfFiles(bytes: [UInt8], width: Int, height: Int) throws {
    let size = try #require(PictureSize(bytes))
    #expect(size.width == width && size.height == height)
    for count in 0..<bytes.count { _ = PictureSize(Array(bytes.prefix(count))) }
  }

  @Test func damagedHeadersAreReadWithoutACrash() {
    var random = SeededRandom(seed: 14)
    for _ in 0..<20_000 {
      var bytes = random.pick(Self.headers.map(\.0)) ?? []
      for _ in 0..<1 + random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      if let size = PictureSize(Array(bytes.prefix(1 + random.below(40)))) {
        #expect(size.width > 0 && size.height > 0)
      }
    }
    #expect(PictureSize([]) == nil && PictureSize(Array("plain text, and more than a header".utf8)) == nil)
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1 KB"), (12_345, "12 KB"), (999_500, "1.0 MB"), (5_250_000, "5.3 MB"),
  ])
  func sizesOnDiskAreShort(count: UInt64, text: String) {
    #expect(PictureNotes.text(ofBytes: count) == text)
  }

  @Test func aPictureIsNamedWithItsSize() throws {
    let text = "# t\n\n![alt](pic/a.png)\n[no picture](pic/a.png)\n![gone](b.png)\n![[a.png]]\n"
    let browser = try BrowserTrial(files: [("t.md", text)], columns: 100)
    #expect(browser.lines[2].hasSuffix("![alt](pic/a.png)"), "there is no file")
    try browser.add(Self.png, at: "pic/a.png")
    try browser.add([1, 2, 3], at: "a.png")
    try browser.write(text + "x\n", to: "t.md", at: 2)
    #expect(browser.lines[2].hasSuffix("![alt](pic/a.png)  a.png · 640×480 · 24 B"), "\(browser.lines[2])")
    #expect(browser.lines[3].hasSuffix("[no picture](pic/a.png)") && browser.lines[4].hasSuffix("![gone](b.png)"))
    #expect(browser.lines[5].hasSuffix("![[a.png]]  a.png · 3 B"), "\(browser.lines[5])")
    #expect(browser.isPaintedRight)
    browser.resize(columns: 46)
    browser.press(.enter)
    #expect(
      browser.lines[2].hasSuffix("a.png · 640×480 ·…") || browser.lines[2].hasSuffix("24 B"), "\(browser.lines[2])")
  }
}
