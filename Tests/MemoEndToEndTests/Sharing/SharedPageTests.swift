import MemoCore
import MemoTestSupport
import Testing

/// What a page of `share --html` shows of a memo's text, made with real pandoc.
@Suite(.waitsForPrograms, .enabled(if: MemoProgram.isInstalled("pandoc"), "pandoc is not installed"))
struct SharedPageTests {
  /// Text that pandoc would take marks from by rules that memos do not have.
  @Test(arguments: [
    "Do not\n:warning: touch", "Text\n::: note\nmore\n:::", "use --flag and \"quotes\" ... it's", "http://a.b/x--y",
    "Fee $5/$10", "set $HOME/$USER and $PATH:$HOME", "3~5 and 10~20", "x^2 + y^2", "`$a` and [`$b`](http://a.b/) $c$d",
    "http://a.b/?x=$a==$b&y==$c",
  ])
  func noMarkOfATextIsLost(text: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("# x\n\n\(text)\n", to: "x.md")
    let html = try sandbox.page(of: "x.md")
    let shown = Self.text(of: html)
    let wanted = text.replacing(":warning:", with: "⚠️").replacing("[`", with: "").replacing("`](http://a.b/)", with: "")
      .replacing("`", with: "").split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    #expect(shown.hasSuffix(wanted), "\(html)")
    #expect(!html.contains("<dl") && !html.contains("math"), "\(html)")
  }

  /// What a browser shows of a page, on one line.
  private static func text(of html: String) -> String {
    html.replacing(#/<[^>]*>/#, with: "").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
      .split { $0 == "\n" || $0 == " " }.joined(separator: " ")
  }

  @Test func eachParagraphHasTheDirectionOfItsText() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# \u{5E9}\u{5DC}\u{5D5}\u{5DD}\n\n> \u{5E9}\n\nleft\n", to: "x.md")
    let html = try sandbox.page(of: "x.md")
    #expect(html.contains("<body dir=\"auto\">"), "lists and quotes are on the side where the text begins")
    #expect(html.contains("p, h1, h2, h3, h4, h5, h6, li, td, th { unicode-bidi: plaintext; text-align: start }"))
    #expect(html.contains("border-inline-start") && !html.contains("-left"), "\(html)")
  }

  @Test func thePageHasTheLanguageOfTheMemo() throws {
    let sandbox = try Sandbox()
    for (text, tag) in [
      ("---\nlang: de-CH\n---\n# x\n", "<html lang=\"de-CH\">"), ("# 회의록\n\n안건\n", "<html lang=\"ko\">"),
      ("# x\n", "<html>"), ("---\nlang: '\"><script>'\n---\n# x\n", "<html>"),
    ] {
      try sandbox.write(text, to: "x.md")
      let html = try sandbox.page(of: "x.md")
      #expect(html.contains("<!DOCTYPE html> \(tag) <head> "), "\(text.debugDescription): \(html)")
    }
  }

