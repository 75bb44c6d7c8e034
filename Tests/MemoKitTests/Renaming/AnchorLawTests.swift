import Foundation
import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// After any renames of headings, titles and tags, a link to a heading leads to that heading still.
@Suite struct AnchorLawTests {
  @Test func linksKeepTheirHeadings() throws {
    var counts = (kept: 0, steps: 0)
    for seed in 0..<30 as Range<UInt64> {
      var trial = try AnchorTrial(seed: seed)
      let start = try trial.texts()
      for _ in 0..<8 where try trial.step(&counts.kept) { counts.steps += 1 }
      try trial.undoAll()
      #expect(try trial.texts() == start, "seed \(seed): undo brings all texts back")
    }
    print("\(counts.steps) renames left \(counts.kept) anchors on their headings")
    #expect(counts.kept > 1_000 && counts.steps > 120)
  }
}

/// A vault in memory whose memos name each other's headings.
private struct AnchorTrial {
  private static let paths = ["a.md", "b.md", "x/c.md", "x/d.md"].map { VaultPath($0) }
  private static let texts = [
    "One", "Two", "one more", "하나", "Part & parcel", "Plan #work", "#work", "Three *x*", "Two",
  ]

  private let seed: UInt64
  private let vault: Vault
  private let history: OperationHistory
  private var random: SeededRandom

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededRandom(seed: seed &+ 900)
    vault = try Vault(at: HostPath("/memory"), host: MemoryVault.host())
    _ = try VaultSetup.prepare(vault)
    history = OperationHistory(of: vault)
    for number in Self.paths.indices {
      _ = try vault.writer.create(Self.paths[number], contents: Array(text(of: number).utf8), modified: 1)
    }
  }

  private mutating func text(of number: Int) -> String {
    var text = "# Memo \(number)\n"
    for _ in 0..<5 {
      let level = String(repeating: "#", count: 2 + random.below(2))
      text += "\n\(level) \(random.pick(Self.texts) ?? "")\n\n- \(link()) \(link())\n"
    }
    return text
  }

  private mutating func link() -> String {
    let memo = random.below(4)
    let heading = random.pick(Self.texts.map { $0.replacing("#", with: "") } + ["Memo \(memo)"]) ?? ""
    let nested = random.happens(percent: 30) ? "\(Self.texts[random.below(5)])#\(heading)" : heading
    let slug = heading.replacing("*", with: "").replacing("&", with: "").lowercased().replacing(" ", with: "-")
    let suffix = random.happens(percent: 25) ? "-1" : ""
    switch random.below(4) {
    case 0: return "[[\(["a", "b", "c", "d"][memo])#\(nested)]]"
    case 1: return "[[Memo \(memo)#\(heading)|so]]"
    case 2: return "[x](/\(Self.paths[memo].text)#\(slug)\(suffix))"
    default: return random.happens(percent: 50) ? "[[#\(nested)]]" : "[y](#\(slug))"
    }
  }

  func texts() throws -> [String] {
    try Self.paths.map { String(decoding: try vault.contents(of: $0), as: UTF8.self) }
  }

  func undoAll() throws {
    for _ in try history.list() { _ = try history.undo() }
  }

  /// Makes one rename and compares all anchors; whether it could be made.
  mutating func step(_ kept: inout Int) throws -> Bool {
    let before = try targets()
    let index = try vault.refresh()
    var lost: [Relocation.LostLink] = []
    let number = random.below(Self.paths.count)
    let memo = try ReadMemo(Self.paths[number], in: vault)
    let text = random.pick(Self.texts + ["New", "New #work/plan", "하나"]) ?? ""
    do {
      switch random.below(5) {
      case 0:
        let rename = try #require(TagRename(from: "work", to: random.pick(["job", "work/old", "할일"]) ?? "", in: vault))
        guard try rename.rename(in: rename.memos(in: index), of: index, by: history, at: 1) != nil else { return false }
      case 1:
        let relocation = try MemoRenaming(in: vault, index).rename(memo, to: text + " title", isTitleOnly: true)
        guard try relocation.carryOut("rename", by: history, at: 1) != nil else { return false }
      default:
        let headings = Self.headings(of: String(decoding: memo.bytes, as: UTF8.self))
        let heading = random.pick(headings)?.text ?? ""
        let rename = try HeadingRename(of: heading, in: memo, to: text, in: index, of: vault)
        lost = rename.lostLinks
        guard try rename.carryOut("rename", by: history, at: 1) != nil else { return false }
      }
    } catch is RenamingError {
      #expect(try targets() == before, "seed \(seed): what is refused changes nothing")
      return false
    }
    let after = try targets()
    #expect(before.count == after.count)
    for (old, new) in zip(before, after) {
      guard let heading = old.heading else { continue }
      // Only for a heading with another of its name before it a wiki link may have no anchor, and that is reported.
      let isLost = try isHidden(heading) && old.isWiki && lost.contains { old.link.contains($0.target) }
      #expect(old.heading == new.heading || isLost, "seed \(seed): \(old) → \(new)")
      if old.heading == new.heading { kept += 1 }
    }
    return true
  }

  // MARK: The oracle

  private struct Target: Equatable {
    let link: String
    /// The number of a memo and that of its heading.
    var heading: [Int]?
    let isWiki: Bool
  }

  private static func headings(of text: String) -> [(level: Int, text: String)] {
    text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      (line.prefix { $0 == "#" }.count, String(line.drop { $0 == "#" }.dropFirst()))
    }
  }

  /// Every link with an anchor and what it names, as the rules say.
  private func targets() throws -> [Target] {
    let all = try texts().map(Self.headings)
    var targets: [Target] = []
    for (number, text) in try texts().enumerated() {
      for link in text.matches(of: /\[\[([^\]#]*)#([^\]|]*)(\|so)?\]\]|\[.\]\(\/?([^)#]*)#([^)]*)\)/) {
        let isWiki = link.output.2 != nil
        let name = String(link.output.1 ?? link.output.4 ?? "")
        let anchor = String(link.output.2 ?? link.output.5 ?? "")
        let memo = Self.memo(name, all) ?? (name.isEmpty ? number : nil)
        guard let memo else { continue }
        let heading = Self.heading(anchor, isWiki, all[memo])
        targets.append(
          Target(link: String(link.output.0), heading: heading.map { [memo, $0] }, isWiki: isWiki))
      }
    }
    return targets
  }

  /// Whether a heading has another of the same name before it.
  private func isHidden(_ heading: [Int]) throws -> Bool {
    let headings = try texts().map(Self.headings)[heading[0]]
    return headings[..<heading[1]].contains { Self.key($0.text) == Self.key(headings[heading[1]].text) }
  }

  private static func memo(_ name: String, _ all: [[(level: Int, text: String)]]) -> Int? {
    paths.firstIndex { $0.text == name || $0.text.split(separator: "/").last == "\(name).md" }
      ?? all.firstIndex { ($0.first?.text.lowercased() ?? "") == name.lowercased() }
  }

  private static func heading(_ anchor: String, _ isWiki: Bool, _ headings: [(level: Int, text: String)]) -> Int? {
    let anchor = anchor.removingPercentEncoding ?? anchor
    if !isWiki {
      var counts: [String: Int] = [:]
      for (place, heading) in headings.enumerated() {
        let slug = slug(heading.text)
        let number = counts[slug, default: 0]
        counts[slug] = number + 1
        if (number == 0 ? slug : "\(slug)-\(number)") == anchor.lowercased() { return place }
      }
    }
    let parts = anchor.split(separator: "#").map { key(String($0)) }
    return headings.indices.first { place in
      var (rest, level, above) = (parts.dropLast()[...], headings[place].level, place)
      guard key(headings[place].text) == parts.last else { return false }
      while let part = rest.last, above > 0 {
        above -= 1
        guard headings[above].level < level else { continue }
        level = headings[above].level
        if key(headings[above].text) == part { rest.removeLast() }
      }
      return rest.isEmpty
    }
  }

  private static func slug(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }.replacing(
      " ", with: "-")
  }

  private static func key(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }
}
