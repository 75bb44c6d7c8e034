/// Turns the bytes of a terminal into events, however reads split them.
///
/// Esc alone looks like the start of an arrow key: while `isWaiting`, the reader calls `timeout()` when nothing
/// has followed for about 25 ms.
public struct KeyDecoder: Sendable {
  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let background = Array("\u{1B}]11;".utf8)
  /// How answers about attributes, settings, terminfo, the version and the number of the terminal begin. Other programs may
  /// have asked for them.
  private static let deviceAnswers = ["[?", "P0$", "P1$", "P0+", "P1+", "P>|", "P!|"]
  /// How an answer in the graphics protocol begins, those above and the one about the background: no key begins so.
  private static let answerStarts = (["_G"] + deviceAnswers).map { [escape] + Array($0.utf8) } + [background]
  private static let longestAnswer = 1_024

  private var pending: [UInt8] = []
  private var paste: OpenPaste?
  private var reports: [TerminalReport] = []

  /// A bracketed paste whose end has not come.
  private struct OpenPaste {
    /// The text of which there was no event yet.
    var text: [UInt8] = []
    /// Whether there was an event with its start.
    var isCut = false
    /// Whether nothing has followed for a while.
    var rests = false
  }

  /// A decoder without input.
  public init() {}

  /// Whether the last byte is an Esc that may start a longer key.
  public var isWaiting: Bool { paste == nil && pending.first == Self.escape && !isInAnswer }

  /// Whether an answer of the terminal has begun. However late the rest of it is, none of it is typed.
  private var isInAnswer: Bool { Self.answerStarts.contains { pending.starts(with: $0) } }

  /// Whether an Esc is all there is.
  public var holdsEscape: Bool { isWaiting && pending.count == 1 }

