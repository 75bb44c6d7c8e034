import Foundation
import Testing

/// The commands of the README and the articles, each page followed by hand from its first line to its last.
@Suite(.waitsForPrograms, .enabled(if: TranscriptSession.hasTerminal, "script is not installed"))
struct DocumentedCommandsTests {
  private static let isUpdating = ProcessInfo.processInfo.environment["MEMO_UPDATE_TRANSCRIPTS"] == "1"

  @Test(arguments: try DocumentedPage.paths)
  func commandsWriteWhatThePageShows(path: String) throws {
    let page = DocumentedPage(path: path)
    let (wanted, found) = (try page.text(), try page.run())
    guard found != wanted else { return }
    if Self.isUpdating { return try page.write(found) }
    let lines = [found, wanted].map { $0.components(separatedBy: "\n") }
    let start = zip(lines[0], lines[1]).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let differing = lines.map { $0.dropFirst(start).prefix(5).joined(separator: "\n") }
    Issue.record("\(path), line \(start + 1): the terminal shows\n\(differing[0])\ninstead of\n\(differing[1])")
  }

  @Test func theReadmeAndThePagesOfScriptsAreAmongThem() throws {
    let names = try DocumentedPage.paths.compactMap { $0.split(separator: "/").last }
    #expect(Set(names).isSuperset(of: ["README.md", "Korean.md", "Scripts.md", "Automating.md", "Phones.md"]))
  }

  @Test(arguments: [
    (["a", "…"], ["a", "b", "c"], true), (["…", "c"], ["a", "c"], true), (["a"], ["a", "b"], false),
    (["a", "…"], ["b"], false), (["now 9:01 AM"], ["now 9:59 AM"], true), (["0a1b2c3d  x"], ["99999999  x"], true),
    (["0a1b2c3d  x"], ["99999999  y"], false), ([], [], true), (["…"], [], true),
  ])
  func linesStandForOthers(shown: [String], found: [String], isMatch: Bool) {
    #expect(DocumentedPage.matches(shown[...], found[...]) == isMatch)
  }
}
