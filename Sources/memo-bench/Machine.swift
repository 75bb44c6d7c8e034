#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the numbers were measured on.
struct Machine {
  let cores: Int
  let kernel: String
  let fileSystem: String

  /// `folder` lies on the file system in question.
  init(folder: String) throws {
    cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    var name = utsname()
    uname(&name)
    kernel = "\(Self.text(of: name.sysname)) \(Self.text(of: name.release))"
    fileSystem = try Self.fileSystem(of: folder)
  }

  /// A C array of characters, which Swift sees as a tuple, up to its NUL.
  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  #if os(Linux)
    /// The type of the longest mount point that holds the folder.
    private static func fileSystem(of folder: String) throws -> String {
      let mounts = String(decoding: try FileSystem.readFile("/proc/self/mounts"), as: UTF8.self)
      var longest = ""
      var type = "unknown"
      for fields in mounts.split(separator: "\n").map({ $0.split(separator: " ") }) where fields.count > 2 {
        let mount = fields[1] == "/" ? "/" : "\(fields[1])/"
        guard "\(folder)/".utf8.starts(with: mount.utf8), mount.utf8.count >= longest.utf8.count else { continue }
        longest = mount
        type = String(fields[2])
      }
      return type
    }
  #else
    private static func fileSystem(of folder: String) throws -> String {
      var information = statfs()
      guard statfs(folder, &information) == 0 else { throw BenchError.system("statfs", folder) }
      return text(of: information.f_fstypename)
    }
  #endif
}
