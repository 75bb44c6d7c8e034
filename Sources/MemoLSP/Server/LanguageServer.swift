import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// The language server, without its threads: takes a message, and has the messages that it leads to.
///
/// It writes nothing to the disk but by a command that a person gave. What takes time and no one waits for, diagnostics,
/// is done by `idle`.
final class LanguageServer {
  /// Where it is in its life.
  private enum Stage {
    case new, running, shutDown, ended
  }

  /// How the process ends: 0 after a shutdown, else 1; `nil` while it goes on.
  private(set) var exitCode: Int32?
  /// The process that started it; `nil` for none.
  var clientProcess: Int32? { client.process }

  let machine: Machine
  let workspace: EditorWorkspace
  let outbox = Outbox()
  private(set) var client: ClientProfile
  private let commands: any CommandLines
  private let background: any BackgroundWorking
  private let version: String
  private var stage = Stage.new
  private var tasks = TaskQueue()
  private var waiting = WaitingRequests()
  private var diagnostics: DiagnosticsPublisher
  private let progress = IndexProgress()
  /// The last loss of each vault that was reported.
  private var reported: [HostPath: String] = [:]
  private var unknownOptions = UnknownOptions()
  /// When vaults that were lost are looked for again, by the machine's stopwatch.
  private var nextSearch = Duration.zero

  /// How often a vault is opened anew whose files cannot be followed.
  static let searchPause = Duration.seconds(5)

  private static let features = Dictionary(
    uniqueKeysWithValues: FeatureList.all.map { ($0.method, $0) })

  /// A server that no client has spoken to.
  init(
    on machine: Machine, language: Language, version: String, following: any VaultFollowing, commands: any CommandLines,
    background: any BackgroundWorking
  ) {
    (self.machine, self.version, self.commands, self.background) = (machine, version, commands, background)
    client = ClientProfile([:], language: language)
    workspace = EditorWorkspace(on: machine)
    diagnostics = DiagnosticsPublisher()
    workspace.vaultOpened = { [unowned self, following] vault in
      progress.begin(vault.root, client, outbox)
      following.follow(vault.root, since: vault.base)
    }
    workspace.vaultClosed = { [unowned self, following] root in
      following.unfollow(root)
      progress.end(root, outbox)
    }
    workspace.vaultFailed = { [unowned self] root, error in report(root, error) }
  }

  // MARK: Messages

  /// Acts on a message; returns what is to be sent.
  ///
  /// - Parameter isCancelled: whether the client does not want a request answered any more.
  func receive(_ message: RemoteMessage, isCancelled: @escaping @Sendable () -> Bool = { false }) -> [JSONValue] {
    switch message {
    case .request(let id, let method, let params):
      let deadline = machine.stopwatch() + WaitingRequests.limit
      answer(
        WaitingRequests.Request(id: id, method: method, params: params, isCancelled: isCancelled, deadline: deadline))
    case .notification(let method, let params): note(method, params)
    case .response(let id, let result): outbox.take(id, result)
    case .invalid(let id, let error): outbox.send(RemoteMessage.answer(id, .failure(error)))
    }
    return outbox.takeAll()
  }

  /// Takes news of a vault; returns what is to be sent.
  func receive(_ news: VaultNews) -> [JSONValue] {
    switch news {
    case .indexing(let root, let done, let count): progress.report(root, done, of: count, outbox)
    case .found(let root, let index): workspace.vaults.first { $0.root == root }?.take(partial: index)
    case .indexed(let root, let index, let found, let changes):
      let vault = workspace.vaults.first { $0.root == root }
      // Found in a folder that another one has replaced since.
      if let vault, !vault.take(index, of: found) { return outbox.takeAll() }
      progress.end(root, outbox)
      guard let vault else { return outbox.takeAll() }
      reported[root] = nil
      diagnostics.vaultChanged()
      if !tasks.hold(changes, of: root) { offerMoves(changes, in: vault) }
      answerWaiting()
    case .workEnded(let root, let output): endWork(in: root, output)
    case .lost(let root, let error):
      progress.end(root, outbox)
      lose(root, error)
      answerWaiting()
    }
    return outbox.takeAll()
  }

