import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo mentions`
enum MentionsCommand: Command {
  private static let link = Flag(
    "link",
    help: Text("Turn mentions into links, each after a question; all with --yes", ko: "언급을 하나씩 확인하며 링크로 변경. --yes면 모두"))

  static let declaration = CommandDeclaration(
    "mentions", namesElsewhere: ["unlinked"], group: .organize,
    summary: Text("List where memos name a memo without linking to it", ko: "링크 없이 메모를 언급한 곳의 목록"),
    description: [
      Text(
        """
        A mention is the title, file name or an alias of the memo as a whole word in the running text of another \
        memo: not in headings, code, links, tags or front matter. A name of marks alone, such as '---', has no \
        mentions, nor has one letter that is not Hangul or Chinese. In a pipe or file, each is printed as path:line:column:text.
        """,
        ko: """
          언급은 다른 메모의 본문에 제목, 파일 이름, 별칭이 온전한 단어로 나온 곳입니다. 조사가 붙어도 되지만 소제목, 코드, 링크, 태그, 프런트매터에 있는 것은 제외합니다. '---'처럼 기호뿐인 이름이나 한글과 한자가 아닌 한 글자는 찾지 않습니다. 터미널이 아니면 \
          path:line:column:text 형식으로 출력합니다.
          """),
      Text(
        """
        --link asks about each mention on a terminal (y yes, n no, a all that are left, q none that are left), and \
        needs --yes elsewhere. The words stay: [[plan|the Plan]] where the name alone would lead elsewhere, for an \
        alias where file names are titles, and for a title or alias in a vault of Obsidian, zk or Foam, which follow \
        the names of files alone. Where that program is set to write Markdown links, they are Markdown links. 'memo undo' \
        takes it all back.
        """,
        ko: """
          --link는 터미널에서 언급마다 물어보고(y 예, n 아니요, a 남은 것 모두, q 그만), 그 밖에서는 --yes가 필요합니다. 글자는 그대로이며, 이름만으로 다른 메모를 가리키게 되는 곳과 \
          파일 이름이 제목인 보관함의 별칭, 파일 이름만 따라가는 옵시디언·zk·Foam 보관함의 제목과 별칭에는 [[plan|계획]]처럼 씁니다. 그 프로그램이 마크다운 링크를 쓰도록 설정되어 있으면 마크다운 링크로 씁니다. 'memo undo'로 한 번에 되돌릴 수 있습니다.
          """),
    ],
    positionals: [CommonOptions.oneReference],
    options: [
      link, ChangeOptions.yes, CommonOptions.dryRun, FilterOptions.limit, FilterOptions.offset, CommonOptions.json,
    ],
    exclusions: [[link, FilterOptions.limit], [link, FilterOptions.offset]],
    examples: [
      CommandExample("memo mentions plan", Text("where other memos name the plan", ko: "다른 메모에서 plan을 언급한 곳")),
      CommandExample("memo mentions plan --link", Text("link them one by one", ko: "하나씩 링크로")),
      CommandExample(
        "memo mentions plan --link --dry-run", Text("what would be linked, as a diff", ko: "바뀔 내용을 diff로")),
    ],
    seeAlso: ["backlinks", "links", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let isLinking = session.arguments[link]
    let workspace = try session.open(for: declaration, isChange: isLinking)
    guard let path = try session.references(in: workspace, of: declaration, isChange: isLinking).first else {
      throw UsageError.missingChoice(CommonOptions.oneReference, of: declaration)
    }
    let index = try workspace.index(mustBeWhole: isLinking)
    let mentions = try Mentions(
      of: path, in: index, of: workspace.vault, memoOffset: session.resultOffset,
      memoLimit: session.resultLimit() ?? .max,
      processorTime: session.machine.processorTime, isStopped: session.isStopped)
    try session.checkWanted()
    guard isLinking else {
      try write(mentions, in: index, workspace.vault, session)
      return .done
    }
    return try turnIntoLinks(mentions, workspace, session)
  }

  // MARK: Linking

  private static func turnIntoLinks(
    _ mentions: Mentions, _ workspace: Workspace, _ session: Session
  ) throws -> ExitCode {
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let chosen = isDryRun ? mentions.all : try choose(mentions.all, session)
    let rewrites = mentions.rewrites(linking: chosen)
    if isDryRun, !session.isJSON {
      try session.write(MemoDiff.changes(of: rewrites))
      return .done
    }
    let operation =
      isDryRun ? nil : try Mentions.carryOut(rewrites, by: workspace.history(), at: session.machine.now)
    let changed = isDryRun ? rewrites.map(\.memo.path) : operation?.changed ?? []
    if session.isJSON {
      try session.writeJSON([
        "operation": .text("mentions"), "at": .date(session.machine.now), "changed": .pathTexts(changed),
      ])
    } else {
      session.note(changed.isEmpty ? Message.nothingToChange : RearrangingMessages.linkedMentions(changed.count))
    }
    return .done
  }

  /// Those that the person wants, each shown with its line; all of them with `--yes`.
  private static func choose(_ mentions: [Mentions.Mention], _ session: Session) throws -> [Mentions.Mention] {
    if session.arguments[ChangeOptions.yes] || mentions.isEmpty { return mentions }
    guard session.isInteractive else {
      _ = try session.confirm(RearrangingMessages.askLink)
      return []
    }
    var chosen: [Mentions.Mention] = []
    for (place, mention) in mentions.enumerated() {
      // Without colours, only the column distinguishes two mentions on a line.
      let start = "\(session.paths.text(mention.path)):\(mention.match.line):\(mention.match.column): "
      let style = session.errorStyle
      for line in MatchedLines([mention.match], in: []).lines(limit: 1, context: LineContext(session.arguments)) {
        let text = style.faint(TerminalText.visible(start)) + HighlightedLine(line, style: style).text
        session.console.writeError(Array((text + "\n").utf8))
      }
      switch try session.answer(to: RearrangingMessages.askLink) {
      case .yes: chosen.append(mention)
      case .no: break
      case .all: return chosen + mentions[place...]
      case .quit: return chosen
      }
    }
    return chosen
  }

  // MARK: Writing

  private static func write(
    _ mentions: Mentions, in index: VaultIndex, _ vault: Vault, _ session: Session
  ) throws {
    var byMemo: [(path: VaultPath, mentions: [Mentions.Mention])] = []
    for mention in mentions.all {
      if byMemo.last?.path == mention.path {
        byMemo[byMemo.count - 1].mentions.append(mention)
      } else {
        byMemo.append((mention.path, [mention]))
      }
    }
    if session.isJSON { return try writeJSON(byMemo, in: index, vault, session) }
    guard session.console.outputIsTerminal else {
      for (path, mentions) in byMemo {
        let name = QuotedPath.bytes(session.paths.bytes(path))
        for (match, text) in MatchedLines(mentions.map(\.match), in: []).texts {
          try session.writeRecords(name + Array(":\(match.line):\(match.column):\(text)\n".utf8))
        }
      }
      return
    }
    if byMemo.isEmpty, session.resultOffset == 0 {
      session.note(mentions.isLookedFor ? RearrangingMessages.noMentions : RearrangingMessages.notLookedFor)
    }
    let found = index.memos(at: byMemo.map(\.path))
    try session.page(
      byMemo.lazy.map { path, mentions in
        let title = found[path].map { index.title(of: $0) } ?? ""
        let matched = MatchedLines(mentions.map(\.match), in: [])
        return session.section(
          titled: title, at: path, matched.lines(limit: .max, context: LineContext(session.arguments)))
      })
  }

  private static func writeJSON(
    _ memos: [(path: VaultPath, mentions: [Mentions.Mention])], in index: VaultIndex, _ vault: Vault, _ session: Session
  ) throws {
    var writer = RecordWriter(.array, to: session.write)
    let found = index.memos(at: memos.map(\.path))
    for (path, mentions) in memos {
      guard let memo = found[path], let row = session.row(of: memo, in: index, vault) else { continue }
      let matched = MatchedLines(mentions.map(\.match), in: [])
      try writer.write(row.fields + ["matches": .records(matched.fields(for: session)) { $0 }])
    }
    try writer.end()
  }
}

/// An answer to one of several questions.
private enum RowAnswer {
  case yes, no, all, quit
}

extension Session {
  /// Asks a person one of several questions; what is no answer is a no.
  fileprivate func answer(to question: Text) throws -> RowAnswer {
    try cacheTrust.commit()
    let answers = RearrangingMessages.linkAnswers[language]
    console.writeError(Array("\(TerminalText.visible(question[language])) \(answers) ".utf8))
    let answer = String(decoding: try console.readLine(), as: UTF8.self)
    if Answer.isYes(answer) { return .yes }
    if Answer.isAll(answer) { return .all }
    return Answer.isQuit(answer) ? .quit : .no
  }
}
