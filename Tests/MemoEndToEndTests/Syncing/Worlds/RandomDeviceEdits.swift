import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Edits as people and programs make them on several devices; every word that they write is written once.
struct RandomDeviceEdits {
  var random: SeededRandom

  private let devices: Devices
  private let clocks: DeviceClocks
  /// Whether attachments may be as large as a sync takes.
  private let mayBeLarge: Bool
  private var count = 0
  var buffers: [Buffer] = []
  /// Lines that someone has taken out, with their files.
  var takenOut: [(path: VaultPath, line: String)] = []

  /// A text that an editor has read.
  struct Buffer: Equatable {
    let device: Int
    let path: VaultPath
    var bytes: [UInt8]
  }

  /// The keys of front matter that have one value.
  static let keys = ["status", "author"]

  /// The files with which a world begins, and on which most is done.
  static let hot = ["a.md", "fields.md", "sub/c.md"]
  private static let names = [
    "a.md", "b.md", "sub/c.md", "sub/d.md", "회의.md", "e e.md", "deep/x/f.md", "data.bin", "Note.md", "note.md",
    "\u{1112}\u{116C}.md", "회.md", "q\"uo'te.md", "tab\tname.md", "-rf.md", ":(glob)x.md", "list.json", "sub",
    "deep/x", "fold.md", "fold.md/in.md", "a.md/in.md", "fields.md", "more fields.md",
  ]
  /// The largest file that is synced, in bytes.
  static let largest = 20 << 20

  init(_ devices: Devices, clocks: DeviceClocks, random: SeededRandom, mayBeLarge: Bool) {
    (self.devices, self.clocks, self.random, self.mayBeLarge) = (devices, clocks, random, mayBeLarge)
  }

