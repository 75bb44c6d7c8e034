import MemoWords

/// A text that was saved by a command.
struct ViSaved: Equatable, Sendable {
  /// The editing session.
  let pane: Int
  let revision: Int
}

/// Lines that are offered at the colon when their number is typed.
struct NumberedLines: Equatable, Sendable {
  /// The last line, from 1.
  let last: Int
  let language: Language

  /// The line that was typed, or what is replaced; `nil` for others.
  func choice(_ typed: String) -> Chooser.Choice? {
    if let reading = ViSubstitution.read(typed) {
      let text = ViMessages.substitution(reading)[language]
      return Chooser.Choice(name: text, note: "", action: .message(text))
    }
    if typed.utf8.elementsEqual("$".utf8) {
      return Chooser.Choice(name: ViMessages.goToLastLine[language], note: "", action: .line(last))
    }
    // `:+2` counts from the cursor in vi.
    guard typed.utf8.first != UInt8(ascii: "+"), let number = Int(typed), number > 0 else { return nil }
    return Chooser.Choice(name: ViMessages.goToLine(number)[language], note: "", action: .line(min(number, last)))
  }
}

/// What those who know vi type at the colon, where a part of a command's name would run that.
enum ViCommandLine {
  /// Commands that discard changes in vi.
  private static let discarding: Set<String> = ["q!", "qa!", "qall!", "quit!", "cq", "cq!", "cquit"]
  private static let reverting: Set<String> = ["e!", "ed!", "edi!", "edit!"]

  /// Names of memo that mean so much else in vi that they do nothing here.
  private static let misleading: Set<String> = ["delete", "del", "read", "next"]
  /// Beginnings of names that memo has from vi, too short for others.
  private static let short: Set<String> = ["ed", "qu", "wr"]

  /// Runs a command of vi that is not the beginning of a name in memo; `nil` for others.
  static func run(_ typed: String, _ state: inout BrowserState) -> [BrowserEffect]? {
    if discarding.contains(typed) { return leaveWithoutSaving(":\(typed)", &state) }
    guard state.looks.keys == .vi else { return nil }
    if state.readsVi, let effects = runInText(typed, &state) { return effects }
    if let name = openedName(typed) { return [.openNamed(name)] }
    if reverting.contains(typed) { return [.flush] + ViReading.report(ViMessages.kept(":\(typed)"), &state) }
    return isOther(typed) ? ViReading.report(ViMessages.noExCommand(typed), &state) : nil
  }

  /// Whether it is a command of vi, also where the name of one in memo does not begin so.
  ///
  /// - Parameter isOnly: whether nothing else is found by these keys, whose letters may be initials of Hangul: `xr`
  ///   is typed by the keys of ㅌㄱ.
  static func knows(_ typed: String, _ keys: Looks.Keys, isOnly: Bool) -> Bool {
    if discarding.contains(typed) { return true }
    guard keys == .vi else { return false }
    if reverting.contains(typed) || openedName(typed) != nil || ViSubstitution.read(typed) != nil { return true }
    let name = typed.utf8.filter(isLetter)
    return (isOnly || name.count == 1) && (ViCommandNames.contains(name) || "undo".utf8.starts(with: name))
  }

  /// Whether a command is typed that may do something else than change the text that has the keys.
  static func mayLeave(_ state: BrowserState) -> Bool {
    guard case .choosing(let chooser) = state.mode else { return false }
    return chooser.typedCommand.flatMap(ViSubstitution.read) == nil
  }

  /// Runs a command about the text that has the keys; `nil` for others.
  private static func runInText(_ typed: String, _ state: inout BrowserState) -> [BrowserEffect]? {
    if let reading = ViSubstitution.read(typed) {
      guard case .read(let substitution) = reading else {
        return ViReading.report(ViMessages.substitution(reading), &state)
      }
      return substitute(substitution, &state)
    }
    if let number = Int(typed), number > 0, typed.utf8.first != UInt8(ascii: "+") {
      ViMoving.goToLine(number, &state)
      return []
    }
    switch typed {
    // Not the order of the list, which no one in the text means.
    case "sor", "sort", "sort!": return ViReading.report(ViMessages.noExCommand(typed), &state)
    // The key, never a change of another memo: `:undo` undoes in the vault.
    case "u", "un":
      return ViReading.carryOut(.undo(1), &state)
    default: return nil
    }
  }

