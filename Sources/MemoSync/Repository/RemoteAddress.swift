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
  ///   - home: what `~` means.
  public init?(_ name: String, from directory: HostPath, home: HostPath?) {
    let bytes = Array(name.utf8)
    let isPlain =
      !bytes.isEmpty && bytes.first != UInt8(ascii: "-") && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isPlain, !RemotePlace.isHelper(bytes) else { return nil }
    let isFolder = !bytes.holds("://") && !RemotePlace.isHostWithPath(bytes)
    // No host has one in its name, and no program that reaches one is to see it.
    guard isFolder || !bytes.holds("\"") else { return nil }
    if let scheme = Self.schemes.first(where: { bytes.starts(with: $0.utf8) }) {
      // A host that starts with a dash would be an option of ssh.
      guard bytes.dropFirst(scheme.utf8.count).first != UInt8(ascii: "-") else { return nil }
      text = name
    } else if bytes.holds("://") {
      return nil
    } else if RemotePlace.isHostWithPath(bytes) {
      text = name
    } else if let home, bytes.elementsEqual("~".utf8) || bytes.starts(with: "~/".utf8) {
      text = HostPath(Array(bytes.dropFirst(2)), from: home).text
    } else {
      text = HostPath(bytes, from: directory).text
    }
  }

  /// An address as it may be shown: without the password that some write into it, and of HTTPS without the name before
  /// it, which hosts take for a token. Git shows neither.
  public static func shown(_ address: String) -> String {
    let bytes = Array(address.utf8)
    guard let scheme = bytes.firstRange(of: "://".utf8) else { return address }
    let host = bytes[scheme.upperBound...].prefix { $0 != UInt8(ascii: "/") }
    guard let at = host.lastIndex(of: UInt8(ascii: "@")) else { return address }
    let user = host[..<at].prefix { $0 != UInt8(ascii: ":") }
    let isHidden = user.isEmpty || bytes.starts(with: "https://".utf8)
    let rest = isHidden ? bytes[(at + 1)...] : user + bytes[at...]
    return String(decoding: bytes[..<scheme.upperBound] + rest, as: UTF8.self)
  }

  /// What `ssh` takes to reach the machine of an address, `git@host` or `ssh://git@host:22`; `nil` where git does not use it.
  static func login(of address: String) -> String? {
    guard case .ssh = RemotePlace(address, from: HostPath("/")) else { return nil }
    let bytes = Array(address.utf8)
    if let scheme = bytes.firstRange(of: "://".utf8) {
      let machine = bytes[scheme.upperBound...].prefix { $0 != UInt8(ascii: "/") }
      return "ssh://" + String(decoding: machine, as: UTF8.self)
    }
    // [host:22]:path
    guard let open = bytes.firstIndex(of: UInt8(ascii: "[")), let end = bytes.firstIndex(of: UInt8(ascii: "]")) else {
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }
    let machine = bytes[..<open] + bytes[min(open + 1, end)..<end]
    // More colons are those of an IPv6 address.
    let hasPort = machine.count { $0 == UInt8(ascii: ":") } == 1
    return (hasPort ? "ssh://" : "") + String(decoding: machine, as: UTF8.self)
  }

  /// The name of a folder for a clone: the last part of the address without `.git`.
  public var folderName: String {
    let trimmed = text.utf8.reversed().drop { $0 == UInt8(ascii: "/") }.reversed()
    let last = trimmed.split(whereSeparator: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }).last.map(
      Array.init)
    let name = last ?? []
    let isBare = name.reversed().starts(with: "tig.".utf8)
    return String(decoding: isBare ? name.dropLast(4) : name, as: UTF8.self)
  }
}

/// The remote of a sync.
struct SyncRemote: Equatable, Sendable {
  /// As the settings name it.
  let url: String
  let place: RemotePlace
  /// Whether git would run programs for it as this user on this machine.
  let isOnThisMachine: Bool

