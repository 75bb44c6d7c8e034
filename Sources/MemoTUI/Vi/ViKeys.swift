/// The keys of vi that were typed so far: counts, operators and motions come one after the other.
struct ViKeys: Equatable, Sendable {
  /// What is done to the text that a motion covers.
  enum Operator: String, Sendable {
    case delete = "d"
    case yank = "y"
    case change = "c"
    case indent = ">"
    case outdent = "<"
    case lower = "gu"
    case upper = "gU"
    case otherCase = "g~"

    /// Whether it takes whole lines, whatever the motion.
    var isByLines: Bool { self == .indent || self == .outdent }

    /// The case that it gives to letters; `nil` for others.
    var letterCase: ViLetterCase? {
      switch self {
      case .lower: .lower
      case .upper: .upper
      case .otherCase: .other
      default: nil
      }
    }
  }

  /// Where a row of the window is to be.
  enum Scroll: String, Equatable, Sendable {
    case top = "t"
    case middle = "z"
    case bottom = "b"
  }

  /// What is done to a section.
  enum Fold: String, Equatable, Sendable {
    case open = "o"
    case close = "c"
    case toggle = "a"
  }

  /// Where writing begins.
  enum Place: Equatable, Sendable {
    case cursor, behindCursor, lineText, lineEnd, lineBelow, lineAbove
    /// Where writing has ended last.
    case lastWritten
  }

  /// Commands of vi that memo does not know. Some take more keys; after the others, the next one is meant for a place where
  /// the cursor is not. Among them are keys of the list, which do not work in the text: whose fingers know vi means vi's.
  private static let others: Set<String> = [
    "R", "U", "K", "Q", "&", "(", ")", "+", "-", "=", "!",
  ]

  static let largestCount = 9_999

  /// The keys of a command that is not complete.
  private(set) var typed = ""
  private var count: Int?
  private var pending: Operator?
  private var operatorCount: Int?
  /// The name of what is copied, deleted or pasted.
  private(set) var register: String?
  /// What the next key completes.
  private var prefix: Prefix?
  /// Whether what is to be found is being typed.
  private var isFinding = false
  /// Keys without a meaning: what is typed behind them is dropped until Esc or Enter, as it may belong to them.
  private(set) var lost: String?

  /// A key that means nothing without the next one.
  private enum Prefix: Equatable {
    case g
    case z
    /// The bracket that is to come twice.
    case bracket(String)
    /// `i` or `a`, with `w` or others to come.
    case object(isInner: Bool)
    case replacement
    case find(ViFind.Kind)
    case mark
    case toMark(isByLines: Bool)
    case register
    case record
    case play
  }

  /// Whether the next key is a character of the text, and no command.
  var awaitsCharacter: Bool {
    switch prefix {
    case .replacement, .find: true
    case .g, .z, .bracket, .object, .mark, .toMark, .register, .record, .play, nil: false
    }
  }

  /// Whether the next key is the name of a text object, a mark, a register or a macro.
  var awaitsName: Bool {
    switch prefix {
    case .object, .mark, .toMark, .register, .record, .play: true
    default: false
    }
  }

  /// Whether the next key completes a command that begins with `g`.
  var isAfterG: Bool { prefix == .g }

  /// Whether a search that is begun finds where an operator ends.
  var hasOperator: Bool { pending != nil }

  /// How often something is to be found.
  var times: Int { total ?? 1 }

  /// Completes the keys before a search by what was typed.
  mutating func find(_ pattern: String, isBackward: Bool) -> Command {
    defer { self = ViKeys() }
    guard let pending else { return .findAgain(isNext: true, times) }
    return inRegister(.apply(pending, .match(pattern, isBackward: isBackward), total))
  }

  /// A command about what has the name that was typed before it.
  private func inRegister(_ command: Command) -> Command {
    guard let register, command.usesRegister else { return command }
    return .inRegister(register, command)
  }

  /// Drops keys until Esc or Enter, since those before have no meaning.
  mutating func lose(_ keys: String) {
    self = ViKeys()
    lost = keys
  }

  /// Begins a text object that is to be selected; returns false if more than a count was typed before it.
  mutating func beginObject(_ key: String) -> Bool {
    guard prefix == nil, pending == nil else { return false }
    (typed, prefix) = (typed + key, .object(isInner: key == "i"))
    return true
  }

