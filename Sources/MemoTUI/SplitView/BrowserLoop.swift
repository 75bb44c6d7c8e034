import MemoCore
import MemoIndex
import MemoStore
import MemoWords

/// Passes events to the state, carries out its effects and paints what changed.
final class BrowserLoop {
  // Longer than the time between the bytes of one key, shorter than a person notices.
  private static let escapeTime = Duration.milliseconds(25)
  /// A paste of which nothing has come for so long may have lost its end with the connection.
  private static let longestGapOfPaste = Duration.seconds(1)
  /// Text is saved after so long without typing.
  private static let pauseTime = Duration.milliseconds(500)
  /// And so long after the first unsaved key, during continuous typing: a power cut loses no more than this.
  private static let longestUnsaved = Duration.milliseconds(800)

  /// A terminal that has not answered by then is not waited for when another program gets it.
  private static let answerTime = Duration.milliseconds(200)
  private static let answerReads = 16
  /// What is played goes on for so long before it is painted, and a key looked for that stops it.
  private static let playTime = Duration.milliseconds(20)

  private let screen: any Screen
  private let library: BrowserLibrary
  private let mailbox: BrowserMailbox
  private let workers: BrowserWorkers
  private let isColored: Bool
  private var state: BrowserState
  private var decoder = KeyDecoder()
  private var clicks = ClickCounter()
  /// The cells that the terminal shows; `nil` if unknown.
  private var shown: CellGrid?
  private var pictures = PicturePainter()
  /// When `paused` is due.
  private var pause: Duration?
  /// When `saveDue` is due.
  private var saveTime: Duration?
  /// When what has come of a paste is due.
  private var pasteTime: Duration?
  /// When `waitedLong` is due.
  private var waitTime: Duration?
  /// Whether keys are still to be played, and need not wait.
  private var playsOn = false
  /// What came while an answer of the terminal was waited for.
  private var heldInput: ScreenInput?
  private var hasEnded = false
  private var failure: (any Error)?

  init(_ screen: any Screen, _ state: BrowserState, _ library: BrowserLibrary, isColored: Bool) {
    (self.screen, self.state, self.library, self.isColored) = (screen, state, library, isColored)
    mailbox = BrowserMailbox(wakeUp: screen.wakeUp)
    workers = BrowserWorkers(library, mailbox)
  }

  /// Runs until the user leaves or the terminal is gone; returns the error.
  func run() -> (any Error)? {
    carryOut(state.begin() + (isColored ? state.askBackground() : []))
    do {
      try paint()
      workers.follow()
      while !hasEnded {
        handle(try nextEvents())
        if playsOn { applyWaiting() }
        if !hasEnded, !state.flush.isBrief || pictures.isSending { try paint() }
      }
    } catch {
      // Without a terminal nothing can be asked, but there may be text to save.
      failure = error
      end()
    }
    // Links to what was written last may still have to follow its title.
    workers.waitForChanges()
    giveAway()
    workers.end()
    guard let save = state.unsaved else { return failure }
    // The next split view names the place again, for nothing can be read on a terminal that is gone.
    let place = library.kit.rescue(save.contents)
    return failure ?? UnsavedText(reason: state.error.text ?? state.message, place: place)
  }

  /// What the person arranged.
  var memory: ViewMemory { ViewMemory(state) }

  // MARK: Events

