import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// Writes the events of a watched vault: changes to standard output, everything else to standard error.
struct EventWriter {
  let session: Session
  let root: HostPath

  func write(_ event: VaultEvent) throws {
    switch event {
    case .ready(let memos): session.note(Message.watching(memos, root.text))
    case .changes(let changes): try write(changes)
    case .problems(let problems): for problem in problems { session.warn(FailureMessages.text(of: problem)) }
    case .missed, .limited, .settings: if let warning = WatchMessages.warning(of: event) { session.warn(warning) }
    }
  }

  /// Those that are reported at once are written at once.
  private func write(_ changes: [VaultChange]) throws {
    guard session.isJSON else {
      let style = session.style.isColored ? session.style : nil
      let bytes = changes.flatMap { TabbedLines(style: style, paths: session.paths).line(cells(of: $0)) }
      return try style == nil ? session.writeRecords(bytes) : session.write(bytes)
    }
    var writer = RecordWriter(.lines(end: UInt8(ascii: "\n")), to: session.write)
    for change in changes { try writer.write(fields(of: change)) }
    try writer.end()
  }

  private func cells(of change: VaultChange) -> [Cell] {
    let cells = [
      Cell(.text(change.kind.name), Style.date), Cell(.path(change.path), Style.faint),
      Cell(.text(change.record.metadata.title), Style.title),
    ]
    return cells + (change.kind.oldPath.map { [Cell(.path($0), Style.faint)] } ?? [])
  }

  private func fields(of change: VaultChange) -> Record {
    let row = MemoRow(change.memo, record: change.record, root: root, clock: session.machine.clock)
    let from: Record = change.kind.oldPath.map { ["from": .path($0)] } ?? [:]
    return ["kind": .text(change.kind.name)] + from + [
      "record": .record(row.fields), "at": .date(session.machine.clock.now),
    ]
  }
}

extension VaultChange.Kind {
  /// The word that output has for it.
  fileprivate var name: String {
    switch self {
    case .added: "added"
    case .modified: "modified"
    case .removed: "removed"
    case .renamed: "renamed"
    }
  }

  /// Where a renamed memo stood before.
  fileprivate var oldPath: VaultPath? {
    if case .renamed(let from) = self { from } else { nil }
  }
}

/// Reports what the watcher of a vault does.
struct WatcherReport {
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

  /// Writes the report; exits with 1 if there is no watcher.
  func write(of workspace: Workspace) throws -> ExitCode {
    let status = session.machine.watchers.status(of: workspace.vault.root)
    let log = try workspace.syncer().log()
    if session.isJSON {
      try session.writeJSON(fields(of: status, log))
    } else {
      try session.writeLine(text(status))
      for line in syncing(status, log) { try session.writeLine(TerminalText.visible(line[session.language])) }
    }
    return status == nil ? .noMatch : .done
  }

  private func text(_ status: WatcherStatus?) -> String {
    guard let status else { return WatchMessages.noWatcher[session.language] }
    guard status.isReady else { return WatchMessages.watcherStarts(Int(status.pid))[session.language] }
    let since = Timestamp.rfc3339(status.since)
    let line = WatchMessages.watcherRuns(Int(status.pid), since, status.memos, status.events)[session.language]
    return ([line] + [status.lastError].compactMap(\.self).map { WatchMessages.watcherTrouble($0)[session.language] })
      .map { TerminalText.visible($0) }.joined(separator: "\n")
  }

  /// How syncing goes, where the vault was ever synced.
  private func syncing(_ status: WatcherStatus?, _ log: SyncLog) -> [Text] {
    guard log.lastSync != nil || log.lastError != nil else { return [] }
    return SyncStatusWriter.lines(of: log, session)
      + (status == nil ? [] : [SyncStatusWriter.next(log.nextTry, session)])
  }

  private func fields(of status: WatcherStatus?, _ log: SyncLog) -> Record {
    [
      "running": .flag(status != nil), "ready": .flag(status?.isReady ?? false),
      "pid": .number(status.map { Int($0.pid) }), "since": .date(status?.since), "memos": .number(status?.memos),
      "events": .number(status?.events), "lastError": .text(status?.lastError),
      "sync": .record(Record(log, session.language)),
    ]
  }
}

/// Keeps others informed of this watcher: its status, and a log that holds nothing of any memo.
final class WatcherJournal {
  private let place: (any WatcherPlace)?
  private let clock: any LocalClock
  private let language: Language
  private var status: WatcherStatus

  init(_ place: (any WatcherPlace)?, process: Int32, clock: any LocalClock, language: Language) {
    self.place = place
    self.language = language
    self.clock = clock
    status = WatcherStatus(pid: process, since: clock.now)
    place?.publish(status)
    log("started")
  }

  /// Records an event in the log and status.
  func note(_ event: VaultEvent, memos: Int) {
    status.memos = memos
    switch event {
    case .ready:
      status.isReady = true
      log("ready, memos: \(memos)")
    case .changes(let changes): status.events += changes.count
    case .missed(let memos): log("missed, memos: \(memos)")
    case .limited(let limit): trouble("limited", WatchMessages.text(of: limit))
    case .problems(let problems):
      log("problems: \(problems.count)")
      status.lastError = problems.last.map { FailureMessages.text(of: $0)[language] }
    case .settings(let error): trouble("settings", FailureMessages.failure(for: error).message)
    }
    place?.publish(status)
  }

  /// Takes note that the watcher ends, and why if something went wrong.
  func end(_ reason: Text? = nil) {
    if let reason { trouble("failed", reason) } else { log("ended") }
  }

  private func trouble(_ kind: String, _ text: Text) {
    log("\(kind): \(OneLine.text(text[language]))")
    status.lastError = text[language]
  }

  private func log(_ text: String) {
    place?.log("\(Timestamp.rfc3339(clock.now)) \(status.pid) \(text)")
  }
}

/// Definitions of a service that follows a vault from login on. Its output is discarded: it is about memos.
struct ServiceUnit {
  /// The program and its arguments.
  let command: [[UInt8]]

  /// A user unit of systemd.
  var systemd: [UInt8] {
    Array("[Unit]\nDescription=memo watch\n\n[Service]\nExecStart=".utf8)
      + command.map(Self.systemdWord).joined(separator: [UInt8(ascii: " ")])
      + Array(
        "\nStandardOutput=null\nSuccessExitStatus=130\nRestart=on-failure\n\n[Install]\nWantedBy=default.target\n".utf8)
  }

  /// A property list of launchd.
  var launchd: [UInt8] {
    let arguments = command.map { "      <string>\(Self.xml(String(decoding: $0, as: UTF8.self)))</string>\n" }.joined()
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
        <dict>
          <key>Label</key><string>memo.watch</string>
          <key>ProgramArguments</key>
          <array>
      \(arguments)    </array>
          <key>RunAtLoad</key><true/>
        </dict>
      </plist>

      """.utf8)
  }

  /// In quotes, with the characters escaped that systemd gives a meaning inside them.
  private static func systemdWord(_ word: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    return [quote]
      + word.flatMap { byte -> [UInt8] in
        switch byte {
        case quote, UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "%"), UInt8(ascii: "$"): [byte, byte]
        case UInt8(ascii: "\n"): Array("\\n".utf8)
        default: [byte]
        }
      } + [quote]
  }

  private static func xml(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(scalar)
      }
    }.joined()
  }
}
