import MemoCore

/// Why a remote could not be used.
public struct RemoteReason: Equatable, Sendable {
  /// What kind of trouble it is, as far as git's words show it.
  public enum Kind: Equatable, Sendable {
    /// The remote wants a user name and a password, and git has none for it.
    case noCredentials
    /// The remote does not take the user name or the password.
    case wrongCredentials
    /// The remote's SSH server takes none of the user's keys.
    case noKey
    /// The SSH server's own key is unknown here, or another one than before.
    case hostKey
    /// The server's certificate is not one that this machine trusts.
    case certificate
    /// No machine has the name.
    case unknownHost
    /// The machine does not answer.
    case noConnection
    /// The account may not do that there.
    case forbidden
    /// The machine answers, and has no such repository.
    case noRepository
    /// The folder of this machine is not there, or is not a repository.
    case noFolder
    /// The remote's disk is full.
    case diskFull
    /// The remote's repository has lost objects or refs.
    case damaged
    /// Something else.
    case other
  }

  /// Git's own words, or the other program's that it has run.
  public let text: String
  /// What they are about.
  public let kind: Kind

  /// The kind, from the words.
  ///
  /// - Parameters:
  ///   - errors: all that was written, which counts where those words are nothing special.
  ///   - isFolder: whether the remote is a folder of this machine.
  init(_ text: String, in errors: String = "", isFolder: Bool = false) {
    self.text = text
    let kind = Self.kind(of: text) ?? Self.kind(of: errors) ?? .other
    self.kind = kind == .noRepository && isFolder ? .noFolder : kind
  }

  /// A damaged repository at the other end.
  init(damage: String) {
    (text, kind) = (damage, .damaged)
  }

  private static func kind(of text: String) -> Kind? {
    kinds.first { $0.words.contains(where: text.containsBytes) }?.kind
  }

  /// The first that fits. Git and SSH are run with English messages; what hosts write is English anyway.
  private static let kinds: [(kind: Kind, words: [String])] = [
    (.diskFull, GitRepository.fullDisk),
    (.noCredentials, ["could not read Username for", "could not read Password for"]),
    (.wrongCredentials, ["Authentication failed for", "returned error: 401"]),
    (
      .hostKey,
      ["Host key verification failed", "REMOTE HOST IDENTIFICATION HAS CHANGED", "host key is known for"]
    ),
    (.noKey, ["Permission denied (", "Too many authentication failures", "No supported authentication methods"]),
    (.certificate, ["certificate", "SSL peer", "self-signed", "self signed"]),
    (.unknownHost, ["Could not resolve host", "Name or service not known", "nodename nor servname"]),
    (
      .noConnection,
      [
        "Connection refused", "Connection timed out", "Operation timed out", "Connection reset", "No route to host",
        "Network is unreachable", "Network is down", "Failed to connect", "Couldn't connect to server",
        "Connection closed by", "Operation too slow", noAnswer,
      ]
    ),
    (
      .noRepository,
      [
        "does not appear to be a git repository", "Repository not found", "repository not found", "' not found",
        "returned error: 404", "could not be found or you don't have permission",
      ]
    ),
    (
      .forbidden,
      [
        "returned error: 403", "Write access to repository not granted", "Permission to ", "access denied",
        "You are not allowed", "insufficient permission",
      ]
    ),
  ]

  /// What is said where a remote has been silent for too long.
  static let noAnswer = "no answer in time"
}
