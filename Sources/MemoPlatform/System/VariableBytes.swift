import MemoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The environment variables of this process byte for byte: as text, what is not UTF-8 in them is repaired, and would name
/// other files.
public enum VariableBytes {
  /// The bytes of a variable that has a text in `ProcessEnvironment.variables()`; those of the text where it is another one.
  public static func of(_ name: String, _ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains("\u{FFFD}"), let value = getenv(name) else { return Array(text.utf8) }
    let bytes = Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    return String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(text.utf8) ? bytes : Array(text.utf8)
  }

  /// Variables as programs get them: `NAME=value`.
  static func entries(_ variables: [String: String]) -> [[UInt8]] {
    variables.map { Array("\($0.key)=".utf8) + of($0.key, $0.value) }
  }

  /// An absolute path that a variable names; `nil` for another one.
  static func absolutePath(_ name: String, in variables: [String: String]) -> HostPath? {
    variables[name].flatMap { $0.hasBytePrefix("/") ? HostPath(of(name, $0)) : nil }
  }
}
