import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords
import Synchronization

/// One command being run: its arguments, where it runs, and how it speaks.
struct Session {
  let arguments: ParsedArguments
  let environment: Environment
  /// The language to speak.
  let language: Language
  /// The same where an option or a setting chose it, not the locale.
  let chosenLanguage: Language?
  /// Why the user's settings could not be read; `nil` also where no one has asked for them yet.
  let settingsError: (any Error)?
  /// Whether what was read of caches is to be relied on.
  let cacheTrust: CacheTrust
  /// What the command has changed so far.
  let changes: MadeChanges
  /// What was reported so far that cannot be read.
  let unread: ReportedProblems
  private let spelling = PathSpelling()

  init(_ arguments: ParsedArguments, _ environment: Environment) {
    self.arguments = arguments
    self.environment = environment
    cacheTrust = CacheTrust(environment.machine.cacheFaults)
    changes = MadeChanges()
    unread = ReportedProblems()
    let settings = Result { try arguments[GlobalOptions.language] ?? environment.language() }
    chosenLanguage = try? settings.get()
    if case .failure(let error) = settings { settingsError = error } else { settingsError = nil }
    language = chosenLanguage ?? Language(locale: environment.machine.locale(for: "LC_MESSAGES"))
  }

  private init(_ session: Session, _ arguments: ParsedArguments) {
    (self.arguments, environment, cacheTrust) = (arguments, session.environment, session.cacheTrust)
    (changes, unread, settingsError) = (session.changes, session.unread, session.settingsError)
    (language, chosenLanguage) = (session.language, session.chosenLanguage)
  }

  /// The same with other arguments of its command.
  func with(_ arguments: ParsedArguments) -> Session { Session(self, arguments) }

  var machine: Machine { environment.machine }

  var console: any Console { machine.console }

  /// Whether answers and errors are JSON.
  var isJSON: Bool { arguments[CommonOptions.json] }

  var isQuiet: Bool { arguments[GlobalOptions.quiet] }

  /// Whether a person can be asked.
  var isInteractive: Bool {
    console.inputIsTerminal && console.outputIsTerminal && !arguments[GlobalOptions.noInput]
  }

  /// The columns to lay output out for.
  var columns: Int {
    let wanted = machine.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return min(wanted ?? console.terminalColumns ?? 80, Self.mostColumns)
  }

  /// As many as a terminal can say it has.
  private static let mostColumns = Int(UInt16.max)

  /// Whether colours are asked for wherever the output goes.
  var isColorForced: Bool { arguments[GlobalOptions.color] == .always }

  /// How standard output is coloured.
  var style: Style { style(onTerminal: console.outputIsTerminal) }

  /// How standard error is coloured.
  var errorStyle: Style { style(onTerminal: console.errorIsTerminal) }

  private func style(onTerminal isTerminal: Bool) -> Style {
    switch arguments[GlobalOptions.color] ?? .auto {
    case .always: Style(isColored: true)
    case .never: Style(isColored: false)
    case .auto:
      Style(
        isColored: isTerminal && machine.variable("NO_COLOR") == nil && !machine.isDumbTerminal)
    }
  }
}

// MARK: Paths

extension Session {
  /// How text output spells the paths of the vault that is open.
  var paths: RelativePaths { spelling.paths }

  /// Spells paths for the working directory, which text output is opened from, unless the root is asked for.
  func spellPaths(in vault: Vault) {
    if !arguments[GlobalOptions.rootRelative] { spelling.paths = localPaths(in: vault) }
  }

  /// How the paths of a vault are spelled in the working directory.
  func localPaths(in vault: Vault) -> RelativePaths {
    // Without symbolic links, as the root is, and as the system resolves `..`.
    let here = machine.host.realPath(of: machine.workingDirectory) ?? machine.workingDirectory
    return RelativePaths(root: vault.root, from: here)
  }
}

/// How the paths of the vault that is open are spelled: known only once the vault is found.
private final class PathSpelling: Sendable {
  private let current = Mutex(RelativePaths.fromRoot)

