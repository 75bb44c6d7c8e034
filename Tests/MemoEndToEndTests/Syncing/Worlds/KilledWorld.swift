import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Devices, what people do on them, and syncs that are killed.
final class KilledWorld {
  private let seed: UInt64
  private let devices: Devices
  private let clocks: DeviceClocks
  private var edits: RandomDeviceEdits
  private var words = PeoplesWords()
  private var views: [WorldView]
  private var steps: [String] = []
  /// What was in files when a sync that went through began.
  private var synced: Set<String> = []
  /// Files that syncs have brought in on each device which were killed before the branch followed.
  private var halfDone: [Int: Set<VaultPath>] = [:]
  private var syncs = 0
  private var kills = 0
  /// How long a sync takes here and now, so that kills hit all of it.
  private var usual: Duration = .milliseconds(100)

  private static let attempts = 4

  init(seed: UInt64, mayBeLarge: Bool) throws {
    self.seed = seed
    var random = SeededRandom(seed: seed)
    let count = random.pick([2, 3, 3, 4]) ?? 2
    devices = try Devices(count)
    clocks = try DeviceClocks(count, in: devices.sandbox, random: &random)
    edits = RandomDeviceEdits(devices, clocks: clocks, random: random, mayBeLarge: mayBeLarge)
    views = (0..<count).map { _ in WorldView() }
    try edits.begin(on: 0)
    for device in 0..<count {
      devices.variables[device] = clocks.variables(of: device)
      // Made on each of them; it is another memo there.
      try devices.write("# B\nline\nmore\n", to: "b.md", on: device)
      try devices.join(device)
      let after = try view(of: device)
      words.note(.plain, on: device, from: device == 0 ? views[0] : after, to: after, others: [])
      views[device] = after
    }
  }

  /// The files of a device; of a large one its start and its size.
  private func view(of device: Int) throws -> WorldView {
    WorldView(try devices.files(device, upTo: 1 << 16))
  }

  // MARK: What happens

  func run(rounds: Int) throws {
    for _ in 0..<rounds {
      let device = edits.below(devices.names.count)
      for _ in 0...edits.below(5) { try edit(device) }
      try sync(device)
    }
    try settle()
    print(
      "seed \(seed): \(devices.names.count) devices, clocks wrong by \(clocks.errors) s; \(syncs) syncs, \(kills) killed; "
        + words.counts)
  }

  private func edit(_ device: Int) throws {
    try note(on: device) { try edits.edit(device, views[device]) }
  }

  private func note(on device: Int, _ edit: () throws -> (kind: PeoplesWords.Kind, story: String)) throws {
    let made = try edit()
    let after = try view(of: device)
    let others = views.indices.filter { $0 != device }.map { views[$0] }
    words.note(made.kind, on: device, from: views[device], to: after, others: others)
    words.noteEdits(of: halfDone[device] ?? [], from: views[device], to: after)
    views[device] = after
    steps.append("\(device) \(made.story)")
  }

  private func sync(_ device: Int) throws {
    for _ in 0..<Self.attempts where edits.below(100) < 75 {
      let killed = KilledSync(devices: devices, variables: clocks.variables(of: device))
      let delay = usual * edits.below(120) / 100
      let withChildren = edits.below(2) == 0
      syncs += 1
      let isKilled = try killed.run(device, after: delay, withChildren: withChildren)
      if isKilled { kills += 1 }
      let end = isKilled ? "killed after \(delay)\(withChildren ? ", with its gits" : "")" : "not killed"
      try noteSync(device, end, isDone: false)
      // Someone goes on writing.
      if edits.below(3) == 0 { try edit(device) }
    }
    let known = try sentWords(of: device)
    let start = ContinuousClock.now
    let run = try devices.sync(device, "--allow-mass-delete")
    syncs += 1
    usual = (usual * 3 + (ContinuousClock.now - start)) / 4
    if run.end == .exited(0) { synced.formUnion(known) }
    try noteSync(device, "\(run.end) \(run.errors)")
  }

  /// The words that a sync that goes through sends: what is too large stays.
  private func sentWords(of device: Int) throws -> Set<String> {
    let place = VaultPath(devices.names[device])
    return Set(
      views[device].words.filter { _, paths in
        paths.keys.contains { path in
          let status = devices.sandbox.folder.status(of: place.appending(path.bytes))
          return status.map { $0.stamp.size <= RandomDeviceEdits.largest } ?? false
        }
      }.keys)
  }

  private func noteSync(_ device: Int, _ end: String, isDone: Bool = true) throws {
    let (before, after) = (views[device], try view(of: device))
    words.noteSync(on: device, from: before, to: after)
    let changed = Set(before.files.keys).union(after.files.keys).filter { before.files[$0] != after.files[$0] }
    if isDone { halfDone[device] = nil } else { halfDone[device, default: []].formUnion(changed) }
    // Of a file that went and came again nothing is known that an editor could have missed.
    for path in changed where after.files[path] == nil { edits.forget(path, on: device) }
    views[device] = after
    steps.append("\(device) syncs: \(end)")
  }

