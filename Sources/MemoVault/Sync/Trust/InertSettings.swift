/// The settings of a repository that can make git run nothing and read nothing elsewhere, whatever their value.
enum InertSettings {
  /// Sections with their keys; a `*` stands for any subsection.
  private static let keys: [String: Set<String>] = [
    "core": [
      "repositoryformatversion", "filemode", "bare", "logallrefupdates", "ignorecase", "precomposeunicode", "symlinks",
      "autocrlf", "eol", "safecrlf", "quotepath",
    ],
    "remote.*": ["url", "fetch", "gh-resolved"],
    "branch.*": ["remote", "merge", "rebase", "vscode-merge-base", "description"],
    "user": ["name", "email"],
    "pull": ["rebase", "ff"],
    "push": ["default", "autosetupremote"],
    "init": ["defaultbranch"],
    "commit": ["gpgsign"],
  ]

  /// Whether a setting is one of them.
  static func contain(_ entry: RepositoryConfig.Entry) -> Bool {
    if entry.section == "extensions" { return entry.name == "extensions.objectformat" && entry.value == "sha1" }
    // A work tree elsewhere and a repository without one are no vaults.
    if entry.name == "core.bare" { return entry.value == "false" }
    let section = entry.subsection.isEmpty ? entry.section : "\(entry.section).*"
    return keys[section]?.contains(entry.key) ?? false
  }
}