  var paths: RelativePaths {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

/// What a command has changed so far: who runs it again because its answer could not be written would change it twice.
final class MadeChanges: Sendable {
  private let last = Mutex(Text?.none)

  /// What to say of the last change where the answer cannot be written; `nil` where nothing was changed.
  var hint: Text? { last.withLock { $0 } }

  /// Notes an operation that was made, undone or redone.
  func note(_ operation: PastOperation) {
    note(OperationMessages.alreadyMade(takenBackBy: operation.isUndone ? "memo redo" : "memo undo"))
  }

  /// Notes a change in words of its own.
  func note(_ hint: Text) { last.withLock { $0 = hint } }
}

/// The files and folders that were reported as unreadable: one that a command cannot do without is reported once.
final class ReportedProblems: Sendable {
  /// By their bytes: two files may differ in normalization alone.
  private let messages = Mutex<Set<[UInt8]>>([])

  /// Notes a message; returns false where it was noted before.
  func note(_ message: String) -> Bool { messages.withLock { $0.insert(Array(message.utf8)).inserted } }

  /// Whether a message was noted.
  func contain(_ message: String) -> Bool { messages.withLock { $0.contains(Array(message.utf8)) } }
}

// MARK: Speaking

extension Session {
  /// Writes data to standard output.
  func write(_ bytes: [UInt8]) throws {
    try checkWanted()
    try cacheTrust.commit()
    try bytes.withUnsafeBytes { try console.write($0) }
  }

  /// Writes lines that are in colour where colour is asked for, and have passed the gate to terminals then; else records.
  func writeLines(_ bytes: [UInt8]) throws {
    try isColorForced ? write(bytes) : writeRecords(bytes)
  }

  /// Writes records with text of a vault in them, harmless for a terminal, also one at the end of a pipe.
  func writeRecords(_ bytes: [UInt8]) throws {
    try writeExact(console.outputIsTerminal ? bytes : TerminalText.piped(bytes, as: .body))
  }

  /// Writes records as they are where no terminal is: the exact bytes of files, and what is harmless already.
  func writeExact(_ bytes: [UInt8]) throws {
    try write(console.outputIsTerminal ? Array(TerminalText.visible(bytes, as: .body).utf8) : bytes)
  }

  /// Writes a line of data to standard output.
  func writeLine(_ text: String) throws {
    try write(Array(text.utf8) + [UInt8(ascii: "\n")])
  }

  /// All of standard input, which is there only once.
  func readInput() throws -> [UInt8] {
    try cacheTrust.commit()
    return try console.readInput()
  }

  /// Writes a message to standard error, unless `--quiet` is given.
  func note(_ text: Text) {
    if !isQuiet { console.writeError(Array((TerminalText.visible(text[language]) + "\n").utf8)) }
  }

  /// Writes that there is nothing to show; what reads a pipe or JSON sees that by itself.
  func noteNothing(_ text: Text) {
    if console.outputIsTerminal, !isJSON { note(text) }
  }

  /// Writes a hint to standard error, unless `--quiet` is given.
  func hint(_ text: Text) {
    note(Text("\(Message.hint) \(text)", ko: "\(Message.hint) \(text)"))
  }

  /// Writes what a use case met.
  func note(_ notice: Notice) {
    for text in NoticeMessages.texts(of: notice) { note(text, of: notice) }
  }

  private func note(_ text: Text, of notice: Notice) {
    switch notice {
    case .refreshed: if arguments[GlobalOptions.verbose] { note(text) }
    case .keptText, .tookDrafts: note(text)
    case .relinked: if !isJSON { note(text) }
    case .ended(let change):
      note(text)
      if let hint = InterruptionMessages.hintAfter(change) { self.hint(hint) }
    case .unreadable: if unread.note(text[language]) { warn(text) }
    case .unusedVault, .oversized, .ambiguousPath, .taken, .notRecovered, .notRecorded, .noTemplateFolder,
      .lostLinks:
      warn(text)
    }
  }

  /// Writes what making a memo would change in the links of others.
  func noteLinks(_ links: RepairedLinks) {
    note(relinked: links.rewrites.map(\.memo.path), isDryRun: true)
    warn(takenOver: links.lostLinks, isDryRun: true)
  }

  /// Notes how many other files had links updated; nothing where none had.
  func note(relinked paths: [VaultPath], isDryRun: Bool = false) {
    if let text = Message.relinked(paths, isDryRun: isDryRun) { note(text) }
  }

  /// Warns about links that new memos take over.
  func warn(takenOver links: [Relocation.LostLink], isDryRun: Bool) {
    for text in LinkMessages.takenOver(links, isDryRun: isDryRun, path: paths.text) { warn(text) }
  }

  /// Warns about links that cannot be written with the new names of their memos.
  func warn(lost links: [Relocation.LostLink]) {
    for text in LinkMessages.lost(links, path: paths.text) { warn(text) }
  }

  /// Warns about links that no longer lead where they did, now that a conflict is settled.
  func warn(unsettled links: [Relocation.LostLink]) {
    for text in LinkMessages.unsettled(links, path: paths.text) { warn(text) }
  }

  /// Writes a warning: a problem that did not stop the command.
  func warn(_ text: Text) {
    console.writeError(Array("memo: \(TerminalText.visible(text[language]))\n".utf8))
  }

  /// Asks for confirmation, unless `--yes` is given; ends the command where it cannot ask.
  func confirm(_ question: Text) throws -> Bool {
    if arguments[ChangeOptions.yes] { return true }
    guard isInteractive else {
      throw Failure(
        kind: "needs-confirmation", message: Message.needsYes, hints: [Message.yesHint], exitCode: .usage)
    }
    try cacheTrust.commit()
    console.writeError(Array(("\(TerminalText.visible(question[language])) \(Message.answers[language]) ").utf8))
    let answer = String(decoding: try console.readLine(), as: UTF8.self)
    guard Answer.isYes(answer) else {
      note(Message.notDone)
      return false
    }
    return true
  }
}