  /// Whether bytes after an Esc continue a key or an answer of the terminal; Alt with a key does not.
  public static func continuesEscape(_ bytes: [UInt8]) -> Bool {
    bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "O")
      || answerStarts.contains { bytes.starts(with: $0[1...2]) }
  }

  /// Removes the answers of the terminal that are complete, and returns them.
  public mutating func takeReports() -> [TerminalReport] {
    defer { reports = [] }
    return reports
  }

  /// Adds bytes, and returns the events that are complete.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    let bytes = Array(bytes)
    if paste?.rests == true, let first = bytes.first { resumePaste(with: bytes, first) }
    pending += bytes
    return drain(isComplete: false)
  }

  /// The remaining events when nothing follows.
  public mutating func timeout() -> [TerminalEvent] {
    isWaiting ? drain(isComplete: true) : []
  }

  /// Whether a paste has begun and its text may be on its way: the reader calls `pausePaste()` when nothing has followed for
  /// about a second, or nothing can.
  public var isPasting: Bool { paste.map { !$0.rests } ?? false }

  /// What has come of a paste whose end has not. After that, one key alone is a key again, and ends the paste; several
  /// characters at once are its rest, which a slow connection has held up.
  public mutating func pausePaste() -> [TerminalEvent] {
    guard isPasting, let text = paste?.text else { return [] }
    let half = Self.unfinishedTail(text[...])
    let isCut = paste?.isCut == true || text.count > half
    paste = OpenPaste(text: text.suffix(half), isCut: isCut, rests: true)
    return text.count > half ? [.paste(String(decoding: text.dropLast(half), as: UTF8.self))] : []
  }

  private mutating func resumePaste(with bytes: [UInt8], _ first: UInt8) {
    paste?.rests = false
    // The end may come apart.
    let held = pending + bytes
    if !pending.isEmpty, held.starts(with: Self.pasteEnd) || Self.pasteEnd.starts(with: held) { return }
    let isRestOfCharacter = first & 0xC0 == 0x80
    let isOne = !isRestOfCharacter && String(decoding: bytes, as: UTF8.self).count == 1
    if first == Self.escape || isOne { (paste, pending) = (nil, []) }
  }

  private mutating func drain(isComplete: Bool) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    while !pending.isEmpty {
      guard let step = paste == nil ? nextKey(isComplete) : nextOfPaste() else { break }
      pending.removeFirst(step.length)
      if let event = step.event { events.append(event) }
    }
    return events
  }

  // The event of the first bytes and their count; `nil` if more must follow.
  private typealias Step = (length: Int, event: TerminalEvent?)

  private mutating func nextKey(_ isComplete: Bool) -> Step? {
    switch pending[0] {
    case Self.escape: nextEscape(isComplete) ?? (isComplete && !isInAnswer ? (1, .key(.escape)) : nil)
    case 0x08, 0x7F: (1, .key(.backspace))
    case 0x09: (1, .key(.tab))
    case 0x0A, 0x0D: (1, .key(.enter))
    case ..<0x20: (1, .key(.control(Self.letter(of: pending[0]))))
    default: nextText()
    }
  }

  private func nextText() -> Step? {
    let run = pending.prefix { $0 >= 0x20 && $0 != 0x7F }
    // Only at the very end can a character still grow.
    let length = run.count == pending.count ? run.count - Self.unfinishedTail(run) : run.count
    return length == 0 ? nil : (length, .text(String(decoding: run.prefix(length), as: UTF8.self)))
  }

  private mutating func nextEscape(_ isComplete: Bool) -> Step? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["): return nextControlSequence()
    case UInt8(ascii: "O"):
      return pending.count > 2 ? (3, ControlSequence.keypad(pending[2]).map { .key($0) }) : nil
    case _ where isInAnswer: return nextAnswer()
    // An answer may come apart.
    case _ where !isComplete && Self.answerStarts.contains { $0.starts(with: pending) }: return nil
    case 0x0A, 0x0D: return (2, .key(.alt("\r")))
    case 0x09, 0x20...0x7F: return (2, .key(.alt(Character(Unicode.Scalar(pending[1])))))
    default: return (1, .key(.escape))
    }
  }

  private mutating func nextControlSequence() -> Step? {
    // F1 to F5 of the Linux console.
    if pending.count > 2, pending[2] == UInt8(ascii: "[") {
      return pending.count > 3 ? (4, ControlSequence.consoleKey(pending[3]).map { .key($0) }) : nil
    }
    guard let end = pending.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else { return nil }
    // A sequence that is cut off by a control or by other text has no meaning.
    guard (0x40..<0x7F).contains(pending[end]) else { return (end, nil) }
    let sequence = ControlSequence(parameters: pending[2..<end], final: pending[end])
    if sequence.startsPaste { paste = OpenPaste() }
    if let report = sequence.report { reports.append(report) }
    return (end + 1, sequence.event)
  }

  /// An answer up to its end, `ESC \` or a bell, by which some terminals end what others end so; what is no answer has no
  /// meaning.
  private mutating func nextAnswer() -> Step? {
    let body = pending.dropFirst(2).prefix { (0x20..<0x7F).contains($0) }
    guard body.endIndex < pending.count else { return body.count > Self.longestAnswer ? (body.endIndex, nil) : nil }
    let isBell = pending[body.endIndex] == 0x07
    guard isBell || pending[body.endIndex] == Self.escape else { return (body.endIndex, nil) }
    guard isBell || body.endIndex + 1 < pending.count else { return nil }
    guard isBell || pending[body.endIndex + 1] == UInt8(ascii: "\\") else { return (body.endIndex, nil) }
    if let report = report(body) { reports.append(report) }
    return (body.endIndex + (isBell ? 1 : 2), nil)
  }

  /// What an answer reports; `nil` for one to another program.
  private func report(_ body: ArraySlice<UInt8>) -> TerminalReport? {
    switch pending[1] {
    case UInt8(ascii: "_"): TerminalReport(graphics: body)
    case UInt8(ascii: "]"): TerminalReport(background: body.dropFirst(Self.background.count - 2))
    default: nil
    }
  }

  private mutating func nextOfPaste() -> Step? {
    let end = pending.indices.first { pending[$0...].starts(with: Self.pasteEnd) }
    // Without an end, all is text except a possible start of the end.
    let length = end ?? pending.indices.first { Self.pasteEnd.starts(with: pending[$0...]) } ?? pending.count
    paste?.text.append(contentsOf: pending[..<length])
    guard end != nil, let whole = paste else { return length == 0 ? nil : (length, nil) }
    paste = nil
    let isEmptyRest = whole.isCut && whole.text.isEmpty
    return (length + Self.pasteEnd.count, isEmptyRest ? nil : .paste(String(decoding: whole.text, as: UTF8.self)))
  }

  private static func letter(of control: UInt8) -> Character {
    let upper = Unicode.Scalar(control + 0x40)
    return Character(upper.properties.lowercaseMapping)
  }

  // The number of bytes at the end that start a character.
  private static func unfinishedTail(_ bytes: ArraySlice<UInt8>) -> Int {
    for (distance, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > distance + 1 ? distance + 1 : 0
    }
    return 0
  }
}

/// The Korean two-set keyboard, whose keys are commands even while a Korean input method is on.
enum KoreanKeyboard {
  private static let latin: [Character: String] = Dictionary(
    uniqueKeysWithValues: zip(
      "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ",
      "qwertyuiopasdfghjklzxcvbnmQWERTOP".map(String.init)))

  /// The event of the same key on a Latin keyboard; other events are unchanged.
  static func latin(_ event: TerminalEvent) -> TerminalEvent {
    guard case .text(let text) = event, text.count == 1, let letter = text.first else { return event }
    return latin[letter].map { .text($0) } ?? event
  }

  /// A command line with its name in the letters of a Latin keyboard; `nil` if the name is not in single Hangul letters.
  static func latin(command typed: String) -> String? {
    let lines = typed.prefix { !$0.isLetter }
    let name = typed.dropFirst(lines.count).prefix { latin[$0] != nil }
    guard !name.isEmpty else { return nil }
    let rest = typed.dropFirst(lines.count + name.count)
    return "\(lines)\(name.compactMap { latin[$0] }.joined())\(rest)"
  }
}
