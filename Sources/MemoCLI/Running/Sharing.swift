import Foundation
import MemoCore
import MemoVault

/// Hands a memo's text to the clipboard, to other programs, or out.
struct Sharing {
  let session: Session
  /// Whether it goes as HTML.
  let isHTML: Bool

  /// What terminals take in one OSC 52, in bytes of text: xterm's limit of 100,000 bytes holds this much in base64.
  private static let terminalLimit = 74_994
  private static let pandoc = "pandoc --from commonmark_x --to html"

  /// Writes it to standard output.
  func write(_ text: [UInt8]) throws {
    guard isHTML else { return try session.writeRecords(text) }
    let title = text.withUnsafeBytes { MemoLayout($0).title }
    try run(try converter() + " --standalone --metadata pagetitle=\(Self.quoted(title))", feeding: text)
  }

  /// Puts it on the clipboard; returns false where the terminal was asked to, which may do it or not.
  func copy(_ text: [UInt8]) throws -> Bool {
    let type = isHTML ? " -t text/html" : ""
    let pipe = isHTML ? try converter() + " | " : ""
    if has("pbcopy") {
      try run(pipe + "pbcopy", feeding: text)
    } else if session.surroundings.variable("WAYLAND_DISPLAY") != nil, has("wl-copy") {
      try run(pipe + "wl-copy" + type, feeding: text)
    } else if session.surroundings.variable("DISPLAY") != nil, has("xclip") {
      // It goes on in the background, where it must not hold on to our output.
      try run(pipe + "xclip -selection clipboard\(type) >/dev/null", feeding: text)
    } else {
      try askTerminal(text)
      return false
    }
    return true
  }

  /// Begins a mail.
  func mail(_ text: [UInt8]) throws {
    let title = text.withUnsafeBytes { MemoLayout($0).title }
    let body = String(decoding: text, as: UTF8.self)
    try openByDesktop(Array("mailto:?subject=\(encoded(title))&body=\(encoded(body))".utf8))
  }

  /// Opens a file in the program that the desktop has for it.
  func open(_ path: [UInt8]) throws {
    try openByDesktop(path)
  }

  /// What asks a terminal to put a text on its clipboard (OSC 52); `nil` for one that is too long.
  static func terminalRequest(_ text: [UInt8]) -> String? {
    text.count <= terminalLimit ? "\u{1B}]52;c;\(Base64.text(text))\u{7}" : nil
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

  private func openByDesktop(_ target: [UInt8]) throws {
    let programs = session.surroundings.programs
    #if os(macOS)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    guard let program = programs.find(opener) else { throw missing(opener) }
    try session.cacheTrust.commit()
    guard try programs.run(program, arguments: [target]).isSuccess else { throw failed(opener) }
  }

  private func run(_ line: String, feeding text: [UInt8]) throws {
    try session.cacheTrust.commit()
    let exit = try session.surroundings.programs.run(shellLine: line, feeding: CollectionOfOne(text))
    guard exit.isSuccess else { throw failed(line) }
  }

  private func converter() throws -> String {
    guard has("pandoc") else { throw missing("pandoc") }
    return Self.pandoc
  }

  /// A text as one word of a shell command line.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\0", with: "").replacing("'", with: "'\\''") + "'"
  }

  private func has(_ program: String) -> Bool { session.surroundings.programs.find(program) != nil }

  private func missing(_ program: String) -> Failure {
    Failure(kind: "program", message: Message.notInstalled(program), exitCode: .failure)
  }

  private func failed(_ program: String) -> Failure {
    Failure(kind: "program", message: Message.sharingFailed(program), exitCode: .failure)
  }

  /// Percent-encoded for a `mailto:` address; lines of a mail end with CRLF (RFC 6068).
  private func encoded(_ text: String) -> String {
    let lines = text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return lines.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}
