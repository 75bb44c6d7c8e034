/// What Windows lets files be called.
public enum WindowsName {
  /// Whether Windows takes every name of a path: no reserved character, device or closing dot or space.
  public static func isLegal(_ path: VaultPath) -> Bool {
    // Each of these in a memo's path is a byte that stands for itself, so most paths are told by their bytes.
    !path.bytes.contains(where: isReserved) && path.components.allSatisfy(isLegalName)
  }

  private static func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<0x20, UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "\""),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "|"):
      true
    default: false
    }
  }

  private static func isLegalName(_ name: ArraySlice<UInt8>) -> Bool {
    if name.last == UInt8(ascii: ".") || name.last == UInt8(ascii: " ") { return false }
    let stem = name.prefix { $0 != UInt8(ascii: ".") }
    return stem.count > 4 || !Slug.isReserved(String(decoding: stem, as: UTF8.self).lowercased())
  }
}
