import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// Files and folders that the editor renames in one request change their names at the same time: one may take the name that
/// another one leaves. What links lead to is found here by the texts alone, without memo.
@Suite struct SimultaneousRenameLawTests {
  private typealias Texts = [String: String]

  /// Memos, each with a title of its own and lines of a title and a link to what has it; of pictures, it is all of the text.
  private static func texts(_ random: inout SeededRandom) -> Texts {
    var paths = ["P0": "d/p.png", "P1": "e/p.png", "P2": "q.png"]
    let memos = (0..<6).map { "T\($0)" }
    for (number, title) in memos.enumerated() {
      paths[title] = (["", "d/", "e/", "d/s/"].randomElement(using: &random) ?? "") + "m\(number).md"
    }
    let named = paths.sorted { $0.key < $1.key }
    var texts = Dictionary(uniqueKeysWithValues: named.map { ($0.value, "\($0.key)\n") })
    for title in memos {
      let path = paths[title] ?? ""
      var text = "# \(title)\n\n"
      for _ in 0..<5 {
        guard let (target, wanted) = named.randomElement(using: &random) else { continue }
        let relative = relativePath(of: wanted, from: path)
        let stem = String(decoding: wanted.utf8.dropLast(3), as: UTF8.self)
        let name = stem.split(separator: "/").last ?? ""
        let links = ["[x](\(relative))", "[[\(stem)]]", "[[\(name)|x]]", "[[\(target)]]"]
        let link = memos.contains(target) ? links.randomElement(using: &random) ?? "" : "![](\(relative))"
        text += "\(target) \(link)\n"
      }
      texts[path] = text
    }
    return texts
  }

  private static func relativePath(of path: String, from memo: String) -> String {
    String(repeating: "../", count: memo.split(separator: "/").count - 1) + path
  }

  /// The path that a link leads to.
  private static func target(of link: Substring, in memo: String, _ texts: Texts) -> String? {
    let words = link.split { "[]()|".contains($0) }
    guard link.utf8.starts(with: "[[".utf8), let name = words.first else {
      var parts = memo.split(separator: "/").dropLast()
      for part in words.last?.split(separator: "/") ?? [] {
        if part == ".." { _ = parts.popLast() } else { parts.append(part) }
      }
      return parts.joined(separator: "/")
    }
    if texts["\(name).md"] != nil { return "\(name).md" }
    let end = Array("/\(name).md".utf8)
    let found = texts.keys.filter { $0.utf8.suffix(end.count).elementsEqual(end) }
    let titled = texts.keys.filter { texts[$0]?.utf8.starts(with: "# \(name)\n".utf8) ?? false }
    let all = found.isEmpty ? titled : found
    return all.count == 1 ? all.first : nil
  }

  /// The lines whose links lead to something else than what they say.
  private static func strayed(in texts: Texts) -> [String] {
    texts.sorted { $0.key < $1.key }.flatMap { memo, text in
      text.split(separator: "\n").filter { line in
        let words = line.split(separator: " ")
        guard words.count == 2, words[0] != "#" else { return false }
        let found = target(of: words[1], in: memo, texts).flatMap { texts[$0] } ?? ""
        return ["# \(words[0])\n", "\(words[0])\n"].allSatisfy { !found.utf8.starts(with: $0.utf8) }
      }.map { "\(memo): \($0)" }
    }
  }

  /// Where some files and folders are afterwards: mostly where another one of them was.
  private static func moves(in texts: Texts, _ random: inout SeededRandom) -> [(old: String, new: String)] {
    let folders = ["d", "e"].filter { _ in Bool.random(using: &random) }
    let memos = texts.keys.sorted().filter { path in
      path.utf8.suffix(3).elementsEqual(".md".utf8) && Int.random(in: 0..<3, using: &random) > 0
        && folders.allSatisfy { !path.utf8.starts(with: "\($0)/".utf8) }
    }
    let (freeFolder, freeMemos) = (["g", "z/h"].randomElement(using: &random) ?? "", ["x.md", "z/y.md"])
    let all =
      Array(zip(folders, (folders + [freeFolder]).shuffled(using: &random)))
      + Array(zip(memos, (memos + freeMemos).shuffled(using: &random)))
    return all.filter { $0.0 != $0.1 }.map { (old: $0.0, new: $0.1) }.shuffled(using: &random)
  }

  @Test func linksKeepTheirMeaningWhateverTakesTheNameOfWhat() throws {
    var random = SeededRandom(seed: 5)
    var (rewritten, taken) = (0, 0)
    for _ in 0..<80 {
      var texts = Self.texts(&random)
      let moves = Self.moves(in: texts, &random)
      try #require(Self.strayed(in: texts).isEmpty, "a text of this test")
      let editor = try TestedEditor(texts, RenamingTests.capable)
      let files = moves.map { move -> JSONValue in
        ["oldUri": .text(editor.uri(move.old)), "newUri": .text(editor.uri(move.new))]
      }
      try editor.apply(try editor.request("workspace/willRenameFiles", ["files": .array(files)]))
      let former = texts
      texts = [:]
      for path in former.keys {
        let text = try editor.text(path)
        if text != former[path] { rewritten += 1 }
        let move = moves.first { path == $0.old || path.utf8.starts(with: "\($0.old)/".utf8) }
        let newPath = move.map { $0.new + String(decoding: path.utf8.dropFirst($0.old.utf8.count), as: UTF8.self) }
        texts[newPath ?? path] = text
      }
      try #require(texts.count == former.count)
      #expect(Self.strayed(in: texts).isEmpty, "\(moves) \(former)")
      taken += moves.count { move in moves.contains { $0.old == move.new } }
    }
    print("\(rewritten) texts with other links, \(taken) names that another one had")
    #expect(rewritten > 100 && taken > 40)
  }
}
