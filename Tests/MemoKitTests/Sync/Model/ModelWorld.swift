import MemoCore
import MemoTestSupport

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// What someone does to the one path that the model is about.
enum ModelEdit: String, CaseIterable {
  /// A line comes into a text.
  case add
  /// A line that was there from the start goes.
  case cut
  /// Whatever is there goes.
  case delete
  /// A text is there in place of anything else.
  case text
  /// Bytes that are no text are there.
  case bytes
  /// A folder with a file is there.
  case folder
  /// A link is there.
  case link
}

/// Two devices that sync one path through a hub, and what people have done on them.
struct ModelWorld {
  enum Device: String, CaseIterable { case a, b }

  /// All that can be kept and given back.
  struct State {
    fileprivate var disks: [Device: MemoryTree] = [:]
    /// What the hub's branch named in turn.
    fileprivate var heads: [ObjectId?] = []
    fileprivate var added: Set<String> = []
    fileprivate var removed: Set<String> = []
    fileprivate var saved: [Device: [UInt8]] = [:]
    fileprivate var history: [String] = []
  }

  static let path = VaultPath("p.md")
  private static let inner = VaultPath("p.md/x.md")
  private static let cutLine = "cut\n"

  /// What people decide where the hub does not hold any more what it held.
  var choice = SyncOptions.Rewriting.refused
  private let hub = MemoryHub()
  private let devices: [Device: ModelDevice]
  private var state = State()

  /// Two devices in step, on which the path is what `edits` make of it.
  init(after edits: [ModelEdit]) throws {
    devices = [
      .a: try ModelDevice("a", hub: hub, isFirst: true), .b: try ModelDevice("bb", hub: hub, isFirst: false),
    ]
    for device in Device.allCases { try sync(device) }
    for edit in edits {
      _ = try apply(edit, on: .a)
      for device in Device.allCases { try sync(device) }
    }
  }

  private func device(_ device: Device) throws -> ModelDevice {
    guard let found = devices[device] else { throw ModelFault("no device \(device)") }
    return found
  }

  // MARK: Going back

  mutating func kept() throws -> State {
    for device in Device.allCases { state.disks[device] = try self.device(device).disk.state }
    return state
  }

  mutating func goBack(to old: State) throws {
    state = old
    for (device, tree) in old.disks { try self.device(device).disk.state = tree }
    hub.head = old.heads.last ?? nil
  }

  /// What has happened, for people.
  var story: String { state.history.joined(separator: ", ") }

  // MARK: Steps

  /// Returns whether the power was cut.
  @discardableResult
  mutating func sync(_ device: Device, changes: Int? = nil) throws -> Bool {
    state.history.append("\(device) syncs" + (changes.map { " \($0)" } ?? ""))
    defer { if hub.head != state.heads.last { state.heads.append(hub.head) } }
    return try self.device(device).sync(changes: changes, deciding: choice)
  }

  /// Has the hub be as it was so many changes before, as after a backup was restored; returns false where it had none.
  mutating func takeBackHub(by steps: Int) -> Bool {
    guard state.heads.count > steps else { return false }
    state.history.append("hub: \(steps)")
    state.heads.removeLast(steps)
    hub.head = state.heads.last ?? nil
    return true
  }

  /// Does what a story says.
  mutating func replay(_ story: String) throws {
    for step in story.parts(at: ",") {
      let words = step.parts(at: " ")
      if words.count == 2, words[0] == "hub:", let steps = Int(words[1]) {
        _ = takeBackHub(by: steps)
        continue
      }
      guard words.count > 1, let device = Device(rawValue: String(words[0].unicodeScalars.prefix(1))) else {
        throw ModelFault("'\(step)' is no step")
      }
      if words[1] == "syncs" {
        try sync(device, changes: words.count > 2 ? Int(words[2]) : nil)
      } else if let edit = ModelEdit(rawValue: words[1]) {
        _ = try apply(edit, on: device)
      }
    }
  }

