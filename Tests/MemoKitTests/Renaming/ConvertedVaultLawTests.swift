import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// In a vault of Obsidian, renames of notes, headings and tags, moves and undone deletions leave each link on the note, heading
/// or block that it led to.
@Suite struct ConvertedVaultLawTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func everyLinkKeepsItsNoteAndHeading(seed: UInt64) throws {
    var trial = try ConvertedTrial(seed: seed)
    for _ in 0..<14 { try trial.step() }
    try trial.undoAll()
    print("seed \(seed): \(trial.counts)")
    #expect(trial.counts.steps > 8 && trial.counts.notes > 1_000 && trial.counts.anchors > 150)
    #expect(trial.counts.lost * 100 < trial.counts.notes)
  }
}

/// A vault that is changed as commands do, and what its notes are called by now.
private struct ConvertedTrial {
  /// What a link leads to.
  private struct Meaning: Equatable {
    let target: String
    let note: Int?
    let anchor: AnchorOracle.Answer?
  }

  private(set) var counts = (steps: 0, notes: 0, anchors: 0, lost: 0)
  private let seed: UInt64
  private let folder: TemporaryFolder
  private let vault: Vault
  private let history: OperationHistory
  private let start: [String]
  private var notes: [ConvertedVault.Note]
  private var random: SeededRandom

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededRandom(seed: seed &+ 77)
    let converted = ConvertedVault(seed: seed, count: 30)
    folder = try TemporaryFolder()
    try converted.write(to: folder)
    vault = try folder.openVault()
    _ = try VaultSetup.prepare(vault)
    history = OperationHistory(of: vault, wait: .seconds(10))
    notes = converted.notes
    start = notes.map(\.text)
  }

  /// Makes one operation and compares all links; one that cannot be made changes nothing.
  mutating func step() throws {
    let before = try meanings()
    let place = random.below(notes.count)
    let old = notes
    var (operation, lost) = ("", [Relocation.LostLink]())
    do {
      switch random.below(6) {
      case 0, 1: (operation, lost) = try relocate(place)
      case 2, 3: operation = try renameHeading(of: place)
      case 4: operation = try renameTag()
      default: operation = try deleteAndUndo(place)
      }
    } catch is RenamingError {
      notes = old
      return #expect(try meanings() == before)
    }
    guard !operation.isEmpty else { return }
    counts.steps += 1
    compare(before, try meanings(), lost, "seed \(seed), \(operation)")
    try compareNotes("seed \(seed), \(operation)")
  }

  /// Takes back everything that was done.
  func undoAll() throws {
    for _ in try history.list() { _ = try history.undo() }
    let paths = ConvertedVault(seed: seed, count: 30).notes.map(\.path)
    #expect(try paths.map { String(decoding: try vault.contents(of: VaultPath($0)), as: UTF8.self) } == start)
  }

  // MARK: Operations

  private mutating func relocate(_ place: Int) throws -> (String, [Relocation.LostLink]) {
    let note = notes[place]
    let memo = try ReadMemo(VaultPath(note.path), in: vault)
    let renaming = MemoRenaming(in: vault, try vault.refresh())
    let relocation: Relocation
    if random.happens(percent: 50) {
      let folders = ["", "Projects", "한글/회의", "Area/Projects", "new folder", "📥 Inbox"]
      relocation = try renaming.move(memo, to: VaultPath(random.pick(folders) ?? ""))
    } else {
      let names = ["Plan", "Notes", "회의록", "Fresh \(place)", "Ünïcode (\(place))", "🚀 \(place)", "People", "a & b 50%"]
      relocation = try renaming.rename(memo, to: random.pick(names) ?? "", isTitleOnly: false)
    }
    guard try relocation.carryOut("change", by: history, at: 1) != nil else { return ("", []) }
    notes[place].path = relocation.newPath.text
    if let first = note.headings.first, first.text.utf8.elementsEqual(note.name.utf8) {
      notes[place].headings[0].text = notes[place].name
    }
    return ("\(note.path) to \(relocation.newPath.text)", relocation.lostLinks)
  }

  private mutating func renameHeading(of place: Int) throws -> String {
    let note = notes[place]
    guard let heading = random.pick(note.headings.indices) else { return "" }
    let anchor = AnchorOracle.writable(note.headings[heading].text)
    guard AnchorOracle(note.headings, blocks: []).answer(anchor, isWiki: true) == .heading(heading) else { return "" }
    let texts = [
      "Fresh \(place) & more", "New *part* \(place)", "다음 할 일 \(place) [x]", "C# \(place) | b", "steps-\(place)",
    ]
    let text = random.pick(texts) ?? ""
    let memo = try ReadMemo(VaultPath(note.path), in: vault)
    let rename = try HeadingRename(of: anchor, in: memo, to: text, in: try vault.refresh(), of: vault)
    guard try rename.carryOut("rename", by: history, at: 1) != nil else { return "" }
    notes[place].headings[heading].text = text.filter { $0 != "*" }
    return "\(note.path)#\(anchor) to \(text)"
  }

  private mutating func renameTag() throws -> String {
    let (old, new) = (
      random.pick(["project", "회의", "work/2026", "job"]) ?? "", random.pick(["job", "일/하나", "📥"]) ?? ""
    )
    let rename = try #require(TagRename(from: old, to: new, in: vault))
    let index = try vault.refresh()
    guard try rename.rename(in: rename.memos(in: index), of: index, by: history, at: 1) != nil else { return "" }
    for place in notes.indices {
      notes[place].tags = Set(
        notes[place].tags.map { tag in
          tag == old || tag.hasPrefix(old + "/") ? new + tag.dropFirst(old.count) : tag
        })
    }
    return "#\(old) to #\(new)"
  }

  private mutating func deleteAndUndo(_ place: Int) throws -> String {
    let texts = try texts()
    let memo = try ReadMemo(VaultPath(notes[place].path), in: vault)
    let deletion = try Deletion(of: [memo], in: try vault.refresh(), of: vault)
    _ = try deletion.carryOut(by: history, of: vault, at: 1)
    _ = try history.undo()
    #expect(try self.texts() == texts, "seed \(seed), delete \(memo.path.text)")
    return "delete \(memo.path.text)"
  }

  // MARK: Links

  private func texts() throws -> [[UInt8]] {
    try notes.map { try vault.contents(of: VaultPath($0.path)) }
  }

  /// What the links of all notes lead to, by what the notes and headings are called now.
  private func meanings() throws -> [[Meaning]] {
    let oracle = ConvertedVault.oracle(of: notes)
    let anchors = notes.map { AnchorOracle($0.headings, blocks: $0.blocks) }
    return try texts().enumerated().map { place, text in
      text.withUnsafeBytes { bytes in
        LinkSpan.all(in: bytes).map { span in
          let link = MemoLink(span.link, in: bytes)
          let note = link.target.isEmpty ? place : oracle.answer(link.target, link.kind, in: notes[place].folder).place
          let anchor = link.heading.flatMap { heading in
            note.flatMap { anchors[$0].answer(heading, isWiki: link.kind == .wiki) }
          }
          return Meaning(target: link.target, note: note, anchor: anchor)
        }
      }
    }
  }

  private mutating func compare(
    _ before: [[Meaning]], _ after: [[Meaning]], _ lost: [Relocation.LostLink], _ operation: String
  ) {
    for (place, (old, new)) in zip(before, after).enumerated() {
      #expect(old.count == new.count, "\(operation): \(notes[place].path)")
      for (was, now) in zip(old, new) where was.note != nil {
        let place = Comment(rawValue: "\(operation): \(notes[place].path): \(was) -> \(now)")
        if lost.contains(where: { $0.target == was.target }) {
          counts.lost += 1
        } else {
          #expect(now.note == was.note, place)
          if was.anchor != nil { #expect(now.anchor == was.anchor, place) }
          counts.notes += 1
          counts.anchors += was.anchor == nil ? 0 : 1
        }
      }
    }
  }

  /// That notes are called as they should be.
  private func compareNotes(_ operation: String) throws {
    let index = try vault.refresh()
    for (note, text) in zip(notes, try texts()) {
      let anchors = text.withUnsafeBytes { MemoAnchors(of: $0) }
      #expect(
        (0..<anchors.count).map { anchors.text(of: $0) } == note.headings.map(\.text), "\(operation): \(note.path)")
      let path = VaultPath(note.path)
      let memo = try #require(index.memos(at: [path])[path])
      #expect(index.record(of: memo).map { Set($0.metadata.tags) } == note.tags, "\(operation): \(note.path)")
    }
  }
}