  private func nextEvents() throws -> [BrowserEvent] {
    let input = try heldInput ?? screen.next(within: timeout)
    heldInput = nil
    // Before another save: it builds on the one that has just ended.
    handle(mailbox.takeAll())
    var events: [BrowserEvent] = []
    switch input {
    case .bytes(let bytes):
      // Alt and a key arrive together; an Esc that arrived before is a key of its own, however soon the next
      // one follows.
      let isAlone = decoder.holdsEscape && !KeyDecoder.continuesEscape(bytes)
      let earlier = isAlone ? decoder.timeout() : []
      let now = library.kit.stopwatch()
      events += (earlier + decoder.decode(bytes)).map { .terminal(clicks.counted($0, at: now)) }
      events += decoder.takeReports().map { .reported($0) }
      pasteTime = decoder.isPasting ? now + Self.longestGapOfPaste : nil
    case .resize(let size):
      // After a resize the content of the screen is unknown; if there was none, another program has had the terminal.
      shown = nil
      if size == state.size { releasePictures() }
      events.append(.terminal(.resize(size)))
    case .nothing: events += decoder.timeout().map { .terminal($0) }
    case .suspend:
      takePaste()
      carryOut([.suspend])
    case .end: end()
    }
    let now = library.kit.stopwatch()
    if let pasteTime, pasteTime <= now {
      self.pasteTime = nil
      events += decoder.pausePaste().map { .terminal($0) }
    }
    if let pause, pause <= now {
      stopTimers()
      events.append(.paused)
    } else if let saveTime, saveTime <= now {
      self.saveTime = nil
      events.append(.saveDue)
    }
    if let waitTime, waitTime <= now {
      self.waitTime = nil
      events.append(.waitedLong)
    }
    return events
  }

  private var timeout: Int? {
    var times: [Duration] = []
    if decoder.isWaiting { times.append(Self.escapeTime) }
    if pictures.isSending || playsOn && !decoder.isWaiting { return 0 }
    for time in [pause, saveTime, pasteTime, waitTime, pictures.restTime].compactMap(\.self) {
      times.append(max(.zero, time - library.kit.stopwatch()))
    }
    return times.min().map { Int(($0 / .milliseconds(1)).rounded(.up)) }
  }

  private func startTimers() {
    let now = library.kit.stopwatch()
    pause = now + Self.pauseTime
    saveTime = saveTime ?? now + Self.longestUnsaved
  }

  private func stopTimers() {
    (pause, saveTime) = (nil, nil)
  }

  private func handle(_ events: [BrowserEvent]) {
    guard !events.isEmpty else { return }
    state.now = library.kit.dates(library.kit.clock.now)
    for event in events { handle(event) }
  }

  private func handle(_ event: BrowserEvent) {
    if hasEnded { return }
    if case .prepared(let request, let data) = event { pictures.take(data, for: request) }
    if case .terminal(let key) = event, let keys = ViEscape.keys(of: key, state) {
      return handle(keys.map { .terminal($0) })
    }
    switch event {
    // Keys typed fast arrive together, and each may change the meaning of the next.
    case .terminal(.text(let text)) where text.count > 1:
      for character in text { handle(.terminal(.text(String(character)))) }
    default:
      carryOut(state.update(event))
      if case .terminal = event, state.waiting.dropsTyped { waitTime = nil }
      applyWaiting()
    }
  }

  private func applyWaiting() {
    let end = library.kit.stopwatch() + Self.playTime
    playsOn = false
    while !hasEnded, !playsOn, let effects = WaitingKeys.applyNext(&state) {
      carryOut(effects)
      playsOn = state.waiting.hasPlayed && library.kit.stopwatch() >= end
    }
    waitTime = playsOn ? nil : state.patience.map { waitTime ?? library.kit.stopwatch() + $0 }
  }

  /// Ends even if the text cannot be saved.
  private func end() {
    state.isEnding = true
    takeRest()
    carryOut([.flush])
    takeRest()
    hasEnded = true
  }

  /// Saves what was typed before the process stops, which may never go on; writing itself goes on.
  private func suspend() -> [BrowserEffect] {
    takeChanges()
    handle([.saveDue])
    takeChanges()
    return lent { try screen.suspend() }
  }

  private func takeChanges() {
    repeat {
      workers.waitForChanges()
      let changes = mailbox.takeAll()
      guard !changes.isEmpty else { return }
      handle(changes)
    } while state.flush.isOn
  }

