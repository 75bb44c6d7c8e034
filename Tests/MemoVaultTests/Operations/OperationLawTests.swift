import MemoCore
import MemoTestSupport
import MemoVault
import Testing

/// Whatever an operation does and wherever it breaks off, the vault is as before or as after.
@Suite struct OperationLawTests {
  /// A random operation on a random vault, made the same way from the same seed.
  private struct Trial {
    let vault: ChangedVault
    let seed: UInt64

    init(seed: UInt64) throws {
      var random = SeededRandom(seed: seed)
      var texts: [String: String] = [:]
      for number in 0..<6 {
        texts[(random.happens(percent: 40) ? "sub/" : "") + "\(number).md"] = "# \(number)\n\(random.next())\n"
      }
      vault = try ChangedVault(texts)
      self.seed = seed
    }

    func make(with history: OperationHistory) throws {
      var random = SeededRandom(seed: seed &+ 1)
      let draft = try history.begin("trial", at: 1)
      for path in try vault.texts().keys.sorted() {
        let (path, hash) = (VaultPath(path), try vault.read(path).hash)
        let text = Array("new \(random.next())".utf8)
        let newPath = VaultPath(random.happens(percent: 50) ? "a/b/\(path.text)" : "moved-\(path.text)")
        switch random.below(6) {
        case 0: try draft.replace(path, contents: text, read: hash)
        case 1: try draft.replace(path, contents: text, read: hash, modified: 1_600_000_000_000_000_001)
        case 2: try draft.remove(path, read: hash)
        case 3: try draft.move(path, to: newPath, read: hash)
        case 4:
          try draft.replace(path, contents: text, read: hash)
          try draft.move(path, to: newPath, read: XXHash64.hash(text))
        default: try draft.create(newPath, contents: text)
        }
      }
      _ = try draft.commit()
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func undoAndRedoBringBackEverything(seed: UInt64) throws {
    let trial = try Trial(seed: seed)
    let before = try trial.vault.contents()
    try trial.make(with: trial.vault.history)
    let after = try trial.vault.contents()
    #expect(before != after, "seed \(seed)")
    for _ in 0..<2 {
      _ = try trial.vault.history.undo()
      #expect(try trial.vault.contents() == before, "seed \(seed)")
      _ = try trial.vault.history.redo()
      #expect(try trial.vault.contents() == after, "seed \(seed)")
    }
  }

  @Test(arguments: [true, false])
  func anOperationThatBreaksOffAnywhereIsWhollyMadeOrNotAtAll(isDeath: Bool) throws {
    var faults = 0
    for seed in 0..<8 as Range<UInt64> {
      for call in 1... {
        let trial = try Trial(seed: seed)
        let before = try trial.vault.files()
        let fault = Fault(at: call, isDeath ? .death : .refusal)
        let isMade = Result { try trial.make(with: trial.vault.history(failing: fault)) }.isSuccess
        guard fault.hasHappened else { break }
        faults += 1
        try expectWhole(trial.vault, before: before, isMade: isMade, "seed \(seed), call \(call)")
      }
    }
    print("\(faults) operations broke off")
  }

  private func expectWhole(
    _ vault: ChangedVault, before: [VaultPath: ChangedVault.Kept], isMade: Bool, _ place: String
  ) throws {
    try vault.history.recoverIfNeeded()
    // An operation may have been made though the last thing it waited for failed; then it can be undone.
    if try isMade || vault.files() != before { _ = try vault.history.undo() }
    #expect(try vault.files() == before, "\(place)")
    _ = try vault.history.begin("next", at: 2).commit()
    let left = try vault.operations().filter { !$0.hasSuffix("-done") && !$0.hasSuffix("-undone") }
    #expect(left == [], "\(place)")
  }

  @Test(arguments: [true, false])
  func anUndoThatBreaksOffAnywhereIsWhollyMadeOrNotAtAll(isDeath: Bool) throws {
    for seed in 0..<4 as Range<UInt64> {
      for call in 1... {
        let trial = try Trial(seed: seed)
        let before = try trial.vault.files()
        try trial.make(with: trial.vault.history)
        let after = try trial.vault.files()
        let fault = Fault(at: call, isDeath ? .death : .refusal)
        let isMade = Result { _ = try trial.vault.history(failing: fault).undo() }.isSuccess
        guard fault.hasHappened else { break }
        try trial.vault.history.recoverIfNeeded()
        let isUndone = try trial.vault.files() == before
        #expect(isUndone || !isMade, "seed \(seed), call \(call)")
        #expect(try trial.vault.files() == (isUndone ? before : after), "seed \(seed), call \(call)")
        _ = isUndone ? try trial.vault.history.redo() : try trial.vault.history.undo()
        #expect(try trial.vault.files() == (isUndone ? after : before), "seed \(seed), call \(call)")
      }
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
