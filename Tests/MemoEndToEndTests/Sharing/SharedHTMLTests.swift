import MemoCore
import MemoTestSupport
import Testing

/// What real pandoc makes of memos that someone wrote who means no good: HTML that runs nothing, in a page and on the
/// clipboard, and no shell sees any of it.
@Suite(.waitsForPrograms, .enabled(if: MemoProgram.isInstalled("pandoc"), "pandoc is not installed"))
struct SharedHTMLTests {
  static let hostile = [
    "<script>alert(1)</script>", "a <script>alert(1)</script> b", "<SCRIPT\n>alert(1)</SCRIPT >",
    "<img src=x onerror=alert(1)>", "a <img src=x onerror=alert(1)> b", "<svg/onload=alert(1)>",
    "<svg><script>1</script>",
    "<iframe src=javascript:alert(1)></iframe>", "<a href=\"javascript:alert(1)\">x</a>", "<body onload=alert(1)>",
    "<!-- x --><script>1</script>", "<?php x ?><script>1</script>", "<![CDATA[<script>1</script>]]>",
    "<style>@import 'x'</style>", "<base href=//evil>", "<meta http-equiv=refresh content=0;url=javascript:1>",
    "<object data=x></object><embed src=x>", "<form action=javascript:alert(1)><button>x</button></form>",
    "[x](javascript:alert(1))", "[x](java&#115;cript:alert(1))", "[x](JaVaScRiPt:alert(1))",
    "[x](<java\tscript:alert(1)>)", "[x](<  javascript:alert(1)>)", "[x](&#1;javascript:alert(1))",
    "[x](java&Tab;script:alert(1))", "[x](java&NewLine;script&colon;alert(1))", "[x](javascript&#58;alert(1))",
    "[x](\\javascript:alert(1))", "[x](vbscript:msgbox(1))", "[x](data:text/html,<script>alert(1)</script>)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)", "[x](file:///etc/passwd)", "[x](//evil/x)", "[x](\\\\\\\\evil\\\\x)",
    "[x](/&Tab;/evil/x)", "[x](blob:x)", "[x](memo-evil:x)", "<javascript:alert(1)>", "<JAVASCRIPT:alert(1)>",
    "[x]\n\n[x]: javascript:alert(1)", "![x](javascript:alert(1))", "![x](data:text/html,x)",
    "![x](data:image/svg+xml,<svg/onload=alert(1)>)", "![x](evil.html)", "![x](evil.swf)", "![x](evil.mp4)",
    "![x](x.png){onerror=alert(1)}", "[x](y){onclick=alert(1)}", "# x {onclick=alert(1) .c #i}", "`x`{=html}",
    "`<script>1</script>`{=html}", "```{=html}\n<script>1</script>\n```", "``` {.x onclick=alert(1)}\nx\n```",
    "``` \"onclick=alert(1)\nx\n```", "::: {onclick=alert(1)}\nx\n:::", "[x]{onclick=alert(1)}",
    "$\\href{javascript:alert(1)}{x}$", "$$</span><script>1</script>$$", "\\begin{x}<script>\\end{x}",
    "[x](http://a/\"onmouseover=\"alert(1))", "[x](y '\"onclick=alert(1) \"')", "![\"onload=alert(1)](x.png)",
    "[^1]\n\n[^1]: <script>1</script>", "| <script>1</script> |\n|---|\n| <img src=x onerror=1> |",
    "term\n: <script>1</script>", "- [ ] <script>1</script>", "<x@y.z\"onclick=1>", "&lt;script&gt;1&lt;/script&gt;",
    "> [!<script>1</script>] <img src=x onerror=1>\n> x", "> [!x]- <script>1</script>", "==<script>1</script>==",
    "![[x\" onerror=\"alert(1).png]]", "![[javascript:alert(1).png]]", "![[a.png>) <script>1</script>.png]]",
    "<kbd onclick=alert(1)>x</kbd>", "<mark><script>1</script></mark>", "<br onload=alert(1)>",
    "<u><img src=x onerror=1></u>",
    "<sub/onclick=alert(1)>x</sub>", "x<sup>[x](javascript:alert(1))</sup>", "![x|100\" onload=\"alert(1)](x.png)",
    "[x](#x\"onclick=\"alert(1))\n\n# x\"onclick=\"alert(1)",
    "<scr%%x%%ipt>alert(1)</script>", "[x](java%%x%%script:alert(1))", "[x](java==script:alert==(1))",
    "%%<script>1</script>", "<!--%%--><script>1</script><!--%%-->", "> [!x][javascript:1](javascript:1)",
    "\u{1B}]0;x\u{7} \u{9B}31m \u{202E}x \u{2066}y", "a\0b",
  ]