  /// Returns false, and does nothing, where the edit makes no sense.
  mutating func apply(_ edit: ModelEdit, on device: Device) throws -> Bool {
    let disk = try self.device(device).disk
    let token = "\(edit)\(state.history.count)"
    let before = Self.tokens(in: disk.visible.values.map { $0 })
    let now = disk.bytes(of: Self.path)
    let text = now.flatMap { $0.contains(0) ? nil : String(decoding: $0, as: UTF8.self) }
    let isFolder = disk.bytes(of: Self.inner) != nil
    switch edit {
    case .add:
      guard let text else { return false }
      let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      try write((lines.prefix(1) + [token] + lines.dropFirst()).map { $0 + "\n" }.joined(), on: disk)
    case .cut:
      guard let text, text.containsBytes(Self.cutLine) else { return false }
      let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) + "\n" }
      try write(lines.filter { $0 != Self.cutLine }.joined(), on: disk)
    case .delete:
      guard now != nil || isFolder else { return false }
      disk.remove(Self.path)
    case .text:
      guard text == nil else { return false }
      disk.remove(Self.path)
      try write("\(token)\n\(Self.cutLine)end \(token)\n", on: disk)
    case .bytes:
      disk.remove(Self.path)
      try disk.write([0] + Array(token.utf8), to: Self.path)
    case .folder:
      guard !isFolder else { return false }
      disk.remove(Self.path)
      try disk.write(Array("\(token)\n".utf8), to: Self.inner)
    case .link:
      disk.remove(Self.path)
      disk.obstruct(Self.path)
    }
    let after = Self.tokens(in: disk.visible.values.map { $0 })
    state.added.formUnion(after.subtracting(before))
    state.removed.formUnion(before.subtracting(after))
    state.saved[device] = disk.bytes(of: Self.path) ?? disk.bytes(of: Self.inner)
    state.history.append("\(device): \(edit)")
    return true
  }

  private func write(_ text: String, on disk: MemoryDisk) throws {
    try disk.write(Array(text.utf8), to: Self.path)
  }

  /// The lines that edits have made, each of which is made once.
  private static func tokens(in files: [[UInt8]]) -> Set<String> {
    Set(lines(in: files))
  }

  private static func lines(in files: [[UInt8]]) -> [String] {
    files.flatMap { $0.split { $0 == UInt8(ascii: "\n") || $0 == 0 } }.map { String(decoding: $0, as: UTF8.self) }
      .filter { $0 != "cut" }
  }

  // MARK: Laws

  /// Syncs to the end and says what does not hold then.
  mutating func faults() throws -> [String] {
    var faults: [String] = []
    for device in Device.allCases {
      try sync(device)
      let kept = try Device.allCases.flatMap { try self.device($0).kept }
      let versions = hub.versions(in: hub.head).values
      if let saved = state.saved[device], !versions.contains(where: { $0.contains(saved) }), !kept.contains(saved) {
        faults.append("what \(device) saved is in no commit")
      }
    }
    try sync(.a)
    // Whoever has put something in the way takes it away.
    for device in Device.allCases where try self.device(device).disk.isObstructed(Self.path) {
      try self.device(device).disk.remove(Self.path)
      state.history.append("\(device) removes what is in the way")
    }
    for device in [Device.a, .b, .a] { try sync(device) }
    let head = hub.head
    for device in Device.allCases { try sync(device) }
    if hub.head != head { faults.append("two devices in step commit again") }
    for device in Device.allCases where try !self.device(device).isTableRight() {
      faults.append("the table of \(device) is not what its commit has")
    }
    let files = try Device.allCases.map { try self.device($0).disk.visible }
    if files[0] != files[1] { faults.append("the devices differ: \(Self.shown(files[0])) and \(Self.shown(files[1]))") }
    let lines = Self.lines(in: Array(files[0].values))
    let kept = try Device.allCases.flatMap { try self.device($0).kept }
    let lost = state.added.subtracting(state.removed).subtracting(lines).subtracting(Self.lines(in: kept))
    if !lost.isEmpty { faults.append("lost \(lost.sorted()) of \(Self.shown(files[0]))") }
    for (path, bytes) in files[0] {
      let lines = Self.lines(in: [bytes])
      if Set(lines).count < lines.count { faults.append("lines twice in \(path.text): \(Self.shown(files[0]))") }
    }
    return faults
  }

  private static func shown(_ files: [VaultPath: [UInt8]]) -> String {
    files.sorted { $0.key < $1.key }.map { "\($0.text): \(TerminalText.visible(String(decoding: $1, as: UTF8.self)))" }
      .joined(separator: " | ")
  }
}

struct ModelFault: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
