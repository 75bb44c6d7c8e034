import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a planned vault: the same plan gives the same bytes, names and times.
struct VaultGenerator: Sendable {
  let plan: VaultPlan
  let root: String

  /// Returns how many bytes of text were written.
  func generate() throws -> Int {
    try makeFolders()
    let half = plan.memos / 2
    let ranges = [0..<half, half..<plan.memos]
    // Threads and not tasks: an asynchronous `main` would start threads before the signals are held.
    let results = Mutex<[Result<Int, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: ranges.count) { number in
      let result = Result { try write(ranges[number]) }
      results.withLock { $0.append(result) }
    }
    return try results.withLock { try $0.reduce(0) { try $0 + $1.get() } }
  }

  private func makeFolders() throws {
    try FileSystem.makeFolder(root)
    for folder in plan.folders {
      let area = folder.prefix { $0 != "/" }
      try FileSystem.makeFolder("\(root)/\(area)", mayExist: true)
      try FileSystem.makeFolder("\(root)/\(folder)")
    }
  }

  private func write(_ memos: Range<Int>) throws -> Int {
    var text = MemoText(plan: plan)
    var written = 0
    for memo in memos {
      if memo % 256 == 0 { try Interruption.check() }
      text.compose(memo)
      let path = "\(root)/\(plan.path(memo))"
      try FileSystem.writeFile(text.bytes, to: path, flags: O_CREAT | O_EXCL, modified: plan.modified(memo))
      written += text.bytes.count
    }
    return written
  }
}
