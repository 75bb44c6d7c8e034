import Foundation
import MemoCore
import MemoTestSupport

/// The README or an article, whose `console` blocks hold commands, each after `$ `, with what a terminal shows then.
///
/// A line `…` stands for any lines, and times and hashes for any others.
struct DocumentedPage {
  /// Its path from the package's folder.
  let path: String

  /// The README and the articles that have such blocks.
  static var paths: [String] {
    get throws {
      let catalogue = "Sources/MemoKit/MemoKit.docc"
      let articles = try FileManager.default.contentsOfDirectory(atPath: url(catalogue).path).sorted()
        .filter { $0.hasSuffix(".md") }.map { "\(catalogue)/\($0)" }
      return try (["README.md"] + articles).filter { try DocumentedPage(path: $0).text().contains("```console\n") }
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
    var command: String?
    var shown: [String] = []
    var isInBlock = false
    func end() throws {
      defer { (command, shown) = (nil, []) }
      guard let command else { return }
      let found = try session.run(command)
      lines += Self.matches(shown[...], found[...]) ? shown : found
    }
    for line in try text().components(separatedBy: "\n") {
      if isInBlock, line.hasPrefix("$ ") || line == "```" {
        try end()
        isInBlock = line != "```"
        if isInBlock { command = String(line.dropFirst(2)) }
        lines.append(line)
      } else if isInBlock {
        shown.append(line)
      } else {
        isInBlock = line == "```console"
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
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
