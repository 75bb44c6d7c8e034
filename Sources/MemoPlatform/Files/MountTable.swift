#if os(Linux)
  import Glibc
  import MemoCore

  /// What is mounted in a vault. A mount puts other files in place of a folder's without any event about the folder.
  struct MountTable {
    private let file: Descriptor?
    private let root: HostPath
    private var known: [[UInt8]]?

    private static let limit = 1 << 24

    init(of root: HostPath) {
      file = Descriptor.open("/proc/self/mountinfo", flags: O_RDONLY)
      self.root = root
      _ = hasChanged()
      known = mounts()
    }

    /// The table as a descriptor: it is ready for `POLLPRI` once after each change.
    var number: Int32? { file?.number }

    /// Whether anything was mounted or unmounted in the vault since the last call, or may have been.
    mutating func hasChanged() -> Bool {
      guard let file else { return true }
      var polled = pollfd(fd: file.number, events: Int16(POLLPRI), revents: 0)
      return poll(&polled, 1, 0) != 0 && takeChange()
    }

    /// The same where the table is known to have changed: machines that run containers mount other things all the time, and
    /// all of a large vault is looked at then.
    mutating func takeChange() -> Bool {
      let before = known
      known = mounts()
      return known == nil || known != before
    }

    /// Whether folders in the vault are of other file systems, or may be.
    static func hasMounts(in root: HostPath) -> Bool {
      guard let file = Descriptor.open("/proc/self/mountinfo", flags: O_RDONLY),
        let table = try? FileContent(file, path: .root).start(limit: limit)
      else { return true }
      return !lines(of: table, below: root, withRoot: false).isEmpty
    }

    /// The lines about the vault; `nil` where they cannot be read.
    private func mounts() -> [[UInt8]]? {
      guard let file, lseek(file.number, 0, SEEK_SET) == 0 else { return nil }
      let table = try? FileContent(file, path: .root).start(limit: Self.limit)
      return table.map { Self.lines(of: $0, below: root) }
    }

    /// The lines of a table about a folder and those below it. Their fifth field is the place, with some bytes in octal.
    static func lines(of table: [UInt8], below root: HostPath, withRoot: Bool = true) -> [[UInt8]] {
      let place = root.bytes.flatMap { escaped.contains($0) ? octal($0) : [$0] }
      let inside = root == .fileSystemRoot ? place : place + [UInt8(ascii: "/")]
      return table.split(separator: UInt8(ascii: "\n")).filter { line in
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
        guard fields.count > 4 else { return false }
        return fields[4].elementsEqual(place) ? withRoot : fields[4].starts(with: inside)
      }.map { Array($0) }
    }

    private static let escaped = Array(" \t\n\\".utf8)

    private static func octal(_ byte: UInt8) -> [UInt8] {
      let digits = String(byte, radix: 8).utf8
      return [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "0"), count: 3 - digits.count) + digits
    }
  }
#endif
