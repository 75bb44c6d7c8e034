import MemoCore
import MemoTestSupport
import Testing

@Suite struct UnifiedDiffTests {
  @Test(arguments: [
    ("", "", ""), ("a\n", "a\n", ""), ("", "a\n", "@@ -0,0 +1 @@\n+a\n"), ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
    ("a\nb\n", "a\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"),
    ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
    ("a\nb", "a\nb\nc\n", "@@ -1,2 +1,3 @@\n a\n-b\n\\ No newline at end of file\n+b\n+c\n"),
    ("x\na", "y\na", "@@ -1,2 +1,2 @@\n-x\n+y\n a\n\\ No newline at end of file\n"),
    ("a\r\nb\r\n", "a\nb\r\n", "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\r\n"),
    ("a\rb\n", "a\rc\n", "@@ -1 +1 @@\n-a\rb\n+a\rc\n"),
  ])
  func linesAreComparedWithTheirEnds(old: String, new: String, diff: String) {
    let found = UnifiedDiff(from: Array(old.utf8), to: Array(new.utf8))
    #expect(String(decoding: found.bytes, as: UTF8.self) == diff, "\(old.debugDescription) \(new.debugDescription)")
  }

  @Test func onlyTheContextIsShownAndHunksWhoseContextMeetsAreOne() {
    let old = (1...30).map { "\($0)\n" }
    func diff(_ changed: Int...) -> String {
      var new = old
      for line in changed { new[line - 1] = "new\n" }
      let diff = UnifiedDiff(from: Array(old.joined().utf8), to: Array(new.joined().utf8))
      return String(decoding: diff.bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("@@") }
        .joined(separator: " ")
    }
    #expect(diff(1) == "@@ -1,4 +1,4 @@")
    #expect(diff(30) == "@@ -27,4 +27,4 @@")
    #expect(diff(10, 17) == "@@ -7,14 +7,14 @@", "six lines between are context of both")
    #expect(diff(10, 18) == "@@ -7,7 +7,7 @@ @@ -15,7 +15,7 @@")
  }

  @Test(arguments: 0..<300)
  func applyingItGivesTheNewText(seed: Int) {
    var random = RandomEdit(seed: UInt64(seed))
    let lines = random.lines(atMost: 40, areDistinct: seed.isMultiple(of: 2))
    let old = random.text(lines)
    let new = random.text(random.edited(lines, areDistinct: seed.isMultiple(of: 2)))
    let diff = UnifiedDiff(from: old, to: new)
    let (result, added, removed) = Self.apply(diff.bytes, to: old)
    #expect(result == new, "seed \(seed)")
    #expect(diff.added == added && diff.removed == removed, "seed \(seed)")
  }

  /// Applies a diff by its letters alone, as `patch` does; the lines that came and went.
  private static func apply(_ diff: [UInt8], to old: [UInt8]) -> ([UInt8], added: Int, removed: Int) {
    let source = split(old)
    var (place, added, removed) = (0, 0, 0)
    var result: [[UInt8]] = []
    var last: Unicode.Scalar?
    for line in split(diff) {
      let text = Array(line.dropFirst())
      let mark = line.first.map(Unicode.Scalar.init)
      defer { last = mark }
      switch mark {
      case "@":
        // -3,2 and -3: from line 3; -3,0: behind it.
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")[1].dropFirst().split(separator: ",")
        let start = (Int(words[0]) ?? 0) - (words.last == "0" && words.count == 2 ? 0 : 1)
        result += source[place..<start]
        place = start
      case "-": (place, removed) = (place + 1, removed + 1)
      case "+":
        result.append(text)
        added += 1
      case "\\": if last == "+" { result[result.count - 1].removeLast() }
      default:
        result.append(source[place])
        place += 1
      }
    }
    return ((result + source[place...]).flatMap(\.self), added, removed)
  }

  private static func split(_ text: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in text {
      if lines.isEmpty || lines.last?.last == 10 { lines.append([]) }
      lines[lines.count - 1].append(byte)
    }
    return lines
  }
}
