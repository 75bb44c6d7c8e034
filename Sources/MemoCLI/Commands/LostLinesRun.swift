import MemoCore
import MemoIndex
import MemoKit
import MemoSync
import MemoWords

/// `memo conflicts --lost`: lines that merges of other programs dropped.
struct LostLinesRun {
  let session: Session
  /// The command, as the history of changes names it.
  let name: String
  /// The commits to look at; the whole history where `nil`.
  let range: RawArgument?

  /// Lists them, restores those of a memo, or stops listing these.
  func run(restoring restored: RawArgument?, dismissing dismissed: RawArgument?) throws -> ExitCode {
    let workspace = try session.open(isChange: restored != nil || dismissed != nil)
    let syncer = try workspace.syncer()
    let (lost, notCompared) = try syncer.lostLines(in: range?.text)
    guard let named = restored ?? dismissed else {
      if lost.isEmpty, !session.isJSON { session.note(GitMessages.nothingLost) }
      if !notCompared.isEmpty {
        session.note(GitMessages.notCompared(notCompared.map { String($0.text.prefix(MemoVersion.shortLength)) }))
      }
      try write(lost)
      return .done
    }
    let path = try path(of: named, among: lost, workspace)
    let chosen = lost.filter { $0.path == path }
    guard !chosen.isEmpty else {
      if session.isJSON { try write([]) }
      session.note(GitMessages.nothingLost(in: session.paths.text(path)))
      return .noMatch
    }
    var replaced: [VaultPath: [[UInt8]]] = [:]
    if restored != nil {
      replaced = try workspace.restore(chosen, as: name)
    } else {
      try syncer.dismissLost(chosen)
    }
    if session.isJSON { try write(chosen) }
    let count = chosen.reduce(0) { $0 + $1.lines.count }
    let message = restored == nil ? GitMessages.dismissedLines : GitMessages.restoredLines
    session.note(message(session.paths.text(path), count))
    for line in replaced[path] ?? [] {
      session.note(GitMessages.replaced(TerminalText.visible(line), session.paths.text(path)))
    }
    return .done
  }

  /// A memo that a merge has deleted can be named only by its path.
  private func path(of named: RawArgument, among lost: [LostLines], _ workspace: Workspace) throws -> VaultPath {
    if let path = session.path(named, among: lost.map(\.path)) { return path }
    return try session.finder(in: workspace, isChange: true).find(named.bytes)
  }

  private func write(_ lost: [LostLines]) throws {
    if session.isJSON { return try session.writeJSON(lost.lazy.map(\.fields)) }
    let dates = DateText(clock: session.machine.clock, locale: session.dateLocale)
    for memo in lost {
      let commit = String(memo.commit.text.prefix(MemoVersion.shortLength))
      let merge = GitMessages.merge(
        commit, dates.text(memo.date), TerminalText.visible(memo.author), isWholeFile: memo.isWholeFile)
      let lines = memo.lines.flatMap { Array("  ".utf8) + $0 + [UInt8(ascii: "\n")] }
      try session.writeRecords(
        QuotedPath.bytes(session.paths.bytes(memo.path)) + Array("\n  \(merge[session.language])\n".utf8) + lines)
    }
  }
}

extension LostLines {
  fileprivate var fields: Record {
    [
      "path": .path(path), "commit": .text(commit.text), "date": .date(date), "author": .text(author),
      "wholeFile": .flag(isWholeFile), "lines": .texts(lines.map { String(decoding: $0, as: UTF8.self) }),
    ]
  }
}
