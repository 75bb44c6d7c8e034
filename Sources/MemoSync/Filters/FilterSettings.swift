import MemoCore
import MemoStore

/// What git's settings say of attributes, filters, signatures and the like, as git itself reads them. The repository's own
/// among them have passed the `RepositoryGate`.
///
/// Asking takes a process, so the answer is kept in `.git/memo/filters` and holds as long as none of the files changes
/// that the settings come from. It is not kept where one of these includes others: they may appear later, or count only in
/// some folders or on some branches.
struct FilterSettings: Equatable {
  /// A filter.
  struct Driver: Equatable {
    var clean = ""
    var smudge = ""
    var process = ""
    var isRequired = false

    /// Whether git can store a file through it.
    var isUsable: Bool { !process.isEmpty || !clean.isEmpty }
  }

  /// By name.
  private var drivers: [String: Driver] = [:]
  /// The user's own attributes file, as the settings name it.
  private(set) var attributesFile: String?
  /// The user's own file of what git ignores, as the settings name it.
  private var excludesFile: String?
  /// Whether commits are to be signed.
  private(set) var signsCommits = false
  /// Whether they name what is run for `ssh`. Not what: that would be run without a look at where it comes from.
  private(set) var hasSSHCommand = false
  /// Whether a file of settings names others to include.
  private var hasIncludes = false
  /// The files that settings come from.
  private var origins: [String] = []
  /// What those files were.
  private(set) var stamp: UInt64 = 0

  private static let path = SyncFolder.path.appending("filters")
  private static let config = VaultPath(".git/config")
  private static let attributes = VaultPath(".git/info/attributes")
  /// Where git-lfs finds settings that a vault brings along.
  private static let largeFiles = VaultPath(".lfsconfig")

  /// Goes up where more of the settings is kept, or under other conditions.
  private static let version: UInt64 = 4

  /// Asks git for the settings.
  init(of repository: GitRepository) throws {
    var call = GitCall(["config", "--list", "-z", "--show-scope", "--show-origin"], in: repository.place)
    call.attributes = AttributeUse(top: repository.root)
    self.init(try repository.answer(to: call))
  }

  /// Reads what `config --list -z --show-scope --show-origin` writes: a scope, an origin, then a key with its value in the
  /// next line. The repository's own settings come from a file that was made for git; the one that they were made from is
  /// looked at apart.
  init(_ output: [UInt8]) {
    let records = output.split(separator: 0, omittingEmptySubsequences: false)
    var names: Set<String> = []
    for place in stride(from: 0, to: records.count - 2, by: 3) {
      let origin = String(decoding: records[place + 1], as: UTF8.self)
      let isUsers = ["global", "system"].contains(String(decoding: records[place], as: UTF8.self))
      if isUsers, let name = origin.dropping(prefix: "file:") { names.insert(name) }
      let words = records[place + 2].split(
        separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      take(words[0], words.count > 1 ? words[1] : nil)
    }
    names.formUnion([attributesFile, excludesFile].compactMap(\.self))
    origins = names.sorted()
  }

  private mutating func take(_ name: String, _ value: String?) {
    if name == "core.attributesfile" { attributesFile = value ?? "" }
    if name == "core.excludesfile" { excludesFile = value ?? "" }
    if name == "core.sshcommand" { hasSSHCommand = true }
    if name.hasBytePrefix("include") { hasIncludes = true }
    if name == "commit.gpgsign" { signsCommits = Self.isTrue(value) }
    let (bytes, section) = (Array(name.utf8), "filter.".utf8)
    guard bytes.starts(with: section), let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return }
    let driver = String(decoding: bytes[section.count..<max(dot, section.count)], as: UTF8.self)
    switch String(decoding: bytes[(dot + 1)...], as: UTF8.self) {
    case "clean": drivers[driver, default: Driver()].clean = value ?? ""
    case "smudge": drivers[driver, default: Driver()].smudge = value ?? ""
    case "process": drivers[driver, default: Driver()].process = value ?? ""
    case "required":
      drivers[driver, default: Driver()].isRequired = Self.isTrue(value)
    default: break
    }
  }

  /// Whether a value of git's says yes; a key without one does.
  private static func isTrue(_ value: String?) -> Bool {
    value.map { ["true", "yes", "on", "1"].contains($0.lowercased()) } ?? true
  }

  /// Whether `stamp` changes with the user's own file of what git ignores: not where its name is one that git alone can read.
  var watchesIgnored: Bool {
    excludesFile.map { name in name.isEmpty || ["/", "~/"].contains(where: name.hasBytePrefix) } ?? true
  }

  /// Whether there is any filter.
  var hasFilters: Bool { !drivers.isEmpty }