  /// Does what no one waits for; returns what is to be sent.
  ///
  /// - Parameter hasMessage: whether a message waits for the end of this.
  func idle(until hasMessage: () -> Bool = { false }) -> [JSONValue] {
    guard stage == .running else { return [] }
    waiting.takeOverdue(at: machine.stopwatch()).forEach(answer)
    findLostVaults()
    diagnostics.publish(request([:]), until: hasMessage)
    FileWarnings.send(of: workspace, at: machine.stopwatch(), in: client.language, to: outbox)
    return outbox.takeAll()
  }

  /// How long problems wait for more keys; `nil` where none do.
  var typingRest: Duration? { diagnostics.rest(at: machine.stopwatch()) }

  /// Whether a change of a document's file, or of settings, may not be over yet: `idle` looks at it again.
  var isWaitingForFile: Bool { workspace.vaults.contains(where: \.isWaitingForFile) }

  // MARK: Lost vaults

  /// A vault is not followed any more: it is opened anew where its folder is there again, or another one. Else the loss is
  /// reported, once.
  private func lose(_ root: HostPath, _ error: any Error) {
    guard let vault = workspace.vaults.first(where: { $0.root == root }) else { return warn(root, error) }
    let wasAway = error as? VaultError == .notAFolder(root)
    if wasAway || !vault.isInPlace, (try? workspace.reopen(vault)) != nil { return }
    vault.lose(error)
    report(root, error)
  }

  /// Reports why a vault is not served, once.
  private func report(_ root: HostPath, _ error: any Error) {
    let reason = "\(error)"
    if reported.updateValue(reason, forKey: root) != reason { warn(root, error) }
  }

  /// Whether a vault was lost that may come back.
  var hasLostVault: Bool { workspace.vaults.contains { $0.failure != nil } }

  /// Opens the vaults anew that were lost and can be opened now. What cannot be followed even then is lost again, and has to
  /// wait.
  private func findLostVaults() {
    guard hasLostVault, machine.stopwatch() >= nextSearch else { return }
    for vault in workspace.vaults where vault.failure != nil && (try? workspace.reopen(vault)) != nil {
      nextSearch = machine.stopwatch() + Self.searchPause
    }
  }

  private func warn(_ root: HostPath, _ error: any Error) {
    let isGone = error as? VaultError == .notAFolder(root) && machine.host.kind(of: root) == nil
    let reason = isGone ? EditorMessages.folderIsGone : FailureMessages.failure(for: error).message
    outbox.show(EditorMessages.notServed(root.text, reason)[client.language], as: .error)
  }

  // MARK: Requests

  /// Answers a request, or keeps it until the index that it needs is complete.
  private func answer(_ request: WaitingRequests.Request) {
    answer(request.id) {
      do {
        return try answer(request.method, request.params, isCancelled: request.isCancelled)
      } catch is IndexIncomplete where machine.stopwatch() < request.deadline {
        waiting.add(request)
        return nil
      }
    }
  }

  /// Answers the requests that waited for an index, as far as theirs is complete.
  private func answerWaiting() { waiting.takeAll().forEach(answer) }

  /// Refuses the requests that wait with positions in a text that is gone.
  private func refuseWaiting(about uri: String) {
    for request in waiting.take(about: uri) { outbox.send(RemoteMessage.answer(request.id, .failure(.modified))) }
  }

