import Foundation

/// Bytes as text of 64 harmless characters, as terminals take them.
public struct Base64: Sendable {
  /// The text.
  public let text: String

  /// Encodes bytes.
  public init(_ bytes: [UInt8]) {
    text = Data(bytes).base64EncodedString()
  }

  /// The text in pieces of a number of characters; the last one may be shorter.
  public func pieces(of length: Int) -> [String] {
    let characters = Array(text.utf8)
    return stride(from: 0, to: characters.count, by: length).map { start in
      String(decoding: characters[start..<min(start + length, characters.count)], as: UTF8.self)
    }
  }
}
