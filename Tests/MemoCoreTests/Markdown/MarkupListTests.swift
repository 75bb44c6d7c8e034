import MemoCore
import Testing

/// Which numbers at the starts of lines are a list's, and which are dates that only look so.
@Suite struct MarkupListTests {
  private func numbered(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { bytes in
      let edits = MarkupTree(bytes).lists.flatMap { $0.numbering(in: bytes) }
      return String(
        decoding: ByteEdit.apply(edits.sorted { $0.range.lowerBound < $1.range.lowerBound }, to: bytes), as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("1. a\n3. b\n3. c\n", "1. a\n2. b\n3. c\n"), ("0. a\n5. b\n", "0. a\n1. b\n"),
    ("1. a\n9. b\n4. c\n", "1. a\n2. b\n3. c\n"),
    ("5. a\n5. b\n6. c\n", "5. a\n6. b\n7. c\n"), ("1. 3.5 kg\n3. 2.5 kg\n", "1. 3.5 kg\n2. 2.5 kg\n"),
    ("- 1. a\n  3. b\n", "- 1. a\n  2. b\n"),
  ])
  func numbersThatCountFollowOneAnother(text: String, wanted: String) {
    #expect(numbered(text) == wanted)
  }

  @Test(arguments: [
    "2024. 12. 31. 송년회\n2026. 1. 2. 시무식\n2026. 3. 12. 점심\n", "3. 10. 회의\n3. 12. 점심\n4. 1. 휴가\n",
    "1984.\n1999.\n2003.\n", "1984. a\n\n1999. b\n", "1. 10. 회의\n1. 12. 점심\n2. 1. 휴가\n2. 9.(화) 회의\n",
    "3. 10. 회의\n   12. 점심\n   20. 저녁\n", "12. 회의\n13. 점심\n20. 휴가\n", "10. c\n9. b\n8. a\n", "1. a\n2026. b\n",
    "> 3. 10. 회의\n> 4. 1. 휴가\n", "1) 2) a\n1) 4) b\n", "7. a\n7. b\n7. c\n", "24. 3. 12. 점심\n25. 3. 12. 점심\n",
  ])
  func yearsDaysAndDatesStayAsTheyAre(text: String) {
    #expect(numbered(text) == text)
  }

  @Test(arguments: [
    ("- b\n- a\n\nend", "- a\n- b\n\nend"),
    // What nothing closes goes on to the end of its item, with the blank line that sets the text below apart.
    ("- b\n- <!-- a\n\nend", "- <!-- a\n- b\n\nend"), ("- b\n- %%a\n  c\n\n\nend", "- %%a\n  c\n- b\n\n\nend"),
  ])
  func whatFollowsASortedListStaysApart(text: String, wanted: String) throws {
    let sorted = try Array(text.utf8).withUnsafeBytes { bytes in
      let edit = try #require(MarkupTree(bytes).lists.first?.sorting(in: bytes))
      return String(decoding: ByteEdit.apply([edit], to: bytes), as: UTF8.self)
    }
    #expect(sorted == wanted)
  }

  @Test func aDateIsAYearOrANumberBeforeAnother() {
    #expect(ItemNumbers.isDate(digits: 4, before: " 회의".utf8) && ItemNumbers.isDate(digits: 1, before: " 10. 회의".utf8))
    #expect(ItemNumbers.isDate(digits: 2, before: " 10.".utf8) && ItemNumbers.isDate(digits: 1, before: "\t5.(목)".utf8))
    #expect(
      !ItemNumbers.isDate(digits: 3, before: " 10 명".utf8) && !ItemNumbers.isDate(digits: 1, before: " 3.5 kg".utf8))
    #expect(!ItemNumbers.isDate(digits: 1, before: "".utf8) && !ItemNumbers.isDate(digits: 1, before: " .".utf8))
  }
}