  /// Answers a request, has it wait for its turn, or leaves it to be answered later.
  private func answer(_ id: JSONValue, _ body: () throws -> FeatureAnswer?) {
    do {
      switch try body() {
      case .now(let value): outbox.send(RemoteMessage.answer(id, .success(value)))
      case .inTurn(let task):
        tasks.add(task, for: id)
        beginTasks()
      case nil: break
      }
    } catch {
      let error =
        error as? ResponseError ?? (error as? IndexIncomplete)?.refusal
        ?? ResponseError(.requestFailed, FailureMessages.failure(for: error).message[client.language])
      outbox.send(RemoteMessage.answer(id, .failure(error)))
    }
  }

  private func answer(
    _ method: String, _ params: JSONValue, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> FeatureAnswer {
    switch (stage, method) {
    case (.new, "initialize"): return .now(initialize(params))
    case (.new, _): throw ResponseError(.notInitialized, "'\(method)' before 'initialize'")
    case (_, "initialize"): throw ResponseError(.invalidRequest, "initialized twice")
    case (.running, "shutdown"):
      stage = .shutDown
      cancelTasks()
      return .now(.null)
    case (.shutDown, _), (.ended, _): throw ResponseError(.invalidRequest, "'\(method)' after 'shutdown'")
    case (.running, _):
      guard let feature = Self.features[method] else { throw ResponseError(.methodNotFound, "no method '\(method)'") }
      return try feature.answer(request(params, isCancelled))
    }
  }

  private func request(
    _ params: JSONValue, _ isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> FeatureRequest {
    FeatureRequest(
      params: params, workspace: workspace, client: client, machine: machine, isCancelled: isCancelled, outbox: outbox,
      commands: commands)
  }

  private func initialize(_ params: JSONValue) -> JSONValue {
    client = ClientProfile(params, language: client.language)
    (workspace.encoding, workspace.showsCR) = (client.encoding, client.showsCR)
    stage = .running
    return [
      "capabilities": ServerCapabilities.json(for: client), "serverInfo": ["name": "memo", "version": .text(version)],
    ]
  }

  // MARK: Tasks

  /// Begins the tasks whose turn has come.
  private func beginTasks() {
    while let (id, task) = tasks.next() {
      answer(id) {
        switch try task.begin() {
        case .done(let value): return .now(value)
        case .beside(let work, let finish):
          background.run(work, in: task.root, until: tasks.begin(id, in: task.root, finish: finish))
          return nil
        }
      }
    }
  }

  private func endWork(in root: HostPath, _ output: CommandOutput) {
    guard let task = tasks.end(root), stage == .running else { return }
    if task.isCancelled {
      // What it did before it was stopped counts.
      _ = try? task.finish(output)
    } else {
      answer(task.id) { .now(try task.finish(output)) }
    }
    diagnostics.vaultChanged()
    if let vault = workspace.vaults.first(where: { $0.root == root }) { offerMoves(task.changes, in: vault) }
    beginTasks()
  }

  /// Cancels the task of a request, or all tasks. Those under way are stopped where they wait for a remote.
  func cancelTasks(of id: JSONValue? = nil) {
    let cancelled = tasks.cancel(id) + waiting.cancel(id).map(\.id)
    for id in cancelled { outbox.send(RemoteMessage.answer(id, .failure(.cancelled))) }
  }

  private func offerMoves(_ changes: [VaultChange], in vault: ServedVault) {
    MoveOffer.note(changes, of: vault, request([:]))
  }

  // MARK: Notifications

  private func note(_ method: String, _ params: JSONValue) {
    if method == "exit" {
      exitCode = stage == .shutDown ? 0 : 1
      stage = .ended
      return
    }
    // What comes before `initialize` or after `shutdown` is dropped.
    guard stage == .running else { return }
    let uri = params["textDocument", "uri"]?.text ?? ""
    switch method {
    case "initialized": begin()
    case "$/cancelRequest": if let id = params["id"] { cancelTasks(of: id) }
    case "textDocument/didOpen":
      workspace.open(
        uri: uri, version: params["textDocument", "version"]?.integer ?? 0,
        text: params["textDocument", "text"]?.text ?? "")
      refuseWaiting(about: uri)
      diagnostics.opened(uri)
    case "textDocument/didChange": change(uri, params)
    case "textDocument/didClose":
      workspace.close(uri: uri)
      refuseWaiting(about: uri)
      diagnostics.closed(uri, outbox)
    case "workspace/didRenameFiles":
      FileOperations.noteRenames(request(params))
      refresh()
    case "textDocument/didSave", "workspace/didChangeWatchedFiles", "workspace/didDeleteFiles": refresh()
    case "workspace/didChangeWorkspaceFolders": changeFolders(params)
    case "workspace/didChangeConfiguration": changeSettings(params["settings"])
    default: break
    }
  }

  private func begin() {
    for folder in client.folders { workspace.open(folder: folder) }
    let registrations = ServerCapabilities.registrations(for: client)
    if !registrations.isEmpty { outbox.ask("client/registerCapability", ["registrations": .array(registrations)]) }
    unknownOptions.report(client, to: outbox)
    askForSettings()
  }

  // MARK: Settings

  /// Takes the settings that a client sends, those of memo or all of them; asks for them where it sends none.
  private func changeSettings(_ settings: JSONValue?) {
    guard let settings, !settings.members.isEmpty else { return askForSettings() }
    take(settings: settings["memo"] ?? settings)
  }

  private func askForSettings() {
    guard client.can("workspace", "configuration") else { return }
    outbox.ask("workspace/configuration", ["items": [["section": "memo"]]]) { [weak self] answer in
      guard let settings = answer?.items.first, !settings.members.isEmpty else { return }
      self?.take(settings: settings)
    }
  }

  private func take(settings: JSONValue) {
    client.options = settings
    unknownOptions.report(client, to: outbox)
    diagnostics.vaultChanged()
  }

  private func change(_ uri: String, _ params: JSONValue) {
    let wasOutdated = workspace.document(uri)?.isOutdated ?? false
    do {
      try workspace.change(
        uri: uri, version: params["textDocument", "version"]?.integer, params["contentChanges"]?.items ?? [])
      refuseWaiting(about: uri)
      diagnostics.changed(uri, at: machine.stopwatch())
      if workspace.isMisplaced(uri), relocate() { diagnostics.vaultChanged() }
    } catch {
      // Shown once: the keys after it are refused as well.
      if let document = workspace.document(uri), document.isOutdated, !wasOutdated {
        let text = EditorMessages.outdated(document.path?.text ?? uri)
        outbox.show(text[client.language], as: .error)
      }
      let reason = (error as? ResponseError)?.message ?? "\(error)"
      outbox.notify("window/logMessage", ["type": 1, "message": .text("change of \(uri) refused: \(reason)")])
    }
  }

  /// Looks at the files now, for what the client says has changed.
  func refresh() {
    relocate()
    for vault in workspace.vaults where vault.isComplete && vault.failure == nil {
      do {
        if vault.isInPlace { try vault.refresh() } else { try workspace.reopen(vault) }
      } catch {
        warn(vault.root, error)
      }
    }
    diagnostics.vaultChanged()
  }

  private func changeFolders(_ params: JSONValue) {
    for folder in params["event", "removed"]?.items ?? [] {
      if let path = folder["uri"]?.text.flatMap(DocumentAddress.path) { workspace.close(folder: path) }
    }
    for folder in params["event", "added"]?.items ?? [] {
      if let path = folder["uri"]?.text.flatMap(DocumentAddress.path) { workspace.open(folder: path) }
    }
    diagnostics.vaultChanged()
    answerWaiting()
  }

  /// Finds the vaults of folders and documents anew: `memo init` may have made one. Returns whether any has another one.
  @discardableResult
  private func relocate() -> Bool {
    guard workspace.relocate() else { return false }
    answerWaiting()
    return true
  }
}
