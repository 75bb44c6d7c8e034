import MemoCore
import MemoStore
import MemoSync
import MemoTestSupport
import Testing

/// A vault in a repository of the test's own, with a past that the test makes by plain git.
struct PastFolder {
  let place: GitFolder
  let name: String

  /// Makes an empty repository and a vault in it.
  ///
  /// - Parameter name: the vault's folder, `vault` or one below it.
  init(_ name: String = "vault") throws {
    place = try GitFolder()
    self.name = name
    try place.shell("git init -q -b main vault")
    try place.folder.makeFolders(VaultPath("\(name)/.memo"))
    try place.folder.write("*\n", to: "\(name)/.memo/.gitignore")
  }

  var root: HostPath { place.folder.path.appending(name) }

  func vault() throws -> Vault { try Vault(at: root, host: place.folder.host()) }

  func repository(by git: (any Git)? = nil) throws -> PastRepository {
    let host = place.folder.host()
    let trusted = TrustedRepositories(in: place.folder.path.appending("home/state/memo"), host: host)
    return try PastRepository(of: vault(), host: host, trusted: trusted, git: git ?? place.git)
  }

  func past(of path: String, formerPaths: [String] = []) throws -> MemoPast {
    try MemoPast(of: VaultPath(path), at: ([path] + formerPaths).map { VaultPath($0) }, in: repository())
  }

  /// Runs a command line in the vault, then commits all there is, an hour later than the commit of the number before.
  func commit(_ number: Int, _ line: String) throws {
    try shell("\(line)\ngit add -A . && git commit -q -m 'commit \(number)'", at: number)
  }

  /// Runs a command line in the vault with the time of a number.
  @discardableResult
  func shell(_ line: String, at number: Int = 0) throws -> String {
    let date = "\(Self.seconds(number)) +0000"
    return try place.shell("export GIT_AUTHOR_DATE='\(date)' GIT_COMMITTER_DATE='\(date)'\n\(line)", in: name)
  }

  /// The time of a commit, in seconds since 1970: 2026-05-01T00:00:00Z and hours later.
  static func seconds(_ number: Int) -> Int64 { 1_777_593_600 + 3600 * Int64(number) }
}

extension PastFolder {
  /// Expects that the newest versions of a memo are the first of all that it has.
  func expectNewest(_ counts: some Sequence<Int>, of past: MemoPast, _ comment: String = "") throws {
    for count in counts {
      let newest = try MemoPast(of: past.path, newest: count, in: repository())
      #expect(
        newest.versions == Array(past.versions.prefix(count)), "\(count) of \(past.path): \(past.outline)\n\(comment)")
    }
  }
}

extension MemoPast {
  /// The numbers of the commits, with a mark for what they did: `3` changed, `+3` added, `>3` renamed, `-3` deleted.
  var outline: String {
    versions.map { version in
      let number = version.summary.split(separator: " ").last.map(String.init) ?? version.summary
      switch version.change {
      case .added: return "+" + number
      case .changed: return number
      case .renamed: return ">" + number
      case .deleted: return "-" + number
      }
    }.joined(separator: " ")
  }

  /// The memo's text at a revision; `nil` where it was not there.
  func text(at revision: Revision) throws -> String? {
    do {
      return String(decoding: try contents(of: version(at: revision)), as: UTF8.self)
    } catch PastError.notThere {
      return nil
    }
  }
}
