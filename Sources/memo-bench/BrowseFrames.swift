import MemoCore
import MemoIndex
import MemoKit
import MemoPlatform
import MemoStore
import MemoSync
import MemoTUI
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Times the split view from a key to its frame, with its threads and files but without a terminal.
struct BrowseFrames {
  let vault: String
  /// Whether the newest memos are those of `Workspace.addPictures`, and are gone through.
  let drawsPictures: Bool

  /// What a person does for a while: through the list, in a text, searching.
  private static let keys =
    String(repeating: "jjjjk", count: 60) + "Ggggg" + "i" + String(repeating: "나가 ", count: 60)
    + String(repeating: "\u{7F}", count: 180) + "\u{1B}" + "/budget 회의" + "\u{1B}" + String(repeating: "jk", count: 100)

  /// From memo to memo, down through their pictures and up again, and writing among them.
  private static let keysAmongPictures =
    String(repeating: "jk", count: 50)
    + (String(repeating: "\r" + String(repeating: "j", count: 80) + "Ggg" + "\u{1B}" + "j", count: 2))
    + "gg\r" + "jjjjji" + String(repeating: "나가 ", count: 40) + "\u{1B}"

  /// The way from a key to its frame.
  struct Timing {
    let seconds: Double
    /// Of the thread that paints.
    let cpuSeconds: Double

    /// As it is handed on from process to process.
    var line: String { "\(seconds) \(cpuSeconds)" }

    init(seconds: Double, cpuSeconds: Double) {
      self.seconds = seconds
      self.cpuSeconds = cpuSeconds
    }

    /// nil for anything but a `line`.
    init?(line: Substring) {
      let fields = line.split(separator: " ").compactMap { Double($0) }
      guard fields.count == 2 else { return nil }
      self.init(seconds: fields[0], cpuSeconds: fields[1])
    }
  }

  /// The ways of all keys.
  func timings() throws -> [Timing] {
    let root = HostPath(try FileSystem.resolve(vault))
    let vault = try Vault(at: root, host: DiskHost(userCache: nil))
    let library = BrowserLibrary(vault, try vault.refresh(), kit: Self.kit)
    let screen = TimedScreen(drawsPictures ? Self.keysAmongPictures : Self.keys)
    let pictures = drawsPictures ? PictureSupport(.kitty) { _ in nil } : PictureSupport()
    try BrowserSession(
      terminal: TimedTerminal(screen: screen), library: library, isColored: true, pictures: pictures
    ).run()
    return screen.timings
  }

  private static var kit: BrowserKit {
    var kit = BrowserKit(
      host: DiskHost(userCache: nil), watching: SystemWatching(), clock: SystemClock(), collation: LocaleCollation(),
      stopwatch: ProcessEnvironment.uptime, share: { _ in .copied }, clipboardRequest: { _ in nil }, edit: { _ in },
      openToday: { .existing(VaultPath("today.md")) }, sync: { SyncReport() })
    kit.dates = { String(Timestamp.rfc3339($0).prefix(10)) }
    kit.groupsByDate = true
    kit.programs = SystemPrograms(environment: ["PATH": ""])
    return kit
  }
}

private struct TimedTerminal: ScreenTerminal {
  let screen: TimedScreen

  func withScreen<Result>(_ use: ScreenUse, _ body: (any Screen) throws -> Result) throws -> Result {
    try body(screen)
  }
}

/// A screen on which one key is struck as soon as the frame of the one before is written.
private final class TimedScreen: Screen, Sendable {
  private struct State {
    var keys: [Character]
    var struck: (wall: Duration, cpu: Double)?
    var timings: [BrowseFrames.Timing] = []
    var isWoken = false
  }

  let size = ScreenSize(columns: 160, rows: 50)
  private let state: Mutex<State>

  init(_ keys: String) {
    state = Mutex(State(keys: Array(keys.reversed())))
  }

  var timings: [BrowseFrames.Timing] { state.withLock(\.timings) }

  var wakeUp: @Sendable () -> Void { { [self] in state.withLock { $0.isWoken = true } } }

  func next(within milliseconds: Int?) throws -> ScreenInput {
    state.withLock { state in
      if let struck = state.struck.take() {
        let seconds = (ProcessEnvironment.uptime() - struck.wall) / .seconds(1)
        state.timings.append(BrowseFrames.Timing(seconds: seconds, cpuSeconds: Self.cpuSeconds - struck.cpu))
      }
      if state.isWoken {
        state.isWoken = false
        return .nothing
      }
      guard let key = state.keys.popLast() else { return .end }
      // An Esc is one when nothing follows.
      if milliseconds == 25 {
        state.keys.append(key)
        return .nothing
      }
      state.struck = (ProcessEnvironment.uptime(), Self.cpuSeconds)
      return .bytes(Array(String(key).utf8))
    }
  }

  private static var cpuSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  func write(_ text: String) {}

  func lend<Result>(_ body: () throws -> Result) throws -> Result { try body() }

  func suspend() {}
}