  /// The words in a text, as often as they are there.
  static func words(in bytes: [UInt8]) -> [String] {
    let words = bytes.split { !($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) && !($0 >= 0x30 && $0 <= 0x39) }
    return words.lazy.filter { $0.starts(with: "token".utf8) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A number in `0..<bound` of the same sequence.
  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  // MARK: Edits

  /// Makes the files with which a world begins.
  mutating func begin(on device: Int) throws {
    for name in Self.hot { _ = try make(VaultPath(name), on: device, [:]) }
  }

  /// Makes an edit on a device whose files are given; returns what it was.
  mutating func edit(_ device: Int, _ view: WorldView) throws -> (kind: PeoplesWords.Kind, story: String) {
    let files = view.files
    let choice = random.below(100)
    if choice < 15 { return try saveBuffer(on: device, files) }
    let hot = Self.hot.map { VaultPath($0) }.filter { files[$0] != nil }
    let path = random.pick(random.happens(percent: 50) && !hot.isEmpty ? hot : files.keys.sorted())
    guard let path, let bytes = files[path], choice < 93 else {
      return try (.plain, make(VaultPath(random.pick(Self.names) ?? "a.md"), on: device, files))
    }
    switch choice {
    case ..<19: return try (.plain, remove(path, on: device))
    case ..<23: return try (.plain, rename(path, on: device, files))
    case ..<26: return try (.plain, "turns the line ends of \(path.text)" + save(flipped(bytes), path, on: device))
    case ..<28:
      try devices.sandbox.folder.setModified(1_770_000_000_123_456_789, of: place(path, device))
      return (.plain, "touches \(path.text)")
    case ..<30: return try (.plain, make(VaultPath("template\(random.below(4)).md"), on: device, files))
    case ..<32: return try link(path, on: device)
    case ..<34: return try (.plain, swap(path, on: device, files))
    case ..<39: return try (.plain, restore(on: device, files))
    case ..<41: return try attach(on: device, files)
    case ..<46: return try (.plain, putBack(on: device, view))
    case ..<57: return try (.plain, changeBox(path, bytes, on: device))
    case ..<68: return try (.plain, changeFields(path, bytes, on: device))
    default: return try (.plain, change(path, bytes, on: device))
    }
  }

  mutating func word() -> String {
    count += 1
    return "token\(count)x"
  }

  func place(_ path: VaultPath, _ device: Int) -> VaultPath {
    VaultPath(devices.names[device]).appending(path.bytes)
  }

  /// The folders that hold a file, but not the vault.
  private func above(_ path: VaultPath) -> [VaultPath] {
    Array(sequence(first: path.parent, next: \.parent).prefix { $0 != .root })
  }

  // MARK: Whole files

  private mutating func make(_ path: VaultPath, on device: Int, _ files: [VaultPath: [UInt8]]) throws -> String {
    guard isFree(path, on: device) else { return "nothing" }
    var text = "# Template\n\n## One\n\n## Two\n\(word())\n- [ ] \(word())\n- [x] \(word())\n"
    if path.text.hasSuffix(".bin") { text = "\0\(word())" }
    if path.text.containsBytes("field") || random.happens(percent: 20), !path.text.hasSuffix(".bin") {
      let list = random.happens(percent: 50) ? "[\(word()), \(word())]" : "\n- \(word())\n- \(word())"
      text = "---\nid: \(word())\nstatus: \(word())\ntags: \(list)\nauthor: \(word())\n---\n" + text
    }
    let bytes = Array(text.utf8)
    return try "makes \(path.text)"
      + save(random.happens(percent: 30) ? flipped(bytes) : bytes, path, on: device)
  }

  /// Whether neither the name nor one above it is taken by anything that is no folder.
  func isFree(_ path: VaultPath, on device: Int) -> Bool {
    let folder = devices.sandbox.folder
    return folder.status(of: place(path, device)) == nil
      && above(path).allSatisfy { folder.status(of: place($0, device))?.isFolder ?? true }
  }

  private mutating func remove(_ path: VaultPath, on device: Int) throws -> String {
    forget(path, on: device)
    try devices.sandbox.folder.remove(place(path, device))
    return "removes \(path.text)"
  }

  private mutating func rename(_ path: VaultPath, on device: Int, _ files: [VaultPath: [UInt8]]) throws -> String {
    let new = VaultPath(random.pick(Self.names) ?? "a.md")
    guard isFree(new, on: device), !above(new).contains(path) else { return "nothing" }
    forget(path, on: device)
    try devices.sandbox.folder.makeFolders(place(new, device).parent)
    try devices.sandbox.folder.rename(place(path, device), to: place(new, device))
    return "renames \(path.text) to \(new.text)"
  }

  /// What is no file comes in the place of a file, or in that of none.
  private mutating func link(_ path: VaultPath, on device: Int) throws -> (kind: PeoplesWords.Kind, story: String) {
    var path = path
    if random.happens(percent: 50) {
      path = VaultPath(random.pick(Self.names) ?? "a.md")
      guard isFree(path, on: device) else { return (.plain, "nothing") }
    } else {
      try devices.sandbox.folder.remove(place(path, device))
    }
    forget(path, on: device)
    try devices.sandbox.folder.makeFolders(place(path, device).parent)
    try devices.sandbox.folder.link(place(path, device), to: random.happens(percent: 50) ? "b.md" : "nowhere")
    return (.hidden, "links \(path.text)")
  }

  /// A file comes in the place of a folder, or a folder in that of a file.
  private mutating func swap(_ path: VaultPath, on device: Int, _ files: [VaultPath: [UInt8]]) throws -> String {
    let target = path.parent == .root ? path : path.parent
    for file in files.keys where file == target || above(file).contains(target) { forget(file, on: device) }
    try devices.sandbox.folder.remove(place(target, device))
    let inner = path.parent == .root ? target.appending("in.md") : target
    return try "swaps \(target.text): " + make(inner, on: device, files)
  }

  /// A version of a memo from the past.
  private mutating func restore(on device: Int, _ files: [VaultPath: [UInt8]]) throws -> String {
    let known = files.keys.filter { $0.text.hasSuffix(".md") }.sorted()
    let named = VaultPath(random.pick(Self.names.filter { $0.hasSuffix(".md") }) ?? "a.md")
    let path = random.happens(percent: 75) ? random.pick(known) ?? named : named
    let history = try memo(device, ["history", "./\(path.text)", "--json"])
    let versions = history.end == .exited(0) ? try history.records().compactMap { $0["rev"] as? String } : []
    guard let version = random.pick(versions) else { return "finds no past of \(path.text)" }
    forget(path, on: device)
    let run = try memo(device, ["restore", "./\(path.text)", "--at", version])
    return "restores \(path.text) at \(version.prefix(7)): \(run.end)"
  }

  func memo(_ device: Int, _ words: [String]) throws -> MemoRun {
    try devices.sandbox.run(
      ["memo", "--vault", "."] + words, in: devices.names[device], input: [], with: clocks.variables(of: device))
  }

  /// An attachment that is a little too large to be synced, or not quite, or small again.
  private mutating func attach(
    on device: Int, _ files: [VaultPath: [UInt8]]
  ) throws -> (kind: PeoplesWords.Kind, story: String) {
    let path = VaultPath(random.happens(percent: 70) ? "data.bin" : "fold.md")
    guard files[path] != nil || isFree(path, on: device) else { return (.plain, "nothing") }
    // One that is just small enough takes a build with debugging some seconds.
    let most = mayBeLarge ? Self.largest : 1 << 16
    let size = random.pick([0, 0, most, Self.largest + 1, Self.largest + 1]) ?? 0
    return try (size > Self.largest ? .hidden : .plain, attach(path, size, on: device))
  }

  private mutating func attach(_ path: VaultPath, _ size: Int, on device: Int) throws -> String {
    forget(path, on: device)
    let story = try "attaches \(path.text) with \(size) bytes" + save(Array("\0\(word())\0".utf8), path, on: device)
    if size > 0 { try devices.sandbox.folder.truncate(place(path, device), to: size) }
    return story
  }

  /// Takes away what keeps a device from having what others have: links, and files that are too large.
  mutating func clear(_ device: Int) throws -> [String] {
    var stories: [String] = []
    let found = try devices.sandbox.shell(
      "find . -name .git -prune -o -name .memo -prune -o -type l -print0", in: devices.names[device])
    for name in found.output.split(separator: 0) {
      let path = VaultPath(bytes: Array(name.dropFirst(2)))
      stories.append(try remove(path, on: device))
    }
    let large = try devices.sandbox.shell(
      "find . -name .git -prune -o -size +\(Self.largest)c -type f -print0", in: devices.names[device])
    for name in large.output.split(separator: 0) {
      stories.append(try attach(VaultPath(bytes: Array(name.dropFirst(2))), 0, on: device))
    }
    return stories
  }

  // MARK: Saving

  /// Some editors write in place, others write anew and rename.
  mutating func save(_ bytes: [UInt8], _ path: VaultPath, on device: Int) throws -> String {
    forget(path, on: device)
    let file = place(path, device)
    let modified = clocks.errors[device] == 0 ? nil : clocks.now(on: device)
    let isInPlace = random.happens(percent: 50)
    if isInPlace {
      try devices.sandbox.folder.write(bytes, to: file, modified: modified)
    } else {
      let draft = VaultPath("draft\(device)")
      try devices.sandbox.folder.write(bytes, to: draft, modified: modified)
      try devices.sandbox.folder.makeFolders(file.parent)
      try devices.sandbox.folder.rename(draft, to: file)
    }
    let words = Self.words(in: bytes)
    return " (\(isInPlace ? "in place" : "anew"), \(words.count) words, last written \(count))"
  }
}
