import MemoCore
import MemoTestSupport

/// Edits as people and programs make them on several devices, each added line a token that stands nowhere else.
struct RandomDeviceEdits {
  private(set) var random: SeededRandom
  /// Tokens that some edit took out.
  private(set) var deleted: Set<String> = []

  private var count = 0
  private let devices: Devices

  private static let names = [
    "a.md", "b.md", "sub/c.md", "sub/d.md", "회의.md", "e e.md", "deep/x/f.md", "data.bin", "Note.md", "note.md",
    "\u{1112}\u{116C}.md", "회.md", "q\"uo'te.md", "tab\tname.md", "-rf.md", ":(glob)x.md", "list.json",
  ]

  init(_ devices: Devices, seed: UInt64) {
    self.devices = devices
    random = SeededRandom(seed: seed)
  }

  /// The tokens in a file.
  static func tokens(in bytes: [UInt8]) -> Set<String> {
    let words = bytes.split { !($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) && !($0 >= 0x30 && $0 <= 0x39) }
    return Set(words.map { String(decoding: $0, as: UTF8.self) }.filter { $0.hasPrefix("token") })
  }

  /// Makes an edit on a device.
  mutating func edit(_ device: Int) throws {
    let files = try devices.files(device)
    guard let path = random.pick(files.keys.sorted()), let bytes = files[path], random.below(12) > 0 else {
      return try make(VaultPath(random.pick(Self.names) ?? "a.md"), on: device, files)
    }
    switch random.below(10) {
    case 0: try remove(path, bytes, on: device)
    case 1: try rename(path, on: device, files)
    case 2: try save(flipped(bytes), path, on: device)
    case 3: try devices.sandbox.folder.setModified(1_770_000_000_123_456_789, of: place(path, device))
    case 4: try make(VaultPath("template\(random.below(4)).md"), on: device, files)
    default: try change(path, bytes, on: device)
    }
  }

  private mutating func token() -> String {
    count += 1
    return "token\(count)x"
  }

  private func place(_ path: VaultPath, _ device: Int) -> VaultPath {
    VaultPath(devices.names[device]).appending(path.bytes)
  }

  private mutating func make(_ path: VaultPath, on device: Int, _ files: [VaultPath: [UInt8]]) throws {
    guard files[path] == nil else { return }
    let text = path.text.hasSuffix(".bin") ? "\0\(token())" : "# Template\n\n## One\n\n## Two\n\(token())\n"
    try save(Array(text.utf8), path, on: device)
  }

  private mutating func remove(_ path: VaultPath, _ bytes: [UInt8], on device: Int) throws {
    deleted.formUnion(Self.tokens(in: bytes))
    try devices.sandbox.folder.remove(place(path, device))
  }

  private mutating func rename(_ path: VaultPath, on device: Int, _ files: [VaultPath: [UInt8]]) throws {
    let new = VaultPath(random.pick(Self.names) ?? "a.md")
    guard files[new] == nil, let parent = Optional(place(new, device).parent) else { return }
    try devices.sandbox.folder.makeFolders(parent)
    try devices.sandbox.folder.rename(place(path, device), to: place(new, device))
  }

  /// As text with the other line ends.
  private func flipped(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.contains(0) else { return bytes }
    let plain = bytes.filter { $0 != UInt8(ascii: "\r") }
    if plain.count != bytes.count { return plain }
    return bytes.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
  }

  private mutating func change(_ path: VaultPath, _ bytes: [UInt8], on device: Int) throws {
    guard !bytes.contains(0) else { return }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    let index = random.below(lines.count)
    switch random.below(5) {
    case 0: lines.append(Array(token().utf8))
    case 1: lines.insert(Array(token().utf8), at: 0)
    case 2:
      deleted.formUnion(Self.tokens(in: lines[index]))
      lines[index] = Array(token().utf8)
    case 3:
      deleted.formUnion(Self.tokens(in: lines[index]))
      lines.remove(at: index)
    default: lines.insert(Array(token().utf8), at: index)
    }
    try save(Array(lines.joined(separator: [UInt8(ascii: "\n")])), path, on: device)
  }

  /// Some editors write in place, others write anew and rename.
  private mutating func save(_ bytes: [UInt8], _ path: VaultPath, on device: Int) throws {
    let file = place(path, device)
    guard random.happens(percent: 50) else { return try devices.sandbox.folder.write(bytes, to: file) }
    let draft = VaultPath("draft\(device)")
    try devices.sandbox.folder.write(bytes, to: draft)
    try devices.sandbox.folder.makeFolders(file.parent)
    try devices.sandbox.folder.rename(draft, to: file)
  }
}

extension RandomDeviceEdits {
  /// A number in `0..<bound` of the same sequence.
  mutating func below(_ bound: Int) -> Int { random.below(bound) }
}
