#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The few file operations that the program needs, without Foundation, which would add to every peak measured.
enum FileSystem {
  static var lastError: String { String(cString: strerror(errno)) }

  static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// Makes a folder; one that is there already is an error unless allowed.
  static func makeFolder(_ path: String, mayExist: Bool = false) throws {
    guard mkdir(path, 0o755) != 0, !(mayExist && errno == EEXIST) else { return }
    throw BenchError.system("mkdir", path)
  }

  static func makeTemporaryFolder() throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(parent)/memo-bench.XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw BenchError.system("mkdtemp", parent) }
    return try resolve(String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// The absolute path without symbolic links.
  static func resolve(_ path: String) throws -> String {
    guard let resolved = realpath(path, nil) else { throw BenchError.system("realpath", path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Removes a folder and all that is in it; one that is not there is fine.
  static func removeTree(_ path: String) throws {
    // `remove` takes files, links and empty folders.
    if remove(path) == 0 || errno == ENOENT { return }
    guard errno == ENOTEMPTY || errno == EEXIST else { throw BenchError.system("remove", path) }
    for name in try names(in: path) { try removeTree("\(path)/\(name)") }
    guard remove(path) == 0 else { throw BenchError.system("remove", path) }
  }

  /// The bytes of all files in a folder, at any depth.
  static func size(ofTree path: String) throws -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw BenchError.system("lstat", path) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return Int(status.st_size) }
    return try names(in: path).reduce(0) { try $0 + size(ofTree: "\(path)/\($1)") }
  }

  private static func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { throw BenchError.system("opendir", folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Writes a file; the modification time, where given, is set on the open file.
  static func writeFile(_ bytes: [UInt8], to path: String, flags: Int32, modified: timespec? = nil) throws {
    let file = open(path, flags | O_WRONLY | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw BenchError.system("open", path) }
    defer { close(file) }
    guard bytes.withUnsafeBytes({ writeAll($0, to: file) }) else { throw BenchError.system("write", path) }
    if let modified, futimens(file, [modified, modified]) != 0 { throw BenchError.system("futimens", path) }
  }

  /// The bytes of a file, or the first ones.
  static func readFile(_ path: String, limit: Int = .max) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw BenchError.system("open", path) }
    defer { close(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while content.count < limit {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw BenchError.system("read", path) }
      guard count > 0 else { break }
      content += buffer[..<count]
    }
    return Array(content.prefix(limit))
  }

  static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// The folder in which one vault is measured, with a home of its own so that no setting of the user counts.
struct Workspace {
  let folder: String
  let plan: VaultPlan

  var vault: String { "\(folder)/vault" }
  var cache: String { "\(folder)/cache" }
  var derivedState: String { "\(vault)/.memo" }
  var errorPath: String { "\(folder)/stderr" }

  init(folder: String, plan: VaultPlan) throws {
    self.folder = folder
    self.plan = plan
    try FileSystem.makeFolder(folder)
    for name in ["home", "config", "data", "state", "cache"] { try FileSystem.makeFolder("\(folder)/\(name)") }
  }

  var environment: [String] {
    [
      "LC_ALL=C.UTF-8", "TZ=UTC", "PATH=\(Program.searchPath)", "HOME=\(folder)/home", "XDG_CACHE_HOME=\(cache)",
      "XDG_CONFIG_HOME=\(folder)/config", "XDG_DATA_HOME=\(folder)/data", "XDG_STATE_HOME=\(folder)/state",
    ]
  }

  /// Appends a line to a memo, as an editor that writes in place does.
  func applyEdit(_ number: Int) throws {
    let path = "\(vault)/\(plan.path(plan.editedMemo(number)))"
    try FileSystem.writeFile(Array("One more line, number \(number).\n".utf8), to: path, flags: O_APPEND)
  }

  private static let pictureMemos = 2
  private static let picturesPerMemo = 20

  /// Makes the newest memos, each with pictures on lines of their own, and those files: of a megabyte each, of which nothing but
  /// the size is read here.
  func addPictures() throws {
    func bytes(of number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).bigEndian, Array.init) }
    for memo in 0..<Self.pictureMemos {
      let lines = (0..<Self.picturesPerMemo).map { "Picture \($0):\n\n![[\(Self.picture(memo, $0))]]\n\n" }
      let text = "# Pictures \(memo)\n\n" + lines.joined()
      try FileSystem.writeFile(Array(text.utf8), to: "\(vault)/\(Self.pictureMemo(memo))", flags: O_CREAT | O_TRUNC)
      for number in 0..<Self.picturesPerMemo {
        let head = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bytes(of: 13) + Array("IHDR".utf8)
        let size = bytes(of: 1_200 + number) + bytes(of: 800) + [8, 2, 0, 0, 0]
        let filling = [UInt8](repeating: UInt8(number), count: 1 << 20)
        let path = "\(vault)/\(Self.picture(memo, number))"
        try FileSystem.writeFile(head + size + filling, to: path, flags: O_CREAT | O_TRUNC)
      }
    }
  }

  /// Removes what `addPictures` made.
  func removePictures() {
    for memo in 0..<Self.pictureMemos {
      let names = [Self.pictureMemo(memo)] + (0..<Self.picturesPerMemo).map { Self.picture(memo, $0) }
      for name in names { unlink("\(vault)/\(name)") }
    }
  }

  private static func pictureMemo(_ memo: Int) -> String { "bench-pictures-\(memo).md" }

  private static func picture(_ memo: Int, _ number: Int) -> String { "bench-picture-\(memo)-\(number).png" }

  /// Forgets all that memo derived, inside the vault and outside.
  func removeDerivedState() throws {
    try FileSystem.removeTree(derivedState)
    try FileSystem.removeTree(cache)
    try FileSystem.makeFolder(cache)
  }
}
