/// Spells a vault's paths for someone in a working directory, so that what is printed can be opened from there.
public struct RelativePaths: Equatable, Sendable {
  /// The folders of the working directory below the root; `nil` where it is outside of the vault.
  let folders: [ArraySlice<UInt8>]?
  /// Precedes a path from the root where the working directory is outside; where it is inside, a path that would be taken for an
  /// option or for `KEY=VALUE`.
  private let prefix: [UInt8]

  static let slash = UInt8(ascii: "/")
  private static let up = Array("../".utf8)

  /// Paths from the root, whatever the working directory is.
  public static let fromRoot = RelativePaths(folders: [], prefix: [])

  private init(folders: [ArraySlice<UInt8>]?, prefix: [UInt8]) {
    (self.folders, self.prefix) = (folders, prefix)
  }

  /// Paths from a working directory; both are without symbolic links, as the system resolves `..`.
  ///
  /// From outside of the vault, they are absolute where that is shorter, or where only the root of the file system is
  /// above both.
  public init(root: HostPath, from workingDirectory: HostPath) {
    if let inside = workingDirectory.path(inVault: root) {
      self.init(folders: inside.components, prefix: Array("./".utf8))
      return
    }
    let (own, top) = (workingDirectory.bytes.split(separator: Self.slash), root.bytes.split(separator: Self.slash))
    let shared = zip(own, top).prefix { $0 == $1 }.count
    let below = top.dropFirst(shared).flatMap { $0 + [Self.slash] }
    let relative = Array(repeating: Self.up, count: own.count - shared).joined() + below
    let absolute = top.reduce(into: [Self.slash]) { $0 += $1 + [Self.slash] }
    self.init(folders: nil, prefix: shared == 0 || absolute.count < relative.count ? absolute : Array(relative))
  }

  /// The path as it is opened from the working directory.
  public func bytes(_ path: VaultPath) -> [UInt8] {
    guard let folders else { return path == .root ? Array(prefix.dropLast()) : prefix + path.bytes }
    if folders.isEmpty { return path == .root ? [UInt8(ascii: ".")] : onlyPath(path.bytes) }
    let components = path.components
    let shared = zip(folders, components).prefix { $0 == $1 }.count
    let ups = Array(repeating: Self.up.dropLast(), count: folders.count - shared)
    let spelled = Array((ups + components.dropFirst(shared)).joined(separator: [Self.slash]))
    return spelled.isEmpty ? [UInt8(ascii: ".")] : onlyPath(spelled)
  }

  /// A path that a command takes for nothing else: `memo set` reads `work/E=mc2.md` as a field.
  private func onlyPath(_ path: [UInt8]) -> [UInt8] {
    let isWord = path.first == UInt8(ascii: "-") || path.contains(UInt8(ascii: "="))
    return isWord && !path.starts(with: Self.up) ? prefix + path : path
  }

  /// A pattern of paths from the root for one that starts with `.` or `..` as a component: it is meant from the working
  /// directory. Any other, and one that leaves the vault, stays as it is.
  public func pattern(_ written: String) -> String {
    var rest = written.utf8.split(separator: Self.slash, omittingEmptySubsequences: false)[...]
    guard let first = rest.first, isDots(first), var folders = folders.map({ $0[...] }) else { return written }
    while let part = rest.first, isDots(part) {
      rest = rest.dropFirst()
      if part.count == 1 { continue }
      guard folders.popLast() != nil else { return written }
    }
    let above = folders.map { Glob.literal($0) }
    let parts = above + rest.map { Array($0) }
    let joined = Array(parts.filter { !$0.isEmpty }.joined(separator: [Self.slash]))
    return joined.isEmpty ? "**" : "/" + String(decoding: joined, as: UTF8.self)
  }

  func isDots(_ part: Substring.UTF8View) -> Bool {
    part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8)
  }

  /// The same as text, invalid UTF-8 replaced: for showing.
  public func text(_ path: VaultPath) -> String { String(decoding: bytes(path), as: UTF8.self) }
}
