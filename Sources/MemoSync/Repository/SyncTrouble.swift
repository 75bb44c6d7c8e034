import Foundation
import MemoCore
import MemoStore

/// Why a sync did not go through, as `.git/memo/state.json` remembers it: a value, which is put into words when someone
/// asks, in their language.
public enum SyncTrouble: Equatable, Sendable {
  /// What failed, by kind, code and parameters.
  case failure(kind: String, code: String, parameters: [String])
  /// Sentences that an earlier version of memo kept: as reported, and in each language by its code.
  case sentences(String, translations: [String: String])

  /// The trouble that an error is.
  public init(_ error: any Error) {
    let (kind, code, parameters) =
      switch error {
      case let error as SyncError: Self.parts(of: error)
      case let error as GitError: Self.parts(of: error)
      case let error as FileError: Self.parts(of: error)
      case let error as OperationError: Self.parts(of: error)
      default: (Kind.other, "", ["\(error)"])
      }
    self = .failure(kind: kind.rawValue, code: code, parameters: parameters)
  }

  /// The error that it was; `nil` for sentences, and for what only another version of memo knows.
  public var error: (any Error)? {
    guard case .failure(let kind, let code, let parameters) = self else { return nil }
    var reader = Parameters(rest: parameters[...])
    let error: (any Error)? =
      switch Kind(rawValue: kind) {
      case .sync: Self.syncError(code, &reader)
      case .repository: Self.repositoryTrouble(code, &reader).map(SyncError.repository)
      case .git: Self.gitError(code, &reader)
      case .file: Self.fileError(code, &reader)
      case .operation: Self.operationError(code, &reader)
      case .other, nil: nil
      }
    return reader.isShort ? nil : error
  }

  fileprivate enum Kind: String {
    case sync, repository, git, file, operation, other
  }

  fileprivate typealias Parts = (kind: Kind, code: String, parameters: [String])
  /// So many names are shown at most.
  private static let pathsKept = 16
}

/// The parameters of a trouble, read one after the other.
private struct Parameters {
  var rest: ArraySlice<String>
  /// Whether one was read that is not there.
  private(set) var isShort = false

  mutating func text() -> String {
    if let text = rest.popFirst() { return text }
    isShort = true
    return ""
  }
  mutating func number() -> Int { Int(text()) ?? 0 }
  /// A branch that earlier versions did not write down.
  mutating func branch() -> String { rest.popFirst() ?? RepositoryConfig.usualBranch }
  mutating func path() -> VaultPath { StoredPath(text: text()).path }
  mutating func host() -> HostPath { HostPath(path().bytes) }
  mutating func paths() -> [VaultPath] { texts().map { StoredPath(text: $0).path } }
  mutating func texts() -> [String] {
    defer { rest = [] }
    return Array(rest)
  }
  /// One that earlier versions did not write down.
  mutating func backup() -> FileBackup? {
    guard let ref = rest.popFirst() else { return nil }
    var backup = FileBackup(ref: ref.isEmpty ? nil : ref)
    (backup.isDetached, backup.hasMore) = (text() == "true", text() == "true")
    let (count, paths) = (number(), paths())
    (backup.typed, backup.missing) = (Array(paths.prefix(max(0, count))), Array(paths.dropFirst(max(0, count))))
    return backup
  }
  mutating func remote() -> RemoteReason {
    let kind = RemoteReason.Kind(rawValue: text()) ?? .other
    return RemoteReason(kind: kind, text: text())
  }
  mutating func system() -> SystemReason {
    let name = text()
    return SystemReason.byName[name] ?? .other(rest.popFirst() ?? name)
  }
}

extension VaultPath {
  fileprivate var parameter: String { StoredPath(self).text }
}

extension HostPath {
  fileprivate var parameter: String { VaultPath(bytes: bytes).parameter }
}

extension RemoteReason {
  fileprivate var parameters: [String] { [kind.rawValue, text] }
}

extension SystemReason {
  /// Those that the system's words do not name, by their names here.
  fileprivate static let byName = Dictionary(uniqueKeysWithValues: named.map { ("\($0)", $0) })

  fileprivate var parameters: [String] {
    if case .other(let words) = self { ["other", words] } else { ["\(self)"] }
  }
}

// MARK: Errors of a sync

