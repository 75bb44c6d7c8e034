import MemoCore
import MemoTestSupport
import Testing

@Suite struct NamePrefixTests {
  /// Scalars that fold, join what is before them, or do neither; some are one and the same when folded.
  private static let scalars: [Unicode.Scalar] = [
    "a", "A", "b", "k", "\u{212A}", "s", "ß", "ẞ", "é", "e", "\u{301}", "\u{338}", "=", "/", " ", "가", "각", "\u{1100}",
    "\u{1161}",
    "\u{11A8}", "ㄱ", "グ", "ク", "\u{3099}", "中", "🌙", "\u{1F3FB}", "Σ", "ς", "İ", "ⅷ", "ａ", "\u{0}", "\u{200D}",
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func aNameBeginsSoWhereItsFoldedTextDoes(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var found = 0
    for _ in 0..<20_000 {
      let (typed, name) = (Self.text(below: 4, &random), Self.text(below: 6, &random))
      var prefix = NamePrefix(typed)
      let begins = Folding.matchKey(name).starts(with: Folding.matchKey(typed))
      #expect(
        prefix.begins(name) == begins, "\(typed.unicodeScalars.map(\.value)) of \(name.unicodeScalars.map(\.value))")
      found += begins ? 1 : 0
    }
    #expect(found > 500)
  }

  @Test(arguments: [5, 6] as [UInt64])
  func noPathIsOverlookedForItsFolder(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      let (folder, name) = (Self.text(below: 4, &random), Self.text(below: 4, &random))
      let path = "\(folder)/\(name)"
      let typed = String(String.UnicodeScalarView(path.unicodeScalars.prefix(random.below(8)))).uppercased()
      var prefix = NamePrefix(typed)
      guard prefix.begins(path) else { continue }
      var bytes = folder
      #expect(bytes.withUTF8 { prefix.mayBegin(pathIn: UnsafeRawBufferPointer($0)) }, "\(typed) of \(path)")
    }
  }

  @Test(arguments: [7, 8] as [UInt64])
  func aNameThatGoesOnFromWhatWasTypedIsTheSameName(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var respelled = 0
    for _ in 0..<100_000 {
      let (typed, name) = (Self.text(below: 4, &random), Self.text(below: 6, &random))
      var prefix = NamePrefix(typed)
      guard prefix.begins(name) else { continue }
      let word = prefix.continued(to: name)
      #expect(Folding.matchKey(word) == Folding.matchKey(name), "\(typed.debugDescription), \(name.debugDescription)")
      guard !word.utf8.elementsEqual(name.utf8) else { continue }
      #expect(word.utf8.starts(with: typed.utf8), "\(typed.debugDescription), \(name.debugDescription)")
      respelled += 1
    }
    #expect(respelled > 50)
  }

  @Test(arguments: [
    ("strass", "Straße 1", "strasse 1"), ("Stras", "Straße 1", "Strasse 1"), ("STR", "Straße 1", "Straße 1"),
    ("при", "Привет", "Привет"), ("조", "\u{110C}\u{1169}\u{1100}\u{1161}\u{11A8}!", "조\u{1100}\u{1161}\u{11A8}!"),
    ("", "Straße", "Straße"), ("x", "Straße", "Straße"),
  ])
  func lettersThatAreTypedStay(typed: String, name: String, wanted: String) {
    let word = NamePrefix(typed).continued(to: name)
    #expect(word.utf8.elementsEqual(wanted.utf8), "\(word)")
  }

  private static func text(below limit: Int, _ random: inout SeededRandom) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<random.below(limit) { text.append(random.pick(scalars) ?? "a") }
    return String(text)
  }
}
