public import MemoCore
import MemoIndex
public import MemoStore
public import MemoSync

/// A look at what memo depends on: the terminal, the locale, programs, the vault. Nothing is changed.
public struct Checkup {
  /// What was found of one thing.
  public enum Finding: Equatable, Sendable {
    /// The type that `TERM` names; `nil` where output does not go to a terminal.
    case terminal(String?)
    /// The locale of characters, as it is set; empty where none is.
    case locale(String)
    /// What git says of its version; `nil` where none is installed.
    case git(String?)
    /// The name and address that commits get; `nil` where git has none.
    case author(String?)
    /// The editor's command line, and whether its program is there.
    case editor(String, isThere: Bool)
    /// The program that sets the clipboard; `nil` where the terminal is asked to.
    case clipboard(String?)
    /// How many folders the user's programs may watch, and how many the vault has.
    case watches(limit: Int, folders: Int)
    /// The vault's root, its number of memos, and why it cannot be written to; `nil` where there is no vault.
    case vault(HostPath, memos: Int, refusal: SystemReason?)
    case noVault
    /// A vault that cannot be used, such as one with broken settings.
    case badVault(VaultError)
    /// A vault with a file or folder that cannot be read and without which it cannot be used.
    case unreadable(FileError)
    /// A change of the vault that was interrupted.
    case interrupted(InterruptedChange)
    /// What memo keeps in the vault and this user cannot write to, sorted, and the number of the owner of the first; there is at
    /// least one.
    case unwritable([VaultPath], owner: UInt32)
    /// Texts of memos without a title whose editor is open, or was killed, sorted; there is at least one.
    case drafts([VaultPath])
    /// Memos whose files have other names (hard links), sorted; there is at least one.
    case shared([VaultPath])
    /// Files that git's own index has git pass over, so that git does not see them change, sorted; there is at least one.
    case passedOver([VaultPath])
    /// Where the vault syncs to, without a password, or `nil` where it does not, why a sync could not start, and how syncing
    /// went last where one could.
    case remote(String?, trouble: SyncTrouble?, log: SyncLog? = nil)

    /// Whether something does not work because of it, or not as it could.
    public var isTrouble: Bool {
      switch self {
      case .terminal(let type): type == "" || type == "dumb"
      case .locale(let name): !Self.isUnicode(name)
      case .git(let version): version == nil
      case .author(let author): author == nil
      case .editor(_, let isThere): !isThere
      case .watches(let limit, let folders): limit < folders * 2
      case .vault(_, _, let refusal): refusal != nil
      case .noVault, .badVault, .unreadable, .unwritable, .interrupted: true
      case .remote(_, let trouble, let log): trouble != nil || log?.lastError != nil
      case .clipboard, .drafts, .shared, .passedOver: false
      }
    }

    /// Whether a locale's characters are UTF-8: `ko_KR.UTF-8`, `de_DE.utf8@euro`.
    private static func isUnicode(_ locale: String) -> Bool {
      let name = locale.utf8.prefix { $0 != UInt8(ascii: "@") }.map { $0 | 0x20 }
      return ["utf-8", "utf8"].contains { name.suffix($0.utf8.count).elementsEqual($0.utf8.map { $0 | 0x20 }) }
    }
  }

  private let machine: Machine
  private let workspace: Workspace?
  private let refusal: (any Error)?

  /// - Parameters:
  ///   - workspace: the vault to look at; `nil` where none was found, or the one that was found cannot be used.
  ///   - refusal: why not.
  public init(of machine: Machine, in workspace: Workspace?, refusal: (any Error)? = nil) {
    (self.machine, self.workspace, self.refusal) = (machine, workspace, refusal)
  }

  /// All findings, in the order in which they matter.
  public func findings() -> [Finding] {
    let isTerminal = machine.console.outputIsTerminal
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(machine.variable).first ?? ""
    let version = answer(of: "git", ["--version"])
    return [.terminal(isTerminal ? machine.variable("TERM") ?? "" : nil), .locale(locale), .git(version)]
      + (version == nil ? [] : [.author(author)]) + [editor, .clipboard(clipboard)] + vault
  }

  /// Whom git takes for the author of a commit, by its settings or the environment, but not by a guess.
  private var author: String? {
    let words = ["-c", "user.useConfigOnly=true", "var", "GIT_AUTHOR_IDENT"]
    // Name <address> 1700000000 +0000
    return answer(of: "git", words).flatMap { identity in
      identity.utf8.lastIndex(of: UInt8(ascii: ">")).map { String(identity[...$0]) }
    }
  }

