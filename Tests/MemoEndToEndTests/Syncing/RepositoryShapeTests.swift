import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Repositories as other tools and people leave them: each command works on one, or refuses it before it writes anything,
/// with one sentence and a command to paste that leads out.
@Suite(.waitsForPrograms) struct RepositoryShapeTests {
  /// What a command does with a repository.
  enum Answer: Sendable {
    case works
    /// It ends with 7, and its hints hold a text.
    case refuses(String)
  }

  /// A shape, made by a shell line from the vault `d0`, which is in step with `hub.git`.
  struct Shape: CustomTestStringConvertible, Sendable {
    let name: String
    /// The folder that is the vault then.
    let vault: String
    let line: String
    var sync = Answer.works
    var status = Answer.works
    var lost = Answer.works
    var past = Answer.works
    var setup = Answer.works
    /// What to paste, the folder that is to be synced then, and the file that is to be there.
    var wayOut: (line: String, folder: String, file: String)?
    /// Whether the sync that refuses keeps the files under a ref.
    var isBackedUp = false

    var testDescription: String { name }

    /// One that is not synced.
    init(
      _ name: String, in vault: String = "d0", _ line: String, refused hint: String, past: Answer = .works,
      setup: Answer = .works, status: Answer? = nil, isWhole: Bool = true, wayOut: (String, String, String)? = nil,
      isBackedUp: Bool = false
    ) {
      (self.name, self.vault, self.line, self.past, self.setup) = (name, vault, line, past, setup)
      self.isBackedUp = isBackedUp
      (sync, self.wayOut) = (.refuses(hint), wayOut.map { (line: $0.0, folder: $0.1, file: $0.2) })
      lost = isWhole ? past : sync
      self.status = status ?? .refuses(hint)
    }

    /// One that all commands work on.
    init(_ name: String, in vault: String = "d0", _ line: String) {
      (self.name, self.vault, self.line) = (name, vault, line)
    }
  }

  private static let commit = "git add -A; git commit -m 'changes on no branch'"
  private static let clone = #"memo clone "$(git remote get-url origin)" ../notes"#
  private static let elsewhere = Answer.refuses(clone)