  /// Takes away what keeps devices from being the same, and syncs them until they are.
  private func settle() throws {
    for device in devices.names.indices { try mustSync(device) }
    for device in devices.names.indices {
      for story in try edits.clear(device) { try note(on: device) { (.hidden, story) } }
      try mustSync(device)
    }
    for _ in 0..<2 {
      for device in devices.names.indices { try mustSync(device) }
    }
  }

  private func mustSync(_ device: Int) throws {
    let run = try devices.sync(device, "--allow-mass-delete")
    syncs += 1
    try noteSync(device, "\(run.end) \(run.errors)")
    guard run.end == .exited(0) else { throw WorldFault("a sync of \(device) ends with \(run.end): \(run.errors)") }
  }

  // MARK: What has to hold

  func problems() throws -> [String] {
    var problems = try words.faults(in: views[0], listed: listed())
    let log = try devices.sandbox.shell(
      "git log -p -m --all --text --format=%B | grep -ao 'token[0-9]*x' | sort -u", in: "d0")
    let known = Set(log.lines).union(views[0].words.keys)
    let lost = synced.subtracting(known)
    if !lost.isEmpty { problems.append("in no commit: \(lost.sorted())") }
    for (path, bytes) in views[0].files {
      let hasMarker = bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: Array("<<<<<<<".utf8)) }
      if hasMarker { problems.append("a conflict marker in \(path.text)") }
    }
    let (head, order) = (try devices.head(0), try devices.recordedOrder(of: "d0"))
    for (device, name) in devices.names.enumerated() {
      if views[device].files != views[0].files { problems.append("the files of \(name) differ: \(difference(device))") }
      if try devices.head(device) != head { problems.append("\(name) has another commit") }
      let own = try devices.recordedOrder(of: name)
      if own != order { problems.append("\(name) has another order:\n\(order)\n\(own)") }
      let status = try devices.git("status", "--porcelain", in: name)
      if !status.isEmpty { problems.append("git status of \(name): \(status)") }
      problems += try problemsOfRepository(name)
    }
    return try problems + problemsOfClone(order) + problemsOfAnotherSync(head, order)
  }

  private func difference(_ device: Int) -> String {
    let (one, other) = (views[0].files, views[device].files)
    return Set(one.keys).union(other.keys).sorted().filter { one[$0] != other[$0] }.map(\.text)
      .joined(separator: ", ")
  }

  /// The words that `conflicts` shows on any device, or has shown of a file that someone has deleted since.
  private func listed() throws -> Set<String> {
    let shown = try devices.names.indices.reduce(into: Set<String>()) { words, device in
      // As text: in JSON the mark of a line break would be a part of the word after it.
      words.formUnion(RandomDeviceEdits.words(in: try devices.memo(device, ["conflicts"]).output))
    }
    let merges = try devices.sandbox.shell("git log --all --format=%B | grep -a '^Memo-Key-Conflict: '", in: "d0")
    let gone = merges.lines.filter { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      var rest = Array((parts.last ?? "").utf8)[...]
      guard let path = QuotedPath.take(from: &rest) else { return false }
      return devices.sandbox.folder.status(of: VaultPath("d0").appending(path.bytes)) == nil
    }
    return shown.union(gone.flatMap { RandomDeviceEdits.words(in: Array($0.utf8)) })
  }

  private func problemsOfRepository(_ name: String) throws -> [String] {
    let left = try devices.sandbox.shell(
      "find .git -name '*.lock' -o -name MERGE_HEAD -o -name 'rebase-*'; git for-each-ref refs/memo/pending", in: name)
    let check = try devices.sandbox.shell("git fsck --strict", in: name)
    return (left.text.isEmpty ? [] : ["\(name) has \(left.text)"])
      + (check.end == .exited(0) ? [] : ["git fsck in \(name): \(check.errors)"])
  }

  private func problemsOfClone(_ order: String) throws -> [String] {
    let run = try devices.sandbox.memo("clone", "hub.git", "clone", in: "")
    guard run.end == .exited(0) else { return ["no clone: \(run.errors)"] }
    let isSame = try WorldView(devices.files(in: "clone", upTo: 1 << 16)).files == views[0].files
    let ownOrder = try devices.order(of: "clone")
    return (isSame ? [] : ["a clone has other files"])
      + (ownOrder == order ? [] : ["a clone has another order:\n\(order)\n\(ownOrder)"])
  }

  private func problemsOfAnotherSync(_ head: String, _ order: String) throws -> [String] {
    let run = try devices.sync(0)
    guard run.end == .exited(0) else { return ["one more sync ends with \(run.end): \(run.errors)"] }
    let isSame = try devices.head(0) == head && devices.recordedOrder(of: "d0") == order
    return isSame ? [] : ["one more sync has something to do: \(run.errors)"]
  }

  /// Copies all that there is, with what happened.
  func keep(in folder: String, _ problems: [String]) throws {
    let text = (steps + [""] + problems).joined(separator: "\n") + "\n"
    try devices.sandbox.folder.write(text, to: "steps")
    _ = try devices.sandbox.shell(
      "mkdir -p \"$FOLDER\" && cp -a . \"$FOLDER\"", in: "", with: ["FOLDER": folder])
  }
}

struct WorldFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
