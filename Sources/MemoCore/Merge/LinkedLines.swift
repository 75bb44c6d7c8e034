/// Lines in which links lead somewhere, taken apart into what is said and where the links lead.
///
/// A rename changes the targets of links in lines that the other side may have edited, or in which it has changed another
/// target: these are no two versions of the lines, and one text can hold both changes.
struct LinkedLines {
  /// The text between the targets, line by line; one piece more than the line has targets.
  private let said: [[[UInt8]]]
  /// The targets of all lines, with the headings that they name.
  private let targets: [[UInt8]]

  /// Takes lines apart.
  init(_ text: TextLines, _ lines: Range<Int>) {
    let parts = lines.map { Self.parts(of: Array(text.content(at: $0))) }
    said = parts.map(\.said)
    targets = parts.flatMap(\.targets)
  }

  private init(said: [[[UInt8]]], targets: [[UInt8]]) {
    (self.said, self.targets) = (said, targets)
  }

  private static func parts(of line: [UInt8]) -> (said: [[UInt8]], targets: [[UInt8]]) {
    // What is indented would be code for want of the list around it.
    let indent = line.prefix(while: \.isBlank).count
    let ranges = line[indent...].withUnsafeBytes { bytes in
      InlineLink.targets(in: bytes).map { $0.target.lowerBound..<($0.heading ?? $0.target).upperBound }
        + FileTarget.all(in: bytes).filter { target in
          // No rename changes an address of the web.
          !LinkAddress(bytes.part(target.range), target.kind).hasScheme
        }.map(\.range)
    }
    var (said, targets, place) = ([[UInt8]](), [[UInt8]](), 0)
    for range in ranges.map({ $0.moved(by: indent) }).sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.lowerBound >= place {
      said.append(Array(line[place..<range.lowerBound]))
      targets.append(Array(line[range]))
      place = range.upperBound
    }
    return (said + [Array(line[place...])], targets)
  }

  /// The contents of the lines.
  var contents: [[UInt8]] {
    var rest = targets[...]
    return said.map { pieces in
      let filled = pieces.dropLast().flatMap { $0 + (rest.popFirst() ?? []) }
      return filled + (pieces.last ?? [])
    }
  }

  /// The lines with both sides' changes; `nil` where they are two versions.
  ///
  /// - Parameter doubled: memos to which each side gave another name: a link to one name is as good as one to the other.
  static func merged(
    base: LinkedLines, first: LinkedLines, second: LinkedLines, doubled: [TreeMerge.Doubled] = []
  ) -> LinkedLines? {
    if first.targets.isEmpty, second.targets.isEmpty { return nil }
    if first.said == second.said { return retargeted(base, first, second, doubled) }
    if first.said == base.said { return second.following(base, first) }
    if second.said == base.said { return first.following(base, second) }
    return nil
  }

  /// Where both sides say the same, each target is that of the side which changed it.
  private static func retargeted(
    _ base: LinkedLines, _ first: LinkedLines, _ second: LinkedLines, _ doubled: [TreeMerge.Doubled]
  ) -> LinkedLines? {
    let known = Set(base.targets)
    var targets: [[UInt8]] = []
    for (place, (one, other)) in zip(first.targets, second.targets).enumerated() {
      let isOld = first.said == base.said ? { $0 == base.targets[place] } : { known.contains($0) }
      if one == other || isOld(other) && !isOld(one) || doubled.contains(where: { $0.isNamed(one, other) }) {
        targets.append(one)
      } else if isOld(one), !isOld(other) {
        targets.append(other)
      } else {
        return nil
      }
    }
    return LinkedLines(said: first.said, targets: targets)
  }

  /// These lines with the targets that another side has given to the links of the base, of which it changed nothing else; `nil`
  /// where one of these links is not here as often.
  private func following(_ base: LinkedLines, _ other: LinkedLines) -> LinkedLines? {
    var news: [[UInt8]: [UInt8]] = [:]
    for (old, new) in zip(base.targets, other.targets) {
      guard news.updateValue(new, forKey: old).map({ $0 == new }) ?? true else { return nil }
    }
    for (old, new) in news where old != new {
      // Of names that are swapped there is no telling whether they are already.
      guard !base.targets.contains(new) else { return nil }
      let isHere = count(of: old) == base.count(of: old)
      // Merged once more, the change is there already.
      guard isHere || count(of: old) == 0 && count(of: new) >= other.count(of: new) else { return nil }
    }
    return LinkedLines(said: said, targets: targets.map { news[$0] ?? $0 })
  }

  private func count(of target: [UInt8]) -> Int { targets.count { $0 == target } }
}

extension TreeMerge.Doubled {
  /// Whether the targets of two links are the names that the sides gave to the memo, with the same heading.
  fileprivate func isNamed(_ target: [UInt8], _ other: [UInt8]) -> Bool {
    let mark = UInt8(ascii: "#")
    let headings = [target, other].map { $0.drop { $0 != mark } }
    return headings[0] == headings[1] && Self.isNamed(first, target.prefix { $0 != mark })
      && Self.isNamed(second, other.prefix { $0 != mark })
  }

  /// Whether a link has a memo's name, or its title from which the name was made, and the memo is in the folders that it names.
  private static func isNamed(_ memo: VaultPath, _ target: ArraySlice<UInt8>) -> Bool {
    guard let ending = MemoExtension(of: memo.name) else { return false }
    let parts = PercentEncoding.decoded(Array(target)).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // To which folder `..` leads is not in the text.
    let folders = parts.dropLast().drop { $0.allSatisfy { $0 == UInt8(ascii: ".") } }
    guard let name = parts.last, memo.parent.components.suffix(folders.count).elementsEqual(folders) else {
      return false
    }
    return Slug.holds(
      String(decoding: name, as: UTF8.self), in: String(decoding: memo.name.dropLast(ending.length), as: UTF8.self),
      by: .dash)
  }
}
