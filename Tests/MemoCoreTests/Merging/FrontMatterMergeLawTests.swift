import MemoCore
import MemoTestSupport
import Testing

/// What holds for every merge of front matters, on random ones.
@Suite struct FrontMatterMergeLawTests {
  /// What a front matter is to hold, and how that is written.
  private struct Front {
    var tags: [String]
    var aliases: [String]
    var scalars: [String: Int]
    var order: [String]
    var forms: [String: Int]
    var comment: String?

    static let keys = ["title", "status", "rating", "tags", "aliases", "updated"]

    init(_ random: inout SeededRandom) {
      tags = Self.items(&random)
      aliases = Self.items(&random)
      scalars = Dictionary(
        uniqueKeysWithValues: ["title", "status", "rating", "updated"].map { ($0, random.below(9)) })
      order = Self.keys.filter { _ in random.happens(percent: 70) }
      forms = ["tags": random.below(4), "aliases": [0, 1, 3][random.below(3)]]
      comment = random.happens(percent: 30) ? "# made by hand" : nil
    }

    private static func items(_ random: inout SeededRandom) -> [String] {
      ["a", "b", "c", "d"].filter { _ in random.happens(percent: 50) }
    }

    func edited(_ random: inout SeededRandom) -> Front {
      var front = self
      for list in [\Front.tags, \Front.aliases] {
        front[keyPath: list].removeAll { _ in random.happens(percent: 20) }
        while random.happens(percent: 40) {
          let item = ["e", "f", "g h", "i, j", "k: l", "#m", "한글"][random.below(list == \Front.tags ? 2 : 7)]
          if !front[keyPath: list].contains(item) {
            front[keyPath: list].insert(item, at: random.below(front[keyPath: list].count + 1))
          }
        }
      }
      for key in scalars.keys.sorted() where random.happens(percent: 30) { front.scalars[key] = random.below(9) }
      if random.happens(percent: 15) { front.forms["tags"] = random.below(4) }
      if random.happens(percent: 15) { front.forms["aliases"] = [0, 1, 3][random.below(3)] }
      front.order.removeAll { _ in random.happens(percent: 8) }
      for key in Self.keys where !front.order.contains(key) && random.happens(percent: 15) {
        front.order.insert(key, at: random.below(front.order.count + 1))
      }
      return front
    }

    func text(_ end: String) -> [UInt8] {
      var lines = ["---"] + (comment.map { [$0] } ?? [])
      for key in order {
        switch key {
        case "tags": lines += list(key, tags)
        case "aliases": lines += list(key, aliases)
        case "updated": lines.append("updated: 2026-01-0\(1 + (scalars[key] ?? 0))")
        default: lines.append("\(key): \(scalars[key] ?? 0)")
        }
      }
      return Array((lines + ["---", "", "body"]).map { $0 + end }.joined().utf8)
    }

    private func list(_ key: String, _ items: [String]) -> [String] {
      let written = items.map { $0.contains { ",:#".contains($0) } ? "\"\($0)\"" : $0 }
      switch forms[key] {
      case 0: return ["\(key):"] + written.map { "  - \($0)" }
      case 1: return ["\(key): [\(written.joined(separator: ", "))]"]
      case 3: return ["\(key): ["] + written.map { "  \($0)," } + ["]"]
      default: return ["\(key): \(written.joined(separator: ", "))"]
      }
    }

    func items(_ key: String) -> Set<String> {
      order.contains(key) ? Set(key == "tags" ? tags : aliases) : []
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func keysAreMergedEachByItself(start: UInt64) throws {
    var (conflicts, unions) = (0, 0)
    for seed in start * 1_000_000..<start * 1_000_000 + 1500 {
      var random = SeededRandom(seed: seed)
      let base = Front(&random)
      let (first, second) = (base.edited(&random), base.edited(&random))
      let end = seed % 3 == 0 ? "\r\n" : "\n"
      let texts = [base, first, second].map { $0.text(end) }
      let merge = LineMerge(base: texts[0], first: texts[1], second: texts[2])
      let text = String(decoding: merge.bytes, as: UTF8.self)
      let note: Comment = "seed \(seed):\n\(texts.map { String(decoding: $0, as: UTF8.self) })\n\(text)"
      let merged = merge.bytes.withUnsafeBytes { FrontMatter($0) }

      let keys = merged.entries.map(\.key)
      #expect(Set(keys).count == keys.count, note)
      let lines = text.split { $0.isNewline }.map(String.init)
      #expect(lines.count { $0.hasPrefix("#") } == (base.comment == nil ? 0 : 1), note)
      #expect(!text.contains("\r\n") || !text.replacing("\r\n", with: "").contains("\n"), note)

      let places = [base, first, second].map { front in { (key: String) in front.order.contains(key) } }
      for key in Front.keys {
        let (was, here, there) = (places[0](key), places[1](key), places[2](key))
        if here && there { #expect(keys.contains(key), note) }
        if was && !here && !there || !was && !here && !there { #expect(!keys.contains(key), note) }
        if !was && (here || there) { #expect(keys.contains(key), note) }
        if was, here != there, !["tags", "aliases"].contains(key) {
          let isChanged = base.scalars[key] != (here ? first : second).scalars[key]
          #expect(keys.contains(key) == isChanged, note)
        }
        guard ["tags", "aliases"].contains(key), here, there else { continue }
        let sets = [base, first, second].map { $0.items(key) }
        let added = sets[1].union(sets[2]).subtracting(sets[0])
        let expected = added.union(sets[0].intersection(sets[1]).intersection(sets[2]))
        let found = (merged.entry(key)?.values ?? []).flatMap { item in
          key == "tags" ? item.split(separator: ",").map { String($0.drop { $0 == " " }) } : [item]
        }
        #expect(Set(found) == expected && found.count == expected.count, note)
        unions += 1
      }
      for key in ["title", "status", "rating", "updated"] where places.allSatisfy({ $0(key) }) {
        let values = [base, first, second].map { ($0.scalars[key] ?? 0) + (key == "updated" ? 1 : 0) }
        let found = merged.scalar(key)?.last?.wholeNumberValue
        let areBoth = values[1] != values[0] && values[2] != values[0] && values[1] != values[2]
        let expected = areBoth ? max(values[1], values[2]) : values[1] == values[0] ? values[2] : values[1]
        #expect(found == expected, note)
        let isListed = merge.overlaps.contains {
          String(decoding: $0.first + $0.second, as: UTF8.self).contains("\(key): ")
        }
        #expect(isListed == (areBoth && key != "updated"), note)
        if isListed { conflicts += 1 }
      }
      #expect(LineMerge(base: texts[0], first: texts[2], second: texts[1]).bytes == merge.bytes, note)
      #expect(LineMerge(base: texts[0], first: merge.bytes, second: texts[2]).bytes == merge.bytes, note)
      #expect(LineMerge(base: texts[0], first: texts[1], second: texts[0]).bytes == texts[1], note)
    }
    print("seeds from \(start * 1_000_000): \(conflicts) conflicts, \(unions) lists")
    #expect(conflicts > 100 && unions > 1000)
  }
}
