import MemoCore
import MemoIndex
import MemoKit
package import MemoStore
import MemoSync

/// Turns the errors of the layers below into messages for people and scripts.
package enum FailureMessages {
  private static let nearestLimit = 3

  /// The failure that an error represents.
  package static func failure(for error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let error as any FailureConvertible: error.failure
    case let error as VaultError: failure(error)
    case let error as FileError: failure(error)
    case let error as ProgramError:
      Failure(
        kind: "program", message: SystemMessages.text(of: error),
        hints: SystemMessages.hint(for: error).map { [$0] } ?? [], exitCode: .failure)
    case let error as QueryError: failure(error)
    case let error as EditorError: NoticeMessages.failure(error)
    case let error as SharingError: NoticeMessages.failure(error)
    case let error as TemplateError: NoticeMessages.failure(error)
    case let error as TransferError: TransferMessages.failure(error)
    case let error as OperationError: OperationMessages.failure(error)
    case let error as RenamingError: failure(error)
    case let error as TagChangeError: RearrangingMessages.failure(error)
    case let error as RearrangingError: RearrangingMessages.failure(error)
    case let error as FieldError: FieldMessages.failure(error)
    case let error as FieldCondition.Problem: FieldMessages.failure(error)
    case let error as TaskTicking.Problem: FieldMessages.failure(error)
    case let error as PastError: PastMessages.failure(error)
    case let error as SyncError: SyncMessages.failure(error)
    case let error as DriverSetup.Trouble: GitMessages.failure(error)
    case let error as GitError: SyncMessages.failure(error)
    default: Failure(kind: "internal", message: unexpected("\(type(of: error))"), exitCode: .failure)
    }
  }

  /// Only the error's type: its description is a dump of values, among them perhaps a memo's text.
  private static func unexpected(_ type: String) -> Text {
    Text("unexpected error (\(type)); this is a bug in memo", ko: "예기치 않은 오류(\(type))입니다. memo의 버그입니다")
  }

  /// What went wrong with a file, in a sentence.
  package static func text(of error: FileError) -> Text {
    let path = error.path.isEmpty ? "." : String(decoding: error.path, as: UTF8.self)
    if error.isOfOutput { return Message.cannotPrint(SystemMessages.reason(error.reason)) }
    if error.reason == .nameTooLong { return SystemMessages.nameTooLong(path) }
    if error.reason == .tooLarge {
      switch error.operation {
      case .read: return Message.tooLargeForMemory(path)
      case .list: return Message.tooDeep(path)
      default: break
      }
    }
    let reason = SystemMessages.reason(error.reason)
    switch error.operation {
    case .read: return Message.cannot(Message.read, path, reason)
    case .list: return Message.cannot(Message.list, path, reason)
    case .write: return Message.cannot(Message.write, path, reason)
    case .makeFolder:
      return Text("cannot create the folder '\(path)': \(reason)", ko: "'\(path)' 폴더를 만들 수 없습니다: \(reason)")
    case .remove: return Message.cannot(Message.remove, path, reason)
    }
  }

  private static func failure(_ error: FileError) -> Failure {
    if error.isRefusedWrite(below: VaultLocator.marker) {
      return Failure(
        kind: "read-only", message: Message.readOnly(SystemMessages.reason(error.reason)),
        hints: [Message.readOnlyHint], exitCode: .failure)
    }
    if error.isRefusedWrite(below: ".git") {
      return Failure(
        kind: "read-only", message: SyncMessages.readOnly(SystemMessages.reason(error.reason)),
        hints: [SyncMessages.readOnlyHint], exitCode: .failure)
    }
    if error.isOfMisplacedTrash {
      return Failure(
        kind: "file", message: Message.misplacedTrash, hints: [Message.misplacedTrashHint], exitCode: .failure)
    }
    return Failure(
      kind: "file", message: text(of: error), hints: SystemMessages.hint(for: error).map { [$0] } ?? [],
      exitCode: .failure)
  }

  private static func failure(_ error: QueryError) -> Failure {
    switch error {
    case .empty: Failure(kind: "query", message: Message.emptyQuery, hints: [Message.emptyQueryHint], exitCode: .usage)
    case .missingOperand:
      Failure(
        kind: "query", message: Message.missingOperand, hints: [Message.missingOperandHint], exitCode: .usage)
    case .unbalanced:
      Failure(kind: "query", message: Message.unbalanced, hints: [Message.unbalancedHint], exitCode: .usage)
    case .tooDeep(let most): Failure(kind: "query", message: Message.tooDeep(most), exitCode: .usage)
    case .tooManyTerms(let most):
      Failure(kind: "query", message: Message.tooManyTerms(most), exitCode: .usage)
    case .unknownOperator(let name):
      Failure(
        kind: "query", message: Message.unknownOperator(name), hints: [Message.hint(forOperator: name)],
        exitCode: .usage)
    case .invalidRegex(let pattern, _):
      Failure(
        kind: "query", message: Message.invalidRegex(pattern), hints: [Message.literalHint(pattern)], exitCode: .usage)
    case .tooSlow(let pattern):
      Failure(
        kind: "query", message: Message.searchTooSlow(pattern), hints: [Message.searchTooSlowHint], exitCode: .noMatch)
    }
  }

  /// More headings are not shown.
  private static let headingLimit = 5

  private static func failure(_ error: RenamingError) -> Failure {
    switch error {
    case .badTitle(let title): Failure.invalid(Message.badTitle(title))
    case .titledByFile(let path): Failure.invalid(Message.titledByFile(path.text), hints: [Message.titledByFileHint])
    case .badFolder(let path): Failure.invalid(Message.badFolder(path.text))
    case .noMemoName(let path): Failure.invalid(Message.noMemoName(path.text))
    case .namesMemo(let path): Failure.invalid(Message.namesMemo(path.text))
    case .taken(let path):
      Failure(
        kind: "taken", message: Message.taken(path.text), hints: [Message.takenHint(path)], candidates: [path.text],
        exitCode: .changed)
    case .sameName(let first, let second, let path):
      Failure(
        kind: "taken", message: Message.sameName(first.text, second.text, path.text),
        hints: [Message.sameNameHint(second)], candidates: [first.text, second.text], exitCode: .changed)
    case .ignored(let path):
      Failure(
        kind: "ignored", message: Message.ignored(path.text), hints: [Message.ignoredHint], exitCode: .failure)
    case .fileInTheWay(let path):
      Failure(kind: "taken", message: Message.fileInTheWay(path.text), exitCode: .failure)
    case .root: Failure.invalid(Message.movesNoRoot)
    case .hidden(let path): Failure.invalid(Message.movesNoHidden(path.text))
    case .intoItself(let path, let target): Failure.invalid(Message.intoItself(path.text, target.text))
    case .holdsOther(let path):
      Failure(
        kind: "special-file", message: Message.holdsOther(path.text), hints: [Message.plainMoveHint],
        exitCode: .failure)
    case .special(let path, let files):
      Failure(
        kind: "special-file", message: Message.holdsSpecial(path.text, OperationMessages.list(files)),
        hints: [Message.plainMoveHint], candidates: files.map(\.text), exitCode: .failure)
    case .unreadable(let path, let files):
      Failure(
        kind: "file", message: Message.holdsUnreadable(path.text, OperationMessages.list(files)),
        hints: [SystemMessages.hint(for: FileError(.read, path: path.bytes, reason: .accessDenied))].compactMap(\.self),
        candidates: files.map(\.text), exitCode: .failure)
    case .noHeading(let heading, let path, let others):
      Failure(
        kind: "no-such-heading", message: Message.noHeading(heading, path.text),
        hints: others.isEmpty ? [] : [Message.headings(Array(others.prefix(headingLimit)))],
        candidates: others, exitCode: .noSuchMemo)
    case .emptyHeading: Failure.invalid(Message.emptyHeading)
    case .badHeading(let text): Failure.invalid(Message.badHeading(text))
    case .ambiguousHeading(let text, let link, let path):
      Failure(
        kind: "taken", message: Message.ambiguousHeading(text, link, path.text), hints: [Message.ambiguousHeadingHint],
        exitCode: .failure)
    }
  }

  private static func hints(forMissing reference: String, _ nearest: [String], _ folder: VaultPath?) -> [Text] {
    if let folder { return Message.daily(reference) + [Message.folderHint(folder)] }
    let hints = Message.daily(reference) + Message.endingHint(reference) + nearest.map(Message.nearest)
    return hints.isEmpty ? [Message.findHint(reference)] : hints
  }

  private static func failure(_ error: VaultError) -> Failure {
    switch error {
    case .noVault(let unused?):
      Failure(
        kind: "no-vault", message: Message.unusedVault(unused), hints: [Message.unusedVaultHint(unused.root)],
        exitCode: .failure)
    case .noVault(nil):
      Failure(kind: "no-vault", message: Message.noVault, hints: SetupMessages.noVaultHints, exitCode: .failure)
    case .noWorkingDirectory:
      Failure(
        kind: "no-working-directory", message: SetupMessages.noWorkingDirectory,
        hints: [SetupMessages.otherDirectoryHint], exitCode: .failure)
    case .noFolder(let path):
      Failure(
        kind: "no-vault", message: Message.noSuchFolder(path.text), hints: [SetupMessages.makeVaultHint(path)],
        exitCode: .failure)
    case .notAFolder(let path):
      Failure(
        kind: "no-vault", message: Message.notAFolder(path.text), hints: [SetupMessages.folderHint(path)],
        exitCode: .failure)
    case .noSuchMemo(let reference, let nearest, let folder):
      Failure(
        kind: "no-such-memo", message: Message.noSuchMemo(reference),
        hints: hints(forMissing: reference, nearest, folder),
        candidates: nearest, exitCode: .noSuchMemo)
    case .ambiguous(let reference, let candidates):
      Failure(
        kind: "ambiguous", message: Message.ambiguous(reference, candidates.count),
        hints: candidates.first.map { [Message.ambiguousHint($0)] } ?? [],
        candidates: candidates.map(\.text), exitCode: .ambiguous)
    case .ambiguousPath(let reference, let candidates):
      Failure(
        kind: "ambiguous", message: Message.ambiguousPath(reference), hints: [Message.ambiguousPathHint],
        candidates: candidates.map(\.text), exitCode: .ambiguous)
    case .inexactReference(let reference, let candidates):
      Failure(
        kind: "inexact-reference", message: Message.inexact(reference),
        hints: candidates.prefix(nearestLimit).map { Message.meant($0.text) },
        candidates: candidates.map(\.text), exitCode: .noSuchMemo)
    case .changedSince(let path, let etag):
      Failure(
        kind: "changed", message: Message.changed(path.text), hints: [Message.etagNow(etag)], exitCode: .changed)
    case .otherEncoding(let path, let finding):
      Failure(
        kind: "encoding", message: EncodingMessages.otherEncoding(path.text, finding),
        hints: [EncodingMessages.convertHint(finding)], exitCode: .failure)
    case .sealed(let path, let form):
      Failure(
        kind: "encoding", message: EncodingMessages.sealed(path.text, form), hints: [EncodingMessages.openHint(form)],
        exitCode: .failure)
    case .foreignText(let finding):
      Failure(
        kind: "encoding", message: EncodingMessages.foreignText(finding),
        hints: EncodingMessages.foreignTextHints(finding), exitCode: .failure)
    case .readOnly(let path, let place):
      Failure(
        kind: "read-only", message: Message.readOnlyMemo(path.text),
        hints: [Message.readOnlyMemoHint(ShellWord.of(place))], exitCode: .failure)
    case .tooLarge(let path):
      Failure(kind: "too-large", message: Message.tooLargeToChange(path.text), exitCode: .failure)
    case .obstructed(let path, let obstacle):
      Failure(kind: "no-such-memo", message: DailyMessages.obstructed(path.text, obstacle), exitCode: .noSuchMemo)
    case .badSettings(let path, let problem):
      Failure(
        kind: "settings", message: Message.badSettings(path.text, problem),
        hints: Message.hints(for: problem, in: path), exitCode: .failure)
    }
  }
}

