public import MemoCore

/// A vault in memory whose memos link to each other in every style, with names that clash and names that are hard to write.
public struct RandomLinkVault {
  /// A memo of it.
  public struct Memo {
    /// Where it is.
    public var path: VaultPath
    /// What it says.
    public var text: [UInt8]

    /// What its text says of it.
    public var metadata: MemoMetadata { MemoParser.metadata(of: text) }
  }

  /// The memos, each at its place for good.
  public var memos: [Memo] = []
  private var random: SeededRandom

  private static let stems = [
    "a", "A", "b", "plan", "Plan", "계획", "\u{1100}\u{1168}\u{1112}\u{116C}\u{11A8}", "a b", "c(1)", "v1.2", "x.md",
    "100%",
    "it's", "index", "README", "e\u{301}", "\u{E9}", "d#e", "f|g", "[h]", "`i`", "j&k", "l+m", "q?", "\"r\"",
  ]
  /// Folders at several depths, two of which differ in case alone.
  public static let folders = ["", "x", "x/y", "z z", "한글", "X", "w/x", "w/x/y"]
  private static let endings = [".md", ".md", ".md", ".markdown"]
  /// Titles that clash with other names, and that links cannot write.
  public static let titles = [
    "a", "Alpha", "ALPHA", "plan", "A/B", "[odd]", "C# notes", "", "알파", "p|q", "x/a", "Some `code`", "to do",
    "e\u{301}",
  ]
  private static let aliases = ["a", "Beta", "plan", "베타", "x/b"]

  /// The vault of a seed.
  public init(seed: UInt64, count: Int) {
    random = SeededRandom(seed: seed)
    for _ in 0..<count { memos.append(Memo(path: freePath(), text: [])) }
    for place in memos.indices { memos[place].text = text(at: place, title: title()) }
  }

  /// Where its links lead, as the oracle says.
  public var oracle: LinkOracle {
    LinkOracle(
      memos: memos.map {
        LinkOracle.Memo(path: $0.path.text, title: $0.metadata.title, aliases: $0.metadata.aliases)
      })
  }

  /// The names of its memos.
  public var resolver: LinkResolver {
    LinkResolver(
      memos.map { LinkResolver.Memo(path: $0.path, title: $0.metadata.title, aliases: $0.metadata.aliases) })
  }

  /// Renames, moves and retitles a few memos; links stay as they were.
  public mutating func change() {
    for _ in 0..<(1 + random.below(3)) {
      let place = random.below(memos.count)
      if random.happens(percent: 70) { memos[place].path = freePath() }
      if random.happens(percent: 50) { retitle(place) }
    }
  }

  private mutating func retitle(_ place: Int) {
    let text = memos[place].text
    let line = text.withUnsafeBytes { MemoLayout($0).titleLine }
    guard let line else { return }
    memos[place].text.replaceSubrange(
      line, with: Array("# \(random.pick(Self.titles.filter { !$0.isEmpty }) ?? "a")".utf8))
  }

  private mutating func title() -> String { random.pick(Self.titles) ?? "" }

  private mutating func freePath() -> VaultPath {
    while true {
      let folder = random.pick(Self.folders) ?? ""
      let name = (random.pick(Self.stems) ?? "a") + (random.pick(Self.endings) ?? ".md")
      let path = VaultPath(folder.isEmpty ? name : "\(folder)/\(name)")
      if !memos.contains(where: { $0.path == path }) { return path }
    }
  }

  private mutating func text(at place: Int, title: String) -> [UInt8] {
    let path = memos[place].path
    var front = random.happens(percent: 30) ? "aliases: [\(random.pick(Self.aliases) ?? "")]\n" : ""
    for quote in ["\"", "'", ""] where random.happens(percent: 15) {
      front += "see: \(quote)\(wikiLink(from: path))\(quote)\n"
    }
    var text = front.isEmpty ? "" : "---\n\(front)---\n"
    text += title.isEmpty ? "plain\n" : "# \(title)\n\n"
    for _ in 0..<random.below(6) { text += "가 " + link(from: path) + " `[[a]]` 나\r\n" }
    for number in 0..<random.below(4) {
      if random.happens(percent: 60) { text += "\n나 [r\(number)] 와 [둘][R\(number)]\n\n" }
      text += " [r\(number)]: \(destination(from: path))#h 'So'\n"
    }
    return Array(text.utf8)
  }

  private mutating func link(from path: VaultPath) -> String {
    if random.happens(percent: 60) { return (random.happens(percent: 20) ? "!" : "") + wikiLink(from: path) }
    let destination = destination(from: path)
    return random.happens(percent: 30) ? "[이름](<\(destination)#머리 말>)" : "[l](\(destination)#h \"t\")"
  }

  private mutating func wikiLink(from path: VaultPath) -> String {
    let (target, up) = target(from: path)
    let stem = Self.withoutExtension(target)
    let name = String(stem.split(separator: "/").last ?? "")
    let heading = random.happens(percent: 30) ? "#머리 말" : ""
    let label = random.happens(percent: 30) ? "|이름" : ""
    let end = stem.split(separator: "/").suffix(2).joined(separator: "/")
    let targets = [
      stem, target, name, name, end, "/" + stem, up + stem, "./" + name, title(), random.pick(Self.aliases) ?? "",
    ]
    return "[[\(random.pick(targets) ?? "a")\(heading)\(label)]]"
  }

  private mutating func destination(from path: VaultPath) -> String {
    let (target, up) = target(from: path)
    let name = String(target.split(separator: "/").last ?? "")
    let (stem, folder) = (Self.withoutExtension(target), String(target.dropLast(name.count)))
    let end = target.split(separator: "/").suffix(2).joined(separator: "/")
    let targets = [
      up + target, "./" + up + target, target, "/" + target, name, end, up + stem, stem, up + folder, "./",
      Self.withoutExtension(name),
    ]
    return Self.encoded(random.pick(targets) ?? "a")
  }

  private static func withoutExtension(_ path: String) -> String {
    path.hasSuffix(".md") ? String(path.dropLast(3)) : path
  }

  /// A memo, and how to get to the root from a path.
  private mutating func target(from path: VaultPath) -> (text: String, up: String) {
    (memos[random.below(memos.count)].path.text, String(repeating: "../", count: path.components.count - 1))
  }

  /// Every byte that is no letter, digit, slash or dot as an escape; letters beyond ASCII as they are.
  private static func encoded(_ path: String) -> String {
    path.unicodeScalars.map { scalar in
      let isPlain =
        scalar.value >= 0x80 || scalar.properties.isAlphabetic || "0123456789/.".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "%" + String(scalar.value, radix: 16, uppercase: true)
    }.joined()
  }
}