  private var editor: Finding {
    let line = Editor(on: machine).line
    let program = EditorLine.program(of: line)
    return .editor(line, isThere: program.map { $0.utf8.contains(UInt8(ascii: "/")) || find($0) != nil } ?? false)
  }

  private var clipboard: String? {
    Clipboard(on: machine, outside: workspace?.vault.root).copyTool(isHTML: false)?.name
  }

  private var vault: [Finding] {
    guard let workspace else { return [Self.finding(of: refusal)] }
    let index: VaultIndex
    do {
      index = try workspace.index()
    } catch {
      return [Self.finding(of: error)]
    }
    let root = workspace.vault.root
    let refusal = machine.host.writeRefusal(of: root)
    var found: [Finding] = [.vault(root, memos: index.count, refusal: refusal)]
    do {
      try workspace.vault.checkSettingsFile()
    } catch {
      found.append(Self.finding(of: error))
    }
    if refusal == nil, let unwritable = unwritable(in: workspace.vault) { found.append(unwritable) }
    if let change = workspace.interruptedChange() { found.append(.interrupted(change)) }
    let drafts = UntitledDraft.all(in: workspace.vault)
    if !drafts.isEmpty { found.append(.drafts(drafts)) }
    let shared = index.memos.map(\.path).filter { workspace.vault.files.stamp(of: $0)?.isShared == true }.sorted()
    if !shared.isEmpty { found.append(.shared(shared)) }
    found.append(remote(of: workspace))
    if let passed = try? workspace.syncer().filesPassedOver(), !passed.isEmpty { found.append(.passedOver(passed)) }
    guard let limit = watchLimit else { return found }
    return found + [.watches(limit: limit, folders: Set(index.memos.map { $0.path.parent }).count)]
  }

  /// Why there is no vault to look at.
  private static func finding(of refusal: (any Error)?) -> Finding {
    if let error = refusal as? FileError { return .unreadable(error) }
    guard let error = refusal as? VaultError else { return .noVault }
    if case .noVault = error { return .noVault }
    return .badVault(error)
  }

  /// What every change of memos, or a deletion, writes to.
  private static let ownNames = ["", "/cache", "/drafts", "/history", "/lock", "/moves", "/trash"]

  /// One command that root ran may have made what no other user can write to.
  private func unwritable(in vault: Vault) -> Finding? {
    let paths = Self.ownNames.map { VaultPath(VaultLocator.marker + $0) }
      .filter { path in
        let place = vault.root.appending(path)
        return machine.host.kind(of: place) != nil && machine.host.writeRefusal(of: place) != nil
      }
    guard let first = paths.first, let owner = try? vault.files.ownership(of: first) else { return nil }
    return .unwritable(paths, owner: owner.user)
  }

  private func remote(of workspace: Workspace) -> Finding {
    guard let syncer = try? workspace.syncer() else { return .remote(nil, trouble: nil) }
    do {
      try syncer.checkCanStart()
    } catch SyncError.noRemote, SyncError.otherRemotes, SyncError.repository(.missing),
      SyncError.repository(.insideAnother)
    {
      return .remote(nil, trouble: nil)
    } catch GitError.notInstalled where machine.host.kind(of: workspace.vault.root.appending(".git")) == nil {
      return .remote(nil, trouble: nil)
    } catch {
      return .remote(nil, trouble: SyncTrouble(error))
    }
    let status = try? syncer.status()
    return .remote(status?.remote, trouble: nil, log: status?.log)
  }

  /// How many folders inotify watches for this user.
  private var watchLimit: Int? {
    let file = HostPath("/proc/sys/fs/inotify/max_user_watches")
    guard let bytes = try? machine.host.contents(of: file, limit: 32) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self))
  }

  // MARK: Programs

  private func find(_ name: String) -> [UInt8]? { machine.programs.find(name, outside: workspace?.vault.root) }

  /// The first line that a program writes; `nil` where it fails or writes none.
  private func answer(of name: String, _ arguments: [String]) -> String? {
    guard let program = find(name),
      let run = try? machine.programs.run(program, arguments: arguments.map { Array($0.utf8) }, reading: []),
      run.exit == .exited(0)
    else { return nil }
    let line = String(decoding: run.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return line.isEmpty ? nil : line
  }
}
