import MemoCore
import MemoVault
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

  @Test func settingsAreOnlyReadWhereNothingElseTells() throws {
    let locator = VaultLocator(host: Self.host, workingDirectory: HostPath("/home/me/vault"), home: nil)
    let root = try locator.locate(option: nil, variable: nil) { () throws(VaultError) in throw .noVault }
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

  @Test func noVaultIsAnError() {
    #expect(throws: VaultError.noVault) { try locate("/plain", nil, nil, nil) }
  }

  private func locate(
    _ directory: String, _ option: String?, _ variable: String?, _ configured: String?
  ) throws -> HostPath {
    try VaultLocator(host: Self.host, workingDirectory: HostPath(directory), home: HostPath("/home/me"))
      .locate(
        option: option.map { Array($0.utf8) }, variable: variable.map { Array($0.utf8) },
        configured: { () throws(VaultError) in configured })
  }
}

/// A machine of a few folders, files and links to absolute paths.
private struct FolderHost: HostFiles {
  var folders: Set<String>
  var files: Set<String>
  var links: [String: String]

  func kind(of path: HostPath) -> FolderEntry.Kind? {
    let path = links[path.text] ?? path.text
    return folders.contains(path) ? .folder : files.contains(path) ? .file : nil
  }

  func realPath(of path: HostPath) -> HostPath? {
    kind(of: path) == nil ? nil : HostPath(links[path.text] ?? path.text)
  }

  func ownership(of path: HostPath) -> Ownership? { kind(of: path).map { _ in .ofThisUser } }

  func contents(of path: HostPath, limit: Int) throws(FileError) -> [UInt8]? { nil }

  func makeFolder(_ path: HostPath) throws(FileError) {
    throw FileError(.makeFolder, path: path.bytes, code: 1)
  }

  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    throw FileError(.list, path: root.bytes, code: FileError.noSuchFile)
  }
}
