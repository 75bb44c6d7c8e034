import MemoCore
import MemoTestSupport
import Testing

@Suite struct RelativePathsTests {
  @Test(
    arguments: [
      ("/n", "/n", "a.md", "a.md"), ("/n", "/n", "x/a.md", "x/a.md"), ("/n", "/n/x", "a.md", "../a.md"),
      ("/n", "/n/x", "x/a.md", "a.md"), ("/n", "/n/x/y", "x/a.md", "../a.md"),
      ("/n", "/n/x/y", "z/a.md", "../../z/a.md"),
      ("/n", "/n/x", "x", "."), ("/n", "/n/x/y", "x", ".."), ("/n", "/n/x", "x2/a.md", "../x2/a.md"),
      // From outside: relative, unless the absolute path is shorter or nothing but the root is above both.
      ("/home/u/n", "/home/u", "a.md", "n/a.md"), ("/home/u/n", "/home/u/m", "a.md", "../n/a.md"),
      ("/home/u/n", "/home/u", "", "n"), ("/home/u/n", "/home/u/a/b/c", "a.md", "/home/u/n/a.md"),
      ("/srv/n", "/home/u", "a.md", "/srv/n/a.md"), ("/srv/n", "/", "a.md", "/srv/n/a.md"),
      ("/home/u/n", "/home/u/n2", "a.md", "../n/a.md"), ("/", "/etc", "a.md", "../a.md"),
      // What is read as an option has a folder before it.
      ("/n", "/n", "-a.md", "./-a.md"), ("/n", "/n/x", "x/--a/b.md", "./--a/b.md"), ("/n", "/n/x", "-a.md", "../-a.md"),
      ("/n", "/n", "x/-a.md", "x/-a.md"), ("/-n", "/", "a.md", "/-n/a.md"),
      // So has what is read as a field.
      ("/n", "/n", "E=mc2.md", "./E=mc2.md"), ("/n", "/n", "x/a=b.md", "./x/a=b.md"), ("/n", "/n", "=", "./="),
      ("/n", "/n/x", "x/a=b/c.md", "./a=b/c.md"), ("/n", "/n/x", "a=b.md", "../a=b.md"),
      ("/n", "/n/a=b", "a=b/c.md", "c.md"), ("/n", "/", "a=b.md", "/n/a=b.md"),
    ] as [(String, String, String, String)])
  func aPathIsSpelledForTheWorkingDirectory(root: String, folder: String, path: String, spelled: String) {
    let paths = RelativePaths(root: HostPath(root), from: HostPath(folder))
    #expect(paths.text(VaultPath(path)) == spelled)
  }

  @Test(
    arguments: [
      ("/n", "/n", ".", "**"), ("/n", "/n/x", ".", "/x"), ("/n", "/n/x/y", "./*.md", "/x/y/*.md"),
      ("/n", "/n/x/y", "../z", "/x/z"), ("/n", "/n/x", "..", "**"), ("/n", "/n/x", "./y/", "/x/y"),
      ("/n", "/n/x", "../../m", "../../m"), ("/n", "/n/x", "*.md", "*.md"), ("/n", "/n/x", "x/.", "x/."),
      ("/n", "/m", "./x", "./x"), ("/n", "/n/a*[b]", "./c", "/a\\*\\[b\\]/c"), ("/n", "/n/x", "", ""),
      ("/n", "/n/x", ".hidden", ".hidden"),
    ] as [(String, String, String, String)])
  func aPatternWithADotIsMeantFromTheWorkingDirectory(root: String, folder: String, written: String, meant: String) {
    #expect(RelativePaths(root: HostPath(root), from: HostPath(folder)).pattern(written) == meant)
  }

  @Test(
    arguments: [
      ("/n", "/n", "a", "", "", "a"), ("/n", "/n/x", "a/b", "", "x", "a/b"), ("/n", "/n/x", "./a", "./", "x", "a"),
      ("/n", "/n/x/y", "../a/b", "../", "x", "a/b"), ("/n", "/n/x/y", "../..", "../../", "", ""),
      ("/n", "/n/x", ".", "", "x", "."), ("/n", "/n/x", "../.", "../", "", "."),
      ("/n", "/n/x", ".//../a", ".//../", "", "a"),
      ("/n", "/n/x", "a/../b", "", "x", "a/../b"), ("/n", "/n/x", "...", "", "x", "..."),
      ("/n", "/n/x", "", "", "x", ""),
      ("/n", "/n/x", "../\u{301}e", "../", "", "\u{301}e"), ("/n", "/n/x", "..a", "", "x", "..a"),
    ] as [(String, String, String, String, String, String)])
  func theStartOfAPathIsTakenApart(
    root: String, here: String, typed: String, lead: String, folder: String, rest: String
  ) throws {
    let start = try #require(RelativePaths(root: HostPath(root), from: HostPath(here)).start(typed))
    #expect(start.lead == lead && start.folder == VaultPath(folder) && start.rest == rest)
    let path = VaultPath(folder).appending("b")
    #expect(start.bytes(path) == Array((lead + "b").utf8) && start.bytes(start.folder) == nil)
    #expect(folder.isEmpty || start.bytes(VaultPath(folder + "2/b")) == nil)
  }

  @Test(arguments: [("/n", "../a"), ("/n/x", "../../a"), ("/m", "./a"), ("/m", "a"), ("/n/x", "/n/a"), ("/n", "..")])
  func whatLeavesTheVaultStartsNoPath(here: String, typed: String) {
    #expect(RelativePaths(root: HostPath("/n"), from: HostPath(here)).start(typed) == nil)
  }

  // `..` is resolved by letters here as the system resolves it, as no folder is a symbolic link.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func whatIsSpelledLeadsToTheFile(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func names(_ count: Int) -> [String] { (0..<count).map { _ in random.pick(["a", "b", "가", "c d"]) ?? "a" } }
    let root = HostPath("/" + names(random.below(4)).joined(separator: "/"))
    let near = HostPath(names(random.below(4)).joined(separator: "/"), from: root)
    let folder = random.happens(percent: 50) ? near : HostPath("/" + names(random.below(5)).joined(separator: "/"))
    let path = VaultPath(names(1 + random.below(4)).joined(separator: "/"))
    let spelled = RelativePaths(root: root, from: folder).bytes(path)
    #expect(HostPath(spelled, from: folder) == root.appending(path), "\(root.text) \(folder.text) \(path.text)")
    #expect(RelativePaths.fromRoot.bytes(path) == path.bytes)
  }
}
