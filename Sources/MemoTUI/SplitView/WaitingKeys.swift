import MemoCore
import MemoWords

/// Keys that wait for an answer which decides what they apply to, such as the name of a folder typed right behind `F`,
/// and keys that are dropped because the answer was no.
struct WaitingKeys: Sendable {
  /// The number of the latest request whose answer keys wait for.
  private(set) var request = 0
  /// Whether that answer is still to come.
  private var isAsked = false
  /// The keys, in order.
  private var keys: [TerminalEvent] = []
  /// Keys of macros that are played, the next one last; they come before the others.
  private var played: [TerminalEvent] = []
  /// The editing session that they are for.
  private var playedIn: Int?
  /// How many keys the last key of a person may still play.
  private var left = 0
  /// What is put off until they were played.
  private var putOff: [BrowserEffect] = []
  /// Whether it was checked for them that the memo can be changed.
  private var isChecked = false
  /// The steps of undo before them; `nil` if none were played.
  private var stepsBefore: Int?
  /// Whether fewer keys are played than were asked for.
  private var isCut = false
  /// Whether the key that is applied is one of those.
  private(set) var isPlaying = false
  /// Whether they have waited so long that it was reported.
  private var isLong = false
  /// Whether what is typed is dropped: it is meant for a text that cannot be written, and would be taken for commands.
  private(set) var dropsTyped = false

  var isEmpty: Bool { keys.isEmpty && played.isEmpty }

  /// Whether keys are still to be played.
  var hasPlayed: Bool { !played.isEmpty }

  /// How many keys one key may play, macros in macros included: some call themselves until they find nothing more.
  static let mostPlayed = 10_000

  /// After how long without an answer, or without a key where they are dropped, `waitedLong` is due; `nil` if never.
  var patience: Duration? {
    if dropsTyped { return .seconds(1) }
    return !isEmpty && !isLong ? .milliseconds(500) : nil
  }

  /// Notes a request whose answer the next key waits for.
  mutating func ask() {
    (request, isAsked) = (request + 1, true)
  }

  // MARK: Dropped

  /// Drops what is typed from now on, until Esc, a key that types nothing, or a pause in which a message can be seen.
  mutating func dropTyped() {
    dropsTyped = true
  }

  /// Whether a key is dropped.
  mutating func drops(_ event: TerminalEvent) -> Bool {
    guard dropsTyped else { return false }
    switch event {
    case .text, .paste, .key(.enter, _), .key(.backspace, _), .key(.tab, _): return true
    case .resize: return false
    case .mouse(let mouse):
      // The click that was refused is still to be released.
      if mouse.action != .release { dropsTyped = false }
      return false
    case .key:
      dropsTyped = false
      return event == .key(.escape)
    }
  }

  // MARK: Keys

  /// Has a key wait if it must; returns whether there is nothing to do for it now.
  ///
  /// Esc and ^C give up the wait if no key waits before them, or for long. Else they may be meant for what those keys do. A
  /// second one stops what is played.
  static func hold(_ event: TerminalEvent, _ state: inout BrowserState) -> Bool {
    if case .resize = event { return false }
    // A second Esc behind the one that has ended writing goes to the list.
    let isFirst = state.waiting.isEmpty && !state.flush.isOn
    let stopsPlaying = state.waiting.hasPlayed && (state.waiting.keys.last?.isCancel ?? true)
    if event.isCancel, isFirst || state.waiting.isLong || stopsPlaying {
      return giveUp(by: event, &state)
    }
    guard !state.waiting.isEmpty || mustWait(event, state) else { return false }
    state.waiting.keys.append(event)
    return true
  }

  /// Applies the first key that has waited and need not wait any more; `nil` if there is none.
  static func applyNext(_ state: inout BrowserState) -> [BrowserEffect]? {
    if let key = state.waiting.played.last {
      guard !mustWait(key, state), !awaitsCompletion(key, state) else { return nil }
      if ViMacros.mayGoOn(in: state.waiting.playedIn, state) {
        // A command may be about the file.
        if key == .key(.enter), ViCommandLine.mayLeave(state), !state.waiting.putOff.isEmpty {
          return takePutOff(&state)
        }
        return applyPlayed(key, &state)
      }
      stopPlaying(&state)
    }
    if let steps = state.waiting.stepsBefore { return endPlaying(since: steps, &state) }
    guard let key = state.waiting.keys.first, !mustWait(key, state) else { return nil }
    state.waiting.keys.removeFirst()
    if state.waiting.isEmpty { state.waiting.isLong = false }
    return state.update(.waited(key))
  }

