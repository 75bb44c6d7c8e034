import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Under random attributes, the object that memo would commit of a file is the one that `git add` commits, or the file
/// stays behind.
@Suite struct GitParityTests {
  private static let patterns = ["*", "*.md", "*.txt", "sub/**", "a.md"]
  private static let values = [
    "text", "-text", "text=auto", "eol=crlf", "eol=lf", "text eol=crlf", "text=auto eol=crlf", "crlf", "-crlf",
    "crlf=input", "ident", "-ident", "working-tree-encoding=UTF-16LE", "working-tree-encoding=ISO-8859-1", "binary",
    "filter=rot", "-filter", "filter=missing", "filter=failing", "filter=upper", "!text",
  ]
  private static let lines = ["plain", "$Id$", "$Id: 0123 $", "caf\u{E9}", "tab\t", "", "\u{1B}x", "nul\0"]
  private static let ends = ["\n", "\r\n", "\r"]

  @Test(arguments: 1...UInt64(12)) func memoCommitsWhatGitAddWould(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let scratch = try GitFolder()
    try scratch.shell(
      """
      git config --global filter.rot.clean 'tr a-z b-za'; git config --global filter.rot.smudge 'tr b-za a-z'
      git config --global filter.failing.clean false; git config --global filter.upper.clean 'tr a-z A-Z'
      git init -q -b main v
      """)
    var files: [VaultPath: [UInt8]] = [:]
    for name in ["a.md", "b.md", "c.txt", "sub/d.md", "sub/e e.txt"] {
      files[VaultPath(name)] = text(&random)
      try scratch.folder.write(files[VaultPath(name)] ?? [], to: VaultPath("v/\(name)"))
    }
    // Some are in the branch already, stored as they are.
    try scratch.shell("git -c core.attributesFile=/dev/null add -A && git commit -qm x", in: "v")
    let before = files
    for name in files.keys.sorted() where random.happens(percent: 60) { files[name] = text(&random) }
    let rules = (0..<(1 + random.below(4))).map { _ in
      "\(random.pick(Self.patterns) ?? "*") \(random.pick(Self.values) ?? "text")\n"
    }
    try scratch.folder.write(Array(rules.joined().utf8), to: VaultPath("v/.gitattributes"))
    for (path, bytes) in files {
      try scratch.folder.write(bytes, to: VaultPath(bytes: Array("v/".utf8) + path.bytes))
    }

    let repository = scratch.repository("v")
    let conversions = PathConversions(
      repository, host: DiskHost(userCache: nil), settings: try FilterSettings(of: repository))
    let paths = files.keys.sorted()
    let attributes = try conversions.attributes(of: paths)
    let head = ObjectId(hexadecimal: Array(try scratch.shell("git rev-parse HEAD", in: "v").utf8).prefix(40))
    let tree = try repository.tree(of: try #require(head))
    for path in paths {
      let bytes = try #require(files[path])
      // Touched, so that git looks at it anew.
      try? scratch.folder.setModified(1_700_000_000_000_000_000, of: VaultPath(bytes: Array("v/".utf8) + path.bytes))
      let added = try? scratch.shell("git add -- '\(path.text)' && git ls-files -s -- '\(path.text)'", in: "v")
      let id = added?.split(separator: " ").dropFirst().first.map { ObjectId(String($0)) }
      let own = try object(of: bytes, at: path, attributes[path], tree[path], conversions)
      guard let own else { continue }
      // What no one changed git does not store again.
      if own == tree[path]?.id, before[path] == bytes { continue }
      #expect(own == id, "seed \(seed): \(path.text), \(rules)")
    }
  }

  /// What memo would commit; `nil` where the file stays behind.
  private func object(
    of bytes: [UInt8], at path: VaultPath, _ attributes: PathAttributes?, _ branch: TreeEntry?,
    _ conversions: PathConversions
  ) throws -> ObjectId? {
    let plain = ObjectId(ofBlob: bytes)
    guard let attributes, attributes.mayClean(bytes) || attributes.maySmudge(bytes) else { return plain }
    let file = ConvertedFiles.File(
      path: path, mode: .file, bytes: bytes, attributes: attributes, known: [branch].compactMap(\.self), branch: branch)
    switch try ConvertedFiles(conversions: conversions).outcomes(of: [file])[0] {
    case .same(let entry): return entry.id
    case .new(let id): return id
    case .asItIs: return plain
    case .behind: return nil
    }
  }

  private func text(_ random: inout SeededRandom) -> [UInt8] {
    let isMixed = random.happens(percent: 20)
    let end = random.pick(Self.ends) ?? "\n"
    return (0..<random.below(6)).flatMap { _ in
      Array((random.pick(Self.lines) ?? "").utf8) + Array((isMixed ? random.pick(Self.ends) ?? "\n" : end).utf8)
    }
  }
}
