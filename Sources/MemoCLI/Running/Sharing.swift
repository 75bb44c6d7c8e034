import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// Hands a memo's text to the clipboard, to other programs, or out.
///
/// No shell sees any of it: programs get it as their standard input, or as an argument of its own.
struct Sharing {
  let session: Session
  /// The root of the memo's vault, in which no program is looked for.
  let vault: HostPath
  /// Whether it goes as HTML.
  let isHTML: Bool

  /// What terminals take in one OSC 52, in bytes of text: xterm's limit of 100,000 bytes holds this much in base64.
  private static let terminalLimit = 74_994

  /// What a mail program can be given, in bytes of its address: Linux takes arguments of 128 KiB, with the byte at the end.
  private static let mailLimit = (128 << 10) - 1

  /// Writes it to standard output.
  func write(_ text: [UInt8]) throws {
    guard isHTML else { return try session.writeExact(text) }
    let title = Self.title(of: text)
    let page = SharedHTML.page(
      try html(text), title: title.isEmpty ? Message.untitled[session.language] : title)
    try session.writeExact(page)
  }

  /// Puts it on the clipboard; returns false where the terminal was asked to, which may do it or not.
  func copy(_ text: [UInt8]) throws -> Bool {
    guard let tool = clipboardTool else {
      try askTerminal(text)
      return false
    }
    _ = try output(of: tool.program, tool.name, tool.arguments, reading: isHTML ? html(text) : text)
    return true
  }

  /// Begins a mail.
  func mail(_ text: [UInt8]) throws {
    guard text.count <= Self.mailLimit else { throw tooLargeForMail(text) }
    // Lines of a mail end with CRLF (RFC 6068).
    let newline = UInt8(ascii: "\n")
    let body = text.indices.flatMap { index -> [UInt8] in
      let isAlone = text[index] == newline && (index == 0 || text[index - 1] != UInt8(ascii: "\r"))
      return isAlone ? [UInt8(ascii: "\r"), newline] : [text[index]]
    }
    let subject = Self.percentEncoded(Self.title(of: text).utf8)
    let address = Array("mailto:?subject=".utf8) + subject + Array("&body=".utf8) + Self.percentEncoded(body)
    guard address.count <= Self.mailLimit else { throw tooLargeForMail(text) }
    try openByDesktop(address)
  }

  private func tooLargeForMail(_ text: [UInt8]) -> Failure {
    Failure(
      kind: "too-large", message: Message.tooLargeForMail(text.count), hints: [Message.mailHint], exitCode: .failure)
  }

  /// Opens a file in the program that the desktop has for it.
  func open(_ path: [UInt8]) throws {
    try openByDesktop(path)
  }

  /// What asks a terminal to put a text on its clipboard (OSC 52); `nil` for one that is too long.
  static func terminalRequest(_ text: [UInt8]) -> String? {
    text.count <= terminalLimit ? "\u{1B}]52;c;\(Base64.text(text))\u{7}" : nil
  }

  private static func title(of text: [UInt8]) -> String {
    text.withUnsafeBytes { MemoLayout($0).title }
  }

  // MARK: Clipboard

  private struct Tool {
    let name: String
    let program: [UInt8]
    let arguments: [String]
  }

  private var clipboardTool: Tool? {
    let type = isHTML ? ["-t", "text/html"] : []
    return tool("pbcopy", [])
      ?? (session.environment.variable("WAYLAND_DISPLAY") == nil ? nil : tool("wl-copy", type))
      ?? (session.environment.variable("DISPLAY") == nil ? nil : tool("xclip", ["-selection", "clipboard"] + type))
  }

  private func tool(_ name: String, _ arguments: [String]) -> Tool? {
    find(name).map { Tool(name: name, program: $0, arguments: arguments) }
  }

  private func askTerminal(_ text: [UInt8]) throws {
    let (console, isOutput) = (session.console, session.console.outputIsTerminal)
    guard !isHTML, isOutput || console.errorIsTerminal else {
      throw Failure(
        kind: "no-clipboard", message: Message.noClipboard, hints: [Message.clipboardHint], exitCode: .failure)
    }
    guard let request = Self.terminalRequest(text) else {
      throw Failure(
        kind: "too-large", message: Message.tooLargeForTerminal(text.count, Self.terminalLimit),
        hints: [Message.clipboardHint], exitCode: .failure)
    }
    if isOutput { try session.write(Array(request.utf8)) } else { console.writeError(Array(request.utf8)) }
  }

  // MARK: HTML

  /// The memo as HTML that runs nothing and links only to pages, mail addresses and files beside it.
  private func html(_ text: [UInt8]) throws -> [UInt8] {
    let name = "pandoc"
    guard let pandoc = find(name) else { throw missing(name) }
    let layout = text.withUnsafeBytes { MemoLayout($0) }
    let markdown = Array(text[layout.text])
    let document = try output(of: pandoc, name, ["--from", SharedHTML.format, "--to", "json"], reading: markdown)
    // A title that is in the front matter alone is no part of the text.
    guard let inert = SharedHTML.inert(document, title: layout.titleLine == nil ? layout.title : "") else {
      throw failed(name, "")
    }
    let html = try output(
      of: pandoc, name, ["--from", "json", "--to", "html", "--no-highlight"], reading: inert)
    return SharedHTML.escapingControls(html)
  }

  // MARK: Programs

  private func openByDesktop(_ target: [UInt8]) throws {
    #if os(macOS)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    guard let program = find(opener) else { throw missing(opener) }
    try session.cacheTrust.commit()
    guard try session.environment.programs.run(program, arguments: [target]).isSuccess else {
      throw failed(opener, "")
    }
  }

  private func output(
    of program: [UInt8], _ name: String, _ arguments: [String], reading input: [UInt8]
  ) throws -> [UInt8] {
    let arguments = arguments.map { Array($0.utf8) }
    try session.cacheTrust.commit()
    let run = try session.environment.programs.run(program, arguments: arguments, reading: input)
    guard run.exit.isSuccess else { throw failed(name, String(decoding: run.errors, as: UTF8.self)) }
    return run.output
  }

  private func find(_ program: String) -> [UInt8]? {
    session.environment.programs.find(program, outside: vault)
  }

  private func missing(_ program: String) -> Failure {
    Failure(kind: "program", message: Message.notInstalled(program), exitCode: .failure)
  }

  /// - Parameter errors: the program's standard error; its first line is shown.
  private func failed(_ program: String, _ errors: String) -> Failure {
    let line = errors.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.first.map { String($0.prefix(500)) }
    return Failure(kind: "program", message: Message.failed(program, line), exitCode: .failure)
  }

  private static func percentEncoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        [byte]
      default: Array("%".utf8) + [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0xF)]]
      }
    }
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