  private static func applyPlayed(_ key: TerminalEvent, _ state: inout BrowserState) -> [BrowserEffect] {
    state.waiting.played.removeLast()
    if state.waiting.isEmpty { state.waiting.isLong = false }
    let before = ViRepeating.Before(state)
    let isAtColon = if case .choosing = state.mode { true } else { false }
    state.waiting.isPlaying = true
    let effects = putOff(state.update(.waited(key)), &state)
    state.waiting.isPlaying = false
    if ViMacros.hasFailed(key, atColon: isAtColon, since: before, state) { stopPlaying(&state) }
    if state.waiting.played.isEmpty, state.waiting.isCut {
      state.waiting.isCut = false
      state.message = ViMessages.playedMost[state.language]
    }
    return effects
  }

  /// Puts off what need not follow on each change, but once on all: a macro that writes is saved as one change.
  private static func putOff(_ effects: [BrowserEffect], _ state: inout BrowserState) -> [BrowserEffect] {
    // What leaves the text comes after it was saved.
    guard effects.allSatisfy(\.isAboutText) else { return takePutOff(&state) + effects }
    return effects.map { effect in
      if effect == .prepareWriting, !state.waiting.isChecked {
        state.waiting.isChecked = true
        return effect
      }
      guard effect == .prepareWriting || effect == .flush else { return effect }
      if !state.waiting.putOff.contains(effect) { state.waiting.putOff.append(effect) }
      return .awaitPause
    }
  }

  private static func takePutOff(_ state: inout BrowserState) -> [BrowserEffect] {
    defer { state.waiting.putOff = [] }
    return [.prepareWriting, .flush].filter(state.waiting.putOff.contains)
  }

  /// Saves what was played, which is one step of undo.
  private static func endPlaying(since steps: Int, _ state: inout BrowserState) -> [BrowserEffect] {
    state.waiting.stepsBefore = nil
    let effects = takePutOff(&state)
    // The Esc that ends writing does so, too.
    if case .writing = state.mode { return [] }
    if state.pane?.id == state.waiting.playedIn { state.pane?.edit { $0.edit { $0.history.join(after: steps) } } }
    return effects
  }

  /// Has recorded keys come next, so often, as far as one key may play so many.
  static func play(_ keys: [TerminalEvent], _ count: Int, _ state: inout BrowserState) {
    if !state.waiting.isPlaying {
      (state.waiting.left, state.waiting.isCut, state.waiting.playedIn) = (mostPlayed, false, state.pane?.id)
      state.waiting.stepsBefore = state.pane?.editor.buffer.history.undoable.count
      state.waiting.isChecked = false
    }
    let times = min(count, state.waiting.left / keys.count)
    if times < count { state.waiting.isCut = true }
    if times == 0 { state.message = ViMessages.playedMost[state.language] }
    state.waiting.left -= times * keys.count
    state.waiting.played += repeatElement(keys.reversed(), count: times).joined()
  }

  /// Drops what is played: it has found nothing to do, or left the text.
  static func stopPlaying(_ state: inout BrowserState) {
    (state.waiting.played, state.waiting.isCut) = ([], false)
  }

  private static func mustWait(_ event: TerminalEvent, _ state: BrowserState) -> Bool {
    if state.flush.isOn { return true }
    // A click is for what is on the screen.
    if case .mouse = event { return false }
    if state.waiting.isAsked { return true }
    switch state.mode {
    case .browsing: return !state.list.isAnswered
    case .searching: return !state.list.isAnswered && isForRows(event)
    default: return false
    }
  }

  /// Whether a played key may take a completion that is still being found: it was there when the key was recorded.
  private static func awaitsCompletion(_ event: TerminalEvent, _ state: BrowserState) -> Bool {
    guard case .writing = state.mode, let completion = state.completion else { return false }
    return isForRows(event) && !completion.isDismissed && !completion.isAnswered
  }

  /// Whether a key is for what a query has found, and not for the query.
  private static func isForRows(_ event: TerminalEvent) -> Bool {
    switch event {
    case .key(.enter, _), .key(.up, _), .key(.down, _), .key(.tab, _), .key(.control("p"), _), .key(.control("n"), _):
      true
    default: false
    }
  }

  // MARK: Answers

