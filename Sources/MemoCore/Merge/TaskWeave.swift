/// Merges how far tasks are apart from where they are: a task that one side moved and the other one ticked is there once,
/// where it was moved to, and ticked.
///
/// Line by line these are two lines, the open one at its new place and the ticked one at the old. So where a side moved tasks,
/// all texts get the state that a side has given to a task before they are woven, if each of them has it once. In doubt
/// lines are woven as they are.
enum TaskWeave {
  /// A task that each of three texts has once, and its line as it is to be.
  private struct Task {
    let lines: [Int]
    let content: ArraySlice<UInt8>
  }

  /// The lines of two sides and their base, woven.
  ///
  /// - Parameter doubled: memos to which each side gave another name.
  static func lines(
    base: TextLines, first: TextLines, second: TextLines, _ doubled: [TreeMerge.Doubled]
  ) -> LineWeave {
    let asTheyAre = LineWeave(base: base, first: first, second: second, doubled: doubled)
    guard base.bytes.contains(UInt8(ascii: "[")) else { return asTheyAre }
    let texts = [base, first, second]
    let places = commonTasks(of: texts)
    var tasks = places.compactMapValues { changed($0, in: texts) }
    // A task that both sides moved, each to another place, is there twice even so; the others may do without it.
    for _ in 0..<2 where !tasks.isEmpty {
      let settled = texts.indices.map { text(texts[$0], $0, with: tasks.values) }
      let weave = LineWeave(base: settled[0], first: settled[1], second: settled[2], doubled: doubled)
      let counts = counts(in: weave)
      let single = tasks.filter { counts[$0.key] == 1 }
      guard single.count == tasks.count else {
        tasks = single
        continue
      }
      let former = Self.counts(in: asTheyAre)
      let surplus = tasks.keys.reduce(0) { $0 + former[$1, default: 1] - 1 }
      // It may add no other line and no place of conflict.
      let isGain = filled(weave) + surplus <= filled(asTheyAre) && weave.overlaps.count <= asTheyAre.overlaps.count
      return isGain && (surplus > 0 || isReordered(places.values)) ? weave : asTheyAre
    }
    return asTheyAre
  }

  /// How many lines are not blank.
  private static func filled(_ weave: LineWeave) -> Int { weave.lines.count { !$0.isBlank } }

  /// How often each task is there.
  private static func counts(in weave: LineWeave) -> [LineNumbering.Line: Int] {
    weave.lines.reduce(into: [:]) { counts, line in
      if let task = TaskLine.words(of: line.content) { counts[task, default: 0] += 1 }
    }
  }

  /// The tasks that each text has once, with their lines there.
  private static func commonTasks(of texts: [TextLines]) -> [LineNumbering.Line: [Int]] {
    var common: [LineNumbering.Line: [Int]] = [:]
    for (number, text) in texts.enumerated() {
      var places: [LineNumbering.Line: [Int]] = [:]
      for (line, content) in text.contents.enumerated() {
        if let task = TaskLine.words(of: content) { places[task, default: []].append(line) }
      }
      let single = places.filter { $0.value.count == 1 }
      common = number == 0 ? single : common.merging(single) { $0 + $1 }
      common = common.filter { $0.value.count == number + 1 }
    }
    return common
  }

  /// Whether a side has tasks in another order than the base.
  private static func isReordered(_ places: some Collection<[Int]>) -> Bool {
    let inOrder = places.sorted { $0[0] < $1[0] }
    return zip(inOrder, inOrder.dropFirst()).contains { $0[1] > $1[1] || $0[2] > $1[2] }
  }

  /// A task as the side has it that changed its state; `nil` where none did, or each to another.
  private static func changed(_ lines: [Int], in texts: [TextLines]) -> Task? {
    let contents = zip(texts, lines).map { $0.content(at: $1) }
    let (base, first, second) = (contents[0], contents[1], contents[2])
    guard first != base || second != base, first == base || second == base || first == second else { return nil }
    return Task(lines: lines, content: first == base ? second : first)
  }

  /// A text with its lines of tasks as these are to be; each keeps its end.
  private static func text(_ text: TextLines, _ number: Int, with tasks: some Collection<Task>) -> TextLines {
    let contents = Dictionary(uniqueKeysWithValues: tasks.map { ($0.lines[number], $0.content) })
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.bytes.count + tasks.count * 32)
    var place = 0
    for (line, content) in contents.sorted(by: { $0.key < $1.key }) {
      bytes += text.text(place..<line) + content + text.lineBreak(at: line)
      place = line + 1
    }
    return TextLines(bytes + text.text(place..<text.count))
  }
}

/// Lines that are tasks.
enum TaskLine {
  /// A line without the mark of its box, and without the date behind it on which the task was done or cancelled (Obsidian
  /// writes one): what does not change when it is ticked. `nil` for what is no task.
  static func words(of line: ArraySlice<UInt8>) -> LineNumbering.Line? {
    line.withUnsafeBytes { bytes -> LineNumbering.Line? in
      var (cursor, isItem) = (LineCursor(bytes, 0..<bytes.count), false)
      while !cursor.isBlank {
        if cursor.first == UInt8(ascii: ">") {
          isItem = false
          cursor.skipMark(1)
        } else if let end = ItemMark.end(cursor) {
          isItem = true
          cursor.skipMark(end - cursor.text)
        } else {
          break
        }
      }
      guard isItem, let box = TaskBox(bytes, at: cursor.text) else { return nil }
      var words = Array(bytes.part(..<box.mark.lowerBound))
      words.append(contentsOf: UnsafeRawBufferPointer(rebasing: withoutDate(bytes[box.mark.upperBound...])))
      return LineNumbering.Line(content: words[...])
    }
  }

  /// A line's end without `✅ 2026-11-20` or `❌ 2026-11-20`.
  private static func withoutDate(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    let line = withoutBlanks(text)
    let isDate =
      line.count > 10
      && zip(line.suffix(10), "0000-00-00".utf8).allSatisfy { byte, form in
        form == UInt8(ascii: "0") ? byte.isASCIIDigit : byte == form
      }
    guard isDate else { return text }
    let rest = withoutBlanks(line.dropLast(10))
    for sign in ["✅", "❌", "✅\u{FE0F}", "❌\u{FE0F}"] where rest.reversed().starts(with: sign.utf8.reversed()) {
      return withoutBlanks(rest.dropLast(sign.utf8.count))
    }
    return text
  }

  private static func withoutBlanks(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    text.dropLast(text.reversed().prefix(while: \.isBlank).count)
  }
}
