import MemoCore
import MemoSync

/// The arguments before it and the environment.
///
/// Settings given on the command line win over those of any file. That is the first line of defence against a repository
/// that came from elsewhere; the second is that git reads those settings alone which `RepositoryGate` has let through.
struct GitEnvironment {
  let call: GitCall
  let environment: [String: String]
  /// The folder that git takes for the repository's common one; `nil` for the repository's own.
  let common: [UInt8]?

  /// Nothing that a repository can name is run, nothing is converted, everything is on the disk before a ref points to it.
  /// Not by the method `batch`: with it, git 2.39 takes no notice of objects that it could not put in their places, and
  /// a ref then names what is not there.
  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.untrackedCache=false", "core.autocrlf=false",
    "core.safecrlf=false", "core.fileMode=false", "core.quotePath=false", "core.precomposeUnicode=true",
    "core.eol=lf", "core.fsync=committed,loose-object,reference,index", "core.fsyncMethod=fsync",
    "color.ui=false", "color.diff=false", "color.push=false", "color.transport=false", "gc.auto=0",
    "maintenance.auto=false", "repack.updateServerInfo=false", "protocol.allow=never",
    "protocol.https.allow=always", "protocol.ssh.allow=always", "fetch.fsckObjects=true",
    "transfer.fsckObjects=true", "submodule.recurse=false", "fetch.writeCommitGraph=false", "fetch.prune=false",
    "fetch.recurseSubmodules=false", "push.followTags=false", "push.gpgSign=false", "push.recurseSubmodules=no",
    "remote.origin.prune=false", "safe.bareRepository=explicit", "advice.detachedHead=false",
    "init.defaultBranch=main", "init.templateDir=",
    "init.defaultObjectFormat=sha1", "init.defaultRefFormat=files", "core.preferSymlinkRefs=false",
    // However a user likes to see commits, memo reads them in one form: lines that it does not expect hide them.
    "log.showSignature=false", "log.follow=false", "i18n.logOutputEncoding=UTF-8", "i18n.commitEncoding=UTF-8",
    "grep.patternType=basic", "grep.extendedRegexp=false",
    // A git that outlived a killed memo may hold a ref while it waits for the disk; by default git gives up after 0.1 s.
    "core.filesRefLockTimeout=2000",
    // Larger blobs than these, which memo never takes, git reads in pieces and not into memory.
    "core.bigFileThreshold=32m",
  ]

  /// What of git's own variables says who the user is and how to get through, not which repository to work on.
  private static let kept: Set = [
    "GIT_ATTR_NOSYSTEM", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH", "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_SSL_CAINFO",
    "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_ASKPASS",
  ]

  /// The commands that are about git's own index, or look for attributes in it.
  private static let readers: Set = [
    "cat-file", "check-attr", "check-ignore", "diff-index", "gc", "hash-object", "lfs", "ls-files", "read-tree",
    "update-index", "write-tree",
  ]

  /// The arguments, all of them.
  var arguments: [[UInt8]] {
    var words: [[UInt8]] = []
    if let root = call.place?.root {
      // In the root, because paths that git reads are relative to the working directory.
      let top = (call.attributes?.top ?? root).bytes
      words = [Array("-C".utf8), top]
      words += [Array("--git-dir=".utf8) + root.appending(".git").bytes, Array("--work-tree=".utf8) + top]
    } else {
      // Not in the working directory: the repository around it, whatever its settings, is none that was checked.
      words = ["-C", "/"].map { Array($0.utf8) } + (call.name == "init" ? [] : [Array("--git-dir=/dev/null".utf8)])
    }
    words.append(Array("--no-pager".utf8))
    if call.name != "check-ignore" { words.append(Array("--literal-pathspecs".utf8)) }
    let conversions = call.attributes?.settings ?? ["core.attributesFile=/dev/null"]
    let settings = Self.settings + conversions + ["protocol.file.allow=\(call.isToFolder ? "always" : "never")"]
    words += settings.flatMap { [Array("-c".utf8), Array($0.utf8)] }
    return words + call.arguments
  }

  /// The environment as `NAME=value`.
  var variables: [[UInt8]] {
    var places: [[UInt8]] = []
    if let common, let root = call.place?.root {
      places.append(Array("GIT_COMMON_DIR=".utf8) + common)
      // Straight to where they are: git makes and names many.
      places.append(Array("GIT_OBJECT_DIRECTORY=".utf8) + root.appending(".git/objects").bytes)
    }
    if let root = call.place?.root, !Self.readers.contains(call.name) {
      // Git would read it nevertheless, and one that a power cut has left unreadable would stop all.
      places.append(Array("GIT_INDEX_FILE=".utf8) + root.appending(".git/memo/no-index").bytes)
    }
    return places + VariableBytes.entries(texts)
  }

  private var texts: [String: String] {
    var variables = environment.filter { !$0.key.hasBytePrefix("GIT_") || Self.kept.contains($0.key) }
    variables.merge(call.variables) { $1 }
    variables["LC_ALL"] = "C"
    variables["LANGUAGE"] = nil
    variables["GIT_OPTIONAL_LOCKS"] = "0"
    variables["GIT_NO_LAZY_FETCH"] = "1"
    // A commit would be built on what replaces its parent on this device alone, and take that to all others.
    variables["GIT_NO_REPLACE_OBJECTS"] = "1"
    // Nor do grafts count, which give commits other parents: a push would take what others sent for a part of the
    // branch. What only they lead to must not be cleaned up. There is no such file.
    if call.name != "gc" { variables["GIT_GRAFT_FILE"] = "/dev/null/none" }
    // Nothing that memo asks for is edited; if git ever started an editor, no program of the repository's would run.
    variables["GIT_EDITOR"] = ":"
    variables["GIT_SEQUENCE_EDITOR"] = ":"
    // Less than a byte a second for a minute, whatever the line is like, unless the user sets another limit.
    variables["GIT_HTTP_LOW_SPEED_LIMIT"] = environment["GIT_HTTP_LOW_SPEED_LIMIT"] ?? "1"
    variables["GIT_HTTP_LOW_SPEED_TIME"] = environment["GIT_HTTP_LOW_SPEED_TIME"] ?? "60"
    if case .remote(let mayAsk, let ssh, _) = call.reach {
      if let ssh { variables["GIT_SSH_COMMAND"] = ssh }
      if mayAsk { return variables }
    }
    variables["GIT_TERMINAL_PROMPT"] = "0"
    variables["GIT_ASKPASS"] = "/bin/false"
    variables["SSH_ASKPASS"] = "/bin/false"
    variables["SSH_ASKPASS_REQUIRE"] = "never"
    variables["GCM_INTERACTIVE"] = "never"
    return variables
  }
}

extension GitCall {
  fileprivate var isToFolder: Bool {
    if case .remote(_, _, isLocal: true) = reach { true } else { false }
  }
}
