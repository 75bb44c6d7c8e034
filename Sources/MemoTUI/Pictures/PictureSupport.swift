import MemoCore

/// A way in which terminals are sent pictures.
public enum PictureProtocol: String, Sendable {
  /// The graphics protocol of Kitty, also of Ghostty.
  case kitty
  /// Inline images of iTerm2, also of WezTerm.
  case iterm2
  /// The graphics of DEC's terminals.
  case sixel
}

/// Whether the terminal draws pictures: what its environment says, what it was asked, and what it answered.
///
/// It is asked only once there is a picture to draw, so that a terminal without pictures sees no other bytes than before.
public struct PictureSupport: Equatable, Sendable {
  private enum Question {
    /// A picture of Kitty's protocol, and the attributes.
    case everything
    /// Tmux answers for itself: what it passes on in other protocols depends on the terminal behind it.
    case attributes
    case nothing
  }

  /// The protocol; `nil` as long as none is known.
  private(set) var known: PictureProtocol?
  /// The size of a cell.
  private(set) var cell = CellSize.usual
  private var question = Question.nothing
  private var isAsked = false
  /// Whether the terminal shows no question.
  private var isSilent = true
  private var awaited = 0
  /// Whether an answer is still to come: it must not reach another program.
  var awaitsAnswer: Bool { awaited > 0 }

  /// A terminal that draws none.
  public init() {}

  /// - Parameter variable: the value of a variable of the environment.
  public init(_ setting: Looks.Pictures, variable: (String) -> String?) {
    let term = variable("TERM") ?? ""
    isSilent = Self.isPlain(term) || variable("STY") != nil || term.hasBytePrefix("screen")
    switch setting {
    case .off: break
    case .kitty, .iterm2, .sixel: known = PictureProtocol(rawValue: setting.rawValue)
    case .auto: (known, question) = Self.guess(variable)
    }
  }

  private static func guess(_ variable: (String) -> String?) -> (PictureProtocol?, Question) {
    let (term, program) = (variable("TERM") ?? "", variable("TERM_PROGRAM") ?? "")
    // What is set by the terminal behind a multiplexer is still there within.
    if variable("TMUX") != nil || term.hasBytePrefix("tmux") || variable("ZELLIJ") != nil { return (nil, .attributes) }
    if variable("STY") != nil || term.hasBytePrefix("screen") { return (nil, .nothing) }
    // So it is in another one that was started there, such as that of an editor.
    if ["NVIM", "VIM_TERMINAL", "INSIDE_EMACS"].contains(where: { variable($0) != nil }) { return (nil, .nothing) }
    let isOfKitty = variable("KITTY_WINDOW_ID") != nil && variable("VTE_VERSION") == nil
    if isOfKitty || ["xterm-kitty", "xterm-ghostty"].contains(term) || program == "ghostty" {
      return (.kitty, .nothing)
    }
    if ["iTerm.app", "WezTerm"].contains(program) || variable("LC_TERMINAL") == "iTerm2" { return (.iterm2, .nothing) }
    return (nil, isPlain(term) || program == "Apple_Terminal" ? .nothing : .everything)
  }

  /// Whether a terminal shows a question that it does not know.
  private static func isPlain(_ term: String) -> Bool {
    ["", "dumb", "linux"].contains(term) || term.hasBytePrefix("vt") || term.hasBytePrefix("eterm")
  }

  /// Whether pictures may be drawn, now or once the terminal has answered.
  var isPossible: Bool { known != nil || question != .nothing }

  /// What to ask the terminal, once; `nil` if nothing.
  mutating func ask() -> String? {
    guard isPossible, !isAsked else { return nil }
    isAsked = true
    awaited += 1
    return (question == .everything ? KittyGraphics.query : "") + Self.query
  }

  /// Asks for the size of a cell again, which may have changed with that of the window.
  mutating func askAgain(in size: ScreenSize) -> String? {
    take(size)
    guard isAsked, known != nil else { return nil }
    awaited += 1
    return Self.query
  }

  /// Asks for the colour of the background; `nil` where the question would be shown.
  mutating func askBackground() -> String? {
    guard !isSilent else { return nil }
    awaited += 1
    return "\u{1B}]11;?\u{1B}\\" + Self.attributes
  }

  /// Asks for the size of a cell.
  private static let query = "\u{1B}[16t" + attributes
  /// Asks for the attributes, which every terminal gives: that answer is the last one.
  private static let attributes = "\u{1B}[c"
  /// The attribute of a terminal that draws sixels.
  private static let sixel = 4

  /// Takes the size of a cell that the system knows; that of the terminal itself, which comes later, is exact.
  mutating func take(_ size: ScreenSize) {
    cell = size.cell ?? cell
  }

  /// Waits for no answer any more: this terminal gives none.
  mutating func stopWaiting() {
    awaited = 0
  }

  /// Takes an answer, however late it is.
  mutating func take(_ report: TerminalReport) {
    switch report {
    case .graphics(let isSupported): if isSupported, question == .everything { known = .kitty }
    case .attributes(let numbers):
      awaited = max(0, awaited - 1)
      // The first number is the class of the terminal.
      if known == nil, question != .nothing, numbers.dropFirst().contains(Self.sixel) { known = .sixel }
    case .cell(let width, let height): cell = CellSize(reported: width, height) ?? cell
    case .background: break
    }
  }
}