  /// Ends the wait for a request, and returns what of its answer still counts: nothing is offered after it was given up.
  static func accept(
    _ events: [BrowserEvent], answering request: Int, _ state: inout BrowserState
  ) -> [BrowserEvent] {
    // The next key is not for the text of a memo that takes the place of one that is gone.
    let isGone = state.pane?.path.map { path in events.contains { $0.removes(path) } } ?? false
    if isGone, !events.contains(where: \.showsMemo) { state.focus = .list }
    guard state.waiting.isAsked, state.waiting.request == request else { return events.filter { !$0.isOffer } }
    state.waiting.isAsked = false
    // After a change, the next key is for the list without the memo that is gone.
    if events.contains(where: \.isChange) { state.list.isAnswered = false }
    return events
  }

  /// Reports that keys wait for long. An Esc among them gives up now.
  static func report(_ state: inout BrowserState) -> [BrowserEffect] {
    state.waiting.dropsTyped = false
    if state.flush.isOn {
      state.waiting.isLong = !state.waiting.isEmpty
      Flush.report(hasKeys: state.waiting.isLong, &state)
      return []
    }
    guard state.waiting.patience != nil else { return [] }
    state.waiting.isLong = true
    state.message = BrowserMessages.keysWait[state.language]
    guard let place = state.waiting.keys.firstIndex(where: \.isCancel) else { return [] }
    let (cancel, behind) = (state.waiting.keys[place], searchBehind(place, state))
    let isAll = giveUp(by: cancel, &state)
    state.waiting.keys = behind
    return isAll ? [] : state.update(.waited(cancel))
  }

  /// What is typed behind an Esc that ends a slow search, if it begins another one: this does not depend on what the keys before
  /// it would have selected or opened, as any other key does.
  private static func searchBehind(_ place: Int, _ state: BrowserState) -> [TerminalEvent] {
    let (before, behind) = (state.waiting.keys[..<place], state.waiting.keys[(place + 1)...])
    guard state.mode.isSearching, !state.waiting.hasPlayed, !before.contains(.key(.tab)), before.allSatisfy(isForRows),
      before.count(where: { $0 == .key(.enter) }) < 2, case .text(let text) = behind.first, text.hasBytePrefix("/")
    else { return [] }
    return Array(behind)
  }

  /// Drops the keys and waits for nothing.
  static func drop(_ state: inout BrowserState) {
    stopPlaying(&state)
    (state.waiting.keys, state.waiting.isAsked, state.waiting.isLong) = ([], false, false)
    state.list.isAnswered = true
  }

  /// Drops the keys after a text could not be saved, if they are for what was to follow that, or would answer the question.
  static func dropAfterFailure(_ state: inout BrowserState) {
    let isQuestion = if case .asking = state.mode { true } else { false }
    if isQuestion || state.waiting.isAsked || !state.list.isAnswered { drop(&state) }
  }

  /// Gives up; returns whether that is all that the key does.
  private static func giveUp(by event: TerminalEvent, _ state: inout BrowserState) -> Bool {
    let (isAsked, left, all) = (state.waiting.isAsked, state.waiting.played.count, mostPlayed - state.waiting.left)
    drop(&state)
    if state.flush.isOn {
      Flush.report(hasKeys: false, &state)
      return true
    }
    if left > 0 {
      state.message = ViMessages.stopped(after: all - left, of: all)[state.language]
      return true
    }
    guard isAsked && event != .key(.control("c")) else { return false }
    state.message = nil
    return true
  }
}

extension BrowserEffect {
  /// Whether the answer decides what the next key applies to: choices are offered, or another memo may be shown.
  var isAwaited: Bool {
    switch self {
    case .folders, .trash, .tags, .links, .openNamed, .backlinks, .attachment, .conflicts(isAsked: true): true
    default: isChange
    }
  }

  /// Whether it is about the text that is shown, which stays there.
  fileprivate var isAboutText: Bool {
    switch self {
    case .prepareWriting, .flush, .awaitPause, .save, .complete, .copy, .paste, .examine, .findTexts, .repaint: true
    default: false
    }
  }
}

extension BrowserEvent {
  /// Whether the list is requested again.
  fileprivate var isChange: Bool { if case .vaultChanged = self { true } else { false } }

  /// Whether a memo is gone from its path.
  fileprivate func removes(_ memo: VaultPath) -> Bool {
    if case .removed(let path) = self { path == memo } else { false }
  }

  /// Whether a memo is to be shown.
  fileprivate var showsMemo: Bool { if case .done(_, select: .some) = self { true } else { false } }

  /// Whether it begins something that takes the next keys.
  fileprivate var isOffer: Bool {
    switch self {
    case .choices, .chooser, .unwritten: true
    default: false
    }
  }
}
