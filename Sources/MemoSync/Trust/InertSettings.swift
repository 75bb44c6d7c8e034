/// The settings of a repository that can make git, as memo calls it, run nothing and read nothing elsewhere, whatever their
/// value.
///
/// Memo runs no pager and no editor, merges without git, gives every command its remote and its commits by name, and no
/// command that may be missing. So what those settings are for is never reached, and what others say on the command line
/// (`GitEnvironment`) wins.
enum InertSettings {
  /// Sections all of whose settings are.
  private static let sections: Set<String> = [
    "advice", "branch", "checkout", "color", "column", "commit", "difftool", "gui", "mergetool", "pager", "pull",
    "rebase",
    "rerere", "stash", "status", "tag",
  ]

  /// Sections with their keys; a `*` is any subsection.
  private static let keys: [String: Set<String>] = [
    "core": [
      "repositoryformatversion", "filemode", "bare", "logallrefupdates", "ignorecase", "precomposeunicode", "symlinks",
      "autocrlf", "eol", "safecrlf", "quotepath", "abbrev", "checkstat", "commentchar", "compression", "editor",
      "hidedotfiles", "longpaths", "loosecompression", "pager", "preloadindex", "sparsecheckout", "sparsecheckoutcone",
      "splitindex", "trustctime", "untrackedcache", "whitespace",
    ],
    "author": ["name", "email"], "committer": ["name", "email"],
    "credential": ["username", "usehttppath"], "credential.*": ["username", "usehttppath"],
    "diff": [
      "algorithm", "colormoved", "colormovedws", "context", "guitool", "indentheuristic", "interhunkcontext",
      "mnemonicprefix", "noprefix", "renamelimit", "renames", "statgraphwidth", "tool", "wserrorhighlight",
    ],
    "feature": ["manyfiles"],
    "fetch": ["all", "output", "parallel", "prune", "prunetags", "showforcedupdates", "writecommitgraph"],
    "gc": ["auto", "autodetach"],
    "http": ["lowspeedlimit", "lowspeedtime", "postbuffer", "version"],
    "index": ["skiphash", "sparse", "threads", "version"],
    "init": ["defaultbranch"],
    // What git-lfs notes for itself.
    "lfs": ["repositoryformatversion"], "lfs.*": ["access", "locksverify"],
    "log": ["abbrevcommit", "date", "decorate"],
    "maintenance": ["auto", "strategy"],
    "merge": [
      "autostash", "conflictstyle", "directoryrenames", "ff", "guitool", "log", "renamelimit", "renames", "stat",
      "tool",
      "verbosity",
    ],
    "push": ["autosetupremote", "default", "followtags", "useforceifincludes"],
    // What `git init --shared` adds, for pushes into this repository.
    "receive": ["denynonfastforwards"],
    "remote": ["pushdefault"],
    // Where the remote is, and whether it may be reached, `RepositoryGate` decides when a sync is about to.
    "remote.*": [
      "url", "pushurl", "fetch", "gh-resolved", "prune", "prunetags", "skipdefaultupdate", "skipfetchall", "tagopt",
    ],
    "sequence": ["editor"],
    // Memo calls no command that goes into submodules; what such a one may run is in `update`.
    "submodule": ["active", "recurse"],
    "submodule.*": ["active", "branch", "fetchrecursesubmodules", "ignore", "shallow", "url"],
    "user": ["email", "name", "signingkey", "useconfigonly"],
  ]

  /// Whether a setting is one of them.
  static func contain(_ entry: RepositoryConfig.Entry) -> Bool {
    if entry.section == "extensions" { return entry.subsection.isEmpty && isOfUsualForm(entry) }
    // A work tree elsewhere and a repository without one are no vaults.
    if entry.name == "core.bare" { return entry.isValue("false") }
    if entry.name == "core.sharedrepository" { return isForAGroup(entry) }
    if entry.section == "alias" { return isPlainAlias(entry) }
    if sections.contains(entry.section) || MergeDriver.holds(entry) { return true }
    let section = entry.subsection.isEmpty ? entry.section : "\(entry.section).*"
    return keys[section]?.contains(entry.key) ?? false
  }

  /// Whether no one but the user and a group may read git's files, or change them. No value means `true`.
  private static func isForAGroup(_ entry: RepositoryConfig.Entry) -> Bool {
    let values: [StaticString] = ["group", "true", "1", "umask", "false", "0", "0660", "0640", "0600"]
    return entry.value == nil || values.contains { value in entry.isValue(value) }
  }

  /// Whether an extension changes nothing of what is read.
  private static func isOfUsualForm(_ entry: RepositoryConfig.Entry) -> Bool {
    switch entry.key {
    case "objectformat": entry.isValue("sha1")
    case "refstorage": entry.isValue("files")
    default: ["noop", "preciousobjects"].contains(entry.key)
    }
  }

  /// No alias replaces a command that exists. But programs that git looks for next to itself may be missing, and then an
  /// alias is asked: `remote-https`, `credential-x`.
  private static func isPlainAlias(_ entry: RepositoryConfig.Entry) -> Bool {
    entry.subsection.isEmpty && !entry.key.utf8.contains(UInt8(ascii: "-"))
  }
}
