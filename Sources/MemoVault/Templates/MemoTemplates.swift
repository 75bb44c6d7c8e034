public import MemoCore

/// The templates of a vault: the files `NAME.md` in `.memo/templates/`.
public struct MemoTemplates: Sendable {
  /// Where they stand.
  public static let folder = VaultPath("\(VaultLocator.marker)/templates")

  private static let ending = Array(".md".utf8)

  private let files: any VaultFiles

  /// The templates of a vault.
  public init(of vault: Vault) {
    files = vault.files
  }

  /// Their names, in byte order.
  public func names() throws(VaultError) -> [String] {
    let entries: [FolderEntry]
    do {
      entries = try files.entries(of: Self.folder) ?? []
    } catch {
      throw .file(error)
    }
    let names = entries.compactMap { entry in
      entry.kind == .file ? Self.name(ofFile: entry.name) : nil
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of a template; `nil` where there is none. Case and normalization of the name do not matter.
  public func text(of name: String) throws(VaultError) -> [UInt8]? {
    let names = try names()
    let key = Folding.matchKey(name)
    // A name is looked up among those that are there, so that none leads out of the folder.
    let found = names.first { $0.utf8.elementsEqual(name.utf8) } ?? names.first { Folding.matchKey($0) == key }
    guard let found else { return nil }
    do {
      return try WholeFile.read(Self.folder.appending(Array(found.utf8) + Self.ending), in: files)?.bytes
    } catch {
      throw .file(error)
    }
  }

  private static func name(ofFile name: [UInt8]) -> String? {
    guard name.count > ending.count, name.suffix(ending.count).elementsEqual(ending) else { return nil }
    return String(validating: name.dropLast(ending.count), as: UTF8.self)
  }
}
