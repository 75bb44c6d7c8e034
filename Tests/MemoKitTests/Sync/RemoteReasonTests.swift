import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// What git, ssh and hosts write, told apart. The words are theirs, as they were seen.
@Suite struct RemoteReasonTests {
  static let words: [(errors: String, kind: RemoteReason.Kind)] = [
    (
      """
      error: unable to read askpass response from '/bin/false'
      fatal: could not read Username for 'https://example.org': terminal prompts disabled
      """, .noCredentials
    ),
    ("fatal: could not read Password for 'https://me@example.org': No such device or address", .noCredentials),
    ("fatal: Authentication failed for 'https://example.org/a.git/'", .wrongCredentials),
    (
      "remote: Invalid username or password.\nfatal: Authentication failed for 'https://example.org/a.git/'",
      .wrongCredentials
    ),
    (ssh("me@example.org: Permission denied (publickey,password)."), .noKey),
    (
      ssh(
        """
        Permissions 0644 for '/home/me/.ssh/id_ed25519' are too open.
        This private key will be ignored.
        me@example.org: Permission denied (publickey).
        """), .exposedKey
    ),
    (ssh("Host key verification failed."), .hostKey),
    ("remote: GitLab: You are not allowed to push code to protected branches on this project.", .protectedBranch),
    ("remote: error: GH006: Protected branch update failed for refs/heads/main.", .protectedBranch),
    (ssh("ssh: Could not resolve hostname example.org: Name or service not known"), .unknownHost),
    (ssh("ssh: connect to host example.org port 22: Connection refused"), .noConnection),
    (ssh("ssh: connect to host example.org port 22: Connection timed out"), .noConnection),
    (ssh("fatal: 'notes.git' does not appear to be a git repository"), .noRepository),
    (ssh("ERROR: Repository not found."), .noRepository),
    (ssh("ERROR: Permission to me/notes.git denied to you."), .forbidden),
    ("fatal: transport 'http' not allowed", .transport),
    (
      ssh(
        """
        fatal: detected dubious ownership in repository at '/srv/hub.git'
        To add an exception for this directory, call:

        \tgit config --global --add safe.directory /srv/hub.git
        """), .otherOwner
    ),
    (ssh("Timeout, server example.org not responding.\r"), .noConnection),
    (ssh("client_loop: send disconnect: Broken pipe\r"), .noConnection),
    (
      """
      error: RPC failed; curl 92 HTTP/2 stream 5 was not closed cleanly: CANCEL (err 8)
      fetch-pack: unexpected disconnect while reading sideband packet
      fatal: early EOF
      """, .noConnection
    ),
    ("fatal: unable to access 'https://example.org/a.git/': Could not resolve host: example.org", .unknownHost),
    (
      "fatal: unable to access 'https://example.org/': Failed to connect to example.org port 443 after 0 ms: "
        + "Couldn't connect to server", .noConnection
    ),
    (
      "fatal: unable to access 'https://example.org/': server certificate verification failed. CAfile: none",
      .certificate
    ),
    ("fatal: unable to access 'https://example.org/': The requested URL returned error: 403", .forbidden),
    ("fatal: unable to access 'https://example.org/': The requested URL returned error: 500", .other),
    ("remote: Repository not found.\nfatal: repository 'https://example.org/a.git/' not found", .noRepository),
    ("fatal: protocol error: bad pack header", .other),
    ("fatal: protocol error: bad line length character: Welc", .talkativeShell),
    (" ! [remote rejected] main -> main (branch is currently checked out)", .checkedOut),
    ("fatal: mismatched algorithms: client sha1; server sha256", .otherFormat),
    (
      """
      fatal: the receiving end does not support this repository's hash algorithm
      fatal: the remote end hung up unexpectedly
      """, .otherFormat
    ),
  ]

  /// As git ends where ssh has said something.
  private static func ssh(_ line: String) -> String {
    """
    \(line)\r
    fatal: Could not read from remote repository.

    Please make sure you have the correct access rights
    and the repository exists.
    """
  }

