/// A form in which a known filter of git stores a file: bytes from which it makes the text again, as long as they stay as they
/// are.
public enum SealedForm: Equatable, Sendable {
  /// A pointer of git-lfs.
  case pointer
  /// What git-crypt has encrypted.
  case encrypted

  private static let encryptedStart: [UInt8] = [0] + Array("GITCRYPT".utf8) + [0]
  /// Git-lfs still reads those that it wrote under its earlier names.
  private static let pointerStarts = [
    "version https://git-lfs.github.com/spec/", "version https://hawser.github.com/spec/",
    "version http://git-media.io/v/",
  ].map { Array($0.utf8) }
  private static let size = Array("size ".utf8)

  /// The form that bytes are in, as their start says; `nil` for a text.
  public init?(_ bytes: [UInt8]) {
    if bytes.starts(with: Self.encryptedStart) {
      self = .encrypted
    } else if Self.pointerStarts.contains(where: bytes.starts) {
      self = .pointer
    } else {
      return nil
    }
  }

  /// Whether bytes are in one of the forms.
  package static func isOne(_ bytes: [UInt8]) -> Bool { SealedForm(bytes) != nil }

  /// Whether a blob was stored before git-crypt was to encrypt it. It would be given as it is, but git-crypt 0.7 gives
  /// nothing of one that is shorter than its own header.
  package static func isUnencrypted(_ stored: [UInt8], _ filter: String?) -> Bool {
    filter?.hasBytePrefix("git-crypt") == true && SealedForm(stored) != .encrypted
  }

  /// Whether a filter has not got at the text that a blob is stored for: it gives its own form as it is, or nothing.
  package static func isUnread(_ text: [UInt8], of stored: [UInt8]) -> Bool {
    isOne(stored) ? text == stored : text.isEmpty && !stored.isEmpty
  }

  /// The size of the file that a pointer of git-lfs leads to; `nil` for anything else.
  package static func sizeOfFile(behind bytes: [UInt8]) -> UInt64? {
    guard SealedForm(bytes) == .pointer else { return nil }
    let line = bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: size) }
    return line.flatMap { UInt64(String(decoding: $0.dropFirst(size.count), as: UTF8.self)) }
  }
}
