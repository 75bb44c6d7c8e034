/// The colours of the split view. Everything is drawn in roles — the terminal's 16 colours, dim, surfaces — and a theme
/// turns them into the colours of cells.
public struct Theme: Equatable, Sendable {
  /// The themes by name.
  public enum Name: String, CaseIterable, Sendable {
    /// The terminal's own 16 colours, on its own background.
    case terminal
    /// Dark text on white.
    case light
    /// Light text on black.
    case dark
  }

  /// Colours of the palette of 256, which every terminal but the oldest shows alike from 16 on.
  struct Colours: Equatable {
    let text: UInt8
    /// Text that was drawn dim.
    let faint: UInt8
    /// Red, green, yellow, blue, magenta and cyan.
    let hues: [UInt8]
    let window: UInt8
    let selection: UInt8
    let code: UInt8
  }

  /// Its name.
  public let name: Name
  /// Whether the terminal's own background is light; `nil` as long as it does not say.
  var isOnLight: Bool?

  /// A theme.
  public init(_ name: Name) {
    self.name = name
  }

  /// The terminal's own colours.
  public static let terminal = Theme(.terminal)

  /// The colours; `nil` for those of the terminal.
  var colours: Colours? {
    switch name {
    case .terminal: nil
    case .light:
      Colours(text: 235, faint: 241, hues: [124, 22, 94, 25, 90, 23], window: 231, selection: 255, code: 255)
    case .dark:
      Colours(text: 252, faint: 249, hues: [210, 114, 179, 111, 176, 80], window: 234, selection: 237, code: 236)
    }
  }

  /// Whether surfaces differ by their background. If not, a bar shows where they are.
  var hasSurfaces: Bool { colours != nil }

  /// The style of a cell that was drawn in roles.
  func style(of role: CellStyle) -> CellStyle {
    var style = role
    style.surface = .window
    guard let colours else {
      style.colour = role.colour.map(ownColour)
      return style
    }
    style.isDim = false
    style.colour = role.colour.map { colours.colour($0) } ?? (role.isDim ? colours.faint : colours.text)
    style.ground = colours.ground(role.surface)
    return style
  }

  /// One of the terminal's 16 colours where it is known what they are seen on: on white most of them are too pale, on black
  /// the usual blue is too dark.
  private func ownColour(_ role: UInt8) -> UInt8 {
    guard let isOnLight else { return role }
    if isOnLight { return Theme(.light).colours?.colour(role) ?? role }
    return role == 4 ? 12 : role
  }
}

extension Theme.Colours {
  /// The colour for one of the terminal's 16.
  fileprivate func colour(_ role: UInt8) -> UInt8 {
    let hue = Int(role % 8) - 1
    return hues.indices.contains(hue) ? hues[hue] : text
  }

  fileprivate func ground(_ surface: CellStyle.Surface) -> UInt8 {
    switch surface {
    case .window: window
    case .selection: selection
    case .code: code
    }
  }
}

extension CellGrid {
  /// Gives all cells the colours of a theme.
  mutating func paint(in theme: Theme) {
    guard theme.hasSurfaces || hasSurfaces || theme.isOnLight != nil else { return }
    restyle { theme.style(of: $0) }
  }
}
