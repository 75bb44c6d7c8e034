import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// A vault of 200 notes as Obsidian leaves it: memo reads what who wrote it knows to be there.
@Suite struct ConvertedVaultTests {
  private static let converted = ConvertedVault(seed: 2_026, count: 200)
  /// Where the links of each note lead, as the oracle says; `none` for those to the note itself.
  private static let answers: [[LinkOracle.Answer]] = {
    let oracle = converted.oracle
    return converted.notes.map { note in
      note.links.map { link in
        link.target.isEmpty ? .none : oracle.answer(link.target, link.isWiki ? .wiki : .markdown, in: note.folder)
      }
    }
  }()

  private let converted = Self.converted
  private let folder: TemporaryFolder
  private let vault: Vault
  private let index: VaultIndex

  init() throws {
    folder = try TemporaryFolder()
    try converted.write(to: folder)
    vault = try folder.openVault()
    index = try vault.readAll()
  }

  @Test func everyLinkIsReadAndNothingElse() throws {
    #expect(converted.notes.reduce(0) { $0 + $1.links.count } > 1_500)
    for note in converted.notes {
      let found = try #require(try index.links(of: VaultPath(note.path))).map { link in
        ConvertedVault.Link(
          isWiki: link.link.kind == .wiki, target: link.link.target, anchor: link.link.heading,
          line: link.position.line, column: link.position.column)
      }
      for link in Set(found).symmetricDifference(note.links) {
        Issue.record("\(note.path): \(note.links.contains(link) ? "not read" : "read"): \(link)\n\(note.text)")
      }
      #expect(found.count == note.links.count, "\(note.path)")
    }
  }

  @Test func everyLinkLeadsToItsNoteAndHeading() throws {
    let notes = converted.notes
    var counts = (notes: 0, guesses: 0, headings: 0, blocks: 0)
    for (note, answers) in zip(notes, Self.answers) {
      for (link, answer) in zip(try #require(try index.links(of: VaultPath(note.path))), answers) {
        let place = Comment(rawValue: "\(note.path):\(link.position.line): \(link.link.target)")
        let path = link.link.target.isEmpty ? note.path : answer.place.map { notes[$0].path }
        #expect(link.path.map(\.bytes) == path.map { Array($0.utf8) }, place)
        if case .guess = answer { counts.guesses += 1 }
        counts.notes += answer.place == nil ? 0 : 1
      }
    }
    for note in notes {
      let anchors = Array(note.text.utf8).withUnsafeBytes { MemoAnchors(of: $0) }
      #expect(
        (0..<anchors.count).map { anchors.text(of: $0) } == note.headings.map(\.text), "\(note.path)\n\(note.text)")
    }
    for (link, note, target) in Self.followed() {
      let anchor = link.anchor ?? ""
      let anchors = Array(target.text.utf8).withUnsafeBytes { MemoAnchors(of: $0) }
      let kind: MemoLink.Kind = link.isWiki ? .wiki : .markdown
      switch AnchorOracle(target.headings, blocks: target.blocks).answer(anchor, isWiki: link.isWiki) {
      case .heading(let place)?:
        counts.headings += 1
        #expect(
          anchors.line(of: anchor, kind) == target.headings[place].line, "\(note.path): \(link) in \(target.path)")
      case .block?:
        counts.blocks += 1
        #expect(anchors.contains(anchor, kind), "\(note.path): \(link) in \(target.path)")
      case nil: #expect(!anchors.contains(anchor, kind), "\(note.path): \(link) in \(target.path)")
      }
    }
    #expect(counts.notes > 1_000 && counts.guesses > 20 && counts.headings > 200 && counts.blocks > 30, "\(counts)")
  }

  @Test func everyProblemIsReportedAndNothingElse() throws {
    var expected: Set<Problem> = []
    for (note, answers) in zip(converted.notes, Self.answers) {
      for (link, answer) in zip(note.links, answers) where !link.target.isEmpty {
        let isFile = [".png", ".pdf"].contains { link.target.hasSuffix($0) }
        switch answer {
        case .memo: break
        case .guess: expected.insert(Problem("ambiguous-link", note, link))
        case .none where isFile || Self.mayLeadElsewhere(link, from: note): break
        case .none: expected.insert(Problem("broken-link", note, link))
        }
      }
      for link in note.missingFiles { expected.insert(Problem("broken-attachment", note, link)) }
    }
    for (link, note, target) in Self.followed() {
      let oracle = AnchorOracle(target.headings, blocks: target.blocks)
      guard let anchor = link.anchor, oracle.answer(anchor, isWiki: link.isWiki) == nil else { continue }
      expected.insert(Problem("broken-anchor", note, link))
    }
    let found = Set(VaultCheck(vault, index).problems().map(Problem.init))
    for problem in found.subtracting(expected) { Issue.record("reported: \(problem)") }
    for problem in expected.subtracting(found) { Issue.record("not reported: \(problem)") }
    #expect(Set(expected.map(\.code)).count == 4 && expected.count > 100)
  }

  @Test func namesTagsAndAliasesAreTheNotes() throws {
    #expect(vault.titles == .fileName && Array(index.memos).count == converted.notes.count)
    for note in converted.notes {
      let path = VaultPath(note.path)
      let memo = try #require(index.memos(at: [path])[path])
      let record = try #require(index.record(of: memo))
      #expect(index.title(of: memo).utf8.elementsEqual(note.name.utf8))
      #expect(Set(record.metadata.tags) == note.tags, "\(note.path)\n\(note.text)")
      #expect(record.metadata.aliases == note.aliases, "\(note.path)")
    }
  }

  /// The links with anchors, with the notes that they lead to.
  private static func followed() -> [(
    link: ConvertedVault.Link, note: ConvertedVault.Note, target: ConvertedVault.Note
  )] {
    zip(converted.notes, answers).flatMap { note, answers in
      zip(note.links, answers).compactMap { link, answer in
        guard link.anchor != nil else { return nil }
        let target = link.target.isEmpty ? note : answer.place.map { converted.notes[$0] }
        return target.map { (link, note, $0) }
      }
    }
  }

  /// Whether a link that no note answers to may be one to a file: from the root, without an extension, out of the vault.
  private static func mayLeadElsewhere(_ link: ConvertedVault.Link, from note: ConvertedVault.Note) -> Bool {
    let names = link.target.split(separator: "/")
    let isOutside = names.count { $0 == ".." } > note.path.split(separator: "/").count - 1
    return link.target.hasPrefix("/") || isOutside
      || !link.isWiki && ![".md", ".markdown"].contains { link.target.hasSuffix($0) }
  }

  private struct Problem: Hashable {
    let code: String
    let path: String
    let line: Int
    let column: Int

    init(_ code: String, _ note: ConvertedVault.Note, _ link: ConvertedVault.Link) {
      (self.code, path, line, column) = (code, note.path, link.line, link.column)
    }

    init(_ problem: VaultProblem) {
      (code, path) = (problem.code, problem.path.text)
      (line, column) = (problem.position.line, problem.position.column)
    }
  }
}
