import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Files under git-lfs, where it is set up and where it is not: what the branch has as a pointer stays one, and what it has
/// as a text stays a text.
@Suite(.waitsForPrograms, .enabled(if: FilterTests.hasLFS, "git-lfs is not installed")) struct PointerTests {
  private let trial: FilterTrial
  private var devices: Devices { trial.devices }

  init() throws {
    trial = try FilterTrial.large()
    try devices.write("# L\nmarker-one\n", to: "secret/l.md", on: 0)
    try devices.mustSync(0)
  }

  /// Runs something as on a device whose git knows no git-lfs.
  private func withoutLFS(_ body: () throws -> Void) throws {
    let config = "[user]\n\tname = Tester\n\temail = tester@example.org\n"
    try devices.sandbox.folder.write(config, to: "home/plain")
    devices.sandbox.variables["GIT_CONFIG_GLOBAL"] = devices.sandbox.folder.path.appending("home/plain").text
    defer { devices.sandbox.variables["GIT_CONFIG_GLOBAL"] = nil }
    try body()
  }

  /// What the hub's branch has.
  private func blob(_ path: String) throws -> String {
    try devices.git("cat-file", "blob", "main:\(path)", in: "hub.git")
  }

  private static let mark = "version https://git-lfs.github.com/spec/v1"

  @Test func aDeviceWithoutItKeepsPointersAndSendsNothingThatWouldBeOne() throws {
    let pointer = try blob("secret/l.md")
    try withoutLFS {
      for _ in 0..<2 {
        try devices.mustSync(1)
        #expect(try devices.text("secret/l.md", on: 1) == pointer, "as git writes it there")
      }
      try devices.write("# M\nmarker-two\n", to: "secret/m.md", on: 1)
      try devices.write("# L\nmarker-three\n", to: "secret/l.md", on: 1)
      try devices.write("# P\nmore\n", to: "p.md", on: 1)
      let run = try devices.sync(1)
      #expect(run.end == .exited(0), "\(run.errors)")
      for name in ["secret/l.md", "secret/m.md"] { #expect(run.errors.contains("'\(name)'"), "\(run.errors)") }
      #expect(run.errors.contains("git lfs install"), "\(run.errors)")
    }
    try trial.expectNoMarkerOnHub()
    #expect(try blob("secret/l.md") == pointer)
    #expect(try blob("p.md") == "# P\nmore\n", "everything else is synced")
    try devices.mustSync(0)
    #expect(try devices.text("secret/l.md", on: 0) == "# L\nmarker-one\n")
    // With git-lfs, they are edits.
    for device in [1, 0] { try devices.mustSync(device) }
    #expect(try devices.text("secret/m.md", on: 0) == "# M\nmarker-two\n")
    #expect(try devices.text("secret/l.md", on: 0) == "# L\nmarker-three\n")
    try devices.expectInStep()
    try trial.expectNoMarkerOnHub()
  }

  @Test func aPointerInTheVaultIsNoEditOfItsText() throws {
    try devices.mustSync(1)
    let pointer = try blob("secret/l.md")
    try devices.write(pointer, to: "secret/l.md", on: 1)
    let head = try devices.git("rev-parse", "main:secret", in: "hub.git")
    for device in [1, 0] { try devices.mustSync(device) }
    #expect(try devices.git("rev-parse", "main:secret", in: "hub.git") == head)
    #expect(try devices.text("secret/l.md", on: 0) == "# L\nmarker-one\n")
  }

  @Test func pointersStayWhenTheAttributesGo() throws {
    try devices.mustSync(1)
    try devices.write("", to: ".gitattributes", on: 0)
    try devices.write("# L\nmarker-one\nmarker-more\n", to: "secret/l.md", on: 0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(0) && run.errors.contains("secret/l.md"), "\(run.errors)")
    try trial.expectNoMarkerOnHub()
    #expect(try blob("secret/l.md").hasPrefix(Self.mark))
    try devices.mustSync(1)
    #expect(try devices.text("secret/l.md", on: 1)?.hasPrefix("# L\nmarker-one\n") == true)
  }
}
