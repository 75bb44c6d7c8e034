import Foundation
public import MemoCore

/// Where a remote is: a URL of a transport that memo allows, `user@host:path`, or a folder of this machine.
public struct RemoteAddress: Equatable, Sendable {
  /// As git takes it.
  public let text: String

  private static let schemes = ["https://", "ssh://", "file://"]

  /// Reads what a user names; `nil` for something that git could take for an option or a command.
  ///
  /// - Parameters:
  ///   - directory: what a relative folder is relative to.
  ///   - home: what `~` stands for.
  public init?(_ name: String, from directory: HostPath, home: HostPath?) {
    let isPlain =
      !name.isEmpty && name.utf8.first != UInt8(ascii: "-") && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isPlain, !name.contains("::"), !name.contains("\"") else { return nil }
    if let scheme = Self.schemes.first(where: name.lowercased().hasPrefix) {
      // A host that starts with a dash would be an option of ssh.
      guard name.utf8.dropFirst(scheme.utf8.count).first != UInt8(ascii: "-") else { return nil }
      text = name
    } else if name.contains("://") {
      return nil
    } else if Self.isHostWithPath(name) {
      text = name
    } else if let home, name == "~" || name.hasPrefix("~/") {
      text = HostPath(String(name.dropFirst(2)), from: home).text
    } else {
      text = HostPath(name, from: directory).text
    }
  }

  /// `host:path`, as git tells it from a file: no slash before the colon.
  private static func isHostWithPath(_ name: String) -> Bool {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return !name.utf8[..<colon].contains(UInt8(ascii: "/"))
  }

  /// An address as it may be shown: without the password that some write into it.
  static func shown(_ address: String) -> String {
    guard let start = address.range(of: "://")?.upperBound else { return address }
    let host = address[start...].prefix { $0 != "/" }
    guard let at = host.lastIndex(of: "@"), let colon = host[..<at].firstIndex(of: ":") else { return address }
    return String(address[..<colon]) + String(address[at...])
  }

  /// The name of a folder for a clone: the last part of the address without `.git`.
  public var folderName: String {
    let trimmed = text.utf8.reversed().drop { $0 == UInt8(ascii: "/") }.reversed()
    let last = trimmed.split(whereSeparator: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }).last.map(
      Array.init)
    let name = String(decoding: last ?? [], as: UTF8.self)
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }
}
