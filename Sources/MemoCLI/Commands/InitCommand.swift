import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// `memo init`
enum InitCommand: Command {
  private static let folder = Positional(
    "DIR", .optional,
    help: Text(
      "The folder; created if missing. By default the working directory",
      ko: "보관함으로 만들 폴더. 없으면 만듦. 기본값은 현재 폴더"),
    completion: .folders)
  private static let git = Flag(
    "git", help: Text("Also make it a git repository, on branch main", ko: "main 브랜치를 가진 git 저장소로도 만들기"))

  static let declaration = CommandDeclaration(
    "init",
    explanations: [
      "vault": SetupMessages.whatVaultsAre, "vaults": SetupMessages.whatVaultsAre, "보관함": SetupMessages.whatVaultsAre,
    ], group: .start, isCommon: true, summary: Text("Make a folder a vault", ko: "폴더를 보관함으로 만들기"),
    description: [
      Text(
        """
        Any folder of Markdown files can be a vault. This command adds '.memo', where memo keeps settings and its \
        cache; memos are not touched. It reports what it finds: memos, a git repository, and what Obsidian or zk keep there.
        """,
        ko: """
          마크다운 파일이 든 폴더는 무엇이든 보관함이 될 수 있습니다. 이 명령은 memo의 설정과 캐시를 담는 '.memo'를 추가할 뿐, 메모는 건드리지 않습니다. 메모와 git 저장소, 옵시디언이나 zk의 폴더가 있으면 알려 \
          줍니다.
          """)
    ],
    positionals: [folder], options: [git],
    examples: [
      CommandExample("memo init ~/memos", Text("a vault in your home folder", ko: "홈 폴더에 보관함 만들기")),
      CommandExample(
        "memo init --git", Text("the working directory, under version control", ko: "현재 폴더를 git 저장소가 있는 보관함으로")),
    ],
    seeAlso: ["new", "import"])

  static func run(_ session: Session) throws -> ExitCode {
    if session.arguments[folder] == "" { throw UsageError.empty(folder, of: declaration) }
    let named = try session.arguments[folder] ?? session.namedVault()
    let path = try session.machine.path(named?.bytes ?? [])
    let wasVault = session.machine.host.kind(of: path.appending(VaultPath(VaultLocator.marker))) != nil
    let vault = try makeVault(in: path, session)
    let workspace = session.workspace(of: vault)
    if session.arguments[git] { try makeRepository(workspace, wasVault: wasVault, session) }
    warnOfRepository(workspace, session)
    return .done
  }

  /// Makes a folder a vault, and says what is there.
  static func makeVault(in path: HostPath, _ session: Session) throws -> Vault {
    let host = session.machine.host
    try host.makeFolder(path)
    guard let root = host.realPath(of: path) else { throw VaultError.notAFolder(path) }
    let vault = try Vault(at: root, host: host)
    guard try VaultSetup.prepare(vault) else {
      session.note(Message.alreadyVault(root.text))
      return vault
    }
    session.note(Message.initialized(root.text))
    // Files that cannot be read are reported by the commands that read them.
    if let count = try? vault.current().count, count > 0 { session.note(SetupMessages.memos(count)) }
    for tool in SetupMessages.Tool.allCases where host.kind(of: root.appending(tool.folder)) == .folder {
      // One that lacks a part is none, which is said of it later.
      if tool == .git, isUnfinished(session.workspace(of: vault)) { continue }
      session.note(SetupMessages.found(tool))
      if tool == .git, let hooks = hooks(in: root, host) { session.note(SetupMessages.hooks(hooks)) }
      if tool == .obsidian {
        for hint in obsidianHints(root, host) { session.hint(hint) }
        hintAtIgnoredObsidian(vault, session)
      }
    }
    return vault
  }

  /// The hooks that git runs when it commits, merges and pushes, or the folder that they are in; `nil` if there are none.
  private static func hooks(in root: HostPath, _ host: any HostFiles) -> String? {
    let config = try? host.contents(of: root.appending(VaultPath(".git/config")), limit: configLimit)
    if let folder = config.flatMap({ RepositoryConfig($0) })?.value("core", "", "hookspath"), !folder.isEmpty {
      return folder.utf8.count <= longestFolder ? folder : "core.hooksPath"
    }
    let found = hookNames.filter { host.kind(of: root.appending(VaultPath(".git/hooks/\($0)"))) == .file }
    return found.isEmpty ? nil : found.joined(separator: ", ")
  }

