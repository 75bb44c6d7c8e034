import Foundation
import MemoCore
import MemoTestSupport

/// A vault made by chance, what commands leave in it, and what may become of both: edits by other programs, and records
/// that are damaged or come from another process.
struct OutsideVault {
  let sandbox: Sandbox
  var random: SeededRandom
  private(set) var paths: [String] = []

  private static let folders = ["", "", "work/", "home/", "work/deep/er/", "한글/", "a b/", "x'y/"]
  private static let stems = [
    "a", "plan", "Plan", "회의록", "한글", "日本語", "Ελληνικά", "Кириллица", "العربية", "עברית", "ไทย", "हिन्दी", "e\u{301}",
    "\u{E9}", "🎉", "2026-05-01", "-x", "--json", "x.y", "a b", "it's", "q\"q", "back\\slash", "(1)", "[x]", "#t",
    "100%",
    "new\nline", "esc\u{1B}[31m", "bidi\u{202E}x", ".hidden", "CON", "1", "ʻokina", "ქართული", "ᏣᎳᎩ", "தமிழ்", "မြန်မာ",
  ]
  private static let memoFiles = [
    ".memo/cache/snapshot", ".memo/cache/journal", ".memo/cache/lock", ".memo/config.json", ".memo/moves/known",
    ".memo/lock", ".memo/templates/today.md", ".memo/templates/meeting.md", ".git/memo/state.json", ".git/memo/device",
    ".git/memo/clean", ".git/memo/table", ".git/memo/running/started", ".git/memo/running/base", ".git/config",
    ".git/HEAD", ".git/refs/heads/main", ".git/packed-refs", ".git/index", "../home/.config/memo/config.json",
  ]

