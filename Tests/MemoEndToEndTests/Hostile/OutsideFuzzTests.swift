import Dispatch
import Foundation
import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoCLI
@testable import MemoWords

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The built program, driven by command lines of all commands in vaults of all kinds with records in any state: each run
/// ends by itself, as help says that it can, and keeps to what it may read and write.
///
/// `MEMO_OUTSIDE_FUZZ` sets how many runs, `MEMO_OUTSIDE_SEED` the first seed; see Fuzzing.md.
@Suite(.waitsForPrograms) struct OutsideFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let runs = environment["MEMO_OUTSIDE_FUZZ"].flatMap { Int($0) } ?? 150
  private static let firstSeed = environment["MEMO_OUTSIDE_SEED"].flatMap { UInt64($0) } ?? 1
  private static let runsAVault = 50

  @Test func anyCommandLineInAnyVaultEndsAsHelpSays() throws {
    let tally = OutsideTally()
    let vaults = max(1, Self.runs / Self.runsAVault)
    let next = OutsideSeeds(Self.firstSeed..<Self.firstSeed + UInt64(vaults))
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      while let seed = next.take() {
        do {
          var trial = try OutsideTrial(seed: seed, tally)
          try trial.run(Self.runsAVault)
        } catch {
          Issue.record("vault \(seed): \(error)")
        }
      }
    }
    print(tally.text)
    #expect(tally.usageErrors * 10 <= tally.runs, "\(tally.text)")
    if Self.runs >= 5_000 {
      let names = Set(OutsideCommandMaker.declarations.map(\.name))
      #expect(names.subtracting(tally.commands) == [], "no run of these succeeded")
    }
  }
}

/// Seeds that several threads take turns at.
private final class OutsideSeeds: Sendable {
  private let left: Mutex<Range<UInt64>>

  init(_ seeds: Range<UInt64>) {
    left = Mutex(seeds)
  }

  func take() -> UInt64? { left.withLock { $0.popFirst() } }
}

/// What became of all runs.
private final class OutsideTally: Sendable {
  private struct Counts {
    var ends: [Int32: Int] = [:]
    var commands: Set<String> = []
    var largest = 0
  }

  private let counts = Mutex(Counts())

  /// Counts a run, and now and then prints how far all are: a long fuzz may be ended from outside.
  func count(_ command: String, _ code: Int32, kilobytes: Int) {
    let runs = counts.withLock { counts in
      counts.ends[code, default: 0] += 1
      if code == 0 { counts.commands.insert(command) }
      counts.largest = max(counts.largest, kilobytes)
      return counts.ends.values.reduce(0, +)
    }
    if runs.isMultiple(of: 1_000) { FileHandle.standardError.write(Data("\(Date()): \(text)\n".utf8)) }
  }

  var runs: Int { counts.withLock { $0.ends.values.reduce(0, +) } }
  var usageErrors: Int { counts.withLock { $0.ends[ExitCode.usage.rawValue] ?? 0 } }
  var commands: Set<String> { counts.withLock { $0.commands } }

  var text: String {
    counts.withLock { counts in
      let ends = counts.ends.sorted { $0.key < $1.key }.map { "\($0.value) with \($0.key)" }
      return
        "\(counts.ends.values.reduce(0, +)) runs ended: \(ends.joined(separator: ", ")); most memory \(counts.largest / 1024) MB"
    }
  }
}

/// Command lines in one vault.
private struct OutsideTrial {
  private let seed: UInt64
  private let tally: OutsideTally
  private var vault: OutsideVault
  private var said: [String] = []
  private var places = OutsidePlaces()

  private static let codes = Set(ExitCode.allCases.map(\.rawValue))
  private static let mostKilobytes = 300 << 10
  private static let limit = DispatchTimeInterval.seconds(60)

