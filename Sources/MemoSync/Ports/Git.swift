public import MemoCore
public import MemoStore

/// The user's git.
///
/// Whatever came with a vault is inert: no hook, filter, helper or command that its repository's settings name is run, and
/// a call asks no one anything and ends in time, unless it says that someone is there to be asked.
public protocol Git: Sendable {
  /// Identifies a git: its path, size and time; `nil` where none is installed.
  func identity() -> String?

  /// What this machine is called.
  var device: String { get }

  /// Changes whenever a file does from which git takes this user's settings, attributes or what it ignores, and one of
  /// `others`, which those settings name: `~/` is the home folder, and a name without a slash may be a program's.
  func userStamp(with others: [String]) -> UInt64

  /// Whether the user or the system has a file of attributes where git looks for one without any setting.
  var hasUserAttributes: Bool { get }

  /// The files of a vault as git sees them.
  func workTree(at root: HostPath) throws(FileError) -> any WorkTree

  /// Whether a git is running in a work tree that this process has not started, as one that waits for the editor of a commit's
  /// message. Those of other users are not known.
  func isRunning(in root: HostPath) -> Bool

  /// Runs git, which reads `chunks` from its standard input, and waits for its end.
  ///
  /// A chunk is asked for when the one before was taken. A status other than 0 is an answer, too.
  func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer
}

extension Git {
  /// Runs git with an empty standard input.
  public func run(_ call: GitCall) throws(GitError) -> GitAnswer {
    try run(call, feeding: EmptyCollection())
  }
}

/// A git that wraps another one, and may run it in a way of its own.
public protocol WrappingGit: Git {
  /// The other one.
  var git: any Git { get }
}

extension WrappingGit {
  /// Forwarded.
  public func identity() -> String? { git.identity() }

  /// Forwarded.
  public var device: String { git.device }

  /// Forwarded.
  public func userStamp(with others: [String]) -> UInt64 { git.userStamp(with: others) }

  /// Forwarded.
  public var hasUserAttributes: Bool { git.hasUserAttributes }

  /// Forwarded.
  public func workTree(at root: HostPath) throws(FileError) -> any WorkTree { try git.workTree(at: root) }

  /// Forwarded.
  public func isRunning(in root: HostPath) -> Bool { git.isRunning(in: root) }
}

/// The repository of a work tree, and the settings that git has for it.
public struct GitPlace: Equatable, Sendable {
  /// The root of the work tree.
  public let root: HostPath
  /// The text of the settings that were checked, which git reads in place of the repository's own file; `nil` while the
  /// repository is being made.
  public let settings: [UInt8]?

  /// The repository of a work tree.
  public init(_ root: HostPath, settings: [UInt8]?) {
    self.root = root
    self.settings = settings
  }
}

/// A git command to run.
public struct GitCall: Sendable {
  /// Where a command may reach.
  public enum Reach: Equatable, Sendable {
    /// This machine.
    case local
    /// A remote. Whether it may ask a person for a password, the command that is run in place of `ssh`, and whether
    /// the remote is a folder of this machine: without that, git reaches none of those, whatever the settings say.
    case remote(mayAsk: Bool, ssh: String?, isLocal: Bool = false)
  }

  /// The repository that it is about; `nil` for none.
  public var place: GitPlace?
  /// The root of the vault in whose folders no program is looked for: the work tree's, unless it is about none.
  public var vault: HostPath?
  /// The command and its arguments.
  public var arguments: [[UInt8]]
  /// Where it may reach.
  public var reach = Reach.local
  /// How many bytes it may write to standard output. A remote, or a vault that came from elsewhere, decides how many it
  /// would: a tree of a few hundred bytes can list ten billion files.
  public var outputLimit = 1 << 27
  /// How many bytes of memory it may have, where the system can limit that: git keeps all of a difference in memory.
  public var memoryLimit: UInt64 { reach == .local && name != "gc" ? 1 << 29 : 1 << 31 }
  /// How attributes count; `nil` where git is to leave all bytes as they are.
  public var attributes: AttributeUse?
  /// Variables of git's own for this call alone, as the dates of a commit.
  public var variables: [String: String] = [:]
  /// Gets git's progress, line by line.
  public var progress: (@Sendable (String) -> Void)?
  /// Whether git is to end before it is done; asked several times a second.
  public var isStopped: @Sendable () -> Bool = { false }