  static let shapes: [Shape] = [
    Shape("plain", ":"),
    Shape(
      "linked work tree", in: "work", "git -C d0 worktree add -q ../work -b work", refused: clone, past: elsewhere,
      setup: .refuses("git worktree list"), wayOut: (clone, "notes", "a.md")),
    Shape(
      "main work tree with others, one inside of the vault",
      "git -C d0 worktree add -q ../work -b work && git -C d0 worktree add -q inner -b inner"),
    Shape(
      "submodule", in: "super/notes", "git init -q super && git -C super submodule --quiet add $PWD/hub.git notes",
      refused: clone, past: elsewhere, setup: elsewhere, wayOut: (clone, "super/notes2", "a.md")),
    Shape(
      "repository with a submodule", "git -C d0 submodule --quiet add $PWD/hub.git lib && git -C d0 commit -qm lib"),
    Shape(
      "repository in another folder", in: "away", "git clone -q --separate-git-dir=$PWD/away.git hub.git away",
      refused: clone, past: elsewhere, setup: elsewhere, wayOut: (clone, "notes", "a.md")),
    Shape(
      "link to a repository", "mv d0/.git far.git && ln -s ../far.git d0/.git", refused: clone, past: elsewhere,
      setup: elsewhere, wayOut: (clone, "notes", "a.md")),
    Shape(
      "sparse checkout", "git -C d0 sparse-checkout set sub 2>/dev/null", refused: "git sparse-checkout disable",
      isWhole: false, wayOut: ("git sparse-checkout disable", "d0", "a.md")),
    Shape(
      "sparse checkout, the old switch",
      "git -C d0 config core.sparseCheckout true && mkdir -p d0/.git/info && echo /sub/ > d0/.git/info/sparse-checkout"
        + " && git -C d0 read-tree -mu HEAD",
      refused: "git sparse-checkout disable", isWhole: false, wayOut: ("git sparse-checkout disable", "d0", "a.md")),
    Shape(
      "sparse checkout that is off",
      "git -C d0 sparse-checkout set sub 2>/dev/null && git -C d0 sparse-checkout disable"),
    Shape(
      "other settings of the work tree",
      "git -C d0 config extensions.worktreeConfig true && git -C d0 config --worktree user.name x",
      refused: "git config --unset extensions.worktreeConfig",
      past: .refuses("git config --unset extensions.worktreeConfig")),
    // This git cannot make it.
    Shape(
      "reftable",
      "printf '[extensions]\\n\\trefStorage = reftable\\n[core]\\n\\trepositoryFormatVersion = 1\\n'"
        + " >> d0/.git/config",
      refused: "git refs migrate --ref-format=files", past: .refuses("git refs migrate --ref-format=files")),
    Shape(
      "SHA-256", in: "long",
      "git init -q --object-format=sha256 long && cd long && printf '# A\\none\\n' > a.md && git add -A"
        + " && git commit -qm one && printf '# A\\none\\ntwo\\n' > a.md && git commit -qam two",
      refused: "git fast-export --all", past: .refuses("git fast-export --all"),
      wayOut: (
        #"git init ../notes && git fast-export --all | git -C ../notes fast-import"#
          + #" && git -C ../notes checkout -f "$(git branch --show-current)""#, "", "notes/a.md"
      )),
    // As jj leaves it: `.jj` beside `.git`, and no branch checked out.
    Shape(
      "jj beside git",
      "cd d0 && mkdir -p .jj/repo/store .jj/working_copy && printf '/*\\n' > .jj/.gitignore"
        + " && printf git > .jj/repo/store/type && git checkout -q --detach && git update-ref refs/jj/keep/x HEAD",
      refused: "jj bookmark set main -r @- && git switch main", past: .works, wayOut: ("git switch main", "d0", "a.md")),
    Shape(
      "detached", "git -C d0 checkout -q --detach", refused: "git switch main",
      wayOut: ("git switch main", "d0", "a.md"), isBackedUp: true),
    Shape(
      "detached, with a commit of its own",
      "cd d0 && git checkout -q --detach && echo x > own.md && git add own.md && git commit -qm own",
      refused: "git switch main",
      wayOut: ("\(commit); git switch main && memo git restore '@{-1}'", "d0", "own.md"), isBackedUp: true),
    Shape(
      "rebase", "\(topic) && git switch -q main && ! git rebase topic > /dev/null 2>&1",
      refused: "git rebase --abort",
      wayOut: ("git add -u && git rebase --abort", "d0", "a.md"), isBackedUp: true),
    Shape(
      "branch that no one syncs", "git -C d0 switch -q -c topic", refused: "git switch main", status: .works,
      wayOut: ("memo sync --allow-new-branch", "d0", "a.md")),
    Shape(
      "branch that no one syncs, of a repository without main",
      "git -C d0 branch -q -m trunk && git -C d0 switch -q -c topic", refused: "git switch trunk", status: .works,
      wayOut: ("git switch trunk", "d0", "a.md")),
    Shape(
      "partial clone", in: "part",
      "git -C hub.git config uploadpack.allowFilter true && git clone -q --filter=blob:none file://$PWD/hub.git part",
      refused: clone, past: elsewhere, wayOut: (clone, "notes", "a.md")),
    Shape(
      "shallow clone", in: "part", "git clone -q --depth 1 file://$PWD/hub.git part && memo trust --vault part -q",
      refused: "git fetch --unshallow", isWhole: false, wayOut: ("git fetch --unshallow", "part", "a.md")),
    Shape(
      "objects of another repository", in: "thin", "git clone -q --shared hub.git thin && memo trust --vault thin -q"),
  ]

  private static let topic =
    "cd d0 && git switch -q -c topic HEAD~1 && printf '# A\\nmine\\n' > a.md && git commit -qam mine"

  /// The shape, with a memo that was never committed.
  private func devices(_ shape: Shape) throws -> Devices {
    let devices = try Devices(1)
    try devices.git("config", "--global", "protocol.file.allow", "always", in: "")
    try devices.write("# A\none\n", to: "a.md", on: 0)
    try devices.write("# S\n", to: "sub/s.md", on: 0)
    try devices.join(0)
    try devices.write("# A\none\ntwo\n", to: "a.md", on: 0)
    try devices.mustSync(0)
    let run = try devices.sandbox.shell(shape.line, in: "")
    try #require(run.end == .exited(0), "\(run.errors)")
    try devices.sandbox.folder.write("# New\n", to: VaultPath("\(shape.vault)/new.md").text)
    return devices
  }

  /// Every file of the sandbox with its bytes, and every link; what memo keeps for itself is left out, where it remembers
  /// why a sync failed.
  private func tree(_ devices: Devices) throws -> [VaultPath: [UInt8]] {
    var found: [VaultPath: [UInt8]] = [:]
    var folders = [VaultPath.root]
    let own = ["/.git/memo", "/.memo/cache", "far.git/memo", "/.memo/lock"]
    while let place = folders.popLast() {
      for name in try devices.sandbox.folder.names(in: place) {
        let path = place.appending(name)
        guard !own.contains(where: path.text.hasSuffix), !["runs", "home"].contains(path.text) else { continue }
        guard let status = devices.sandbox.folder.status(of: path) else { continue }
        if status.isFolder { folders.append(path) }
        found[path] = try status.isFile ? devices.sandbox.folder.bytes(of: path) : []
      }
    }
    return found
  }

