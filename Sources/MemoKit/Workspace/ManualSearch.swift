public import MemoCore

/// Where `man` looks for pages, as far as its variables decide about that.
public struct ManualSearch: Sendable {
  private let folders: [HostPath]

  private static let usual = ["/usr/share/man", "/usr/local/share/man", "/usr/local/man", "/usr/man"]

  /// Reads the variables.
  ///
  /// - Parameters:
  ///   - manualPath: `MANPATH`. An empty part of it stands for the default folders.
  ///   - programPath: `PATH`. The default folders are next to those of programs: `~/.local/share/man` for `~/.local/bin`.
  public init(manualPath: String?, programPath: String?) {
    let named = Self.parts(of: manualPath ?? "")
    let isDefault = named.contains(where: \.isEmpty)
    let programs = isDefault ? Self.parts(of: programPath ?? "").filter { !$0.isEmpty }.map { HostPath($0) } : []
    folders =
      named.filter { !$0.isEmpty }.map { HostPath($0) } + (isDefault ? Self.usual.map { HostPath($0) } : [])
      + programs.flatMap { folder in
        [folder.appending("man"), folder.parent.appending("man"), folder.parent.appending("share/man")]
      }
  }

  /// Whether pages in a folder are found.
  public func finds(_ folder: HostPath) -> Bool { folders.contains(folder) }

  private static func parts(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