extension FileError {
  /// Whether standard output could not be written.
  package var isOfOutput: Bool { operation == .write && path.elementsEqual("standard output".utf8) }

  /// Whether nothing in a hidden folder of the vault's can be written: a change first writes its record to `.memo`, and a
  /// sync locks `.git`.
  fileprivate func isRefusedWrite(below folder: String) -> Bool {
    guard operation.isChange, path.first != UInt8(ascii: "/") else { return false }
    guard reason.isRefusal, let top = VaultPath(bytes: path).components.first else { return false }
    return top.elementsEqual(folder.utf8)
  }

  /// Whether something that is not a folder has the name of the trash.
  fileprivate var isOfMisplacedTrash: Bool {
    guard [.notAFolder, .symbolicLink].contains(reason), path.first != UInt8(ascii: "/") else { return false }
    let path = VaultPath(bytes: path)
    return path == TrashItem.trash || path.isBelow(TrashItem.trash)
  }
}

/// Why a command failed, for people and scripts.
package struct Failure: Error {
  /// One word for scripts.
  package let kind: String
  /// What failed, and on what.
  package let message: Text
  /// What to do next.
  package var hints: [Text] = []
  /// What may have been meant.
  package var candidates: [String] = []
  /// The candidates as people read them; `nil` where these are the same.
  package let shownCandidates: [String]?
  package let exitCode: ExitCode

  package init(
    kind: String, message: Text, hints: [Text] = [], candidates: [String] = [], shownCandidates: [String]? = nil,
    exitCode: ExitCode
  ) {
    self.kind = kind
    self.message = message
    self.hints = hints
    self.candidates = candidates
    self.shownCandidates = shownCandidates
    self.exitCode = exitCode
  }

  /// A value that a command, or a tool for agents, cannot take.
  package static func invalid(_ message: Text, hints: [Text] = []) -> Failure {
    Failure(kind: "invalid-value", message: message, hints: hints, exitCode: .usage)
  }

  /// The user cancelled; nothing is printed.
  package static let interrupted = Failure(kind: "interrupted", message: Text(verbatim: ""), exitCode: .interrupted)
}

/// An error of a front end that provides its own failure.
package protocol FailureConvertible: Error {
  /// The failure that it represents.
  var failure: Failure { get }
}

/// How a command ended, as the shell sees it.
public enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  /// Nothing matched, or a check found problems.
  case noMatch = 1
  case usage = 2
  case noSuchMemo = 3
  case ambiguous = 4
  /// A memo changed since it was read, or a conflict needs a person.
  case changed = 5
  /// Another process holds a lock.
  case locked = 6
  /// The vault, a file or a program failed.
  case failure = 7
  /// The remote cannot be reached or refused; local work is safe.
  case remote = 8
  case interrupted = 130
}
