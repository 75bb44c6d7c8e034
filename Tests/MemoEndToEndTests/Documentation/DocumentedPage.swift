import Foundation
import MemoCore
import MemoTestSupport

/// The README or an article, whose `console` blocks hold commands, each after `$ `, with what a terminal shows then, and
/// whose `sh` blocks are scripts that end well, with what they write in the `text` block below, where they write anything.
///
/// A line `…` matches any lines, and times and hashes match any others.
struct DocumentedPage {
  /// Its path from the package's folder.
  let path: String

  /// The README and the articles that have such blocks.
  static var paths: [String] {
    get throws {
      let catalogue = "Sources/MemoKit/MemoKit.docc"
      let articles = try FileManager.default.contentsOfDirectory(atPath: url(catalogue).path).sorted()
        .filter { $0.hasSuffix(".md") }.map { "\(catalogue)/\($0)" }
      return try (["README.md"] + articles).filter {
        try DocumentedPage(path: $0).text().contains(/```(?:console|sh)\n/)
      }
    }
  }

  private static func url(_ path: String) -> URL {
    URL(filePath: MemoProgram.packageFolder.text).appending(path: path)
  }

  func text() throws -> String { try String(contentsOf: Self.url(path), encoding: .utf8) }

  func write(_ text: String) throws {
    try text.write(to: Self.url(path), atomically: true, encoding: .utf8)
  }

  /// The page with what its commands write now, where that is something else.
  func run() throws -> String {
    let session = try DocumentedSession(isKorean: path.hasSuffix("Korean.md"))
    var lines: [String] = []
    var rest = try text().components(separatedBy: "\n")[...]
    while let line = rest.popFirst() {
      lines.append(line)
      switch line {
      case "```console": lines += try Self.console(Self.block(&rest), in: session)
      case "```sh": lines += try Self.script(Self.block(&rest), &rest, in: session)
      default: break
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The lines up to the end of a block, which is taken, too.
  private static func block(_ rest: inout ArraySlice<String>) -> ArraySlice<String> {
    let block = rest.prefix { $0 != "```" }
    rest = rest.dropFirst(block.count + 1)
    return block
  }

  private static func console(_ block: ArraySlice<String>, in session: DocumentedSession) throws -> [String] {
    var (lines, rest) = ([String](), block.drop { !$0.hasPrefix("$ ") })
    while let command = rest.popFirst() {
      let shown = rest.prefix { !$0.hasPrefix("$ ") }
      rest = rest.dropFirst(shown.count)
      let found = try session.run(String(command.dropFirst(2))).lines
      lines.append(command)
      lines += matches(shown, found[...]) ? Array(shown) : found
    }
    return lines + ["```"]
  }

  private static func script(
    _ block: ArraySlice<String>, _ rest: inout ArraySlice<String>, in session: DocumentedSession
  ) throws -> [String] {
    let run = try session.run(block.joined(separator: "\n"))
    let found = run.lines + (run.code == 0 ? [] : ["[exit code \(run.code)]"])
    let opening = ["", "```text"]
    guard rest.starts(with: opening) else {
      return Array(block) + ["```"] + (found.isEmpty ? [] : opening + found + ["```"])
    }
    rest = rest.dropFirst(opening.count)
    let shown = Self.block(&rest)
    return Array(block) + ["```"] + opening + (matches(shown, found[...]) ? Array(shown) : found) + ["```"]
  }

  /// Whether lines of a page stand for those of a terminal.
  static func matches(_ shown: ArraySlice<String>, _ found: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return found.isEmpty }
    let rest = shown.dropFirst()
    if first == "…" { return (found.startIndex...found.endIndex).contains { matches(rest, found[$0...]) } }
    guard let line = found.first else { return false }
    return comparable(first).utf8.elementsEqual(comparable(line).utf8) && matches(rest, found.dropFirst())
  }

  /// A line without what differs from run to run; the order of memos of one time, and so their number, does.
  private static func comparable(_ line: String) -> String {
    line.replacing(/^ *\d+ (?= \S.*(?:9:\d\d))/, with: "N ").replacing(/9:\d\d\sAM|오전\s9:\d\d/, with: "TIME").replacing(
      /^[0-9a-f]{7,12}(?=  )/, with: "HASH"
    )
    .replacing(/\d{8}T\d{6}-[0-9a-z]{6}/, with: "ID").replacing(/\d{4}-\d\d-\d\d(?=\.md)/, with: "DAY")
  }
}
