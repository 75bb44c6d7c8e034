import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Two devices that edit filtered memos, round after round: no clear byte of them reaches the remote, both devices end with
/// the same bytes, no line is lost, and git itself finds nothing modified. MEMO_LONG_TESTS=17 makes 204 rounds.
@Suite(.waitsForPrograms, .serialized) struct FilterRoundTests {
  private static let scale = ProcessInfo.processInfo.environment["MEMO_LONG_TESTS"].flatMap(Int.init) ?? 1

  @Test(.enabled(if: FilterTests.hasGitCrypt, "git-crypt is not installed"))
  func noClearByteOfAnEncryptedMemoReachesTheRemote() throws {
    var rounds = FilterRounds(try FilterTrial.encrypted(), seed: 1)
    try rounds.run(12 * Self.scale)
  }

  @Test(.enabled(if: FilterTests.hasLFS, "git-lfs is not installed"))
  func noByteOfALargeMemoReachesTheRemotesObjects() throws {
    var rounds = FilterRounds(try FilterTrial.large(), seed: 2)
    try rounds.run(12 * Self.scale)
  }
}

/// The rounds of one test. Each line that is added is a token that is nowhere else; those of filtered memos start with
/// `marker`.
private struct FilterRounds {
  private let trial: FilterTrial
  private var random: SeededRandom
  private var count = 0
  /// Tokens that were in files when a round ended and that no one has taken out.
  private var kept: Set<String> = []

  private static let names = ["secret/a.md", "secret/b b.md", "secret/sub/c.md", "secret/회의.md", "plain.md"]

  private var devices: Devices { trial.devices }

  init(_ trial: FilterTrial, seed: UInt64) {
    (self.trial, random) = (trial, SeededRandom(seed: seed))
  }

  mutating func run(_ rounds: Int) throws {
    for round in 0..<rounds {
      var added: Set<String> = []
      for device in 0..<2 where random.happens(percent: 80) {
        for _ in 0...random.below(2) { try edit(device, &added) }
      }
      for device in [0, 1, 0] { try devices.mustSync(device, "--allow-mass-delete") }
      kept.formUnion(added)
      try check(round)
    }
  }

  private mutating func edit(_ device: Int, _ added: inout Set<String>) throws {
    guard let name = random.pick(Self.names) else { return }
    count += 1
    let token = (name == "plain.md" ? "plain" : "marker") + "\(count)x"
    var lines = try devices.text(name, on: device)?.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    if random.below(12) == 0, let lines {
      forget(lines, &added)
      return try devices.remove(name, on: device)
    }
    var text = lines ?? ["# \(token)", ""]
    let place = random.below(max(1, text.count - 1))
    if lines != nil {
      if random.happens(percent: 25) {
        forget([text[place]], &added)
        text[place] = token
      } else {
        text.insert(token, at: place)
      }
    }
    added.insert(token)
    lines = text
    try devices.write(text.joined(separator: "\n"), to: name, on: device)
  }

  private mutating func forget(_ lines: [String], _ added: inout Set<String>) {
    let tokens = Self.tokens(in: lines.joined(separator: "\n"))
    kept.subtract(tokens)
    added.subtract(tokens)
  }

  private static func tokens(in text: String) -> Set<String> {
    Set(
      text.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter {
        $0.hasPrefix("marker") || $0.hasPrefix("plain")
      })
  }

  private func check(_ round: Int) throws {
    #expect(try !trial.isOnHub("marker"), "round \(round): clear text on the hub")
    let files = try devices.files(0)
    #expect(try devices.files(1) == files, "round \(round): files")
    #expect(try devices.head(1) == devices.head(0), "round \(round): commits")
    for name in devices.names {
      let status = try devices.git("status", "--porcelain", in: name)
      #expect(status.isEmpty, "round \(round): \(name): \(status)")
    }
    let there = files.values.reduce(into: Set<String>()) {
      $0.formUnion(Self.tokens(in: String(decoding: $1, as: UTF8.self)))
    }
    #expect(kept.subtracting(there).isEmpty, "round \(round): lost")
  }
}
