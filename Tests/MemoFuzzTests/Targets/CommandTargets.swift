import MemoCore
import MemoTestSupport

@testable import MemoCLI
@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

extension FuzzTarget {
  /// Command lines, a word a line.
  static let arguments = FuzzTarget(
    "arguments",
    seeds: [
      "list\n--tag\na\n--sort=title+\n-n5\n--\n-x", "--vault\n.\nnew\nTitle\n--body=-\n-qv\n--no-edit\n--help",
      "search\n-C\n3\n-lm1\n--json\nword\n--limit=0", "help\nsync", "x\ny\n-z", "--version=1\n\n-\n---\n--=",
      "write\nREF\n--if-match=0f\n--color\nalways", "completions\nbash", "ls\n--format\n{title}\n-0",
    ]
  ) { input in
    let words = input.split(separator: 10, omittingEmptySubsequences: false).map { RawArgument(bytes: $0) }
    do throws(UsageError) {
      _ = try CommandLineParser.parse(words, commands: CommandList.declarations + CommandList.hidden)
    } catch {
      try expect(!error.hints.isEmpty, "a mistake is explained")
    }
    _ = CompletionRequest(words, commands: CommandList.declarations)
  }

  /// Values of options: dates, tags, globs, formats.
  static let filters = FuzzTarget(
    "filters",
    seeds: [
      "2024-02-29", "7d", "yesterday", "그저께", "2024-03", "2024", "2024-02-29T12:30:59.123456789+09:00", "9999999m",
      "-1y", "2262-04-11T23:47:16Z", "a OR NOT b AND c/*", "**/[a-z!]?{x,y}/*.md", "[!a]\\*", "a/**",
      "{title}\\t{path}\\{",
      "https://u@h:1/p.git", "git@h:p", "ext::sh", "-x", "~/a", "HEAD~3^2:x", "main@{1}", "\u{202E}",
    ]
  ) { input in
    let text = Self.text(input)
    for now: Int64 in [0, 1_700_000_000_000_000_000] {
      let clock = FixedClock(now: now)
      if let span = DateFilter(clock: clock).span(text) {
        try expect(span.lowerBound <= span.upperBound, "a span is not upside down")
      }
    }
    _ = WrittenDate(text)
    _ = (try? TagExpression(text))?.holds(for: [text, "a/b"])
    let glob = Glob(text)
    _ = glob.covers(VaultPath("a/b.md")) || glob.matches(VaultPath(bytes: input), isFolder: true)
    _ = try? FormatTemplate(text)
    if let address = RemoteAddress(text, from: HostPath("/a"), home: HostPath("/h")) {
      try expect(address.text.utf8.first != UInt8(ascii: "-"), "no address is an option")
      let scheme = address.text.utf8.prefix {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || "0123456789+-.".utf8.contains($0)
      }
      try expect(!address.text.utf8.dropFirst(scheme.count).starts(with: "::".utf8), "no address is a command")
      _ = address.folderName
    }
    _ = Suggestions.nearest(to: text, among: ["list", "new", text])
    _ = Hangul.isInitials(text)
    _ = NamePrefix(text)
  }

  /// Templates of memos.
  static let templates = FuzzTarget(
    "templates",
    seeds: [
      joined("Title", "# {{title}} {{date}} {{time}} {{date:EEE yyyy}} {{x}} {{{{}}"), joined("a\nb", "{{date:''}}"),
    ]
  ) { input in
    let parts = parts(input, 2)
    // The formatter takes its time: a format is tried where an input is short.
    guard parts[1].count < 60 || !Self.text(parts[1]).contains("date:") else { return }
    let clock = FixedClock(now: 1_700_000_000_000_000_000)
    let filling = TemplateFilling(title: Self.text(parts[0]), at: clock.now, clock: clock, locale: "ko")
    let filled = filling.filled(parts[1])
    if !parts[1].contains(UInt8(ascii: "{")) { try expect(filled == parts[1], "what is no field stays") }
  }

  /// Paths and names that come with a vault, an import or a history.
  static let paths = FuzzTarget(
    "paths",
    seeds: [
      "a/b.md", "../x.md", "/etc/passwd", "a//b.md", ".git/config", "a/.hidden.md", "CON.md", "a\u{0}b.md",
      "한글.markdown",
      "\"a\\n\\033\\\"b\\\\.md\" rest", "e\u{301}.MD", "x.txt", "a/\u{200C}.git", "git~1", "a. ", "trailing./b",
    ]
  ) { input in
    let path = VaultPath(bytes: input)
    for quoted in [QuotedPath.bytes(path), QuotedPath.sealed(path)] where quoted.first == UInt8(ascii: "\"") {
      var rest = quoted[...]
      // A path that starts with a quote has it escaped, so that it is quoted.
      try expect(QuotedPath.take(from: &rest) == path && rest.isEmpty, "a path in quotes is read back")
    }
    var rest = input[...]
    _ = QuotedPath.take(from: &rest)
    for wanted in [WantedPath(path, fallback: "x"), WantedPath(importing: path, by: .dash, fallback: "x")].compactMap(
      \.self)
    {
      for made in [wanted.path, wanted.path(number: 12)] {
        try expect(TreePath.isSafe(made) && WantedPath.isInside(made), "what is imported stays inside: \(made.text)")
      }
    }
    _ = HostPath(input, from: HostPath("/a")).path(inVault: HostPath("/a"))
    _ = OperationFolder(name: input)
    _ = WindowsName.isLegal(path)
    _ = MemoFileRules(ignored: [Glob(Self.text(input))]).isMemo(path)
  }
}