  static let fronts = [
    "---\ntitle: </title><script>alert(1)</script>\nheader-includes: <script>alert(1)</script>\n---\nx\n",
    "---\ncss: javascript:alert(1)\nlang: '\"><script>'\ninclude-before: <script>1</script>\n---\n# x\n",
    "# '\u{301}; touch ran; '\u{301}\n", "# '\u{200D}$(touch ran)'\u{20DD}`touch ran`\n", "# --template=/etc/passwd\n",
    "# [a, {b: !x}]\n", "# </title><script>alert(1)</script>\n", "# \"; touch ran #\u{FE0F}\"\n",
  ]

  @Test func noMemoBringsAnythingIntoThePageThatRuns() throws {
    let sandbox = try Sandbox()
    let texts = Self.hostile.map { "# x\n\n\($0)\n" } + Self.hostile.map { "\($0)\n" } + Self.fronts
    for text in texts {
      try sandbox.write(text, to: "x.md")
      let run = try sandbox.memo("share", "--html", "--stdout", "x.md")
      #expect(run.end == .exited(0), "\(text.debugDescription): \(run.errors)")
      #expect(run.text.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "))
      #expect(HTMLCheck.firstActive(in: run.output) == nil, "\(text.debugDescription): \(run.text)")
      #expect(TerminalBytes.firstHostile(in: run.output) == nil, "\(text.debugDescription)")
    }
    #expect(try sandbox.shell("find / -xdev -newer .memo -name ran 2> /dev/null").lines == [])
  }

  @Test func linksToMemosAreWhatTheyShow() throws {
    let sandbox = try Sandbox()
    let links = ["plan.md", "a/plan.md#b", "plan", "a/", "../x:y.md", "my%20plan.md", "plan.md?x=1#c.d"]
    let others = ["a.pdf", "#b", "https://a.b/plan.md", "https://a.b/plan", "mailto:a@b.c", "x.txt", "a/b.tar.gz"]
    let text = (links + others).enumerated().map { "[label \($0)](\($1))\n" }.joined()
    try sandbox.write("# x\n\n\(text)", to: "x.md")
    let page = try sandbox.memo("share", "--html", "--stdout", "x.md").text.replacing("\n", with: " ")
    for (number, address) in (links + others).enumerated() {
      #expect(page.contains("label \(number)"))
      #expect(page.contains("href=\"\(address)\"") == others.contains(address), "\(address): \(page)")
    }
  }

