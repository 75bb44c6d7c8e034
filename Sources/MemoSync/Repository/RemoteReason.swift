import MemoCore
import MemoStore

/// Why a remote could not be used.
public struct RemoteReason: Equatable, Sendable {
  /// What kind of trouble it is, as far as git's words show it.
  public enum Kind: String, Sendable {
    /// The remote wants a user name and a password, and git has none for it.
    case noCredentials
    /// The remote does not take the user name or the password.
    case wrongCredentials
    /// The remote's SSH server takes none of the user's keys.
    case noKey
    /// SSH does not use the user's key, whose file others may read; the text names the file.
    case exposedKey
    /// The SSH server's own key is unknown here, or another one than before.
    case hostKey
    /// The server's certificate is not one that this machine trusts.
    case certificate
    /// No machine has the name.
    case unknownHost
    /// The machine does not answer.
    case noConnection
    /// The account may not do that there.
    case forbidden
    /// The machine answers, and has no such repository.
    case noRepository
    /// The folder of this machine is not there, or is not a repository.
    case noFolder
    /// The remote is a folder that someone works in: git sends nothing to the branch that is checked out there.
    case checkedOut
    /// The remote's address is that of a transport which memo has git not use.
    case transport
    /// The remote is a bundle: a file from which git reads, and to which it sends nothing.
    case bundle
    /// The remote's repository names objects in another way than the one here.
    case otherFormat
    /// The remote's repository lacks a part of its history, so git takes no branch from it.
    case shallow
    /// The shell at the other end of an SSH connection writes something before git does.
    case talkativeShell
    /// The remote has taken what was sent and does not keep it, as where a rule of its is broken.
    case refused
    /// The remote lets no one, or not this account, push to the branch.
    case protectedBranch
    /// The remote has a branch beside which it cannot have the one that is synced: `main/x` beside `main`.
    case branchInTheWay
    /// The remote's repository is another user's, whom git at the other end has not been set to trust.
    case otherOwner
    /// Git at the other end cannot write to the repository.
    case notWritable
    /// The remote's disk is full.
    case diskFull
    /// The remote's repository has lost objects or refs.
    case damaged
    /// The remote has sent an object that the checks of the git here refuse.
    case invalidObject
    /// Something else.
    case other
  }

  /// Git's own words, or the other program's that it has run.
  public let text: String
  /// What they are about.
  public let kind: Kind
  /// What `ssh` takes to reach a host whose key is in doubt: `git@host`.
  public internal(set) var login: String?

  /// The kind, from the words.
  ///
  /// - Parameters:
  ///   - errors: all that was written, which counts where those words are nothing special.
  ///   - isFolder: whether the remote is a folder of this machine.
  ///   - address: where the remote is, as it may be shown.
  init(_ text: String, in errors: String = "", isFolder: Bool = false, from address: String? = nil) {
    let kind = Self.kind(of: text) ?? Self.kind(of: errors) ?? .other
    if kind == .noKey, let file = Self.exposedKey(in: errors) {
      (self.text, self.kind) = (Self.unescaped(file), .exposedKey)
      return
    }
    self.text = Self.unescaped(text)
    self.kind = kind == .noRepository && isFolder ? .noFolder : kind
    login = kind == .hostKey ? address.flatMap(RemoteAddress.login) : nil
  }

  /// The file of a key that SSH does not use: `Permissions 0644 for '/home/me/.ssh/id' are too open.`
  private static func exposedKey(in errors: String) -> String? {
    let line = errors.filledLines.first { $0.hasBytePrefix("Permissions ") && $0.containsBytes("' are too open") }
    return line?.parts(at: "'").dropFirst().first
  }

  /// Why a remote could not be used, of a known kind.
  init(kind: Kind, text: String) {
    (self.kind, self.text) = (kind, text)
  }

  /// A refusal of what was sent.
  ///
  /// - Parameters:
  ///   - status: what git makes of it: `[remote rejected] (pre-receive hook declined)`.
  ///   - lines: what the remote says of it.
  init(refusal status: String, because lines: [String]) {
    let said = lines.joined(separator: "; ")
    let isLong = said.unicodeScalars.count > Self.refusalLimit
    let shown = String(String.UnicodeScalarView(said.unicodeScalars.prefix(Self.refusalLimit))) + (isLong ? "…" : "")
    let summary = status.dropping(prefix: "[remote rejected] ") ?? status
    kind = Self.kind(of: said + summary) == .protectedBranch ? .protectedBranch : .refused
    // Without lines, git's words in brackets are all there is.
    let words = summary.parts(at: "(").joined().parts(at: ")").joined()
    text = shown.isEmpty ? words : "\(shown) \(summary)"
  }

  /// In scalars; what hosts write of a broken rule is about half as long.
  private static let refusalLimit = 2_000

  /// An object that git's checks refuse, and the address it came from, as it may be shown.
  init(invalidObject line: String, from address: String?) {
    (text, kind) = (address.map { "\(line) (\($0))" } ?? line, .invalidObject)
  }

