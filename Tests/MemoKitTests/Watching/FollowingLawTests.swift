#if os(Linux)
  import MemoCore
  import MemoTestSupport
  import Testing

  @testable import MemoStore
  @testable import MemoIndex
  @testable import MemoSync
  @testable import MemoKit

  /// An index that looks only where events point answers as one that is built from nothing, whatever happens to the
  /// files, and to the cache.
  @Suite struct FollowingLawTests {
    private static let settings = #"{"ignore": ["\#(RandomEdits.ignoredFolder)/"]}"#

    @Test(arguments: [21, 22, 23, 24] as [UInt64])
    func everyEditHasAnEvent(seed: UInt64) throws {
      let vault = try FollowedVault(settings: Self.settings)
      var edits = RandomEdits(in: vault.folder, seed: seed)
      var log: [String] = []
      var parts = 0
      for step in 0..<250 {
        log.append(try edits.next())
        if try vault.follow() { parts += 1 }
        guard try vault.isInStep("seed \(seed), step \(step): \(log.suffix(5))") else { return }
      }
      #expect(parts > 200, "most events tell of a part of the vault")
    }

    @Test(arguments: [31, 32] as [UInt64])
    func manyEditsAtOnceHaveEvents(seed: UInt64) throws {
      let vault = try FollowedVault(settings: Self.settings)
      var edits = RandomEdits(in: vault.folder, seed: seed)
      for round in 0..<40 {
        let log = try (0..<25).map { _ in try edits.next() }
        try vault.follow()
        guard try vault.isInStep("seed \(seed), round \(round): \(log)") else { return }
      }
    }

    /// What other processes do to the cache, or someone who should not.
    private static let meddling: [(String, @Sendable (TemporaryFolder) throws -> Void)] = [
      ("another command refreshes", { _ = try $0.openVault().refresh() }),
      ("another command rebuilds", { _ = try $0.openVault().refresh(isRebuild: true) }),
      ("the cache is removed", { try $0.remove(VaultPath(".memo/cache")) }),
      ("the snapshot is removed", { try $0.remove(VaultPath(".memo/cache/snapshot")) }),
      ("the journal is removed", { try $0.remove(VaultPath(".memo/cache/journal")) }),
      ("the journal is cut", { try $0.truncate(VaultPath(".memo/cache/journal"), to: 20) }),
      ("the journal is torn", { try $0.append([1, 2, 3], to: VaultPath(".memo/cache/journal")) }),
      ("an earlier journal is put back", putBackJournal), ("an earlier journal is put back", putBackJournal),
      ("the snapshot is longer", { try $0.append([0], to: VaultPath(".memo/cache/snapshot")) }),
      ("the snapshot is damaged", { try $0.overwrite(VaultPath(".memo/cache/snapshot"), with: [7, 7, 7]) }),
    ]

    /// Puts back what the journal was the last time but one, and keeps it as it is now.
    private static func putBackJournal(_ folder: TemporaryFolder) throws {
      let (journal, kept) = (VaultPath(".memo/cache/journal"), VaultPath(".memo/kept"))
      let now = try folder.bytes(of: journal)
      if let earlier = try folder.bytes(of: kept) { try folder.write(earlier, to: journal) }
      if let now { try folder.write(now, to: kept) }
    }

    @Test(arguments: [41, 42, 43] as [UInt64])
    func othersMayWriteTheCache(seed: UInt64) throws {
      let vault = try FollowedVault()
      var random = SeededRandom(seed: seed)
      var edits = RandomEdits(in: vault.folder, seed: seed)
      for step in 0..<120 {
        let before = try (0..<random.below(3)).map { _ in try edits.next() }
        let (name, meddle) = Self.meddling[random.below(Self.meddling.count)]
        try meddle(vault.folder)
        let after = try (0..<random.below(3)).map { _ in try edits.next() }
        try vault.follow()
        guard try vault.isInStep("seed \(seed), step \(step): \(before), \(name), \(after)") else { return }
      }
    }

    @Test func treesThatAreSwappedAreFollowed() throws {
      let vault = try FollowedVault { folder in
        for name in ["a", "b"] { try folder.write("# \(name)\n", to: "\(name)/deep/\(name).md") }
      }
      for round in 1...5 {
        try vault.folder.exchange(VaultPath("a"), VaultPath("b"))
        try vault.follow()
        guard try vault.isInStep("round \(round), swapped") else { return }
        for name in ["a", "b"] { try vault.folder.write("# \(round)\n", to: "\(name)/deep/new.md") }
        try vault.follow()
        guard try vault.isInStep("round \(round), written to") else { return }
      }
    }

    @Test func aMemoWithOtherNamesIsSeenToChangeThroughThem() throws {
      let vault = try FollowedVault { folder in
        try folder.write("# old\n", to: "a.md")
        try folder.write("# old\n", to: "other.md")
        try folder.hardLink(VaultPath("a.md"), to: VaultPath(".outside"))
      }
      for round in 1...20 {
        try vault.folder.overwrite(VaultPath(".outside"), with: Array("# \(100 + round)".utf8))
        try vault.follow()
        guard try vault.isInStep("round \(round)") else { return }
      }
      // A memo that was the only name of its file, and has become one of two.
      try vault.folder.hardLink(VaultPath("other.md"), to: VaultPath("b.md"))
      try vault.folder.overwrite(VaultPath("b.md"), with: Array("# new\n".utf8))
      try vault.follow()
      _ = try vault.isInStep("one of two names was written to")
      #expect(vault.index.memos.map(vault.index.title).filter { $0 == "new" }.count == 2)
    }

    @Test func aMemoWithOtherNamesIsSeenToChangeThroughThemByAnyPath() throws {
      let vault = try FollowedVault { folder in
        try folder.write("# old\n", to: "a.md")
        try folder.hardLink(VaultPath("a.md"), to: VaultPath(".outside"))
      }
      try vault.folder.rename(VaultPath("a.md"), to: VaultPath("b.md"))
      try vault.follow()
      try vault.folder.overwrite(VaultPath(".outside"), with: Array("# two\n".utf8))
      try vault.follow()
      guard try vault.isInStep("it was renamed") else { return }
      try vault.folder.hardLink(VaultPath(".outside"), to: VaultPath("c.md"))
      try vault.follow()
      try vault.folder.overwrite(VaultPath(".outside"), with: Array("# new\n".utf8))
      try vault.follow()
      guard try vault.isInStep("another name came") else { return }
      #expect(vault.index.memos.map(vault.index.title) == ["new", "new"])
    }

    @Test func manyFilesThatShareAllAreLookedAtWhole() throws {
      let vault = try FollowedVault { folder in
        for number in 0...ChangeFollower.toleratedSharedFiles {
          try folder.write("# \(number)\n", to: "\(number).md")
          try folder.hardLink(VaultPath("\(number).md"), to: VaultPath(".copy-\(number)"))
        }
      }
      try vault.folder.overwrite(VaultPath(".copy-7"), with: Array("# X".utf8))
      try vault.follow()
      #expect(vault.index.memos.contains { vault.index.title(of: $0) == "X" })
    }

    @Test(arguments: zip(TitleRule.allCases, [51, 52, 53] as [UInt64]))
    func titlesFollowFilesAndTheirNames(titles: TitleRule, seed: UInt64) throws {
      let vault = try FollowedVault(settings: #"{"titles": "\#(titles.rawValue)"}"#)
      var edits = RandomEdits(in: vault.folder, seed: seed)
      for step in 0..<80 {
        let log = try edits.next()
        try vault.follow()
        guard try vault.isInStep("\(titles), seed \(seed), step \(step): \(log)") else { return }
      }
    }

    @Test func aRuleForTitlesThatChangesIsFollowedAtOnce() throws {
      let vault = try FollowedVault { folder in
        for name in ["a/Note.md", "b.md"] { try folder.write("Text of \(name)\n", to: name) }
      }
      func titles() -> Set<String> { Set(vault.index.memos.map(vault.index.title)) }
      let (lines, names): (Set, Set) = (["Text of a/Note.md", "Text of b.md"], ["Note", "b"])
      #expect(titles() == lines)
      let steps: [(String, Set<String>, (TemporaryFolder) throws -> Void)] = [
        ("Obsidian's folder appears", names, { try $0.makeFolders(Vault.obsidianPath) }),
        ("it goes", lines, { try $0.remove(Vault.obsidianPath) }),
        ("a link to it is none", lines, { try $0.link(Vault.obsidianPath, to: "a") }),
        ("a setting", names, { try $0.write(#"{"titles": "file-name"}"#, to: ".memo/config.json") }),
        ("another", names, { try $0.write(#"{"titles": "heading"}"#, to: ".memo/config.json") }),
        ("one of a later version", lines, { try $0.write(#"{"titles": "later"}"#, to: ".memo/config.json") }),
      ]
      for (name, expected, change) in steps {
        try change(vault.folder)
        try vault.follow()
        guard try vault.isInStep(name) else { return }
        #expect(titles() == expected, "\(name)")
      }
    }

    @Test func settingsThatChangeAreFollowedAtOnce() throws {
      let vault = try FollowedVault { folder in
        for name in ["a/1.md", "b/2.md"] { try folder.write("# \(name)\n", to: name) }
      }
      for ignored in ["a/", "b/", "c/", "*.md", ""] {
        try vault.folder.write(#"{"ignore": ["\#(ignored)"]}"#, to: ".memo/config.json")
        try vault.follow()
        guard try vault.isInStep(ignored) else { return }
        try vault.folder.write("# \(ignored)\n", to: "a/1.md")
        try vault.follow()
        guard try vault.isInStep(ignored) else { return }
      }
    }
  }
#endif
