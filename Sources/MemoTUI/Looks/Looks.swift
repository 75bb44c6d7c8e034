/// What a person has chosen about the look of the split view and its keys.
public struct Looks: Equatable, Sendable {
  /// How the marks of Markdown are drawn outside of the line that is being edited.
  public enum Marks: String, CaseIterable, Sendable {
    /// Paler than the text.
    case dim
    /// Like the text they belong to.
    case show
  }

  /// The meaning of keys in a text that is read.
  public enum Keys: String, CaseIterable, Sendable {
    /// The split view's own.
    case plain
    /// Those of vi.
    case vi
  }

  /// Whether pictures are drawn in a text, and how the terminal is sent them.
  public enum Pictures: String, CaseIterable, Sendable {
    /// Where the terminal can.
    case auto
    /// Nowhere.
    case off
    /// In this protocol, whatever the terminal answers.
    case kitty, iterm2, sixel
  }

  /// The settings of a user that decide it.
  public enum Key: String, CaseIterable, Sendable {
    case theme, measure, marks, keys, pictures
  }

  /// The most columns of a text unless the user chooses others: about what is read with ease.
  public static let usualMeasure = 88
  /// The fewest columns that can be chosen.
  public static let narrowestMeasure = 20

  /// The colours.
  public var theme = Theme.terminal
  /// The most columns of a text; `nil` for the whole width.
  public var measure: Int? = Looks.usualMeasure
  /// The marks of Markdown.
  public var marks = Marks.dim
  /// The keys of the text.
  public var keys = Keys.plain
  /// The pictures in a text.
  public var pictures = Pictures.auto

  /// The looks of a user who has chosen nothing.
  public init() {}

  /// Reads what was chosen. A value that is not known counts as none: a later version may have written it.
  public init(text: (Key) -> String?) {
    theme = text(.theme).flatMap(Theme.Name.init).map(Theme.init) ?? .terminal
    measure = text(.measure).flatMap(Self.measure) ?? Self.usualMeasure
    marks = text(.marks).flatMap(Marks.init) ?? .dim
    keys = text(.keys).flatMap(Keys.init) ?? .plain
    pictures = text(.pictures).flatMap(Pictures.init) ?? .auto
  }

  /// The columns that a text names, 0 for the whole width; `nil` for a text that names none.
  public static func measure(_ text: String) -> Int?? {
    guard let columns = Int(text), columns == 0 || (narrowestMeasure...9_999).contains(columns) else { return nil }
    return .some(columns == 0 ? nil : columns)
  }
}
