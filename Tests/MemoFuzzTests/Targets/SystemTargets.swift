import MemoCore

@testable import MemoCLI
@testable import MemoPlatform

extension FuzzTarget {
  /// What the system hands over: events of folders, and times of files, which may be any.
  static let system = FuzzTarget(
    "system",
    seeds: [[1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 97, 98, 0, 0], [UInt8](repeating: 0x7F, count: 24)]
  ) { input in
    #if os(Linux)
      var events: [InotifyQueue.Event] = []
      InotifyQueue.parse(input[...], into: &events)
      try expect(events.allSatisfy { !$0.name.contains(0) }, "a name ends at its NUL")
    #endif
    guard input.count >= 8 else { return }
    let time = input.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
    let clock = SystemClock()
    _ = (clock.local(ofInstant: time), clock.instant(ofLocal: time))
    _ = Timestamp.rfc3339(time)
  }
}
