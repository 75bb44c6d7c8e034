#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One extended attribute of a file. Glibc's overlay leaves these calls out, so they are looked up by name.
struct ExtendedAttribute {
  let path: String
  let name: String

  /// Its bytes; `nil` where the file has none of this name.
  var value: [UInt8]? {
    typealias Call = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    var bytes = [UInt8](repeating: 0, count: 1024)
    let size = lookUp("getxattr", as: Call.self)(path, name, &bytes, bytes.count)
    return size < 0 ? nil : Array(bytes[..<size])
  }

  /// Sets it; returns false where the file system keeps none.
  func set(_ value: [UInt8]) -> Bool {
    typealias Call = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32) -> Int32
    return lookUp("setxattr", as: Call.self)(path, name, value, value.count, 0) == 0
  }

  private func lookUp<Call>(_ name: String, as call: Call.Type) -> Call {
    unsafeBitCast(dlsym(dlopen(nil, RTLD_NOW), name), to: call)
  }
}
