import MemoCore
import MemoIndex
import MemoKit
import MemoSync
import MemoWords

/// `memo index`
enum IndexCommand: Command {
  private static let rebuild = Flag("rebuild", help: Text("Read every memo again", ko: "모든 메모를 다시 읽기"))
  private static let verify = Flag(
    "verify",
    help: Text("Compare the cache with the files; exit code 1 if it is wrong", ko: "캐시를 파일과 비교. 틀리면 종료 코드 1"))
  private static let restoreTimes = Flag(
    "restore-times",
    help: Text(
      "Set the times of memos to those recorded in the repository, after a manual 'git clone'",
      ko: "'git clone'을 직접 실행한 뒤, 저장소에 기록된 시각을 메모에 복원"))

  static let declaration = CommandDeclaration(
    "index", group: .vault, summary: Text("Update the cache", ko: "캐시 갱신"),
    description: [
      Text(
        """
        Every command updates the cache itself; this one does nothing else. The cache may be deleted at any time.
        """,
        ko: "모든 명령은 알아서 캐시를 갱신합니다. 이 명령은 그 일만 합니다. 캐시는 언제든지 지워도 됩니다.")
    ],
    options: [rebuild, verify, restoreTimes, CommonOptions.json], exclusions: [[rebuild, verify]],
    examples: [
      CommandExample("memo index", Text("read what changed", ko: "바뀐 메모만 읽기")),
      CommandExample("memo index --rebuild", Text("read everything", ko: "전부 읽기")),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open()
    let vault = workspace.vault
    if session.arguments[restoreTimes] {
      session.note(SyncMessages.restored(try workspace.syncer().restoreTimes()))
    }
    let bar = ProgressBar(session)
    let start = session.machine.stopwatch()
    let index = try vault.refresh(isRebuild: session.arguments[rebuild], progress: bar.show)
    var wrong = session.arguments[verify] ? try vault.disagreements(of: index, progress: bar.show) : []
    if !wrong.isEmpty { wrong = try vault.lastingDisagreements(at: wrong) }
    bar.clear()
    let seconds = ((session.machine.stopwatch() - start) / .milliseconds(1)).rounded() / 1000
    for problem in index.problems { session.warn(FailureMessages.text(of: problem)) }
    if session.isJSON {
      try writeJSON(index, seconds, wrong: session.arguments[verify] ? wrong : nil, session)
    } else {
      for path in wrong { session.warn(Message.cacheDiffers(session.paths.text(path))) }
      let counts = index.counts
      session.note(Message.indexed(index.count, counts.added, counts.changed, counts.removed, "\(seconds)"))
      if session.arguments[verify], wrong.isEmpty { session.note(Message.cacheMatches) }
    }
    return wrong.isEmpty ? .done : .noMatch
  }

  /// - Parameter wrong: the memos that the cache was wrong about; `nil` if no one asked.
  private static func writeJSON(
    _ index: VaultIndex, _ seconds: Double, wrong: [VaultPath]?, _ session: Session
  ) throws {
    let counts = index.counts
    let checked: Record = wrong.map { ["wrong": .pathTexts($0)] } ?? [:]
    try session.writeJSON(
      [
        "memos": .number(index.count), "added": .number(counts.added), "changed": .number(counts.changed),
        "removed": .number(counts.removed), "seconds": .decimal(seconds),
      ] + checked)
  }
}
