import MemoCore
import MemoTestSupport

@testable import MemoCLI

/// A command line with its input, made by chance of what the commands declare of themselves: a new command or option takes
/// part without being named here.
struct OutsideCommand {
  let words: [[UInt8]]
  let input: [UInt8]
  /// Whether it must leave all files but memo's own as they are.
  let isReading: Bool

  /// What command lines can be about.
  struct Subject {
    /// Paths of the vault's files.
    var paths: [String]
    /// The repository to sync with.
    var hub: String
    var vault: String
  }

  /// The line, for messages: a shell reads it.
  var text: String {
    words.map { "'" + String(decoding: $0, as: UTF8.self).replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
  }

  /// Whether a word stands among the options.
  func has(_ option: String) -> Bool { words.prefix { $0 != Array("--".utf8) }.contains(Array(option.utf8)) }
}

/// Makes command lines.
struct OutsideCommandMaker {
  /// The commands that are run. Those that take over the terminal have fuzzers of their own.
  static let declarations = (CommandList.declarations + CommandList.hidden).filter {
    !["browse", "exit-codes"].contains($0.name)
  }
  private static let readers: Set = [
    "list", "search", "show", "outline", "links", "backlinks", "history", "diff", "graph", "stats", "completions",
    "man", "help", "__complete", "index", "watch", "trust", "fields",
  ]
  /// What each of these writes only with a certain word.
  private static let writers: [String: Set<String>] = [
    "check": ["--fix"], "tags": ["rename", "add", "remove"], "mentions": ["--link"], "tasks": ["done", "undone"],
    "trash": ["restore", "empty"],
    "conflicts": ["--resolve"],
  ]
  /// Git takes a hundred times as long as everything else.
  private static let slow: Set = ["sync", "clone"]

  let subject: OutsideCommand.Subject
  var random: SeededRandom

  /// A command line.
  mutating func make() -> OutsideCommand {
    while true {
      let command = makeAny()
      if !reachesOutside(command), !stays(command) { return command }
    }
  }

  /// Whether a line starts a watcher, which works until someone ends it.
  private func stays(_ command: OutsideCommand) -> Bool {
    command.words.contains(Array("watch".utf8)) && !["--status", "--stop", "--print-unit"].contains(where: command.has)
  }

  /// Whether a line asks for files outside of the sandbox, and rightly gets them: `init /` makes the root of the file system
  /// a vault. Any place may be named as a memo.
  private func reachesOutside(_ command: OutsideCommand) -> Bool {
    let words = command.words.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    let isMaking = words.contains { ["init", "export", "clone", "config", "import"].contains($0) }
    let vault = HostPath(subject.vault)
    return zip([""] + words, words).contains { before, word in
      guard isMaking || before.hasBytePrefix("--v") || word.hasBytePrefix("--v") else { return false }
      let value = word.hasBytePrefix("-") ? word.parts(at: "=", maxSplits: 1).dropFirst().last ?? "" : word
      return HostPath(value, from: vault).path(inVault: vault.parent) == nil
    }
  }

  private mutating func makeAny() -> OutsideCommand {
    var declaration = one(Self.declarations)
    while Self.slow.contains(declaration.name) && random.happens(percent: 85) { declaration = one(Self.declarations) }
    var options = self.options(of: declaration)
    var positionals = self.positionals(of: declaration, &options)
    if random.happens(percent: 3) { positionals.append(oddName()) }
    var words = ["memo"] + (random.happens(percent: 20) ? global() : []) + [one(declaration.names)] + options
    if positionals.contains(where: { $0.hasPrefix("-") }) || random.happens(percent: 10) { words.append("--") }
    var bytes = (words + positionals).map { Array($0.utf8) }
    // Some are wrong on purpose.
    if random.happens(percent: 3) {
      bytes[1 + random.below(bytes.count - 1)] = OutsideVault.mutated(Array(oddName().utf8), &random).filter { $0 != 0 }
    }
    let input = random.happens(percent: 60) ? OutsideVault.memo(&random) : importJSON()
    return OutsideCommand(words: bytes, input: input, isReading: isReading(declaration, words + positionals))
  }

