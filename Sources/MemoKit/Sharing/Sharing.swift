public import MemoCore
import MemoIndex
public import MemoStore

/// Hands a memo's text to the clipboard, to a mail program, or out as HTML.
///
/// No shell sees any of it: programs get it as standard input or as one argument.
public struct Sharing {
  private let workspace: Workspace
  private let isHTML: Bool

  /// What terminals take in one OSC 52, in bytes of text: xterm's limit of 100,000 bytes holds this much in base64.
  private static let terminalLimit = 74_994

  /// What a mail program can be given, in bytes of its address: Linux takes arguments of 128 KiB, with the byte at the end.
  private static let mailLimit = (128 << 10) - 1

  /// Shares memos of a vault.
  ///
  /// - Parameter isHTML: whether they go to the clipboard as HTML.
  public init(from workspace: Workspace, isHTML: Bool = false) {
    (self.workspace, self.isHTML) = (workspace, isHTML)
  }

  /// The memo as a complete page for a browser.
  ///
  /// - Parameter untitled: the page's title where the memo has none.
  public func page(_ memo: ReadMemo, untitled: String) throws -> [UInt8] {
    let text = Self.text(of: memo)
    let title = SharedText.title(MemoText.title(of: text, titledBy: memo.titleSource))
    return SharedHTML.page(
      try html(memo), title: title.isEmpty ? untitled : title, language: SharedHTML.language(of: text))
  }

  /// Puts it on the clipboard; returns false if the terminal was asked to, which does not say whether it did.
  public func copy(_ memo: ReadMemo) throws -> Bool {
    guard let tool = Clipboard(of: workspace).copyTool(isHTML: isHTML) else {
      try askTerminal(memo.bytes)
      return false
    }
    _ = try output(of: tool.program, tool.name, tool.arguments, reading: isHTML ? html(memo) : memo.bytes)
    return true
  }

  /// Starts an email.
  public func mail(_ memo: ReadMemo) throws {
    let text = memo.bytes
    guard text.count <= Self.mailLimit else { throw SharingError.tooLargeForMail(text.count) }
    // Lines of a mail end with CRLF (RFC 6068).
    let newline = UInt8(ascii: "\n")
    let body = text.indices.flatMap { index -> [UInt8] in
      let isAlone = text[index] == newline && (index == 0 || text[index - 1] != UInt8(ascii: "\r"))
      return isAlone ? [UInt8(ascii: "\r"), newline] : [text[index]]
    }
    let subject = PercentEncoding.encoded(memo.title.utf8, except: PercentEncoding.isUnreserved)
    let encodedBody = PercentEncoding.encoded(body, except: PercentEncoding.isUnreserved)
    let address = Array("mailto:?subject=".utf8) + subject + Array("&body=".utf8) + encodedBody
    guard address.count <= Self.mailLimit else { throw SharingError.tooLargeForMail(text.count) }
    try openByDesktop(address)
  }

  /// Opens a memo in the program that the desktop has for it.
  public func open(_ path: VaultPath) throws {
    try openByDesktop(workspace.vault.root.appending(path).bytes)
  }

  /// Opens an address in the program that the desktop has for it. The caller decides which addresses are safe.
  public func open(address: String) throws {
    try openByDesktop(Array(address.utf8))
  }

  /// The escape sequence that asks a terminal to put a text on its clipboard (OSC 52); `nil` for one that is too long.
  public static func terminalRequest(_ text: [UInt8]) -> String? {
    text.count <= terminalLimit ? "\u{1B}]52;c;\(Base64(text).text)\u{7}" : nil
  }

  // MARK: Clipboard

  private func askTerminal(_ text: [UInt8]) throws {
    let console = workspace.machine.console
    guard !isHTML, console.outputIsTerminal || console.errorIsTerminal else { throw SharingError.noClipboard }
    guard let request = Self.terminalRequest(text) else {
      throw SharingError.tooLargeForTerminal(text.count, limit: Self.terminalLimit)
    }
    try workspace.willCommit()
    let bytes = Array(request.utf8)
    guard console.outputIsTerminal else { return console.writeError(bytes) }
    try bytes.withUnsafeBytes { try console.write($0) }
  }

  // MARK: HTML

  private static let pandoc = "pandoc"
  /// Pandoc's own option for how much memory it may take: a memo of a few kilobytes can be written such that it takes all
  /// there is. An ordinary one of 5 MB needs as much.
  private static let pandocLimit = ["+RTS", "-M1G", "-RTS"]
  /// The status with which pandoc ends at that limit.
  private static let statusAtLimit: Int32 = 251

