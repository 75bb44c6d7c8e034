import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// A change that is offered at a place of a document. It is made when it is chosen.
struct CodeAction {
  /// What kind of change it is, as the protocol names it.
  enum Kind: String, CaseIterable {
    case quickFix = "quickfix"
    case extract = "refactor.extract"
    case inline = "refactor.inline"
    case move = "refactor.move"
    case rewrite = "refactor.rewrite"
    case source

    /// Whether a client that wants some kinds wants this one: `refactor` includes `refactor.extract`.
    func isOne(of kinds: [String]) -> Bool {
      kinds.isEmpty || kinds.contains { $0 == rawValue || rawValue.hasBytePrefix($0 + ".") || $0.isEmpty }
    }
  }

  /// What it does.
  enum Effect {
    /// Edits documents and files.
    case edit((inout EditBuilder) throws -> Void)
    /// Runs a command with an argument.
    case command(String, JSONValue)
  }

  /// Tells it from the others at the same place.
  let id: String
  let title: Text
  let kind: Kind
  /// The code of the problem that it fixes.
  var fixes: String?
  let effect: Effect
}

/// Where changes are asked for.
struct ActionPlace {
  let request: FeatureRequest
  let document: PlacedDocument
  let vault: ServedVault
  let path: VaultPath
  let view: VaultView
  /// The selected bytes; empty for a cursor.
  let range: Range<Int>
  let marks: DocumentMarks

  /// The place of a request; `nil` outside of any vault.
  init?(_ range: Range<Int>, in document: PlacedDocument, view: VaultView? = nil, _ request: FeatureRequest) {
    guard let vault = document.vault, let path = document.path else { return nil }
    (self.request, self.document, self.vault, self.path, self.range) = (request, document, vault, path, range)
    self.view = view ?? vault.view
    marks = document.marks
  }

  /// The numbers of the lines that are selected, from 0.
  var lines: ClosedRange<Int> {
    document.lines.number(at: range.lowerBound)...document.lines.number(at: range.upperBound)
  }

  /// The use cases of the vault as the editor has it.
  var workspace: Workspace {
    Workspace(view.vault, on: request.machine, locale: request.client.locale, answeringFrom: view.index)
  }

  /// The memo as the editor has it.
  func memo() throws -> ReadMemo { try ReadMemo(path, in: view.vault) }

  /// The link at the cursor or selection, the innermost of several; `nil` for none.
  var link: (span: LinkSpan, link: FollowedLink)? {
    view.links(of: document, at: path).last { touches($0.span.link.range) }
  }

  /// Edits of the document.
  func editing(_ edits: @escaping () throws -> [ByteEdit]) -> CodeAction.Effect {
    .edit { try $0.add(edits(), of: path, in: document.bytes) }
  }

  /// Whether a range holds the cursor, or overlaps the selection.
  func touches(_ other: Range<Int>) -> Bool {
    other.lowerBound <= range.upperBound && range.lowerBound <= other.upperBound
  }
}

extension VaultPath {
  /// What names are offered by: 2장 before 10장.
  var naturalOrder: (VaultPath, VaultPath) {
    (VaultPath(bytes: Folding.matchKey(NaturalOrder.text(text))), self)
  }
}