  private func expect(_ answer: Answer, _ devices: Devices, _ shape: Shape, _ words: String...) throws {
    let before = try tree(devices)
    let run = try devices.sandbox.run(["memo", "--vault", "."] + words, in: shape.vault, input: [], with: [:])
    let what = "\(words.joined(separator: " ")): \(run.text)\(run.errors)"
    guard case .refuses(let hint) = answer else {
      #expect(run.end == .exited(0), "\(what)")
      return
    }
    let lines = run.errors.split(separator: "\n")
    #expect(run.end == .exited(7) && run.output.isEmpty, "\(what)")
    #expect(
      lines.first?.hasPrefix("memo: ") == true && lines.dropFirst().allSatisfy { $0.hasPrefix("hint: ") }, "\(what)")
    #expect(lines.dropFirst().contains { $0.contains(hint) }, "\(what)")
    let after = try tree(devices)
    var changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.map(\.text).sorted()
    if shape.isBackedUp, words == ["sync"] {
      #expect(changed.contains { $0.contains(".git/refs/memo/backup/") }, "\(what): \(changed)")
      changed.removeAll { $0.contains(".git/refs/memo") || $0.contains(".git/objects/") }
    }
    #expect(changed.isEmpty, "\(what): \(changed)")
  }

  @Test(arguments: shapes) func eachCommandWorksOrRefusesBeforeItWrites(shape: Shape) throws {
    let devices = try devices(shape)
    try expect(shape.status, devices, shape, "sync", "--status")
    try expect(shape.sync, devices, shape, "sync", "--dry-run")
    try expect(shape.lost, devices, shape, "conflicts", "--lost")
    try expect(shape.past, devices, shape, "history", "a.md")
    if shape.name != "shallow clone" {
      try expect(shape.past, devices, shape, "diff", "a.md", "HEAD~1")
      try expect(shape.past, devices, shape, "restore", "a.md", "--at", "HEAD~1", "--dry-run")
    }
    try expect(shape.setup, devices, shape, "git", "setup")
    let merge = """
      printf 'a\\nb\\n' > base && printf 'a\\nx\\nb\\n' > ours && printf 'a\\nb\\ny\\n' > theirs \\
      && memo merge-file ours base theirs && cat ours && rm ours base theirs
      """
    #expect(try devices.sandbox.shell(merge, in: shape.vault).text == "a\nx\nb\ny\n")
    try expect(shape.sync, devices, shape, "sync")
    if case .works = shape.sync {
      #expect(try devices.git("show", "main:new.md", in: "hub.git") == "# New\n", "it was sent")
    }
    #expect(try devices.sandbox.folder.bytes(of: VaultPath("\(shape.vault)/new.md")) == Array("# New\n".utf8))
    print("\(shape.name): sync \(shape.sync), past \(shape.past)")
  }

  @Test(arguments: shapes.filter { $0.wayOut != nil }) func theHintAloneLeadsOut(shape: Shape) throws {
    let devices = try devices(shape)
    let wayOut = try #require(shape.wayOut)
    let refusal = try devices.sandbox.run(["memo", "--vault", ".", "sync"], in: shape.vault, input: [], with: [:])
    #expect(refusal.errors.contains(wayOut.line), "\(refusal.errors)")
    // A folder of that name is there.
    let isTaken = wayOut.folder.hasSuffix("notes2")
    let line = isTaken ? wayOut.line.replacing("../notes", with: "../notes2") : wayOut.line
    let run = try devices.sandbox.shell(line, in: shape.vault)
    try #require(run.end == .exited(0), "\(run.errors)")
    let folder = VaultPath(wayOut.folder)
    if !wayOut.folder.isEmpty {
      let sync = try devices.sandbox.shell("memo --vault . sync", in: wayOut.folder)
      #expect(sync.end == .exited(0), "\(sync.errors)")
    }
    #expect(try devices.sandbox.folder.bytes(of: folder.appending(wayOut.file)) != nil, "\(wayOut.file)")
    #expect(try devices.sandbox.folder.bytes(of: VaultPath("\(shape.vault)/new.md")) == Array("# New\n".utf8))
    print("\(shape.name): \(line)")
  }

  /// A merge in progress leaves the branch checked out: the sync that is refused keeps a copy of the files under a ref.
  @Test(arguments: [
    ("git merge main", "git merge --abort"), ("git cherry-pick main", "git cherry-pick --abort"),
    ("git revert --no-edit HEAD~1", "git revert --abort"), ("git bisect start HEAD HEAD~1", "git bisect reset"),
  ])
  func whatIsInProgressIsNamedWithItsWayOut(start: String, wayOut: String) throws {
    let devices = try devices(Shape("", Self.topic))
    _ = try devices.sandbox.shell("\(start) > /dev/null 2>&1", in: "d0")
    let run = try devices.sync(0)
    #expect(run.end == .exited(7) && run.errors.contains(wayOut), "\(run.errors)")
    #expect(try devices.sync(0, "--status").end == .exited(0))
    try #require(try devices.sandbox.shell("\(wayOut) && git switch -q main", in: "d0").end == .exited(0))
    try devices.mustSync(0)
  }

  /// As a host's button does it: sent again, the old branch would be a second vault.
  @Test func aBranchThatTheRemoteHasRenamedIsFollowedByTheHint() throws {
    let devices = try Devices.inStep(3)
    let line = "git -C hub.git branch -m main trunk && git -C hub.git symbolic-ref HEAD refs/heads/trunk"
    try #require(try devices.sandbox.shell(line, in: "").end == .exited(0))
    for device in 0..<2 {
      try devices.write("# New\n", to: "new \(device).md", on: device)
      let run = try devices.sync(device)
      #expect(run.end == .exited(7) && run.errors.contains("its default branch is 'trunk'"), "\(run.errors)")
      #expect(try devices.git("branch", "--format=%(refname:short)", in: "hub.git") == "trunk\n")
      let hint = try #require(run.errors.split(separator: "\n").last?.split(separator: ": ").last)
      try #require(try devices.sandbox.shell(String(hint), in: devices.names[device]).end == .exited(0), "\(hint)")
      try devices.mustSync(device)
    }
    try devices.mustSync(0)
    #expect(try devices.text("new 1.md", on: 0) == "# New\n")
    #expect(try devices.text("new 0.md", on: 1) == "# New\n")
    // Whoever wants the old one back says so.
    try devices.mustSync(2, "--allow-new-branch")
    #expect(try devices.git("branch", "--format=%(refname:short)", in: "hub.git") == "main\ntrunk\n")
  }

  @Test func aBranchThatWasOnlyDeletedOnTheRemoteIsSentAgain() throws {
    let devices = try Devices.inStep(2)
    try devices.git("update-ref", "-d", "refs/heads/main", in: "hub.git")
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.expectInStep()
  }

  /// Git forgets what it knew of a branch together with it.
  @Test func aBranchThatNoOneSyncsIsNotSentThoughTheSyncedOneIsGone() throws {
    let devices = try Devices.inStep(1)
    try #require(try devices.sandbox.shell("git switch -qc private && git branch -qD main", in: "d0").end == .exited(0))
    let run = try devices.sync(0)
    #expect(run.end == .exited(7) && run.errors.contains("git switch main"), "\(run.errors)")
    #expect(try devices.git("branch", "--format=%(refname:short)", in: "hub.git") == "main\n")
    try devices.git("switch", "-q", "main", in: "d0")
    try devices.mustSync(0)
  }

  @Test func aVaultAndARemoteWithNothingInCommonAreJoined() throws {
    let devices = try Devices.inStep(2)
    let line = """
      git init -q -b main other && cd other && printf '# A\\nelsewhere\\n' > a.md && printf '# C\\n' > c.md \
      && git add -A && git commit -qm elsewhere && memo --vault . sync --remote ../hub.git
      """
    let run = try devices.sandbox.shell(line, in: "")
    try #require(run.end == .exited(0), "\(run.errors)")
    try devices.mustSync(0)
    let text = try #require(try devices.text("a.md", on: 0))
    for line in ["one", "two", "three", "elsewhere"] { #expect(text.contains("\(line)\n"), "\(line): \(text)") }
    #expect(try devices.text("c.md", on: 0) == "# C\n")
  }

  @Test(arguments: ["memo sync --merge-anyway", "memo sync --adopt-remote"])
  func aRemoteThatWasReplacedByForceIsLeftToAPerson(choice: String) throws {
    let devices = try Devices.inStep(1)
    let line = """
      git clone -q hub.git other && cd other && git checkout -q --orphan new && printf '# A\\nnew\\n' > a.md \
      && git add -A && git commit -qm new && git push -q --force origin new:main
      """
    try #require(try devices.sandbox.shell(line, in: "").end == .exited(0))
    let files = try devices.files(0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(5) && run.errors.contains(choice), "\(run.errors)")
    #expect(try devices.files(0) == files, "nothing is taken from it")
    let chosen = try devices.sandbox.shell(choice, in: "d0")
    #expect(chosen.end == .exited(0), "\(chosen.errors)")
    #expect(try devices.text("a.md", on: 0)?.contains("new\n") == true)
    try devices.mustSync(0)
  }
}
