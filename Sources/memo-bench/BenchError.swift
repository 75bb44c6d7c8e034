/// Why the program stops, with the exit code that says so.
enum BenchError: Error {
  case usage(String)
  case failed(String)
  case interrupted

  /// The error of the system call that just failed.
  static func system(_ operation: String, _ path: String) -> BenchError {
    .failed("\(operation) \(path): \(FileSystem.lastError)")
  }

  var message: String {
    switch self {
    case .usage(let text): "\(text) (see --help)"
    case .failed(let text): text
    case .interrupted: "interrupted"
    }
  }

  var exitCode: Int32 {
    switch self {
    case .usage: 2
    case .failed: 1
    case .interrupted: 130
    }
  }
}