  private static let hookNames = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-merge-commit", "post-merge", "pre-push",
  ]
  private static let configLimit = 1 << 20
  /// A longer path of a stranger's is not printed.
  private static let longestFolder = 100

  /// Obsidian's folders, which memo uses only where it is told to, and what it writes that is of no use elsewhere.
  private static func obsidianHints(_ root: HostPath, _ host: any HostFiles) -> [Text] {
    func value(_ key: String, in file: String) -> String? {
      (try? Settings(at: root.appending(VaultPath(".obsidian/\(file)")), host: host))?.text(key)
    }
    let found: [(SettingKey, String?)] = [
      (.dailyFolder, value("folder", in: "daily-notes.json")), (.dailyFormat, value("format", in: "daily-notes.json")),
      (.dailyTemplate, value("template", in: "daily-notes.json")),
      (.templates, value("folder", in: "templates.json")),
    ]
    let commands = found.compactMap { setting, value in
      value.flatMap { $0.isEmpty ? nil : "memo config \(setting.rawValue) \(ShellWord.operands($0))" }
    }
    let folders = commands.isEmpty ? [] : [SetupMessages.obsidianFolders(commands.joined(separator: "; "))]
    let layout = VaultPath("\(Vault.obsidianPath.text)/workspace.json")
    guard host.kind(of: root.appending(layout)) == .file, let command = command(toIgnore: layout, root, host) else {
      return folders
    }
    return folders + [SetupMessages.obsidianLayout(command)]
  }

  /// The command that has git ignore a file; `nil` where it does, or where that cannot be known.
  private static func command(toIgnore path: VaultPath, _ root: HostPath, _ host: any HostFiles) -> String? {
    let file = root.appending(".gitignore")
    let name = ShellWord.of(file.text)
    guard let kind = host.kind(of: file) else { return "echo \(path.text) > \(name)" }
    guard kind == .file, let bytes = try? host.contents(of: file, limit: configLimit) else { return nil }
    guard !ignores(path, bytes) else { return nil }
    // Its last line may have no end.
    let isEnded = bytes.last.map { $0 == UInt8(ascii: "\n") } ?? true
    return isEnded ? "echo \(path.text) >> \(name)" : "printf '\\n%s\\n' \(path.text) >> \(name)"
  }

  /// Whether one of the patterns of a `.gitignore` covers a file.
  private static func ignores(_ path: VaultPath, _ patterns: [UInt8]) -> Bool {
    let lines = patterns.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return lines.map { MemoLayout.trimmed(String(decoding: $0, as: UTF8.self)) }.contains { line in
      line.utf8.first.map { !"#!".utf8.contains($0) } ?? false && Glob(line).covers(path)
    }
  }

  /// Where git ignores Obsidian's folder, from which the rule for titles comes, other devices have another rule.
  static func hintAtIgnoredObsidian(_ vault: Vault, _ session: Session) {
    let host = session.machine.host
    let named = (try? vault.settings())?.text(TitleSetting.key).flatMap { TitleSetting($0) } ?? .automatic
    guard named == .automatic, host.kind(of: vault.root.appending(Vault.obsidianPath)) == .folder,
      let patterns = try? host.contents(of: vault.root.appending(".gitignore"), limit: configLimit),
      ignores(VaultPath("\(Vault.obsidianPath.text)/app.json"), patterns)
    else { return }
    session.hint(SetupMessages.obsidianIgnored)
  }

  /// A vault in the repository of something else, or with one that cannot be used, cannot be synced; that is better known
  /// before there are memos.
  private static func warnOfRepository(_ workspace: Workspace, _ session: Session) {
    do {
      _ = try workspace.gate.open()
    } catch let error as SyncError {
      switch error {
      case .repository(.insideAnother), .repository(.linked), .repository(.unfinished): break
      default: return
      }
      let failure = SyncMessages.failure(error)
      for text in [failure.message] + failure.hints { session.note(text) }
    } catch {
      // Whoever syncs finds out.
    }
  }

  /// Makes the vault a repository; one that was not made to its end, as on a full disk, is completed.
  private static func makeRepository(_ workspace: Workspace, wasVault: Bool, _ session: Session) throws {
    let root = workspace.vault.root
    guard session.machine.host.kind(of: root.appending(".git")) == nil || isUnfinished(workspace) else {
      // A vault that was made just now has said what it found.
      if wasVault { session.note(SetupMessages.alreadyRepository(root.text)) }
      return
    }
    try GitRepository(making: root, git: session.machine.git).make()
    session.note(Message.madeRepository(root.text))
  }

  private static func isUnfinished(_ workspace: Workspace) -> Bool {
    do {
      _ = try workspace.gate.open()
      return false
    } catch SyncError.repository(.unfinished) {
      return true
    } catch {
      return false
    }
  }
}
