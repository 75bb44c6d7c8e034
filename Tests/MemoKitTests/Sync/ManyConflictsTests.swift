import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Many conflicts take as many processes of git as a few do.
@Suite struct ManyConflictsTests {
  /// A git for which the bytes of more than two objects are too much.
  private struct NarrowGit: WrappingGit {
    let git: any Git

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      let chunks = Array(chunks)
      let lines = chunks.joined().count { $0 == UInt8(ascii: "\n") }
      if call.arguments.contains(Array("--batch".utf8)), lines > 2 { throw .tooMuch(command: call.name) }
      return try git.run(call, feeding: chunks)
    }
  }

  /// What became of the versions before they are listed.
  enum Since: CaseIterable {
    case nothing
    /// A device has edited the one that it wrote.
    case edited
    /// The other device has given the memo another name.
    case renamed
  }

  private static func names(_ count: Int) -> [String] { (0..<count).map { "m\($0).md" } }

  private static func text(_ line: String, of name: String) -> String {
    "# \(name)\n\nfirst of \(name)\n\(line)\nlast\n"
  }

  /// Two devices that both changed a line of memos, some of them at a time.
  private static func devices(_ count: Int, _ since: Since, merges: Int = 1) throws -> SyncedDevices {
    let (devices, names) = (try SyncedDevices(2), names(count))
    for name in names { try devices.write(text("one", of: name), to: name, on: 0) }
    try devices.spread(from: 0)
    for part in 0..<merges {
      for device in 0...1 {
        for place in names.indices where place % merges == part {
          try devices.write(text("one of d\(device)", of: names[place]), to: names[place], on: device)
        }
        try devices.sync(device)
      }
      try devices.sync(0)
    }
    for name in names {
      switch since {
      case .nothing: break
      case .edited:
        let text = try #require(try devices.text(name, on: 1))
        try devices.write(text.replacing("one of d1", with: "one of d1, edited"), to: name, on: 1)
      case .renamed: try devices.rename(name, to: "new \(name)", on: 0)
      }
    }
    for device in 0...1 { try devices.sync(device) }
    return devices
  }

  private static func listing(_ count: Int, _ since: Since, merges: Int = 1) throws -> [String: Int] {
    let devices = try devices(count, since, merges: merges)
    let git = NotingGit(devices.place.git)
    let found = try devices.syncer(1, by: git).conflicts()
    #expect(found.count == count)
    print("\(count) conflicts of \(merges) merges, \(since), took \(git.counts)")
    return git.counts
  }

  @Test(arguments: Since.allCases)
  func manyConflictsAreListedByAsManyProcessesAsFew(since: Since) throws {
    let few = try Self.listing(2, since)
    #expect(few.values.reduce(0, +) < 20)
    #expect(try Self.listing(18, since) == few)
    #expect(try Self.listing(18, since, merges: 3) == few)
  }

  /// The versions that were taken out while their devices edited them are there again.
  @Test func manyConflictsThatWereReopenedAreListedByAsManyProcessesAsFew() throws {
    func listing(_ count: Int) throws -> [String: Int] {
      let (devices, names) = (try SyncedDevices(3), Self.names(count))
      for name in names { try devices.write(Self.text("one", of: name), to: name, on: 0) }
      try devices.spread(from: 0)
      for name in names {
        for device in 0...2 { try devices.write(Self.text("one of d\(device)", of: name), to: name, on: device) }
      }
      try devices.meet()
      for name in names {
        let own = try devices.syncer(0).conflicts(in: VaultPath(name)).filter(\.hasOwn)
        _ = try devices.syncer(0).settle(own, in: VaultPath(name), with: .ours, as: "conflicts", at: 1)
        let text = try #require(try devices.text(name, on: 2))
        try devices.write(text.replacing("one of d2", with: "one of d2, edited"), to: name, on: 2)
      }
      try devices.meet()
      let git = NotingGit(devices.place.git)
      #expect(try devices.syncer(1, by: git).conflicts().count == count)
      return git.counts
    }
    #expect(try listing(5) == listing(1))
  }

  @Test func manyConflictsOfAMemoAreSettledByAsManyProcessesAsFew() throws {
    func settling(_ count: Int) throws -> [String: Int] {
      func text(_ end: String) -> String { "# M\n" + (0..<count).map { "line \($0)\(end)\n\nkept \($0)\n\n" }.joined() }
      let (devices, path) = (try SyncedDevices(2), VaultPath("m.md"))
      try devices.write(text(""), to: "m.md", on: 0)
      try devices.spread(from: 0)
      for device in 0...1 {
        try devices.write(text(" of d\(device)"), to: "m.md", on: device)
        try devices.sync(device)
      }
      let open = try devices.conflicts(1)
      #expect(open.count == count)
      let git = NotingGit(devices.place.git)
      let outcomes = try devices.syncer(1, by: git).settle(open, in: path, with: .ours, as: "conflicts", at: 1)
      #expect(outcomes == Array(repeating: .settled, count: count))
      #expect(try devices.text("m.md", on: 1) == text(" of d1"))
      print("\(count) conflicts took \(git.counts)")
      return git.counts
    }
    #expect(try settling(12) == settling(2))
  }

  @Test(arguments: Since.allCases)
  func conflictsAreListedTogetherAsEachIsAlone(since: Since) throws {
    let devices = try Self.devices(4, since, merges: 2)
    let all = try devices.conflicts(1)
    let alone = try all.map(\.path).flatMap { try devices.syncer(1).conflicts(in: $0) }
    #expect(all.count == 4 && all == alone)
    #expect(all.allSatisfy { $0.ourDevice == nil && $0.theirDevice?.name == "d0" })
  }

  @Test(arguments: Since.allCases)
  func conflictsWhoseTextsAreTooMuchTogetherAreListedInParts(since: Since) throws {
    let devices = try Self.devices(4, since, merges: 2)
    let git = NarrowGit(git: devices.place.git)
    #expect(try devices.syncer(1, by: git).conflicts() == devices.conflicts(1))
  }
}
