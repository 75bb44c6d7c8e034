import MemoCore
import MemoTestSupport
import Testing

/// Commits that git's settings have signed by GnuPG, with a key that no one else has.
@Suite(
  .waitsForPrograms,
  .enabled(if: MemoProgram.isInstalled("gpg") && MemoProgram.isInstalled("gpgconf"), "GnuPG is not installed"))
struct OpenPGPSigningTests {
  /// Runs a test on devices whose user signs, and ends the agent that holds the key.
  private func withDevices(_ count: Int, _ body: (Devices) throws -> Void) throws {
    let devices = try Devices(count)
    // The agent's socket is in it: the path has to be short.
    devices.sandbox.variables["GNUPGHOME"] = devices.sandbox.folder.path.appending("pgp").text
    defer { _ = try? devices.sandbox.shell("gpgconf --kill all", in: "d0") }
    let line = """
      mkdir -m 700 "$GNUPGHOME" \
      && gpg --batch --quiet --passphrase '' --quick-generate-key tester@example.org ed25519 sign never \
      && git config --global user.signingkey tester@example.org && git config --global commit.gpgsign true
      """
    let run = try devices.sandbox.shell(line, in: "d0")
    try #require(run.end == .exited(0), "\(run.errors)")
    try body(devices)
  }

  @Test func snapshotsAreSignedAndMergesAreTheSameOnEveryDevice() throws {
    try withDevices(2) { devices in
      try devices.write("# A\none\ntwo\n", to: "a.md", on: 0)
      for device in 0..<2 { try devices.join(device) }
      try devices.write("# A\nnew\none\ntwo\n", to: "a.md", on: 0)
      try devices.write("# A\none\ntwo\nother\n", to: "a.md", on: 1)
      for device in [0, 1, 0] { try devices.mustSync(device) }
      try devices.expectInStep()
      let signatures = try SigningTests.signatures(devices, 0)
      print(signatures.joined(separator: "\n"))
      #expect(signatures.filter { $0.hasSuffix(" memo: merge") } == ["N memo: merge"], "\(signatures)")
      #expect(signatures.filter { $0.hasPrefix("G ") }.count == signatures.count - 1, "\(signatures)")
      let snapshots = try devices.git("rev-list", "--no-merges", "HEAD", in: "d0").split(separator: "\n")
      #expect(snapshots.count >= 3)
      for commit in snapshots { try devices.git("verify-commit", String(commit), in: "d0") }
      #expect(try devices.git("for-each-ref", "refs/memo/unsigned", in: "d0").isEmpty)
    }
  }

  @Test func aKeyThatIsNotThereCommitsNothing() throws {
    try withDevices(1) { devices in
      try devices.write("# A\none\n", to: "a.md", on: 0)
      try devices.join(0)
      let head = try devices.head(0)
      try devices.git("config", "--global", "user.signingkey", "nobody@example.org", in: "d0")
      try devices.write("# A\none\ntwo\n", to: "a.md", on: 0)
      let run = try devices.sync(0)
      #expect(run.end == .exited(7) && run.errors.contains("nothing was committed"), "\(run.errors)")
      #expect(run.errors.contains("commit.gpgsign"), "\(run.errors)")
      #expect(try devices.head(0) == head && devices.text("a.md", on: 0) == "# A\none\ntwo\n")
      #expect(try devices.git("for-each-ref", "refs/memo/unsigned", in: "d0").isEmpty)
      try devices.git("config", "--global", "user.signingkey", "tester@example.org", in: "d0")
      try devices.mustSync(0)
      #expect(try SigningTests.signatures(devices, 0).first?.hasPrefix("G ") == true)
    }
  }
}
