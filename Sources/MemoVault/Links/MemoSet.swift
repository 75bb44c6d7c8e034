/// Some of the memos of an index, by their places in it.
public struct MemoSet: Sendable {
  private var isMember: [Bool]

  /// Takes the places of memos, counted from 0, among `count`.
  init(_ places: some Sequence<Int>, of count: Int) {
    isMember = Array(repeating: false, count: count)
    for place in places { isMember[place] = true }
  }

  /// The places of the members in their order.
  public var places: [Int] { isMember.indices.filter { isMember[$0] } }

  /// Whether the memo at a place is one of them.
  public func contains(_ place: Int) -> Bool { isMember[place] }
}
