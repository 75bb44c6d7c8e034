/// Reports which parts of a memo's lines match a query, to show them as matches.
public struct SearchHighlighter: Sendable {
  private let query: SearchQuery
  private let limits: SearchLimits

  /// Highlights what a query looks for in titles and texts.
  public init(_ query: SearchQuery, limits: SearchLimits) {
    self.query = query
    self.limits = limits
  }

  /// The bytes of a line that match, in order and apart from each other; the line comes without its line break.
  ///
  /// - Parameter isTitle: whether it is the line that gives the memo its title, where alone `title:` looks.
  public func ranges(in line: [UInt8], isTitle: Bool) -> [Range<Int>] {
    let budget = RegexBudget(limits, size: line.count)
    var text = LazyText()
    return line.withUnsafeBytes { bytes in
      var found: [Range<Int>] = []
      for matcher in matchers(isTitle: isTitle) {
        var findings = text.findings(matcher, in: bytes, budget)
        if findings.isEmpty, case .word(let word) = matcher {
          findings = text.forgivenFindings(word, in: bytes, whereInitials: { _ in isTitle })
        }
        found += findings.map(\.range)
      }
      return Self.joined(found.filter { !$0.isEmpty })
    }
  }

  private func matchers(isTitle: Bool) -> [TextMatcher] {
    query.root.wantedConditions.compactMap { condition in
      switch condition {
      case .text(let matcher): matcher
      case .title(let matcher): isTitle ? matcher : nil
      case .path, .file, .tag, .field: nil
      }
    }
  }

  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
      guard let last = joined.last, range.lowerBound <= last.upperBound else { return joined.append(range) }
      joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    }
  }
}

extension LinkSpan {
  /// The links of a memo that pass, as a search writes its matches: with line, column, length and the line's text.
  public static func matches(
    in bytes: UnsafeRawBufferPointer, where passes: (InlineLink) -> Bool
  ) -> [SearchMatch] {
    var counter = PositionCounter(bytes)
    return all(in: bytes).map(\.link).filter(passes).map { link in
      let position = counter.position(of: link.range.lowerBound)
      // A label may go on in the next line; the match does not.
      let end = link.range.first { bytes.isLineEnd(at: $0) } ?? link.range.upperBound
      return SearchMatch(
        line: position.line, column: position.column,
        length: LossyUTF8.scalarCount(bytes, in: link.range.lowerBound..<end), text: counter.lineText,
        place: .body)
    }
  }
}