  /// The folder that it is, where it is one.
  var folder: HostPath? { if case .folder(let folder) = place { folder } else { nil } }
}

/// Where a URL leads, read by git's own rules: what it does not take for a network's it takes for a folder.
enum RemotePlace: Equatable, Sendable {
  /// A folder of this machine.
  case folder(HostPath)
  /// A machine that is reached by SSH.
  case ssh(host: String)
  /// HTTPS, or a transport that memo's git does not use.
  case other

  /// Reads a URL; a folder is relative to the root of the work tree.
  init(_ url: String, from root: HostPath) {
    let bytes = Array(url.utf8)
    if bytes.starts(with: "file://".utf8) {
      // Git keeps the slashes where a host is named, which on this machine are one.
      self = .folder(HostPath([UInt8(ascii: "/")] + Self.decoded(bytes.dropFirst(7))))
    } else if let scheme = ["ssh://", "git+ssh://", "ssh+git://"].first(where: { bytes.starts(with: $0.utf8) }) {
      let authority = Self.decoded(bytes.dropFirst(scheme.utf8.count)).prefix { $0 != UInt8(ascii: "/") }
      let user = authority.lastIndex(of: UInt8(ascii: "@"))
      self = .ssh(host: Self.host(authority.dropFirst(user.map { $0 + 1 } ?? 0)))
    } else if bytes.holds("://") || Self.isHelper(bytes) {
      self = .other
    } else if Self.isHostWithPath(bytes) {
      // An `@` of the path is none.
      let user = bytes.prefix { $0 != UInt8(ascii: ":") }.lastIndex(of: UInt8(ascii: "@"))
      self = .ssh(host: Self.host(bytes.dropFirst(user.map { $0 + 1 } ?? 0)))
    } else if bytes.first == UInt8(ascii: "~") {
      // Git would look up a home; memo writes down none in this form.
      self = .other
    } else {
      self = .folder(HostPath(bytes, from: root))
    }
  }

  /// Whether git at the other end would be run here and as this user. SSH to this machine, under the names that every
  /// machine has or its own, is a detour around the look at the folder.
  func isOnThisMachine(called name: String) -> Bool {
    switch self {
    case .folder: true
    case .other: false
    case .ssh(let host):
      host == "localhost" || host.utf8.reversed().starts(with: ".localhost".utf8.reversed()) || host == "::1"
        || host.utf8.starts(with: "127.".utf8) || host == "0.0.0.0" || host == "0"
        || !name.isEmpty && host == name.lowercased()
    }
  }

  /// `host:path`, as git sets it apart from a folder: no slash before the colon.
  fileprivate static func isHostWithPath(_ bytes: [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return !bytes[..<colon].contains(UInt8(ascii: "/"))
  }

  /// `ext::…` and the like: git runs a program of that name.
  fileprivate static func isHelper(_ bytes: [UInt8]) -> Bool {
    let name = bytes.prefix { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
    return bytes.dropFirst(name.count).starts(with: "::".utf8)
  }

  /// The host of `host:port` or `[host]:path`, in small letters.
  private static func host(_ bytes: ArraySlice<UInt8>) -> String {
    let host =
      bytes.first == UInt8(ascii: "[")
      ? bytes.dropFirst().prefix { $0 != UInt8(ascii: "]") } : bytes.prefix { $0 != UInt8(ascii: ":") }
    return String(decoding: host, as: UTF8.self).lowercased()
  }

  /// Bytes without `%20` and its like, which git decodes in URLs.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (text, index) = ([UInt8](), bytes.startIndex)
    while index < bytes.endIndex {
      if let meant = PercentEncoding.byte(in: bytes, at: index), meant != 0 {
        text.append(meant)
        index += 3
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return text
  }
}

extension [UInt8] {
  fileprivate func holds(_ text: String) -> Bool { firstRange(of: text.utf8) != nil }
}

extension UInt8 {
  /// Whether it is a letter or a digit of ASCII.
  var isASCIIAlphanumeric: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
