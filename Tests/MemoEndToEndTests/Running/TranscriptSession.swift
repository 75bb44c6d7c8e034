import Foundation
import MemoCore
import MemoTestSupport

/// A shell for one section of a transcript, in which only the clock, the process identifiers and the hashes of commits
/// differ from run to run.
struct TranscriptSession {
  private let sandbox: Sandbox
  private var place = "vault"

  /// Whether the `terminal` command, which runs a command line on a terminal, works on this system.
  static let hasTerminal = MemoProgram.isLinux && MemoProgram.isInstalled("script")

  init(_ vault: TranscriptVault, isKorean: Bool) throws {
    sandbox = try Sandbox()
    for file in vault.files { try sandbox.write(Array(file.text.utf8), to: file.path, modified: file.modified) }
    sandbox.variables.merge([
      "TZ": "Asia/Seoul", "LC_ALL": isKorean ? "ko_KR.UTF-8" : "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1",
      "PAGER": "cat", "GIT_CONFIG_NOSYSTEM": "1",
    ]) { $1 }
    let settings = "[user]\n\tname = Kim\n\temail = kim@example.org\n[init]\n\tdefaultBranch = main\n"
    try sandbox.folder.write(settings, to: "home/.gitconfig")
    let words = "line=\"stty cols 80 rows 24; $*\"\nexec script -qec \"$line\" /dev/null < /dev/null"
    try sandbox.makeProgram("terminal", words)
  }

  /// Runs a line; returns the lines of standard output, then those of standard error after `! `, then the exit code in
  /// brackets where it is not 0.
  ///
  /// `cd` and `export` hold for the rest of the section.
  mutating func run(_ line: String) throws -> [String] {
    if let match = line.wholeMatch(of: /cd (\S+)/) {
      place = HostPath(real(String(match.1)), from: sandbox.folder.path.appending(VaultPath(place))).text
      place = String(place.dropFirst(sandbox.folder.path.text.count + 1))
      return []
    }
    if let match = line.wholeMatch(of: /export (?<name>\w+)=(?<value>\S*)/) {
      sandbox.variables[String(match.name)] = real(String(match.value))
      return []
    }
    let run = try sandbox.shell(real(line), in: place)
    var lines = shown(String(decoding: run.output, as: UTF8.self))
    lines += shown(run.errors).map { "! \($0)" }
    switch run.end {
    case .exited(0): break
    case .exited(let code): lines.append("[\(code)]")
    case .signalled(let signal): lines.append("[signal \(signal)]")
    case .stuck: lines.append("[stuck]")
    }
    return lines
  }

  /// A page in which the days around today have their placeholders, also where they are in it by chance: it compares
  /// equal to the same page of any other day.
  static func dateless(_ page: String) -> String {
    TranscriptPlaceholder.days.reduce(page) { $1.replaced(in: $0) }
  }

  private func real(_ line: String) -> String {
    line.replacing("/sandbox", with: sandbox.folder.path.text)
  }

  private func shown(_ text: String) -> [String] {
    var text = text.replacing(sandbox.folder.path.text, with: "/sandbox")
    // Carriage return and line feed are one character.
    text = text.replacing("\r\n", with: "\n")
    for (control, picture) in [("\0", "␀"), ("\u{1B}", "␛"), ("\r", "␍"), ("\u{7}", "␇")] where text.contains(control) {
      text = text.replacing(control, with: picture)
    }
    text = TranscriptPlaceholder.all.reduce(text) { $1.replaced(in: $0) }
    guard !text.isEmpty else { return [] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += "␄" }
    return lines
  }
}

/// A word in angle brackets for what differs from run to run.
private struct TranscriptPlaceholder {
  let pattern: NSRegularExpression
  let word: String

  func replaced(in text: String) -> String {
    let whole = NSRange(location: 0, length: text.utf16.count)
    return pattern.stringByReplacingMatches(in: text, range: whole, withTemplate: word)
  }

  static let days: [TranscriptPlaceholder] = {
    let days = [-1, 0, 1].map { Date.now.addingTimeInterval($0 * 86_400) }
    let day = "(?:\(days.map { $0.formatted(.iso8601.year().month().day()) }.joined(separator: "|")))"
    return named([(day + #"T\d\d:\d\d:\d\d(?:\.\d+)?Z"#, "<time>"), (day, "<date>")])
  }()

  // What fills up a column of a table goes with the word that is in it.
  static let all: [TranscriptPlaceholder] =
    days
    + named([
      // Which of two files that one command wrote is the newer one depends on the clock's grain.
      (#"(?<="number":)\d+(?=,"path"[^{}]*"modified":"<time>")"#, "<number>"),
      (#"(?:\d{1,2}:\d\d\s[AP]M|(?:오전|오후)\s\d{1,2}:\d\d)(?: +(?=  ))?"#, "<clock>"),
      (#"\d{8}T\d{6}-[0-9a-z]+(?: +(?=  ))?"#, "<id>"),
      (#"\b[0-9a-f]{32}\b"#, "<id>"),
      (#"(?<="commit":")[0-9a-f]{40}"#, "<commit>"),
      (#"(?<="seconds":)[0-9.e-]+"#, "<seconds>"),
      (#"(?<= in )\d+(?:\.\d+)?(?= s\b)|\d+\.\d+(?=초)|\b0(?=초)"#, "<seconds>"),
      (#"(?<=refs/memo/(?:backup|staged)/)\d+(-\d+)?"#, "<id>"),
      (#"(?<="deviceId":")[0-9a-f]{8}"#, "<id>"),
      (#"(?<="pid":|process |process, |프로세스\()\d+"#, "<pid>"),
      (#"(?<=프로세스 )\d+[이가]"#, "<pid>가"),
      (#"\bmemo \d+\.\d+\.\d+"#, "memo <version>"),
      (#""\d{4}\\-\d\d\\-\d\d""#, "\"<date>\""),
    ])

  private static func named(_ patterns: [(pattern: String, word: String)]) -> [TranscriptPlaceholder] {
    patterns.compactMap { pattern, word in
      (try? NSRegularExpression(pattern: pattern)).map { TranscriptPlaceholder(pattern: $0, word: word) }
    }
  }
}
