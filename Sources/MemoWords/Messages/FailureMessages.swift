import MemoCore
import MemoKit
package import MemoStore
import MemoSync

/// Turns the errors of the layers below into messages for people and scripts.
package enum FailureMessages {
  private static let nearestLimit = 3

  /// The failure that an error stands for.
  package static func failure(for error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let error as any FailureConvertible: error.failure
    case let error as VaultError: failure(error)
    case let error as FileError: failure(error)
    case let error as ProgramError:
      Failure(
        kind: "program", message: Message.programFailed(String(decoding: error.path, as: UTF8.self)),
        exitCode: .failure)
    case let error as QueryError: failure(error)
    case let error as TransferError: TransferMessages.failure(error)
    case let error as OperationError: OperationMessages.failure(error)
    case let error as RenamingError: failure(error)
    case let error as PastError: PastMessages.failure(error)
    case let error as SyncError: SyncMessages.failure(error)
    case let error as GitError: SyncMessages.failure(.git(error))
    default: Failure(kind: "internal", message: Text(verbatim: "\(error)"), exitCode: .failure)
    }
  }

  /// What went wrong with a file, in a sentence.
  package static func text(of error: FileError) -> Text {
    let path = error.path.isEmpty ? "." : String(decoding: error.path, as: UTF8.self)
    if error.reason == .tooLarge {
      switch error.operation {
      case .read: return Message.tooLargeForMemory(path)
      case .list: return Message.tooDeep(path)
      default: break
      }
    }
    let verb =
      switch error.operation {
      case .read: Message.read
      case .list: Message.list
      case .write: Message.write
      case .makeFolder: Message.makeFolder
      case .remove: Message.remove
      }
    return Message.cannot(verb, path, SystemMessages.reason(error.reason))
  }

  private static func failure(_ error: FileError) -> Failure {
    error.isOfReadOnlyVault
      ? Failure(
        kind: "read-only", message: Message.readOnly(SystemMessages.reason(error.reason)), exitCode: .failure)
      : Failure(
        kind: "file", message: text(of: error),
        hints: error.reason.isFullDisk ? [SystemMessages.fullDiskHint] : [], exitCode: .failure)
  }

  private static func failure(_ error: QueryError) -> Failure {
    switch error {
    case .empty: Failure(kind: "query", message: Message.emptyQuery, exitCode: .usage)
    case .invalidRegex(let pattern, _):
      Failure(kind: "query", message: Message.invalidRegex(pattern), exitCode: .usage)
    case .tooSlow(let pattern):
      Failure(kind: "query", message: Message.searchTooSlow(pattern), exitCode: .noMatch)
    }
  }

  private static func failure(_ error: RenamingError) -> Failure {
    switch error {
    case .badTitle(let title):
      Failure(kind: "invalid-value", message: Message.badTitle(title), exitCode: .usage)
    case .badFolder(let path):
      Failure(kind: "invalid-value", message: Message.badFolder(path.text), exitCode: .usage)
    case .namesMemo(let path):
      Failure(kind: "invalid-value", message: Message.namesMemo(path.text), exitCode: .usage)
    case .taken(let path):
      Failure(kind: "taken", message: Message.taken(path.text), candidates: [path.text], exitCode: .changed)
    case .ignored(let path): Failure(kind: "ignored", message: Message.ignored(path.text), exitCode: .failure)
    case .fileInTheWay(let path):
      Failure(kind: "taken", message: Message.fileInTheWay(path.text), exitCode: .failure)
    case .vault(let error): failure(error)
    }
  }

  private static func failure(_ error: VaultError) -> Failure {
    switch error {
    case .noVault(let unused?):
      Failure(
        kind: "no-vault", message: Message.unusedVault(unused), hints: [Message.unusedVaultHint(unused.root.text)],
        exitCode: .failure)
    case .noVault(nil):
      Failure(kind: "no-vault", message: Message.noVault, hints: [Message.noVaultHint], exitCode: .failure)
    case .noFolder(let path):
      Failure(kind: "no-vault", message: Message.noSuchFolder(path.text), exitCode: .failure)
    case .notAFolder(let path):
      Failure(kind: "no-vault", message: Message.notAFolder(path.text), exitCode: .failure)
    case .noSuchMemo(let reference, let nearest):
      Failure(
        kind: "no-such-memo", message: Message.noSuchMemo(reference), hints: nearest.map(Message.nearest),
        candidates: nearest, exitCode: .noSuchMemo)
    case .ambiguous(let reference, let candidates):
      Failure(
        kind: "ambiguous", message: Message.ambiguous(reference, candidates.count), hints: [Message.ambiguousHint],
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
    case .badSettings(let path, let problem):
      Failure(kind: "settings", message: Message.badSettings(path.text, problem), exitCode: .failure)
    case .file(let error): failure(error)
    }
  }
}

extension FileError {
  /// Whether it says that nothing can be written in a vault at all: what keeps a change from half being made comes first,
  /// and is in the vault's hidden folder.
  fileprivate var isOfReadOnlyVault: Bool {
    guard [.write, .makeFolder, .remove].contains(operation), path.first != UInt8(ascii: "/") else { return false }
    guard reason.isRefusal, let top = VaultPath(bytes: path).components.first else { return false }
    return top.elementsEqual(VaultLocator.marker.utf8)
  }
}