  /// Takes what has come of a paste, what is being saved and the keys that wait, before the end.
  private func takeRest() {
    takePaste()
    while !hasEnded, state.flush.isOn || !state.waiting.isEmpty {
      workers.waitForAnswers()
      let answers = mailbox.takeAll()
      guard !answers.isEmpty else { return }
      handle(answers)
    }
  }

  /// Takes what has come of a paste, before nothing can follow.
  private func takePaste() {
    pasteTime = nil
    handle(decoder.pausePaste().map { .terminal($0) })
  }

  // MARK: Effects

  private func carryOut(_ effects: [BrowserEffect]) {
    var waiting = effects
    while !waiting.isEmpty {
      let effect = waiting.removeFirst()
      if case .flush = effect {
        stopTimers()
        // The effects after it would leave the text.
        waiting = state.update(.flush(before: waiting))
      } else {
        waiting = carryOut(effect) + waiting
      }
    }
  }

  private func carryOut(_ effect: BrowserEffect) -> [BrowserEffect] {
    switch effect {
    case .load(let path): return state.update(.loaded(library.load(path)))
    case .list:
      // Not what the effect names: one that had to wait until a text was saved may come after a later one.
      state.highlight(state.list.query, with: library.highlighter)
      workers.list(query: state.list.query, order: state.list.order)
    case .findTexts(let query, let paths): workers.look { $0.texts(query: query, paths) }
    case .awaitPause: startTimers()
    case .save(let save): workers.change { [$0.save(save)] }
    case .finish(let id, let path):
      workers.change { $0.finish(id: id, path: path) + [.flushed] }
      workers.change { $0.relink() }
    case .rescue(let text): return state.update(library.rescue(text))
    case .delete(let path): change { $0.delete(path) }
    case .undo(let path): change { $0.undo(selected: path) }
    case .redo(let path): change { $0.redo(selected: path) }
    case .skip: change { $0.skip() }
    case .rename(let path, let title, let isSure): change { $0.rename(path, to: title, isSure: isSure) }
    case .move(let path, let folder): change { $0.move(path, to: folder) }
    case .pin(let path): change { $0.pin(path) }
    case .settle(let conflict, let choice): change { $0.settle(conflict, with: choice) }
    case .today: change { $0.openToday() }
    case .trace(let path, let bytes): workers.change { $0.trace(path, holding: bytes) }
    case .prepareWriting:
      let reason = library.refusal(toWrite: state.pane, in: state.mode)
      return reason.map { state.update(.cannotWrite($0)) } ?? []
    case .examine(let path): workers.examine(path)
    case .complete(let typed, let memo): workers.complete(typed, in: memo)
    case .folders(let path): choose { $0.folders(moving: path) }
    case .trash: choose { $0.trash() }
    case .restore(let item): change { $0.restore(item) }
    case .tags: choose { $0.tags() }
    case .links(let path, let link): choose { $0.links(of: path, only: link) }
    case .openNamed(let name): choose { $0.memo(named: name) }
    case .backlinks(let path): choose { $0.backlinks(of: path) }
    case .conflicts(let isAsked): workers.findConflicts(answering: isAsked ? state.waiting.request : nil)
    case .sync: workers.sync()
    case .share(let path): return state.update(library.share(path))
    case .edit(let place): return edit(place)
    case .attachment(let target, let path): choose { $0.attachment(target, in: path) }
    case .openLink(let link): return open(link)
    case .copy(let text): copy(text)
    case .paste(let text): return state.update(workers.pasted(text, in: state.pane?.path))
    // If the terminal is gone, the next paint fails.
    case .askTerminal(let question): try? screen.write(question)
    case .suspend: return suspend()
    case .repaint: shown = nil
    case .quit: hasEnded = true
    case .flush: break
    }
    return []
  }

  /// Makes a change that the next key waits for.
  private func change(_ work: @escaping @Sendable (BrowserLibrary) -> [BrowserEvent]) {
    workers.change { [request = state.waiting.request] in [.answer(request, work($0))] }
  }