  /// A call about the repository of a work tree, or about none.
  public init(_ arguments: [String], in place: GitPlace?) {
    self.arguments = arguments.map { Array($0.utf8) }
    self.place = place
    vault = place?.root
  }

  /// The command's name, for messages.
  public var name: String { arguments.first.map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

/// How git takes account of attributes, and runs the filters that they name.
public struct AttributeUse: Equatable, Sendable {
  /// The folder whose files of attributes count.
  public var top: HostPath
  /// Settings for the filters, as `name=value`.
  public var settings: [String]

  /// Takes account of the attributes in a folder.
  public init(top: HostPath, settings: [String] = []) {
    self.top = top
    self.settings = settings
  }
}

/// What a git command came to.
public struct GitAnswer: Equatable, Sendable {
  /// Its exit status.
  public let status: Int32
  /// What it wrote to standard output.
  public let output: [UInt8]
  /// What it wrote to standard error, what is not UTF-8 replaced.
  public let errors: String

  /// Puts together an answer.
  public init(status: Int32, output: [UInt8], errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// Why git did not do what it was asked for.
public enum GitError: Error, Equatable, Sendable {
  /// No git is on the search path.
  case notInstalled
  /// It is older than memo can use.
  case tooOld(version: String)
  /// It could not be started, or not be talked to.
  case program(ProgramError)
  /// It was ended because it took too long.
  case tookTooLong(command: String)
  /// It was ended because it wrote more than its limit, or needed more memory than it may have.
  case tooMuch(command: String)
  /// A file of the repository is not what git has written, or is missing.
  case damaged(RepositoryDamage)
  /// There was no room left for what it had to write.
  case diskFull(String)
  /// It ended with a status that says it failed, or by a signal.
  case failed(command: String, reason: String)

  private static let signalPrefix = "signal "

  /// It was ended by a signal.
  public static func killed(command: String, signal: Int32) -> GitError {
    .failed(command: command, reason: signalPrefix + "\(signal)")
  }

  /// What git says of a program of its own that a signal has ended, between the program's name and the signal's number.
  static let endBySignal = " died of signal "

  /// The signal that ended it, or a program that it runs; `nil` where none did.
  package var signal: Int32? {
    guard case .failed(_, let reason) = self else { return nil }
    let number = reason.dropping(prefix: Self.signalPrefix)
    guard number == nil, reason.containsBytes(Self.endBySignal) else { return number.flatMap { Int32($0) } }
    return reason.parts(at: " ").last.flatMap { Int32($0) }
  }

  /// Whether it had no time to clean up.
  var isByForce: Bool {
    switch self {
    case .tookTooLong, .tooMuch: true
    default: signal != nil
    }
  }
}

/// What is damaged in a repository.
public enum RepositoryDamage: Equatable, Sendable {
  /// What git says of a file that it cannot read.
  case reported(String)
  /// `.git/config` holds NUL bytes, as a power cut leaves a file.
  case configWithNULs
  /// `.git/HEAD` names no branch.
  case headWithoutBranch
  /// A branch's ref names no commit.
  case refWithoutCommit(String)
  /// An object that a commit needs is missing.
  case missingObject(String)
}

/// A machine without git.
public struct NoGit: Git {
  /// Makes none.
  public init() {}

  /// There is none.
  public func identity() -> String? { nil }

  /// What a machine is called that has no name.
  public var device: String { "" }

  /// Nothing reads settings.
  public func userStamp(with others: [String]) -> UInt64 { 0 }

  /// Nothing reads attributes.
  public var hasUserAttributes: Bool { false }

  /// Says that there is none.
  public func workTree(at root: HostPath) throws(FileError) -> any WorkTree {
    throw FileError(.list, path: root.bytes, reason: .notFound)
  }

  /// None is.
  public func isRunning(in root: HostPath) -> Bool { false }

  /// Says that there is none.
  public func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    throw .notInstalled
  }
}
