import MemoCore

/// How a call to a remote reaches it.
struct RemoteReach: Sendable {
  /// Whether a person is there to be asked for a password.
  var mayAsk = false
  /// The command that is run in place of `ssh`; `nil` for git's own choice.
  var ssh: String?
  /// The folder of this machine that the remote is, where the user has named one.
  var folder: HostPath?
  var isLocal: Bool { folder != nil }
  /// Whether that is no folder, but a bundle: git can read from it, and not write to it.
  var isBundle = false
  /// Where the remote is, as it may be shown.
  var address: String?
  /// Hears of the progress.
  var progress: (@Sendable (String) -> Void)?

  fileprivate func call(_ words: [String], in place: GitPlace?) -> GitCall {
    var call = GitCall(words, in: place)
    call.reach = .remote(mayAsk: mayAsk, ssh: ssh, isLocal: isLocal)
    call.progress = progress
    return call
  }

  fileprivate var uploadPack: String {
    "--upload-pack=" + (isLocal ? Self.inertGit + "upload-pack" : "git-upload-pack")
  }
  fileprivate var receivePack: String {
    "--receive-pack=" + (isLocal ? Self.inertGit + "receive-pack" : "git-receive-pack")
  }

  /// Git for the other end, where that is a folder of this machine: as this user, and with the settings of a repository
  /// that another process may have made. None of the programs that they can name is run: hooks, what lists the refs of
  /// alternates, the file monitor and the filters of a work tree that is checked out there, housekeeping, and the
  /// transports by which missing objects would be fetched. The command that lists nothing has to be one that ends well.
  /// What it writes is on its disk before a ref names it, and its logs get no name of the settings' choice.
  private static let inertGit =
    "GIT_COMMITTER_NAME=memo GIT_COMMITTER_EMAIL=\(CommitDraft.Signature.mergerEmail)"
    + " GIT_NO_LAZY_FETCH=1 GIT_NO_REPLACE_OBJECTS=1 git -c core.hooksPath=/dev/null -c core.fsmonitor=false"
    + " -c core.alternateRefsCommand=true -c receive.denyCurrentBranch=refuse -c receive.autogc=false"
    + " -c gc.auto=0 -c maintenance.auto=false -c protocol.allow=never"
    + " -c core.fsync=committed,loose-object,reference -c core.fsyncMethod=fsync "
}

/// How a push ended.
enum PushResult: Equatable {
  case done
  /// Another process was faster, or holds a lock there: the lock file, if the remote names it.
  case rejected(lock: String?)
  case failed(RemoteReason)
}

extension GitRepository {
  /// Brings the remote's branch here; returns false where the remote has no such branch, and throws what git says where
  /// it cannot be reached.
  ///
  /// - Parameters:
  ///   - known: the commit that the remote's branch named last. Where the remote is near, a look whether it still does takes
  ///     less than half as long as a fetch; where it is far, a second connection would take longer.
  ///   - disk: the remote's disk, where that is near: mostly the ref can simply be read.
  ///   - prepare: called before a git is run that takes a lock.
  func fetch(
    _ names: BranchNames, knowing known: ObjectId? = nil, on disk: RemoteDisk? = nil, reach: RemoteReach,
    preparing prepare: () -> Void = {}
  ) throws -> Bool {
    if reach.isLocal, let known, try disk?.tip ?? tip(of: names, reach) == known { return true }
    prepare()
    let words = [
      "fetch", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--refmap=",
      // A remote that says nothing for long is given up, so it has to say how far it is.
      reach.uploadPack, "--progress", "--", "origin", "+\(names.remoteHead):\(names.tracking)",
    ]
    let call = reach.call(words, in: place)
    var answer = try answer(fromRemote: call)
    if answer.status != 0, let line = Self.failedLock(in: answer.errors), Self.isOfClashingNames(line),
      try removeRefs(inTheWayOf: [names.tracking])
    {
      answer = try self.answer(fromRemote: call)
    }
    if answer.status == 0 {
      guard let line = Self.refusedRoot(in: answer.errors) else { return true }
      throw SyncError.remote(reason: RemoteReason(kind: .shallow, text: line))
    }
    // The remote is there, but empty.
    if answer.errors.containsBytes("couldn't find remote ref") { return false }
    try checkRoom(answer, sending: false)
    if let line = Self.killedProgram(in: answer.errors) { throw GitError.failed(command: "fetch", reason: line) }
    if let line = Self.failedLock(in: answer.errors) {
      // A fetch that a killed memo has left was faster, or it has left its lock.
      throw GitError.failed(command: "fetch", reason: line)
    }
    if let line = Self.failedCheck(in: answer.errors) {
      throw SyncError.remote(reason: RemoteReason(invalidObject: line, from: reach.address))
    }
    throw failure(of: answer, reach)
  }