  /// SSH writes letters beyond ASCII as octal numbers: `\354\227\206` is 없.
  private static func unescaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var (result, place) = ([UInt8](), 0)
    while place < bytes.count {
      let run = octals(bytes[place...])
      if !run.isEmpty, String(validating: run, as: UTF8.self) != nil {
        result += run
        place += run.count * octalLength
      } else {
        // A backslash that is escaped itself begins no number.
        let length = max(run.count * octalLength, bytes[place...].starts(with: #"\\"#.utf8) ? 2 : 1)
        result += bytes[place..<place + length]
        place += length
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let octalLength = 4

  /// The bytes beyond ASCII that a text begins with as octal numbers, each of a backslash and three digits.
  private static func octals(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (found, rest) = ([UInt8](), bytes)
    while rest.first == UInt8(ascii: "\\"), rest.count >= octalLength {
      let digits = String(decoding: rest.dropFirst().prefix(octalLength - 1), as: UTF8.self)
      guard let byte = UInt8(digits, radix: 8), byte >= 0x80 else { break }
      found.append(byte)
      rest = rest.dropFirst(octalLength)
    }
    return found
  }

  private static func kind(of text: String) -> Kind? {
    kinds.first { $0.words.contains(where: text.containsBytes) }?.kind
  }

  /// The first that fits. Git and SSH are run with English messages; what hosts write is English anyway.
  private static let kinds: [(kind: Kind, words: [String])] = [
    (.diskFull, GitRepository.fullDisk),
    (.checkedOut, ["branch is currently checked out"]),
    (.talkativeShell, ["protocol error: bad line length character"]),
    (.transport, ["' not allowed"]),
    (.otherOwner, ["dubious ownership in repository at", "is owned by someone else"]),
    (.otherFormat, ["mismatched algorithms", "does not support this repository's hash algorithm"]),
    (.noCredentials, ["could not read Username for", "could not read Password for"]),
    (.wrongCredentials, ["Authentication failed for", "returned error: 401"]),
    (
      .hostKey,
      ["Host key verification failed", "REMOTE HOST IDENTIFICATION HAS CHANGED", "host key is known for"]
    ),
    (.noKey, ["Permission denied (", "Too many authentication failures", "No supported authentication methods"]),
    (.certificate, ["certificate", "SSL peer", "self-signed", "self signed"]),
    (.unknownHost, ["Could not resolve host", "Name or service not known", "nodename nor servname"]),
    (.protectedBranch, ["rotected branch"]),
    (
      .noConnection,
      [
        "Connection refused", "Connection timed out", "Operation timed out", "Connection reset", "No route to host",
        "Network is unreachable", "Network is down", "Failed to connect", "Couldn't connect to server",
        "Connection closed by", "Operation too slow", noAnswer,
      ]
    ),
    (
      .noRepository,
      [
        "does not appear to be a git repository", "Repository not found", "repository not found", "' not found",
        "returned error: 404", "could not be found or you don't have permission",
      ]
    ),
    (
      .forbidden,
      [
        "returned error: 403", "Write access to repository not granted", "Permission to ", "access denied",
        "You are not allowed", "insufficient permission",
      ]
    ),
    // What is left of a connection that broke off.
    (
      .noConnection,
      [
        "not responding", "closed by remote host", "Broken pipe", "early EOF", "unexpected disconnect",
        "RPC failed; curl",
      ]
    ),
  ]

  /// What is said where a remote has been silent for too long.
  static let noAnswer = "no answer in time"
}

/// The disk of a remote that is a folder of this machine. It may be a stick that is pulled out as soon as a sync has said
/// that everything was sent: git waits for the files that it writes there, but not for their names.
struct RemoteDisk {
  private let remote: VaultAccess
  /// The repository's folder in there.
  private let top: VaultPath
  private let names: BranchNames
  private var branch: VaultPath { top.appending(names.remoteHead) }
  private var before: [VaultPath: FileStamp] = [:]

  /// The disk of a remote; `nil` where that is not on this machine.
  init?(_ reach: RemoteReach, _ names: BranchNames, host: any HostFiles) {
    guard let folder = reach.folder, let remote = try? host.vault(at: folder) else { return nil }
    self.remote = remote
    // One with a work tree keeps the repository in it.
    top = (try? remote.writer.isTaken(VaultPath(".git"))) == true ? VaultPath(".git") : .root
    self.names = names
  }

  /// The commit that the branch names there, read without git: only to see that it has not moved. `nil` for whatever is not
  /// plain, which git is asked for then.
  var tip: ObjectId? {
    let isPlain = ["objects", "refs"].allSatisfy { (try? remote.files.folderStamp(of: top.appending($0))) != nil }
    let others = ["reftable", "commondir"].map { top.appending($0) }
    guard isPlain, others.allSatisfy({ (try? remote.writer.isTaken($0)) == false }) else { return nil }
    return RefFiles.commit(named: names.remoteHead, in: top, remote.files)
  }

  /// Looks at its folders, before a branch is sent there.
  func observed() -> RemoteDisk {
    var disk = self
    disk.before = folders
    return disk
  }

  /// Waits for the folders that have got names since. Where that fails, nothing more can be done from here.
  ///
  /// - Parameter isFirst: whether the repository may have been made a moment ago, for which git does not wait, either.
  func wait(isFirst: Bool) {
    if isFirst {
      try? remote.writer.synchronizeAll()
    } else {
      try? remote.writer.synchronize(folders: folders.filter { before[$0.key] != $0.value }.keys.sorted())
    }
  }

  /// Waits until no other device merges and pushes; `nil` where one takes too long, or where there are no turns. A device that has
  /// stopped in its turn keeps the others only for so long.
  ///
  /// - Parameter limit: how long it may take.
  func turn(waiting limit: Duration) -> (any VaultLock)? {
    remote.writer.lockFolder(top, waiting: limit)
  }

  /// The folders in which a push makes names.
  private var folders: [VaultPath: FileStamp] {
    let objects = top.appending("objects")
    let fans = ((try? remote.files.entries(of: objects)) ?? []).filter { $0.kind == .folder }
    return ([top, objects] + branch.foldersAbove + fans.map { objects.appending($0.name) }).reduce(into: [:]) {
      $0[$1] = (try? remote.files.folderStamp(of: $1)) ?? nil
    }
  }
}
