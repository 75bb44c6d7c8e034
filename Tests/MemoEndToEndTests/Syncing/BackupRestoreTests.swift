import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Bringing back what a backup holds takes no line from the memos as they are by then, on this device or another.
@Suite(.waitsForPrograms) struct BackupRestoreTests {
  /// Two devices in step with a memo of three lines and a log.
  private func devices() throws -> Devices {
    let devices = try Devices(2)
    try devices.write("# Plan\nat nine\nend\n", to: "plan.md", on: 0)
    try devices.write("# Log\n", to: "log.md", on: 0)
    for device in 0..<2 { try devices.join(device) }
    return devices
  }

  /// Runs a line on a device; its last hint that brings something back.
  @discardableResult
  private func run(_ line: String, on device: Int, in devices: Devices) throws -> MemoRun {
    try devices.sandbox.shell(line, in: devices.names[device])
  }

  /// Pastes what a run says brings the text back.
  private func pasteRestore(_ run: MemoRun, on device: Int, in devices: Devices) throws {
    let hint = run.errors.split(separator: "\n").first { $0.contains("memo git restore ") }
    let line = try #require(hint?.split(separator: ": ").last, "\(run.errors)")
    let restored = try self.run(String(line), on: device, in: devices)
    #expect(restored.end == .exited(0), "\(line): \(restored.errors)")
  }

  private func lines(_ name: String, on device: Int, in devices: Devices) throws -> [String] {
    try devices.text(name, on: device)?.split(separator: "\n").map(String.init) ?? []
  }

  @Test func aResetAndWhatTheOtherDeviceAddedMeanwhile() throws {
    let devices = try devices()
    try run("echo important >> log.md; memo sync -q", on: 0, in: devices)
    let backup = try run(
      "echo typed >> log.md; git fetch -q; memo git backup && git reset -q --hard origin/main", on: 1, in: devices)
    try pasteRestore(backup, on: 1, in: devices)
    #expect(try lines("log.md", on: 1, in: devices) == ["# Log", "important", "typed"])
    try devices.mustSync(1)
    try devices.mustSync(0)
    #expect(try lines("log.md", on: 0, in: devices) == ["# Log", "important", "typed"])
  }

  @Test func aRebaseThatIsAborted() throws {
    let devices = try devices()
    try run("sed -i 's/at nine/at TEN/' plan.md; memo sync -q", on: 0, in: devices)
    try run(
      """
      for i in 1 2; do sed -i "2s/$/ b$i/" plan.md; echo "line $i" >> log.md; git commit -qam b$i; done
      git pull -q --rebase; echo TYPED >> log.md
      """, on: 1, in: devices)
    let refusal = try devices.sync(1)
    let abort = try #require(refusal.errors.split(separator: "\n").last?.split(separator: ": ").last)
    try pasteRestore(try run(String(abort), on: 1, in: devices), on: 1, in: devices)
    let log = try lines("log.md", on: 1, in: devices)
    #expect(log.count == 4 && Set(log) == ["# Log", "line 1", "line 2", "TYPED"], "\(log)")
  }

  @Test func aCheckoutOfNoBranchThatTheHintsLeadOutOf() throws {
    let devices = try devices()
    try run(
      "for i in 1 2 3 4; do echo $i >> log.md; git commit -qam $i; done; git checkout -q HEAD~3", on: 1, in: devices)
    try run("echo TYPED >> log.md; echo '# 새것' > 새것.md", on: 1, in: devices)
    let refusal = try devices.sync(1)
    let back = try #require(refusal.errors.split(separator: "\n").last)
    let line = try #require(back.range(of: "git add").map { String(back[$0.lowerBound...]) }, "\(refusal.errors)")
    try run(line, on: 1, in: devices)
    #expect(try lines("log.md", on: 1, in: devices).sorted() == ["# Log", "1", "2", "3", "4", "TYPED"])
    #expect(try devices.text("새것.md", on: 1) == "# 새것\n")
    try devices.mustSync(1)
  }

