package import MemoCore
import MemoKit
package import MemoStore

/// Messages about memos that could not be changed.
package enum OperationMessages {
  private static let pathsShown = 3

  /// The failure of a whole command.
  package static func failure(_ error: OperationError) -> Failure {
    switch error {
    case .changed(let paths): changed(paths, Message.changedSince, hint: Message.changedHint)
    case .received(let paths): changed(paths, Message.received, hint: Message.changedHint)
    case .notInTrash(let paths): changed(paths, Message.goneFromTrash, hint: Message.trashHint)
    case .locked: Failure(kind: "locked", message: Message.locked, hints: [Message.lockedChangeHint], exitCode: .locked)
    case .nothingToUndo: Failure(kind: "nothing-to-undo", message: Message.nothingToUndo, exitCode: .noMatch)
    case .nothingToRedo: Failure(kind: "nothing-to-redo", message: Message.nothingToRedo, exitCode: .noMatch)
    case .notByAgent(let paths):
      Failure(
        kind: "not-by-agent", message: Message.notByAgent(list(paths)), hints: [Message.notByAgentHint],
        candidates: paths.map(\.text), exitCode: .noMatch)
    case .ofAnotherUser(let path):
      Failure(
        kind: "other-user", message: Message.ofAnotherUser(path.text), hints: [Message.ofAnotherUserHint],
        exitCode: .failure)
    case .unreadable(let path, let problem):
      Failure(
        kind: "history", message: Message.badRecord(path.text, reason(problem)),
        hints: hint(for: problem, path).map { [$0] } ?? [], exitCode: .failure)
    }
  }

  private static func changed(_ paths: [VaultPath], _ message: (String) -> Text, hint: Text) -> Failure {
    Failure(
      kind: "changed", message: message(list(paths)), hints: [hint], candidates: paths.map(\.text), exitCode: .changed)
  }

  /// The failure of an undo or a redo.
  package static func failure(_ error: OperationError, isUndo: Bool) -> Failure {
    var failure = failure(error)
    if case .changed(let paths) = error {
      failure = Failure(
        kind: failure.kind, message: isUndo ? Message.cannotUndo(list(paths)) : Message.cannotRedo(list(paths)),
        hints: failure.hints, candidates: failure.candidates, exitCode: failure.exitCode)
    }
    if isUndo, failure.exitCode == .changed { failure.hints = [Message.forgetHint] }
    return failure
  }

  /// What to do about the record of an operation; its folder holds what the memos were before.
  private static func hint(for problem: RecordProblem, _ record: VaultPath) -> Text? {
    if case .otherFormat = problem {
      return Text(
        "use the version of memo that made the change, or a later one", ko: "그 변경을 한 버전이나 더 새로운 버전의 memo를 쓰십시오")
    }
    let folder = record.parent
    guard folder.isBelow(Vault.historyPath) else { return nil }
    return Text(
      """
      earlier texts of memos are in '\(folder.text)'; to go on without being able to undo that change, move this folder \
      out of '.memo/history'
      """,
      ko: """
        메모의 이전 글은 '\(folder.text)'에 있습니다. 그 변경을 되돌리지 않고 계속하려면 이 폴더를 '.memo/history' 밖으로 옮기십시오
        """)
  }

  private static func reason(_ problem: RecordProblem) -> Text {
    switch problem {
    case .malformed: Text("it is not in the expected format", ko: "형식이 올바르지 않습니다")
    case .otherFormat: Text("another version of memo wrote it", ko: "다른 버전의 memo가 쓴 파일입니다")
    case .refusedPath(let path):
      Text("it names '\(path)', where memos cannot be", ko: "메모를 둘 수 없는 경로 '\(path)'\(.subject) 들어 있습니다")
    case .missing: Text("it no longer exists", ko: "더 이상 없습니다")
    case .numbersUsedUp: Text("its operation numbers are used up", ko: "작업 번호를 모두 썼습니다")
    case .other(let words): Text(verbatim: words)
    }
  }

  /// The hint where a change was made, but the answer cannot be written.
  package static func alreadyMade(takenBackBy command: String) -> Text {
    Text(
      "the change was already made, so do not run the command again; '\(command)' takes it back",
      ko: "변경은 이미 이루어졌으니 다시 실행하지 마십시오. '\(command)'로 되돌릴 수 있습니다")
  }

  /// The same of an interrupted change that was rolled back.
  package static let alreadyRolledBack = Text(
    "the interrupted change was already rolled back; running the command again would undo the change before it",
    ko: "중단된 변경은 이미 되돌렸습니다. 다시 실행하면 그 앞의 변경을 되돌립니다")

  /// The name of an operation.
  package static func name(of operation: PastOperation) -> Text {
    let name = names.first { $0[.english] == operation.name } ?? Text(verbatim: operation.name)
    return operation.isByAgent ? Text("\(name) (agent)", ko: "\(name)(에이전트)") : name
  }

  private static let names = [
    Text("append", ko: "덧붙이기"), Text("check --fix", ko: "문제 고치기"),
    Text("conflicts", ko: "충돌 해결"), Text("delete", ko: "삭제"),
    Text("edit", ko: "편집"), Text("import", ko: "가져오기"), Text("move", ko: "옮기기"), Text("new", ko: "새 메모"),
    Text("prepend", ko: "앞에 붙이기"), Text("rename", ko: "이름 바꾸기"), Text("restore", ko: "복원"),
    Text("extract", ko: "소제목 분리"), Text("mentions", ko: "언급을 링크로 바꾸기"), Text("merge", ko: "메모 합치기"),
    Text("set", ko: "필드 변경"), Text("sync", ko: "동기화"), Text("tags add", ko: "태그 추가"), Text("tags remove", ko: "태그 제거"),
    Text("tags rename", ko: "태그 이름 바꾸기"), Text("tasks done", ko: "할 일 완료"),
    Text("tasks undone", ko: "할 일 완료 취소"), Text("today", ko: "오늘 메모"),
    Text("trash restore", ko: "삭제한 메모 복원"), Text("write", ko: "쓰기"),
  ]

  /// The memos that an operation changed: those that it moved come first, with both paths.
  ///
  /// - Parameters:
  ///   - isBack: whether they are moved back, from the new paths to the old ones.
  ///   - paths: how paths are spelled.
  package static func memos(
    of operation: PastOperation, isBack: Bool = false, paths: RelativePaths = .fromRoot
  ) -> String {
    let changed = Set(operation.changed)
    // The paths of memos in the trash are not shown.
    let moves = operation.moves.filter { changed.contains($0.key) && changed.contains($0.value) }
    let shown = operation.movedFolder.map { [($0.path, $0.newPath)] } ?? moves.sorted { $0.key < $1.key }
    let moved = shown.map { isBack ? ($0.1, $0.0) : ($0.0, $0.1) }
    let rest = operation.changed.filter { moves[$0] == nil && !moves.values.contains($0) }
    return list(
      moved.map { "'\(paths.text($0.0))' → '\(paths.text($0.1))'" } + rest.map { "'\(paths.text($0))'" })
  }

  /// The first paths, in quotes, and `…` if there are more.
  ///
  /// - Parameter spelling: how they are spelled.
  package static func list(_ paths: [VaultPath], spelledAs spelling: RelativePaths = .fromRoot) -> String {
    list(paths.map { "'\(spelling.text($0))'" })
  }

  private static func list(_ names: [String]) -> String {
    (names.prefix(pathsShown) + (names.count > pathsShown ? ["…"] : [])).joined(separator: ", ")
  }
}