extension SyncTrouble {
  private static func parts(of error: SyncError) -> Parts {
    func sync(_ code: String, _ parameters: [String] = []) -> Parts { (.sync, code, parameters) }
    return switch error {
    case .repository(let trouble): parts(of: trouble)
    case .untrusted(let keys): sync("untrusted", keys)
    case .settingsElsewhere(let keys): sync("settingsElsewhere", keys)
    case .unnamedRemote(let url): sync("unnamedRemote", [url])
    case .remoteInVault(let url): sync("remoteInVault", [url])
    case .severalRemotes(let urls): sync("severalRemotes", urls)
    case .noRemote: sync("noRemote")
    case .otherRemotes(let names): sync("otherRemotes", names)
    case .badRemote(let name): sync("badRemote", [name])
    case .remote(let reason): sync("remote", reason.parameters + [reason.login].compactMap(\.self))
    case .offline(let reason, let unsaved): sync("offline", reason.parameters + ["\(unsaved)"])
    case .remoteLocked(let file, let since): sync("remoteLocked", [file] + (since.map { ["\($0)"] } ?? []))
    case .newRemote(let reason): sync("newRemote", reason.parameters)
    case .busy: sync("busy")
    case .newBranch(let branch): sync("newBranch", [branch.name, branch.synced])
    case .renamedBranch(let branch): sync("renamedBranch", [branch.name, branch.synced])
    case .unlinkedBranch(let branch): sync("unlinkedBranch", [branch.name, branch.synced])
    case .rewritten: sync("rewritten")
    case .wentBack: sync("wentBack")
    case .massDeletion(let missing, let total):
      sync("massDeletion", ["\(total)", "\(missing.count)"] + missing.prefix(pathsKept).map(\.parameter))
    case .markerMissing: sync("markerMissing")
    case .locked: sync("locked")
    case .overtaken: sync("overtaken")
    case .vaultMoved: sync("vaultMoved")
    case .vaultInUse: sync("vaultInUse")
    case .unsettled(let paths): sync("unsettled", paths.map(\.parameter))
    case .unsigned(let reason): sync("unsigned", [reason])
    }
  }

  private static func syncError(_ code: String, _ reader: inout Parameters) -> SyncError? {
    switch code {
    case "untrusted": return .untrusted(reader.texts())
    case "settingsElsewhere": return .settingsElsewhere(reader.texts())
    case "unnamedRemote": return .unnamedRemote(reader.text())
    case "remoteInVault": return .remoteInVault(reader.text())
    case "severalRemotes": return .severalRemotes(reader.texts())
    case "noRemote": return .noRemote
    case "otherRemotes": return .otherRemotes(reader.texts())
    case "badRemote": return .badRemote(reader.text())
    case "remote":
      var reason = reader.remote()
      reason.login = reader.texts().first
      return .remote(reason: reason)
    case "offline": return .offline(reason: reader.remote(), unsaved: reader.number())
    case "remoteLocked": return .remoteLocked(reader.text(), since: reader.texts().first.flatMap { Int64($0) })
    case "newRemote": return .newRemote(reason: reader.remote())
    case "busy": return .busy
    case "newBranch": return .newBranch(SideBranch(name: reader.text(), synced: reader.branch()))
    case "renamedBranch": return .renamedBranch(SideBranch(name: reader.text(), synced: reader.branch()))
    case "unlinkedBranch": return .unlinkedBranch(SideBranch(name: reader.text(), synced: reader.branch()))
    case "rewritten": return .rewritten
    case "wentBack": return .wentBack
    case "massDeletion":
      let (total, count, known) = (reader.number(), reader.number(), reader.paths())
      // Their number is shown, and the names of the first.
      let others = known.last.map { Array(repeating: $0, count: max(0, min(count, total) - known.count)) } ?? []
      return .massDeletion(missing: known + others, total: total)
    case "markerMissing": return .markerMissing
    case "locked": return .locked
    case "overtaken": return .overtaken
    case "vaultMoved": return .vaultMoved
    case "vaultInUse": return .vaultInUse
    case "unsettled": return .unsettled(reader.paths())
    case "unsigned": return .unsigned(reason: reader.text())
    default: return nil
    }
  }

  private static func parts(of trouble: RepositoryTrouble) -> Parts {
    func repository(_ code: String, _ parameters: [String] = []) -> Parts { (.repository, code, parameters) }
    return switch trouble {
    case .missing: repository("missing")
    case .unfinished: repository("unfinished")
    case .insideAnother(let root): repository("insideAnother", [root.parameter])
    case .linked(let link): repository("linked", [link.rawValue])
    case .ownedByAnother(let path, let user, let root):
      repository("ownedByAnother", [path.parameter, "\(user)", root.parameter])
    case .writableByOthers(let path, let root, let isFixed):
      repository("writableByOthers", [path.parameter, root.parameter] + (isFixed ? ["fixed"] : []))
    case .detached(let synced, let backup): repository("detached", [synced] + parameters(of: backup))
    case .jujutsu(let synced): repository("jujutsu", [synced])
    case .underway(let name, let backup): repository("underway", [name] + parameters(of: backup))
    case .shallow: repository("shallow")
    case .partialClone: repository("partialClone")
    case .sparse: repository("sparse")
    case .otherForm(let setting): repository("otherForm", [setting])
    case .branchName(let name): repository("branchName", [name])
    case .linkedHead: repository("linkedHead")
    case .special(let path): repository("special", [path.parameter])
    case .unreadable(let what): repository("unreadable", [what])
    }
  }

  private static func parameters(of backup: FileBackup?) -> [String] {
    guard let backup else { return [] }
    let (typed, missing) = (backup.typed.prefix(pathsKept), backup.missing.prefix(pathsKept))
    return [backup.ref ?? "", "\(backup.isDetached)", "\(backup.hasMore)", "\(typed.count)"]
      + (typed + missing).map(\.parameter)
  }