  /// What this process has had, and a little more: the system counts it for a child that has only been started.
  private static var ownKilobytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      let kilobytes = usage.ru_maxrss / 1024
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      let kilobytes = usage.ru_maxrss
    #endif
    return kilobytes + kilobytes / 10
  }

  /// What may appear beside the vault.
  private static let ownPlaces: Set = [
    "home", "vault", "programs", "runs", "hub.git", "outside", "in", "copy0", "copy1", "copy2", "other0", "other1",
    "clone0", "clone1", "clone2", "clone3",
  ]
  /// What commands were to make there besides.
  private var wanted: Set<String> = []

  init(seed: UInt64, _ tally: OutsideTally) throws {
    (self.seed, self.tally) = (seed, tally)
    vault = try OutsideVault(seed: seed)
  }

  mutating func run(_ count: Int) throws {
    _ = try vault.sandbox.shell("git init -q --bare '\(vault.hub)'")
    for words in vault.beginning() {
      try check(
        OutsideCommand(words: (["memo"] + words).map { Array($0.utf8) }, input: [], isReading: false), with: [:])
    }
    for _ in 0..<count {
      if vault.random.happens(percent: 50) { try vault.disturb() }
      var maker = OutsideCommandMaker(subject: vault.subject, random: SeededRandom(seed: vault.random.next()))
      try check(maker.make(), with: variables())
    }
  }

  private mutating func variables() -> [String: String] {
    guard vault.random.happens(percent: 25) else { return [:] }
    let long = String(repeating: "x", count: 9_000)
    let values: [String: [String]] = [
      "LC_ALL": ["ko_KR.UTF-8", "C", "en_GB", "abcdefghijkl", "en_" + long, "tr_TR.UTF-8", ""],
      "LC_TIME": ["en_GB.UTF-8", "ko_KR", "xx_XX", long],
      "TZ": ["Asia/Seoul", "UTC+14", "XXX-99:99:99", long, ":/etc/passwd", ""],
      "COLUMNS": ["1", "2", "10", "100000", "9223372036854775807", "-1", "x"], "TERM": ["dumb", "", "xterm"],
      "NO_COLOR": ["1"], "MEMO_VAULT": [vault.sandbox.vault.text, "nowhere", ""], "PAGER": ["cat", "false", "nowhere"],
      "MEMO_EDITOR": ["true", "false", "nowhere"], "HOME": ["", "/dev/null/nowhere", "relative"],
      "XDG_CACHE_HOME": ["", "/dev/null/nowhere"],
    ]
    let name = vault.random.pick(values.keys.sorted()) ?? "TZ"
    return [name: vault.random.pick(values[name] ?? []) ?? ""]
  }

  // MARK: Laws

  private mutating func check(_ command: OutsideCommand, with variables: [String: String]) throws {
    let before = command.isReading ? files() : nil
    let run = try vault.sandbox.measured(command.words, input: command.input, with: variables, limit: Self.limit)
    let place = "vault \(seed), \(command.text) with \(variables.mapValues { $0.prefix(40) })"
    said.append(place)
    guard case .exited(let code) = run.end else {
      return fail("\(place): \(run.end) \(run.errors.prefix(600))")
    }
    let name = command.words.lazy.map { String(decoding: $0, as: UTF8.self) }
      .first { word in OutsideCommandMaker.declarations.contains { $0.names.contains(word) } }
    tally.count(
      OutsideCommandMaker.declarations.first { $0.names.contains(name ?? "") }?.name ?? "", code,
      kilobytes: run.kilobytes)
    if !Self.codes.contains(code) { fail("\(place): exit code \(code)") }
    if run.kilobytes > max(Self.mostKilobytes, Self.ownKilobytes) { fail("\(place): \(run.kilobytes / 1024) MB") }
    if let trouble = Self.trouble(in: run, code, command) { fail("\(place): \(trouble)") }
    if let before, before != files() { fail("\(place): changed what it only reads") }
    expectNothingOutside(place, leadsOut: command.words.contains { String(decoding: $0, as: UTF8.self).contains("..") })
  }

  /// What is wrong with what a run wrote; `nil` where nothing is.
  private static func trouble(in run: MeasuredRun, _ code: Int32, _ command: OutsideCommand) -> String? {
    let isJSON = command.has("--json")
    let isQuietCode = [ExitCode.done, .noMatch, .interrupted].map(\.rawValue).contains(code)
    if !isQuietCode {
      let isTold = run.errors.contains("\"error\"") || !isJSON && run.errors.contains("memo:")
      if !isTold { return "exit code \(code) without a word: \(run.errors.prefix(300))" }
    }
    // A message of the runtime, not of memo.
    for word in ["Fatal error", "Swift runtime failure", "AddressSanitizer"] where run.errors.contains(word) {
      return run.errors
    }
    guard isQuietCode, isJSON, !run.output.isEmpty, !command.has("--help"), !command.has("-h"),
      !command.has("--version")
    else {
      return nil
    }
    let isObject = (try? JSONSerialization.jsonObject(with: Data(run.output), options: .fragmentsAllowed)) != nil
    return isObject ? nil : "no JSON: \(String(decoding: run.output.prefix(300), as: UTF8.self))"
  }

  /// Everything in the vault but what is memo's and git's own; `nil` while an operation waits to be taken back.
  private func files() -> [VaultPath: [UInt8]]? {
    let history = (try? vault.sandbox.folder.names(in: VaultPath("vault/.memo/history"))) ?? []
    let isWaiting = history.contains { name in
      ["applying", "undoing", "redoing"].contains { String(decoding: name, as: UTF8.self).hasSuffix($0) }
    }
    guard !isWaiting else { return nil }
    var files: [VaultPath: [UInt8]] = [:]
    add(VaultPath("vault"), to: &files)
    return files
  }

  private func add(_ folder: VaultPath, to files: inout [VaultPath: [UInt8]]) {
    for name in (try? vault.sandbox.folder.names(in: folder)) ?? [] {
      let path = folder.appending(name)
      guard ![".memo", ".git"].contains(String(decoding: name, as: UTF8.self)),
        let status = vault.sandbox.folder.status(of: path)
      else { continue }
      if status.isFolder {
        add(path, to: &files)
      } else if status.isFile, status.stamp.size < 1 << 20 {
        files[path] = (try? vault.sandbox.folder.bytes(of: path)) ?? []
      } else {
        files[path] = []
      }
    }
  }

  /// - Parameter leadsOut: whether the command names a place beside the vault.
  private mutating func expectNothingOutside(_ place: String, leadsOut: Bool) {
    let names = (try? vault.sandbox.folder.names()) ?? []
    let strange = Set(names.map { String(decoding: $0, as: UTF8.self) }).subtracting(Self.ownPlaces.union(wanted))
    if !strange.isEmpty, !leadsOut { fail("\(place): made \(strange.sorted())") }
    wanted.formUnion(strange)
    let new = places.new()
    if !new.isEmpty { fail("\(place): made \(new), or another program did") }
    let secret = try? vault.sandbox.folder.bytes(of: VaultPath("outside/secret.md"))
    if secret != Array("# \(HostileVault.secret)\n".utf8) { fail("\(place): changed what is outside") }
  }

  private func fail(_ reason: String) {
    Issue.record("\(reason)\n  before: \(said.suffix(6).dropLast().joined(separator: "\n  "))")
  }
}

