import MemoCore
import MemoTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Saves memos as programs do, one random save at a time, without waiting for anybody.
struct SaveStorm {
  let folder: TemporaryFolder
  private var random: SeededRandom
  private var number = 0

  init(in sandbox: Sandbox, seed: UInt64) {
    folder = sandbox.folder
    random = SeededRandom(seed: seed)
  }

  /// Does one thing and says which; one that the system refuses is none.
  mutating func next() -> String {
    number += 1
    let path = memo()
    let (name, save) = Self.saves[random.below(Self.saves.count)]
    do {
      try save(self, path)
      return "\(name): \(path.text)"
    } catch {
      return "refused, \(name): \(path.text)"
    }
  }

  private static let saves: [(String, @Sendable (SaveStorm, VaultPath) throws -> Void)] = [
    ("truncates and writes", { try $0.write($1) }),
    ("writes as vim", { try $0.writeAsVim($1) }),
    ("writes as vim with backupcopy", { try $0.writeOverCopy($1) }),
    ("renames over", { try $0.renameOver($1) }),
    ("removes and writes, as git", { try $0.removeAndWrite($1) }),
    ("writes as emacs", { try $0.writeAsEmacs($1) }),
    ("overwrites in place", { try $0.folder.overwrite($1, with: $0.text) }),
    ("overwrites and puts the time back", { try $0.overwriteKeepingTime($1) }),
    ("appends", { try $0.folder.append(Array("more\n".utf8), to: $1) }),
    ("touches", { try $0.folder.setModified(1_700_000_000_000_000_000 + Int64($0.number), of: $1) }),
    ("removes", { try $0.folder.remove($1) }),
    ("writes through another name", { try $0.writeThroughLink($1) }),
    ("writes with the file open", { try $0.writeOpen($1) }),
    ("makes folders at once", { storm, _ in try storm.write(storm.tree.appending("new/\(storm.number)/m.md")) }),
    ("moves a tree out and in", { storm, _ in try storm.moveTree() }),
    ("removes a tree", { storm, _ in try storm.folder.remove(storm.tree) }),
    ("swaps trees", { storm, _ in try storm.folder.exchange(VaultPath("vault/d0"), VaultPath("vault/d1")) }),
    ("renames", { try $0.folder.rename($1, to: VaultPath("vault/d2/renamed-\($0.number).md")) }),
  ]

  private var tree: VaultPath { VaultPath("vault/d\(number % 3)") }
  private var text: [UInt8] { Array("# text \(100_000 + number)\n".utf8) }

  private mutating func memo() -> VaultPath {
    let names = ["a.md", "b.md", "d0/c.md", "d1/c.md", "d2/회의.md", "d0/new/e.md"]
    return VaultPath("vault/\(random.pick(names) ?? "a.md")")
  }

  private func write(_ path: VaultPath) throws { try folder.write(text, to: path) }

  private func sibling(_ path: VaultPath, _ ending: String) -> VaultPath {
    VaultPath(bytes: path.bytes + Array(ending.utf8))
  }

  private func hidden(_ path: VaultPath) -> VaultPath {
    path.parent.appending(Array(".".utf8) + Array(path.name))
  }

  private func removeAndWrite(_ path: VaultPath) throws {
    if folder.status(of: path) != nil { try folder.remove(path) }
    try write(path)
  }

  private func writeAsVim(_ path: VaultPath) throws {
    try folder.write(text, to: path.parent.appending(Array("4913".utf8)))
    try folder.remove(path.parent.appending(Array("4913".utf8)))
    try folder.rename(path, to: sibling(path, "~"))
    try write(path)
    try folder.remove(sibling(path, "~"))
  }

  private func writeOverCopy(_ path: VaultPath) throws {
    try folder.write(try folder.bytes(of: path) ?? [], to: sibling(path, "~"))
    try write(path)
    try folder.remove(sibling(path, "~"))
  }

  private func renameOver(_ path: VaultPath) throws {
    try folder.write(text, to: hidden(path))
    try folder.rename(hidden(path), to: path)
  }

  private func writeAsEmacs(_ path: VaultPath) throws {
    let lock = path.parent.appending(Array(".#".utf8) + Array(path.name))
    try folder.link(lock, to: "nobody@nowhere:1")
    try folder.rename(path, to: sibling(path, "~"))
    try write(path)
    try folder.remove(lock)
  }

  private func overwriteKeepingTime(_ path: VaultPath) throws {
    guard let before = folder.status(of: path)?.stamp.modified else { return }
    try folder.overwrite(path, with: text)
    try folder.setModified(before, of: path)
  }

  private func writeThroughLink(_ path: VaultPath) throws {
    let other = VaultPath("home/link-\(number)")
    try folder.hardLink(path, to: other)
    try folder.hardLink(other, to: VaultPath("vault/link-\(number % 2).md"))
    try folder.overwrite(other, with: text)
    if number % 3 == 0 { try folder.remove(other) }
  }

  /// Only the write itself is an event: nothing is closed before the command looks.
  private func writeOpen(_ path: VaultPath) throws {
    let file = open(folder.systemPath(path), O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    #if canImport(Glibc)
      _ = Glibc.write(file, text, text.count)
    #else
      _ = Darwin.write(file, text, text.count)
    #endif
    // Left open on purpose; a test has few of them, and the process ends soon.
  }

  private func moveTree() throws {
    let outside = VaultPath("home/moved")
    if folder.status(of: outside) == nil { return try folder.rename(tree, to: outside) }
    try folder.write(text, to: VaultPath("home/moved/deep/x.md"))
    try folder.rename(outside, to: VaultPath("vault/moved-\(number)"))
  }
}
