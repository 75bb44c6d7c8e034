import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// What becomes of files whose bytes git converts, decided without git.
@Suite struct FilterDecisionTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func attributes(_ values: [String: String]) -> PathAttributes { PathAttributes(values) }

  private let entry = TreeEntry(path: VaultPath("a.md"), id: ObjectId(ofBlob: Array("stored".utf8)))

  // MARK: Attributes

  @Test(arguments: [
    (["text": "auto"], false), (["text": "set"], false), (["text": "unset", "eol": "crlf"], false), ([:], false),
    (["filter": "unset"], false), (["filter": "x"], true), (["working-tree-encoding": "UTF-16"], true),
    (["ident": "set"], false), (["crlf": "input"], false),
  ])
  func plainTextNeedsNoConversion(values: [String: String], mayChange: Bool) {
    let attributes = Self.attributes(values)
    let text = Self.bytes("# A\nplain\n")
    #expect(attributes.mayClean(text) == mayChange)
    #expect(attributes.maySmudge(text) == mayChange)
  }

  @Test(arguments: [
    (["text": "auto"], true, false), (["text": "set"], true, false), (["eol": "crlf"], true, true),
    (["crlf": "input"], true, false), (["text": "unset", "eol": "crlf"], false, false),
    (["text": "input"], true, false),
    (["text": "auto", "eol": "crlf"], true, true),
  ])
  func lineEndsAreConvertedAsTheAttributesSay(values: [String: String], cleans: Bool, smudges: Bool) {
    let attributes = Self.attributes(values)
    let text = Self.bytes("# A\r\nline\r\n")
    #expect(attributes.mayClean(text) == cleans)
    #expect(attributes.maySmudge(text) == smudges)
  }

  @Test func lineEndsOfTextThatHasCRLFInTheBranchAreLeftAlone() {
    let attributes = Self.attributes(["text": "auto"])
    #expect(attributes.keepsLineEnds(of: Self.bytes("a\r\nb\n")))
    #expect(!attributes.keepsLineEnds(of: Self.bytes("a\nb\n")))
    #expect(!attributes.keepsLineEnds(of: Self.bytes("a\r\nb\0")))
    #expect(!attributes.keepsLineEnds(of: Self.bytes("a\rb\r\n")))
    #expect(!attributes.keepsLineEnds(of: nil))
    #expect(!Self.attributes(["text": "set"]).keepsLineEnds(of: Self.bytes("a\r\n")))
  }

  // MARK: Decisions

  private func outcome(
    of text: String, stored: String, smudged: String?, trouble: SkippedFile.Reason? = nil, canConvert: Bool = true
  ) -> ConvertedFiles.Outcome? {
    let version = FileVersion(stored: Self.bytes(stored), text: smudged.map(Self.bytes), trouble: trouble)
    return ConvertedFiles.outcome(
      of: Self.bytes(text), Self.attributes(["filter": "x"]), canConvert: canConvert, known: [(entry, version)],
      branch: version)
  }

  @Test func aFileThatTheBlobStandsForIsNoEdit() {
    #expect(outcome(of: "text", stored: "sealed", smudged: "text") == .same(entry))
    #expect(outcome(of: "other", stored: "sealed", smudged: "text") == nil)
  }

  @Test func aFileThatHoldsTheBlobItselfIsNoEditWhereGitHasNotConvertedIt() {
    #expect(outcome(of: "sealed", stored: "sealed", smudged: "text") == .same(entry))
    #expect(outcome(of: "sealed", stored: "sealed", smudged: nil, trouble: .filterFailed) == .same(entry))
    #expect(
      outcome(of: "sealed", stored: "sealed", smudged: "sealed", trouble: .filterMissing, canConvert: false)
        == .same(entry))
    // A filter may be new: what it makes of the file says whether it is an edit.
    #expect(outcome(of: "text", stored: "text", smudged: "text") == nil)
  }

  @Test func aFileWhoseFilterIsNotSetUpStaysBehind() {
    #expect(
      outcome(of: "text", stored: "sealed", smudged: "sealed", trouble: .filterMissing, canConvert: false)
        == .behind(.filterMissing))
  }

  @Test func whatGitStoredCountsOnlyWhereItGivesTheSameBytesBack() {
    let id = ObjectId(ofBlob: Self.bytes("new"))
    func outcome(_ text: String?, _ trouble: SkippedFile.Reason? = nil) -> ConvertedFiles.Outcome {
      ConvertedFiles.outcome(
        of: Self.bytes("text"), storedAs: id,
        FileVersion(stored: Self.bytes("new"), text: text.map(Self.bytes), trouble: trouble), known: [entry],
        branch: nil)
    }
    #expect(outcome("text") == .new(id))
    #expect(outcome("TEXT") == .behind(.altered))
    #expect(outcome(nil, .filterFailed) == .behind(.filterFailed))
    #expect(
      ConvertedFiles.outcome(of: Self.bytes("text"), storedAs: nil, nil, known: [], branch: nil)
        == .behind(.filterFailed))
  }

  @Test func aFilterThatSealsNoLongerPushesNothing() {
    let sealed = FileVersion(stored: [0] + Self.bytes("GITCRYPT") + [0, 1], text: Self.bytes("old"))
    let id = ObjectId(ofBlob: Self.bytes("text"))
    let outcome = ConvertedFiles.outcome(
      of: Self.bytes("text"), storedAs: id, FileVersion(stored: Self.bytes("text"), text: Self.bytes("text")),
      known: [entry], branch: sealed)
    #expect(outcome == .behind(.unfiltered))
  }

  @Test func whatCannotBeReadIsMergedAsNoText() {
    #expect(FileVersion(stored: [1], text: [1], trouble: .filterMissing).mergeable == [0, 1])
    #expect(FileVersion(stored: [1], text: [2]).mergeable == [2])
  }

  @Test func whatAFilterHasNotReadIsNoText() {
    let sealed = [0] + Self.bytes("GITCRYPT") + [0, 1]
    #expect(SealedForm.isUnread(sealed, of: sealed))
    #expect(!SealedForm.isUnread([], of: sealed))
    // What git-crypt 0.7 makes of a short file that was committed before it was to be encrypted.
    #expect(SealedForm.isUnread([], of: Self.bytes("short")))
    #expect(!SealedForm.isUnread(Self.bytes("short"), of: Self.bytes("short")))
    #expect(SealedForm.isUnencrypted(Self.bytes("short"), "git-crypt-key"))
    #expect(!SealedForm.isUnencrypted(sealed, "git-crypt"))
    #expect(!SealedForm.isUnencrypted(Self.bytes("short"), "lfs"))
  }

  // MARK: What git writes

  @Test func settingsOfFiltersAreRead() {
    let output =
      [
        "global", "file:/home/u/.gitconfig", "core.attributesfile\n~/attributes",
        "global", "file:/home/u/.gitconfig", "filter.a.b.clean\nc\nd", "local", "file:.git/config",
        "filter.one.smudge\nx",
        "command", "command line:", "filter.c.required", "command", "command line:", "filter.c.process\np",
      ].joined(separator: "\0") + "\0"
    let settings = FilterSettings(Self.bytes(output))
    #expect(settings.attributesFile == "~/attributes")
    #expect(settings.canUse("a.b"))
    #expect(!settings.canUse("one"), "it stores nothing")
    #expect(settings.canUse("c"))
    #expect(!settings.canUse("unknown"))
    #expect(settings.strict == ["filter.a.b.required=true", "filter.a.b.smudge=cat", "filter.c.required=true"])
  }

  @Test func aFilterWhoseNameCannotBeGivenToGitIsNone() {
    let settings = FilterSettings(Self.bytes("local\0file:x\0filter.a=b.clean\nc\0"))
    #expect(!settings.canUse("a=b"))
    #expect(settings.strict.isEmpty)
  }

  @Test func textsAreRecognizedByTheirMarks() {
    let marks = ["1 m\n", "2 m\n", "3 m\n"].map(Self.bytes)
    #expect(
      PathConversions.texts(in: Self.bytes("1 m\na\n2\n\n2 m\n\n3 m\nb\n"), marked: marks).map { $0 } == [
        Self.bytes("a\n2\n"), [], Self.bytes("b"),
      ])
    // Git ended at the second.
    #expect(PathConversions.texts(in: Self.bytes("1 m\na\n2 m\n"), marked: marks) == [Self.bytes("a"), []])
    #expect(PathConversions.texts(in: [], marked: marks).isEmpty)
  }

  @Test func aSealedConflictContainsNoTextAndIsReadBack() {
    let origin = Overlap.Origin(base: nil, first: entry.id, second: ObjectId(ofBlob: [1]), index: 2)
    let conflict = Overlap(path: VaultPath("a \"b\".md"), line: 7, sealedIn: origin, devices: ["desk", ""])
    #expect(IssueTrailer.issues(in: IssueTrailer.line(of: .overlap(conflict))) == [.overlap(conflict)])
  }
}
