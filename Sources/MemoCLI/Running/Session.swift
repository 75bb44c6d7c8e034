import MemoCore
import MemoIndex
import MemoStore
import MemoWords

/// One command being run: its arguments, where it runs, and how it speaks.
struct Session {
  let arguments: ParsedArguments
  let environment: Environment
  /// The language to speak.
  let language: Language
  /// The same where an option or a setting chose it, not the locale.
  let chosenLanguage: Language?
  /// Whether what was read of caches is to be relied on.
  let cacheTrust: CacheTrust

  init(_ arguments: ParsedArguments, _ environment: Environment) {
    self.arguments = arguments
    self.environment = environment
    cacheTrust = CacheTrust(environment.cacheFaults)
    chosenLanguage = arguments[GlobalOptions.language] ?? environment.language
    language = chosenLanguage ?? Language(locale: environment.locale(for: "LC_MESSAGES"))
  }

  var console: any Console { environment.console }

  /// Whether answers and errors are JSON.
  var isJSON: Bool { arguments[CommonOptions.json] }

  var isQuiet: Bool { arguments[GlobalOptions.quiet] }

  /// Whether a person can be asked.
  var isInteractive: Bool {
    console.inputIsTerminal && console.outputIsTerminal && !arguments[GlobalOptions.noInput]
  }

  /// The columns to lay output out for.
  var columns: Int {
    let wanted = environment.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
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
        isColored: isTerminal && environment.variable("NO_COLOR") == nil && !environment.isDumbTerminal)
    }
  }
}

// MARK: Speaking

extension Session {
  /// Writes data to standard output.
  func write(_ bytes: [UInt8]) throws {
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

  /// Writes a hint to standard error, unless `--quiet` is given.
  func hint(_ text: Text) {
    note(Text("\(Message.hint) \(text)", ko: "\(Message.hint) \(text)"))
  }

  /// Writes a warning: a problem that did not stop the command.
  func warn(_ text: Text) {
    console.writeError(Array("memo: \(TerminalText.visible(text[language]))\n".utf8))
  }
}

// MARK: Vault

extension Session {
  /// The user's own settings.
  func userSettings() throws(VaultError) -> Settings {
    guard let path = environment.userSettingsPath else { return .none }
    return try Settings(at: path, host: environment.host)
  }

  /// The vault that the command works on.
  ///
  /// - Parameter isChange: whether the command changes memos, so that what a crash has left of an earlier change is taken
  ///   back first. A command that only reads answers from the files as they are.
  func openVault(isChange: Bool = false) throws -> Vault {
    let vault = try locatedVault { warn(Message.unusedVault($0)) }
    if isChange, !arguments[CommonOptions.dryRun] { recover(vault) }
    return vault
  }

  /// The same without a word.
  func locatedVault(notePassedOver: (UnusedVault) -> Void = { _ in }) throws -> Vault {
    let locator = VaultLocator(
      host: environment.host, workingDirectory: environment.workingDirectory, home: environment.home)
    let variable = environment.variable("MEMO_VAULT").map { Array($0.utf8) }
    let option = try namedVault()?.bytes
    let root = try locator.locate(
      option: option, variable: variable, notePassedOver: notePassedOver,
      configured: { () throws(VaultError) in try userSettings().text("vault") })
    return try Vault(at: root, host: environment.host)
  }

  /// The folder that `--vault` names.
  func namedVault() throws -> RawArgument? {
    let named = arguments[GlobalOptions.vault]
    // An unset variable in a script must not mean the working directory.
    if named == "" { throw UsageError(.missingValue, Message.emptyVault, hints: [.seeHelp(nil)]) }
    return named
  }

  /// The index of a vault as it is now; what could not be read is reported on standard error.
  ///
  /// - Parameter mustBeWhole: whether that is a failure: links and tags that no one sees would be left as they are.
  func refresh(_ vault: Vault, mustBeWhole: Bool = false) throws(VaultError) -> VaultIndex {
    let start = environment.stopwatch()
    let index = try vault.current()
    if arguments[GlobalOptions.verbose] {
      let milliseconds = Int((environment.stopwatch() - start) / .milliseconds(1))
      let root = vault.root.text
      note(
        index.isVouched
          ? Message.vouched(root, index.count, milliseconds)
          : Message.refreshed(root, index.count, index.counts, milliseconds))
    }
    if mustBeWhole, let problem = index.problems.first { throw .file(problem) }
    for problem in index.problems { warn(FailureMessages.text(of: problem)) }
    return index
  }

  /// A finder of the memos that arguments name.
  ///
  /// - Parameter isChange: whether the command changes the memos it finds, so that a guess will not do for a script.
  func finder(in vault: Vault, isChange: Bool) -> MemoFinder {
    finder(in: vault, isStrict: isChange && !isInteractive, isChange: isChange)
  }

  /// A finder that takes only paths and whole names where it is strict.
  func finder(in vault: Vault, isStrict: Bool, isChange: Bool = false) -> MemoFinder {
    let loadedIndex = Lazy { () throws(VaultError) -> VaultIndex in try refresh(vault) }
    return MemoFinder(
      vault: vault, host: environment.host, workingDirectory: environment.workingDirectory,
      isStrict: isStrict, isChange: isChange,
      warnAmbiguous: { reference, taken, other in warn(Message.takenFromHere(reference, taken.text, other.text)) },
      loadIndex: loadedIndex.get)
  }
}

/// A value made when it is first asked for.
final class Lazy {
  private let make: () throws(VaultError) -> VaultIndex
  private var value: VaultIndex?

  init(_ make: @escaping () throws(VaultError) -> VaultIndex) {
    self.make = make
  }

  func get() throws(VaultError) -> VaultIndex {
    if let value { return value }
    let made = try make()
    value = made
    return made
  }
}
