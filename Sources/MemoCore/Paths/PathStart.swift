/// The start of a path of the vault, as a person types it in a working directory.
public struct PathStart: Equatable, Sendable {
  /// The `./` and `../` in front of it, with a slash at the end; empty where there are none.
  public let lead: String
  /// The folder that they lead to, which the path is meant from.
  public let folder: VaultPath
  /// What follows them.
  public let rest: String

  /// Whether it means the same from the vault's root.
  public var isFromRoot: Bool { lead.isEmpty && folder == .root }

  /// A path as it goes on from what is typed; `nil` for one that is not below the folder.
  public func bytes(_ path: VaultPath) -> [UInt8]? {
    below(path).map { Array(lead.utf8) + $0 }
  }

  /// The same without the `./` and `../`.
  public func below(_ path: VaultPath) -> ArraySlice<UInt8>? {
    guard path != folder, path.isBelow(folder) else { return nil }
    return path.bytes.dropFirst(folder == .root ? 0 : folder.bytes.count + 1)
  }
}

extension RelativePaths {
  /// Takes the start of a path apart; `nil` where it is absolute or leaves the vault, or where the working directory is
  /// outside.
  public func start(_ typed: String) -> PathStart? {
    guard var folders = folders.map({ $0[...] }), typed.utf8.first != Self.slash else { return nil }
    var rest = Substring(typed).utf8
    while true {
      let part = rest.prefix { $0 != Self.slash }
      // What may become the name of a hidden file is no folder yet; `..` may become little else.
      guard isDots(part), part.count == 2 || part.endIndex < rest.endIndex else { break }
      if part.count == 2, folders.popLast() == nil { return nil }
      rest = rest[part.endIndex...].drop { $0 == Self.slash }
    }
    var lead = String(Substring(typed.utf8[..<rest.startIndex]))
    if !lead.isEmpty, lead.utf8.last != Self.slash { lead += "/" }
    let folder = VaultPath(bytes: Array(folders.joined(separator: [Self.slash])))
    return PathStart(lead: lead, folder: folder, rest: String(Substring(rest)))
  }
}
