import MemoCore
import MemoKit
import MemoSync
import MemoWords

/// Writes the places that need a look after a sync.
struct ConflictWriter {
  let session: Session

  private static let inForce = Text("current version", ko: "현재 버전")
  private static let doubled = Text("also kept", ko: "함께 보존")

  /// Writes them all.
  func write(_ conflicts: [SyncConflict]) throws {
    try session.isJSON ? session.write(json(conflicts)) : conflicts.forEach(writeText)
  }

  private func writeText(_ conflict: SyncConflict) throws {
    let place = QuotedPath.bytes(conflict.path) + Array(":\(conflict.line)\n".utf8)
    let explanation = SyncMessages.explanation(of: conflict).map { Array("  \($0[session.language])\n".utf8) } ?? []
    let versions =
      if conflict.kind == .doubled {
        side(QuotedPath.bytes(VaultPath(bytes: conflict.theirs)), Self.doubled[session.language])
      } else if conflict.otherPath != nil {
        paths(conflict)
      } else {
        sides(conflict, conflict.ours, conflict.theirs)
      }
    try session.writeRecords(place + explanation + versions)
  }

  /// Both files, each with the name of its device.
  private func paths(_ conflict: SyncConflict) -> [UInt8] {
    let names = [conflict.ours, conflict.theirs].map { QuotedPath.bytes(VaultPath(bytes: $0)) }
    return sides(conflict, names[0], names[1])
  }

  /// Both versions, each with the name of its device.
  private func sides(_ conflict: SyncConflict, _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8] {
    let (our, their) = (conflict.ourDevice, conflict.theirDevice)
    let isOne = conflict.kind == .one
    return side(ours, name(our, beside: their, isInForce: isOne && !conflict.isTheirsInForce))
      + side(theirs, name(their, beside: our, isInForce: isOne && conflict.isTheirsInForce))
  }

  private func side(_ text: [UInt8], _ name: String) -> [UInt8] {
    text.split(separator: UInt8(ascii: "\n")).flatMap { Array("  \(name): ".utf8) + $0 + [UInt8(ascii: "\n")] }
  }

  private func name(_ device: SyncDevice?, beside other: SyncDevice?, isInForce: Bool) -> String {
    let name = name(device, beside: other)
    return isInForce ? "\(name), \(Self.inForce[session.language])" : name
  }

  /// What a device is called; with its number, where another may be meant.
  private func name(_ device: SyncDevice?, beside other: SyncDevice?) -> String {
    guard let device else { return SyncMessages.here[session.language] }
    if device.name.isEmpty { return SyncMessages.elsewhere[session.language] }
    let isTwin = device.name == other?.name || device.name == session.machine.git.device
    return isTwin && !device.id.isEmpty ? "\(device.name) (\(device.id))" : device.name
  }

  // MARK: JSON

  private func json(_ conflicts: [SyncConflict]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    for conflict in conflicts { write(conflict, to: &writer) }
    writer.endArray()
    writer.newline()
    return writer.bytes
  }

  private func write(_ conflict: SyncConflict, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.path(conflict.path)
    writer.key("line")
    writer.number(conflict.line)
    for (key, text) in [
      ("kind", conflict.kind.rawValue), ("ours", String(decoding: conflict.ours, as: UTF8.self)),
      ("theirs", String(decoding: conflict.theirs, as: UTF8.self)), ("device", conflict.theirDevice?.name ?? ""),
      ("deviceId", conflict.theirDevice?.id ?? ""),
    ] {
      writer.key(key)
      writer.string(text)
    }
    writer.key("other")
    if let other = conflict.otherPath { writer.string(other.text) } else { writer.null() }
    writer.key("formerPath")
    if let former = conflict.formerPath { writer.string(former.text) } else { writer.null() }
    writer.key("isOurs")
    writer.boolean(conflict.ourDevice == nil)
    writer.key("commit")
    if let commit = conflict.commit { writer.string(commit.text) } else { writer.null() }
    writer.endObject()
  }
}
