import Foundation

/// Bytes that JSON cannot hold, as text.
enum Base64 {
  /// Standard base64 with padding.
  static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
  }
}