  /// What git says of a ref here that it could not lock; `nil` where it says nothing of that.
  private static func failedLock(in errors: String) -> String? {
    ownLines(of: errors).first { $0.containsBytes("cannot lock ref") }
  }

  /// What git says of its own program that stores what is received, and was ended by a signal, as at a limit of this machine:
  /// `index-pack died of signal 25`; `nil` where it says nothing of that.
  private static func killedProgram(in errors: String) -> String? {
    ownLines(of: errors).first { line in
      ["index-pack", "unpack-objects"].contains { line.hasBytePrefix($0 + GitError.endBySignal) }
    }
  }

  /// What git says of a branch whose history ends too early at the remote; `nil` where there is none. It leaves the ref here
  /// where it is then, and ends well.
  private static func refusedRoot(in errors: String) -> String? {
    errors.filledLines.first {
      $0.hasBytePrefix("warning: rejected ") && $0.containsBytes("shallow roots are not allowed")
    }
  }

  /// What git's checks say of an object that a remote has sent; `nil` where they have not refused any. A remote may write of
  /// its own checks, too.
  static func failedCheck(in errors: String) -> String? {
    let lines = ownLines(of: errors)
    guard let end = lines.first(where: { $0.containsBytes("fsck error in ") }) else { return nil }
    return lines.first { $0.hasBytePrefix("object ") } ?? end
  }

  /// What the git here says, without what the remote does.
  private static func ownLines(of errors: String) -> [String] {
    errors.filledLines.map(ErrorLine.init).filter { !$0.isOfRemote }.map(\.text)
  }

  /// The commit that the remote's branch names; `nil` where that is unknown.
  private func tip(of names: BranchNames, _ reach: RemoteReach) throws -> ObjectId? {
    let words = ["ls-remote", reach.uploadPack, "--", "origin", names.remoteHead]
    let answer = try answer(fromRemote: reach.call(words, in: place))
    // ID<tab>refs/heads/main, and names that end alike.
    let name = Array("\t\(names.remoteHead)".utf8)
    let lines = answer.output.split(separator: UInt8(ascii: "\n"))
    let line = lines.first { $0.dropFirst(ObjectId.length).elementsEqual(name) }
    return line.flatMap { ObjectId(hexadecimal: $0.prefix(ObjectId.length)) }
  }

  /// Gives the remote a commit as its branch, never by force.
  func push(_ commit: ObjectId, _ names: BranchNames, reach: RemoteReach) throws -> PushResult {
    if reach.isBundle { return .failed(RemoteReason(kind: .bundle, text: reach.address ?? "")) }
    let words = [
      "push", "--porcelain", "--no-verify", "--no-follow-tags", reach.receivePack, "--progress", "--", "origin",
      "\(commit.text):\(names.remoteHead)",
    ]
    let answer = try answer(fromRemote: reach.call(words, in: place))
    if answer.status == 0 { return .done }
    try checkRoom(answer, sending: true)
    if let line = Self.failedWrite(in: answer.errors, besides: folder) {
      return .failed(RemoteReason(kind: .notWritable, text: line))
    }
    let lines = String(decoding: answer.output, as: UTF8.self).filledLines
    let refusal = lines.first { $0.utf8.first == UInt8(ascii: "!") }
    if Self.isOfClashingNames(answer.errors + (refusal ?? "")), let branch = try branch(inTheWayOf: names, reach) {
      return .failed(RemoteReason(kind: .branchInTheWay, text: branch))
    }
    let races = ["[rejected]", "cannot lock ref", "failed to update ref", "incorrect old value", "fetch first"]
    if races.contains(where: (refusal ?? answer.errors).containsBytes) {
      return .rejected(lock: Self.lockFile(in: answer.errors))
    }
    let failure = failure(of: answer, reach)
    guard case SyncError.remote(let reason) = failure else { throw failure }
    // The remote's own word for it says more than what git makes of its end.
    guard Self.refusals.contains(reason.kind), let word = refusal?.parts(at: "\t").last else { return .failed(reason) }
    let named = RemoteReason(word)
    let isRefused = Self.refusals.contains(named.kind) && word.hasBytePrefix("[remote rejected]")
    return .failed(isRefused ? RemoteReason(refusal: word, because: Self.linesOfRemote(answer.errors)) : named)
  }

