import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo set`
enum SetCommand: Command {
  private static let reference = Positional(
    "REF", .one, help: ChangeOptions.whole, completion: .memos)
  private static let fields = Positional(
    "KEY=VALUE", .many,
    help: Text(
      "A field and its value; KEY+=V and KEY-=V change a list; more REFs may come before the first",
      ko: "필드와 값. 목록은 키+=값과 키-=값으로 변경. 첫 필드 앞에 메모를 더 지정할 수 있음"),
    completion: .assignments)
  private static let unset = Option<String>.text(
    "unset", value: "KEY", help: Text("Remove the field", ko: "필드 삭제"), isRepeatable: true, completion: .fields)

  static let declaration = CommandDeclaration(
    "set",
    equivalents: [
      "pin": "memo set REF pinned=true", "unpin": "memo set REF --unset pinned", "star": "memo set REF pinned=true",
      "unstar": "memo set REF --unset pinned", "favorite": "memo set REF pinned=true",
      "고정": "memo set REF pinned=true",
      "unset": "memo set REF --unset KEY", "alias": "memo set REF aliases+=ALIAS",
      "aliases": "memo set REF aliases+=ALIAS", "bookmark": "memo set REF pinned=true",
      "property:set": "memo set REF KEY=VALUE",
    ], group: .write,
    summary: Text("Change the front-matter fields of memos", ko: "메모의 프런트매터 필드 변경"),
    description: [
      Text(
        """
        Only the lines of the field change: all others, comments and line breaks stay as they are, byte for byte. A \
        value that YAML would read differently is quoted. A memo without front matter gets one. An empty VALUE leaves \
        the key without a value; [a, b] makes a list.
        """,
        ko: """
          그 필드의 줄만 바뀌고, 다른 줄과 주석, 줄 바꿈은 1바이트도 바뀌지 않습니다. YAML에서 다르게 읽힐 값은 따옴표로 묶습니다. 프런트매터가 없는 메모에는 만들어 넣습니다. 값을 비우면 \
          값 없는 키가 되고, [a, b]는 목록이 됩니다.
          """),
      Text(
        """
        A list stays a list. A key below another is written with a dot: author.name. Front matter that is not understood \
        is left alone, and the command fails. 'memo undo' takes the change back.
        """,
        ko: """
          목록은 목록으로 남습니다. 다른 키 아래의 키는 점을 넣어 씁니다: author.name. 해석할 수 없는 프런트매터는 건드리지 않고 오류로 끝냅니다. 'memo undo'로 되돌릴 수 있습니다.
          """),
      Text(
        "An argument that begins with ./, ../ or / is a path, even if it contains '=': ./E=mc2.md.",
        ko: "./, ../, /로 시작하면 '='가 들어 있어도 경로입니다: ./E=mc2.md."),
    ],
    positionals: [reference, fields],
    options: [unset, CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo set plan.md status=done rating=4", Text("set two fields", ko: "필드 두 개 바꾸기")),
      CommandExample(
        "memo set plan.md tags+=work tags-=home", Text("change a list", ko: "목록 바꾸기")),
      CommandExample("memo set plan.md --unset due", Text("remove a field", ko: "필드 삭제")),
      CommandExample("memo set plan.md notes.md status=done", Text("two memos", ko: "메모 두 개")),
      CommandExample(
        "memo list --tag old --paths -0 | xargs -0 memo set status=done",
        Text("all memos of a list", ko: "목록에 나온 메모 모두")),
    ],
    seeAlso: ["fields", "tags", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let (references, changes) = parts(of: session.arguments)
    let written = try written(changes, removing: session.arguments.all(unset))
    let workspace = try session.open(for: declaration, isChange: true)
    let finder = session.finder(in: workspace, isChange: true)
    for change in changes {
      // A list of memos may hold one that reads as a field.
      guard let path = finder.memo(atWholePath: change.bytes) else { continue }
      let name = RawArgument(bytes: session.paths.bytes(path))
      throw Failure.invalid(
        Message.fieldOrMemo(change.text), hints: [Message.memoHint(isPath(name) ? name.text : "./\(name.text)")])
    }
    var paths = try references.map { try finder.find($0.bytes) }
    if references.isEmpty { paths = try session.references(in: workspace, of: declaration, isChange: true) }
    // Named twice, a memo is changed once.
    paths = paths.indices.filter { !paths[..<$0].contains(paths[$0]) }.map { paths[$0] }
    guard !paths.isEmpty else { return .done }
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let (memos, changing) = try workspace.retrying(ifMatch: session.etag) { workspace in
      let memos = try paths.map { try workspace.readForWriting($0, ifMatch: session.etag) }
      let changing = try FieldChanging(written, of: memos, in: workspace.vault) {
        try workspace.index(mustBeWhole: true)
      }
      if !isDryRun { _ = try changing.carryOut(by: workspace.history(), at: session.machine.now) }
      return (memos, changing)
    }
    for memo in memos { noteMissing(session.arguments.all(unset), in: memo, session) }
    for case .set(let key, let value) in written { hintAtDate(value, for: key, in: workspace, session) }
    session.warn(lost: changing.lostLinks)
    if isDryRun { return try printDryRun(changing, session) }
    if session.console.errorIsTerminal {
      for path in paths {
        let isChanged = changing.rewrites.contains { $0.memo.path == path }
        let name = session.paths.text(path)
        session.note(isChanged ? Message.setFields(name) : Message.unchangedFields(name))
      }
    }
    try session.printRecords(of: paths, in: workspace, isArray: references.count > 1)
    return .done
  }

  /// The changes; no key is both changed and removed.
  private static func written(_ words: [RawArgument], removing keys: [String]) throws -> [FieldChange] {
    let changes = try words.map(change)
    guard !changes.isEmpty || !keys.isEmpty else {
      throw Failure(
        kind: "missing-argument", message: Message.noChanges, hints: [Message.fieldHint], exitCode: .usage)
    }
    let changed = Set(changes.map { Folding.matchKey($0.key) })
    if let key = keys.first(where: { changed.contains(Folding.matchKey($0)) }) {
      throw UsageError(.conflictingOptions, Message.changedAndRemoved(key), hints: [.seeHelp(declaration)])
    }
    return changes + keys.map { .unset($0) }
  }

  /// The memos, and the words about fields. These may also come first, before memos that another program adds.
  private static func parts(of arguments: ParsedArguments) -> (memos: [RawArgument], changes: [RawArgument]) {
    let words = arguments.all(reference) + arguments.all(fields)
    let (lead, rest) = (words.prefix(while: isChange), words.drop(while: isChange))
    // Among the memos may be one that reads as a field; it is refused as such.
    if !lead.isEmpty, let last = rest.last, !isChange(last) {
      return (rest.filter { !isChange($0) }, lead + rest.filter(isChange))
    }
    let hasChange = words.dropFirst().contains(where: isChange) || !arguments.all(unset).isEmpty
    let others = hasChange ? words.dropFirst().prefix { !isChange($0) } : []
    let last = words.dropFirst(1 + others.count)
    return (words.prefix(1) + others + last.filter(isPath), last.filter { !isPath($0) })
  }

  private static func isChange(_ word: RawArgument) -> Bool {
    word.bytes.contains(UInt8(ascii: "=")) && !isPath(word)
  }

  /// Whether a word names a memo wherever it is.
  private static func isPath(_ word: RawArgument) -> Bool {
    ["./", "../", "/"].contains { word.bytes.starts(with: $0.utf8) }
  }

  /// Explains which keys to remove are not there.
  private static func noteMissing(_ keys: [String], in memo: ReadMemo, _ session: Session) {
    guard !keys.isEmpty else { return }
    let names = memo.bytes.withUnsafeBytes { FrontMatter($0).entries.map(\.key) }
    for key in keys where !names.contains(where: { Folding.matchKey($0) == Folding.matchKey(key) }) {
      session.note(Message.missingField(key, session.paths.text(memo.path)))
      for near in Suggestions.nearest(to: key, among: names, limit: 1) { session.hint(Message.nearest(near)) }
    }
  }

  /// A day that is named as people name it stays the word that was written, and so does a date in another order.
  private static func hintAtDate(_ value: String, for key: String, in workspace: Workspace, _ session: Session) {
    let days = OtherDate(value, clock: session.machine.clock)
    guard !days.meant.isEmpty, !days.isOfNumbers || isOfDates(key, in: workspace) else { return }
    session.hint(Message.storedAsText(value, days.meant.map { "\(key)=\($0.text)" }))
  }

  /// Fields that people put dates in.
  private static let dateKeys: Set = [
    "created", "date", "day", "deadline", "due", "end", "modified", "published", "scheduled", "start", "updated", "날짜",
    "마감", "마감일", "기한", "시작일", "종료일",
  ]

  /// Whether a field is one for dates, by its name or by what other memos have in it.
  private static func isOfDates(_ key: String, in workspace: Workspace) -> Bool {
    if dateKeys.contains(where: { Folding.matchKey($0) == Folding.matchKey(key) }) { return true }
    guard let index = try? workspace.index() else { return false }
    return FieldCounts.values(of: key, in: index).contains { WrittenDate($0.name) != nil }
  }

  private static func printDryRun(_ changing: FieldChanging, _ session: Session) throws -> ExitCode {
    if session.isJSON {
      try session.writeJSON(["changed": .pathTexts(changing.rewrites.map(\.memo.path))])
    } else {
      try session.write(MemoDiff.changes(of: changing.rewrites))
    }
    return .done
  }

  /// `KEY=VALUE`, `KEY+=V` or `KEY-=V`.
  private static func change(_ word: RawArgument) throws -> FieldChange {
    guard let text = word.exactText, let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw Failure.invalid(Message.noField(word.text), hints: [Message.fieldHint])
    }
    // By bytes: a mark that the value begins with is one character with the sign before it.
    let value = String(text[text.utf8.index(after: equals)...])
    let key = text[..<equals]
    switch key.utf8.last {
    case UInt8(ascii: "+") where value.isEmpty:
      throw Failure.invalid(Message.noItem(text), hints: [Message.fieldHint])
    case UInt8(ascii: "+"): return .add(String(key.dropLast()), value)
    case UInt8(ascii: "-"): return .remove(String(key.dropLast()), value)
    default: return .set(String(key), value)
    }
  }
}

/// A date that is written as memo does not read it in a field.
private struct OtherDate {
  /// The days that may be meant; none for other texts, and for a date that is read.
  let meant: [CivilDate]
  /// Whether it begins with a number, as much else does that is no date.
  let isOfNumbers: Bool

  init(_ text: String, clock: any LocalClock) {
    let filter = DateFilter(clock: clock)
    isOfNumbers = text.utf8.first.map { (0x30...0x39).contains($0) } ?? false
    guard isOfNumbers else {
      let isWord = text.unicodeScalars.first?.properties.isAlphabetic ?? false
      meant = isWord ? [filter.comingDay(text)].compactMap(\.self) : []
      return
    }
    guard WrittenDate(text) == nil else {
      meant = []
      return
    }
    let numbers = Self.ofNumbers(text)
    // A moment, as of `3d` and `15:30`, is not written for its day.
    let isDay = filter.comingSpan(text).map { $0.upperBound - $0.lowerBound > 3_600_000_000_000 } ?? false
    meant = numbers.isEmpty && isDay ? [filter.comingDay(text)].compactMap(\.self) : numbers
  }

  /// `20.11.2026`, `20. 11. 2026`, `11/20/2026`; two days for `1/12/2026`.
  private static func ofNumbers(_ text: String) -> [CivilDate] {
    for separator: Unicode.Scalar in [".", "/", "-"] {
      let parts = text.parts(at: separator)
      let numbers = parts.map { $0.parts(at: " ") }.compactMap { $0.count == 1 ? Int($0[0]) : nil }
      guard parts.count == 3, numbers.count == 3, (1000...9999).contains(numbers[2]) else { continue }
      let dayFirst = CivilDate(year: numbers[2], month: numbers[1], day: numbers[0])
      let monthFirst = CivilDate(year: numbers[2], month: numbers[0], day: numbers[1])
      let isClear = separator == "." || numbers[0] == numbers[1]
      return (isClear ? [dayFirst] : [dayFirst, monthFirst]).compactMap(\.self)
    }
    return []
  }
}