  @Test func wikiLinksAreWhatTheyShow() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "# x\n\nSee [[Plan *b*|the *plan*]], [[a_b_c]], [[#Aims]] and `[[code]]`.\n\n![[cat.png|300]] ![[Plan]]\n",
      to: "x.md")
    let html = try sandbox.memo("share", "--html", "--stdout", "x.md").text
    #expect(html.contains("<p>See the *plan*, a_b_c, Aims and <code>[[code]]</code>.</p>"), "\(html)")
    #expect(html.contains("<p><img src=\"cat.png\" width=\"300\" alt=\"cat.png\" /> Plan</p>"), "\(html)")
  }

  @Test func commentsAreNotShared() throws {
    let sandbox = try Sandbox()
    let text = """
      # Plan %% SECRET %%

      one %%SECRET%% two
      %% SECRET %%
      three

      %%
      SECRET

      SECRET [[SECRET]]
      %%

      > four
      > %% SECRET
      > SECRET %%
      > five

      <!-- SECRET

      SECRET -->

      six <!-- SECRET --> seven `%%code%% <!-- code -->`

      <div>
      <!-- SECRET

      SECRET -->
      %%SECRET%%
      </div>

      - eight[^1]

        %%
        SECRET
        %%

      [^1]: nine %%SECRET%%

          ten %%SECRET%%

      ```
      %%fenced%%
      ```
      """
    try sandbox.write(text, to: "x.md")
    let html = try sandbox.page(of: "x.md")
    #expect(!html.contains("SECRET"), "\(html)")
    for part in [
      "<title>Plan</title>", "<p>one two three</p>", "<p>four</p> <p>five</p>",
      "six seven <code>%%code%% &lt;!-- code --&gt;</code>", "eight", "nine", "ten", "%%fenced%%",
    ] {
      #expect(html.contains(part), "\(part): \(html)")
    }
    for text in [
      "%%SECRET", "<!-- SECRET", "# %%SECRET%%\n", "%%SECRET%%\n\nx\n", "---\ntitle: a %%SECRET%%\n---\nx\n",
    ] {
      try sandbox.write(text, to: "x.md")
      #expect(try !sandbox.page(of: "x.md").contains("SECRET"), "\(text)")
    }
  }

  @Test func picturesAreNamedByTheirPaths() throws {
    let sandbox = try Sandbox()
    try sandbox.write("x", to: "notes/own.png")
    try sandbox.write("x", to: "own.png")
    try sandbox.write(
      "# x\n\n![[shot.png|300]] ![[own.png]] ![a](shot.png) ![[deep/a 50%.png]] ![[gone.png]]\n",
      to: "notes/x.md")
    try sandbox.write("x", to: "files/deep/shot.png")
    try sandbox.write("x", to: "files/deep/a 50%.png")
    let html = try sandbox.page(of: "notes/x.md")
    for source in ["own.png", "../files/deep/shot.png", "../files/deep/a%2050%25.png", "gone.png"] {
      #expect(html.contains("<img src=\"\(source)\""), "\(source): \(html)")
    }
    #expect(html.ranges(of: "../files/deep/shot.png").count == 2, "\(html)")
  }

  @Test func calloutsTasksAndHighlightsAreWhatTheyShow() throws {
    let sandbox = try Sandbox()
    let text = """
      # x

      > [!warning]- Mind *this*
      > first
      > second

      > [!note]
      > third
      >
      > > [!my-kind|left] Inner

      > [quoted] and [!not] a title

      - [ ] open
      - [x] done

      ==two words== and a == b, `==code==`, \\==no==, ==한국어==입니다, [==x==](http://a.b/?q==c==)

      ==open *x== y* ==**z**== ^block
      """
    try sandbox.write(text, to: "x.md")
    let html = try sandbox.page(of: "x.md")
    for part in [
      "<p><strong>Mind <em>this</em></strong></p>", "<p>first second</p>", "<p><strong>Note</strong></p>",
      "<p>third</p>", "<p><strong>Inner</strong></p>", "<p>[quoted] and [!not] a title</p>",
      """
      <p><mark>two words</mark> and a == b, <code>==code==</code>, ==no==, <mark>한국어</mark>입니다, \
      <a href="http://a.b/?q==c=="><mark>x</mark></a></p>
      """,
      "<p>open <em>x y</em> <mark><strong>z</strong></mark></p>",
    ] {
      #expect(html.contains(part), "\(part): \(html)")
    }
    #expect(!html.contains("[ ]") && !html.contains("[x]") && !html.contains("[!warning"), "\(html)")
  }

  @Test func theClipboardGetsTheSameWithoutAPage() throws {
    let sandbox = try Sandbox()
    try sandbox.makeProgram("pbcopy", "cat > \"$HOME/clipboard\"")
    try sandbox.write(Self.hostile.joined(separator: "\n\n"), to: "x.md")
    let run = try sandbox.memo("share", "--html", "x.md")
    #expect(run.end == .exited(0), "\(run.errors)")
    let copied = try #require(try sandbox.folder.bytes(of: VaultPath("home/clipboard")))
    #expect(HTMLCheck.firstActive(in: copied) == nil)
    #expect(String(decoding: copied, as: UTF8.self).contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!copied.starts(with: "<!DOCTYPE".utf8))
  }

  @Test func whatIsHarmlessStays() throws {
    let sandbox = try Sandbox()
    let text = """
      ---
      title: Plan & more
      ---
      [page](https://a.example/?q=1:2#c) [mail](mailto:a@b.example) [file](sub/other.pdf#part) [up](../x:y.pdf)
      ![picture](img/a.png) ![inline](data:image/png;base64,iVBORw0KGgo=) [[Wiki]] **bold** `a < b`

      | a | b |
      |---|--:|
      | 1 | 2 |

      - [x] done

      ```swift
      let a = "<b>"
      ```

      """
    try sandbox.write(text, to: "x.md")
    let html = try sandbox.memo("share", "--html", "--stdout", "x.md").text
    for part in [
      "<title>Plan &amp; more</title>", "Plan &amp; more</h1>", "href=\"https://a.example/?q=1:2#c\"",
      "href=\"mailto:a@b.example\"", "href=\"sub/other.pdf#part\"", "href=\"../x:y.pdf\"", "src=\"img/a.png\"",
      "src=\"data:image/png;base64,iVBORw0KGgo=\"", "Wiki", "<strong>bold</strong>", "<code>a &lt; b</code>",
      "text-align: right", "let a = &quot;&lt;b&gt;&quot;",
    ] {
      #expect(html.contains(part), "\(part): \(html)")
    }
    #expect(!html.contains("title: Plan") && !html.contains("[["))
  }

  @Test func aMemoNestedTooDeepIsRefused() throws {
    let sandbox = try Sandbox()
    try sandbox.write(String(repeating: ">", count: 400) + " deep\n", to: "x.md")
    let run = try sandbox.memo("share", "--html", "--stdout", "x.md")
    #expect(run.end == .exited(7) && run.errors.hasPrefix("memo: 'pandoc' failed"), "\(run.errors)")
  }

  @Test(arguments: [
    "<script>1</script>", "<p onclick=1>", "<p a=b ONCLICK = '1'>", "<a href=\"java&#115;cript:1\">",
    "<img src=' JavaScript:1'>", "<a href=&#x6a;avascript:1>", "<iframe>", "<a href=\"data:text/html,x\">",
    "<a href=file:///x>", "<embed src=x>", "<a href=\"java&Tab;script:1\">",
  ])
  func theCheckSeesWhatRuns(html: String) {
    #expect(HTMLCheck.firstActive(in: Array("<p>x</p>\(html)".utf8)) != nil)
  }
}

