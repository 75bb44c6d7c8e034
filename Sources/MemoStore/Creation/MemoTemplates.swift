public import MemoCore

/// The templates of a vault: the files `NAME.md` in `.memo/templates/`, or in a folder of memos that is named instead.
public struct MemoTemplates: Sendable {
  /// Where they stand unless another folder is named.
  public static let folder = VaultPath("\(VaultLocator.marker)/templates")

  private static let ending = Array(".md".utf8)

  private let files: any VaultFiles
  private let writer: any VaultWriting
  private let folder: VaultPath

  /// The templates of a vault.
  public init(of vault: Vault, in folder: VaultPath = Self.folder) {
    (files, writer, self.folder) = (vault.files, vault.writer, folder)
  }

  /// Their names, in byte order.
  public func names() throws(VaultError) -> [String] {
    let entries: [FolderEntry]
    do {
      entries = try files.entries(of: folder) ?? []
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
      return try WholeFile.read(folder.appending(Array(found.utf8) + Self.ending), in: files)?.bytes
    } catch {
      throw .file(error)
    }
  }

  /// Whether something that is no file, such as a symbolic link, has the name of a template.
  public func isObstructed(_ name: String) throws(VaultError) -> Bool {
    guard !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0) else { return false }
    let path = folder.appending(Array(name.utf8) + Self.ending)
    do {
      return try writer.isTaken(path) && files.stamp(of: path) == nil
    } catch {
      throw .file(error)
    }
  }

  private static func name(ofFile name: [UInt8]) -> String? {
    guard name.count > ending.count, name.suffix(ending.count).elementsEqual(ending) else { return nil }
    return String(validating: name.dropLast(ending.count), as: UTF8.self)
  }
}
