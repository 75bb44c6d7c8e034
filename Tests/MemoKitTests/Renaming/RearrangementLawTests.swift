import Foundation
import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// When a section becomes a memo or memos become one, each link of the vault leads to the note, heading or block that it led
/// to, wherever that is by then, or the change is refused.
@Suite struct RearrangementLawTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func everyLinkKeepsItsNoteAndHeading(seed: UInt64) throws {
    var trial = try RearrangementTrial(seed: seed)
    for _ in 0..<14 {
      try trial.extract()
      try trial.merge()
    }
    print("seed \(seed): \(trial.counts)")
    #expect(trial.counts.extracted >= 5 && trial.counts.merged >= 3, "\(trial.counts)")
    #expect(trial.counts.links > 2_000 && trial.counts.moved > 30 && trial.counts.lost * 50 < trial.counts.links)
  }
}

/// A vault in which one change after the other is made, compared and undone.
private struct RearrangementTrial {
  /// What a link leads to, by what was there before the change.
  private enum Meaning: Hashable {
    case note(Int)
    /// A note that has nothing of the anchor's name.
    case dangling(Int)
    case heading(note: Int, Int)
    case block(String)
    /// Something that the change has made.
    case new
  }

  /// A note as the oracles know it, with what each heading was before the change.
  private struct Known {
    var note: ConvertedVault.Note
    var headings: [Meaning]
  }

