#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder in which one vault is measured, with a home of its own so that no setting of the user counts.
struct Workspace {
  let folder: String
  let plan: VaultPlan

  var vault: String { "\(folder)/vault" }
  var cache: String { "\(folder)/cache" }
  var derivedState: String { "\(vault)/.memo" }
  var errorPath: String { "\(folder)/stderr" }

  init(folder: String, plan: VaultPlan) throws {
    self.folder = folder
    self.plan = plan
    try FileSystem.makeFolder(folder)
    for name in ["home", "config", "data", "state", "cache"] { try FileSystem.makeFolder("\(folder)/\(name)") }
  }

  var environment: [String] {
    [
      "LC_ALL=C.UTF-8", "TZ=UTC", "PATH=\(Program.searchPath)", "HOME=\(folder)/home", "XDG_CACHE_HOME=\(cache)",
      "XDG_CONFIG_HOME=\(folder)/config", "XDG_DATA_HOME=\(folder)/data", "XDG_STATE_HOME=\(folder)/state",
    ]
  }

  /// Appends a line to a memo, as an editor that writes in place does.
  func applyEdit(_ number: Int) throws {
    let path = "\(vault)/\(plan.path(plan.editedMemo(number)))"
    try FileSystem.writeFile(Array("One more line, number \(number).\n".utf8), to: path, flags: O_APPEND)
  }

  /// Forgets all that memo derived, inside the vault and outside.
  func removeDerivedState() throws {
    try FileSystem.removeTree(derivedState)
    try FileSystem.removeTree(cache)
    try FileSystem.makeFolder(cache)
  }
}
