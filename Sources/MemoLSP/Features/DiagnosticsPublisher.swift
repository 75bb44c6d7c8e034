import MemoCore
import MemoIndex
import MemoKit
import MemoStore

/// Sends the diagnostics of open documents to clients that do not ask for them, when no message waits and keys pause.
struct DiagnosticsPublisher {
  /// What the diagnostics of other memos depend on.
  private struct Names: Equatable {
    let title: String
    let aliases: [String]
    let anchors: [String]
  }

  private var changed: Set<DocumentURI> = []
  private var isEverythingChanged = false
  /// Those that are still to be looked at, in this order: a message came before.
  private var left: [DocumentURI] = []
  private var published: [DocumentURI: JSONValue] = [:]
  private var names: [DocumentURI: Names] = [:]
  private var pause = TypingPause()

  /// A document was opened.
  mutating func opened(_ uri: String) {
    changed.insert(DocumentURI(uri))
  }

  /// A document was changed, as by a key.
  mutating func changed(_ uri: String, at time: Duration) {
    changed.insert(DocumentURI(uri))
    pause.noteKey(at: time)
  }

  /// How long nothing is sent yet, as keys may follow; `nil` where nothing has to wait.
  func rest(at time: Duration) -> Duration? { pause.rest(at: time) }

  /// A document was closed: what was said of it is taken back.
  mutating func closed(_ uri: String, _ outbox: Outbox) {
    changed.remove(DocumentURI(uri))
    left.removeAll { $0 == DocumentURI(uri) }
    names[DocumentURI(uri)] = nil
    isEverythingChanged = true
    guard published.removeValue(forKey: DocumentURI(uri)) ?? [] != [] else { return }
    outbox.notify("textDocument/publishDiagnostics", ["uri": .text(uri), "diagnostics": []])
  }

  /// Files have changed.
  mutating func vaultChanged() {
    isEverythingChanged = true
  }

  /// Sends what is new, of the documents with changes first.
  ///
  /// - Parameter hasMessage: whether a message waits. It is answered before the rest is looked at: an editor may have thousands of
  ///   documents open.
  mutating func publish(_ request: FeatureRequest, until hasMessage: () -> Bool) {
    let start = request.machine.stopwatch()
    guard isEverythingChanged || !changed.isEmpty || !left.isEmpty, pause.rest(at: start) == nil else { return }
    defer { pause.noteLook(taking: request.machine.stopwatch() - start) }
    // Of each one: what a document is called now is what the next change is compared with.
    let areRenamed = changed.map { isRenamed($0.text, request) }
    let isEverything = isEverythingChanged || areRenamed.contains(true)
    let first = changed.sorted()
    (changed, isEverythingChanged) = ([], false)
    if isEverything { askForRefresh(request) }
    guard !request.client.takesPulls else {
      if isEverything { request.outbox.ask("workspace/diagnostic/refresh", .null) }
      return
    }
    let others = isEverything ? request.workspace.openURIs.map { DocumentURI($0) } : []
    var seen: Set<DocumentURI> = []
    // What was left goes before the rest, or keys in a title would put it off again and again.
    left = (first + left + others).filter { seen.insert($0).inserted }
    for (place, uri) in left.enumerated() {
      publish(uri.text, request)
      if hasMessage() {
        left.removeFirst(place + 1)
        return
      }
    }
    left = []
  }

  /// What other memos decide about a document may have changed with them.
  private func askForRefresh(_ request: FeatureRequest) {
    for shown in ["codeLens", "inlayHint", "semanticTokens"]
    where request.client.can("workspace", shown, "refreshSupport") {
      request.outbox.ask("workspace/\(shown)/refresh", .null)
    }
  }

  private mutating func publish(_ uri: String, _ request: FeatureRequest) {
    guard let document = try? request.workspace.placed(uri), let found = problems(of: document, request) else { return }
    names[DocumentURI(uri)] = names(of: uri, request)
    guard found != published[DocumentURI(uri)] ?? [] else { return }
    published[DocumentURI(uri)] = found
    request.outbox.notify(
      "textDocument/publishDiagnostics",
      JSONValue(members: [
        "uri": .text(uri), "version": document.version.map { .integer($0) }, "diagnostics": found,
      ]))
  }

  /// What is said of a document: nothing outside of vaults; `nil` as long as its vault is not known.
  private func problems(of document: PlacedDocument, _ request: FeatureRequest) -> JSONValue? {
    guard let vault = document.vault, let path = document.path else { return [] }
    guard vault.isComplete else { return nil }
    return .array(ProblemReport(view: vault.view, client: request.client).diagnostics(of: document, at: path))
  }

