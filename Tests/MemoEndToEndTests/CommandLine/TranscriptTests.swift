import Foundation
import MemoCore
import Testing

@testable import MemoCLI

/// What each command writes, to the byte: `Tests/Transcripts`.
@Suite(.waitsForPrograms, .enabled(if: TranscriptSession.hasTerminal, "script is not installed"))
struct TranscriptTests {
  private static let isUpdating = ProcessInfo.processInfo.environment["MEMO_UPDATE_TRANSCRIPTS"] == "1"

  @Test(arguments: try Transcript.names)
  func commandsWriteWhatTheirTranscriptShows(name: String) throws {
    let transcript = Transcript(name: name)
    let (wanted, found) = (
      TranscriptSession.dateless(try transcript.text()), TranscriptSession.dateless(try transcript.run())
    )
    guard found != wanted else { return }
    if Self.isUpdating { return try transcript.write(found) }
    let lines = [found, wanted].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let start = zip(lines[0], lines[1]).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let differing = lines.map { $0.dropFirst(start).prefix(5).joined(separator: "\n") }
    Issue.record(
      """
      Tests/Transcripts/\(name), line \(start + 1): memo writes
      \(differing[0])
      instead of
      \(differing[1])
      If that is meant, MEMO_UPDATE_TRANSCRIPTS=1 swift test --filter TranscriptTests rewrites the transcripts.
      """)
  }

  @Test func everyCommandHasATranscriptInBothLanguages() throws {
    let names = Set(try Transcript.names)
    for command in CommandList.declarations.map(\.name) {
      #expect(names.contains("\(command).md"))
      #expect(names.contains("Korean/\(command).md"))
    }
  }
}
