#if os(Linux)
  import Foundation
  import MemoCore
  import MemoTestSupport
  import Testing

  /// The power goes while one of two devices works: its disk is then what its file system had handed over by that moment.
  ///
  /// Needs root and a loop device; `MEMO_POWER_CUTS=100` in the environment makes so many cuts on each file system.
  @Suite(.waitsForPrograms, .serialized) struct PowerCutTests {
    private static let count = ProcessInfo.processInfo.environment["MEMO_POWER_CUTS"].flatMap { Int($0) } ?? 0

    @Test(
      .enabled(if: count > 0, "MEMO_POWER_CUTS says how many cuts to make; none are made"),
      arguments: CutDisk.FileSystem.allCases)
    func whatAFinishedSyncHasCommittedIsNowhereMissing(kind: CutDisk.FileSystem) throws {
      try #require(CutDisk.mayMount(kind), "\(kind): cannot be made or mounted here")
      var tally: [String: Int] = [:]
      for seed in 1...UInt64(Self.count) {
        let trial = try PowerCutTrial(kind, seed: seed)
        let found = try trial.run()
        for problem in found { Issue.record("\(kind), cut \(seed): \(problem.text)") }
        if !found.isEmpty { print(trial.steps.joined(separator: "\n")) }
        for name in Set(found.map(\.kind)) { tally[name, default: 0] += 1 }
      }
      print("\(kind): \(Self.count) cuts, those with", tally.isEmpty ? "no trouble" : "\(tally)")
    }

    @Test(
      .enabled(if: count > 0, "MEMO_POWER_CUTS says how many cuts to make; none are made"),
      arguments: CutDisk.FileSystem.allCases)
    func aStickHoldsWhatWasSentWhenItIsUnplugged(kind: CutDisk.FileSystem) throws {
      try #require(CutDisk.mayMount(kind), "\(kind): cannot be made or mounted here")
      let devices = try Devices(1)
      let stick = try CutDisk(kind, at: devices.sandbox, "hub.git")
      try devices.git("init", "-q", "--bare", "hub.git", in: "")
      try devices.write("# A\n", to: "a.md", on: 0)
      try devices.join(0)
      for number in 1...Self.count {
        try devices.write("# \(number)\n", to: "folder \(number % 5)/\(number).md", on: 0)
        try devices.mustSync(0)
        try stick.cut(stopping: [])
        let head = try devices.head(0)
        #expect(try devices.git("rev-parse", "main", in: "hub.git") == head, "\(kind), cut \(number)")
        try devices.git("fsck", "--full", in: "hub.git")
      }
    }
  }

  /// One device on a disk whose power goes, another one on a machine that stays, and the repository they sync with.
  private final class PowerCutTrial {
    /// Something that must not be.
    struct Problem {
      let kind: String
      let text: String
    }

    private let devices: Devices
    private let disk: CutDisk
    private var edits: CarelessEdits
    private var random: SeededRandom
    /// What was in files when a sync that went through began.
    private var synced: Set<String> = []
    /// Files that a program has made anew under their names since the last sync, with what they held.
    private var renewed: [String: Set<String>] = [:]
    /// What commands have added, and other commands may take back.
    private var appended: [String] = []
    private var problems: [Problem] = []
    /// What was done, for a person who looks for the reason.
    private(set) var steps: [String] = []

    init(_ kind: CutDisk.FileSystem, seed: UInt64) throws {
      devices = try Devices(2)
      random = SeededRandom(seed: seed)
      disk = try CutDisk(kind, at: devices.sandbox, "d0")
      edits = CarelessEdits(devices, seed: seed)
      for number in 0..<4 { try devices.write("# \(number)\nbase\n", to: "m\(number).md", on: 0) }
      for device in 0...1 { try devices.join(device) }
      // All of that is old.
      _ = try devices.sandbox.shell("sync -f .", in: "d0")
    }

    func run() throws -> [Problem] {
      for _ in 0..<(1 + random.below(4)) {
        try work()
        try sync(0)
        if random.happens(percent: 50) {
          steps.append("1: " + (try edits.edit(1)))
          try sync(1)
        }
      }
      try work()
      try cutThePower()
      try lookAround()
      return problems
    }

    private func edit() throws {
      let before = try devices.files(0)
      steps.append(try edits.edit(0))
      for (path, bytes) in before where steps.last?.hasSuffix("anew") == true && steps.last?.contains(path.text) == true
      {
        renewed[path.text, default: []].formUnion(RandomDeviceEdits.words(in: bytes))
      }
    }

    private func work() throws {
      for _ in 0...random.below(3) { try edit() }
      if random.happens(percent: 20) {
        steps.append("git add -A")
        _ = try devices.sandbox.shell("git add -A", in: "d0")
      }
      guard random.happens(percent: 50) else { return }
      let (before, command) = (try tokens(on: 0), command())
      let run = try devices.memo(0, command)
      steps.append("\(command.joined(separator: " ")): \(run.end)")
      edits.deleted.formUnion(before.subtracting(try tokens(on: 0)))
    }

    /// A command that changes memos, or tries to.
    private func command() -> [String] {
      let memo = "m\(random.below(4)).md"
      switch random.below(5) {
      case 0: return ["undo"]
      case 1: return ["redo"]
      case 2: return ["rename", memo, "name \(random.below(9))", "--title-only"]
      default:
        appended.append(edits.token())
        return ["append", memo, appended[appended.count - 1]]
      }
    }

    private func sync(_ device: Int) throws {
      let tokens = try tokens(on: device)
      let run = try devices.sync(device, "--allow-mass-delete")
      steps.append("\(device): sync: \(run.errors.trimmingCharacters(in: .newlines))")
      if device == 0, run.end == .exited(0) { renewed = [:] }
      if run.end == .exited(0) { synced.formUnion(tokens) } else { note("sync before the cut", run.errors) }
    }

    /// Runs a last command and cuts the power at some moment, or soon after it.
    private func cutThePower() throws {
      let isSync = random.happens(percent: 70)
      let tokens = try tokens(on: 0)
      let words = ["memo", "--vault", "d0"] + (isSync ? ["sync", "--allow-mass-delete"] : command())
      if words.contains("undo") { edits.deleted.formUnion(appended) }
      let errors = devices.sandbox.folder.path.appending("runs/last").bytes
      let null = Array("/dev/null".utf8)
      let child = try ChildProcess(
        words.map { Array($0.utf8) }, variables: devices.sandbox.variables, folder: devices.sandbox.folder.path.bytes,
        input: null, output: null, errors: errors)
      if random.happens(percent: 40) {
        // The cut comes after the end.
        let end = child.wait()
        if isSync, end == .exited(0) { synced.formUnion(tokens) }
        if random.happens(percent: 50) { try edit() }
        try disk.cut(stopping: [])
        steps.append("last: \(words.dropFirst(3)): \(end)")
      } else {
        // The moment is what the test is about; nothing is waited for.
        let delay = random.below(450_000)
        usleep(UInt32(delay))
        try disk.cut(stopping: [child.id])
        steps.append("last: \(words.dropFirst(3)) for \(delay / 1000) ms: \(child.wait())")
      }
      try restart()
      // Both names were gone for a moment, and nothing was waited for: some file systems then lose the file, and nothing shows it.
      let files = try devices.files(0).sorted { $0.key < $1.key }
      for (path, tokens) in renewed where !files.contains(where: { $0.key.text == path }) {
        edits.deleted.formUnion(tokens)
      }
      steps += files.map { "  \($0.key.text): \(String(decoding: $0.value, as: UTF8.self).debugDescription)" }
    }

    /// From now on the kernel has another number for its start, as far as memo sees.
    private func restart() throws {
      let (folder, memo) = (devices.sandbox.folder, VaultPath("programs/memo"))
      try folder.write("5e9c1f7e-0000-4000-8000-000000000001\n", to: "boot")
      try folder.remove(memo)
      let bind = "mount --bind \(folder.path.appending("boot").text) /proc/sys/kernel/random/boot_id"
      try devices.sandbox.makeProgram(
        "memo", "exec unshare -m /bin/sh -c '\(bind) && exec \"$@\"' memo \(MemoProgram.path.text) \"$@\"")
    }

    // MARK: What has to hold

    private func lookAround() throws {
      for command in [["list"], ["check"], ["sync", "--status"]] {
        let run = try devices.memo(0, command)
        if run.end != .exited(0), run.end != .exited(1) { note(command.joined(separator: " "), run.errors) }
      }
      for device in [0, 1, 0] {
        let run = try devices.sync(device)
        steps.append("\(device): sync: \(run.errors.trimmingCharacters(in: .newlines))")
        guard run.end == .exited(0) else {
          let push = try devices.sandbox.shell(
            "git fsck; git -C ../hub.git fsck; git push origin HEAD:refs/heads/test", in: devices.names[device])
          return note("sync ends with \(run.end)", run.errors + push.text + push.errors)
        }
      }
      for device in 0...1 {
        let lost = synced.subtracting(edits.deleted).subtracting(try tokens(on: device))
        if !lost.isEmpty { note("lines are gone", "device \(device): \(lost.sorted())") }
        let status = try devices.sandbox.shell("git status --porcelain --no-renames", in: devices.names[device])
        // What was staged stays staged where the file was removed, or was lost and has its synced text again.
        let changes = status.lines.filter { line in
          let isBack = steps.contains { $0.contains("'\(line.dropFirst(3))' had lost its text") }
          return !line.hasPrefix("AD ") && !(line.hasPrefix("MM ") && isBack)
        }
        if !changes.isEmpty || status.end != .exited(0) {
          note("git status", "device \(device): \(changes)\(status.errors)")
        }
        let left = try devices.sandbox.shell("find .git ../hub.git -name '*.lock'", in: devices.names[device])
        if !left.text.isEmpty { note("locks are left", left.text) }
        // Not what is staged, nor what was: git itself does not wait for that.
        let check = try devices.sandbox.shell(
          "find .git/objects -type f -empty -delete; git fsck --no-dangling $(git for-each-ref --format='%(objectname)')",
          in: devices.names[device])
        if check.end != .exited(0) { note("git fsck", "device \(device): \(check.text)\(check.errors)") }
      }
      if try devices.files(0) != devices.files(1) { note("files differ", "") }
    }

    private func note(_ kind: String, _ text: String) {
      problems.append(Problem(kind: kind, text: "\(kind): \(text)"))
    }

    private func tokens(on device: Int) throws -> Set<String> {
      try devices.files(device).values.reduce(into: []) { $0.formUnion(RandomDeviceEdits.words(in: $1)) }
    }
  }

  /// Edits by programs most of which do not wait until what they write is on the disk.
  private struct CarelessEdits {
    private let devices: Devices
    private var random: SeededRandom
    private var count = 0
    /// Tokens that some edit took out.
    var deleted: Set<String> = []

    init(_ devices: Devices, seed: UInt64) {
      self.devices = devices
      random = SeededRandom(seed: seed &+ 1_000_000)
    }

    /// A word that is nowhere else.
    mutating func token() -> String {
      count += 1
      return "token\(count)x"
    }

    /// Makes an edit on a device; returns what it was.
    mutating func edit(_ device: Int) throws -> String {
      let files = try devices.files(device).filter { $0.key.text.hasSuffix(".md") }
      guard let path = random.pick(files.keys.sorted()), let bytes = files[path], random.below(5) > 0 else {
        let path = VaultPath("\(random.happens(percent: 30) ? "sub\(random.below(3))/" : "")n\(count).md")
        return try "new \(path.text): " + save(Array("# New\n\(token())\n".utf8), path, on: device)
      }
      switch random.below(8) {
      case 0:
        deleted.formUnion(RandomDeviceEdits.words(in: bytes))
        try devices.sandbox.folder.remove(place(path, device))
        return "removed \(path.text)"
      case 1:
        try devices.sandbox.folder.rename(place(path, device), to: place(VaultPath("r\(count).md"), device))
        return "renamed \(path.text) to r\(count).md"
      case 2:
        var lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
        guard !lines.isEmpty else { return "nothing" }
        deleted.formUnion(RandomDeviceEdits.words(in: lines.removeLast()))
        return try "cut \(path.text): "
          + save(Array((lines + [[]]).joined(separator: [UInt8(ascii: "\n")])), path, on: device)
      case 3:
        try devices.sandbox.folder.append(Array("\(token())\n".utf8), to: place(path, device))
        return "appended \(count) to \(path.text)"
      default: return try "\(path.text): " + save(bytes + Array("\(token())\n".utf8), path, on: device)
      }
    }

    private mutating func save(_ bytes: [UInt8], _ path: VaultPath, on device: Int) throws -> String {
      let (folder, file) = (devices.sandbox.folder, place(path, device))
      let beside = file.parent.appending(file.name + Array("~".utf8))
      switch random.below(4) {
      case 0:
        try folder.write(bytes, to: file)
        return "\(count) in place"
      case 1:
        try folder.write(bytes, to: beside)
        try folder.rename(beside, to: file)
        return "\(count) by a rename"
      case 2:
        // As vim does that makes a backup copy.
        let isNew = folder.status(of: file) == nil
        if !isNew { try folder.rename(file, to: beside) }
        try folder.write(bytes, to: file)
        if !isNew { try folder.remove(beside) }
        return "\(count) anew"
      default:
        try folder.write(bytes, to: file)
        _ = try devices.sandbox.shell("sync '\(folder.path.appending(file).text)'")
        return "\(count) and waited for"
      }
    }

    private func place(_ path: VaultPath, _ device: Int) -> VaultPath {
      VaultPath(devices.names[device]).appending(path.bytes)
    }
  }
#endif
