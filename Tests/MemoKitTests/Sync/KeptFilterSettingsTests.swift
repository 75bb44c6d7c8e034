import MemoCore
import MemoPlatform
import MemoSync
import MemoTestSupport
import Synchronization
import Testing

/// A git whose user changes a file as soon as it has read its settings for the first time.
private final class OvertakenGit: WrappingGit {
  let git: any Git
  private let change: @Sendable () throws -> Void
  private let isChanged = Mutex(false)

  init(_ git: any Git, _ change: @escaping @Sendable () throws -> Void) { (self.git, self.change) = (git, change) }

  func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    let answer = try git.run(call, feeding: chunks)
    isChanged.withLock { isChanged in
      guard call.name == "config", !isChanged else { return }
      isChanged = true
      #expect(throws: Never.self) { try change() }
    }
    return answer
  }
}

/// What memo keeps of git's settings from sync to sync: a text is stored through the filters that git has now.
@Suite struct KeptFilterSettingsTests {
  private static let filter = """
    [core]
    \tattributesFile = ~/attributes
    [filter "shift"]
    \tclean = tr a-z b-za
    \tsmudge = tr b-za a-z

    """

  /// Two devices in step, with something more in the user's settings.
  private func devices(_ settings: String = "") throws -> SyncedDevices {
    let devices = try SyncedDevices()
    let file = VaultPath("home/.gitconfig")
    let known = try #require(try devices.place.folder.bytes(of: file))
    try devices.place.folder.write(known + Array(settings.utf8), to: file)
    try devices.place.folder.write("*.md filter=shift\n", to: "home/attributes")
    for _ in 0..<2 { try devices.sync(0) }
    return devices
  }

  private func expectShifted(_ devices: SyncedDevices, _ location: SourceLocation = #_sourceLocation) throws {
    let stored = try devices.place.shell("git cat-file blob main:b.md", in: "hub.git")
    #expect(stored == "# tfdsfu\n", sourceLocation: location)
  }

  @Test(arguments: ["include", #"includeIf "gitdir:**/d0/""#, #"includeIf "onbranch:main""#])
  func aFileThatIsIncludedMayAppearLater(section: String) throws {
    let devices = try devices("[\(section)]\n\tpath = ~/included\n")
    try devices.place.folder.write(Self.filter, to: "home/included")
    try devices.write("# secret\n", to: "b.md", on: 0)
    try devices.sync(0)
    try expectShifted(devices)
  }

  @Test func settingsThatChangeWhileTheyAreReadCount() throws {
    let devices = try devices()
    let (folder, file) = (devices.place.folder, VaultPath("home/.gitconfig"))
    let known = try #require(try folder.bytes(of: file))
    // Other settings than those that are kept.
    try folder.write(known + Array("[commit]\n\tverbose = true\n".utf8), to: file)
    let git = OvertakenGit(devices.place.git) { try folder.write(known + Array(Self.filter.utf8), to: file) }
    try devices.sync(0, by: git)
    try devices.write("# secret\n", to: "b.md", on: 0)
    try devices.sync(0)
    try expectShifted(devices)
  }

  @Test func settingsOfTheSystemMayCountLater() throws {
    let devices = try devices()
    var variables = devices.place.variables
    variables["GIT_CONFIG_SYSTEM"] = devices.place.folder.path.appending("home/system").text
    try devices.place.folder.write(Self.filter, to: "home/system")
    try devices.sync(0, by: SystemGit(environment: variables))
    variables["GIT_CONFIG_NOSYSTEM"] = nil
    try devices.write("# secret\n", to: "b.md", on: 0)
    try devices.sync(0, by: SystemGit(environment: variables))
    try expectShifted(devices)
  }
}
