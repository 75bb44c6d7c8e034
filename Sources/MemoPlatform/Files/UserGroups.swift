import MemoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The groups and users that the files in `/etc` list. The system's own functions also ask services, by libraries that a
/// program with all its libraries in itself cannot load: it crashed for each user who is not in these files.
struct UserGroups {
  /// A line: a name, a password, a number and what else there is.
  private struct Entry {
    let name: [UInt8]
    let number: UInt32
    let rest: [[UInt8]]

    init?(_ line: ArraySlice<UInt8>) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { Array($0) }
      guard fields.count > 3, let number = UInt32(String(decoding: fields[2], as: UTF8.self)) else { return nil }
      (name, self.number, rest) = (fields[0], number, Array(fields[3...]))
    }
  }

  private let groups: [Entry]
  private let users: [Entry]

  private static let limit = 1 << 24

  /// Takes the texts of `/etc/group` and `/etc/passwd`.
  init(groups: [UInt8], users: [UInt8]) {
    (self.groups, self.users) = (Self.entries(groups), Self.entries(users))
  }

  /// Those of this system.
  static func ofSystem() -> UserGroups {
    UserGroups(groups: text(of: "/etc/group"), users: text(of: "/etc/passwd"))
  }

  /// Whether a group has a user's name and no other member.
  func isAlone(_ user: UInt32, in group: UInt32) -> Bool {
    // Systems without a list of users, as in a container, number both alike, and so do services that make such groups.
    guard let group = groups.first(where: { $0.number == group }) else { return group == user }
    let members = group.rest[0].split(separator: UInt8(ascii: ","))
    guard let user = users.first(where: { $0.number == user }) else { return members.isEmpty && group.number == user }
    return group.name == user.name && members.allSatisfy { $0.elementsEqual(user.name) }
  }

  private static func entries(_ text: [UInt8]) -> [Entry] {
    text.split(separator: UInt8(ascii: "\n")).compactMap(Entry.init)
  }

  private static func text(of path: String) -> [UInt8] {
    guard let file = Descriptor.open(path, flags: O_RDONLY) else { return [] }
    return (try? FileContent(file, path: .root).start(limit: limit)) ?? []
  }
}