  /// The memo without comments as HTML that runs nothing and links only to pages, mail addresses and files next to it.
  private func html(_ memo: ReadMemo) throws -> [UInt8] {
    guard let pandoc = find(Self.pandoc) else { throw SharingError.notInstalled(Self.pandoc) }
    let text = Self.text(of: memo)
    let layout = text.withUnsafeBytes { MemoLayout($0, titledBy: memo.titleSource) }
    let markdown = Array(text[layout.text])
    let titleLine = layout.titleLine.map {
      $0.lowerBound - layout.text.lowerBound..<$0.upperBound - layout.text.lowerBound
    }
    let shared = SharedText(
      markdown, titleLine: titleLine, files: files(in: markdown, of: memo), in: memo.path.parent)
    let document = try convert(shared.bytes, by: pandoc, ["--from", SharedHTML.format, "--to", "json"])
    // A title that is only in the front matter, or the file's name, is not part of the text, unless that repeats it.
    let isWritten = layout.titleLine != nil || MemoText.title(of: markdown) == layout.title
    let title = isWritten ? "" : SharedText.title(layout.title)
    guard let inert = SharedDocument(document)?.inert(titled: title) else {
      throw SharingError.failed(Self.pandoc, firstLine: nil)
    }
    let html = try convert(inert, by: pandoc, ["--from", "json", "--to", "html", "--no-highlight"])
    return SharedHTML.escapingControls(html)
  }

  /// The text of a memo in UTF-8: what is not UTF-8 is converted, or replaced where its encoding is not clear.
  private static func text(of memo: ReadMemo) -> [UInt8] {
    Array(String(decoding: ImportedText(memo.bytes).contents, as: UTF8.self).utf8)
  }

  /// The files that links of a text lead to, by the targets as written. Of wiki links only those to pictures remain links.
  private func files(in text: [UInt8], of memo: ReadMemo) -> [String: VaultPath] {
    let links = text.withUnsafeBytes { AttachmentLink.all(in: $0) }.filter { link in
      link.kind == .markdown || SharedHTML.isPicture(link.target)
    }
    return AttachmentFinder.files(of: [memo.path: links], in: workspace.vault.files)[memo.path] ?? [:]
  }

  // MARK: Programs

  private func openByDesktop(_ target: [UInt8]) throws {
    #if os(macOS)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    guard let program = find(opener) else { throw SharingError.notInstalled(opener) }
    try workspace.willCommit()
    guard try workspace.machine.programs.run(program, arguments: [target]).isSuccess else {
      throw SharingError.failed(opener, firstLine: nil)
    }
  }

  private func output(
    of program: [UInt8], _ name: String, _ arguments: [String], reading input: [UInt8]
  ) throws -> [UInt8] {
    try checked(run(program, arguments, reading: input), name)
  }

  private func convert(_ input: [UInt8], by pandoc: [UInt8], _ arguments: [String]) throws -> [UInt8] {
    let run = try run(pandoc, Self.pandocLimit + arguments, reading: input)
    if run.exit == .exited(Self.statusAtLimit) { throw SharingError.tooMuchMemory(Self.pandoc) }
    return try checked(run, Self.pandoc)
  }

  private func run(_ program: [UInt8], _ arguments: [String], reading input: [UInt8]) throws -> ProgramOutput {
    try workspace.willCommit()
    return try workspace.machine.programs.run(
      program, arguments: arguments.map { Array($0.utf8) }, reading: input)
  }

  private func checked(_ run: ProgramOutput, _ name: String) throws -> [UInt8] {
    guard run.exit.isSuccess else { throw SharingError.failed(name, firstLine: firstLine(run.errors)) }
    return run.output
  }

  private func find(_ program: String) -> [UInt8]? {
    workspace.machine.programs.find(program, outside: workspace.vault.root)
  }

  private func firstLine(_ errors: [UInt8]) -> String? {
    let lines = String(decoding: errors, as: UTF8.self).unicodeScalars.split { $0 == "\n" || $0 == "\r" }
    return lines.first.map { String($0.prefix(500)) }
  }
}

/// Why a memo could not be shared.
public enum SharingError: Error, Equatable, Sendable {
  /// So many bytes are too many for a mail program.
  case tooLargeForMail(Int)
  /// So many bytes are too many for a terminal's clipboard.
  case tooLargeForTerminal(Int, limit: Int)
  /// There is neither a clipboard tool nor a terminal that has one.
  case noClipboard
  /// This program is needed.
  case notInstalled(String)
  /// The program needs more memory for the memo than it may have.
  case tooMuchMemory(String)
  /// The program failed; the first line of its standard error.
  case failed(String, firstLine: String?)
}
