import MemoCore
import MemoStore

/// A device as commits name it: what its user calls it, and a random number that tells it from others of that name.
public struct SyncDevice: Equatable, Sendable {
  /// What it is called; empty where no one says.
  public let name: String
  /// Eight hexadecimal digits; empty in commits of an older memo.
  public let id: String

  private static let idLength = 8
  private static let nameLimit = 100

  /// A device with a name that a commit can hold on one line.
  init(name: String, id: String) {
    let visible = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(Self.nameLimit)
    self.name = String(String.UnicodeScalarView(visible)).trimmed
    self.id = id
  }

  /// Reads what `text` gave.
  init(_ text: String) {
    let parts = text.parts(at: " ", keepsEmpty: true)
    let id = parts.last ?? ""
    let isWhole = parts.count > 1 && Self.isId(id)
    self.init(name: isWhole ? parts.dropLast().joined(separator: " ") : text, id: isWhole ? id : "")
  }

  /// As a commit tells it: the name, a space and the number; nothing for a device without a name.
  var text: String { name.isEmpty || id.isEmpty ? name : "\(name) \(id)" }

  /// Whether a commit's device is this one. An older memo told the name alone.
  func isSame(as other: SyncDevice) -> Bool {
    other.id.isEmpty || id.isEmpty ? !name.isEmpty && name == other.name : id == other.id
  }

  /// Whether it is what `newId` makes.
  static func isId(_ text: String) -> Bool {
    text.utf8.count == idLength
      && text.utf8.allSatisfy { byte in "0123456789abcdef".utf8.contains(byte) }
  }

  /// A number that no other device is likely to have.
  static func newId() -> String { String(VaultSetup.randomId().prefix(idLength)) }
}