  /// Looks up choices that the next key waits for.
  private func choose(_ work: @escaping @Sendable (BrowserLibrary) -> BrowserEvent) {
    workers.look { [request = state.waiting.request] in [.answer(request, [work($0)])] }
  }

  private func edit(_ place: MemoPlace) -> [BrowserEffect] {
    let effects = lent { try screen.lend { try library.kit.edit(place) } }
    workers.change { library in
      do {
        try library.refresh()
        return [.vaultChanged]
      } catch {
        return [.failed(library.text(of: error))]
      }
    }
    return effects
  }

  /// Opens a link. A desktop is not at the other end of SSH, so there its address is copied.
  private func open(_ link: OpenedLink) -> [BrowserEffect] {
    let kit = library.kit
    guard !kit.isRemote else {
      copy(Array(link.text.utf8))
      return state.update(.done(ListMessages.copiedLink(link.text)[kit.language], select: nil))
    }
    let effects = lent { try screen.lend { try kit.open(link) } }
    return state.update(.done(ListMessages.openedLink(link.text)[kit.language], select: nil)) + effects
  }

  /// Lends the terminal; its content is unknown afterwards.
  private func lent(_ body: () throws -> Void) -> [BrowserEffect] {
    shown = nil
    giveAway()
    var said: [BrowserEffect] = []
    do {
      try body()
    } catch {
      said = state.update(.failed(library.text(of: error)))
    }
    return said + state.update(.terminal(.resize(screen.size)))
  }

  /// Terminals without OSC 52 ignore it; the tools of the system know only the machine that memo runs on.
  private func copy(_ text: [UInt8]) {
    workers.copy(text)
    guard let request = library.kit.clipboardRequest(text) else { return }
    try? screen.write(request)
  }

  // MARK: Painting

  private func paint() throws {
    try paintFrame()
    guard pictures.isSending else { return }
    // A frame comes first, and a piece of a picture only then.
    try screen.write(pictures.nextPiece())
    if !pictures.isSending { try paintFrame() }
  }

  private func releasePictures() {
    let text = pictures.release()
    if !text.isEmpty { try? screen.write(text) }
  }

  /// Leaves no pictures on the terminal, and no answer that another program would take for keys.
  private func giveAway() {
    releasePictures()
    defer { state.pictures.support.stopWaiting() }
    let end = library.kit.stopwatch() + Self.answerTime
    // Other threads wake the screen, too.
    for _ in 0..<Self.answerReads {
      guard state.pictures.support.awaitsAnswer, heldInput == nil, library.kit.stopwatch() < end else { return }
      guard let input = try? screen.next(within: Int(Self.answerTime / .milliseconds(1))) else { return }
      switch input {
      // Keys after the one that brought us here are dropped, as the terminal drops those that were not read.
      case .bytes(let bytes):
        _ = decoder.decode(bytes)
        for report in decoder.takeReports() { _ = state.update(.reported(report)) }
      case .nothing: break
      case .resize, .suspend, .end: heldInput = input
      }
    }
  }

  private func paintFrame() throws {
    var grid = BrowserView.render(state)
    if !isColored { grid.dropColours() }
    let step = pictures.step(to: grid, of: state, isCleared: shown == nil, at: library.kit.stopwatch())
    for placed in step.uncovered { shown?.forget(placed) }
    for request in step.requests { workers.prepare(request) }
    let keepsPictures = state.pictures.support.known == .kitty
    let changes = CellDifferences.text(from: shown, to: grid, keepsPictures: keepsPictures) + step.text
    // Synchronized output: a terminal that supports it shows the frame at once.
    if !changes.isEmpty { try screen.write("\u{1B}[?2026h\(changes)\u{1B}[?2026l") }
    shown = grid
    state.error.noteDrawn()
  }
}
