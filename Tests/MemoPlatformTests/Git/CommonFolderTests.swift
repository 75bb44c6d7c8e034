import MemoCore
import MemoSync
import MemoTestSupport
import Testing

@testable import MemoPlatform

/// Git works on the repository, but with the settings that were checked and no others.
@Suite struct CommonFolderTests {
  let place: GitFolder

  init() throws {
    place = try GitFolder()
    try place.shell("git -c init.templateDir= init -q -b main vault && git -C vault commit -q --allow-empty -m x")
  }

  private var root: HostPath { place.folder.path.appending("vault") }
  private var base: VaultPath { VaultPath("home/.cache/memo/git") }

  private func repository(_ git: SystemGit? = nil) throws -> GitRepository {
    let bytes = try #require(try place.folder.bytes(of: VaultPath("vault/.git/config")))
    return GitRepository(at: root, config: try #require(RepositoryConfig(bytes)), git: git ?? place.git)
  }

  private func lines(_ repository: GitRepository, _ words: String...) throws -> [String] {
    String(decoding: try repository.output(words), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func settingsThatChangeAfterTheyWereCheckedAreNotRead() throws {
    let repository = try repository()
    try place.folder.write("[core]\n\tfsmonitor = touch ran\n[alias]\n", to: "vault/.git/config")
    #expect(try lines(repository, "config", "--local", "--list").contains { $0.hasPrefix("core.fsmonitor") } == false)
    try place.folder.write("[broken", to: "vault/.git/config")
    #expect(try lines(repository, "rev-parse", "HEAD").count == 1)
  }

  @Test func randomSettingsReachGitAsTheyWereRead() throws {
    var tried = 0
    for seed in 0..<60 {
      var random = SeededRandom(seed: UInt64(seed))
      guard let config = RepositoryConfig(RandomGitConfig.text(&random)),
        // Git ends by itself where it cannot understand a value of these.
        !config.entries.contains(where: { ["core", "include", "branch", "remote", "alias"].contains($0.section) })
      else { continue }
      tried += 1
      let repository = GitRepository(at: root, config: config, git: place.git)
      #expect(try repository.output(["config", "--local", "--list", "--null"]) == config.listing, "seed \(seed)")
    }
    #expect(tried > 5)
  }

  @Test func refsObjectsAndLogsAreTheRepositorys() throws {
    let repository = try repository()
    try place.shell("git branch old && git pack-refs --all && git worktree add -q ../tree", in: "vault")
    _ = try repository.output(["update-ref", "-m", "made", "refs/heads/new", "HEAD"])
    _ = try repository.output(["update-ref", "-d", "refs/heads/old"])
    _ = try repository.output(["gc", "--quiet"])
    _ = try repository.output(["update-ref", "-m", "again", "refs/heads/later", "HEAD"])
    #expect(
      try place.shell("git for-each-ref --format='%(refname:short)'", in: "vault") == "later\nmain\nnew\ntree\n")
    #expect(try place.shell("git fsck --strict && git -C ../tree status --short", in: "vault").isEmpty)
    #expect(try place.shell("git reflog show later", in: "vault").contains("again"))
    #expect(try lines(repository, "rev-parse", "--absolute-git-dir") == [root.appending(".git").text])
  }

  /// The names, inodes and times of the folders and of everything in them.
  private func kept() throws -> String {
    try place.shell("find home/.cache/memo/git/* -printf '%p %i %T@ %C@\n' | sort")
  }

  @Test func oneFolderServesAllRunsAndIsNotWrittenToAgain() throws {
    _ = try repository().output(["rev-parse", "HEAD"])
    #expect(try place.folder.names(in: base).count == 1)
    let before = try kept()
    _ = try repository().output(["rev-parse", "HEAD"])
    _ = try repository().output(["update-ref", "refs/heads/new", "HEAD"])
    _ = try repository().output(["pack-refs", "--all"])
    _ = try repository().output(["update-ref", "-d", "refs/heads/new"])
    #expect(try kept() == before)
  }

  @Test(arguments: [
    "printf '[core]\n\tfsmonitor = touch ran\n' > config", "rm config", "mv config ../../c && ln -s ../../c config",
    "cp config c && head -c $(stat -c %s c) /dev/zero > config && rm c", "rm refs && ln -s /nowhere refs", "rm info",
    "mkdir -p hooks/deep", "mkdir remotes", "touch config.lock", "rm refs && mkdir refs", "chmod a+w .",
    "d=$PWD && mv $d ../../elsewhere && ln -s ../elsewhere $d", "rm *", "d=$PWD && rm -r $d && touch $d",
  ])
  func oneThatIsNotAsItWasMadeIsReplaced(damage: String) throws {
    _ = try repository().output(["rev-parse", "HEAD"])
    let listing = try repository().output(["config", "--local", "--list"])
    try place.shell("cd home/.cache/memo/git/* && \(damage)")
    let again = try repository()
    #expect(try again.output(["config", "--local", "--list"]) == listing)
    let git = place.folder.path.appending("vault/.git").text
    #expect(
      try place.shell(
        "cd home/.cache/memo/git/*-*/ && find . -type l -printf '%l\n' | sort; find . ! -type l | sort; stat -c %a .")
        == ["info", "lfs", "logs", "objects", "packed-refs", "refs", "shallow", "worktrees"].map { "\(git)/\($0)\n" }
        .joined() + ".\n./config\n700\n")
  }

  @Test(arguments: ["rm -r *", "for d in *; do touch $d/extra; done", "rm */config", ":"])
  func processesThatMakeAndReplaceItAtOnceAllWork(damage: String) async throws {
    let listing = try repository().output(["config", "--local", "--list"])
    try place.shell("cd home/.cache/memo/git && \(damage)")
    let bytes = try #require(try place.folder.bytes(of: VaultPath("vault/.git/config")))
    let config = try #require(RepositoryConfig(bytes))
    let (root, variables) = (root, place.variables)
    let answers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<20 {
        group.addTask {
          let repository = GitRepository(at: root, config: config, git: SystemGit(environment: variables))
          return try repository.output(["config", "--local", "--list"])
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(answers == [listing])
    #expect(try place.folder.names(in: base).count == 1)
  }

  @Test func aPackingThatRunsIsSeenAndOneThatHasEndedIsNot() throws {
    let common = "home/.cache/memo/git/*"
    // A process that lives: this one.
    try place.shell("echo \"$PPID $(uname -n)\" > vault/.git/gc.pid")
    #expect(throws: GitError.self) { try repository().output(["gc", "--quiet"]) }
    try place.shell("test -L \(common)/gc.pid && rm vault/.git/gc.pid")
    let inode = try place.shell("stat -c %i \(common)")
    _ = try repository().output(["gc", "--quiet"])
    #expect(try place.shell("ls \(common) vault/.git").contains("gc.pid") == false)
    #expect(try place.shell("stat -c %i \(common)") == inode)
  }

  @Test func oneThatWasTakenAwayIsMadeAgain() throws {
    let repository = try repository()
    _ = try repository.output(["rev-parse", "HEAD"])
    try place.shell("rm -r home/.cache/memo/git/*")
    _ = try repository.output(["rev-parse", "HEAD"])
  }

  @Test func foldersThatAreNotUsedAnyMoreAreSweptAwayAndThoseInUseAreNot() throws {
    let used = try repository()
    _ = try used.output(["rev-parse", "HEAD"])
    try place.shell("git -C vault config alias.x y")
    let unused = try repository()
    _ = try unused.output(["rev-parse", "HEAD"])
    try place.shell(
      """
      cd home/.cache/memo/git && touch -d '60 days ago' * && mkdir left young 1-1 2-2 && ln -s /nowhere left/refs
      touch -d '27 hours ago' left young/.. 1-1 && touch -d '31 days ago' 2-2
      """)
    try place.shell("git -C vault config alias.x z")
    _ = try repository().output(["rev-parse", "HEAD"])
    let names = try place.folder.names(in: base).map { String(decoding: $0, as: UTF8.self) }
    #expect(names.count == 5 && Set(names).isSuperset(of: ["young", "1-1"]), "\(names)")
    withExtendedLifetime((used, unused)) {}
    _ = try used.output(["rev-parse", "HEAD"])
  }

  @Test func settingsThatChangedAreNotKeptForLong() throws {
    _ = try repository().output(["rev-parse", "HEAD"])
    try place.shell("touch -d '27 hours ago' home/.cache/memo/git/* && git -C vault config alias.x y")
    _ = try repository().output(["rev-parse", "HEAD"])
    #expect(try place.folder.names(in: base).count == 1)
  }

  @Test func oneInUseIsNotedAtMostDaily() throws {
    _ = try repository().output(["rev-parse", "HEAD"])
    try place.shell("touch -d '23 hours ago' home/.cache/memo/git/*")
    let before = try kept()
    _ = try repository().output(["rev-parse", "HEAD"])
    #expect(try kept() == before)
    try place.shell("touch -d '25 hours ago' home/.cache/memo/git/*")
    _ = try repository().output(["rev-parse", "HEAD"])
    #expect(try place.shell("find home/.cache/memo/git/* -maxdepth 0 -mmin -5").isEmpty == false)
  }

  /// A file system in memory keeps times that nanoseconds in 64 bits do not reach.
  @Test func aTimeThatIsOutOfReachIsLongAgo() throws {
    guard try place.shell("test -w /dev/shm && stat -f -c %T /dev/shm || true") == "tmpfs\n" else {
      return print("not checked: there is no file system in memory")
    }
    var place = place
    let made = try place.shell("mktemp -d /dev/shm/memo.XXXXXX")
    let memory = try #require(made.split(separator: "\n").first.map(String.init))
    defer { _ = try? self.place.shell("rm -r \(memory)") }
    place.variables["XDG_RUNTIME_DIR"] = memory
    _ = try repository(place.git).output(["rev-parse", "HEAD"])
    try place.shell("touch -d 1600-01-01 \(memory)/memo/git/*")
    _ = try repository(place.git).output(["rev-parse", "HEAD"])
    #expect(try place.shell("find \(memory)/memo/git/* -maxdepth 0 -mmin -5").isEmpty == false)
  }

  @Test func aFileThatIsInTheWayIsNamedByItsPlaceInTheRepository() throws {
    let repository = try repository()
    try place.folder.write("", to: "vault/.git/refs/heads/main.lock")
    let error = #expect(throws: GitError.self) {
      try repository.output(["update-ref", "refs/heads/main", "HEAD", String(repeating: "0", count: 40)])
    }
    let lock = root.appending(".git/refs/heads/main.lock").text
    guard case .failed(_, let reason) = error else { return }
    #expect(reason.contains(lock) || !reason.contains(".lock"), "\(reason)")
  }

  @Test func aFolderThatOthersMayWriteToIsNotUsed() throws {
    var place = place
    try place.shell("mkdir -p runtime/memo && chmod a+w runtime/memo")
    place.variables["XDG_RUNTIME_DIR"] = place.folder.path.appending("runtime").text
    let bytes = try #require(try place.folder.bytes(of: VaultPath("vault/.git/config")))
    let config = try #require(RepositoryConfig(bytes))
    let repository = GitRepository(at: root, config: config, git: place.git)
    let common = try repository.output(["rev-parse", "--git-common-dir"])
    #expect(common.starts(with: place.folder.path.appending(base).bytes), "\(String(decoding: common, as: UTF8.self))")
  }

  private static let hasFilters = ["git-crypt", "git-lfs"].allSatisfy {
    SystemPrograms(environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"]).find($0) != nil
  }

  @Test(.enabled(if: hasFilters, "git-crypt and git-lfs are not installed"))
  func programsThatAskGitFindTheirKeysAndObjects() throws {
    try place.shell(
      """
      git-crypt init && git lfs install --local --skip-repo
      printf '*.secret filter=git-crypt\n*.large filter=lfs\n' > .gitattributes
      """, in: "vault")
    let repository = try repository()
    func written(_ text: String, as path: String) throws -> [UInt8] {
      let id = try repository.output(
        ["hash-object", "-w", "--stdin", "--path=\(path)"], feeding: [Array(text.utf8)])
      return try repository.output(["cat-file", "blob", String(decoding: id.dropLast(), as: UTF8.self)])
    }
    #expect(try written("clear", as: "a.secret").starts(with: [0] + Array("GITCRYPT".utf8)))
    #expect(try written("clear", as: "a.large").starts(with: "version https://git-lfs".utf8))
    #expect(try place.shell("find .git/lfs/objects -type f | wc -l", in: "vault") == "1\n")
  }
}
