/// JSON as it is written: quotes, backslashes and whatever could act on a terminal are escaped.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Adds punctuation or a number.
  package mutating func append(_ syntax: String) {
    bytes += syntax.utf8
  }

  /// Takes the bytes written so far out, so that a long text need not be held whole.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Adds a text in quotes; what is not UTF-8 becomes U+FFFD.
  package mutating func append(quoted text: some Collection<UInt8>) {
    append("\"")
    append(escaping: text)
    append("\"")
  }

  /// Adds a text, or a part of one, that is between quotes; what is not UTF-8 becomes U+FFFD.
  package mutating func append(escaping text: some Collection<UInt8>) {
    bytes.append(escapingForJSON: text)
  }
}
