import MemoCore
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

@Suite struct VaultLocatorTests {
  private static let host = FolderHost(
    folders: [
      "/", "/home", "/home/me", "/home/me/vault", "/home/me/vault/.memo", "/home/me/vault/work/deep", "/plain", "/a~",
    ],
    files: ["/file", "/home/me/odd/.memo"], links: ["/link": "/home/me/vault", "/broken": "/nowhere"])

  @Test(
    arguments: [
      // What --vault names, .memo or not.
      ("/plain", "/home/me/vault", "/home", "/plain"), ("vault", nil, nil, "/home/me/vault"),
      ("/link", nil, nil, "/home/me/vault"),
      (".", nil, nil, "/home/me"), ("../..", nil, nil, "/"), ("/plain/", nil, nil, "/plain"),
      // What MEMO_VAULT names.
      (nil, "/plain", "/home", "/plain"), (nil, "vault", "/plain", "/home/me/vault"),
      // What the user's settings name.
      (nil, nil, "/plain", "/plain"), (nil, nil, "~/vault", "/home/me/vault"), (nil, nil, "~", "/home/me"),
      (nil, nil, "vault", "/home/me/vault"), (nil, nil, "/a~", "/a~"),
    ] as [(String?, String?, String?, String)])
  func aVaultIsFound(option: String?, variable: String?, configured: String?, root: String) throws {
    #expect(try locate("/home/me", option, variable, configured) == HostPath(root))
  }

  @Test(arguments: ["/home/me/vault", "/home/me/vault/work/deep", "/home/me/vault/.memo"])
  func theNearestMarkedFolderAboveIsFound(directory: String) throws {
    #expect(try locate(directory, nil, nil, "/plain") == HostPath("/home/me/vault"))
    #expect(try locate(directory, nil, "/plain", nil) == HostPath("/plain"))
    #expect(try locate(directory, "/a~", "/plain", nil) == HostPath("/a~"))
  }

  @Test func aMarkThatIsAFileIsNone() throws {
    #expect(try locate("/home/me/odd", nil, nil, "/plain") == HostPath("/plain"))
  }

  @Test func settingsAreReadOnlyIfNothingElseNamesAVault() throws {
    let locator = VaultLocator(host: Self.host, workingDirectory: HostPath("/home/me/vault"), home: nil)
    let root = try locator.locate(option: nil, variable: nil) { () throws(VaultError) in
      throw .noVault(unused: nil)
    }
    #expect(root == HostPath("/home/me/vault"))
  }

  @Test(
    arguments: [
      ("/nowhere", nil, nil, "/nowhere"), ("/file", "/plain", nil, "/file"), ("/broken", nil, nil, "/broken"),
      (nil, "/nowhere", "/plain", "/nowhere"), (nil, nil, "~/nowhere", "/home/me/nowhere"),
      (nil, nil, "~you", "/home/me/~you"),
    ] as [(String?, String?, String?, String)])
  func whatIsNoFolderIsAnError(option: String?, variable: String?, configured: String?, path: String) {
    let error: VaultError = path == "/file" ? .notAFolder(HostPath(path)) : .noFolder(HostPath(path))
    #expect(throws: error) { try locate("/home/me", option, variable, configured) }
  }

  /// As where the program behind a mount has ended: a vault that is made there would be another one.
  @Test func whatCannotBeSeenIsNotSaidToBeMissing() {
    var host = Self.host
    host.refused = ["/mount": .notConnected, "/pipe": .invalid]
    let locator = VaultLocator(host: host, workingDirectory: HostPath("/plain"), home: nil)
    func locate(_ path: String) throws -> HostPath {
      try locator.locate(option: Array(path.utf8), variable: nil) { () throws(VaultError) in nil }
    }
    #expect(throws: FileError(.read, path: Array("/mount".utf8), reason: .notConnected)) { try locate("/mount") }
    #expect(throws: VaultError.notAFolder(HostPath("/pipe"))) { try locate("/pipe") }
  }