  private func isReading(_ declaration: CommandDeclaration, _ words: [String]) -> Bool {
    if words.contains("--dry-run") || Self.readers.contains(declaration.name) { return true }
    return Self.writers[declaration.name].map { $0.isDisjoint(with: words) } ?? false
  }

  // MARK: Options

  private mutating func global() -> [String] {
    one([
      ["--vault", subject.vault], ["--vault=."], ["-q"], ["-v"], ["--color=always"], ["--color", "never"],
      ["--no-pager"],
      ["--no-input"], ["--lang", "ko"], ["--lang=en"], ["-qv", "--lang", "ko"], ["--vault", "nowhere"],
    ])
  }

  /// Options of a command, each set of which only one may be given with one of it at most.
  private mutating func options(of declaration: CommandDeclaration) -> [String] {
    var words: [String] = []
    var taken: Set<String> = []
    let exclusions = declaration.optionGroups.flatMap(\.exclusions).map { Set($0.map(\.long)) }
    for option in declaration.options where random.happens(percent: percent(of: option.long)) {
      guard !exclusions.contains(where: { $0.contains(option.long) && !$0.isDisjoint(with: taken) }) else { continue }
      taken.insert(option.long)
      words += spelled(option)
      // A distance is one from a memo.
      if option.long == "distance", !taken.contains("links-to") { words.append("--links-to=" + reference()) }
      if option.isRepeatable, random.happens(percent: 30) { words += spelled(option) }
    }
    return words
  }

  private func percent(of option: String) -> Int {
    switch option {
    case "yes": 90
    case "no-edit", "edit", "dry-run", "json": 30
    case "if-match": 4
    // A watcher would stay, and the screen is another test's.
    case "start", "poll", "open", "mail": 1
    default: 14
    }
  }

  private mutating func spelled(_ option: any ArgumentDeclaration) -> [String] {
    switch option.form {
    case .flag: return [one(option.spellings)]
    case .toggle(let negation): return ["--\(negation)"]
    case .optionalValue(let name):
      return [random.happens(percent: 50) ? "--\(option.long)" : "--\(option.long)=\(value(name))"]
    case .value(let name):
      let value = value(option.long == "where" ? "CONDITION" : name, option.completion)
      guard let short = option.short, random.happens(percent: 40) else {
        return random.happens(percent: 50) || value.hasPrefix("-")
          ? ["--\(option.long)=\(value)"] : ["--\(option.long)", value]
      }
      return value.hasPrefix("-") ? ["-\(short)\(value)"] : ["-\(short)", value]
    }
  }

  // MARK: Positionals

