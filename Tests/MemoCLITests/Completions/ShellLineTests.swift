import Testing

@testable import MemoCLI

@Suite struct ShellLineTests {
  static let lines: [(String, [String], Int)] = [
    ("memo", ["memo"], 0), ("memo ", ["memo", ""], 0), ("  memo   a", ["memo", "a"], 0),
    (#"memo show My\ no"#, ["memo", "show", "My no"], 0), (#"memo show "My no"#, ["memo", "show", "My no"], 0),
    (#"memo show 'My "no"#, ["memo", "show", #"My "no"#], 0), (#"memo show "a\"b\c"#, ["memo", "show", #"a"b\c"#], 0),
    ("memo '' x", ["memo", "", "x"], 0), ("memo ''", ["memo", ""], 0),
    (#"memo a"b c"'d e'f"#, ["memo", "ab cd ef"], 0),
    ("memo --color=al", ["memo", "--color=al"], 8), ("memo a: b", ["memo", "a:", "b"], 0),
    ("memo a:b:c", ["memo", "a:b:c"], 4), (#"memo a\:b"#, ["memo", "a:b"], 0), ("memo 'a:b", ["memo", "a:b"], 0),
    ("memo 회의: 주", ["memo", "회의:", "주"], 0), ("memo 회의:주", ["memo", "회의:주"], 7), (#"memo \"#, ["memo", ""], 0),
  ]

  @Test(arguments: lines)
  func aLineIsTakenApartAsShellsDo(line: String, words: [String], breakOffset: Int) {
    let parsed = ShellLine(Array(line.utf8))
    #expect(parsed.words.map { String(decoding: $0, as: UTF8.self) } == words)
    #expect(parsed.breakOffset == breakOffset)
  }

  static let redirections: [(String, [String], Bool)] = [
    ("memo show a > b", ["memo", "show", "a", ""], true), ("memo show a >b", ["memo", "show", "a", ""], true),
    ("memo show a > ", ["memo", "show", "a", ""], true), ("memo show a >", ["memo", "show", "a", ""], true),
    ("memo new < b c", ["memo", "new", "c"], false), ("memo new <b ", ["memo", "new", ""], false),
    ("memo new -n 2> b c", ["memo", "new", "-n", "c"], false), ("memo new 2 > b c", ["memo", "new", "2", "c"], false),
    ("memo new &> b", ["memo", "new", ""], true), ("memo new {fd}>> b c", ["memo", "new", "c"], false),
    ("memo new >| b", ["memo", "new", ""], true), ("memo new 2>&- c", ["memo", "new", "c"], false),
    ("memo new <<< b c", ["memo", "new", "c"], false), ("memo new a>b:c d", ["memo", "new", "a", "d"], false),
    (#"memo new "2"> b c"#, ["memo", "new", "2", "c"], false), (#"memo new \> b"#, ["memo", "new", ">", "b"], false),
    ("memo new 'a > b", ["memo", "new", "a > b"], false), (#"memo new ">"#, ["memo", "new", ">"], false),
    ("memo import <(ls (a) > b) c", ["memo", "import", "<(ls (a) > b)", "c"], false),
  ]

  @Test(arguments: redirections)
  func redirectionsAreNoWords(line: String, words: [String], isRedirected: Bool) {
    let parsed = ShellLine(Array(line.utf8))
    #expect(parsed.isRedirected == isRedirected)
    // What the file is called so far is of no use.
    let read = parsed.words.map { String(decoding: $0, as: UTF8.self) }
    #expect(isRedirected ? read.dropLast() == words.dropLast() : read == words)
  }

  static let quotes: [(String, String)] = [
    ("memo ", #"a\ \$b\"c\'d\`\!회e:=.md"#), ("memo \"", #"a \$b\"c'd\`!회e:=.md"#), ("memo '", #"a $b"c'\''d`!회e:=.md"#),
  ]

  @Test(arguments: quotes)
  func aWordIsQuotedAsTheLineGoesOn(line: String, quoted: String) {
    let word = "a $b\"c'd`!회e:=.md"
    #expect(String(decoding: ShellLine(Array(line.utf8)).quoted(word.utf8), as: UTF8.self) == quoted)
    let whole = ShellLine(Array((line + quoted).utf8))
    #expect(whole.words.map { String(decoding: $0, as: UTF8.self) } == ["memo", word], "it is read back")
  }

  @Test(arguments: [#"My\ note"#, #""My note"#, #"'My note'"#, "My note"])
  func aWordLosesItsQuotes(word: String) {
    #expect(String(decoding: ShellLine.unquoted(Array(word.utf8)), as: UTF8.self) == "My note")
  }
}
