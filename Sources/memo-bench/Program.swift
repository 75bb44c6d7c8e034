#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds programs as a shell does.
enum Program {
  /// The path of a program by its name; nil where PATH has none.
  static func find(_ name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    return searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  static var searchPath: String {
    getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  }

  /// The `memo` to measure: the one named, else the one beside this program.
  static func memo(named path: String?) throws -> String {
    let candidate = try path ?? own().split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/memo"
    guard access(candidate, X_OK) == 0 else {
      throw BenchError.failed("no program at \(candidate): build memo, or name it by --memo PATH")
    }
    return try FileSystem.resolve(candidate)
  }

  /// The path of this program.
  static func own() throws -> String {
    guard let own = find(CommandLine.arguments[0]) else {
      throw BenchError.failed("cannot find this program: call it by its path")
    }
    return try FileSystem.resolve(own)
  }
}