  @Test func aMergeWithMarkersAndAFileThatOnlyTheOtherSideHas() throws {
    let devices = try devices()
    try run("printf '# New\\n' > new.md; sed -i 's/at nine/at TEN/' plan.md; memo sync -q", on: 0, in: devices)
    try run(
      """
      sed -i 's/at nine/at 9:30/' plan.md; git commit -qam B; git pull -q --no-rebase
      for name in new log plan; do echo "TYPED $name" >> $name.md; done
      """, on: 1, in: devices)
    let abort = try run("memo git backup && git add -u && git merge --abort", on: 1, in: devices)
    #expect(try devices.text("new.md", on: 1) == nil, "git takes it away")
    try pasteRestore(abort, on: 1, in: devices)
    #expect(try lines("log.md", on: 1, in: devices) == ["# Log", "TYPED log"])
    #expect(try lines("new.md", on: 1, in: devices) == ["# New", "TYPED new"])
    let plan = try lines("plan.md", on: 1, in: devices)
    #expect(plan.first == "# Plan" && Set(plan) == ["# Plan", "at 9:30", "at TEN", "end", "TYPED plan"], "\(plan)")
    #expect(plan.count == 5, "each line once: \(plan)")
    try devices.mustSync(1)
    try devices.mustSync(0)
    for line in plan { #expect(try lines("plan.md", on: 0, in: devices).contains(line), "\(line)") }
  }

  @Test func anUndoTakesItOut() throws {
    let devices = try devices()
    try run("echo typed >> log.md; memo git backup; git checkout -q log.md; memo git restore", on: 1, in: devices)
    #expect(try lines("log.md", on: 1, in: devices) == ["# Log", "typed"])
    try run("memo undo", on: 1, in: devices)
    #expect(try lines("log.md", on: 1, in: devices) == ["# Log"])
  }

  /// A field has one value: the one that comes back takes the place of the other, which is said.
  @Test func aFieldThatAMergeDroppedNamesTheValueThatItReplaces() throws {
    let devices = try devices()
    try run("printf -- '---\nstatus: open\n---\n# N\n' > n.md; memo sync -q", on: 0, in: devices)
    try run("memo sync -q; sed -i s/open/paused/ n.md; memo sync -q", on: 1, in: devices)
    let merging = "sed -i s/open/done/ n.md; git commit -qam done; git pull -q --no-rebase -X ours; git push -q"
    try run(merging, on: 0, in: devices)
    let restored = try run("memo conflicts --lost --restore n.md", on: 0, in: devices)
    #expect(restored.errors.contains("'n.md': 'status: done' gave way to it"), "\(restored.errors)")
    #expect(try devices.text("n.md", on: 0) == "---\nstatus: paused\n---\n# N\n")
  }

  /// Someone rewrote the remote's history, and plain git took that over here: what was synced before is kept.
  @Test(arguments: ["git pull -q --rebase", "git fetch -q; git reset -q --hard origin/main"])
  func whatAnotherHistoryLeavesBehindIsKept(taking: String) throws {
    let devices = try devices()
    try run("for i in 1 2 3; do echo line $i >> log.md; memo sync -q; done", on: 0, in: devices)
    try run(
      "memo sync -q; git reset -q --hard HEAD~2; echo new > new.md; git add .; git commit -qm new; git push -qf", on: 1,
      in: devices)
    try run("echo mine >> plan.md; git commit -qam mine; \(taking)", on: 0, in: devices)
    let sync = try devices.sync(0)
    #expect(sync.end == .exited(0), "\(sync.errors)")
    try pasteRestore(sync, on: 0, in: devices)
    #expect(try lines("log.md", on: 0, in: devices) == ["# Log", "line 1", "line 2", "line 3"])
    #expect(try devices.sync(0).errors.contains("refs/memo/backup") == false, "said once")
  }
}
