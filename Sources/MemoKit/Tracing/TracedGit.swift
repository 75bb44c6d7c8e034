public import MemoCore
import MemoIndex
public import MemoStore
public import MemoSync

/// A git whose calls are traced.
public struct TracedGit: Git {
  private let git: any Git
  private let trace: Trace

  /// Traces the calls of another one.
  public init(_ git: any Git, _ trace: Trace) {
    self.git = git
    self.trace = trace
  }

  /// As the other one.
  public func identity() -> String? { git.identity() }

  /// As the other one.
  public var device: String { git.device }

  /// As the other one.
  public func userStamp(with others: [String]) -> UInt64 { git.userStamp(with: others) }

  /// As the other one.
  public var hasUserAttributes: Bool { git.hasUserAttributes }

  /// As the other one.
  public func workTree(at root: HostPath) throws(FileError) -> any WorkTree { try git.workTree(at: root) }

  /// Runs the other one and notes how it ended.
  public func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    let measurement = trace.start()
    let words = Self.words(of: call)
    do {
      let answer = try git.run(call, feeding: chunks)
      measurement.end { .git(words: words, .exited(answer.status), $0) }
      return answer
    } catch {
      measurement.end { .git(words: words, Self.outcome(of: error), $0) }
      throw error
    }
  }

  /// The command and the names of its options. Values, and whatever has no dash before it, may be a path, a revision or a
  /// message.
  private static func words(of call: GitCall) -> [String] {
    let options = call.arguments.dropFirst().prefix { $0 != Array("--".utf8) && $0 != Array("--end-of-options".utf8) }
    return [call.name] + options.compactMap(optionName)
  }

  /// `--format` of `--format=%s`, `-n` of `-n20`.
  private static func optionName(_ word: [UInt8]) -> String? {
    guard word.first == UInt8(ascii: "-"), word.count > 1 else { return nil }
    let isLong = word[1] == UInt8(ascii: "-")
    return String(decoding: isLong ? word.prefix { $0 != UInt8(ascii: "=") } : word.prefix(2), as: UTF8.self)
  }

  private static func outcome(of error: GitError) -> ProgramOutcome {
    switch error {
    case .notInstalled, .program: .notStarted
    case .tookTooLong: .tookTooLong
    case .tooMuch: .tooMuch
    case .tooOld, .damaged, .diskFull, .failed: .failed
    }
  }
}