/// What a run of a program wrote and took.
private struct MeasuredRun {
  let output: [UInt8]
  let errors: String
  let end: MemoRun.End
  let kilobytes: Int
}

extension Sandbox {
  /// Runs a program in the vault and measures its memory.
  fileprivate func measured(
    _ words: [[UInt8]], input: [UInt8], with extra: [String: String], limit: DispatchTimeInterval
  ) throws -> MeasuredRun {
    let files = ["input", "output", "errors"].map { VaultPath("runs/\($0)") }
    let paths = files.map { folder.path.appending($0).bytes }
    try folder.write(input, to: files[0])
    let child = try ChildProcess(
      words, variables: variables.merging(extra) { $1 }, folder: vault.bytes, input: paths[0], output: paths[1],
      errors: paths[2])
    let (end, kilobytes) = child.waitMeasuring(limit)
    // What this process has in memory counts for the programs that it starts.
    let size = try FileManager.default.attributesOfItem(atPath: folder.path.appending(files[1]).text)[.size] as? Int
    return MeasuredRun(
      output: size ?? 0 < 1 << 24 ? try folder.bytes(of: files[1]) ?? [] : [],
      errors: String(decoding: try folder.bytes(of: files[2]) ?? [], as: UTF8.self), end: end, kilobytes: kilobytes)
  }
}
