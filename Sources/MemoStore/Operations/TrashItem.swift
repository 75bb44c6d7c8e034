import Foundation
public import MemoCore

/// A memo in the trash: `.memo/trash/ID.md` is its file, and `ID.json` tells the rest.
public struct TrashItem: Equatable, Sendable {
  /// What it is called in the trash: the time, and something that nothing else is called.
  public let id: String
  /// Where it was.
  public let path: VaultPath
  /// Its title then.
  public let title: String
  /// Nanoseconds since 1970.
  public let deletedAt: Int64

  /// The folder of the trash.
  package static let trash = VaultPath("\(VaultLocator.marker)/trash")
  private static let recordEnding = ".json"

  /// An item under an id of its own.
  package init(for path: VaultPath, title: String = "", at time: Int64) {
    let day = Timestamp.rfc3339(time).prefix { $0 != "." }.filter { $0 != ":" && $0 != "-" }
    id = "\(day)-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
    (self.path, self.title, deletedAt) = (path, title, time)
  }

  /// Where its file is.
  public var file: VaultPath { Self.trash.appending("\(id).md") }

  /// Where its record is.
  package var recordPath: VaultPath { Self.trash.appending(id + Self.recordEnding) }

  /// The id of the item whose record has a name; `nil` for another file.
  static func id(ofRecord name: [UInt8]) -> String? {
    String(decoding: name, as: UTF8.self).dropping(suffix: recordEnding)
  }

  // MARK: Its record

  private struct Stored: Codable {
    let path: StoredPath
    let title: String
    let deletedAt: Int64
  }

  /// Its record as JSON.
  package func encoded() -> [UInt8] {
    var json = JSONText()
    json.append(#"{"path":"#)
    json.append(quoted: StoredPath(path).text.utf8)
    json.append(#","title":"#)
    json.append(quoted: title.utf8)
    json.append(#","deletedAt":"# + String(deletedAt) + "}\n")
    return json.bytes
  }

  /// Reads a record; `nil` for something else. A vault that came from elsewhere may bring its trash along: what that
  /// names must be a place for memos, and no hook of git's.
  init?(id: String, decoding bytes: [UInt8]) {
    guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)), TreePath.isSafe(stored.path.path),
      WantedPath.isInside(stored.path.path), MemoFileRules.hasMemoExtension(stored.path.path)
    else { return nil }
    self.id = id
    (path, title, deletedAt) = (stored.path.path, stored.title, stored.deletedAt)
  }
}
