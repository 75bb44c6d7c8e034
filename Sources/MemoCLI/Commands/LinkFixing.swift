import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo check --fix`
struct LinkFixing {
  let session: Session
  let vault: Vault
  let writer: ProblemWriter

  func run(_ check: VaultCheck, _ problems: [VaultProblem]) throws -> ExitCode {
    let fix = try check.fix(problems)
    guard !fix.rewrites.isEmpty else { return try tellNothing(problems) }
    if session.arguments[CommonOptions.dryRun] { return try preview(fix, problems) }
    if !session.isJSON { try session.write(MemoDiff.changes(of: fix.rewrites)) }
    let question = Message.askFix(fix.fixed.count, fix.rewrites.count)
    guard try session.confirm(question) else { return .noMatch }
    let operation = try fix.carryOut(by: session.history(of: vault), at: session.now)
    return try tell(fix, changed: operation?.changed ?? [])
  }

  private func tellNothing(_ problems: [VaultProblem]) throws -> ExitCode {
    if session.isJSON {
      try writer.writeJSON(left: problems, fixed: [], changed: [])
    } else {
      try writer.write(problems)
      session.note(problems.isEmpty ? Message.noProblems : Message.nothingToFix)
    }
    return problems.isEmpty ? .done : .noMatch
  }

  private func preview(_ fix: LinkFix, _ problems: [VaultProblem]) throws -> ExitCode {
    guard session.isJSON else {
      try session.write(MemoDiff.changes(of: fix.rewrites))
      return .noMatch
    }
    let left = problems.filter { !fix.fixed.contains($0) }
    try writer.writeJSON(left: left, fixed: fix.fixed, changed: fix.rewrites.map(\.memo.path))
    return .noMatch
  }

  /// What is left is looked for anew: columns have changed.
  private func tell(_ fix: LinkFix, changed: [VaultPath]) throws -> ExitCode {
    let left = VaultCheck(vault, try vault.current()).problems()
    if session.isJSON {
      try writer.writeJSON(left: left, fixed: fix.fixed, changed: changed)
    } else {
      session.note(Message.repaired(fix.fixed.count, changed.count))
      try writer.write(left)
    }
    return left.isEmpty ? .done : .noMatch
  }
}
