import Foundation
import MemoCore
import MemoTestSupport

/// A terminal of a person who follows the README or an article: a new home, and memo's sources in `~/memo`, built.
///
/// `cd` and `export` hold until the end.
final class DocumentedSession {
  static let columns = 90

  private let sandbox: Sandbox

  init(isKorean: Bool) throws {
    sandbox = try Sandbox(hasMarker: false)
    sandbox.variables.merge([
      "LC_ALL": isKorean ? "ko_KR.UTF-8" : "C.UTF-8", "COLUMNS": "\(Self.columns)", "NO_COLOR": "1", "PAGER": "cat",
      "GIT_CONFIG_NOSYSTEM": "1", "TZ": Self.zone, "SAMPLE": MemoProgram.packageFolder.appending("SampleVault").text,
    ]) { $1 }
    let settings = "[user]\n\tname = Kim\n\temail = kim@example.org\n[init]\n\tdefaultBranch = main\n"
    try sandbox.folder.write(settings, to: "home/.gitconfig")
    try sandbox.folder.write("", to: "environment")
    let setup = """
      mkdir -p memo/.build/release && cp -R "$SAMPLE" memo/SampleVault && ln -s "$(command -v memo)" memo/.build/release/memo
      cd memo && pwd > ../../place
      """
    _ = try sandbox.shell(setup, in: "home")
  }

  /// A time zone in which it is between nine and ten in the morning, so that times are of one width.
  private static var zone: String {
    let hour = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: .now).hour ?? 0
    return "HERE\(hour - 9 > 12 ? hour - 33 : hour - 9)"
  }

  /// Runs lines; returns what the terminal shows then, and how they ended.
  func run(_ line: String) throws -> (lines: [String], code: Int32) {
    let script = """
      . ../environment; cd "$(cat ../place)"
      \(line)
      code=$?; pwd > "$HOME/../place"; export -p > "$HOME/../environment"; exit $code
      """
    try sandbox.folder.write(script + "\n", to: "line")
    let command = "script -qec \"stty cols \(Self.columns) rows 30; . ../line\" /dev/null < /dev/null"
    let run = try sandbox.shell(command, in: "home")
    let text = String(decoding: run.output, as: UTF8.self)
      .replacing(sandbox.folder.path.appending("home").text, with: "/home/me").replacing("\r\n", with: "\n")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Self.shown)
    if lines.last == "" { lines.removeLast() }
    guard case .exited(let code) = run.end else { return (lines + ["[\(run.end)]"], -1) }
    return (lines, code)
  }

  /// A line as it stays on the screen after what was drawn over in it, such as progress.
  private static func shown(_ line: Substring) -> String {
    let last = line.split(separator: "\r").last ?? ""
    return String(last).replacing("\u{1B}[K", with: "")
  }
}