  @Test(arguments: words.indices)
  func theReasonIsRecognized(place: Int) {
    let (errors, kind) = Self.words[place]
    let reason = GitRepository.reason(GitAnswer(status: 128, output: [], errors: errors))
    #expect(RemoteReason(reason, in: errors).kind == kind, "\(reason)")
    #expect(!reason.contains("askpass") && !reason.hasPrefix("fatal: ") && !reason.hasPrefix("\t"), "\(reason)")
  }

  /// Git makes a refusal of the first, and of the second what could be a faster device.
  @Test(arguments: [
    ("error: remote unpack failed: unable to create temporary object directory", true),
    (
      "remote: error: cannot lock ref 'refs/heads/main': Unable to create '/x/./refs/heads/main.lock': Permission denied    ",
      true
    ),
    ("remote: error: Unable to create '/x/refs/heads/main.lock': Read-only file system", true),
    ("error: Unable to create '/here/.git/refs/remotes/origin/main.lock': Permission denied", false),
    ("remote: error: cannot lock ref 'refs/heads/main': Unable to create '/x/main.lock': File exists.", false),
    ("me@example.org: Permission denied (publickey).", false),
  ])
  func aRemoteThatCannotBeWrittenToIsRecognized(line: String, isFound: Bool) {
    let found = GitRepository.failedWrite(in: "Total 3\n\(line)\nerror: failed to push", besides: "/here/.git")
    #expect((found != nil) == isFound && found?.utf8.last != UInt8(ascii: " "), "\(found ?? "")")
  }

  /// GitLab puts lines around what it says.
  @Test func linesWithoutWordsAreNoReason() {
    let words = "ERROR: The project you were looking for could not be found or you don't have permission to view it."
    let line = "remote: ========================================"
    let errors = Self.ssh("remote: \n\(line)\nremote: \nremote: \(words)\nremote: \n\(line)\nremote: ")
    let reason = GitRepository.reason(GitAnswer(status: 128, output: [], errors: errors))
    #expect(reason == words && RemoteReason(reason, in: errors).kind == .noRepository)
  }

  /// SSH escapes what is not ASCII; an escaped backslash, and bytes that are no text, stay.
  @Test(arguments: [
    (#"hostname \354\227\206\353\212\224.invalid: Name"#, "hostname 없는.invalid: Name"),
    (#"a\\354\227\206"#, #"a\\354\227\206"#),
    (#"\354\227 x"#, #"\354\227 x"#), (#"\033[0m \12"#, #"\033[0m \12"#), (#"x\354\227\20"#, #"x\354\227\20"#),
  ])
  func lettersThatSSHEscapesAreReadable(words: String, text: String) {
    #expect(RemoteReason(words).text == text)
  }

  @Test(arguments: [
    ("git@host:notes.git", "git@host"), ("host:notes.git", "host"), ("ssh://git@host:22/a.git", "ssh://git@host:22"),
    ("[git@host:22]:a.git", "ssh://git@host:22"), ("git@[::1]:a.git", "git@::1"), ("https://host/a.git", nil),
    ("/srv/hub.git", nil),
  ])
  func aHostWhoseKeyIsInDoubtIsNamedAsSSHTakesIt(address: String, login: String?) {
    #expect(RemoteReason("Host key verification failed.", from: address).login == login)
    #expect(RemoteReason("Permission denied (publickey).", from: address).login == nil)
  }

  /// A remote may write what it wants, and as much as it wants.
  @Test func ofARefusalTheRemotesWordsAreKeptUpToALimit() {
    let status = "[remote rejected] (pre-receive hook declined)"
    #expect(RemoteReason(refusal: status, because: []).text == "pre-receive hook declined")
    let short = RemoteReason(refusal: status, because: ["a secret", "at x.md:2"])
    #expect(short == RemoteReason(kind: .refused, text: "a secret; at x.md:2 (pre-receive hook declined)"))
    let lines = Array(repeating: "\u{301}가", count: 100_000)
    let long = RemoteReason(refusal: status, because: lines).text
    #expect(long.hasSuffix("… (pre-receive hook declined)") && long.unicodeScalars.count < 2_100, "\(long)")
  }

  @Test func aFolderThatIsNoRepositoryIsOneOfThisMachine() {
    let text = "'/x/hub.git' does not appear to be a git repository"
    #expect(RemoteReason(text).kind == .noRepository)
    #expect(RemoteReason(text, isFolder: true).kind == .noFolder)
  }
}
