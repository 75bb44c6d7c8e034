import Foundation
import Testing

@testable import MemoCLI
@testable import MemoWords

@Suite struct ErrorReportTests {
  private let failure = Failure(
    kind: "ambiguous", message: "'\u{1B}x' may be any", hints: ["hint \u{202E}one", "two"],
    candidates: ["a.md", "b\n.md"],
    exitCode: .ambiguous)

  @Test func peopleReadASentenceCandidatesAndHints() {
    let text = ErrorReport(failure: failure).text(in: .english, style: Style(isColored: false))
    #expect(text == "memo: '␛x' may be any\n  a.md\n  b␊.md\nhint: hint <U+202E>one\nhint: two\n")
    let coloured = ErrorReport(failure: failure).text(in: .english, style: Style(isColored: true))
    #expect(coloured.hasPrefix("\u{1B}[1;31mmemo:\u{1B}[0m '␛x'"))
  }

  @Test func scriptsReadAnObject() throws {
    let json = ErrorReport(failure: failure).json(in: .english)
    #expect(json.last == 10 && json.count { $0 == 10 } == 1)
    let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: [String: Any]]
    let error = try #require(object?["error"])
    #expect(object?.count == 1 && error.count == 4)
    #expect(error["kind"] as? String == "ambiguous")
    #expect(error["message"] as? String == "'\u{1B}x' may be any")
    #expect(error["hints"] as? [String] == ["hint \u{202E}one", "two"])
    #expect(error["candidates"] as? [String] == ["a.md", "b\n.md"])
  }

  @Test func manyCandidatesAreCutForPeopleOnly() {
    var failure = failure
    failure.candidates = (0..<50).map { "\($0).md" }
    let report = ErrorReport(failure: failure)
    #expect(report.text(in: .english, style: Style(isColored: false)).contains("  19.md\n  …\nhint"))
    #expect(String(decoding: report.json(in: .english), as: UTF8.self).contains("49.md"))
  }

  @Test func onlyAmbiguityShowsCandidatesToPeople() {
    let failure = Failure(
      kind: "no-such-memo", message: "no", hints: ["did you"], candidates: ["a"], exitCode: .noSuchMemo)
    #expect(
      ErrorReport(failure: failure).text(in: .english, style: Style(isColored: false)) == "memo: no\nhint: did you\n")
  }
}