  /// Applies a key; `nil` for one that vi's keys do not include.
  mutating func take(_ event: TerminalEvent) -> Command? {
    // A tab in the text: the list would take the next key.
    if event == .key(.tab), awaitsCharacter { return take(.text("\t")) }
    // The search was left by something else than its own keys.
    if isFinding { self = ViKeys() }
    if let lost {
      switch event {
      case .text: return .dropped(after: lost)
      case .key(.enter, _), .key(.escape, _): return end(.cancelled)
      default: break
      }
    }
    switch event {
    case .text(let text):
      let command = take(text).map(inRegister)
      if case .unknown(let keys) = command {
        lose(keys)
      } else if case .find = command {
        isFinding = true
      } else if command != .waits {
        self = ViKeys()
      }
      return command
    case .key(.enter, _) where prefix == .replacement: return end(.replaceCharacters("\n", 1))
    case .key(.escape, _): return end(typed.isEmpty ? .rest : .cancelled)
    case .key(.control("r"), _): return end(.redo(count ?? 1))
    case .key(.control("d"), _) where mayScroll: return end(.halfPage(isDown: true, count))
    case .key(.control("u"), _) where mayScroll: return end(.halfPage(isDown: false, count))
    case .key(.control("o"), _) where mayScroll: return end(.jumpBack)
    // Never what they do in the list.
    case .key(.control("e"), _): return end(mayScroll ? .scrollRows(count ?? 1) : .cancelled)
    case .key(.control("y"), _): return end(mayScroll ? .scrollRows(-(count ?? 1)) : .cancelled)
    case .key(.control("g"), _): return end(mayScroll ? .showPlace : .cancelled)
    case .key(.home, []) where mayMove: return end(complete(.lineStart))
    case .key(.end, []) where mayMove: return end(complete(.lineEnd))
    case .key(.control("v"), _):
      lose("^V")
      return .unknown("^V")
    case .key:
      self = ViKeys()
      return nil
    case .paste, .mouse, .resize: return nil
    }
  }

  /// Whether a motion may follow on what was typed.
  private var mayMove: Bool { prefix == nil }

  /// Whether nothing but a count was typed.
  private var mayScroll: Bool {
    lost == nil && typed.utf8.allSatisfy(\.isDigit)
  }

  private mutating func end(_ command: Command) -> Command {
    self = ViKeys()
    return command
  }

  private mutating func take(_ text: String) -> Command? {
    let isFirst = typed.isEmpty
    typed += text
    if let prefix { return complete(prefix, with: text) }
    if let digit = Int(text), text.utf8.count == 1, digit > 0 || count != nil {
      count = min((count ?? 0) * 10 + digit, Self.largestCount)
      return .waits
    }
    if let next = prefix(for: text) {
      prefix = next
      return .waits
    }
    // `guu` is `gugu`.
    if let pending, pending.rawValue.utf8.elementsEqual("g\(text)".utf8) { return take(pending) }
    if let next = Operator(rawValue: text) { return take(next) }
    // A part of the text in percent, to vi.
    if text == "%", total != nil { return .unknown(typed) }
    if let motion = ViMotion(text) { return complete(motion) }
    switch text {
    case "/", "?": return .find(isBackward: text == "?")
    case "n", "N":
      return pending == nil ? .findAgain(isNext: text == "n", times) : complete(.matchAgain(isNext: text == "n"))
    default: break
    }
    if pending != nil { return .unknown(typed) }
    return command(of: text) ?? (isFirst && !Self.others.contains(text) ? nil : .unknown(typed))
  }

  /// What a key begins; `nil` for one that means something alone, or nothing.
  private func prefix(for text: String) -> Prefix? {
    switch text {
    case "g": .g
    case "[", "]": .bracket(text)
    case "'", "`": .toMark(isByLines: text == "'")
    case "z" where pending == nil: .z
    case "m" where pending == nil: .mark
    case "\"" where pending == nil: .register
    case "q" where typed.utf8.count == 1: .record
    case "@" where pending == nil: .play
    case "r" where pending == nil: .replacement
    case "i" where pending != nil: .object(isInner: true)
    case "a" where pending != nil: .object(isInner: false)
    default: ViFind.Kind(text).map { .find($0) }
    }
  }