  /// Makes a vault of some memos and other files; one in three is a repository that has synced.
  init(seed: UInt64) throws {
    sandbox = try Sandbox()
    random = SeededRandom(seed: seed)
    sandbox.variables["EDITOR"] = "append-line"
    sandbox.variables["SWIFT_BACKTRACE"] = "enable=no"
    try sandbox.makeProgram("append-line", "for file; do echo edited >> \"$file\"; done")
    for name in ["less", "pandoc"] { try sandbox.makeProgram(name, "cat") }
    for name in ["xdg-open", "wl-copy", "xclip", "fzf"] { try sandbox.makeProgram(name, "cat > /dev/null < /dev/null") }
    try sandbox.folder.write("# \(HostileVault.secret)\n", to: "outside/secret.md")
    try sandbox.folder.write("# taken in\n", to: "in/taken.md")
    try sandbox.write(#"[{"title":"t","body":"b","last_modified":1}]"#, to: "import.json")
    try sandbox.write("# {{title}} {{date:yyyy-'W'ww}} {{time:HH}}\n", to: ".memo/templates/meeting.md")
    for _ in 0..<(8 + random.below(20)) { try addMemo() }
  }

  /// The words that make the state of other commands before the first damage.
  mutating func beginning() -> [[String]] {
    var commands = [
      ["index"], ["append", paths[0], "more"], ["new", "--no-edit", "Made"], ["delete", "--yes", "--", paths[0]],
    ]
    if random.happens(percent: 30) {
      commands += [["sync", "--remote", hub], ["append", "Made", "x"], ["sync"]]
    }
    return random.happens(percent: 90) ? commands : []
  }

  var hub: String { sandbox.folder.path.appending("hub.git").text }

  var subject: OutsideCommand.Subject {
    OutsideCommand.Subject(paths: paths, hub: hub, vault: sandbox.vault.text)
  }

  // MARK: Changes between commands

  /// Does something that another program or a bad disk may do.
  mutating func disturb() throws {
    switch random.below(10) {
    case 0: try addMemo()
    case 1: try? sandbox.folder.remove(inVault(one(paths)))
    case 2: try? sandbox.folder.setModified(one([.min + 1_000_000_000, -1, 0, .max, 1]), of: inVault(one(paths)))
    case 3: try addOddEntry()
    case 4: try renameOperation()
    default: try damage()
    }
  }

  private mutating func addMemo() throws {
    let path =
      one(Self.folders) + one(Self.stems) + (random.happens(percent: 20) ? "\(random.below(9))" : "")
      + one([".md", ".md", ".md", ".markdown"])
    let time: Int64? = random.happens(percent: 60) ? Sandbox.noon(1 + random.below(28)) : nil
    // Something else may have its name by now.
    guard (try? sandbox.write(Self.memo(&random), to: VaultPath(path), modified: time)) != nil else { return }
    if !paths.contains(path) { paths.append(path) }
  }

  private mutating func addOddEntry() throws {
    let path = inVault("odd\(random.below(6)).md")
    try? sandbox.folder.remove(path)
    switch random.below(6) {
    case 0: try sandbox.folder.makePipe(path)
    case 1: try sandbox.folder.link(path, to: one(["odd1.md", "/etc/passwd", "../outside/secret.md", "..", "nowhere"]))
    case 2: try sandbox.folder.makeFolders(path)
    case 3: try? sandbox.folder.hardLink(path, to: inVault("odd9\(random.below(99)).md"))
    case 4:
      try sandbox.folder.write([], to: path)
      try sandbox.folder.truncate(path, to: one([1 << 20, 1 << 26]))
    default:
      try sandbox.folder.write(Array("# closed\n".utf8), to: path)
      try sandbox.folder.setMode(one([0, 0o200, 0o444]), of: path)
    }
  }

  /// Gives an operation's folder another number, size or state.
  private mutating func renameOperation() throws {
    let history = inVault(".memo/history")
    guard let name = random.pick((try? sandbox.folder.names(in: history)) ?? []) else { return }
    let state = one(["draft", "applying", "done", "undoing", "undone", "redoing", "x"])
    let numbers = [0, 1, 2, 9, 1 << 40, .max].map { "\($0)" } + ["-1", "99999999999999999999"]
    let new = "\(one(numbers))-\(one(numbers))-\(state)"
    try? sandbox.folder.rename(history.appending(name), to: history.appending(new))
  }

  private mutating func damage() throws {
    var files = Self.memoFiles.map { inVault($0) }
    for folder in [".memo/cache", ".memo/trash", ".memo/history"] {
      files += self.files(below: inVault(folder), depth: 2)
    }
    let path = one(files)
    // Never through a link, which may lead outside.
    let isFile = sandbox.folder.status(of: path)?.isFile == true
    guard isFile, let bytes = try? sandbox.folder.bytes(of: path) else {
      if sandbox.folder.status(of: path) != nil { try? sandbox.folder.remove(path) }
      if random.happens(percent: 30) { try? sandbox.folder.write(Self.record(&random), to: path) }
      return
    }
    switch random.below(12) {
    case 0: try? sandbox.folder.remove(path)
    case 1: try? sandbox.folder.truncate(path, to: random.below(bytes.count + 1))
    case 2: try? sandbox.folder.truncate(path, to: one([1 << 20, 1 << 26]))
    case 3: try replace(path) { [self] in try sandbox.folder.makeFolders(path) }
    case 4: try replace(path) { [self] in try sandbox.folder.makePipe(path) }
    case 5:
      try replace(path) { [self] in try sandbox.folder.link(path, to: sandbox.folder.path.text + "/outside/secret.md") }
    case 6: try? sandbox.folder.write(Self.record(&random), to: path)
    default: try? sandbox.folder.write(Self.mutated(bytes, &random), to: path)
    }
  }

  private func replace(_ path: VaultPath, _ make: () throws -> Void) throws {
    try? sandbox.folder.remove(path)
    try? make()
  }

  private func files(below folder: VaultPath, depth: Int) -> [VaultPath] {
    guard depth > 0, let names = try? sandbox.folder.names(in: folder) else { return [] }
    return names.flatMap { name -> [VaultPath] in
      let path = folder.appending(name)
      return sandbox.folder.status(of: path)?.isFile == true ? [path] : files(below: path, depth: depth - 1)
    }
  }

  private func inVault(_ path: String) -> VaultPath {
    path.hasPrefix("../") ? VaultPath(String(path.dropFirst(3))) : sandbox.inVault(VaultPath(path))
  }

  private mutating func one<Element>(_ elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }

  // MARK: Bytes

  /// Bytes with a few mistakes in them: of a disk, of a person, or of someone who knows what numbers do.
  static func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(4) {
      let start = random.below(bytes.count + 1)
      let end = min(bytes.count, start + random.below(16))
      switch random.below(6) {
      case 0 where start < bytes.count: bytes[start] ^= 1 << UInt8(random.below(8))
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 3: for place in start..<end { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
      case 4: bytes = withNumber(in: bytes, &random)
      default: bytes.insert(contentsOf: tokens[random.below(tokens.count)].utf8, at: start)
      }
    }
    return bytes
  }

  /// One of the numbers in a text becomes one at the end of what fits.
  private static func withNumber(in bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let starts = bytes.indices.filter { isDigit(bytes[$0]) && ($0 == 0 || !isDigit(bytes[$0 - 1])) }
    guard let start = random.pick(starts) else { return bytes }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    return Array(bytes[..<start]) + Array(numbers[random.below(numbers.count)].utf8) + bytes[end...]
  }

  private static let numbers = [
    "0", "-1", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e400", "4294967296",
    "1099511627776",
  ]
  private static let tokens = [
    "\"", "{", "}", "[", "]", ",", ":", "\0", "\n", "null", "true", "../", "/", "\u{1B}[2J", "\u{202E}",
    "9223372036854775807",
    "-9223372036854775808", String(repeating: "[", count: 3_000), String(repeating: "x", count: 10_000),
  ]

  /// Something that could be one of memo's records.
  private static func record(_ random: inout SeededRandom) -> [UInt8] {
    let number = numbers[random.below(numbers.count)]
    let records = [
      #"{"lastTidied":\#(number),"lastSync":\#(number),"lastErrorAt":\#(number),"lastError":"x","nextTry":\#(number),"seen":[]}"#,
      #"{"path":"../outside/evil.md","title":"a\u001b[31m","deletedAt":\#(number)}"#,
      #"{"format":1,"operation":"x","at":\#(number),"changes":[],"folders":[]}"#,
      #"{"ignore":["[","{","**"],"daily":{"folder":"../x"},"templates":"..","id":\#(number)}"#,
      #"{"editor":"true","vault":"/dev/null/nowhere","language":"\#(number)","device":""}"#,
      "", "{}", "[]", "null", "0", "ref: refs/heads/\(number)\n", String(repeating: "{\"a\":", count: 2_000),
    ]
    return Array(records[random.below(records.count)].utf8)
  }

  /// The text of a memo.
  static func memo(_ random: inout SeededRandom) -> [UInt8] {
    var text = random.happens(percent: 40) ? front(&random) : ""
    for _ in 0..<random.below(12) { text += parts[random.below(parts.count)] }
    var bytes = Array(text.utf8)
    if random.happens(percent: 10) { bytes = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }
    if random.happens(percent: 5) { bytes = [0xEF, 0xBB, 0xBF] + bytes }
    if random.happens(percent: 10) { bytes = mutated(bytes, &random) }
    return bytes
  }

  private static func front(_ random: inout SeededRandom) -> String {
    let dates = [
      "2026-05-01", "9999-12-31T23:59:59Z", "-1", "1677-09-21T00:12:43Z", "2262-04-12",
      "\(numbers[random.below(numbers.count)])", "x",
    ]
    let keys = [
      "title: T\(random.below(5))", "title: \"q\\u202E\"", "tags: [work, home]", "tags:\n  - a\n  - 'b c'",
      "tags: work",
      "created: \(dates[random.below(dates.count)])", "date: \(dates[random.below(dates.count)])", "aliases: [a, 별칭]",
      "x: {y: [", "&a : *a",
      "title: |\n  long\n  title", "? k\n: v",
    ]
    return "---\n" + (0..<random.below(5)).map { _ in keys[random.below(keys.count)] + "\n" }.joined()
      + ["---\n", "...\n", "", "---"][random.below(4)]
  }

  private static let parts = [
    "# Plan\n", "# 회의록\n", "## Work #work\n", "release plan v12 #project/memo\n", "[[plan]] [[a|b]] [[한글#x]]\n",
    "[x](a.md#y)\n",
    "![p](p.png)\n", "- [ ] do\n- [x] done\n", "```\n[[code]]\n```\n", "> quote\n", "\n", "\n\n", "word ",
    "<<<<<<< x\n", "e\u{301}\u{1F468}\u{200D}\u{1F469}\n",
    "العربية עברית\n", "한글 ㅎㅇㄹ 테스트\n", "\u{202E}\u{2066}\n", "\u{1B}[31m\u{9B}2J\n", "\0\0", "| a | b |\n|---|---|\n",
    "a\rb\r", "#tag#x #1 ##\n",
    "https://x.org/a_(b)\n", "[[", "]]", String(repeating: "[[a]] ", count: 200),
    String(repeating: "가나다", count: 3_000), "[^1]: x\n", "---\n",
  ]
}
