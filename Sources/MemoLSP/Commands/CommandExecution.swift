import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Runs the commands of editors: what they print as JSON is the answer.
enum CommandExecution {
  static let features = [Feature("workspace/executeCommand", execute)]

  static let capability: JSONValue = [
    "commands": .array((EditorCommand.all.map(\.name) + [ActionCommand.name]).map { .text($0) })
  ]

  private static func execute(_ request: FeatureRequest) throws -> FeatureAnswer {
    let name = request.params["command"]?.text ?? ""
    let first = request.params["arguments"]?.items.first ?? .null
    if name == ActionCommand.name { return .now(try ActionCommand.run(first, request)) }
    guard let command = EditorCommand.all.first(where: { $0.name == name }) else {
      throw ResponseError(.invalidParams, request.say(EditorCommandMessages.noCommand(name)))
    }
    switch first {
    case .object, .null: break
    default: throw ResponseError(.invalidParams, request.say(EditorCommandMessages.noObject(name)))
    }
    return try CommandRun(command, first.members, request).answer()
  }
}

/// A document that was as its file before a command.
private struct SavedDocument {
  let version: Int
  /// Whether it had the bytes of its file, and not line ends of the editor's own.
  let hasFileText: Bool
}

/// A run of a command.
private struct CommandRun {
  private let command: EditorCommand
  private let request: FeatureRequest
  private let vault: ServedVault
  /// The part of a list that is answered; `nil` where it is not a list.
  private let page: AnswerPage?
  private let words: [String]

  init(_ command: EditorCommand, _ arguments: [String: JSONValue], _ request: FeatureRequest) throws {
    (self.command, self.request) = (command, request)
    let vault = try Self.vault(of: arguments, command, request)
    self.vault = vault
    page = command.hasParts ? AnswerPage(arguments) : nil
    var arguments = arguments
    if let page { arguments["limit"] = .integer(page.limit) }
    let line = try command.line(for: arguments, in: request.client.language) { try Self.memo($0, in: vault, request) }
    words = ["--lang=\(request.client.language.rawValue)"] + line
  }

  /// The vault that is named, or that the memo is in; else the only one.
  private static func vault(
    of arguments: [String: JSONValue], _ command: EditorCommand, _ request: FeatureRequest
  ) throws -> ServedVault {
    if let named = arguments["vault"], named != .null {
      let path = named.text.flatMap { DocumentAddress.path($0) ?? HostPath($0) }
      let found = path.flatMap { request.workspace.place(of: $0.appending("x.md")).0 }
      guard let found else {
        let place = named.text ?? request.say(EditorCommandMessages.thatPlace)
        throw ResponseError(.invalidParams, request.say(EditorCommandMessages.noVault(at: place)))
      }
      return found
    }
    let named = command.arguments.filter { $0.kind == .memo || $0.kind == .memos }.compactMap { arguments[$0.key] }
    let uris = named.flatMap { [$0] + $0.items }.compactMap(\.text)
    if let vault = uris.compactMap({ DocumentAddress.path($0) }).compactMap({ request.workspace.place(of: $0).0 }).first
    {
      return vault
    }
    guard let vault = request.workspace.vaults.first, request.workspace.vaults.count == 1 else {
      let isNone = request.workspace.vaults.isEmpty
      let text = isNone ? EditorCommandMessages.noneOpen : EditorCommandMessages.severalOpen
      throw ResponseError(.invalidParams, request.say(text))
    }
    return vault
  }

  /// How a command line names a memo.
  private static func memo(_ named: String, in vault: ServedVault, _ request: FeatureRequest) throws -> String {
    guard let file = DocumentAddress.path(named) else { return named }
    guard case (let found?, let path?) = request.workspace.place(of: file), found === vault else {
      throw ResponseError(.invalidParams, request.say(EditorCommandMessages.notInVault(named)))
    }
    return path.text
  }

  /// What the command prints about the vault as the editor has it, or what changes the vault.
  func answer() throws -> FeatureAnswer {
    if command.effect == .none {
      let printed = run(on: vault.view, isStopped: request.isCancelled)
      try request.checkCancelled()
      let value = try self.value(printed)
      return .now(page?.answer(value) ?? value)
    }
    // Here, so that it waits for the index before it has its turn.
    if command.effect == .change { try vault.checkComplete(request) }
    return .inTurn(VaultTask(root: vault.root, begin: begin))
  }

  private func begin() throws -> VaultTask.Step {
    try vault.checkPlace(request)
    switch command.effect {
    case .none: break
    case .change:
      // On the disk and with the open texts: either may have a link that the other has not.
      for view in [try vault.wholeView(request), nil] { try requireSaved(planned(on: view)) }
    case .past: try requireSaved(planned(on: nil))
    case .day: try requireSaved([try newDay()].compactMap(\.self))
    case .sync: try requireSaved(vault.documents.keys.sorted())
    }
    var saved: [VaultPath: SavedDocument] = [:]
    for (path, document) in vault.documents where vault.isSaved(path) {
      saved[path] = SavedDocument(version: document.version, hasFileText: vault.hasFileText(path))
    }
    guard command.effect == .sync else { return .done(try finish(run(on: nil), saved)) }
    let (commands, words, root) = (request.commands, words, vault.root)
    return .beside(
      { isStopped in commands.run(words, in: root, on: nil, isStopped: isStopped) }, finish: { try finish($0, saved) })
  }