  private mutating func take(_ next: Operator) -> Command {
    guard let pending else {
      (pending, operatorCount, count) = (next, count, nil)
      return .waits
    }
    return pending == next ? .applyToLines(next, total ?? 1) : .unknown(typed)
  }

  private mutating func afterG(_ text: String) -> Command {
    prefix = nil
    if let next = Operator(rawValue: "g\(text)") { return take(next) }
    return switch text {
    case "g": complete(.firstLine)
    case "e": complete(.wordEndLeft)
    case "E": complete(.bigWordEndLeft)
    case "_": complete(.lastText)
    // Rows are what `j` and `k` go by.
    case "j", "k", "0", "$": ViMotion(text).map { complete($0) } ?? .unknown(typed)
    case "J" where pending == nil: .joinLines(max(2, count ?? 2), hasBlanks: false)
    case "t" where pending == nil: .tick
    case "v" where pending == nil: .selectAgain
    case "i" where pending == nil: .write(.lastWritten, times)
    default: .unknown(typed)
    }
  }

  private func afterZ(_ text: String) -> Command {
    Scroll(rawValue: text).map { .scroll($0) } ?? Fold(rawValue: text).map { .fold($0) } ?? .unknown(typed)
  }

  private mutating func complete(_ prefix: Prefix, with text: String) -> Command {
    switch prefix {
    case .g: afterG(text)
    case .z: afterZ(text)
    case .bracket(let bracket): text == bracket ? complete(.heading(isBackward: text == "[")) : .unknown(typed)
    case .object(let isInner): ViObject(text, isInner: isInner).map { complete(.object($0)) } ?? .unknown(typed)
    case .replacement: .replaceCharacters(text, count ?? 1)
    case .find(let kind): complete(.find(ViFind(text, kind)))
    case .register: choose(text)
    case .record: Self.isMark(text.lowercased()) ? .record(text) : .unknown(typed)
    case .play: Self.isMark(text.lowercased()) || text == "@" ? .play(text, times) : .unknown(typed)
    case .mark: Self.isMark(text) ? .setMark(text) : .unknown(typed)
    case .toMark(let isByLines):
      text == "'" || text == "`"
        ? complete(.mark("'", isByLines: isByLines))
        : Self.isMark(text) ? complete(.mark(text, isByLines: isByLines)) : .unknown(typed)
    }
  }

  private mutating func choose(_ name: String) -> Command {
    guard ViRegisters.isName(name) else { return .unknown(typed) }
    (register, prefix) = (name, nil)
    return .waits
  }

  private static func isMark(_ text: String) -> Bool {
    text.utf8.count == 1 && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  private func complete(_ motion: ViMotion) -> Command {
    pending.map { .apply($0, motion, total) } ?? .move(motion, count)
  }

  /// `2d3w` takes six words.
  private var total: Int? {
    count == nil && operatorCount == nil ? nil : min((count ?? 1) * (operatorCount ?? 1), Self.largestCount)
  }

  private func command(of text: String) -> Command? {
    let times = count ?? 1
    switch text {
    case "i": return .write(.cursor, times)
    case "a": return .write(.behindCursor, times)
    case "I": return .write(.lineText, times)
    case "A": return .write(.lineEnd, times)
    case "o": return .write(.lineBelow, times)
    case "O": return .write(.lineAbove, times)
    case "J": return .joinLines(max(2, times), hasBlanks: true)
    case "~": return .changeCase(times)
    case ".": return .repeatChange(count)
    case "x": return .deleteCharacters(times)
    case "X": return .apply(.delete, .left, times)
    case "D": return .apply(.delete, .lineEnd, count)
    case "C": return .apply(.change, .lineEnd, count)
    case "s": return .apply(.change, .right, times)
    case "S": return .applyToLines(.change, times)
    case "Y": return .applyToLines(.yank, times)
    case "p": return .paste(isBefore: false, times)
    case "P": return .paste(isBefore: true, times)
    case "u": return .undo(times)
    case "v": return .select(isByLines: false)
    case "V": return .select(isByLines: true)
    case "*", "#": return .findWord(isBackward: text == "#")
    default: return nil
    }
  }
}
