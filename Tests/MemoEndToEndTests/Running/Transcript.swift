import Foundation
import MemoCore
import MemoTestSupport

/// A Markdown page whose `console` blocks hold shell commands, each after `$ `, with what they write.
///
/// Each `## ` section starts with a fresh copy of the vault, which `Tests/Transcripts/README.md` shows. Everything
/// outside of the blocks is prose.
struct Transcript {
  /// Where the pages are.
  static let folder = URL(filePath: MemoProgram.packageFolder.appending("Tests/Transcripts").text)

  /// The page's name from that folder.
  let name: String

  /// All pages but the one that explains them.
  static var names: [String] {
    get throws {
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      return files.filter { $0.hasSuffix(".md") && $0 != "README.md" }.sorted()
    }
  }

  /// The page as it is.
  func text() throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  /// Writes the page anew.
  func write(_ text: String) throws {
    try text.write(to: Self.folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  /// The page with what its commands write now.
  func run() throws -> String {
    let isKorean = name.hasPrefix("Korean/")
    let vault = try TranscriptVault()
    var session = try TranscriptSession(vault, isKorean: isKorean)
    var lines: [String] = []
    var fence: Substring?
    for line in try text().split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if line == open {
          fence = nil
        } else if line.hasPrefix("$ ") {
          lines.append(String(line))
          lines += try session.run(String(line.dropFirst(2)))
          continue
        } else {
          continue
        }
      } else if line.hasPrefix("## ") {
        session = try TranscriptSession(vault, isKorean: isKorean)
      } else if line.hasPrefix("```"), line.hasSuffix("console") {
        fence = line.prefix { $0 == "`" }
      }
      lines.append(String(line))
    }
    return lines.joined(separator: "\n")
  }
}

/// The vault that the sections of all transcripts start with: each file a heading with its path and its time of
/// modification, and a block with its text.
struct TranscriptVault {
  private(set) var files: [(path: VaultPath, text: String, modified: Int64)] = []

  init() throws {
    let page = try String(contentsOf: Transcript.folder.appending(path: "README.md"), encoding: .utf8)
    var heading: (path: VaultPath, modified: Int64)?
    var text: String?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "````", let found = heading, let body = text {
        files.append((found.path, body, found.modified))
        (heading, text) = (nil, nil)
      } else if text != nil {
        text? += line + "\n"
      } else if line.hasPrefix("````"), heading != nil {
        text = ""
      } else if let match = line.wholeMatch(of: /### `(?<path>.+)`, modified (?<second>\S+)\.(?<rest>\d{9})Z/) {
        let second = try Date("\(match.second)Z", strategy: .iso8601).timeIntervalSince1970
        heading = (VaultPath(String(match.path)), Int64(second) * 1_000_000_000 + (Int64(match.rest) ?? 0))
      }
    }
  }
}
