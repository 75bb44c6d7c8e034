import MemoCore

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

extension FuzzTarget {
  private static let id = String(repeating: "0123456789abcdef", count: 3).prefix(40)

  /// What git answers.
  static let gitOutput = FuzzTarget(
    "git output",
    seeds: [
      "\0\(id)\0\(id) \(id)\01700000000\0Name\0subject\0subject\n\nMemo-Time: 1.5 \"a.md\"\n\0\0:100644 100644 \(id) \(id) M\0a.md\0"
        + "3\t1\ta.md\0\n:100644 000000 \(id) \(id) R100\0a\0b\0-\t-\t\0a\0b\0",
      "\0\(id)\0\01\0\0\0\0\n::100644 100644 100644 \(id) \(id) \(id) MM\0a\0b\0c\0",
      ":100644 100644 \(id) \(id) M\0a.md\0:000000 120000 \(id) \(id) A\0b\0",
      "100644 blob \(id)\ta b.md\0120000 blob \(id)\tl\0160000 commit \(id)\tm\0",
      "\(id) blob 3\nabc\n\(id) missing\n\(id) blob 0\n\n", "\(id) blob -5\nabc",
      ">\n\(id)\n\(id) \(id)\n1700000000\n1700000000\na@x\nA\nsubject\n\nMemo-Device: desk\nMemo-Time: 1.000000002 \"x\\ny.md\"\nMemo-Renamed: \"a\" -> \"b\"\n"
        + "Memo-Conflict: 3 \"a.md\" \"first\\n\" \"second\\n\" \"desk\" \"phone\"\n",
    ]
  ) { input in
    let commits = LogReader(input)?.commits ?? []
    for commit in commits { _ = MemoTimes(message: commit.message) }
    _ = try? GitRepository.changes(in: input)
    _ = try? GitRepository.tree(in: input)
    if let blobs = try? GitRepository.blobs(in: input) {
      try expect(blobs.values.allSatisfy { $0.count <= input.count }, "a blob is a part of the answer")
    }
    _ = try? CommitLog.entries(in: input)
    for issue in IssueTrailer.issues(in: input) {
      try expect(IssueTrailer.issues(in: IssueTrailer.line(of: issue)) == [issue], "an issue is read back")
    }
    let times = MemoTimes(message: input)
    try expect(MemoTimes(message: times.trailers) == times, "times are read back")
  }

  /// A repository's settings, and what memo keeps beside them.
  static let gitConfig = FuzzTarget(
    "git config",
    seeds: [
      "[core]\n\tbare = false\n; c\n[remote \"origin\"]\n\turl = \"https://x\"\n\tfetch = +refs/*:refs/*\n",
      "[a \"b\\\"]\nc=d\\\n", "[include] path = x", "[core]\r\n  editor = sh # x\r\n",
    ]
  ) { input in
    guard let config = RepositoryConfig(input) else { return }
    for entry in config.entries {
      _ = InertSettings.contain(entry)
      try expect(!entry.key.isEmpty && !entry.section.isEmpty, "a setting has a name")
      _ = RemotePlace(entry.text ?? "", from: HostPath("/vault")).isOnThisMachine(called: "desk")
    }
    try expect(RepositoryConfig(config.canonical) == config, "the canonical spelling is read alike")
  }
}