  private mutating func positionals(of declaration: CommandDeclaration, _ options: inout [String]) -> [String] {
    switch declaration.name {
    case "tags":
      guard random.happens(percent: 40) else { return random.happens(percent: 50) ? [] : ["list"] }
      options.removeAll { $0.hasPrefix("--sort") || $0 == "--nested" || ["name", "count"].contains($0) }
      return random.happens(percent: 50)
        ? ["rename", value("TAG"), value("TAG")] : [one(["add", "remove"]), value("TAG"), value("REF")]
    case "today": return one([[], ["yesterday"], ["+1"], ["-7"], ["월요일"], ["11월 20일"], ["Jan 5"], ["2026-11-20"]])
    case "extract": return [value("REF") + "#" + one(["a", "Plan", "일", "x#y"])]
    case "merge": return [value("REF"), value("REF")]
    case "list": return random.happens(percent: 95) ? [] : ["@none"]
    case "tasks":
      guard random.happens(percent: 50) else { return [] }
      let place = one([value("REF") + ":\(1 + random.below(9))", "-", "a.md:3:more", "1", value("REF")])
      return [one(["done", "undone"]), place]
    case "trash": return one([[], ["list"], ["restore", one(["1", "a", oddName()])], ["empty"]])
    case "config":
      let key = value("KEY")
      guard !options.contains("--unset"), random.happens(percent: 50) else {
        return random.happens(percent: 80) ? [key] : []
      }
      return [key, value("VALUE")]
    case "watch":
      options = [one(["--status", "--stop", "--print-unit", "--status"])]
      if options == ["--status"], random.happens(percent: 40) { options.append("--json") }
      return []
    case "restore":
      if !options.contains(where: { $0.hasPrefix("--at") }) { options += ["--at", value("REV")] }
      return options.contains("--missing") ? [] : [value("REF")]
    case "export": return options.contains("--json") && random.happens(percent: 60) ? [] : ["../copy\(random.below(3))"]
    case "init": return ["../other\(random.below(2))"]
    case "clone": return [one([subject.hub, subject.hub, "nowhere"]), "../clone\(random.below(4))"]
    case "__complete": return completed()
    default: return declaration.positionals.flatMap { words(of: $0) }
    }
  }

  private mutating func completed() -> [String] {
    let command = one(Self.declarations).name
    let line = ["memo", command, one(["", "--", "a", "--tag", "-", "%", "'", "ㅎ", "work/"])]
    let shell = one(Shell.allCases).rawValue
    return shell == "bash" ? [shell, line.joined(separator: " ")] : [shell] + line.dropFirst()
  }

  private mutating func words(of positional: Positional) -> [String] {
    let count =
      switch positional.arity {
      case .one: 1
      case .optional: random.happens(percent: 80) ? 1 : 0
      case .many: random.below(3)
      case .atLeastOne: 1 + random.below(3)
      }
    // A REF may be left out only where a person can choose one.
    let least = positional.name.hasPrefix("REF") ? 1 : 0
    return (0..<max(count, least)).map { _ in value(positional.name, positional.completion) }
  }

  // MARK: Values

  /// A value of the kind that help calls so.
  private mutating func value(_ name: String, _ completion: Completion = .none) -> String {
    if case .choices(let words) = completion, !words.isEmpty { return one(words) }
    switch name {
    case "N", "SECONDS": return one(["0", "1", "2", "5", "20", "60", "1000", "9223372036854775807"])
    case "DATE":
      return one([
        "2026-05-01", "2026-05", "2026", "yesterday", "last week", "3 days ago", "7d", "2h", "오늘", "지난달", "1970-01-01",
        "2026-05-01T10:00:00Z", "2026-05-01T10:00:00.123456789+14:00", "2262-04-11T23:47:16.854775807Z", "1000000y",
        "0d",
      ])
    case "EXPR": return one(["work", "work OR home", "NOT work", "-home", "project/*", "(a OR b) c", "일"])
    case "CONDITION":
      return one([
        "status=open", "rating>=4", "due<2026-12-01", "created!=2026", "author~kim", "has:title", "no:tags",
        "tags=work", "a.b=\u{1B}", "한글=",
      ])
    case "KEY=VALUE":
      return one([
        "status=open", "tags+=work", "tags-=home", "title=x: y", "a.b=[c]", "aliases=", "한글=e\u{301}", "x=\u{1B}\n---",
      ])
    case "GLOB": return one(["*", "**", "work/**", "*.md", "2026-*", "[a-z]*", "{a,b}*", "**/x/**", "!*", "[", "?"])
    case "KEY[+|-]":
      return one(["modified", "created", "title", "path", "size", "words", "natural"]) + one(["", "+", "-"])
    case "TEMPLATE":
      return one([
        "{title}\\t{path}", "{preview}", "{tags} {created} {size}", "\\{", "{number}{etag}", "{absPath}\\0", "x",
      ])
    case "TAG", "OLD", "NEW": return one(["work", "home", "project/memo", "일", "a", "new-tag", "Work", "x/y/z"])
    case "NAME", "WORD": return one(["today", "meeting", "a.md", "none"])
    case "REV":
      return one(["HEAD", "HEAD~1", "main", "HEAD~99", "yesterday", "7d", "2026-01-01", "origin/main", "@{u}", "0"])
    case "ETAG": return one(["9a1be0", "0", "ffffffffffffffff"])
    case "URL": return one([subject.hub, subject.hub, "../hub.git", "https://127.0.0.1:1/x.git", "nowhere"])
    case "TEXT|-": return one(["-", "more", "- [ ] do", "한글", "\u{1B}[31m", "a\r\nb", ""])
    case "TITLE": return one(["Plan", "새 제목", "a/b", "..", "x: y", ".hidden", "CON", "e\u{301}", "# x", oddName()])
    case "QUERY": return query()
    case "KEY": return one(["editor", "vault", "device", "language", "id", "ignore", "daily.folder", "templates"])
    case "VALUE":
      return one(["true", "en", "ko", "work", "a,b,c", "*.tmp.md", "Daily/{{date:YYYY}}", "", "../x", subject.vault])
    case "COMMAND":
      let command = one(Self.declarations)
      return command.name
    case "DIR": return one(["work", "home", "new/deep", ".", "work/x.md", "..", "한글"])
    case "FILE|DIR": return one(["-", "-", "import.json", "../in", "work", "nowhere.json"])
    case "REF": return reference()
    default: return reference()
    }
  }

