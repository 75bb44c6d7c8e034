import MemoCore
import MemoWords

/// Saves what was typed before something else happens. That waits until the text is on disk, and so do keys, but the window
/// does not: another process may hold the vault's lock for seconds.
struct Flush: Sendable {
  /// Whether something waits.
  private(set) var isOn = false
  /// What waits.
  private var rest: [BrowserEffect] = []
  /// Whether the text was sent to be saved. A save that was running before may have failed for a reason that is gone.
  private var hasSent = false
  private var isFinishing = false
  /// What was shown since it takes long; `nil` if it does not.
  private var notice: String?
  /// What is shown once the text is saved.
  var message: String?

  /// Whether it may end at once: until it takes long, the window shows the text as it was before.
  var isBrief: Bool { isOn && notice == nil }

  /// After how long `waitedLong` is due; `nil` if never.
  var patience: Duration? { isBrief ? .seconds(1) : nil }

  /// Saves the text in the pane before some effects.
  static func begin(before rest: [BrowserEffect], _ state: inout BrowserState) -> [BrowserEffect] {
    if state.flush.isOn {
      state.flush.rest += [.flush] + rest
      return []
    }
    (state.flush.isOn, state.flush.rest) = (true, rest)
    return goOn(&state)
  }

  /// Does what comes next: a running save ends, then the text is saved, then writing is finished.
  static func goOn(_ state: inout BrowserState) -> [BrowserEffect] {
    guard state.flush.isOn, !state.flush.isFinishing, state.pane?.isSaving != true else { return [] }
    guard let pane = state.pane else { return end(&state) }
    let save = state.save()
    guard save.isEmpty else {
      state.flush.hasSent = true
      return save
    }
    hideNotice(&state)
    state.flush.isFinishing = true
    return [.finish(id: pane.id, pane.path)]
  }

  /// Carries out what has waited.
  static func end(_ state: inout BrowserState) -> [BrowserEffect] {
    hideNotice(&state)
    let ended = state.flush
    state.flush = Flush()
    state.message = state.message ?? ended.message
    // The listing may have come while it was written, and no other one need follow.
    if !state.isWriting { state.list.dropDraftOnceListed() }
    return ended.rest
  }

  /// Drops what has waited, since the text cannot be saved.
  static func fail(_ reason: String, _ state: inout BrowserState) -> [BrowserEffect] {
    if state.flush.isOn, !state.flush.hasSent {
      state.pane?.isSaving = false
      return goOn(&state)
    }
    hideNotice(&state)
    state.flush = Flush()
    let effects = FailedSave.take(reason, &state)
    WaitingKeys.dropAfterFailure(&state)
    return effects
  }

  /// Shows that it takes long, and that keys wait if they do.
  static func report(hasKeys: Bool, _ state: inout BrowserState) {
    hideNotice(&state)
    let isSaved = state.unsaved == nil
    let keysWait = isSaved ? BrowserMessages.keysWait : BrowserMessages.keysWaitForSave
    let notice = hasKeys ? keysWait : isSaved ? nil : BrowserMessages.waitsToBeSaved
    state.flush.notice = notice?[state.language] ?? ""
    state.message = notice?[state.language] ?? state.message
  }

  private static func hideNotice(_ state: inout BrowserState) {
    guard let notice = state.flush.notice else { return }
    if state.message == notice { state.message = nil }
  }
}
