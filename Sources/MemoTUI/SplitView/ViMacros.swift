import MemoWords

/// Keys that were recorded under names, as with `qa`, to be played again.
struct ViMacros: Sendable {
  /// What a recording may hold: keys, and bytes of what is pasted.
  private static let longest = 10_000

  private var recorded: [String: [TerminalEvent]] = [:]
  /// What was played last.
  private var last: String?
  /// The name under which keys are recorded now.
  private(set) var recordedName: String?
  private var keys: [TerminalEvent] = []
  private var length = 0

  // MARK: Recording

  /// Begins a recording; a capital adds to what the name has.
  mutating func begin(_ name: String) {
    let small = name.lowercased()
    (recordedName, keys) = (name, small == name ? [] : recorded[small] ?? [])
    length = keys.reduce(0) { $0 + Self.length(of: $1) }
  }

  private static func length(of event: TerminalEvent) -> Int {
    switch event {
    case .paste(let text): text.utf8.count
    case .text, .key: 1
    case .mouse, .resize: 0
    }
  }

  /// Records a key if keys are recorded; returns false if it is one too many, which ends that.
  mutating func record(_ event: TerminalEvent) -> Bool {
    let added = Self.length(of: event)
    guard recordedName != nil, added > 0 else { return true }
    length += added
    keys.append(event)
    if length > Self.longest { recordedName = nil }
    return length <= Self.longest
  }

  /// Whether a key ends a recording.
  static func ends(with event: TerminalEvent, _ state: BrowserState) -> Bool {
    event == .text("q") && state.vi.macros.recordedName != nil && state.vi.keys == ViKeys()
  }

  /// Ends a recording by its last key.
  static func end(_ state: inout BrowserState) -> [BrowserEffect] {
    guard let small = state.vi.macros.recordedName?.lowercased() else { return [] }
    state.vi.macros.recorded[small] = state.vi.macros.keys.dropLast()
    (state.vi.macros.recordedName, state.vi.macros.keys) = (nil, [])
    return ViReading.report(ViMessages.recorded(small), &state)
  }

  // MARK: Playing

  /// Plays what was recorded under a name so often; `@` is what was played last.
  static func play(_ name: String, _ count: Int, _ state: inout BrowserState) -> [BrowserEffect] {
    let name = name == "@" ? state.vi.macros.last : name
    guard let name, let keys = state.vi.macros.recorded[name.lowercased()], !keys.isEmpty else {
      return ViReading.report(ViMessages.nothingRecorded, &state)
    }
    state.vi.macros.last = name
    WaitingKeys.play(keys, count, &state)
    return []
  }

  /// Whether what is played is still in the text for which it was begun, and not among commands of the list or at a question.
  static func mayGoOn(in pane: Int?, _ state: BrowserState) -> Bool {
    state.pane?.id == pane && ViReading.isInText(state)
  }

  /// Whether a command found nothing to do, which ends what is played.
  static func hasFailed(_ command: ViKeys.Command, since before: ViRepeating.Before, _ state: BrowserState) -> Bool {
    switch state.mode {
    case .browsing, .selecting: break
    default: return false
    }
    guard isUnchanged(since: before, state) else { return false }
    let hasMessage = state.message.map { $0 != BrowserMessages.copiedText[state.language] } ?? false
    switch command {
    case .showPlace, .rest, .waits, .cancelled, .record: return false
    case .move(let motion, _): return motion.needsRoom || hasMessage
    default: return hasMessage
    }
  }

  /// Whether a key that is no command of vi found nothing to do: an arrow, or the Enter behind a command at the colon.
  static func hasFailed(
    _ event: TerminalEvent, atColon: Bool, since before: ViRepeating.Before, _ state: BrowserState
  ) -> Bool {
    guard case .browsing = state.mode, case .key(let key, let modifiers) = event, isUnchanged(since: before, state)
    else { return false }
    return atColon ? state.message != nil : Motion(key, modifiers)?.needsRoom ?? false
  }

  private static func isUnchanged(since before: ViRepeating.Before, _ state: BrowserState) -> Bool {
    let buffer = state.pane?.editor.buffer
    return buffer?.revision == before.revision && buffer?.cursor == before.cursor
  }
}
