import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// A folder of the vault as a command line names it.
struct FolderArgument {
  private let bytes: [UInt8]
  private let session: Session

  init(_ bytes: [UInt8], _ session: Session) {
    (self.bytes, self.session) = (bytes, session)
  }

  /// The folder's path in a vault: from the working directory where it is there, or is named by `./` or `../`; else from
  /// the root. A folder that is there in another normalization is meant. `nil` outside of the vault.
  ///
  /// - Throws: `UsageError` for an empty name, as of a script's variable that is not set.
  func folder(in vault: Vault) throws -> VaultPath? {
    guard !bytes.isEmpty else { throw UsageError(.missingValue, Text("DIR is empty", ko: "폴더가 비어 있습니다")) }
    let spelling = FolderSpelling(in: vault.files)
    if let near = try fromWorkingDirectory(in: vault).map(spelling.folder) {
      if isDotted || isAbsolute { return near }
      if try vault.files.folderStamp(of: near) != nil { return near }
    }
    return try HostPath(bytes, from: vault.root).path(inVault: vault.root).map(spelling.folder)
  }

  /// The path of a memo to be that it names, in a folder that is found as `folder` is; `nil` for the name of a folder.
  func file(in vault: Vault) throws -> VaultPath? {
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
    guard MemoFileRules.hasMemoExtension(VaultPath(bytes: name)) else { return nil }
    if let folder = try folder(in: vault), try vault.files.folderStamp(of: folder) != nil { return nil }
    // Without a folder, the file is in the working directory.
    let parent = slash.map { Array(bytes[...$0]) } ?? Array("./".utf8)
    return try FolderArgument(parent, session).folder(in: vault)?.appending(name)
  }

  private var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  private var isDotted: Bool {
    let first = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false).first ?? []
    return first.elementsEqual(".".utf8) || first.elementsEqual("..".utf8)
  }

  private func fromWorkingDirectory(in vault: Vault) -> VaultPath? {
    // Without symbolic links, as the vault's root is.
    let host = session.machine.host
    guard let here = host.realPath(of: session.machine.workingDirectory) else { return nil }
    let path = HostPath(bytes, from: here)
    return path.path(inVault: vault.root) ?? host.place(of: path, inVault: vault.root)
      ?? host.realPath(of: path)?.path(inVault: vault.root)
  }
}

/// A title as it is written on a command line.
enum TitleArgument {
  /// The words as one title.
  ///
  /// - Throws: `UsageError` for bytes that are not UTF-8, which would be others in the memo.
  static func text(_ words: [RawArgument]) throws -> String {
    let texts = try words.map { word in
      guard let text = word.exactText else { throw UsageError.invalid(word, for: "TITLE", .notText) }
      return text
    }
    return MemoText.givenTitle(texts.joined(separator: " "))
  }
}
