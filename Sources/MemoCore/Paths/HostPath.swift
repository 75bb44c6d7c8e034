/// An absolute path on the machine: bytes that start with `/`, without `.`, `..`, doubled or closing slashes.
public struct HostPath: Hashable, Sendable {
  /// The bytes as the file system spells them.
  public let bytes: [UInt8]

  private static let slash = UInt8(ascii: "/")

  /// The root of the file system.
  public static let fileSystemRoot = HostPath([slash])

  /// Makes a path of bytes, read from `base` where they are relative; `.` and `..` are resolved by their letters.
  public init(_ path: [UInt8], from base: HostPath? = nil) {
    let isAbsolute = path.first == Self.slash
    var components: [ArraySlice<UInt8>] = isAbsolute ? [] : base?.bytes.split(separator: Self.slash) ?? []
    for component in path.split(separator: Self.slash) where component != [UInt8(ascii: ".")] {
      if component == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        _ = components.popLast()
      } else {
        components.append(component)
      }
    }
    bytes = [Self.slash] + Array(components.joined(separator: [Self.slash]))
  }

  /// Makes a path of text.
  public init(_ path: String, from base: HostPath? = nil) {
    self.init(Array(path.utf8), from: base)
  }

  /// The path as text, invalid UTF-8 replaced: for showing.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The folder that holds it; the root's is the root.
  public var parent: HostPath { HostPath(bytes + Array("/..".utf8)) }

  /// The bytes after the last `/`.
  public var name: ArraySlice<UInt8> { VaultPath(bytes: bytes).name }

  /// The path of something below this folder.
  public func appending(_ path: VaultPath) -> HostPath {
    path == .root ? self : HostPath(path.bytes, from: self)
  }

  /// The path of an entry in this folder.
  public func appending(_ name: String) -> HostPath {
    HostPath(Array(name.utf8), from: self)
  }

  /// The place of this path in the vault with a root, compared by whole components; `nil` outside of it.
  public func path(inVault root: HostPath) -> VaultPath? {
    let own = bytes.split(separator: Self.slash)
    let top = root.bytes.split(separator: Self.slash)
    guard own.starts(with: top) else { return nil }
    return VaultPath(bytes: Array(own.dropFirst(top.count).joined(separator: [Self.slash])))
  }
}
