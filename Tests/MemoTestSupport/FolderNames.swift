#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Lists folders by `readdir` alone, so that tests do not look through the eyes of what they test.
public enum FolderNames {
  /// The names in an open folder, hidden ones too, in byte order.
  public static func read(_ descriptor: Int32) throws -> [[UInt8]] {
    guard let stream = fdopendir(dup(descriptor)) else { throw SystemFailure("fdopendir") }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        let name = UnsafeRawPointer(tuple)
        names.append(
          Array(UnsafeRawBufferPointer(start: name, count: strlen(name.assumingMemoryBound(to: CChar.self)))))
      }
    }
    return names.filter { $0 != [UInt8(ascii: ".")] && $0 != Array("..".utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }
}
