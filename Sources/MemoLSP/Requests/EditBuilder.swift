import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// Puts together a change of documents and files for the client to make: of versions that it has, and annotated where it
/// is of several files.
struct EditBuilder {
  private struct DocumentEdit {
    let path: VaultPath
    let uri: String
    /// `nil` for one that is not open.
    let version: Int?
    var edits: [ByteEdit]
    let lines: LineTable
  }

  private let view: VaultView
  private let client: ClientProfile
  /// What the change is called where the client lists its parts.
  private let label: String
  private var edits: [DocumentEdit] = []
  private var operations: [JSONValue] = []

  init(_ view: VaultView, _ client: ClientProfile, label: String) {
    (self.view, self.client, self.label) = (view, client, label)
  }

  /// Whether nothing changes.
  var isEmpty: Bool { edits.isEmpty && operations.isEmpty }

  /// Gives a memo its new text.
  ///
  /// - Throws: `ResponseError.modified` if the memo is not what the change was made for, another one if it `cannotEdit` it.
  mutating func add(_ rewrite: MemoRewrite) throws {
    guard let lines = view.lines(of: rewrite.memo.path), lines.bytes == rewrite.memo.bytes else {
      throw ResponseError.modified
    }
    try check(rewrite.memo.path, lines)
    edits.append(edit(of: rewrite.memo.path, TextEdits.between(lines.bytes, rewrite.contents), lines))
  }

  /// The same unless it `cannotEdit` it, of which a warning is shown: for what is done in any case, so that the links of other
  /// memos have to follow.
  mutating func addIfEditable(_ rewrite: MemoRewrite, _ request: FeatureRequest) throws {
    guard !cannotEdit(rewrite.memo.path) else {
      return request.warn(EditorMessages.otherEncoding(rewrite.memo.path.text))
    }
    try add(rewrite)
  }

  private func edit(of path: VaultPath, _ edits: [ByteEdit], _ lines: LineTable) -> DocumentEdit {
    DocumentEdit(path: path, uri: view.uri(of: path), version: view.open[path]?.version, edits: edits, lines: lines)
  }

  /// Adds a change of another vault. One vault may be within the other: what both edit in a document is edited once.
  mutating func add(_ other: EditBuilder) {
    for document in other.edits {
      if let place = edits.firstIndex(where: { DocumentURI($0.uri) == DocumentURI(document.uri) }) {
        let apart =
          edits[place].lines.bytes == document.lines.bytes ? document.edits.apart(from: edits[place].edits) : []
        edits[place].edits = (edits[place].edits + apart).inOrder
      } else {
        edits.append(document)
      }
    }
    operations += other.operations
  }

  /// Makes edits of a document, which are in order.
  ///
  /// - Parameter bytes: the text that they are made for.
  /// - Throws: `ResponseError.modified` if the document has another text, another one if it `cannotEdit` it.
  mutating func add(_ changes: [ByteEdit], of path: VaultPath, in bytes: [UInt8]) throws {
    guard !changes.isEmpty else { return }
    guard let lines = view.lines(of: path), lines.bytes == bytes else { throw ResponseError.modified }
    try check(path, lines)
    if let place = edits.firstIndex(where: { $0.path == path }) {
      edits[place].edits = (edits[place].edits + changes).inOrder
    } else {
      edits.append(edit(of: path, changes, lines))
    }
  }

  /// Whether the places of an edit cannot be given: only the editor knows how it reads a file that is not UTF-8, and that is
  /// not open.
  private func cannotEdit(_ path: VaultPath) -> Bool { view.lines(of: path).map { cannotEdit(path, $0) } ?? false }

  private func cannotEdit(_ path: VaultPath, _ lines: LineTable) -> Bool {
    view.open[path] == nil && !lines.bytes.areUTF8
  }

  private func check(_ path: VaultPath, _ lines: LineTable) throws {
    if view.open[path]?.isOutdated ?? false { throw ResponseError.modified }
    guard cannotEdit(path, lines) else { return }
    throw ResponseError(.requestFailed, EditorMessages.otherEncoding(path.text)[client.language])
  }

  /// Renames a file, once the texts are changed.
  mutating func rename(_ path: VaultPath, to newPath: VaultPath) {
    operations.append([
      "kind": "rename", "oldUri": .text(view.uri(of: path)), "newUri": .text(view.address(newPath)),
      "options": ["overwrite": false, "ignoreIfExists": false],
    ])
  }

  /// Makes a file with a text.
  mutating func create(_ path: VaultPath, _ text: [UInt8]) {
    let uri = JSONValue.text(view.address(path))
    let isEnded = client.endsNewFiles && text.last == UInt8(ascii: "\n")
    let text = String(decoding: isEnded ? text.dropLast() : text[...], as: UTF8.self)
    operations.append(["kind": "create", "uri": uri, "options": ["overwrite": false, "ignoreIfExists": false]])
    operations.append([
      "textDocument": ["uri": uri, "version": .null],
      "edits": [
        [
          "range": (DocumentPosition.start ..< .start).json, "newText": .text(text),
        ]
      ],
    ])
  }

  /// The change as messages hold it.
  var json: JSONValue {
    guard client.takesDocumentChanges else {
      let changes = edits.map { edit in
        (edit.uri, JSONValue.array(edit.edits.map { TextEdits.json($0, in: edit.lines) }))
      }
      return ["changes": .object(Dictionary(changes) { $1 })]
    }
    let isAnnotated =
      edits.count + operations.count > 1 && client.has("workspace", "workspaceEdit")
      && client.can("workspace", "workspaceEdit", "changeAnnotationSupport", "groupsOnLabel")
    let documents = edits.map { edit -> JSONValue in
      let edits = edit.edits.map { change -> JSONValue in
        var json = TextEdits.json(change, in: edit.lines).members
        if isAnnotated { json["annotationId"] = "memo" }
        return .object(json)
      }
      return [
        "textDocument": ["uri": .text(edit.uri), "version": edit.version.map { .integer($0) } ?? .null],
        "edits": .array(edits),
      ]
    }
    return JSONValue(members: [
      "documentChanges": .array(documents + operations),
      "changeAnnotations": isAnnotated ? ["memo": ["label": .text(label), "needsConfirmation": false]] : nil,
    ])
  }
}

extension EditBuilder {
  /// Gives a memo its new title and path, and other memos the links that follow.
  ///
  /// - Throws: an error where it has no file yet that could get another path.
  mutating func add(_ relocation: Relocation, in vault: ServedVault, _ request: FeatureRequest) throws {
    let (path, newPath) = (relocation.path, relocation.newPath)
    if newPath != path, vault.vault.files.stamp(of: path) == nil {
      throw ResponseError(.requestFailed, request.say(EditorMessages.notSavedYet(path.text)))
    }
    for rewrite in relocation.rewrites { try add(rewrite) }
    for lost in LinkMessages.lost(relocation.lostLinks, path: \.text) { request.warn(lost) }
    guard newPath != path else { return }
    rename(path, to: newPath)
    vault.plan(.init(from: path, to: newPath))
  }
}
