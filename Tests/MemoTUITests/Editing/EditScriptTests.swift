import MemoTUI
import MemoTestSupport
import Testing

/// Random scripts of edits against an oracle, and against layout and styles made from nothing.
@Suite struct EditScriptTests {
  private static let pieces: [[UInt8]] =
    [
      "a", "b ", "회", "의록 ", "漢", "か", "\u{1112}", "\u{1161}", "\u{11AB}", "e", "\u{301}", "👩", "\u{200D}", "👧", "\t",
      "# ", "```", "*", "[[",
      "]]", "#tag", "---", "    ", "`", "- [ ] ",
    ].map { Array($0.utf8) } + [[0xFF]]

  @Test(arguments: [[0x0A], [0x0D, 0x0A], [0x0D]] as [[UInt8]])
  func editsDoWhatTheyDoInAPlainArrayOfBytes(lineBreak: [UInt8]) {
    var random = SeededRandom(seed: 6 + UInt64(lineBreak.count))
    for round in 0..<60 {
      let bytes = text(lineBreak, &random)
      var oracle = EditOracle(bytes)
      var buffer = EditBuffer(bytes)
      for step in 0..<60 {
        buffer.endStep()
        act(&buffer, &oracle, lineBreak, &random)
        #expect(snapshot(buffer) == oracle.now, "round \(round), step \(step)")
      }
    }
  }

  @Test func layoutAndStylesAfterEditsEqualFreshOnes() {
    var random = SeededRandom(seed: 7)
    for round in 0..<80 {
      let bytes = text([0x0A], &random)
      var oracle = EditOracle(bytes)
      var editor = TextEditor(bytes, columns: 1 + random.below(20))
      for step in 0..<40 {
        editor.edit { act(&$0, &oracle, [0x0A], &random) }
        if step % 10 == 9 { editor.edit { $0.adopt(text([0x0D, 0x0A], &random)) } }
        oracle = EditOracle(editor.buffer.bytes)
        editor.edit { $0.deselect() }
        oracle.now.cursor = editor.buffer.lines.offset(of: editor.buffer.cursor)
        let scratch = TextEditor(editor.buffer.bytes, columns: editor.layout.columns)
        let count = scratch.layout.rowCount
        #expect(editor.layout.rowCount == count, "round \(round), step \(step)")
        #expect(editor.rows(0..<count) == scratch.rows(0..<count), "round \(round), step \(step)")
        #expect(editor.summary() == scratch.summary(), "round \(round), step \(step)")
      }
    }
  }

  private func text(_ lineBreak: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    (0..<random.below(30)).flatMap { _ in
      random.happens(percent: 25) ? lineBreak : random.pick(Self.pieces) ?? []
    }
  }

  private func snapshot(_ buffer: EditBuffer) -> EditOracle.Snapshot {
    EditOracle.Snapshot(
      bytes: buffer.bytes, cursor: buffer.lines.offset(of: buffer.cursor),
      anchor: buffer.anchor.map { buffer.lines.offset(of: $0) })
  }

  private func act(
    _ buffer: inout EditBuffer, _ oracle: inout EditOracle, _ lineBreak: [UInt8], _ random: inout SeededRandom
  ) {
    switch random.below(11) {
    case 0, 1:
      let piece = random.pick(Self.pieces.dropLast()) ?? []
      buffer.insert(String(decoding: piece, as: UTF8.self))
      oracle.type(piece)
    case 2:
      let ending = oracle.lineBreak
      buffer.insertLineBreak()
      oracle.type(ending)
    case 3:
      let parts = (0..<2).map { _ in random.pick(Self.pieces) ?? [] }
      buffer.paste(parts[0] + [0x0D] + parts[1])
      oracle.type(parts[0] + oracle.lineBreak + parts[1])
    case 4:
      buffer.deleteBackward()
      oracle.delete(forward: false)
    case 5:
      buffer.deleteForward()
      oracle.delete(forward: true)
    case 6:
      buffer.undo()
      oracle.undo()
    case 7:
      buffer.redo()
      oracle.redo()
    default: move(&buffer, &oracle, &random)
    }
  }

  private func move(_ buffer: inout EditBuffer, _ oracle: inout EditOracle, _ random: inout SeededRandom) {
    let isSelecting = random.happens(percent: 30)
    if random.happens(percent: 40) {
      let target = random.pick(oracle.boundaries) ?? 0
      buffer.move(to: buffer.lines.position(at: target), selecting: isSelecting)
      return oracle.move(to: target, selecting: isSelecting)
    }
    let isForward = random.happens(percent: 50)
    buffer.move(isForward ? .right : .left, selecting: isSelecting)
    if !isSelecting, !oracle.selection.isEmpty {
      oracle.move(to: isForward ? oracle.selection.upperBound : oracle.selection.lowerBound, selecting: false)
    } else {
      oracle.move(to: oracle.neighbour(forward: isForward), selecting: isSelecting)
    }
  }
}