  @Test(arguments: ["", "vault", "~", "~/vault", "."])
  func withoutAHomeTheSettingsNameOnlyWholePaths(configured: String) {
    let locator = VaultLocator(host: Self.host, workingDirectory: HostPath("/plain"), home: nil)
    #expect(throws: VaultError.noVault(unused: nil)) {
      try locator.locate(option: nil, variable: nil) { () throws(VaultError) in configured }
    }
    #expect(throws: VaultError.noVault(unused: nil)) { try locate("/plain", nil, nil, "") }
  }

  @Test func noVaultIsAnError() {
    #expect(throws: VaultError.noVault(unused: nil)) { try locate("/plain", nil, nil, nil) }
  }

  // MARK: What the search does not take

  /// Others' folders, other file systems, and vaults where no search looks.
  private static let shared = FolderHost(
    folders: [
      "/", "/.memo", "/home", "/home/.memo", "/home/me", "/home/me/.memo", "/home/me/work", "/tmp", "/tmp/.memo",
      "/tmp/mine", "/tmp/planted", "/tmp/planted/.memo", "/tmp/planted/deep", "/tmp/own", "/tmp/own/.memo",
      "/tmp/own/theirs", "/tmp/own/theirs/.memo", "/tmp/own/theirs/deep", "/disk", "/disk/.memo", "/disk/mounted",
      "/disk/mounted/deep", "/plain",
    ],
    others: ["/home", "/home/.memo", "/tmp", "/tmp/planted/.memo", "/tmp/own/theirs", "/tmp/own/theirs/.memo"],
    devices: ["/disk/mounted": 2, "/disk/mounted/deep": 2])

  static let unused: [(String, String?, UnusedVault.Reason?)] = [
    // Mine, in a folder that everyone may write to; and another user's in mine.
    ("/tmp/mine", "/tmp", .otherUser), ("/tmp/planted/deep", "/tmp/planted", .otherUser),
    ("/tmp/planted", "/tmp/planted", .otherUser),
    ("/home/me/work", "/home/me", .home), ("/disk/mounted/deep", "/disk", .otherFileSystem),
    ("/plain", "/", .fileSystemRoot), ("/", "/", .fileSystemRoot),
  ]

  @Test(arguments: unused)
  func aPlantedOrStrayMarkerIsNotTakenAndTheErrorNamesIt(
    directory: String, root: String?, reason: UnusedVault.Reason?
  ) throws {
    let unused = try UnusedVault(root: HostPath(#require(root)), reason: #require(reason))
    #expect(throws: VaultError.noVault(unused: unused)) { try locate(directory, nil, nil, nil, on: Self.shared) }
    // As if it were not there.
    #expect(try locate(directory, nil, nil, "/plain", on: Self.shared) == HostPath("/plain"))
    // A user may use any.
    #expect(try locate(directory, root, nil, nil, on: Self.shared) == HostPath(root ?? ""))
  }

  @Test func theHomeFolderIsAVaultForWhoIsInIt() throws {
    #expect(try locate("/home/me", nil, nil, nil, on: Self.shared) == HostPath("/home/me"))
  }

  @Test func aVaultAboveAnothersIsFoundAndTheOtherIsNamed() throws {
    var named: [UnusedVault] = []
    let locator = VaultLocator(host: Self.shared, workingDirectory: HostPath("/tmp/own/theirs/deep"), home: nil)
    let root = try locator.locate(
      option: nil, variable: nil, noteUnused: { named.append($0) }, configured: { nil })
    #expect(root == HostPath("/tmp/own"))
    #expect(named == [UnusedVault(root: HostPath("/tmp/own/theirs"), reason: .otherUser)])
  }

  private func locate(
    _ directory: String, _ option: String?, _ variable: String?, _ configured: String?,
    on host: FolderHost = Self.host
  ) throws -> HostPath {
    try VaultLocator(host: host, workingDirectory: HostPath(directory), home: HostPath("/home/me"))
      .locate(
        option: option.map { Array($0.utf8) }, variable: variable.map { Array($0.utf8) },
        configured: { () throws(VaultError) in configured })
  }
}

/// A machine of a few folders, files and links to absolute paths.
private struct FolderHost: HostFiles {
  var folders: Set<String>
  var files: Set<String> = []
  var links: [String: String] = [:]
  /// What belongs to another user.
  var others: Set<String> = []
  /// The file systems of folders that are not on the first.
  var devices: [String: UInt64] = [:]
  /// What the system does not let us look at, and why.
  var refused: [String: SystemReason] = [:]

  func kind(of path: HostPath) -> FolderEntry.Kind? {
    let path = links[path.text] ?? path.text
    return folders.contains(path) ? .folder : files.contains(path) ? .file : nil
  }

  func realPath(of path: HostPath) -> HostPath? {
    kind(of: path) == nil ? nil : HostPath(links[path.text] ?? path.text)
  }

  func ownership(of path: HostPath) -> Ownership? {
    guard kind(of: path) != nil else { return nil }
    let isOwn = !others.contains(path.text)
    return Ownership(
      user: isOwn ? 1000 : 1001, isOwnedByThisUser: isOwn, isWritableByOthers: false, device: devices[path.text] ?? 1)
  }

  func contents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? {
    if let reason = refused[path.text] { throw FileError(.read, path: path.bytes, reason: reason) }
    return nil
  }

  func makeFolder(_ path: HostPath, isPrivate: Bool) throws(FileError) {
    throw FileError(.makeFolder, path: path.bytes, code: 1)
  }

  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    throw FileError(.list, path: root.bytes, reason: .notFound)
  }
}
