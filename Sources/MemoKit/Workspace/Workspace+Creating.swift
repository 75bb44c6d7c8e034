public import MemoCore
import MemoIndex
public import MemoStore

extension Workspace {
  /// Makes a memo, as one operation; returns its path.
  public func create(_ draft: MemoDraft) throws -> VaultPath { try creation().create(draft).path }

  private func creation() throws -> MemoCreation {
    MemoCreation(in: vault, by: try history(), at: machine.now, fallbackName: machine.today)
  }

  /// Makes a memo and opens it in the editor; returns its path, `nil` if nothing was written.
  public func create(_ draft: MemoDraft, in editor: Editor) throws -> VaultPath? {
    try draft.title.isEmpty ? createUntitled(draft, in: editor) : createTitled(draft, in: editor)
  }

  /// Opens a memo that has its name already; removes it again where nothing was written.
  private func createTitled(_ draft: MemoDraft, in editor: Editor) throws -> VaultPath? {
    let made = try creation().create(draft)
    let edited = try write(made.path, of: draft, in: editor)
    if edited.text == nil {
      try history().forget(made.operation)
    } else {
      amend(made.operation)
    }
    return try kept(edited.text == nil ? nil : made.path, edited.end)
  }

  /// Opens a text without a name, and makes a memo of it that is named after the title it got.
  private func createUntitled(_ draft: MemoDraft, in editor: Editor) throws -> VaultPath? {
    _ = try VaultSetup.prepare(vault)
    // In the vault, but hidden: after a crash the text is still there.
    let scratch = VaultPath("\(VaultLocator.marker)/drafts/\(VaultSetup.randomId()).md")
    guard try vault.writer.create(scratch, contents: draft.text(), modified: nil) else { return nil }
    let edited = try write(scratch, of: draft, in: editor)
    let path: VaultPath?
    do {
      path = try edited.text.map { try creation().create($0, title: "", in: draft.folder).path }
    } catch {
      notify(.keptText(scratch))
      throw error
    }
    _ = try vault.writer.remove(scratch)
    return try kept(path, edited.end)
  }

  /// The text that a person left in a file, `nil` for none, and how the editor ended.
  private func write(
    _ path: VaultPath, of draft: MemoDraft, in editor: Editor
  ) throws -> (text: [UInt8]?, end: Result<Void, any Error>) {
    let before = try vault.contents(of: path)
    let end = Result { try open([path], in: editor) }
    guard vault.files.stamp(of: path) != nil else { return (nil, end) }
    let after = try vault.contents(of: path)
    let isUntouched = after == before && draft.body.isEmpty
    return (isUntouched || MemoDraft.isBlank(after) ? nil : after, end)
  }

  /// Ends with the editor's failure where it failed: only now, because the text is kept.
  private func kept(_ path: VaultPath?, _ end: Result<Void, any Error>) throws -> VaultPath? {
    if case .failure = end, let path { notify(.keptText(path)) }
    try end.get()
    return path
  }

  // MARK: Today

  /// The path of today's memo, whether it exists or not: in the folder of the setting `daily.folder`, or the only memo of
  /// that name elsewhere.
  public func todayPath() throws -> VaultPath {
    let path = try dailyFolder().appending("\(machine.today).md")
    if vault.files.stamp(of: path) != nil { return path }
    let others = try index().memos.map(\.path).filter { $0.name == path.name }
    return others.count == 1 ? others[0] : path
  }

  /// The folder of today's memo.
  public func dailyFolder() throws -> VaultPath {
    let written = try vault.settings().text("daily.folder") ?? ""
    let named = filling(title: machine.today).filled(Array(written.utf8))
    return try memoFolder(String(decoding: named, as: UTF8.self))
  }

  /// Today's memo, made where there is none; returns its path.
  public func today() throws -> VaultPath {
    let path = try todayPath()
    try makeToday(path)
    return path
  }

  /// Makes today's memo at the path that `todayPath` gave, unless it exists.
  public func makeToday(_ path: VaultPath) throws {
    if vault.files.stamp(of: path) == nil { _ = try createToday(path) }
  }

  /// Opens today's memo in the editor, and makes it first where there is none.
  public func editToday(_ path: VaultPath, in editor: Editor) throws {
    guard vault.files.stamp(of: path) == nil else { return try edit([path], in: editor, as: Self.todayName) }
    guard let made = try createToday(path) else { return }
    let end = Result { try open([path], in: editor) }
    amend(made)
    try end.get()
  }

  private static let todayName = "today"

  private func createToday(_ path: VaultPath) throws -> PastOperation? {
    guard vault.rules.isMemo(path) else { throw TransferError.ignored(path) }
    let template = try templates().text(of: "today")
    let text = template.map(filling(title: machine.today).filled) ?? Array("# \(machine.today)\n".utf8)
    let draft = try history().begin(Self.todayName, at: machine.now)
    try draft.create(path, contents: text)
    return try draft.commit()
  }

  // MARK: Templates

  /// The text that a template makes.
  ///
  /// - Parameter name: that of a template, or the path of a memo.
  /// - Throws: `TemplateError` if there is neither.
  public func filledTemplate(_ name: String, title: String) throws -> [UInt8] {
    let (templates, filling) = (try templates(), filling(title: title))
    if let text = try templates.text(of: name) { return filling.filled(text) }
    if let memo = try finder(isStrict: true).memo(atPath: Array(name.utf8)) {
      return filling.filled(try ReadMemo(memo, in: vault).bytes)
    }
    throw try templates.isObstructed(name)
      ? TemplateError.isLink(name) : TemplateError.notFound(name, known: templates.names())
  }

  /// The templates in the folder that the setting `templates` names, else in `.memo/templates`.
  public func templates() throws -> MemoTemplates {
    guard let folder = try vault.settings().text("templates"), !folder.isEmpty else { return MemoTemplates(of: vault) }
    return MemoTemplates(of: vault, in: try memoFolder(folder))
  }

  private func filling(title: String) -> TemplateFilling {
    TemplateFilling(title: title, at: machine.now, clock: machine.clock, locale: locale)
  }

  /// A folder for memos that a setting names: one of the vault that is not hidden.
  public func memoFolder(_ named: String) throws -> VaultPath {
    let folder = HostPath(Array(named.utf8), from: vault.root).path(inVault: vault.root)
    guard let folder, !folder.components.contains(where: { $0.first == UInt8(ascii: ".") }) else {
      throw TransferError.badFolder(VaultPath(named))
    }
    return try FolderSpelling(in: vault.files).folder(folder)
  }
}

extension MemoDraft {
  /// Whether there is nothing to make a memo of.
  public var isBlank: Bool { title.isEmpty && Self.isBlank(body.given) && opening?.isEmpty != false }

  fileprivate static func isBlank(_ text: [UInt8]) -> Bool {
    text.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == UInt8(ascii: "#") }
  }
}

extension MemoDraft.Body {
  fileprivate var given: [UInt8] {
    switch self {
    case .typed(let text), .exact(let text): text
    }
  }

  fileprivate var isEmpty: Bool { given.isEmpty }
}

/// Why a template cannot be used.
public enum TemplateError: Error, Equatable, Sendable {
  /// No template or memo has this name; the names of the templates.
  case notFound(String, known: [String])
  /// It is a symbolic link, or in a folder that is one.
  case isLink(String)
}
