import MemoCore
import MemoTestSupport
import Testing

/// Commits that git's settings have signed.
@Suite(.waitsForPrograms, .enabled(if: MemoProgram.isInstalled("ssh-keygen"), "ssh-keygen is not installed"))
struct SigningTests {
  /// Devices whose user signs with a key of ssh's.
  private static func devices(_ count: Int) throws -> Devices {
    let devices = try Devices(count)
    let run = try devices.sandbox.shell(
      """
      ssh-keygen -q -t ed25519 -N '' -C tester@example.org -f ../home/key \
      && echo "tester@example.org $(cat ../home/key.pub)" > ../home/signers \
      && git config --global gpg.format ssh && git config --global user.signingkey "$PWD/../home/key" \
      && git config --global gpg.ssh.allowedSignersFile "$PWD/../home/signers" \
      && git config --global commit.gpgsign true
      """, in: "d0")
    try #require(run.end == .exited(0), "\(run.errors)")
    return devices
  }

  /// The subjects of a device's commits with the state of their signatures: `G` is good, `N` none.
  static func signatures(_ devices: Devices, _ device: Int) throws -> [String] {
    try devices.git("log", "--format=%G? %s", in: devices.names[device]).split(separator: "\n").map(String.init)
  }

  @Test func snapshotsAreSignedAndMergesAreTheSameOnEveryDevice() throws {
    let devices = try Self.devices(2)
    try devices.write("# A\none\ntwo\n", to: "a.md", on: 0)
    for device in 0..<2 { try devices.join(device) }
    try devices.write("# A\nnew\none\ntwo\n", to: "a.md", on: 0)
    try devices.write("# A\none\ntwo\nother\n", to: "a.md", on: 1)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    try devices.expectInStep()
    let signatures = try Self.signatures(devices, 0)
    let merges = signatures.filter { $0.hasSuffix(" memo: merge") }
    #expect(merges == ["N memo: merge"], "\(signatures)")
    #expect(signatures.filter { !$0.hasSuffix(" memo: merge") }.allSatisfy { $0.hasPrefix("G ") }, "\(signatures)")
    #expect(try devices.git("for-each-ref", "refs/memo/unsigned", in: "d0").isEmpty)
  }

  /// Git prints what it thinks of a signature between the commits, and a side whose commits are not seen seems to have none.
  @Test func aUserWhoHasLogsShowSignaturesLosesNothing() throws {
    let devices = try Self.devices(2)
    try devices.write("# A\none\n", to: "a.md", on: 0)
    for device in 0..<2 { try devices.join(device) }
    try devices.git("config", "--global", "log.showSignature", "true", in: "d0")
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.write("# A\none\ntwo\n", to: "a.md", on: 1)
    try devices.write("# C\n", to: "c.md", on: 1)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    for (name, text) in [("a.md", "# A\none\ntwo\n"), ("b.md", "# B\n"), ("c.md", "# C\n")] {
      for device in 0...1 { #expect(try devices.text(name, on: device) == text, "\(name) on device \(device)") }
    }
    try devices.expectInStep()
  }

  @Test func whatCannotBeSignedIsNotCommitted() throws {
    let devices = try Self.devices(1)
    try devices.write("# A\none\n", to: "a.md", on: 0)
    try devices.join(0)
    let head = try devices.head(0)
    try devices.sandbox.folder.remove(VaultPath("home/key"))
    try devices.write("# A\none\ntwo\n", to: "a.md", on: 0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(7) && run.errors.contains("nothing was committed"), "\(run.errors)")
    #expect(try devices.head(0) == head && devices.text("a.md", on: 0) == "# A\none\ntwo\n")
    #expect(try devices.git("for-each-ref", "refs/memo/unsigned", in: "d0").isEmpty)
    // The answer is kept from sync to sync; a change of the settings is seen at once.
    try devices.git("config", "--global", "commit.gpgsign", "false", in: "d0")
    try devices.mustSync(0)
    #expect(try Self.signatures(devices, 0).first?.hasPrefix("N ") == true)
  }

  @Test func theRepositorysOwnSettingCounts() throws {
    let devices = try Self.devices(1)
    try devices.git("config", "--global", "commit.gpgsign", "false", in: "d0")
    try devices.write("one\n", to: "a.md", on: 0)
    try devices.join(0)
    try devices.git("config", "commit.gpgsign", "true", in: "d0")
    try devices.write("two\n", to: "a.md", on: 0)
    try devices.mustSync(0)
    #expect(try Self.signatures(devices, 0).map { $0.prefix(1) } == ["G", "N"])
  }
}
