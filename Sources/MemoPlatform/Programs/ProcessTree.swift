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
  #else
    private static var parents: [(id: pid_t, parent: pid_t)] {
      guard let folder = opendir("/proc") else { return [] }
      defer { closedir(folder) }
      var found: [(id: pid_t, parent: pid_t)] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
          String(cString: UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self))
        }
        if let id = pid_t(name), let parent = parent(of: id) { found.append((id, parent)) }
      }
      return found
    }

    /// `NUMBER (NAME) STATE PARENT …`, and a name may hold whatever it likes.
    private static func parent(of id: pid_t) -> pid_t? {
      guard let file = fopen("/proc/\(id)/stat", "re") else { return nil }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 512)
      let text = bytes[..<fread(&bytes, 1, bytes.count, file)]
      guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let words = text[(end + 1)...].split(separator: UInt8(ascii: " "))
      return words.dropFirst().first.flatMap { pid_t(String(decoding: $0, as: UTF8.self)) }
    }
  #endif
}
