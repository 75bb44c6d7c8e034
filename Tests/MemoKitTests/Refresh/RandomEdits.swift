import MemoCore
import MemoTestSupport

/// Edits a vault's files as people, editors, file managers and sync tools do, one random edit at a time.
struct RandomEdits {
  static let ignoredFolder = "ignored"

  private let folder: TemporaryFolder
  private let oracle: TreeOracle
  private var random: SeededRandom

  /// Names that are easily mistaken: for each other, for hidden ones, for folders, for text.
  private static let fileNames: [[UInt8]] =
    [
      "a.md", "b.md", "a.markdown", "notes.txt", ".hidden.md", "new\nline.md", "-.md", "\u{D55C}.md",
      "\u{1112}\u{1161}\u{11AB}.md", "e\u{301}.md", "\u{E9}.md", "md", "d", "A.MD", "a b.md",
    ].map { Array($0.utf8) } + [[0xFF, 0xC3] + Array(".md".utf8)]
  private static let folderNames: [[UInt8]] =
    ["d", "d-", "d.md", "e", ".git", ignoredFolder, "\u{E9}", "e\u{301}", "a.md"].map { Array($0.utf8) } + [[0xFE]]
  private static let words = ["lamp", "river", "stone", "#tag", "#tag/sub", "[[a]]", "[[b|c]]", "forty-two"]

  init(in folder: TemporaryFolder, seed: UInt64) {
    self.folder = folder
    oracle = TreeOracle(folder: folder, ignoredFolder: Self.ignoredFolder)
    random = SeededRandom(seed: seed)
  }

  /// Does one edit and says which. An edit that the system refuses, as a folder moved into itself, is none.
  mutating func next() throws -> String {
    let entries = try oracle.entries()
    let kind = random.below(100)
    do {
      return try edit(kind, entries)
    } catch let failure as SystemFailure {
      return "refused: \(failure)"
    }
  }

  private mutating func edit(_ kind: Int, _ entries: [VaultPath]) throws -> String {
    let files = entries.filter { folder.status(of: $0)?.isFile == true }
    let entry = random.pick(entries) ?? VaultPath("d")
    let file = random.pick(files) ?? VaultPath("a.md")
    switch kind {
    case ..<30: return try create(entries)
    case ..<40: return try rewriteSameSize(file)
    case ..<50: return try rewriteKeepingTime(file)
    case ..<56: return try append(to: file)
    case ..<60: return try remove(file)
    case ..<61: return try remove(entry)
    case ..<70: return try move(file, to: newPath(entries, named: Self.fileNames))
    case ..<80: return try move(entry, to: newPath(entries, named: Self.folderNames))
    case ..<85: return try replace(entry)
    case ..<92: return try touch(file)
    default: return try changeMode(entry)
    }
  }

  // MARK: Edits

  private mutating func create(_ entries: [VaultPath]) throws -> String {
    let path = newPath(entries, named: Self.fileNames)
    try folder.write(text(), to: path)
    return "wrote \(path.text)"
  }

  private mutating func rewriteSameSize(_ path: VaultPath) throws -> String {
    try folder.overwrite(path, with: sameSizeText(path))
    return "rewrote \(path.text)"
  }

  private mutating func rewriteKeepingTime(_ path: VaultPath) throws -> String {
    guard let before = folder.status(of: path) else { return "nothing" }
    try folder.overwrite(path, with: sameSizeText(path))
    try folder.setModified(before.stamp.modified, of: path)
    return "rewrote \(path.text) and put its time back"
  }

  private mutating func append(to path: VaultPath) throws -> String {
    try folder.append(Array("\(word())\n".utf8), to: path)
    return "appended to \(path.text)"
  }

  private func remove(_ path: VaultPath) throws -> String {
    try folder.remove(path)
    return "removed \(path.text)"
  }

  private func move(_ path: VaultPath, to newPath: VaultPath) throws -> String {
    try folder.rename(path, to: newPath)
    return "moved \(path.text) to \(newPath.text)"
  }

  /// Puts something else in an entry's place: a folder, a link to a folder or a file, a FIFO, a file.
  private mutating func replace(_ path: VaultPath) throws -> String {
    try folder.remove(path)
    switch random.below(6) {
    case 0: try folder.makePipe(path)
    case 1: try folder.link(path, to: "a.md")
    // From the root it would lead out of the folder, and later edits would write there.
    case 2: try folder.link(path, to: path.parent == .root ? "d" : "../d")
    case 3: try folder.link(path, to: folder.path.appending("e").text)
    case 4: try folder.write(text(), to: path.appending("a.md"))
    default: try folder.write(text(), to: path)
    }
    return "replaced \(path.text)"
  }

  private mutating func touch(_ path: VaultPath) throws -> String {
    let time = 1_600_000_000_000_000_000 + Int64(random.below(5)) * 1_000_000_001
    try folder.setModified(random.happens(percent: 10) ? time * 2 : time, of: path)
    return "touched \(path.text)"
  }

  private mutating func changeMode(_ path: VaultPath) throws -> String {
    try folder.setMode(random.happens(percent: 50) ? 0o700 : 0o755, of: path)
    return "changed the mode of \(path.text)"
  }

  // MARK: Names and texts

  private mutating func newPath(_ entries: [VaultPath], named names: [[UInt8]]) -> VaultPath {
    var path = random.pick(entries.filter { folder.status(of: $0)?.isFolder == true } + [.root]) ?? .root
    if random.happens(percent: 20), path.components.count < 6 {
      path = path.appending(random.pick(Self.folderNames) ?? [])
    }
    return path.appending(random.pick(names) ?? [])
  }

  private mutating func text() -> [UInt8] {
    if random.happens(percent: 5) { return [] }
    let mark = random.happens(percent: 50) ? "# " : ""
    let lines = (0..<random.below(4)).map { _ in word() + " " + word() }
    return Array((["\(mark)\(word()) \(random.below(1000))"] + lines).joined(separator: "\n").utf8)
  }

  /// Other letters of the same number, so that only times can show the change.
  private mutating func sameSizeText(_ path: VaultPath) throws -> [UInt8] {
    let bytes = try folder.bytes(of: path) ?? []
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z"))
    return bytes.map { letters.contains($0) ? letters.lowerBound + UInt8(random.below(26)) : $0 }
  }

  private mutating func word() -> String {
    random.pick(Self.words) ?? ""
  }
}
