import MemoCore
import MemoStore
import MemoWords

/// The settings of a vault that name a folder or a memo by the path that it had before it was moved.
enum MovedSettings {
  /// A memo or a folder by its path before and afterwards.
  typealias Move = (path: VaultPath, newPath: VaultPath)

  private static let keys: [SettingKey] = [.newFolder, .dailyFolder, .dailyTemplate, .templates]
  private static let slash = UInt8(ascii: "/")

  /// Prints the commands that give such settings the new paths.
  static func hint(after moves: [Move], in vault: Vault, _ session: Session) {
    guard let settings = try? vault.settings() else { return }
    let templates = folder(settings.text(SettingKey.templates.rawValue) ?? "")
    let commands = keys.compactMap { key -> String? in
      guard let value = settings.text(key.rawValue), !value.isEmpty else { return nil }
      let path = folder(value)
      let new = moves.lazy.compactMap { move in
        moved(path, move) ?? (key == .dailyTemplate ? movedTemplate(path, move, in: templates) : nil)
      }.first
      return new.map { "memo config \(key.rawValue) \(ShellWord.operands($0.text))" }
    }
    if !commands.isEmpty { session.hint(SetupMessages.movedSettings(commands.joined(separator: "; "))) }
  }

  private static func folder(_ value: String) -> VaultPath {
    let bytes = Array(value.utf8)
    return VaultPath(bytes: bytes.last == slash ? Array(bytes.dropLast()) : bytes)
  }

  /// The new path of what was moved, or of something in it; `nil` for another one.
  private static func moved(_ path: VaultPath, _ move: Move) -> VaultPath? {
    guard path == move.path || path.isBelow(move.path) else { return nil }
    return VaultPath(bytes: move.newPath.bytes + path.bytes[move.path.bytes.count...])
  }

  /// The new name of a template that was moved: its path without its ending, or its name in the folder of templates.
  private static func movedTemplate(_ name: VaultPath, _ move: Move, in templates: VaultPath) -> VaultPath? {
    let (old, new) = (withoutEnding(move.path), withoutEnding(move.newPath))
    if name == old { return new }
    let path = templates.appending(name.bytes)
    guard templates != .root, old == path || move.path == path else { return nil }
    guard new.isBelow(templates) else { return new }
    return VaultPath(bytes: Array(new.bytes[(templates.bytes.count + 1)...]))
  }

  private static func withoutEnding(_ path: VaultPath) -> VaultPath {
    MemoFileRules.hasMemoExtension(path) ? path.parent.appending(Array(MemoFileRules.stem(of: path))) : path
  }
}