  /// Takes what the command did to the files, and returns what it printed.
  ///
  /// - Parameter saved: the documents that were as their files before it.
  private func finish(_ printed: CommandOutput, _ saved: [VaultPath: SavedDocument]) throws -> JSONValue {
    let result = Result { try self.value(printed) }
    vault.noteOwnChanges(Self.changed(by: (try? result.get()) ?? .null))
    // Also after an error: a sync that could not send may have received.
    try vault.refresh()
    // A text that was changed meanwhile stays as its client has it.
    update(saved.filter { vault.documents[$0.key]?.version == $0.value.version })
    follow(saved.keys.sorted(), after: (try? result.get()) ?? .null)
    let answer = try result.get()
    if command.effect == .change { show(printed.errors) }
    return answer
  }

  /// Shows what the command reported besides its answer: warnings, and notes of what it left out.
  private func show(_ report: [UInt8]) {
    for line in report.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      let warning = text.dropping(prefix: "memo: ")
      request.outbox.show(warning ?? text, as: warning == nil ? .information : .warning)
    }
  }

  /// Names the open documents whose files have moved, and shows these where they are: to save one under its old name would
  /// make a second memo.
  private func follow(_ paths: [VaultPath], after answer: JSONValue) {
    for path in paths where vault.vault.files.stamp(of: path) == nil {
      if command.name == "memo.merge", let whole = answer["path"]?.text {
        request.warn(EditorMessages.merged(path.text, into: whole))
        vault.dismissMove(of: path)
        continue
      }
      guard let place = place(of: path, after: answer), !place.isHidden else { continue }
      request.warn(EditorMessages.moved(path.text, to: place.text))
      vault.dismissMove(of: path)
      guard request.client.showsDocuments else { continue }
      let uri = DocumentAddress.uri(vault.root.appending(place))
      request.outbox.ask("window/showDocument", ["uri": .text(uri), "takeFocus": true])
    }
  }

  /// Where a file that is gone is now; `nil` for one that was not moved.
  private func place(of path: VaultPath, after answer: JSONValue) -> VaultPath? {
    // A name that a memo had before it was moved back leads to it no more; the history knows it.
    let undone = command.effect == .past ? vault.vault.knownMoves(to: Self.changed(by: answer)) : []
    return undone.first { $0.old == path && vault.vault.files.stamp(of: $0.new) != nil }?.new
      ?? vault.newPath(of: path)
  }

  /// Has the client give open documents the texts that the command gave their files: not all editors look at files, and the
  /// next save would bring the old text back.
  private func update(_ saved: [VaultPath: SavedDocument]) {
    var builder = EditBuilder(vault.view, request.client, label: request.say(EditorMessages.updatingLinks))
    for (path, known) in saved.sorted(by: { $0.key < $1.key }) {
      guard !(known.hasFileText ? vault.hasFileText(path) : vault.isSaved(path)),
        let open = vault.documents[path]?.bytes, let file = try? vault.vault.contents(of: path)
      else { continue }
      let text =
        known.hasFileText ? FileText.shown(file, in: open) : FileText.shown(file, withLineEndsOf: open)
      // It is open, so that it can be edited.
      try? builder.add(TextEdits.between(open, text), of: path, in: open)
    }
    if !builder.isEmpty { request.outbox.ask("workspace/applyEdit", ["edit": builder.json]) }
  }

  /// The memos that the command would change.
  private func planned(on view: VaultView?) throws -> [VaultPath] {
    Self.changed(by: try self.value(run(on: view, isDryRun: true)))
  }

  private static func changed(by answer: JSONValue) -> [VaultPath] {
    (answer["changed"]?.items ?? []).compactMap(\.text).map { VaultPath($0) }
  }

  private func requireSaved(_ paths: [VaultPath]) throws {
    guard let path = paths.first(where: { !vault.isSaved($0) }) else { return }
    throw ResponseError(.requestFailed, request.say(unsaved(path)))
  }

  /// What has to be done about a document that is not as its file.
  private func unsaved(_ path: VaultPath) -> Text {
    guard vault.isGone(path) else { return EditorMessages.unsaved(path.text) }
    return vault.newPath(of: path).map { EditorMessages.moved(path.text, to: $0.text) }
      ?? EditorMessages.gone(path.text)
  }

  /// The memo of a day that is to be made; `nil` for one that is there.
  private func newDay() throws -> VaultPath? {
    let written = words.last.flatMap { $0 == "--" ? nil : $0 }
    let day = written.flatMap { DateFilter(clock: request.machine.clock).day($0) }
    let path = try request.workspace(of: vault).todayPath(on: day)
    return vault.vault.files.stamp(of: path) == nil ? path : nil
  }

  /// What the command prints.
  ///
  /// - Parameters:
  ///   - view: what it works on; `nil` for the disk.
  ///   - isStopped: whether the client does not want it any more.
  private func run(
    on view: VaultView?, isDryRun: Bool = false, isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> CommandOutput {
    let split = words.firstIndex(of: "--") ?? words.count
    let line = words[..<split] + (isDryRun ? ["--dry-run"] : []) + words[split...]
    return request.commands.run(
      Array(line), in: vault.root, on: view.map { ($0.vault, $0.index) }, isStopped: isStopped)
  }

  private func value(_ printed: CommandOutput) throws -> JSONValue {
    if let value = try? JSONReader.read(printed.output) { return value }
    throw error(printed)
  }

  /// The error that a command line reported.
  private func error(_ printed: CommandOutput) -> ResponseError {
    let lines = printed.errors.split(separator: UInt8(ascii: "\n"))
    let report = lines.lazy.compactMap { try? JSONReader.read(Array($0)) }.first { $0["error"] != nil }
    var message = report?["error", "message"]?.text ?? String(decoding: printed.errors, as: UTF8.self)
    // There it is about the words of a command line.
    if message == request.say(Message.noBody) { message = request.say(EditorCommandMessages.emptyMemo(command.name)) }
    return ResponseError(printed.status == Self.usageStatus ? .invalidParams : .requestFailed, message)
  }

  private static let usageStatus = ExitCode.usage.rawValue
}