  /// Of these, all lines of the remote are shown.
  private static let refusals: [RemoteReason.Kind] = [.other, .protectedBranch]

  /// Whether git could not make a ref because another one has its name as a folder, or the other way round.
  static func isOfClashingNames(_ words: String) -> Bool {
    ["' exists; cannot create '", "refname conflict", "directory file conflict"].contains(where: words.containsBytes)
  }

  /// The remote's branch beside which it cannot have the one that is synced; `nil` where there is none any more.
  private func branch(inTheWayOf names: BranchNames, _ reach: RemoteReach) throws -> String? {
    try branches(reach: reach).all.first { BranchNames.clash($0, names.remote) }
  }

  /// What git at the other end says of a file that it could not write; `nil` where it says nothing of that. It makes a refusal of it,
  /// or what could also be another device that was faster.
  ///
  /// - Parameter folder: that of the repository here.
  static func failedWrite(in errors: String, besides folder: String) -> String? {
    let lines = errors.filledLines.map(ErrorLine.init).map(\.text).filter { !$0.containsBytes(folder + "/") }
    return lines.first { line in failedWrites.contains(where: line.containsBytes) }
  }

  private static let failedWrites = [
    "unable to create temporary object directory", "insufficient permission for adding an object",
    "': Permission denied",
    "': Read-only file system",
  ]

  /// Ends where an empty repository would take no branch from here. Nothing is sent.
  func checkTakesBranches(_ url: String, reach: RemoteReach) throws {
    let words = ["push", "--dry-run", "--no-verify", reach.receivePack, "--", url, ":refs/heads/main"]
    let answer = try answer(fromRemote: reach.call(words, in: place))
    guard answer.status == 0 else { throw failure(of: answer, reach) }
  }

  /// Sends the files that pointers of git-lfs stand for, as its hook would before a push: a pointer without its file is of
  /// no use elsewhere.
  func pushLargeFiles(
    _ commit: ObjectId, over remote: ObjectId?, _ names: BranchNames, reach: RemoteReach
  ) throws {
    var call = reach.call(["lfs", "pre-push", "origin"], in: place)
    call.attributes = AttributeUse(top: root)
    let line = "\(names.head) \(commit.text) \(names.remoteHead) \(remote?.text ?? ObjectId.zeros)\n"
    let answer = try answer(fromRemote: call, feeding: CollectionOfOne(Array(line.utf8)))
    guard answer.status != 0 else { return }
    throw SyncError.remote(reason: RemoteReason("git lfs: \(Self.reason(answer))"))
  }

  /// Why a call that reaches a remote has failed: by what is wrong here, or there.
  private func failure(of answer: GitAnswer, _ reach: RemoteReach) -> any Error {
    damage(in: answer)
      ?? SyncError.remote(
        reason: RemoteReason(
          Self.reason(answer), in: answer.errors, isFolder: reach.isLocal, from: reach.address))
  }

  /// What an answer says about objects or refs without their bytes. A remote may write to the same place, marked or not, but
  /// names its own paths.
  private func damage(in answer: GitAnswer) -> (any Error)? {
    let lines = answer.errors.filledLines.map(ErrorLine.init)
    let damages = lines.filter { Self.isDamage($0.text) }
    let here = folder + "/"
    if let line = damages.first(where: { $0.text.containsBytes(here) && !$0.isOfRemote }) {
      return GitError.damaged(.reported(line.text))
    }
    let doubtful = lines.first { line in Self.remoteDamages.contains(where: line.text.containsBytes) }
    let there = damages.first { $0.isOfRemote || $0.text.containsBytes("/objects/") }
    if let line = there ?? doubtful { return SyncError.remote(reason: RemoteReason(kind: .damaged, text: line.text)) }
    return damages.first.map { GitError.damaged(.reported($0.text)) }
  }

  private static let remoteDamages = ["not our ref 0000000000", "possible repository corruption on the remote side"]

  /// Whether there is no room left: here where something is fetched, and there where something is sent.
  private func checkRoom(_ answer: GitAnswer, sending isSending: Bool) throws {
    guard let line = answer.errors.filledLines.first(where: Self.isOfFullDisk).map(ErrorLine.init) else { return }
    let isHere = line.text.containsBytes(folder + "/") || !isSending && !line.isOfRemote
    if isHere { throw GitError.diskFull(line.text) }
    throw SyncError.remote(reason: RemoteReason(line.text))
  }