  @Test func mathIsShownAsMath() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# x\n\n$x$는 $y_1$, $$z$$ and ($n$)\n", to: "x.md")
    let html = try sandbox.page(of: "x.md")
    #expect(html.ranges(of: "math inline").count == 3 && html.contains("math display"), "\(html)")
  }

  @Test func theFirstLineOfAMemoIsItsHeading() throws {
    let sandbox = try Sandbox()
    for (text, part) in [
      ("Title line\nSecond line\n", "<h1 id=\"title-line\">Title line</h1> <p>Second line</p>"),
      ("\n  On *C#* #\r\nmore\r\n", "<h1 id=\"on-c-\">On <em>C#</em> #</h1> <p>more</p>"),
      ("Title\\\nmore\n", "Title\\</h1> <p>more</p>"), ("Title", "<h1 id=\"title\">Title</h1>"),
      ("Title\n=====\nmore\n", "<h1 id=\"title\">Title</h1> <p>more</p>"),
      ("---\na: b\n---\nTitle\nmore\n", "<h1 id=\"title\">Title</h1> <p>more</p>"),
      ("- milk\n- bread\n", "<li>milk</li>"), ("> quoted\n> more\n", "<p>quoted more</p>"),
      ("a | b\n--|--\n1 | 2\n", "<table>"), ("`a\nb`\n", "<p><code>a b</code></p>"),
      ("%%SECRET%%\nTitle\n", "<p>Title</p>"), ("![a](b.png)\nmore\n", "alt=\"a\" /> more</p>"),
    ] {
      try sandbox.write(text, to: "x.md")
      let html = try sandbox.page(of: "x.md")
      #expect(html.contains(part), "\(text.debugDescription): \(html)")
    }
  }

  @Test func linksInThePageLeadToItsHeadings() throws {
    let sandbox = try Sandbox()
    let text = """
      # x

      [a](#Some%20Heading!) [b](#some-heading-1) [c](#둘째%20제목) [d](#gone) [e](#Part#Aims)

      ## Some *Heading*!
      ## Some heading
      ## 둘째 제목
      # Aims
      # Part
      ## Aims

      """
    try sandbox.write(text, to: "x.md")
    let html = try sandbox.page(of: "x.md")
    for part in [
      "<a href=\"#some-heading\">a</a>", "<a href=\"#some-heading-1\">b</a>", "<a href=\"#둘째-제목\">c</a>",
      "<a href=\"#gone\">d</a>", "<a href=\"#aims-1\">e</a>", "<h2 id=\"some-heading\">", "<h2 id=\"some-heading-1\">",
      "<h2 id=\"둘째-제목\">", "<h2 id=\"aims-1\">",
    ] {
      #expect(html.contains(part), "\(part): \(html)")
    }
  }

  @Test func sizesOfPicturesAreSizes() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "# x\n\n![a|100](a.png) ![b *c*|20x30](a.png) ![d|e](a.png) ![f|0](a.png) ![[a.png|50]]\n", to: "x.md")
    let html = try sandbox.page(of: "x.md")
    for part in [
      "<img src=\"a.png\" width=\"100\" alt=\"a\" />", "width=\"20\" height=\"30\" alt=\"b c\"",
      "<img src=\"a.png\" alt=\"d|e\" />",
      "<img src=\"a.png\" alt=\"f|0\" />", "<img src=\"a.png\" width=\"50\" alt=\"a.png\" />",
    ] {
      #expect(html.contains(part), "\(part): \(html)")
    }
  }

  @Test func barsThatTablesEscapeMeanWhatTheyMeanElsewhere() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "# x\n\n| a | b | c |\n|---|---|---|\n| ![[a.png\\|50]] | [[Plan\\|label]] | ![d\\|20x30](a.png) |\n", to: "x.md")
    let html = try sandbox.page(of: "x.md")
    for part in [
      "<td><img src=\"a.png\" width=\"50\" alt=\"a.png\" /></td>", "<td>label</td>",
      "width=\"20\" height=\"30\" alt=\"d\"",
    ] {
      #expect(html.contains(part), "\(part): \(html)")
    }
  }

  @Test func filesFromMacOSAreNamedAsTheyAre() throws {
    let sandbox = try Sandbox()
    let decomposed = "\u{1109}\u{1161}\u{110C}\u{1175}\u{11AB}"
    for ending in ["png", "pdf"] { try sandbox.write("x", to: "files/\(decomposed).\(ending)") }
    try sandbox.write("x", to: "files/회의.png")
    try sandbox.write(
      """
      # x

      ![[files/사진.png]] ![[files/\(decomposed).png]] ![[사진.png]] ![a](files/사진.png) ![b](files/\(decomposed).png)
      [c](files/사진.pdf#page=2) ![[회의.png]]

      """, to: "x.md")
    let html = try sandbox.page(of: "x.md")
    let name = "files/%E1%84%89%E1%85%A1%E1%84%8C%E1%85%B5%E1%86%AB"
    #expect(html.ranges(of: "src=\"\(name).png\"").count == 5, "\(html)")
    #expect(html.contains("href=\"\(name).pdf#page=2\"") && html.contains("src=\"files/회의.png\""), "\(html)")
  }

  @Test func harmlessElementsOfHTMLWork() throws {
    let sandbox = try Sandbox()
    let text = """
      # x

      <kbd>Ctrl</kbd>+<KBD>C</KBD> a<br>b<br/>c H<sub>2</sub>O <sup>*i*</sup> <u>u</u> <mark>m <u>n</u></mark>

      <br>

      <u>open <mark class="x">y</mark> </u class> <b>z</b>
      """
    try sandbox.write(text, to: "x.md")
    let html = try sandbox.page(of: "x.md")
    for part in [
      "<kbd>Ctrl</kbd>+<kbd>C</kbd> a<br />", "b<br />",
      "H<sub>2</sub>O <sup><em>i</em></sup> <u>u</u> <mark>m <u>n</u></mark>",
      "<p><br />", "&lt;u&gt;open &lt;mark class=\"x\"&gt;y&lt;/mark&gt; &lt;/u class&gt; &lt;b&gt;z&lt;/b&gt;",
    ] {
      #expect(html.contains(part), "\(part): \(html)")
    }
    try sandbox.write(
      "# x\n\n\(String(repeating: "<u>", count: 9_000))x\(String(repeating: "</u>", count: 9_000))\n", to: "x.md")
    #expect(try sandbox.memo("share", "--html", "--stdout", "x.md").end == .exited(0))
  }

  @Test func aTextOfAnotherEncodingIsDecodedOnce() throws {
    let sandbox = try Sandbox()
    let text = "# Caf\u{E9}\n\nTh\u{E9} et g\u{E2}teau\n".unicodeScalars.map { UInt8($0.value) }
    try sandbox.write(text, to: VaultPath("x.md"))
    let html = try sandbox.page(of: "x.md")
    #expect(html.contains("<title>Café</title>") && html.contains(">Café</h1> <p>Thé et gâteau</p>"), "\(html)")
  }
}

extension Sandbox {
  /// A memo's page, whose lines pandoc breaks as it likes, on one line.
  func page(of path: String) throws -> String {
    let html = try memo("share", "--html", "--stdout", path).text
    return html.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
  }
}
