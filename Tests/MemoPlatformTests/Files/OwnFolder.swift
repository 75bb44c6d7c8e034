import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder for one test, removed with everything in it when the test lets go of it.
final class OwnFolder {
  let path: String

  init() throws {
    var name = Array("/tmp/memo-test-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SetUpFailure(code: errno) }
    self.path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      Issue.record("\(path) stays: \(error)")
    }
  }

  /// The absolute path of an entry.
  subscript(_ name: String) -> String { path + "/" + name }

  /// Makes a file with these bytes and permission bits.
  func write(_ text: String, to name: String, mode: mode_t = 0o644) throws {
    guard let file = fopen(self[name], "we") else { throw SetUpFailure(code: errno) }
    fputs(text, file)
    fclose(file)
    chmod(self[name], mode)
  }

  /// The text of a file; `nil` where there is none.
  func text(of name: String) -> String? {
    guard let file = fopen(self[name], "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// What `lstat` says of an entry; `nil` where there is none.
  func status(of name: String) -> stat? {
    var status = stat()
    return lstat(self[name], &status) == 0 ? status : nil
  }

  /// The modification time of an entry in nanoseconds since 1970.
  func modified(of name: String) -> Int64? {
    guard let status = status(of: name) else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The sorted names in a folder, hidden ones included.
  func names(in name: String = ".") -> [String] {
    guard let folder = opendir(self[name]) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { names.append(String(cString: $0)) }
      }
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }
}

/// A test's environment could not be made.
struct SetUpFailure: Error {
  let code: Int32
}
