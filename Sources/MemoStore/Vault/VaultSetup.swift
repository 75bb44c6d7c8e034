import MemoCore

/// Makes a folder a vault: `.memo/` with an id and the rules that hide derived state from git.
public enum VaultSetup {
  private static let ignorePath = VaultPath("\(VaultLocator.marker)/.gitignore")
  private static let ignoreRules = """
    # Derived state stays on this device; the settings and the templates travel with the memos.
    *
    !.gitignore
    !config.json
    !templates/
    !templates/**

    """

  /// Writes what is missing; returns whether the folder was no vault before.
  ///
  /// - Parameter randomId: called for the vault's id where it has none: 32 hexadecimal digits.
  public static func prepare(_ vault: Vault, randomId: () -> String = Self.randomId) throws(VaultError) -> Bool {
    do {
      _ = try vault.writer.create(ignorePath, contents: Array(ignoreRules.utf8), modified: nil)
      let settings = "{\n  \"id\" : \"\(randomId())\"\n}\n"
      return try vault.writer.create(Vault.settingsPath, contents: Array(settings.utf8), modified: nil)
    } catch {
      throw .file(error)
    }
  }

  /// 128 random bits in hexadecimal.
  public static func randomId() -> String {
    (0..<16).map { _ in
      let byte = String(UInt8.random(in: .min ... .max), radix: 16)
      return byte.utf8.count == 1 ? "0\(byte)" : byte
    }.joined()
  }
}