  private static func repositoryTrouble(_ code: String, _ reader: inout Parameters) -> RepositoryTrouble? {
    switch code {
    case "missing": .missing
    case "unfinished": .unfinished
    case "insideAnother": .insideAnother(reader.host())
    case "linked": .linked(RepositoryLink(rawValue: reader.text()) ?? .other)
    case "ownedByAnother":
      .ownedByAnother(reader.host(), user: UInt32(clamping: reader.number()), root: reader.host())
    case "writableByOthers": .writableByOthers(reader.host(), root: reader.host(), isFixed: !reader.texts().isEmpty)
    case "detached": .detached(synced: reader.branch(), reader.backup())
    case "jujutsu": .jujutsu(synced: reader.branch())
    case "underway": .underway(reader.text(), reader.backup())
    case "shallow": .shallow
    case "partialClone": .partialClone
    case "sparse": .sparse
    case "otherForm": .otherForm(reader.text())
    case "branchName": .branchName(reader.text())
    case "linkedHead": .linkedHead
    case "special": .special(reader.path())
    case "unreadable": .unreadable(reader.text())
    default: nil
    }
  }
}

// MARK: Errors of what a sync uses

extension SyncTrouble {
  private static func parts(of error: GitError) -> Parts {
    switch error {
    case .notInstalled: (.git, "notInstalled", [])
    case .tooOld(let version): (.git, "tooOld", [version])
    case .program(let error): (.git, "program", [VaultPath(bytes: error.path).parameter] + error.reason.parameters)
    case .tookTooLong(let command): (.git, "tookTooLong", [command])
    case .tooMuch(let command): (.git, "tooMuch", [command])
    case .damaged(let damage): parts(of: damage)
    case .diskFull(let reason): (.git, "diskFull", [reason])
    case .failed(let command, let reason): (.git, "failed", [command, reason])
    }
  }

  private static func parts(of damage: RepositoryDamage) -> Parts {
    switch damage {
    case .reported(let line): (.git, "damaged", [line])
    case .configWithNULs: (.git, "configWithNULs", [])
    case .headWithoutBranch: (.git, "headWithoutBranch", [])
    case .refWithoutCommit(let ref): (.git, "refWithoutCommit", [ref])
    case .missingObject(let id): (.git, "missingObject", [id])
    }
  }

  private static func gitError(_ code: String, _ reader: inout Parameters) -> GitError? {
    switch code {
    case "notInstalled": .notInstalled
    case "tooOld": .tooOld(version: reader.text())
    case "program": .program(ProgramError(path: reader.path().bytes, reason: reader.system()))
    case "tookTooLong": .tookTooLong(command: reader.text())
    case "tooMuch": .tooMuch(command: reader.text())
    case "damaged": .damaged(.reported(reader.text()))
    case "configWithNULs": .damaged(.configWithNULs)
    case "headWithoutBranch": .damaged(.headWithoutBranch)
    case "refWithoutCommit": .damaged(.refWithoutCommit(reader.text()))
    case "missingObject": .damaged(.missingObject(reader.text()))
    case "diskFull": .diskFull(reader.text())
    case "failed": .failed(command: reader.text(), reason: reader.text())
    default: nil
    }
  }

  private static func parts(of error: FileError) -> Parts {
    (.file, error.operation.rawValue, [VaultPath(bytes: error.path).parameter] + error.reason.parameters)
  }

  private static func fileError(_ code: String, _ reader: inout Parameters) -> FileError? {
    FileError.Operation(rawValue: code).map { FileError($0, path: reader.path().bytes, reason: reader.system()) }
  }

  private static func parts(of error: OperationError) -> Parts {
    switch error {
    case .changed(let paths): (.operation, "changed", paths.map(\.parameter))
    case .received(let paths): (.operation, "received", paths.map(\.parameter))
    case .notInTrash(let paths): (.operation, "notInTrash", paths.map(\.parameter))
    case .locked: (.operation, "locked", [])
    case .nothingToUndo: (.operation, "nothingToUndo", [])
    case .nothingToRedo: (.operation, "nothingToRedo", [])
    case .notByAgent(let paths): (.operation, "notByAgent", paths.map(\.parameter))
    case .ofAnotherUser(let path): (.operation, "ofAnotherUser", [path.parameter])
    case .unreadable(let path, let problem): (.operation, "unreadable", [path.parameter, problem.parameter])
    }
  }

  private static func operationError(_ code: String, _ reader: inout Parameters) -> OperationError? {
    switch code {
    case "changed": .changed(reader.paths())
    case "received": .received(reader.paths())
    case "notInTrash": .notInTrash(reader.paths())
    case "locked": .locked
    case "nothingToUndo": .nothingToUndo
    case "nothingToRedo": .nothingToRedo
    case "notByAgent": .notByAgent(reader.paths())
    case "ofAnotherUser": .ofAnotherUser(reader.path())
    case "unreadable": .unreadable(reader.path(), RecordProblem(parameter: reader.text()))
    default: nil
    }
  }
}
