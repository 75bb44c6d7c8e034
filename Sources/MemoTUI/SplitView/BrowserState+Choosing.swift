import MemoCore
import MemoStore
import MemoSync
import MemoWords

/// Questions, prompts and lists of choices.
extension BrowserState {
  // MARK: Questions

  mutating func answer(_ event: TerminalEvent, _ question: BrowserQuestion) -> [BrowserEffect] {
    mode = .browsing
    guard case .text(let text) = event, Answer.isYes(text) else {
      guard case .giveUp = question else { return [] }
      mode = .writing
      return [.awaitPause]
    }
    switch question {
    case .delete(let path):
      rows.setDraft(nil)
      return [.delete(path)]
    case .giveUp: return giveUp()
    case .forget: return [.forget]
    case .twin(let path, let title): return [.rename(path, title, isSure: true)]
    case .make(let target):
      let path = MemoCreation.path(namedBy: target)
      let title = path.map { String(decoding: MemoFileRules.stem(of: $0), as: UTF8.self) } ?? target
      return [.prepareWriting] + startNewMemo(titled: title, at: path)
    }
  }

  /// Goes back to what is on disk.
  private mutating func giveUp() -> [BrowserEffect] {
    pane?.forget()
    rows.setDraft(nil)
    select(selectedPath.flatMap { rows.row(of: $0) } ?? selection)
    return [.flush]
  }

  // MARK: Choosing

  mutating func openPalette() {
    let language = language
    let commands = BrowserCommand.allCases.filter { $0 != .palette }
    mode = .choosing(
      Chooser(
        commands.map {
          Chooser.Choice(
            name: KeyMessages.command($0)[language], note: $0.key, action: .command($0), aliases: $0.aliases)
        }))
  }

  mutating func choose(_ event: TerminalEvent, _ chooser: Chooser) -> [BrowserEffect] {
    var chooser = chooser
    switch event {
    case .key(.escape, _), .key(.control("c"), _), .key(.control("g"), _): mode = .browsing
    case .key(.enter, _):
      mode = .browsing
      return chooser.chosen.map { take($0.action) } ?? []
    default:
      chooser.update(event)
      mode = .choosing(chooser)
    }
    return []
  }

  /// Does what was chosen.
  mutating func take(_ choice: BrowserChoice) -> [BrowserEffect] {
    switch choice {
    case .command(let command): return carryOut(command)
    case .tag(let tag): return search(for: "tag:\(Self.quoted(tag))")
    case .memo(let path, let heading):
      leaveTrail(to: path)
      return go(to: path, heading.map { .heading($0) })
    case .conflict(let conflict):
      leaveTrail(to: conflict.path)
      message = BrowserMessages.advice(conflict)[language]
      return go(to: conflict.path, .line(conflict.line))
    case .version(let path, let version): return [.settle(path, version)]
    case .elsewhere(let target):
      message = BrowserMessages.noMemo(target)[language]
      return []
    case .note(let note):
      message = note
      return []
    case .nowhere(let link):
      // A path is a place in the vault, and not a title.
      if link.kind == .wiki {
        mode = .asking(.make(link.target))
      } else {
        message = Message.noSuchMemo(link.target)[language]
      }
      return []
    }
  }

  /// Notes where the way back leads.
  mutating func leaveTrail(to path: VaultPath?) {
    guard let selectedPath, selectedPath != path else { return }
    let place = pane.flatMap { $0.path == selectedPath ? $0.place : nil }
    trail.append(Stop(path: selectedPath, query: query, place: place))
  }

  private static func quoted(_ tag: String) -> String {
    tag.unicodeScalars.contains { $0.properties.isWhitespace } ? "\"\(tag)\"" : tag
  }

  // MARK: Help

  mutating func help(_ event: TerminalEvent, _ top: Int) -> [BrowserEffect] {
    let page = max(1, size.rows - 2)
    let last = max(0, BrowserView.helpLines(language, columns: size.columns).count - BrowserView.helpRows(size))
    switch event {
    case .text("j"), .key(.down, _), .key(.enter, _): mode = .help(top: top + 1)
    case .text("k"), .key(.up, _): mode = .help(top: max(0, top - 1))
    case .text(" "), .key(.pageDown, _): mode = .help(top: top + page)
    case .key(.pageUp, _): mode = .help(top: max(0, top - page))
    default: mode = .browsing
    }
    if case .help(let top) = mode { mode = .help(top: min(top, last)) }
    return []
  }
}