  /// Whether git can store a file through a filter. One whose name cannot be given on the command line counts as none.
  func canUse(_ filter: String) -> Bool { Self.isPlain(filter) && drivers[filter]?.isUsable == true }

  /// The settings by which a filter that fails stops git, instead of letting the bytes pass as they are. A direction that
  /// has no command of its own leaves them as they are: that is no failure.
  var strict: [String] {
    drivers.filter { canUse($0.key) }.sorted { $0.key < $1.key }.flatMap { name, driver in
      let isOneWay = driver.process.isEmpty && driver.smudge.isEmpty && !driver.isRequired
      return ["filter.\(name).required=true"] + (isOneWay ? ["filter.\(name).smudge=cat"] : [])
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) }
  }

  // MARK: Kept from sync to sync

  /// The settings as they are now: those that were kept, where no file has changed.
  ///
  /// - Parameter isKeeping: whether to keep what git answers.
  static func current(
    of repository: GitRepository, in folder: SyncFolder, isKeeping: Bool
  ) throws -> FilterSettings {
    let kept = folder.contents(of: path).flatMap { FilterSettings(kept: $0) }
    if let kept, kept.stamp == kept.stampNow(repository, folder) { return kept }
    var settings = try FilterSettings(of: repository)
    settings.stamp = settings.stampNow(repository, folder)
    guard isKeeping, !settings.hasIncludes else { return settings }
    // Asked again: a file may have been written to before its stamp was taken.
    var again = try FilterSettings(of: repository)
    again.stamp = settings.stamp
    if again == settings { folder.write(settings.kept, to: path) }
    return again
  }

  /// Reads what `kept` wrote; `nil` for what is too short for it.
  private init?(kept bytes: [UInt8]) {
    let length = MemoryLayout<UInt64>.size
    guard bytes.count >= length else { return nil }
    self.init(Array(bytes.dropFirst(length)))
    stamp = bytes.prefix(length).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The stamp, and behind it as git would write them the settings that count, but no others: a password may be among
  /// those.
  private var kept: [UInt8] {
    var records = origins.map { "global\0file:\($0)\0none" }
    if let attributesFile { records.append("local\0\0core.attributesfile\n\(attributesFile)") }
    if let excludesFile { records.append("local\0\0core.excludesfile\n\(excludesFile)") }
    if hasSSHCommand { records.append("local\0\0core.sshcommand\n") }
    if signsCommits { records.append("local\0\0commit.gpgsign\ntrue") }
    for (name, driver) in drivers {
      let values = [
        ("clean", driver.clean), ("smudge", driver.smudge), ("process", driver.process),
        ("required", "\(driver.isRequired)"),
      ]
      records += values.map { "local\0\0filter.\(name).\($0)\n\($1)" }
    }
    var writer = ByteWriter()
    writer.integer(stamp)
    return writer.bytes + records.flatMap { Array($0.utf8) + [0] }
  }

  /// What changes with the settings, and with the attributes that hold for all paths.
  func mark(besides vault: Vault) -> UInt64 {
    var writer = ByteWriter()
    writer.integer(stamp)
    if let stamp = vault.files.stamp(of: Self.attributes) { writer.stamp(stamp) }
    return XXHash64.hash(writer.bytes)
  }

  /// The same, and what changes with the programs and with git-lfs's settings in the vault: a filter that failed may not do so
  /// again.
  func mark(ofPrograms git: any Git, besides vault: Vault) -> UInt64 {
    var writer = ByteWriter()
    writer.integer(mark(besides: vault))
    if hasFilters { writer.integer(git.userStamp(with: programs)) }
    if hasFilters, let stamp = vault.files.stamp(of: Self.largeFiles) { writer.stamp(stamp) }
    return XXHash64.hash(writer.bytes)
  }

  private static let separators: [Unicode.Scalar] = [" ", "\"", "'", "|", ";"]

  /// The programs that filters run, and the other files that their commands name by a whole path, as scripts.
  var programs: [String] {
    let commands = drivers.sorted { $0.key < $1.key }.flatMap { [$0.value.clean, $0.value.smudge, $0.value.process] }
    let names = commands.flatMap { command in
      let words = Self.separators.reduce([command]) { parts, mark in parts.flatMap { $0.parts(at: mark) } }
      let others = words.dropFirst().filter { word in ["/", "~/"].contains(where: word.hasBytePrefix) }
      return words.prefix(1) + others
    }
    return Set(names).sorted()
  }

  /// What changes whenever one of the files does.
  private func stampNow(_ repository: GitRepository, _ folder: SyncFolder) -> UInt64 {
    var writer = ByteWriter()
    writer.integer(Self.version)
    writer.integer(repository.git.userStamp(with: origins))
    if let stamp = folder.vault.files.stamp(of: Self.config) { writer.stamp(stamp) }
    return XXHash64.hash(writer.bytes)
  }
}
