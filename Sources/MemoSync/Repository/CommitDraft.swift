import MemoCore

/// A commit to be made, given as how its tree differs from its first parent's.
struct CommitDraft {
  /// Who made it and when, as git writes it.
  struct Signature: Equatable, Sendable {
    var name: String
    var email: String
    /// Seconds since 1970.
    var seconds: Int64

    /// Whoever merges: the same on all devices, so that the same merge is the same commit.
    static let mergerEmail = "memo@localhost"

    static func merger(at seconds: Int64) -> Signature {
      Signature(name: "memo", email: mergerEmail, seconds: seconds)
    }

    var text: String {
      let name = name.unicodeScalars.filter { !"<>\n\0".unicodeScalars.contains($0) }
      let email = email.unicodeScalars.filter { !"<> \n\0".unicodeScalars.contains($0) }
      return
        "\(String(String.UnicodeScalarView(name))) <\(String(String.UnicodeScalarView(email)))> \(max(0, seconds)) +0000"
    }
  }

  /// What a path becomes.
  enum Content {
    /// Something the repository holds already.
    case known(TreeEntry)
    /// New bytes; `nil` from the closure leaves the path as it is in the parent.
    case new(FileMode, () -> [UInt8]?)
    /// Nothing.
    case removed
  }

  /// The ref that names the commit when it is made.
  var ref: String
  let parents: [ObjectId]
  let author: Signature
  let committer: Signature
  let message: [UInt8]
  let changes: [(path: VaultPath, content: Content)]
  /// Whether the ref may be anywhere before; else it has to be at an ancestor.
  var isForced = false
}

/// The commands by which `git fast-import` makes a commit, given piece by piece: one process writes the blobs, the trees,
/// the commit and the ref, whatever their number, and needs no index.
struct CommitStream: Sequence, IteratorProtocol {
  private let draft: CommitDraft
  private var position = 0
  /// Before the other lines: a file may take the name of a folder whose files go.
  private var removals: [UInt8] = []
  private var lines: [UInt8] = []
  /// What is left once all changes are given; `nil` before.
  private var end: ArraySlice<[UInt8]>?

  init(_ draft: CommitDraft) {
    self.draft = draft
  }

  mutating func next() -> [UInt8]? {
    while position < draft.changes.count {
      let number = position
      position += 1
      if let piece = piece(number) { return piece }
    }
    if end == nil { end = commit()[...] }
    return end?.popFirst()
  }

  /// The bytes of a path that has new ones.
  private mutating func piece(_ number: Int) -> [UInt8]? {
    let (path, content) = draft.changes[number]
    let name = QuotedPath.sealed(path)
    switch content {
    case .removed:
      removals += Array("D ".utf8) + name + [UInt8(ascii: "\n")]
      return nil
    case .known(let entry):
      lines += Array("M \(entry.mode.text) \(entry.id.text) ".utf8) + name + [UInt8(ascii: "\n")]
      return nil
    case .new(let mode, let read):
      guard let bytes = read() else { return nil }
      lines += Array("M \(mode.text) :\(number + 2) ".utf8) + name + [UInt8(ascii: "\n")]
      return Array("blob\nmark :\(number + 2)\ndata \(bytes.count)\n".utf8) + bytes + [UInt8(ascii: "\n")]
    }
  }

  /// In pieces, for those of many files are large.
  private func commit() -> [[UInt8]] {
    var text = "commit \(draft.ref)\nmark :1\nauthor \(draft.author.text)\ncommitter \(draft.committer.text)\n"
    text += "data \(draft.message.count)\n"
    let parents = draft.parents.enumerated().map { "\($0 == 0 ? "from" : "merge") \($1.text)\n" }.joined()
    // The mark has to be asked for before the end, or git no longer answers.
    let end = "\nget-mark :1\ndone\n"
    return [Array(text.utf8), draft.message, Array("\n\(parents)".utf8), removals, lines, Array(end.utf8)]
  }
}

extension GitError {
  /// Whether a ref had moved since it was read.
  var isOvertaken: Bool {
    guard case .failed(let command, let reason) = self, !isOfNameInTheWay else { return false }
    return reason.containsBytes("cannot lock ref") || command == "fast-import" && reason.containsBytes("Not updating")
  }

  /// Whether another ref has a name that leaves no room for one.
  public var isOfNameInTheWay: Bool {
    if case .failed(_, let reason) = self { GitRepository.isOfClashingNames(reason) } else { false }
  }

  /// Whether a lock file is in the way. One that a git has left which ended before it could remove it keeps all later ones
  /// away.
  public var isOfLock: Bool {
    if case .failed(_, let reason) = self { reason.containsBytes(".lock': File exists") } else { false }
  }
}

extension GitRepository {
  /// Makes a commit and has its ref name it; returns its id.
  func commit(_ draft: CommitDraft) throws -> ObjectId {
    var words = ["fast-import", "--quiet", "--done", "--date-format=raw"]
    if draft.isForced { words.append("--force") }
    let output = try answer(to: GitCall(words, in: place), feeding: CommitStream(draft))
    guard let id = ObjectId(hexadecimal: output.prefix(ObjectId.length)) else { throw GitError.unclear("fast-import") }
    return id
  }

  /// The same with the user's signature, which git has made as the user's settings say; no one is asked for a passphrase
  /// except by the user's own agent. `fast-import` cannot sign: its commit is a draft.
  ///
  /// - Throws: `SyncError.unsigned` where it cannot be signed; the ref stays as it is then.
  func commitSigned(_ draft: CommitDraft) throws -> ObjectId {
    var first = draft
    (first.ref, first.isForced) = (BranchNames.unsigned, true)
    let unsigned = try commit(first)
    let parents = draft.parents.flatMap { ["-p", $0.text] }
    var call = GitCall(["commit-tree", "-S"] + parents + ["-F", "-", "\(unsigned.text)^{tree}"], in: place)
    for (role, signature) in [("AUTHOR", draft.author), ("COMMITTER", draft.committer)] {
      call.variables["GIT_\(role)_NAME"] = signature.name
      call.variables["GIT_\(role)_EMAIL"] = signature.email
      call.variables["GIT_\(role)_DATE"] = "\(max(0, signature.seconds)) +0000"
    }
    let answer = try git.run(call, feeding: [draft.message])
    guard answer.status == 0, let id = ObjectId(hexadecimal: answer.output.prefix(ObjectId.length)) else {
      try change([.remove(BranchNames.unsigned)], reason: "memo: sync")
      throw SyncError.unsigned(reason: GitRepository.reason(answer))
    }
    let step: RefStep =
      draft.isForced ? .set(draft.ref, to: id) : .move(draft.ref, to: id, from: draft.parents.first)
    try change([step, .remove(BranchNames.unsigned)], reason: "memo: sync")
    return id
  }
}
