public import MemoCore
public import MemoStore

/// Texts that could not be saved in their vault before the split view ended, each in a file of its own. The folder is the
/// user's: no vault could have taken them, and other users may not read them.
public struct RescuedTexts: Sendable {
  private let folder: HostPath?
  private let host: any HostFiles

  private static let folderName = "unsaved"
  private static let mostAtOnce = 100

  /// - Parameter state: where memo keeps its state about the user; without it nothing can be kept.
  public init(in state: HostPath?, host: any HostFiles) {
    folder = state?.appending(Self.folderName)
    self.host = host
  }

  /// Keeps a text; returns its file, or `nil` if it cannot be written here either.
  ///
  /// - Parameter time: the time in the user's zone, nanoseconds since 1970, which names the file.
  public func keep(_ text: [UInt8], at time: Int64) -> HostPath? {
    guard let folder else { return nil }
    do {
      try host.makeFolder(folder, isPrivate: true)
      let writer = try host.vault(at: folder).writer
      // Colons are not for names of files everywhere.
      let seconds = String(Timestamp.rfc3339(time).prefix(19)).replacing(":", by: ".")
      for number in 1...Self.mostAtOnce {
        let name = VaultPath(number == 1 ? "\(seconds).md" : "\(seconds) \(number).md")
        if try writer.create(name, contents: text, modified: nil) { return folder.appending(name.text) }
      }
    } catch {
      // The caller says that the text is not saved.
    }
    return nil
  }

  /// The folder of the texts that are kept, until the user has taken all of them out of it; `nil` if there is none.
  public var waiting: HostPath? {
    guard let folder, host.kind(of: folder) == .folder,
      let entries = try? host.vault(at: folder).files.entries(of: .root), !entries.isEmpty
    else { return nil }
    return folder
  }
}