/// Reads HTML as a browser does, tag by tag and attribute by attribute, and knows which of them are harmless.
enum HTMLCheck {
  private static let tags: Set = [
    "!doctype", "html", "head", "body", "meta", "title", "style", "h1", "h2", "h3", "h4", "h5", "h6", "p", "a", "em",
    "strong", "code", "pre", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tfoot", "tr", "th", "td",
    "colgroup", "col", "caption", "img", "span", "br", "hr", "blockquote", "sup", "sub", "del", "div", "section",
    "aside", "input", "label", "figure", "figcaption", "kbd", "mark", "u",
  ]
  private static let attributes: Set = [
    "html", "charset", "http-equiv", "content", "name", "id", "class", "href", "src", "alt", "title", "style", "role",
    "start", "type", "dir", "width", "height", "checked", "disabled", "colspan", "rowspan", "aria-hidden", "data-emoji",
    "epub:type", "lang",
  ]
  private static let schemes: Set = ["http", "https", "mailto"]

  /// The first tag, attribute or address that is not known to be harmless.
  static func firstActive(in html: [UInt8]) -> String? {
    var rest = html[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      let isEnd = rest.first == UInt8(ascii: "/")
      if isEnd { rest.removeFirst() }
      guard let first = rest.first, first == UInt8(ascii: "!") || isLetter(first) else { continue }
      let tag = lowercase(take(&rest) { !isBlank($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") })
      guard tags.contains(tag) else { return "<\(tag)" }
      while let attribute = takeAttribute(&rest) {
        if let found = active(attribute.name, attribute.value, of: tag) { return "<\(tag) \(found)" }
      }
    }
    return nil
  }

  private static func active(_ name: String, _ value: String, of tag: String) -> String? {
    guard attributes.contains(name) else { return name }
    if tag == "meta" { return value.contains("url=") ? value : nil }
    guard name == "href" || name == "src" else { return nil }
    let address = decoded(value).unicodeScalars.filter { $0.value > 0x20 }
    let head = address.prefix { !":/?#\\".unicodeScalars.contains($0) }
    guard address.dropFirst(head.count).first == ":" else {
      return address.starts(with: "//".unicodeScalars) ? value : nil
    }
    let scheme = String(String.UnicodeScalarView(head)).lowercased()
    let isPicture = tag == "img" && String(String.UnicodeScalarView(address)).hasPrefix("data:image/png;")
    return schemes.contains(scheme) || isPicture ? nil : "\(name)=\(value)"
  }

  private static func takeAttribute(_ rest: inout ArraySlice<UInt8>) -> (name: String, value: String)? {
    _ = take(&rest) { isBlank($0) || $0 == UInt8(ascii: "/") }
    guard let first = rest.first, first != UInt8(ascii: ">") else { return nil }
    let name = lowercase(take(&rest) { !isBlank($0) && !"=>/".utf8.contains($0) })
    _ = take(&rest, while: isBlank)
    guard rest.first == UInt8(ascii: "=") else {
      if name.isEmpty { rest.removeFirst() }
      return (name, "")
    }
    rest.removeFirst()
    _ = take(&rest, while: isBlank)
    let quote = rest.first.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
    if quote != nil { rest.removeFirst() }
    let value = take(&rest) { byte in quote.map { $0 != byte } ?? (!isBlank(byte) && byte != UInt8(ascii: ">")) }
    if quote != nil, !rest.isEmpty { rest.removeFirst() }
    return (name, String(decoding: value, as: UTF8.self))
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "Tab": "\t", "NewLine": "\n", "colon": ":",
  ]

  private static func decoded(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      let word = rest.prefix { $0 != ";" && $0 != "&" }
      let number =
        word.hasPrefix("#x") || word.hasPrefix("#X") ? UInt32(word.dropFirst(2), radix: 16) : UInt32(word.dropFirst())
      guard let meaning = named[String(word)] ?? number.flatMap(Unicode.Scalar.init).map(String.init) else {
        result += "&"
        continue
      }
      result += meaning
      rest = rest.dropFirst(word.count + 1)
    }
    return result + rest
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: isPart)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  private static func lowercase(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).lowercased()
  }
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }
}
