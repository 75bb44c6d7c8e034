public import MemoIndex

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The order of `strcoll` in the process's locale (`LC_COLLATE`).
public struct LocaleCollation: TitleCollation {
  /// Uses the locale in force.
  public init() {}

  /// `strxfrm` makes bytes that compare as `strcoll` would, so that each title is looked at once, not for every pair.
  public func key(for title: String) -> [UInt8] {
    let length = strxfrm(nil, title, 0)
    var key = [CChar](repeating: 0, count: length + 1)
    strxfrm(&key, title, key.count)
    return key.dropLast().map(UInt8.init(bitPattern:))
  }
}
