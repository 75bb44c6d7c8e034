/// Paths as they are written from a folder: `../b/c.md`.
enum RelativePath {
  private static let slash = UInt8(ascii: "/")
  private static let up = Array("../".utf8)
  private static let here = Array("./".utf8)

  /// A path of the vault from a folder.
  ///
  /// - Parameter isDotted: whether one that leads upwards nowhere starts with `./`.
  static func bytes(of path: [UInt8], from folder: VaultPath, isDotted: Bool) -> [UInt8] {
    let own = folder.components
    let components = path.split(separator: slash)
    let common = zip(own, components.dropLast()).prefix { $0.elementsEqual($1) }.count
    let steps = Array(repeatElement(up, count: own.count - common).joined())
    return (steps.isEmpty && isDotted ? here : steps) + components[common...].joined(separator: [slash])
  }
}
