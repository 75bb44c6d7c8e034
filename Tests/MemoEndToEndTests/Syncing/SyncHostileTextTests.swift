import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Text of others that a sync shows: what git writes, the names of remotes and of devices.
@Suite(.waitsForPrograms) struct SyncHostileTextTests {
  private static let evil = "x\u{1B}[31m\u{9B}2J\u{202E}\u{2066}\r\u{7}y"

  /// Expects a run to show nothing that acts on a terminal.
  private func expectHarmless(_ run: MemoRun, shows text: String = "", location: SourceLocation = #_sourceLocation) {
    let shown = String(decoding: run.output, as: UTF8.self) + run.errors
    let acting = shown.unicodeScalars.filter { scalar in
      !["\n", "\t"].contains(scalar)
        && (scalar.properties.generalCategory == .control || ("\u{202A}"..."\u{202E}").contains(scalar))
        || ("\u{2066}"..."\u{2069}").contains(scalar)
    }
    #expect(acting.isEmpty, "\(run.command): \(shown.debugDescription)", sourceLocation: location)
    #expect(text.isEmpty || shown.contains(text), "\(run.command): \(shown.debugDescription)", sourceLocation: location)
  }

  private static let looks = [
    ["sync"], ["sync", "--json"], ["sync", "--status"], ["sync", "--status", "--json"], ["sync", "--dry-run"],
    ["watch", "--status"], ["watch", "--status", "--json"],
  ]

  @Test func whatGitWritesIsHarmless() throws {
    let devices = try Devices.inStep(1)
    try devices.sandbox.makeProgram("ssh", "printf '%s\\n' '\(Self.evil) denied' >&2; exit 255")
    try devices.git("config", "remote.origin.url", "me@host:notes.git", in: "d0")
    for words in Self.looks { expectHarmless(try devices.memo(0, words)) }
    expectHarmless(try devices.sync(0), shows: "denied")
    expectHarmless(try devices.sandbox.memo("clone", "me@host:notes.git", "copy", in: ""), shows: "denied")
  }

  @Test(arguments: ["../\(evil).git", "https://127.0.0.1:1/\(evil).git", "me@host:\(evil)"])
  func theNameOfARemoteIsHarmless(name: String) throws {
    let devices = try Devices.inStep(1)
    try devices.sandbox.makeProgram("ssh", "exit 255")
    expectHarmless(try devices.sync(0, "--remote", name))
    expectHarmless(try devices.sync(0, "--remote", name, "--json"))
    expectHarmless(try devices.sandbox.memo("clone", name, "copy", in: ""))
    try devices.git("config", "remote.origin.url", name, in: "d0")
    for words in Self.looks + [["trust"]] { expectHarmless(try devices.memo(0, words)) }
  }

  @Test func theNameOfADeviceIsHarmless() throws {
    let devices = try Devices.inStep(2, "# A\none\n")
    let settings = try JSONSerialization.data(withJSONObject: ["device": Self.evil])
    try devices.sandbox.folder.write(Array(settings), to: VaultPath("home/.config/memo/config.json"))
    for device in 0...1 {
      try devices.write("# A\nof \(device)\n", to: "a.md", on: device)
      expectHarmless(try devices.sync(device))
    }
    expectHarmless(try devices.sync(0))
    for words in [["conflicts"], ["conflicts", "--json"], ["history", "a.md"], ["history", "a.md", "--json"]] {
      for device in 0...1 { expectHarmless(try devices.memo(device, words), shows: "x") }
    }
  }

  @Test(arguments: ["yes", "true", "on", "1", "2"])
  func aSparseRepositoryIsRefusedAndItsFilesStay(value: String) throws {
    let devices = try Devices.inStep()
    try devices.sandbox.shell("printf '[core]\\n\\tsparseCheckout = \(value)\\n' >> .git/config", in: "d0").expectDone()
    try devices.remove("a.md", on: 0)
    let head = try devices.head(0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(7), "\(run.end)")
    #expect(run.errors.contains("git sparse-checkout disable"), "\(run.errors)")
    #expect(try devices.head(0) == head, "what is missing is not taken for deleted")
    try devices.mustSync(1)
    #expect(try devices.text("a.md", on: 1) != nil)
  }

  /// Plain git records it; memo names it, as any file that the system runs.
  @Test func aMemoThatIsExecutableIsNamedAndStaysInStep() throws {
    let devices = try Devices.inStep()
    try devices.write("#!/bin/sh\n", to: "run.md", on: 0)
    try devices.sandbox.folder.setMode(0o755, of: VaultPath("d0/run.md"))
    try devices.git("add", "run.md", in: "d0")
    try devices.git("commit", "-qm", "by hand", in: "d0")
    try devices.git("push", "-q", "origin", "main", in: "d0")
    let received = try devices.sync(1)
    #expect(received.end == .exited(0), "\(received.errors)")
    #expect(received.errors.contains("received 'run.md', an executable file\n"), "\(received.errors)")
    for device in [0, 1, 0, 1] { try devices.mustSync(device) }
    try devices.expectInStep()
    let head = try devices.head(0)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    #expect(try devices.head(0) == head, "nothing is committed over and over")
    #expect(try devices.text("run.md", on: 1) == "#!/bin/sh\n")
  }

  @Test func whoMayRunAFileThatIsThereArrives() throws {
    let devices = try Devices.inStep()
    try devices.write("#!/bin/sh\n", to: "run.sh", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    for (mode, isRunnable) in [(0o755, true), (0o644, false), (0o755, true)] as [(Int, Bool)] {
      try devices.sandbox.folder.setMode(mode, of: VaultPath("d0/run.sh"))
      if isRunnable { try devices.write("#!/bin/sh\ntrue\n", to: "run.sh", on: 1) }
      try devices.git("commit", "-qam", "mode", in: "d0")
      for device in [0, 1, 0] { try devices.mustSync(device) }
      let found = try devices.sandbox.shell("test -x run.sh && echo yes || echo no", in: "d1")
      #expect(found.lines == [isRunnable ? "yes" : "no"])
      #expect(try devices.git("status", "--porcelain", in: "d1") == "")
      try devices.expectInStep()
    }
    #expect(try devices.text("run.sh", on: 0) == "#!/bin/sh\ntrue\n")
  }
}

extension MemoRun {
  fileprivate func expectDone(_ location: SourceLocation = #_sourceLocation) {
    #expect(end == .exited(0), "\(errors)", sourceLocation: location)
  }
}
