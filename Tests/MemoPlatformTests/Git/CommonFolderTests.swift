import MemoCore
import MemoTestSupport
import MemoVault
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

  @Test func nothingIsLeftBehind() throws {
    do {
      let git = place.git
      let repository = try repository(git)
      _ = try repository.output(["rev-parse", "HEAD"])
      _ = try repository.output(["rev-parse", "HEAD"])
      #expect(try place.folder.names(in: base).count == 1, "one for all calls")
      git.removeTemporaryFiles()
      #expect(try place.folder.names(in: base).isEmpty)
      _ = try repository.output(["rev-parse", "HEAD"])
    }
    #expect(try place.folder.names(in: base).isEmpty)
  }

  @Test func oneThatWasTakenAwayIsMadeAgain() throws {
    let repository = try repository()
    _ = try repository.output(["rev-parse", "HEAD"])
    try place.shell("rm -r home/.cache/memo/git/*")
    _ = try repository.output(["rev-parse", "HEAD"])
  }

  @Test func whatAKilledProcessLeftIsSweptAwayAndWhatOthersUseIsNot() throws {
    let used = try repository()
    _ = try used.output(["rev-parse", "HEAD"])
    try place.shell(
      """
      cd home/.cache/memo/git && mkdir left young && ln -s /nowhere left/refs && touch -d '3 hours ago' * && touch young
      """)
    let other = try repository()
    _ = try other.output(["rev-parse", "HEAD"])
    let names = try place.folder.names(in: base).map { String(decoding: $0, as: UTF8.self) }
    #expect(names.count == 3 && names.contains("young") && !names.contains("left"), "\(names)")
    _ = try used.output(["rev-parse", "HEAD"])
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
