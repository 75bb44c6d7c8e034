import MemoTestSupport

/// A memo whose names clash with those of others, and that links to them in many ways.
enum RandomLinkedMemo {
  private static let names = ["a", "b", "B", "plan", "계획", "v1.2", "c d", "README"]
  private static let folders = ["", "x/", "x/y/", "z/"]

  /// Writes the memo of a number below 64, which decides its path, with random names and links.
  static func write(_ place: Int, in folder: TemporaryFolder, _ random: inout SeededRandom) throws {
    let path =
      folders[place % folders.count] + names[place / folders.count % names.count] + (place < 32 ? ".md" : ".markdown")
    var text = random.happens(percent: 20) ? "---\naliases: [other, A]\n---\n" : ""
    text += "# \(random.pick(["Title", "plan", "제목 하나", "a", "x/plan", "a.md", "../B", "b/"]) ?? "")\n"
    for _ in 0..<random.below(5) {
      let name = random.pick(names) ?? ""
      let way = (random.pick(folders) ?? "") + name
      let links = [
        "[[\(name)]]", "[[\(way)]]", "[[\(way).md|x]]", "[l](\(name).md)", "[l](<../\(way).markdown>)", "[[title]]",
        "[[other]]", "[[../\(name)]]", "[[none]]", "[l](x/../\(name)%2Emd)", "[[\(name.uppercased())]]", "[[제목 하나]]",
        "[[x/plan]]", "[[A.MD]]", "[[b/]]", "[l](\(name))", "[l](../\(way))", "[[y/\(name)]]", "[l](./)", "[l](../x/)",
        "[[#\(name)]]", "[l](#here)", "[l][r]\n\n[r]: <\(way).md>\n",
      ]
      text += (random.pick(links) ?? "") + "\n"
    }
    try folder.write(text, to: path, modified: Int64(1000 + random.below(1_000_000)) * 1_000_000_000)
  }
}