  private mutating func reference() -> String {
    guard random.happens(percent: 80) else { return oddName() }
    let path = one(subject.paths)
    switch random.below(6) {
    case 0: return String(path.split(separator: "/").last ?? "a")
    case 1: return String(path.prefix(3))
    case 2: return "\(1 + random.below(30))"
    case 3: return "./" + path
    default: return path
    }
  }

  private mutating func query() -> String {
    one([
      "work", "회의", "ㅎㅇ", "\"release plan\"", "-draft", "a OR b", "/v[0-9]+/", "title:plan", "tag:work", "path:home",
      "/(a+)+$/", "(", "NOT", "/[/", "tag:", "\"", "x y -z", "(a OR b) -(c d)", "e\u{301}", "İ", "ß",
      "\u{1F468}\u{200D}\u{1F469}",
      "/^$/", "/./", "/\\p{Hangul}+/", oddName(),
    ])
  }

  private mutating func oddName() -> String {
    one([
      "", " ", "-", "--", ".", "..", "/", "//", "../..", "a", "%1", "0", "-1", "@", "~", "*", "[[x]]", "\u{202E}x",
      "\n",
      String(repeating: "x", count: 300), String(repeating: "가", count: 2_000), String(repeating: "../", count: 100),
      "/etc/passwd",
      ".git/config", ".memo/config.json", "a\u{0301}", "\u{FEFF}",
    ])
  }

  private mutating func importJSON() -> [UInt8] {
    let time = one([
      "0", "1.5", "-1", "1e308", "9223372036854775807", "\"2026-03-01T09:30:00Z\"", "null", "\"x\"", "[]",
    ])
    let body = one(["x", "# T\\n", "\\ud800", "\\u0000", "한글"])
    let path = one(["a.md", "../a.md", "/a.md", ".git/a.md", "x/../../a.md", "", "con.md"])
    let record = #"{"title":"t","body":"\#(body)","last_modified":\#(time),"path":"\#(path)"}"#
    let text = one(["[\(record)]", record + "\n" + record, "[\(record),", "[]", "{}", "null", "[[[[[[", record])
    return random.happens(percent: 20) ? OutsideVault.mutated(Array(text.utf8), &random) : Array(text.utf8)
  }

  private mutating func one<Element>(_ elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }
}
