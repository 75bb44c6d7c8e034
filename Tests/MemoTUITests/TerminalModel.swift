import MemoCore
import MemoTUI

/// As much of a terminal as the escape sequences of `CellDifferences` need.
struct TerminalModel {
  /// Whether it draws the parts of a joined emoji side by side, as tmux 3.3a does with a skin tone.
  private let drawsPartsApart: Bool
  private var contents: [CellGrid.Position: (text: String, style: String)] = [:]
  private var position = CellGrid.Position(row: 0, column: 0)
  private var style = CellStyle.plain.escapeSequence
  private var isCursorVisible = false

  init(drawsPartsApart: Bool = false) {
    self.drawsPartsApart = drawsPartsApart
  }

  /// Where the cursor is seen.
  var cursor: CellGrid.Position? { isCursorVisible ? position : nil }

  /// The cells of a row, each as text and style.
  func cells(inRow row: Int, columns: Int) -> [String] {
    (0..<columns).map { column in
      let cell = contents[CellGrid.Position(row: row, column: column)]
      return "\(cell?.text ?? " ")|\(cell?.style ?? CellStyle.plain.escapeSequence)"
    }
  }

  /// The texts of the cells of a row.
  func texts(inRow row: Int, columns: Int) -> [String] {
    (0..<columns).map { contents[CellGrid.Position(row: row, column: $0)]?.text ?? " " }
  }

  /// Whether it shows a grid, cell by cell.
  func shows(_ grid: CellGrid) -> Bool {
    var (style, sequence) = (CellStyle.plain, CellStyle.plain.escapeSequence)
    for row in 0..<grid.size.rows {
      for (column, cell) in zip(0..., grid.cells(inRow: row)) {
        if cell.style != style { (style, sequence) = (cell.style, cell.style.escapeSequence) }
        let seen = contents[CellGrid.Position(row: row, column: column)] ?? (" ", CellStyle.plain.escapeSequence)
        if seen.text != cell.text || seen.style != sequence { return false }
      }
    }
    return cursor == grid.cursor
  }

  /// Does what a terminal does with text and escape sequences.
  mutating func obey(_ output: String) {
    var rest = output[...]
    while let character = rest.first {
      if character == "\u{1B}" {
        let end = rest.dropFirst(2).firstIndex { $0.isLetter } ?? rest.startIndex
        obeySequence(String(rest[...end]))
        rest = rest[rest.index(after: end)...]
      } else {
        write(character)
        rest = rest.dropFirst()
      }
    }
  }

  private mutating func obeySequence(_ sequence: String) {
    switch sequence.last {
    case "H":
      let numbers = sequence.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
      position = CellGrid.Position(row: (numbers.first ?? 1) - 1, column: (numbers.last ?? 1) - 1)
    case "J": contents = [:]
    case "m": style = sequence
    default:
      if sequence == "\u{1B}[?25h" { isCursorVisible = true }
      if sequence == "\u{1B}[?25l" { isCursorVisible = false }
    }
  }

  private mutating func write(_ character: Character) {
    guard drawsPartsApart else { return draw(character) }
    for scalar in character.unicodeScalars { draw(Character(scalar)) }
  }

  private mutating func draw(_ character: Character) {
    for column in 0..<DisplayWidth.columns(of: character) {
      let place = CellGrid.Position(row: position.row, column: position.column + column)
      contents[place] = (column == 0 ? String(character) : "", style)
    }
    position.column += DisplayWidth.columns(of: character)
  }
}
