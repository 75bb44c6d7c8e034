/// What was copied and deleted under a name, as in `"ayy` and `"ap`. What was copied or deleted last is the clipboard.
struct ViRegisters: Sendable {
  /// The name before the command that is carried out.
  var chosen: String?
  private var texts: [String: [UInt8]] = [:]

  /// Whether a key is such a name: a letter, of which a capital adds to the text; what was copied last; the clipboards; or none
  /// that keeps anything.
  static func isName(_ key: String) -> Bool {
    key.utf8.count == 1 && key.utf8.allSatisfy { $0.isLetter || "0\"+*_".utf8.contains($0) }
  }

  /// Whether a name is that of the clipboard of the system.
  static func isOfSystem(_ name: String?) -> Bool { name == "+" || name == "*" }

  /// Whether what is copied under the chosen name goes to the clipboard of the system.
  var isShared: Bool { chosen.map { Self.isOfSystem($0) || $0 == "\"" } ?? true }

  /// Keeps a text under the chosen name; returns what can be pasted then without a name, `nil` if that stays as it is.
  mutating func keep(_ text: [UInt8], isCopied: Bool) -> [UInt8]? {
    guard let chosen, let byte = chosen.utf8.first, byte.isLetter else {
      if chosen == "0" || isCopied && (chosen == nil || chosen == "\"") { texts["0"] = text }
      return chosen == "_" ? nil : text
    }
    let name = chosen.lowercased()
    let before = name == chosen ? [] : texts[name] ?? []
    // Lines stay lines of their own.
    let lineBreak = [UInt8(ascii: "\n")]
    let isApart = !before.isEmpty && Self.isByLines(text) && !Self.isByLines(before)
    let isOpen = Self.isByLines(before) && !Self.isByLines(text)
    let all = before + (isApart ? lineBreak : []) + text + (isOpen ? lineBreak : [])
    texts[name] = all
    return all
  }

  /// The text of the chosen name.
  ///
  /// - Parameter clipboard: that without a name.
  func text(orElse clipboard: [UInt8]) -> [UInt8] {
    guard let chosen, chosen != "\"" else { return clipboard }
    return texts[chosen.lowercased()] ?? []
  }

  /// Whether a text is pasted as whole lines.
  static func isByLines(_ text: [UInt8]) -> Bool { text.last == UInt8(ascii: "\n") || text.last == UInt8(ascii: "\r") }
}
