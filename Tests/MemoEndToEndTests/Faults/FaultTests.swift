#if os(Linux)
  import Foundation
  import Testing

  /// Every system call of every command that writes fails once, in every way that it can, and every command is killed
  /// before every call that changes something.
  ///
  /// A run tries a few of these faults; with `MEMO_FAULTS=all` in the environment it tries them all, which takes an hour,
  /// and with `MEMO_FAULTS=rename` all those of the command lines that hold this word.
  @Suite(.waitsForPrograms) struct FaultTests {
    private static let wish = ProcessInfo.processInfo.environment["MEMO_FAULTS"]
    private static let commands = FaultedCommand.all.filter {
      wish == nil || wish == "all" || $0.line.contains(wish ?? "")
    }
    /// How many kills, and how many errors, of each command a short run tries.
    private static let sample = 6

    @Test(.enabled(if: FaultMachine.mayTrace, FaultMachine.skipped), arguments: commands)
    func aFaultLeavesOldOrNewAndIsReported(command: FaultedCommand) throws {
      let machine = try FaultMachine(command)
      var (faults, kills) = (0, 0)
      for fault in Self.faults(machine.log) {
        let trial = try FaultTrial(machine, fault)
        guard trial.isMet else { continue }
        if fault.effect == .kill { kills += 1 } else { faults += 1 }
        #expect(trial.problems.isEmpty, "\(command.line): \(trial.problems.joined(separator: "\n"))")
      }
      #expect(faults > 0 && kills > 0, "strace injects nothing")
      print("\(command.line): \(faults) faults, \(kills) kills")
    }

    /// All faults that a command can meet, or so many of them, evenly spread.
    private static func faults(_ log: CallLog) -> [Fault] {
      let all = Fault.all(in: log)
      guard wish == nil else { return all }
      let parts = [all.filter { $0.effect == .kill }, all.filter { $0.effect != .kill }]
      return parts.flatMap { part in (0..<sample).map { part[(2 * $0 + 1) * part.count / (2 * sample)] } }
    }
  }
#endif
