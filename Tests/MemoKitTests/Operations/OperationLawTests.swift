import MemoCore
import MemoStore
import MemoTestSupport
import Testing

/// Whatever an operation does and wherever it breaks off, the vault is as before or as after.
@Suite struct OperationLawTests {
  /// So many random vaults; those on the disk, which take their time, are fewer.
  private static func seeds(onDisk: Bool) -> Range<UInt64> { 0..<(onDisk ? 3 : 100) }

  private static let breaks: [Fault.Kind] = [.refusal, .lateRefusal, .death]

  @Test(arguments: [true, false])
  func undoAndRedoBringBackEverything(onDisk: Bool) throws {
    for seed in Self.seeds(onDisk: onDisk) {
      let trial = try OperationTrial(seed: seed, onDisk: onDisk)
      let before = try trial.contents()
      try trial.make(with: trial.history)
      let after = try trial.contents()
      #expect(before != after, "seed \(seed)")
      for _ in 0..<2 {
        _ = try trial.history.undo()
        #expect(try trial.contents() == before, "seed \(seed)")
        _ = try trial.history.redo()
        #expect(try trial.contents() == after, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [true, false], breaks)
  func anOperationThatBreaksOffAnywhereIsWhollyMadeOrNotAtAll(onDisk: Bool, kind: Fault.Kind) throws {
    var faults = 0
    for seed in Self.seeds(onDisk: onDisk) {
      for call in 1... {
        let trial = try OperationTrial(seed: seed, onDisk: onDisk)
        let before = try trial.files()
        let fault = Fault(at: call, kind)
        let isMade = Result { try trial.make(with: trial.history(failing: fault)) }.isSuccess
        guard fault.hasHappened else { break }
        faults += 1
        try expectWhole(trial, before: before, isMade: isMade, "seed \(seed), call \(call)")
      }
    }
    print("\(faults) operations broke off")
  }

  private func expectWhole(
    _ trial: OperationTrial, before: [VaultPath: String], isMade: Bool, _ place: String
  ) throws {
    try trial.history.recoverIfNeeded()
    // An operation may have been made though the last thing it waited for failed; then it can be undone.
    if try isMade || trial.files() != before { _ = try trial.history.undo() }
    #expect(try trial.files() == before, "\(place)")
    _ = try trial.history.begin("next", at: 2).commit()
    #expect(try trial.leftovers() == [], "\(place)")
  }

  @Test(arguments: [true, false], breaks)
  func anUndoThatBreaksOffAnywhereIsWhollyMadeOrNotAtAll(onDisk: Bool, kind: Fault.Kind) throws {
    for seed in Self.seeds(onDisk: onDisk) {
      for call in 1... {
        let trial = try OperationTrial(seed: seed, onDisk: onDisk)
        let before = try trial.files()
        try trial.make(with: trial.history)
        let after = try trial.files()
        let fault = Fault(at: call, kind)
        let isMade = Result { _ = try trial.history(failing: fault).undo() }.isSuccess
        guard fault.hasHappened else { break }
        try trial.history.recoverIfNeeded()
        let isUndone = try trial.files() == before
        #expect(isUndone || !isMade, "seed \(seed), call \(call)")
        #expect(try trial.files() == (isUndone ? before : after), "seed \(seed), call \(call)")
        _ = isUndone ? try trial.history.redo() : try trial.history.undo()
        #expect(try trial.files() == (isUndone ? after : before), "seed \(seed), call \(call)")
      }
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
