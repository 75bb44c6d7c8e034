public import MemoCore
public import MemoStore
public import MemoSync

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The git on the user's search path.
public struct SystemGit: Git {
  private let programs: SystemPrograms
  private let environment: [String: String]
  private let searchPath: SearchPath

  /// Nothing takes that long; a stuck git must not keep the vault's lock for ever.
  private static let limit: Duration = .seconds(3600)

  private let patience: ConversationDeadline.Patience
  private let commons: CommonFolders

  /// Git gets this environment, without what would lead it to another repository, and is found by its `PATH`.
  ///
  /// - Parameters:
  ///   - answer: how long a remote may take for its first word where no one is there to wait for it.
  ///   - silence: how long it may then be silent: the last of what is sent may be under way for minutes on a slow line.
  public init(
    environment: [String: String], answer: Duration = .seconds(60), silence: Duration = .seconds(300)
  ) {
    self.environment = environment
    searchPath = SearchPath(environment["PATH"])
    programs = SystemPrograms(environment: environment)
    commons = CommonFolders(environment: environment)
    patience = ConversationDeadline.Patience(first: answer, next: silence)
  }

  /// The path, size and time of git.
  public func identity() -> String? {
    guard let path = programs.find("git") else { return nil }
    var status = stat()
    guard stat(cString(path), &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec.tv_sec
    #else
      let time = status.st_mtim.tv_sec
    #endif
    return "\(String(decoding: path, as: UTF8.self)) \(status.st_size) \(time)"
  }

  /// The stamps of the files that hold the user's and the system's settings and attributes, and what the user has git
  /// ignore, and whether the system's count.
  public func userStamp(with others: [String]) -> UInt64 {
    let switches = ["GIT_CONFIG_NOSYSTEM", "GIT_ATTR_NOSYSTEM"].map { environment[$0] ?? "" }
    let home = environment["HOME"] ?? ""
    let named = others.map { name in
      name.dropping(prefix: "~/").map { "\(home)/\($0)" }
        ?? programs.find(name).map { String(decoding: $0, as: UTF8.self) } ?? name
    }
    let stamps = (settingsFiles + attributesFiles + ["\(ownFolder)/ignore"] + named).map {
      "\($0)\0\(Self.mark(of: $0))"
    }
    return XXHash64.hash((switches + stamps).flatMap { Array("\($0)\0".utf8) })
  }

  /// What changes with a file, the one that a link leads to.
  private static func mark(of name: String) -> String {
    var status = stat()
    guard stat(name, &status) == 0 else { return "" }
    #if canImport(Darwin)
      let times = [status.st_mtimespec, status.st_ctimespec]
    #else
      let times = [status.st_mtim, status.st_ctim]
    #endif
    return "\(status.st_size) \(status.st_ino) " + times.map { "\($0.tv_sec) \($0.tv_nsec)" }.joined(separator: " ")
  }

  /// Whether one of the files of attributes is there that git reads unasked.
  public var hasUserAttributes: Bool { attributesFiles.contains { access($0, F_OK) == 0 } }

  private var settingsFiles: [String] {
    let system = environment["GIT_CONFIG_SYSTEM"].map { [$0] } ?? ["/etc/gitconfig"] + besideGit("gitconfig")
    if let own = environment["GIT_CONFIG_GLOBAL"] { return system + [own] }
    return system + ["\(ownFolder)/config", "\(environment["HOME"] ?? "")/.gitconfig"]
  }

  private var attributesFiles: [String] {
    ["/etc/gitattributes", "\(ownFolder)/attributes"] + besideGit("gitattributes")
  }

  /// The system's file of a git that is not the system's own.
  private func besideGit(_ name: String) -> [String] {
    guard let path = programs.find("git") else { return [] }
    let prefix = HostPath(path).parent.parent
    return prefix == HostPath("/usr") ? [] : [prefix.appending("etc/\(name)").text]
  }

  /// Where git looks for a user's files besides the home folder.
  private var ownFolder: String {
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return "\(folder ?? "\(environment["HOME"] ?? "")/.config")/git"
  }

  /// The machine's name without its domain.
  public var device: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    let bytes = name.map { UInt8(bitPattern: $0) }.prefix { $0 != 0 && $0 != UInt8(ascii: ".") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The files of a vault as git sees them.
  public func workTree(at root: HostPath) throws(FileError) -> any WorkTree {
    try DiskWorkTree(root: root)
  }

  /// Whether a git of this user is running there.
  public func isRunning(in root: HostPath) -> Bool { ProcessTree.hasOther("git", in: root) }

  /// Runs git and waits for its end.
  public func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    guard let path = programs.find("git", outside: call.vault) else { throw .notInstalled }
    let common: CommonFolder?
    do throws(SystemFailure) {
      common = try call.place.flatMap { place throws(SystemFailure) in try commons.folder(for: place) }
    } catch {
      throw .program(ProgramError(path: path, code: error.code))
    }
    defer { withExtendedLifetime(common) {} }
    if call.name == "gc" { common?.linkPacking() }
    // What git starts, ssh above all, is looked for in the same folders.
    let environment = GitEnvironment(
      call: call, environment: searchPath.outside(of: call.vault).kept(in: environment), common: common?.path.bytes)
    var child = ChildProcess(
      path: path, arguments: environment.arguments, variables: environment.variables, heardSignals: [])
    // Without a terminal of its own a program that git starts cannot ask; with one it has to stay in our group.
    child.hasOwnSession = !call.mayAsk
    child.memoryLimit = call.memoryLimit
    let isUnattended = call.reach != .local && !call.mayAsk
    let conversation = ProcessConversation(
      child: child, limit: Self.limit, patience: isUnattended ? patience : nil, outputLimit: call.outputLimit,
      isStopped: call.isStopped)
    let result: ProcessConversation.Result
    do throws(SystemFailure) {
      result = try conversation.hold(feeding: chunks, progress: call.progress)
    } catch {
      throw .program(ProgramError(path: path, code: error.code))
    }
    if result.isStopped { throw .killed(command: call.name, signal: SIGTERM) }
    if result.isOverLimit { throw .tooMuch(command: call.name) }
    if result.isTimedOut { throw .tookTooLong(command: call.name) }
    var errors = String(decoding: result.errors, as: UTF8.self)
    // Git's own word for it, and zlib's.
    if ["fatal: Out of memory", "out of memory"].contains(where: errors.contains), result.exit != .exited(0) {
      throw .tooMuch(command: call.name)
    }
    // A file that a person may have to look at has its place in the repository.
    if let common { errors = errors.replacing(common.path.text, with: common.place.root.appending(".git").text) }
    switch result.exit {
    case .exited(let status): return GitAnswer(status: status, output: result.output, errors: errors)
    case .signalled(let signal): throw .killed(command: call.name, signal: signal)
    }
  }
}

extension GitCall {
  fileprivate var mayAsk: Bool {
    if case .remote(mayAsk: true, _, _) = reach { true } else { false }
  }
}
