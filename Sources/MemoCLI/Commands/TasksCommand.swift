import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo tasks`
enum TasksCommand: Command {
  private static let action = Positional(
    "done|undone|@NAME", .optional,
    help: Text(
      "Tick or untick tasks, or use saved filters; without it, tasks are listed",
      ko: "완료 표시를 하거나 지움, 또는 저장된 필터. 없으면 목록을 표시"),
    completion: .views(besides: ["done", "undone"]))
  private static let places = Positional(
    "PATH:LINE|N|-", .many,
    help: Text(
      "Tasks: a line of the list, its start or, on a terminal, its number; - reads lines from standard input",
      ko: "할 일: 목록의 한 줄, 그 앞부분, 터미널에서는 번호. -는 표준 입력에서 줄을 읽음"))
  private static let open = Flag("open", help: Text("Only open tasks (the default)", ko: "끝나지 않은 할 일만(기본값)"))
  private static let done = Flag("done", help: Text("Only tasks that are done", ko: "끝난 할 일만"))
  private static let all = Flag("all", help: Text("All tasks, cancelled ones too", ko: "취소한 것까지 모든 할 일"))

  static let declaration = CommandDeclaration(
    "tasks", namesElsewhere: ["todo", "todos", "task", "할일"],
    equivalents: [
      "done": "memo tasks done PATH:LINE", "체크": "memo tasks done PATH:LINE", "완료": "memo tasks done PATH:LINE",
      "--match": "memo search task-open:WORD",
      "tasks add": "memo append REF '- [ ] TEXT'", "--due": "memo search task-open:DATE",
      "--due": "memo search task-open:📅", "--overdue": "memo search task-open:📅",
      "--due-before": "memo search task-open:📅",
    ],
    explanations: [
      "--due": Message.taskDates, "--overdue": Message.taskDates, "--due-before": Message.taskDates,
    ], group: .organize,
    summary: Text("List tasks across memos, or tick them", ko: "모든 메모의 할 일 목록, 완료 표시"),
    description: [
      Text(
        """
        A task is a list item with a box: '- [ ]' is open, '- [x]' done, '- [-]' cancelled; any other mark is open. In a pipe \
        or file, each is printed as path:line:text; with --all, the text begins with its box.
        """,
        ko: """
          할 일은 상자가 있는 목록 항목입니다. '- [ ]'은 끝나지 않은 것, '- [x]'는 끝난 것, '- [-]'는 취소한 것이고, 다른 표시는 끝나지 않은 것으로 봅니다. 터미널이 아니면 한 줄에 하나씩 \
          path:line:text 형식으로 출력하며, --all이면 텍스트 앞에 상자가 붙습니다.
          """),
      Text(
        """
        'done' and 'undone' change one character of each task, all tasks or none; 'memo undo' takes it back. A line \
        without a task, or with another one than the text behind PATH:LINE names, is refused with exit code 5. Numbers \
        are those of the list at that moment. Dates in the text of a task are not read; '--where' is about fields.
        """,
        ko: """
          'done'과 'undone'은 할 일마다 한 글자를 바꾸며, 모두 바꾸거나 하나도 바꾸지 않습니다. 'memo undo'로 되돌릴 수 있습니다. 그 줄에 할 일이 없거나 경로:줄 \
          뒤에 적은 할 일이 아니면 바꾸지 않고 종료 코드 5로 끝냅니다. 번호는 실행하는 순간의 목록 번호입니다. 할 일에 적힌 날짜는 읽지 않으며, '--where'는 필드에 대한 조건입니다.
          """),
    ],
    positionals: [action, places],
    options: [open, done, all, SortOptions.sort, CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    exclusions: [[open, done, all]], optionGroups: [FilterOptions.group],
    examples: [
      CommandExample("memo tasks --tag work", Text("open tasks of memos about work", ko: "업무 메모의 할 일")),
      CommandExample("memo search 'task-open:#work'", Text("open tasks about work", ko: "업무에 관한 할 일")),
      CommandExample("memo tasks done plan.md:12", Text("tick the task on line 12", ko: "12번째 줄의 할 일을 완료로 표시")),
      CommandExample(
        "memo tasks | fzf -m | memo tasks done -", Text("choose tasks to tick", ko: "완료로 표시할 할 일 고르기")),
    ],
    seeAlso: ["list", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let word = session.arguments[action]
    if word == "done" || word == "undone" {
      let ticking = TaskTicks(session: session, isDone: word == "done")
      let words = session.arguments.all(places)
      guard !words.isEmpty else { throw UsageError.missing(places, of: declaration) }
      return try ticking.run(words)
    }
    if let word, SavedView.name(in: word) == nil { throw unexpected(word, session) }
    return try list(session.with(views: [word].compactMap(\.self) + session.arguments.all(places), of: declaration))
  }

  /// The error of a word that is no action: most likely one to look for, or a memo.
  private static func unexpected(_ word: RawArgument, _ session: Session) -> UsageError {
    var error = UsageError.unexpected(word, of: declaration)
    if let hint = session.splitDateHint {
      error.hints.insert(hint, at: 0)
      return error
    }
    let meant = declaration.equivalents.filter { $0.key == "tasks \(word.text)" }
    guard meant.isEmpty else {
      error.hints.insert(contentsOf: meant.map { .use($0.value) }, at: 0)
      return error
    }
    error.hints.insert(contentsOf: [.use("memo search task-open:WORD"), .use("memo tasks --path PATH")], at: 0)
    return error
  }

  // MARK: Listing

  private static func list(_ session: Session) throws -> ExitCode {
    let filter = try session.filter()
    let workspace = try session.open()
    let index = try workspace.index()
    var listing = TaskListing()
    listing.filter = workspace.withoutTemplates(
      try session.filter(filter, byLinksOf: index, in: workspace), in: index)
    listing.states = session.arguments[all] ? [] : session.arguments[done] ? [.done] : [.open]
    listing.limit = session.resultLimit()
    listing.offset = session.resultOffset
    let orders = session.arguments.all(SortOptions.sort)
    session.noteUnknownFields(orders.compactMap(\.field), in: index)
    if !orders.isEmpty {
      var memos = MemoListing(collation: session.machine.collation, clock: session.machine.clock)
      memos.order = orders
      listing.order = memos
    }
    let tasks = listing.tasks(in: index)
    if tasks.isEmpty, session.console.outputIsTerminal, !session.isJSON {
      session.note(Message.noTasks)
      session.hintAtFilters(in: index)
    }
    // In other programs a tag is that of the task.
    if let tag = session.arguments.all(FilterOptions.tag).first, !tasks.isEmpty, session.isInteractive, isName(tag) {
      let query = ShellWord.of("task-open:#\(tag.dropping(prefix: "#") ?? tag)")
      session.hint(Message.taskTagHint("memo search \(query)"))
    }
    let hasBoxes = session.arguments[all]
    try session.write(
      tasks, \.fields,
      row: { task in
        let text = task.task.state == .open ? Style.title : Style.faint
        var place = Cell(.text("\(session.paths.text(task.path)):\(task.task.line)"), Style.faint)
        place.isCutAtStart = true
        return [
          Cell(.number(task.number), Style.number), Cell(.text("[\(task.task.mark)]")),
          Cell(.text(task.task.text), text), place,
        ]
      }, line: { $0.line(hasBox: hasBoxes, from: session.paths) }, uncut: [0, 1])
    return .done
  }

  /// Whether a filter by tags names one tag.
  private static func isName(_ tag: String) -> Bool {
    !tag.hasBytePrefix("-") && !tag.utf8.contains { " *".utf8.contains($0) }
  }
}

extension ListedTask {
  fileprivate var fields: Record {
    Record([.init(key: "number", value: .number(number))]) + Record(task, at: path)
  }

  /// `path:line:text`
  fileprivate func line(hasBox: Bool, from paths: RelativePaths) -> [UInt8] {
    let box = hasBox ? Record.Value.text("[\(task.mark)] ").bytes(as: .line) : []
    return Record.Value.path(path).bytes(as: .line, paths: paths) + Array(":\(task.line):".utf8) + box
      + Record.Value.text(task.text).bytes(as: .line) + [UInt8(ascii: "\n")]
  }
}

extension Record {
  /// A task of a memo.
  fileprivate init(_ task: MemoTask, at path: VaultPath) {
    let state =
      switch task.state {
      case .open: "open"
      case .done: "done"
      case .cancelled: "cancelled"
      }
    self = [
      "path": .path(path), "line": .number(task.line), "state": .text(state), "mark": .text(task.mark),
      "text": .text(task.text),
    ]
  }
}

/// `memo tasks done` and `memo tasks undone`
struct TaskTicks {
  let session: Session
  let isDone: Bool

  func run(_ words: [RawArgument]) throws -> ExitCode {
    let workspace = try session.open(isChange: true)
    let places = try words.flatMap { word in
      word == "-" ? try lines().map { try place($0, in: workspace) } : [try place(word, in: workspace)]
    }
    let isDryRun = session.arguments[CommonOptions.dryRun]
    var first: TaskTicking?
    let (ticking, operation) = try workspace.retrying(ifMatch: session.etag) { workspace in
      // A line that another process has moved away is not ticked instead.
      let places = first?.places(like: places) ?? places
      let ticking = try TaskTicking(places, isDone: isDone, in: workspace, ifMatch: session.etag)
      first = first ?? ticking
      return (ticking, isDryRun ? nil : try ticking.carryOut(by: workspace.history(), at: session.machine.now))
    }
    if isDryRun {
      if !session.isJSON { try session.write(MemoDiff.changes(of: ticking.rewrites)) }
    } else {
      let count = operation == nil ? 0 : ticking.tasks.count
      if session.console.errorIsTerminal {
        let message = count == 0 ? Message.alreadyTicked : Message.ticked
        let one = ticking.tasks.count == 1 ? ticking.tasks.first : nil
        session.note(
          one.map { message($0.task.text, session.paths.text($0.path), isDone) }
            ?? Message.ticked(count, isDone: isDone))
      }
    }
    if session.isJSON { try session.writeJSON(ticking.tasks.lazy.map { Record($0.task, at: $0.path) }) }
    return .done
  }

  private func lines() throws -> [RawArgument] {
    try session.readInput().split { $0 == 0x0A || $0 == 0x0D }.map(RawArgument.init)
  }

  private func place(_ word: RawArgument, in workspace: Workspace) throws -> TaskPlace {
    if let number = Int(word.text), number > 0 { return try place(number, word, in: workspace) }
    let written = WrittenPlace.all(in: word.bytes)
    guard let first = written.first else {
      let meant = try tasks(with: word.text, in: workspace)
      throw Failure.invalid(Message.badPlace(word.text), hints: meant.isEmpty ? [Message.placeHint] : meant)
    }
    let finder = session.finder(in: workspace, isChange: true)
    for place in written {
      if let path = try finder.memo(atPath: place.path) { return place.place(at: path) }
    }
    return first.place(at: try finder.find(first.path))
  }

  /// Hints at the tasks whose text has the words in it, the first ones.
  private func tasks(with words: String, in workspace: Workspace) throws -> [Text] {
    var listing = TaskListing()
    listing.states = [isDone ? .open : .done]
    let wanted = Folding.matchKey(words)
    guard !wanted.isEmpty else { return [] }
    let meant = listing.tasks(in: try workspace.index()).lazy.filter {
      Folding.matchKey($0.task.text).firstRange(of: wanted) != nil
    }
    return meant.prefix(3).map { task in
      let place = ShellWord.of("\(session.paths.text(task.path)):\(task.task.line)")
      let line = "memo tasks \(isDone ? "done" : "undone") \(place)"
      return .use(Text(verbatim: line))
    }
  }

  /// The task of a number, which may change under a script between two commands.
  private func place(_ number: Int, _ word: RawArgument, in workspace: Workspace) throws -> TaskPlace {
    guard session.isInteractive else {
      throw Failure(
        kind: "inexact-reference", message: Message.taskNumberInScript(word.text), hints: [Message.placeHint],
        exitCode: .noSuchMemo)
    }
    var listing = TaskListing()
    (listing.states, listing.numbers, listing.limit) = ([], [number], 1)
    guard let task = listing.tasks(in: try workspace.index()).first(where: { _ in true }) else {
      throw Failure(
        kind: "no-such-task", message: Message.noTaskNumber(number), hints: [Message.placeHint], exitCode: .noSuchMemo)
    }
    return TaskPlace(path: task.path, line: task.task.line)
  }
}

/// `path:line` or `path:line:text`, as lists of tasks and searches print it.
private struct WrittenPlace {
  let path: [UInt8]
  let line: Int
  let text: [UInt8]?

  private static let colon = UInt8(ascii: ":")

  /// All that a word may mean: a path may hold colons, too.
  static func all(in word: [UInt8]) -> [WrittenPlace] {
    var rest = word[...]
    if let path = QuotedPath.take(from: &rest), rest.popFirst() == colon {
      return [after(path.bytes, rest)].compactMap(\.self)
    }
    return word.indices.filter { word[$0] == colon && $0 > 0 }.compactMap {
      after(Array(word[..<$0]), word[($0 + 1)...])
    }
  }

  private static func after(_ path: [UInt8], _ rest: ArraySlice<UInt8>) -> WrittenPlace? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard let line = Int(String(decoding: digits, as: UTF8.self)), line > 0 else { return nil }
    let behind = rest.dropFirst(digits.count)
    guard let first = behind.first else { return WrittenPlace(path: path, line: line, text: nil) }
    return first == colon ? WrittenPlace(path: path, line: line, text: Array(behind.dropFirst())) : nil
  }

  func place(at path: VaultPath) -> TaskPlace {
    guard let text else { return TaskPlace(path: path, line: line) }
    return TaskPlace(path: path, line: line) { Self.isText(text, of: $0) }
  }

  /// Whether a text is that of a task, with or without its box, or with the column that a search puts before it.
  private static func isText(_ text: [UInt8], of task: MemoTask) -> Bool {
    let wanted = Record.Value.text(task.text).bytes(as: .line)
    let written = trimmed(text[...])
    let behindColumn = written.drop { (0x30...0x39).contains($0) }
    let all = [written] + (behindColumn.first == colon ? [trimmed(behindColumn.dropFirst())] : [])
    return all.contains { text in
      guard text.reversed().starts(with: wanted.reversed()) else { return false }
      let mark = trimmed(text.dropLast(wanted.count))
      return mark.isEmpty || mark.last == UInt8(ascii: "]") && mark.contains(UInt8(ascii: "["))
    }
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let blanks = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let rest = text.drop(while: blanks)
    return rest[..<(rest.lastIndex { !blanks($0) }.map { $0 + 1 } ?? rest.startIndex)]
  }
}
