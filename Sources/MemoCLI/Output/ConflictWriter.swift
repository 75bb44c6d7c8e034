import MemoCore
import MemoSync
import MemoWords

/// Writes the places that need a look after a sync.
struct ConflictWriter {
  let session: Session

  private static let inForce = Text("current version", ko: "현재 버전")
  private static let doubled = Text("also kept", ko: "함께 보존")

  /// Writes them all.
  func write(_ conflicts: [SyncConflict]) throws {
    try session.isJSON ? session.writeJSON(conflicts.lazy.map(\.fields)) : conflicts.forEach(writeText)
  }

  private func writeText(_ conflict: SyncConflict) throws {
    let place = QuotedPath.bytes(conflict.path) + Array(":\(conflict.line)\n".utf8)
    let lines =
      switch conflict.kind {
      case .both, .one: sides(conflict, conflict.ours, conflict.theirs)
      case .split:
        Array("  \(SyncMessages.splitIn[session.language])\n".utf8)
          + paths(conflict)
      case .displaced: Array("  \(SyncMessages.displaced(conflict)[session.language])\n".utf8) + paths(conflict)
      case .stale:
        Array("  \(SyncMessages.stale[session.language])\n".utf8) + sides(conflict, conflict.ours, conflict.theirs)
      case .doubled: side(QuotedPath.bytes(VaultPath(bytes: conflict.theirs)), Self.doubled[session.language])
      }
    try session.writeRecords(place + lines)
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
    let isTwin = device.name == other?.name || device.name == session.environment.git.device
    return isTwin && !device.id.isEmpty ? "\(device.name) (\(device.id))" : device.name
  }
}

extension SyncConflict {
  fileprivate var fields: Record {
    [
      "path": .path(path), "line": .number(line), "kind": .text(kind.rawValue), "ours": .contents(ours),
      "theirs": .contents(theirs), "device": .text(theirDevice?.name ?? ""), "deviceId": .text(theirDevice?.id ?? ""),
      "other": .pathText(otherPath?.bytes), "formerPath": .pathText(formerPath?.bytes),
      "isOurs": .flag(ourDevice == nil), "commit": .text(commit?.text),
    ]
  }
}
