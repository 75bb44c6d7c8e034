/// A tag of a query: `a` also stands for tags nested in it (`a/b`); `*` stands for any run without `/`.
struct TagPattern: Sendable {
  /// The tag as it was written, without `#`.
  let tag: String
  private let key: [UInt8]

  /// Prepares a tag, with or without `#`.
  init(_ written: String) {
    tag = written.dropping(prefix: "#") ?? written
    key = Folding.matchKey(tag)
  }

  /// Whether one of a memo's tags is this one or nested in it.
  func isAmong(_ tags: [String]) -> Bool {
    tags.contains { matches($0) }
  }

  /// Whether a memo's tag is this one or nested in it, whatever its case and normalization.
  func matches(_ candidate: String) -> Bool {
    matches(Folding.matchKey(candidate)[...])
  }

  /// Goes back only to the last `*`, so that no tag takes longer than pattern times tag.
  private func matches(_ candidate: ArraySlice<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    var place = 0
    var index = candidate.startIndex
    var retry: (place: Int, index: Int)?
    while true {
      let isAtEnd = index == candidate.endIndex
      if place == key.count, isAtEnd || candidate[index] == slash { return true }
      if place < key.count, key[place] == UInt8(ascii: "*") {
        retry = (place + 1, index)
        place += 1
      } else if place < key.count, !isAtEnd, key[place] == candidate[index] {
        place += 1
        index += 1
      } else if let last = retry, last.index < candidate.endIndex, candidate[last.index] != slash {
        retry = (last.place, last.index + 1)
        place = last.place
        index = last.index + 1
      } else {
        return false
      }
    }
  }
}
