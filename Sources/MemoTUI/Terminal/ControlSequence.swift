/// A control sequence that a terminal sends: the bytes after `ESC [`.
struct ControlSequence {
  private let parameters: [Int?]
  private let isMouse: Bool
  /// Whether it is an answer, and its numbers are none of a key.
  private let isPrivate: Bool
  private let final: UInt8

  /// The bytes between `ESC [` and the last one, and the last one.
  init(parameters: ArraySlice<UInt8>, final: UInt8) {
    isMouse = parameters.first == UInt8(ascii: "<")
    isPrivate = parameters.first == UInt8(ascii: "?")
    self.parameters = parameters.dropFirst(isMouse || isPrivate ? 1 : 0)
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      // Small numbers only: a cell so far away would overflow.
      .map { UInt16(String(decoding: $0, as: UTF8.self)).map(Int.init) }
    self.final = final
  }

  /// Whether it starts a paste.
  var startsPaste: Bool { final == UInt8(ascii: "~") && parameter(0) == 200 }

  /// Its event; `nil` if it has none.
  var event: TerminalEvent? {
    if isMouse { return mouse.map { .mouse($0) } }
    if isPrivate { return nil }
    if final == UInt8(ascii: "Z") { return .key(.backTab) }
    return key.map { .key($0, modifiers) }
  }

  /// What the terminal answers with it; `nil` if it is no answer.
  var report: TerminalReport? {
    switch final {
    case UInt8(ascii: "c") where isPrivate: return .attributes(parameters.compactMap(\.self))
    case UInt8(ascii: "t") where parameter(0) == 6:
      guard let height = parameter(1), let width = parameter(2) else { return nil }
      return .cell(width: width, height: height)
    default: return nil
    }
  }

  /// The key of an arrow, of Home or of End.
  static func arrow(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    default: nil
    }
  }

  /// The key of `ESC O` and a byte.
  static func keypad(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
    default: arrow(final)
    }
  }

  /// The key of `ESC [ [` and a byte.
  static func consoleKey(_ final: UInt8) -> Key? {
    (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) ? .function(Int(final - UInt8(ascii: "A")) + 1) : nil
  }

  private var key: Key? {
    guard final == UInt8(ascii: "~") else { return Self.arrow(final) }
    switch parameter(0) {
    case 1, 7: return .home
    case 2: return .insert
    case 3: return .delete
    case 4, 8: return .end
    case 5: return .pageUp
    case 6: return .pageDown
    // The numbers have gaps, as the keys have on the keyboard of the first terminal with them.
    case let number? where (11...15).contains(number): return .function(number - 10)
    case let number? where (17...21).contains(number): return .function(number - 11)
    case let number? where (23...24).contains(number): return .function(number - 12)
    default: return nil
    }
  }

  private var modifiers: KeyModifiers {
    KeyModifiers(rawValue: max(0, (parameter(1) ?? 1) - 1) & 7)
  }

  private var mouse: MouseEvent? {
    guard let code = parameter(0), let column = parameter(1), let row = parameter(2) else { return nil }
    let action: MouseEvent.Action
    // Shift, Alt and Ctrl add 4, 8 and 16; motion adds 32.
    switch (code & ~0b1_1100, final) {
    case (0, UInt8(ascii: "M")): action = .press
    case (0, UInt8(ascii: "m")), (32, UInt8(ascii: "m")): action = .release
    case (32, UInt8(ascii: "M")): action = .drag
    case (64, UInt8(ascii: "M")): action = .wheelUp
    case (65, UInt8(ascii: "M")): action = .wheelDown
    default: return nil
    }
    return MouseEvent(action, row: max(0, row - 1), column: max(0, column - 1))
  }

  private func parameter(_ place: Int) -> Int? {
    place < parameters.count ? parameters[place] : nil
  }
}