  private static func substitute(_ wanted: ViSubstitution, _ state: inout BrowserState) -> [BrowserEffect] {
    guard let buffer = state.pane?.editor.buffer else { return [] }
    let last = ViText(buffer: buffer).lastLine
    let selected = ViSelecting.lastSelection(state)?.lines
    let ends = [wanted.first, wanted.last].compactMap { line -> Int? in
      switch line {
      case .current: buffer.cursor.line
      case .last: last
      case .selectionStart: selected?.lowerBound
      case .selectionEnd: selected?.upperBound
      case .number(let number): max(0, number - 1)
      }
    }
    guard ends.count == 2, ends[0] <= ends[1], ends[1] <= last else {
      WaitingKeys.stopPlaying(&state)
      return ViReading.report(ViMessages.noSuchLines, &state)
    }
    let pattern = wanted.pattern.isEmpty ? state.vi.pattern : wanted.pattern
    guard let pattern = ExactPattern(pattern, ignoresCase: wanted.ignoresCase) else {
      return ViReading.report(ViMessages.nothingToFind, &state)
    }
    var found = (count: 0, lastLine: 0)
    let effects = ViReading.change(&state) { editor in
      found = editor.edit {
        $0.replaceAll(
          pattern, with: Array(wanted.replacement.utf8), in: ends[0]...ends[1], isGlobal: wanted.isGlobal)
      }
      guard found.count > 0 else { return }
      let place = ViText(buffer: editor.buffer).lineText(found.lastLine)
      editor.edit { $0.move(to: place) }
    }
    ViMoving.showInMiddle(&state)
    if found.count == 0 { WaitingKeys.stopPlaying(&state) }
    let outcome = found.count > 0 ? BrowserMessages.replaced(found.count) : BrowserMessages.notFound
    return effects + ViReading.report(outcome, &state)
  }

  /// Ends selecting for a command about the selected lines.
  static func begin(with selection: ViSelection, _ state: inout BrowserState) -> [BrowserEffect] {
    state.vi.keys = ViKeys()
    let effects = state.endSelecting(at: min(selection.anchor, selection.head))
    state.mode = .choosing(Chooser(commandsFor: state, typed: "'<,'>"))
    return effects
  }

  /// Leaves if nothing was changed that vi would discard; memos are saved as they are written.
  static func leaveWithoutSaving(_ name: String, _ state: inout BrowserState) -> [BrowserEffect] {
    guard let pane = state.pane, !pane.editor.buffer.history.undoable.isEmpty,
      state.vi.saved != ViSaved(pane: pane.id, revision: pane.editor.buffer.revision)
    else { return state.carryOut(.quit) }
    // Else it was saved before this key.
    state.failedSave.leavesText = pane.isDirty
    return [.flush] + ViReading.report(ViMessages.kept(name), &state)
  }

  /// The memo that `:e NAME` opens; `nil` for other commands.
  private static func openedName(_ typed: String) -> String? {
    guard let blank = typed.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let name = typed.utf8[blank...].drop { $0 == UInt8(ascii: " ") }
    return name.isEmpty || !"edit".utf8.starts(with: typed[..<blank].utf8) ? nil : String(Substring(name))
  }

  /// Whether it is a command of vi, or too short for one of memo.
  private static func isOther(_ typed: String) -> Bool {
    let words = typed.utf8.split(separator: UInt8(ascii: " "))
    guard let word = words.first else { return false }
    // `:g/x/d` is `g`.
    let stem = word.prefix { $0 != UInt8(ascii: "/") }
    let name = (stem.isEmpty ? word : stem).reversed().drop { $0 == UInt8(ascii: "!") }.reversed()
    // Lines before a command are not known at all.
    let lines = name.prefix { !isLetter($0) }
    if let first = lines.first { return lines.count < name.count || "+-.%!&<>=~@#*".utf8.contains(first) }
    let (text, isAlone) = (String(decoding: name, as: UTF8.self), words.count == 1)
    // A whole name is meant: `:move` asks for a folder. A memo is not deleted in place of a line.
    let isWhole = CommandPhrase(typed).names.contains(where: isName)
    if ViCommandNames.contains(name) {
      return !isWhole || isAlone && (name.count == 1 || misleading.contains(text))
    }
    // Names of memo are in small letters, and one of Hangul may be short.
    let isCapital = name.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
    guard isCapital || name.count < 3 && name.allSatisfy({ $0 < 0x80 }) else { return false }
    return !isWhole && !(isAlone && (short.contains(text) || isKey(text)))
  }

  private static func isKey(_ name: String) -> Bool {
    BrowserCommand.allCases.contains { $0.key.utf8.elementsEqual(name.utf8) }
  }

  private static func isName(_ name: [UInt8]) -> Bool {
    (BrowserCommand.allCases.map(\.aliases) + WordsElsewhere.all.map(\.words)).joined().contains {
      $0.utf8.elementsEqual(name)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte.isLetter || byte >= 0x80 }
}

extension BrowserState {
  /// The last line that a number at the colon may lead to; `nil` if numbers mean nothing.
  var lastLineToGoTo: Int? {
    guard readsVi, let pane else { return nil }
    return ViText(buffer: pane.editor.buffer).lastLine + 1
  }
}
