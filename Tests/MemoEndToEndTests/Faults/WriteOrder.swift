/// Reads a log of `strace -f -y` and reports what a power cut at the wrong moment could lose: a name that was given before
/// the bytes were on the disk, a change that began before it was written down, a ref that came before its objects.
struct WriteOrder {
  /// What is wrong, one line each.
  private(set) var problems: [String] = []

  private let vault: String
  /// Whether the command makes one operation, whose record comes before its first change.
  private let hasRecord: Bool

  /// Files whose bytes, and folders whose names, may not be on the disk yet.
  private var openFiles: Set<String> = []
  private var openFolders: Set<String> = []
  /// Files, and their folders, that another program has written before the command began.
  private var unsaved: Set<String> = []
  /// Which process wrote a file last.
  private var writers: [String: Substring] = [:]
  private var isUnderWay = false

  /// The calls to trace.
  static let calls = [
    "openat", "write", "pwrite64", "fsync", "fdatasync", "syncfs", "sync_file_range", "rename", "renameat", "renameat2",
    "link", "linkat", "unlink", "unlinkat", "mkdir", "mkdirat",
  ].joined(separator: ",")

  /// - Parameters:
  ///   - remote: the folder of a repository that is synced with.
  ///   - edited: files of the vault that another program has written right before.
  init(_ log: String, vault: String, remote: String, hasRecord: Bool, edited: [String] = []) {
    (self.vault, self.hasRecord) = (vault, hasRecord)
    unsaved = Set(edited.map { "\(vault)/\($0)" })
    unsaved.formUnion(unsaved.map(folder))
    let calls = PathCall.all(in: log)
    // Whatever serves the remote is another machine's.
    let own = calls.filter { !$0.isFailed && $0.paths.allSatisfy { $0.hasPrefix("/") && !isBelow($0, remote) } }
    for call in own { take(call, isOwn: call.process == calls.first?.process) }
    let left = openFolders.filter { isMemoPlace($0) || $0.hasSuffix("/.memo/history") }
    for folder in left.sorted() { problems.append("\(folder) is not waited for") }
  }

  private mutating func take(_ call: PathCall, isOwn: Bool) {
    switch call.name {
    case "openat": if call.makesFile, let path = call.paths.last { changeName(path, call, isOwn: isOwn) }
    case "write", "pwrite64": write(call, isOwn: isOwn)
    case "fsync", "fdatasync": settle(call.paths.first)
    case "syncfs": (openFiles, openFolders, unsaved) = ([], [], [])
    // How git waits for many objects at once: each is started here and all are waited for with one more file.
    case "sync_file_range": if let path = call.paths.first { openFiles.remove(path) }
    case "rename", "renameat", "renameat2", "link", "linkat": rename(call, isOwn: isOwn)
    case "unlink", "unlinkat", "mkdir", "mkdirat":
      if let path = call.paths.first { openFiles.remove(path) }
      if let path = call.paths.first { changeName(path, call, isOwn: isOwn) }
    default: break
    }
  }

  private mutating func write(_ call: PathCall, isOwn: Bool) {
    guard let path = call.paths.first, path.hasPrefix("/") else { return }
    openFiles.insert(path)
    writers[path] = call.process
    if isOwn, isMemo(path) { problems.append("written in place: \(path)") }
  }

  private mutating func settle(_ path: String?) {
    guard let path else { return }
    openFiles.remove(path)
    openFolders.remove(path)
    unsaved.remove(path)
  }

  private mutating func rename(_ call: PathCall, isOwn: Bool) {
    guard call.paths.count == 2 else { return problems.append("not understood: \(call.text)") }
    let (old, new) = (call.paths[0], call.paths[1])
    if isMemo(new), isOwn { giveName(old, new) }
    // What comes out may have to come back.
    for path in [old, new] where isOwn && isMemo(path) && unsaved.contains(path) {
      problems.append("\(path) comes out before its bytes are waited for")
    }
    if isRef(new) {
      for object in openFiles.filter({ mayRest(call, on: $0) }) { problems.append("\(new) before \(object)") }
    }
    // Other devices, and the next sync, take a file without its bytes for an edit.
    if new.contains("/refs/heads/") || new.hasSuffix("/refs/memo/waited") {
      for path in unsaved.sorted() { problems.append("\(new) before \(path)") }
    }
    let isExchange = call.text.contains("RENAME_EXCHANGE")
    let moved = openFiles.filter { isBelow($0, old) }
    let back = isExchange ? openFiles.filter { isBelow($0, new) } : []
    openFiles.subtract(moved.union(back))
    openFiles.formUnion(moved.map { new + $0.dropFirst(old.count) } + back.map { old + $0.dropFirst(new.count) })
    changeName(old, call, isOwn: isOwn)
    changeName(new, call, isOwn: isOwn)
    if folder(of: new).hasSuffix("/.memo/history") {
      isUnderWay = ["-applying", "-undoing", "-redoing"].contains { new.hasSuffix($0) }
    }
  }

  /// Whether a ref that a process writes may need a file: one of git's objects, but of those that have no name yet only its
  /// own. A fetch may bring a pack while a commit is made.
  private func mayRest(_ call: PathCall, on path: String) -> Bool {
    path.contains("/objects/") && (!path.contains("/tmp_") || writers[path] == call.process)
  }

  private mutating func giveName(_ old: String, _ new: String) {
    if openFiles.contains(old) { problems.append("\(new) gets its name before its bytes are waited for") }
    changeMemo(new)
  }

  /// What must be on the disk before a memo changes.
  private mutating func changeMemo(_ path: String) {
    guard hasRecord else { return }
    if !isUnderWay { problems.append("\(path) changes before it is written down") }
    if openFolders.contains(vault + "/.memo/history") {
      problems.append("\(path) changes before the record is waited for")
    }
    for file in openFiles where file.contains("/.memo/history/") { problems.append("\(path) changes before \(file)") }
  }

  private mutating func changeName(_ path: String, _ call: PathCall, isOwn: Bool) {
    if isOwn { openFolders.insert(folder(of: path)) }
    // In the user's cache is what leads git to the vault's repository with the settings that were checked.
    if isBelow(path, vault) || path.hasPrefix("/dev/") || path.contains("/home/.cache") { return }
    problems.append("outside of the vault: \(call.text)")
  }

  // MARK: Places

  private func isMemo(_ path: String) -> Bool {
    path.hasSuffix(".md") && isMemoPlace(folder(of: path))
  }

  private func isMemoPlace(_ folder: String) -> Bool {
    isBelow(folder, vault) && !folder.dropFirst(vault.count).contains("/.")
  }

  private func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  private func isRef(_ path: String) -> Bool {
    path.contains("/refs/") || path.hasSuffix("/packed-refs")
  }

  private func isBelow(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder + "/")
  }
}
