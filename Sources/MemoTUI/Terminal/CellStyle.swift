/// How a cell looks.
public struct CellStyle: Hashable, Sendable {
  /// Heavier letters.
  public var isBold: Bool
  /// Paler letters.
  public var isDim: Bool
  /// A line below.
  public var isUnderlined: Bool
  /// Colours of letter and ground exchanged.
  public var isReversed: Bool
  /// A colour of the terminal's own palette, 0–15; its usual colour where `nil`.
  public var colour: UInt8?

  /// The terminal's usual look.
  public static let plain = CellStyle()

  /// Puts together a style.
  public init(
    isBold: Bool = false, isDim: Bool = false, isUnderlined: Bool = false, isReversed: Bool = false,
    colour: UInt8? = nil
  ) {
    self.isBold = isBold
    self.isDim = isDim
    self.isUnderlined = isUnderlined
    self.isReversed = isReversed
    self.colour = colour
  }

  /// The escape sequence that sets this style whatever was set before.
  public var escapeSequence: String {
    var codes = ["0"]
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isUnderlined { codes.append("4") }
    if isReversed { codes.append("7") }
    if let colour { codes.append("\(colour < 8 ? 30 + Int(colour) : 82 + Int(colour))") }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}
