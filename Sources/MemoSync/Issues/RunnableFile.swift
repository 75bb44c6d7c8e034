public import MemoCore

/// A received file that may run without anybody meaning to run it.
///
/// A vault is a folder like any other: people enter it in a shell and open it in editors, and some of these obey files that
/// they find there. Named are those files that a tool acts on when its folder is entered or opened, asked or not: such a
/// question is answered without a look by who thinks of the folder as their own notes. Files that only a command of the
/// user's starts (`Makefile`, `package.json`) or that run nothing (`.editorconfig`) are not among them.
public struct RunnableFile: Equatable, Sendable {
  /// Where it is.
  public let path: VaultPath
  /// The tool that obeys it; `nil` for a file that the system runs, an executable one.
  public let tool: String?

  /// The file that an entry of a tree is, if it is such a file.
  init?(_ entry: TreeEntry) {
    guard entry.mode.isFile else { return nil }
    let tool = Self.tool(of: entry.path)
    guard tool != nil || entry.mode == .executable else { return nil }
    (path, self.tool) = (entry.path, tool)
  }

  /// Those that changes bring or change.
  static func found(in changes: [TreeChange]) -> [RunnableFile] {
    changes.compactMap { $0.new.flatMap(RunnableFile.init) }
  }

  /// Files by their names, wherever they are.
  private static let names = table([
    (".envrc", "direnv"), (".autoenv.zsh", "autoenv"), ("mise.toml", "mise"),
    (".mise.toml", "mise"), (".tool-versions", "mise"), (".nvim.lua", "Neovim"), (".nvimrc", "Neovim"),
    (".exrc", "vi"), (".vimrc", "Vim"), (".lvimrc", "Vim"), (".gvimrc", "Vim"), (".dir-locals.el", "Emacs"),
    (".dir-locals-2.el", "Emacs"), (".devcontainer.json", "VS Code"), (".mcp.json", "Claude Code"),
    (".gdbinit", "gdb"), (".lldbinit", "lldb"),
  ])

  /// Folders all of whose files count, by their names, wherever they are.
  private static let folders = table([
    (".vscode", "VS Code"), (".devcontainer", "VS Code"), (".idea", "IntelliJ"), (".zed", "Zed"), (".helix", "Helix"),
    (".husky", "git"), (".githooks", "git"), (".mise", "mise"), (".claude", "Claude Code"), (".cursor", "Cursor"),
  ])

  private static func table(_ entries: [(String, String)]) -> [[UInt8]: String] {
    Dictionary(uniqueKeysWithValues: entries.map { (Array($0.0.utf8), $0.1) })
  }

  private static func tool(of path: VaultPath) -> String? {
    // Not every file system knows case.
    let parts = path.components.map { $0.map(\.lowercasedASCII) }
    guard let name = parts.last else { return nil }
    let above = parts.dropLast()
    if let tool = names[name] ?? above.lazy.compactMap({ folders[$0] }).first { return tool }
    if isRunByObsidian(name, in: above) { return "Obsidian" }
    if holds(above, ".config", "mise") { return "mise" }
    return name.elementsEqual("custom.js".utf8) && above.last?.elementsEqual("logseq".utf8) == true ? "Logseq" : nil
  }

  /// Endings of the files that a plugin's code is in; what else it keeps beside them changes with every use.
  private static let codeEndings = [".js", ".mjs", ".cjs", ".wasm", ".node"].map { Array($0.utf8) }

  /// Plugins of Obsidian whose settings hold commands or name scripts, some of which run when it starts.
  private static let scriptingPlugins = Set(
    ["obsidian-shellcommands", "templater-obsidian", "quickadd", "customjs"].map { Array($0.utf8) })

  /// Whether a file is the code of a plugin, says which plugins run, or holds what one of them runs.
  private static func isRunByObsidian(_ name: [UInt8], in above: ArraySlice<[UInt8]>) -> Bool {
    guard holds(above, ".obsidian", "plugins") else {
      return name.elementsEqual("community-plugins.json".utf8)
        && above.last?.elementsEqual(".obsidian".utf8) == true
    }
    return codeEndings.contains { name.suffix($0.count).elementsEqual($0) }
      || name.elementsEqual("data.json".utf8) && above.last.map(scriptingPlugins.contains) == true
  }

  private static func holds(_ folders: ArraySlice<[UInt8]>, _ outer: String, _ inner: String) -> Bool {
    zip(folders, folders.dropFirst()).contains { $0.elementsEqual(outer.utf8) && $1.elementsEqual(inner.utf8) }
  }
}