  private(set) var counts = (extracted: 0, merged: 0, refused: 0, links: 0, moved: 0, lost: 0)
  private let seed: UInt64
  private let vault: Vault
  private let folder: TemporaryFolder
  private let history: OperationHistory
  private let notes: [ConvertedVault.Note]
  private var random: SeededRandom

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededRandom(seed: seed &+ 99)
    let converted = ConvertedVault(seed: seed &+ 400, count: 30)
    folder = try TemporaryFolder()
    try converted.write(to: folder)
    vault = try folder.openVault()
    _ = try VaultSetup.prepare(vault)
    history = OperationHistory(of: vault, wait: .seconds(10))
    notes = converted.notes
  }

  // MARK: Changes

  mutating func extract() throws {
    let place = random.below(notes.count)
    let note = notes[place]
    guard let heading = random.pick(note.headings.indices) else { return }
    let anchor = AnchorOracle.writable(note.headings[heading].text)
    guard AnchorOracle(note.headings, blocks: []).answer(anchor, isWiki: true) == .heading(heading) else { return }
    let level = note.headings[heading].level
    let end = note.headings.indices.first { $0 > heading && note.headings[$0].level <= level } ?? note.headings.count
    let lines = note.headings[heading].line..<(end < note.headings.count ? note.headings[end].line : .max)
    let title = random.happens(percent: 30) ? "Fresh \(place)" : nil
    let extraction: SectionExtraction
    do {
      let memo = try ReadMemo(VaultPath(note.path), in: vault)
      extraction = try SectionExtraction(
        of: anchor, in: memo, titled: title, fallbackName: "x", in: try vault.refresh(), of: vault)
    } catch is RearrangingError {
      counts.refused += 1
      return
    }
    _ = try extraction.carryOut("extract", by: history, at: 1)
    let (left, moved) = try (vault.contents(of: VaultPath(note.path)), vault.contents(of: extraction.newPath))
    var kept = Self.lines(of: note.text)
    // The heading is written anew.
    if title != nil { kept.remove(at: note.headings[heading].line - 1) }
    expectAllText(of: kept, in: left + [0x0A] + moved, "\(note.path)#\(anchor)")
    var known = Self.known(notes)
    known[place].note.headings.removeSubrange(heading..<end)
    known[place].headings.removeSubrange(heading..<end)
    var new = ConvertedVault.Note(path: extraction.newPath.text)
    new.headings = note.headings[heading..<end].map { .init(level: $0.level - level + 1, text: $0.text) }
    if let title { new.headings[0].text = title }
    if end == note.headings.count {
      new.blocks = note.blocks
      known[place].note.blocks = []
    }
    known.append(Known(note: new, headings: (heading..<end).map { .heading(note: place, $0) }))
    var wanted = meanings()
    let inside = note.links.indices.filter { lines.contains(note.links[$0].line) }
    let (before, after) = (
      note.links.indices.filter { note.links[$0].line < lines.lowerBound },
      note.links.indices.filter { note.links[$0].line >= lines.upperBound }
    )
    wanted.append(inside.map { wanted[place][$0] })
    wanted[place] = before.map { wanted[place][$0] } + [.new] + after.map { wanted[place][$0] }
    counts.extracted += 1
    counts.moved += inside.count
    try compare(wanted, known, extraction.lostLinks, "\(note.path)#\(anchor)")
  }

  mutating func merge() throws {
    let (place, other) = (random.below(notes.count), random.below(notes.count))
    guard place != other else { return }
    let (note, gone) = (notes[place], notes[other])
    let merge: MemoMerge
    do {
      merge = try MemoMerge(
        [ReadMemo(VaultPath(gone.path), in: vault)], into: ReadMemo(VaultPath(note.path), in: vault),
        in: try vault.refresh(), of: vault)
    } catch is RearrangingError {
      counts.refused += 1
      return
    }
    try merge.carryOut("merge", by: history, of: vault, at: 1)
    var known = Self.known(notes)
    if !(gone.headings.first?.text.lowercased().utf8.elementsEqual(gone.name.lowercased().utf8) ?? false) {
      known[place].note.headings.append(.init(level: 1, text: gone.name))
      known[place].headings.append(.new)
    }
    known[place].note.headings += gone.headings
    known[place].headings += gone.headings.indices.map { .heading(note: other, $0) }
    known[place].note.blocks += gone.blocks
    known[other].note.path = ""
    var wanted = meanings().map { links in
      links.map { $0 == .note(other) ? .note(place) : $0 == .dangling(other) ? .dangling(place) : $0 }
    }
    let lines = Self.lines(of: gone.text)
    let front = lines.first?.hasSuffix("---") == true ? (lines.dropFirst().firstIndex(of: "---") ?? 0) + 1 : 0
    wanted[place] += gone.links.indices.filter { gone.links[$0].line > front }.map { wanted[other][$0] }
    wanted[other] = []
    let joined = try vault.contents(of: VaultPath(note.path))
    let all = Self.lines(of: note.text) + lines.dropFirst(front == 0 ? 0 : front + 1)
    expectAllText(of: all, in: joined, "\(gone.path) into \(note.path)")
    counts.merged += 1
    counts.moved += gone.links.count
    try compare(wanted, known, merge.lostLinks, "\(gone.path) into \(note.path)")
  }

  // MARK: Text

  private static func lines(of text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0.filter { $0 != "\r" })) }
  }

  /// No line is lost; those with links and marks of headings may be written in another way.
  private func expectAllText(of lines: [String], in bytes: [UInt8], _ change: String) {
    func plain(_ lines: [String]) -> [String: Int] {
      let found = lines.filter { line in
        line.contains(where: \.isLetter) && !line.utf8.contains { "[]#".utf8.contains($0) }
      }
      return Dictionary(found.map { ($0, 1) }, uniquingKeysWith: +)
    }
    let now = plain(Self.lines(of: String(decoding: bytes, as: UTF8.self)))
    for (line, count) in plain(lines) {
      #expect(now[line, default: 0] >= count, "seed \(seed), \(change): \(line) is lost")
    }
  }

  // MARK: Meanings

  private static func known(_ notes: [ConvertedVault.Note]) -> [Known] {
    notes.enumerated().map { place, note in
      Known(note: note, headings: note.headings.indices.map { .heading(note: place, $0) })
    }
  }

  /// What the links of all notes lead to before a change; `nil` for nothing.
  private func meanings() -> [[Meaning?]] {
    let known = Self.known(notes)
    let oracle = ConvertedVault.oracle(of: notes)
    return notes.enumerated().map { place, note in
      note.links.map { Self.meaning(of: $0, in: place, known, oracle) }
    }
  }

  private static func meaning(
    of link: ConvertedVault.Link, in place: Int, _ known: [Known], _ oracle: LinkOracle
  ) -> Meaning? {
    let kind: MemoLink.Kind = link.isWiki ? .wiki : .markdown
    let found = link.target.isEmpty ? place : oracle.answer(link.target, kind, in: known[place].note.folder).place
    guard let found else { return nil }
    let (note, headings) = (known[found].note, known[found].headings)
    switch link.anchor.flatMap({ AnchorOracle(note.headings, blocks: note.blocks).answer($0, isWiki: link.isWiki) }) {
    case .heading(let place)?: return headings[place]
    case .block(let name)?: return .block(name)
    case nil: return link.anchor == nil ? .note(found) : .dangling(found)
    }
  }

  /// Whether a link means what it did. An anchor that named nothing may name something of its note by now.
  private static func isKept(_ now: Meaning?, _ wanted: Meaning, _ known: [Known]) -> Bool {
    guard case .dangling(let note) = wanted, let now else { return now == wanted }
    if case .block(let name) = now { return known[note].note.blocks.contains(name) }
    return now == wanted || known[note].headings.contains(now)
  }

  /// Compares all links with what they have to lead to, then undoes the change.
  private mutating func compare(
    _ wanted: [[Meaning?]], _ known: [Known], _ lost: [Relocation.LostLink], _ change: String
  ) throws {
    let oracle = ConvertedVault.oracle(of: known.map(\.note))
    for (place, wanted) in wanted.enumerated() where !known[place].note.path.isEmpty {
      let path = VaultPath(known[place].note.path)
      let text = try vault.contents(of: path)
      let found = text.withUnsafeBytes { bytes in
        LinkSpan.all(in: bytes).map { span in
          let link = MemoLink(span.link, in: bytes)
          return ConvertedVault.Link(
            isWiki: link.kind == .wiki, target: link.target, anchor: link.heading, line: span.position.line, column: 0)
        }
      }
      #expect(found.count == wanted.count, "seed \(seed), \(change): \(path.text)")
      for (link, wanted) in zip(found, wanted) {
        guard let wanted else { continue }
        let now = Self.meaning(of: link, in: place, known, oracle)
        counts.links += 1
        if lost.contains(where: { $0.target.contains(link.target) }) {
          counts.lost += 1
        } else if wanted == .new {
          #expect(
            now == .note(known.count - 1) || now == .new, "seed \(seed), \(change): the link left behind is \(link)")
        } else {
          #expect(
            Self.isKept(now, wanted, known),
            "seed \(seed), \(change): \(path.text): \(link) leads to \(String(describing: now))")
        }
      }
    }
    _ = try history.undo()
    for note in notes {
      #expect(try vault.contents(of: VaultPath(note.path)) == Array(note.text.utf8), "\(change) undone: \(note.path)")
    }
    #expect(try vault.refresh().memos.underestimatedCount >= 0)
  }
}
