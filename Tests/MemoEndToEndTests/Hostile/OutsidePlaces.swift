import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Places outside of a test's folder to which a path leads by mistake: one that is empty or relative, or below a home that
/// is not set.
struct OutsidePlaces {
  private var known = Self.present()

  private static let names = [
    ".memo", ".git", ".config/memo", ".cache/memo", ".local/state/memo", "relative", "nowhere", "vault",
  ]

  /// What has appeared since the last look.
  mutating func new() -> [String] {
    let present = Self.present()
    defer { known = present }
    return present.subtracting(known).sorted()
  }

  private static func present() -> Set<String> {
    let folders = ["/", NSTemporaryDirectory(), FileManager.default.currentDirectoryPath, NSHomeDirectory()]
    let paths = folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
    return Set(
      paths.filter { path in
        var status = stat()
        return lstat(path, &status) == 0
      })
  }
}