  /// Whether a document has other names or headings than before, by which others link to it.
  private mutating func isRenamed(_ uri: String, _ request: FeatureRequest) -> Bool {
    let now = names(of: uri, request)
    defer { names[DocumentURI(uri)] = now }
    return names[DocumentURI(uri)] != now
  }

  /// What others link to a document by; `nil` for one that is no memo, as one whose file is gone.
  private func names(of uri: String, _ request: FeatureRequest) -> Names? {
    guard let document = try? request.workspace.placed(uri), let vault = document.vault, let path = document.path,
      let record = vault.view.record(of: path)
    else { return nil }
    let marks = document.marks
    return Names(
      title: record.metadata.title, aliases: record.metadata.aliases,
      anchors: marks.headings.map(\.text) + marks.anchors.map { document.text($0.name) })
  }
}

/// Diagnostics that a client asks for: of a document, and of all memos.
enum PulledDiagnostics {
  static let features = [
    Feature("textDocument/diagnostic", ofDocument), Feature("workspace/diagnostic", ofWorkspace),
  ]

  static let capability: JSONValue = [
    "identifier": "memo", "interFileDependencies": true, "workspaceDiagnostics": true,
  ]

  private static let partSize = 100
  /// No more memos are reported once they have so many problems.
  private static let problemLimit = 10_000

  private static func ofDocument(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    guard let vault = document.vault, let path = document.path else { return ["kind": "full", "items": []] }
    let items = ProblemReport(view: vault.view, client: request.client).diagnostics(of: document, at: path)
    return report(items, previous: request.params["previousResultId"]?.text)
  }

  private static func report(_ items: [JSONValue], previous: String?) -> JSONValue {
    let id = Etag.text(XXHash64.hash(JSONValue.array(items).encoded))
    if id == previous { return ["kind": "unchanged", "resultId": .text(id)] }
    return ["kind": "full", "resultId": .text(id), "items": .array(items)]
  }

  private static func ofWorkspace(_ request: FeatureRequest) throws -> JSONValue {
    let known = request.params["previousResultIds"]?.items ?? []
    var previous = Dictionary(
      known.compactMap { id in id["uri"]?.text.map { ($0, id["value"]?.text ?? "") } }
    ) { $1 }
    var reports: [JSONValue] = []
    var room = problemLimit
    for vault in request.workspace.vaults where vault.isComplete {
      let view = vault.view
      let report = ProblemReport(view: view, client: request.client)
      let check = VaultCheck(
        view.vault, in: view.graph, textLimit: ProblemReport.limit, isStopped: request.isCancelled)
      let problems = Dictionary(grouping: check.problems(), by: \.path)
      let inner = request.workspace.vaults.filter { $0 !== vault && vault.path(of: $0.root) != nil }
      for (path, problems) in problems.sorted(by: { $0.key < $1.key }) {
        // A memo of a vault within this one is reported as that has it.
        if inner.contains(where: { $0.path(of: vault.root.appending(path)) != nil }) { continue }
        try request.checkCancelled()
        if room <= 0 { break }
        let uri = view.uri(of: path)
        let lines = view.lines(of: path) ?? LineTable([], request.client.encoding, isFile: true)
        let items = report.diagnostics(problems, in: lines)
        room -= items.count
        var found = self.report(items, previous: previous.removeValue(forKey: uri)).members
        found["uri"] = .text(uri)
        found["version"] = view.open[path].map { .integer($0.version) } ?? .null
        reports.append(.object(found))
      }
    }
    // What had problems and has none any more, or is one too many.
    for uri in previous.keys.sorted() {
      reports.append(["kind": "full", "uri": .text(uri), "version": .null, "items": []])
    }
    return ["items": .array(sendParts(of: reports, request))]
  }

  /// Sends reports in parts to a client that takes them so; returns those that are left.
  private static func sendParts(of reports: [JSONValue], _ request: FeatureRequest) -> [JSONValue] {
    guard let token = request.params["partialResultToken"] else { return reports }
    var rest = reports[...]
    while !rest.isEmpty {
      request.outbox.notify(
        "$/progress", ["token": token, "value": ["items": .array(Array(rest.prefix(partSize)))]])
      rest = rest.dropFirst(partSize)
    }
    return []
  }
}

extension ClientProfile {
  /// Whether the client asks for diagnostics, and asks again when it is told that other files have changed them. One that
  /// asks only after its own keys, as Neovim 0.11 does, gets them sent.
  var takesPulls: Bool { has("textDocument", "diagnostic") && can("workspace", "diagnostics", "refreshSupport") }
}
