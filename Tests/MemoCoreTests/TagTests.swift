import MemoCore
import Testing

@Suite struct TagTests {
  private static let manyTags = (1...40).map { "#tag\($0)" }.joined(separator: " ")

  private static let tags: [(text: String, tags: [String])] = [
    ("#tag", ["tag"]),
    ("a #tag, b #other.", ["tag", "other"]),
    ("(#a [#b] {#c} \"#d\" '#e' 「#f」 『#g』 （#h） “#i” ‘#j’ x,#k x;#l >#m |#n| *#o*", "abcdefghijklmno".map(String.init)),
    ("가 #회의록을 나", ["회의록을"]),
    ("　#日本語 #かな", ["日本語", "かな"]),
    ("#a/b/c", ["a/b/c"]),
    ("#a/ #b//c #/d", ["a", "b"]),
    ("#a-b_c #1a #a1", ["a-b_c", "1a", "a1"]),
    ("#123 #１２ #2024/05", []),
    ("#2024/05월", ["2024/05월"]),
    ("# heading\n## heading #x\n###\n#", ["x"]),
    ("##a a#b &#c /#d \\#e #️⃣ #1️⃣", []),
    ("#a#b", ["a"]),
    ("#e\u{301}te\u{301}", ["e\u{301}te\u{301}"]),
    ("#Work #work #WORK", ["Work"]),
    ("#\u{C9} #e\u{301}", ["\u{C9}"]),
    ("#σοφός #ΣΟΦΌΣ #straße #STRASSE #strasse #ﬁn #FIN", ["σοφός", "straße", "ﬁn"]),
    ("#A #태그 #\u{C9} #태그 #a #e\u{301} #\u{1110}\u{1162}\u{1100}\u{1173}", ["A", "태그", "\u{C9}"]),
    ("#\u{1110}\u{1162}\u{1100}\u{1173} #태그", ["\u{1110}\u{1162}\u{1100}\u{1173}"]),
    (manyTags + " " + manyTags.uppercased() + " #\u{C9}", (1...40).map { "tag\($0)" } + ["\u{C9}"]),
    ("`#a` ``#b ` #c`` #d", ["d"]),
    ("` #a\n#b ` #c", ["c"]),
    ("` #a\n\n#b ` #c", ["a", "b", "c"]),
    ("`` #a ` #b", ["a", "b"]),
    ("\\` #a `", ["a"]),
    ("- ` #a\n- ` #b", ["a", "b"]),
    ("```\n#a\n```\n#b", ["b"]),
    ("~~~ x\n#a\n```\n#b\n~~~~\n#c", ["c"]),
    ("   ````\n#a\n```\n#b\n````x\n#c", []),
    ("```\n#a\n```\n```\n#b\n```\n#c", ["c"]),
    ("    ```\n#a", ["a"]),
    ("``` `x`\n#a", ["a"]),
    ("a\r```\r#a\r```\r#b", ["b"]),
    ("http://x.org/#a \"http://x.org/\"#b", []),
    ("(#a,http://x.org,(#b) #c", ["c"]),
    ("<https://x.org/(#a> #b", ["b"]),
    ("[see #a](x.md) [#b](http://x.org) [[#c]] [[x|#d]] [x](<#e> \"#f\") #g", ["g"]),
    ("[#a] [ #b](  [c #d", ["a", "b", "d"]),
    ("<a href=\"#top\"> <b c='#x'> #y", ["y"]),
    ("#a\r\n#b\r#c\u{2028}#d", ["a", "b", "c", "d"]),
    ("#project🚀 #📥/inbox #🚀. #🚀, #a→b! #½ #①x #20€", ["project🚀", "📥/inbox", "🚀", "a→b", "½", "①x", "20€"]),
    (
      "#👨‍👩‍👧‍👦/x #👍🏽 #❤️ #🇰🇷한국 #step1️⃣ #a#️⃣ #a*️⃣b #🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}.",
      [
        "👨‍👩‍👧‍👦/x", "👍🏽", "❤️", "🇰🇷한국", "step1️⃣", "a#️⃣", "a*️⃣b", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
      ]
    ),
    ("#می\u{200C}خواهم #a\u{200C} #a\u{200D}. #क्\u{200D}ष", ["می\u{200C}خواهم", "a", "क्\u{200D}ष"]),
    ("#a… #b— #c~ #d+ #e=f #g$ #h< #i` #j^ #k～ #l＝", ["a", "b", "c", "d", "e", "g", "h", "i", "j", "k", "l"]),
    ("#a\u{FFFC} #b\u{FFFD}", ["a", "b"]),
    // In highlighted and deleted text.
    ("==#a== ~~#b~~ **==#c==** (==~~#d~~==) ~~==#e x==~~ ==#f/g=#no==", ["a", "b", "c", "d", "e", "f/g"]),
    ("x==#a =#b ~#c 1~~#d ===#e /==#f", []),
  ]

  @Test(arguments: tags)
  func aTagIsAWordAfterAHash(text: String, tags: [String]) {
    #expect(MemoParser.metadata(of: Array(text.utf8)).tags == tags, "\(text.debugDescription)")
  }

  private static let frontTags: [(front: String, tags: [String])] = [
    ("tags: [a, \"#b\", B, 'c d']", ["a", "b", "c d", "z"]),
    ("tags: a, #b\nkeywords: c , z", ["a", "c", "z"]),
    ("tags: \"a, #b\"", ["a", "b", "z"]),
    ("keywords: k\ntags:\n- '# t '\n- ''", ["t", "k", "z"]),
    ("tags: null", ["z"]),
    ("tags: a b", ["a", "b", "z"]),
    ("tags: '#a #b, c'", ["a", "b", "c", "z"]),
    ("tag: t\ntags: [a b]\nkeywords: k", ["a b", "t", "k", "z"]),
    ("tag:\n  - 📥/inbox\n  - '#p'", ["📥/inbox", "p", "z"]),
    ("tags: [\n  a, # first\n  #b,\n]", ["a", "#b", "z"].map { $0 == "#b" ? "b" : $0 }),
    ("tags: >-\n  a\n  b", ["a", "b", "z"]),
    ("tags: 2024", ["2024", "z"]),
  ]

  @Test(arguments: frontTags)
  func tagsOfTheFrontMatterComeFirst(front: String, tags: [String]) {
    let text = "---\n\(front)\n---\n#z"
    #expect(MemoParser.metadata(of: Array(text.utf8)).tags == tags, "\(front)")
  }

  @Test func aliasesAreAListOrATextWithCommas() {
    func aliases(_ front: String) -> [String] { MemoParser.metadata(of: Array("---\n\(front)\n---\n".utf8)).aliases }
    #expect(aliases("aliases: [A b, 'C, d']") == ["A b", "C, d"])
    #expect(aliases("alias: A b, c") == ["A b", "c"])
    #expect(aliases("alias: one\naliases:\n- two") == ["two", "one"])
  }

  @Test func tagsHavePlaces() {
    let places = Array("#a\n가 #나/ x".utf8).withUnsafeBytes { bytes in
      let tree = MarkupTree(bytes, from: 3)
      return tree.leaves.flatMap { tree.inlines(of: $0) }.map(\.content)
    }
    #expect(places == [8..<11])
  }
}
