import MemoCore
public import MemoStore

/// The user's editor.
public struct Editor: Sendable {
  private let machine: Machine
  private let isUnattended: Bool

  private static let usual = "vi"

  /// The editor of the machine's user.
  ///
  /// - Parameter isUnattended: whether the user asked for nothing interactive (`--no-input`).
  public init(on machine: Machine, isUnattended: Bool = false) {
    (self.machine, self.isUnattended) = (machine, isUnattended)
  }

  /// Its shell command line where the user set one. A vault's settings never name an editor: a vault from elsewhere must
  /// not run programs.
  private func named() throws -> String? {
    if let editor = machine.variable("MEMO_EDITOR") { return editor }
    if let editor = try machine.userSettings().text("editor"), !editor.isEmpty { return editor }
    return machine.variable("VISUAL") ?? machine.variable("EDITOR")
  }

  /// Its shell command line; the usual editor's where the user set none, or where the settings cannot be read.
  var line: String { (try? named()) ?? Self.usual }

  /// Throws if it cannot be opened: without a terminal, only an editor that the user set may do without.
  public func check() throws {
    guard !machine.console.inputIsTerminal || !machine.console.outputIsTerminal else { return }
    let named = try named()
    guard named == nil || isUnattended else { return }
    let editor = named ?? Self.usual
    throw isUnattended ? EditorError.unattended(editor: editor) : .needsTerminal(editor: editor)
  }

  /// Opens files, at a line where one is given, and waits for its end.
  public func open(_ files: [EditedFile]) throws {
    try check()
    let editor = try named() ?? Self.usual
    let exit = try machine.programs.edit(EditorLine(of: editor).arguments(for: files), with: editor)
    switch exit {
    case .exited(0): return
    case .interrupted: throw EditorError.interrupted
    // The shell's codes for a command that cannot be run and one that does not exist.
    case .exited(126), .exited(127): throw EditorError.notStarted(editor: editor)
    case .exited, .signalled: throw EditorError.failed(editor: editor, exit)
    }
  }
}

/// Why an editor failed.
public enum EditorError: Error, Equatable, Sendable {
  /// It needs a terminal, and there is none.
  case needsTerminal(editor: String)
  /// There is no terminal, and the user asked for nothing interactive (`--no-input`).
  case unattended(editor: String)
  /// The shell cannot run it.
  case notStarted(editor: String)
  /// It ended with an error; what it saved until then is kept.
  case failed(editor: String, ProgramExit)
  /// The user pressed Ctrl-C.
  case interrupted
}
