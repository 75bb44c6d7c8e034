/// Compares the names of memos with what a person has typed, insensitive to case and normalization. Meant for one
/// memo after the other.
public struct NameMatcher {
  /// How a memo answers, from best to worst.
  public enum Match: CaseIterable, Sendable {
    /// One of its names is what was typed.
    case exact
    /// One is, if blanks beside Hangul, kana and Han do not count.
    case respaced
    /// One is without accents and strokes, as `Łódź` for `lodz`.
    case unaccented
    /// One begins so.
    case start
    /// One holds it.
    case part
    /// Hangul consonants that were typed are those of its title.
    case initials
    /// Those of its title without blanks.
    case spacedInitials
  }

  private let typed: [UInt8]
  /// `nil` for what is in nearly every name and means none, as a dot or a dash does.
  private let finder: ByteFinder?
  private let initials: WordPattern?
  private let mayBeFileName: Bool
  private let mayBeRespaced: Bool
  private var folded = FoldedText()

  /// Prepares for names.
  public init(_ typed: String) {
    self.typed = Folding.matchKey(typed)
    let hasLetterOrDigit = typed.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    finder = hasLetterOrDigit ? ByteFinder(self.typed) : nil
    initials = Hangul.isInitials(typed) ? WordPattern(word: typed) : nil
    mayBeFileName = self.typed.contains(UInt8(ascii: "."))
    mayBeRespaced = hasLetterOrDigit && self.typed.contains(where: WordGap.mayStartSyllable)
  }

  /// How a memo answers; `nil` where it does not.
  ///
  /// - Parameters:
  ///   - fileName: with the ending, which counts where it is typed in full.
  ///   - others: its names but for the title: that of its file without ending, and its aliases.
  public mutating func match(
    title: UnsafeRawBufferPointer, fileName: UnsafeRawBufferPointer, others: [UnsafeRawBufferPointer]
  ) -> Match? {
    guard !typed.isEmpty else { return nil }
    var best: Match?
    for name in [title] + others {
      folded.fold(name, by: .names)
      if folded.bytes == typed { return .exact }
      guard let finder, best != .respaced else { continue }
      if mayBeRespaced, WordGap.isSame(typed, folded.bytes) {
        best = .respaced
      } else if best != .unaccented, LetterBase.isSame(typed, unaccented: folded.bytes) {
        best = .unaccented
      }
      guard best == nil || best == .part else { continue }
      if folded.bytes.starts(with: typed) {
        best = .start
      } else if best == nil, folded.bytes.withUnsafeBytes({ finder.firstIndex(in: $0) }) != nil {
        best = .part
      }
    }
    if mayBeFileName {
      folded.fold(fileName, by: .names)
      if folded.bytes == typed { return .exact }
    }
    return best ?? matchInitials(of: title)
  }

  private func matchInitials(of title: UnsafeRawBufferPointer) -> Match? {
    guard let initials else { return nil }
    let title = String(decoding: title, as: UTF8.self)
    guard initials.occurs(inName: title) else { return nil }
    return initials.occurs(in: title) ? .initials : .spacedInitials
  }
}
