import MemoCore
import Testing

/// The oracle of killed worlds sees what must not be.
@Suite(.waitsForPrograms) struct PeoplesWordsTests {
  private static let made = view("token1x\ntoken2x\n- [ ] token3x\n")
  private static let cut = view("token1x\n- [ ] token3x\n")

  private static func view(_ text: String) -> WorldView { WorldView([VaultPath("a.md"): Array(text.utf8)]) }

  /// Two devices with one memo.
  private func words() -> PeoplesWords {
    var words = PeoplesWords()
    words.note(.plain, on: 0, from: WorldView(), to: Self.made, others: [WorldView()])
    words.noteSync(on: 1, from: WorldView(), to: Self.made)
    return words
  }

  @Test(arguments: [
    ("token1x\ntoken2x\n- [ ] token3x\n", []), ("token2x\n- [ ] token3x\n", ["lost: token1x"]),
    ("token1x\ntoken2x\ntoken2x\n- [ ] token3x\n", ["twice in a file: token2x"]),
    ("token1x\ntoken2x\n- [x] token3x\n", ["with another mark: token3x"]),
  ])
  func aChangeThatNoOneMadeIsAFault(end: String, faults: [String]) {
    #expect(words().faults(in: Self.view(end), listed: []) == faults)
  }

  @Test func whatIsListedIsNotLost() {
    #expect(words().faults(in: Self.view("token2x\n- [ ] token3x\n"), listed: ["token1x"]).isEmpty)
  }

  @Test func whatIsDeletedStaysAwayAndWhatIsPutBackStays() {
    var words = words()
    words.note(.plain, on: 1, from: Self.made, to: Self.cut, others: [Self.made])
    #expect(words.faults(in: Self.cut, listed: []).isEmpty)
    #expect(words.faults(in: Self.made, listed: []) == ["deleted and back: token2x"])
    words.noteSync(on: 0, from: Self.made, to: Self.cut)
    words.note(.plain, on: 0, from: Self.cut, to: Self.made, others: [Self.cut])
    #expect(words.faults(in: Self.made, listed: []).isEmpty)
    #expect(words.faults(in: Self.cut, listed: []) == ["put back and gone: token2x"])
  }

  @Test func anOldBufferDeletesNothing() {
    var words = words()
    words.note(.oldBuffer(VaultPath("a.md")), on: 1, from: Self.made, to: Self.cut, others: [Self.made])
    #expect(words.faults(in: Self.cut, listed: []) == ["lost: token2x"])
  }
}
