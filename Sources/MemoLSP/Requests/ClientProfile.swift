import MemoCore
import MemoWords

/// What a client said of itself in `initialize`.
struct ClientProfile: Sendable {
  /// The units of positions.
  let encoding: PositionEncoding
  /// The language to speak.
  let language: Language
  /// The process that started the server; `nil` for none.
  let process: Int32?
  /// The folders to serve.
  let folders: [HostPath]
  /// The settings of memo that the client passes on.
  var options: JSONValue

  private let capabilities: JSONValue
  private let name: String

  /// Reads the parameters of `initialize`.
  ///
  /// - Parameter language: what to speak where the client names no locale.
  init(_ params: JSONValue, language: Language) {
    capabilities = params["capabilities"] ?? [:]
    name = params["clientInfo", "name"]?.text ?? ""
    let offered = params["capabilities", "general", "positionEncodings"]?.items.compactMap(\.text) ?? []
    // Vim's ALE counts bytes and offers nothing: its user has to say it.
    let set = params["initializationOptions", "positionEncoding"]?.text.flatMap { PositionEncoding(rawValue: $0) }
    encoding = set ?? PositionEncoding(offeredBy: offered)
    let locale = params["locale"]?.text
    self.language = locale.map { Language(locale: $0.replacing("-", by: "_")) } ?? language
    process = params["processId"]?.integer.flatMap { Int32(exactly: $0) }
    options = params["initializationOptions"] ?? [:]
    let named = params["workspaceFolders"]?.items.compactMap { $0["uri"]?.text } ?? []
    let root = [params["rootUri"]?.text].compactMap(\.self).filter { _ in named.isEmpty }
    let path = params["rootPath"]?.text.map { HostPath($0) }
    let folders = (named + root).compactMap(DocumentAddress.path)
    self.folders = folders.isEmpty ? [path].compactMap(\.self) : folders
  }

  /// The locale of dates that are written into memos.
  var locale: String { language == .korean ? "ko_KR" : "en_US" }

  /// Whether the client can do something, by the path of the capability.
  func can(_ path: String...) -> Bool { capability(path)?.isTrue ?? false }

  /// Whether the client has a capability at all.
  func has(_ path: String...) -> Bool { capability(path) != nil }

  /// The texts of a capability that is a list.
  func names(_ path: String...) -> [String] { capability(path)?.items.compactMap(\.text) ?? [] }

  private func capability(_ path: [String]) -> JSONValue? { path.reduce(capabilities) { value, key in value?[key] } }

  /// Whether edits may name versions, and files be made, renamed and deleted with them.
  var takesDocumentChanges: Bool { can("workspace", "workspaceEdit", "documentChanges") || !operations.isEmpty }

  /// Whether a completion is inserted only up to its first space unless it is a snippet, as by Neovim 0.11 without a plugin;
  /// plugins name more capabilities.
  var cutsTextsAtSpaces: Bool {
    name == "Neovim" && can("textDocument", "completion", "completionItem", "snippetSupport")
      && !can("textDocument", "completion", "completionItem", "insertReplaceSupport")
  }

  /// Whether a completion with a filter text is inserted behind what is typed of it up to the last word, as by Neovim 0.7
  /// without a plugin: `sub/sub/plan.md`.
  var insertsFilteredAtWords: Bool {
    name == "Neovim" && !can("textDocument", "completion", "completionItem", "snippetSupport")
  }

  /// Whether it shows a CR within a line, and counts lines so, although the protocol ends lines there.
  var showsCR: Bool { ["Neovim", "Eglot"].contains(name) }

  /// Whether the last line of a new file gets a line break of the client's, as in Neovim.
  var endsNewFiles: Bool { name == "Neovim" }

  /// Whether it opens a document that it is asked to.
  var showsDocuments: Bool { can("window", "showDocument", "support") }

  /// Whether edits may make, rename or delete files.
  func takes(_ operation: String) -> Bool { operations.contains(operation) }

  // Neovim 0.7 names these alone, and takes versions as well.
  private var operations: [String] { names("workspace", "workspaceEdit", "resourceOperations") }
}
