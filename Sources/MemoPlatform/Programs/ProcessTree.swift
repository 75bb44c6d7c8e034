import MemoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process and all that it started.
struct ProcessTree {
  /// The process it starts at.
  let root: pid_t

  /// Sends a signal to each process of the tree, the root first, so that it starts no more.
  func send(_ signal: Int32) {
    for id in members { _ = kill(id, signal) }
  }

  /// The root, its children, theirs and so on; one whose parent ended before is not found.
  private var members: [pid_t] {
    let parents = Self.parents
    var members = [root]
    var place = 0
    while place < members.count {
      members += parents.filter { $0.parent == members[place] }.map(\.id)
      place += 1
    }
    return members
  }

  /// Whether a program works in a folder that belongs to no process of this one's tree. Those of other users are not known.
  static func hasOther(_ name: String, in folder: HostPath) -> Bool {
    var status = stat()
    guard stat(cString(folder.bytes), &status) == 0 else { return false }
    let own = Set(ProcessTree(root: getpid()).members)
    return parents.contains { id, _ in
      !own.contains(id) && self.name(of: id) == Array(name.utf8) && isWorking(id, in: status)
    }
  }

  #if canImport(Darwin)
    private static let limit = 8_192

    private static var parents: [(id: pid_t, parent: pid_t)] {
      var ids = [pid_t](repeating: 0, count: limit)
      let size = Int32(ids.count * MemoryLayout<pid_t>.size)
      let count = Int(proc_listpids(UInt32(PROC_ALL_PIDS), 0, &ids, size)) / MemoryLayout<pid_t>.size
      return ids.prefix(max(0, count)).compactMap { id in
        var information = proc_bsdshortinfo()
        let size = Int32(MemoryLayout<proc_bsdshortinfo>.size)
        guard proc_pidinfo(id, PROC_PIDT_SHORTBSDINFO, 0, &information, size) == size else { return nil }
        return (id, pid_t(information.pbsi_ppid))
      }
    }

    private static func name(of id: pid_t) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: limit)
      return Array(bytes.prefix(max(0, Int(proc_name(id, &bytes, UInt32(bytes.count))))))
    }

    private static func isWorking(_ id: pid_t, in folder: stat) -> Bool {
      var paths = proc_vnodepathinfo()
      let size = Int32(MemoryLayout<proc_vnodepathinfo>.size)
      guard proc_pidinfo(id, PROC_PIDVNODEPATHINFO, 0, &paths, size) == size else { return false }
      let place = paths.pvi_cdir.vip_vi.vi_stat
      return place.vst_ino == folder.st_ino && place.vst_dev == UInt32(bitPattern: folder.st_dev)
    }
  #else
    private static var parents: [(id: pid_t, parent: pid_t)] {
      let names = Descriptor.open("/proc", flags: O_RDONLY | O_DIRECTORY)?.entryNames() ?? []
      return names.compactMap { name in
        guard let id = pid_t(name), let parent = parent(of: id) else { return nil }
        return (id, parent)
      }
    }

    /// `NUMBER (NAME) STATE PARENT …`, and a name may hold whatever it likes.
    private static func parent(of id: pid_t) -> pid_t? {
      guard let text = text("stat", of: id), let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let words = text[(end + 1)...].split(separator: UInt8(ascii: " "))
      return words.dropFirst().first.flatMap { pid_t(String(decoding: $0, as: UTF8.self)) }
    }

    private static func name(of id: pid_t) -> [UInt8] { text("comm", of: id)?.dropLast() ?? [] }

    private static func isWorking(_ id: pid_t, in folder: stat) -> Bool {
      var status = stat()
      guard stat("/proc/\(id)/cwd", &status) == 0 else { return false }
      return status.st_ino == folder.st_ino && status.st_dev == folder.st_dev
    }

    /// The start of what the system says of a process.
    private static func text(_ name: String, of id: pid_t) -> [UInt8]? {
      guard let file = fopen("/proc/\(id)/\(name)", "re") else { return nil }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 512)
      return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    }
  #endif
}