  /// What the remote says itself, without its progress.
  private static func linesOfRemote(_ errors: String) -> [String] {
    errors.filledLines.filter { !isDecoration($0) }.map(ErrorLine.init).filter { $0.isOfRemote && !$0.isProgress }
      .map(\.text)
  }

  /// A line of what git writes as errors, without git's marks.
  private struct ErrorLine {
    let text: String
    /// Whether git says that the remote has written it.
    let isOfRemote: Bool

    init(_ line: String) {
      let marked = line.dropping(prefix: "remote: ")
      let words = marked ?? line
      isOfRemote = marked != nil
      // Git fills up a remote's lines with blanks.
      text = GitRepository.unmarked(words).parts(at: " ").joined(separator: " ")
    }

    /// Whether it only shows how far a transfer is: `Resolving deltas: 50% (1/2)`.
    var isProgress: Bool {
      GitRepository.isProgress(text) && ["% (", ", done"].contains(where: text.containsBytes)
    }
  }

  /// The lock file that git could not make because it is there.
  private static func lockFile(in errors: String) -> String? {
    let line = errors.filledLines.first { $0.containsBytes(".lock': File exists") }
    return line.flatMap { $0.parts(at: "'").last { $0.hasByteSuffix(".lock") } }
  }

  /// The branch that a remote shows first, and all it has.
  ///
  /// - Parameter url: where it is; the repository's own remote where `nil`.
  func branches(of url: String? = nil, reach: RemoteReach) throws -> (first: String?, all: [String]) {
    let words = ["ls-remote", "--symref", reach.uploadPack, "--", url ?? "origin", "HEAD", "refs/heads/*"]
    var call = reach.call(words, in: url == nil ? place : nil)
    call.vault = root
    let answer = try answer(fromRemote: call)
    guard answer.status == 0 else { throw failure(of: answer, reach) }
    var first: String?
    var all: [String] = []
    for line in String(decoding: answer.output, as: UTF8.self).filledLines {
      let parts = line.parts(at: "\t")
      guard parts.count == 2 else { continue }
      if let name = parts[0].dropping(prefix: "ref: refs/heads/"), parts[1] == "HEAD" { first = name }
      guard let name = parts[1].dropping(prefix: "refs/heads/") else { continue }
      guard parts[0].utf8.count == ObjectId.length else {
        throw SyncError.remote(reason: RemoteReason(kind: .otherFormat, text: parts[0]))
      }
      all.append(name)
    }
    return (first, all)
  }

  /// What SSH connections are made with, so that they end in time, and ask no one where no one is there.
  ///
  /// - Parameters:
  ///   - variables: `GIT_SSH_COMMAND` and `GIT_SSH` of the user.
  ///   - isConfigured: whether git's settings may name a command.
  func sshCommand(
    for place: RemotePlace, variables: (command: String?, program: String?), mayAsk: Bool, isConfigured: Bool = true
  ) throws -> String? {
    guard case .ssh = place else { return nil }
    let own = try variables.command ?? (isConfigured ? configuredSSHCommand() : nil)
    // What GIT_SSH names is no command line, and takes options of its own.
    guard let command = own ?? (variables.program == nil ? "ssh" : nil) else { return nil }
    // Who is there sees what it waits for, and can end it.
    if mayAsk { return own == nil ? command + Self.sshLimits : nil }
    // Other programs than ssh itself take other options.
    guard let program = command.parts(at: " ").first, program == "ssh" || program.hasByteSuffix("/ssh") else {
      return command
    }
    return command + " -oBatchMode=yes" + Self.sshLimits
  }

  private func configuredSSHCommand() throws -> String? {
    try optionalOutput(["config", "--get", "core.sshCommand"]).map {
      String(decoding: $0, as: UTF8.self).filledLines.first ?? ""
    }
  }

  private static let sshLimits = " -oConnectTimeout=10 -oServerAliveInterval=5 -oServerAliveCountMax=3"

  /// Runs a call that reaches a remote: one that takes too long has had no answer from there.
  private func answer(
    fromRemote call: GitCall, feeding chunks: some Sequence<[UInt8]> = EmptyCollection()
  ) throws -> GitAnswer {
    do {
      return try git.run(call, feeding: chunks)
    } catch {
      guard case .tookTooLong = error else { throw error }
      throw SyncError.remote(reason: RemoteReason(RemoteReason.noAnswer))
    }
  }
}
