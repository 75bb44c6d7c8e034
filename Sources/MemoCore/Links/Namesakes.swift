import Synchronization

/// The memos that share a name, case and normalization aside.
final class Namesakes: Sendable {
  /// One of them.
  struct Member {
    let memo: Int
    let path: VaultPath
    /// How it writes the name: in one way, but for aliases.
    let spellings: [[UInt8]]
  }

  /// Their numbers, the lowest first.
  let memos: [Int]
  private let groups: [LinkStep.Ending: Spellings]

  /// - Parameter members: in the order of their numbers.
  init(_ members: [Member]) {
    memos = members.map(\.memo)
    let all = Spellings(members)
    var groups = [LinkStep.Ending.any: all]
    for ending in MemoExtension.allCases {
      let fitting = members.filter { MemoExtension(of: $0.path.bytes) == ending }
      guard !fitting.isEmpty else { continue }
      groups[.written(ending)] = fitting.count == members.count ? all : Spellings(fitting)
    }
    self.groups = groups
  }

  /// Whether a memo is one of them.
  func contains(_ memo: Int) -> Bool {
    let place = memos.partitioningIndex { $0 >= memo }
    return place < memos.count && memos[place] == memo
  }

  /// Those whose files have an ending; `nil` for none.
  func all(_ ending: LinkStep.Ending) -> LinkChoices? { groups[ending]?.all }

  /// Of those whose files have an ending, the ones that write the name as a link does, else those that differ from it in
  /// normalization, else all; `nil` for none.
  func choices(_ ending: LinkStep.Ending, spelled name: ArraySlice<UInt8>) -> LinkChoices? {
    guard let group = groups[ending] else { return nil }
    return group.exact[Array(name)] ?? group.normalized[Self.normalized(name)] ?? group.all
  }

  /// Memos by the ways in which they write a name.
  private struct Spellings {
    let all: LinkChoices
    let exact: [[UInt8]: LinkChoices]
    let normalized: [[UInt8]: LinkChoices]

    init(_ members: [Member]) {
      let all = LinkChoices(members)
      // Mostly all write it in one way, so that they are sorted once.
      func groups(by spelling: ([UInt8]) -> [UInt8]) -> [[UInt8]: LinkChoices] {
        var groups: [[UInt8]: [Member]] = [:]
        for member in members {
          for name in Set(member.spellings.map(spelling)) { groups[name, default: []].append(member) }
        }
        return groups.mapValues { $0.count == members.count ? all : LinkChoices($0) }
      }
      self.all = all
      exact = groups { $0 }
      normalized = groups { Namesakes.normalized($0[...]) }
    }
  }

  private static func normalized(_ name: ArraySlice<UInt8>) -> [UInt8] {
    var folded = FoldedText()
    name.withUnsafeBytes { folded.fold($0, by: .normalization) }
    return folded.bytes
  }
}

/// The names that many memos of a vault share, as far as links have asked for them. All lookups of a resolver have one, so
/// that the memos of a name are gone through once, and not for each file whose links are followed.
final class SharedNames: Sendable {
  private let known = Mutex<[UInt64: Namesakes]>([:])

  /// Names that fewer memos have are not kept: where a folder is the copy of another, nearly all names are shared by two.
  private static let fewest = 32

  /// The memos that a key leads to.
  ///
  /// - Parameter find: finds them; not called under the lock, so that the other threads go on.
  func namesakes(_ key: UInt64, find: () -> Namesakes) -> Namesakes {
    if let namesakes = known.withLock({ $0[key] }) { return namesakes }
    let found = find()
    if found.memos.count >= Self.fewest { known.withLock { $0[key] = found } }
    return found
  }
}

extension LinkResolver {
  /// The memos that a key leads to.
  ///
  /// - Parameter name: that of the key, as any link writes it.
  func namesakes(_ name: ArraySlice<UInt8>, _ key: UInt64) -> Namesakes {
    shared.namesakes(key) {
      Namesakes(
        names.holders(of: key).map {
          Namesakes.Member(memo: $0, path: path($0), spellings: spellings(of: name, key, by: $0))
        })
    }
  }

  /// How a memo writes a name.
  private func spellings(of name: ArraySlice<UInt8>, _ key: UInt64, by memo: Int) -> [[UInt8]] {
    switch NameKeys.role(ofKey: key) {
    case .path: return [stem(of: memo)]
    case .pathEnd:
      let stem = stem(of: memo)
      let slashes = name.count { $0 == UInt8(ascii: "/") }
      let starts = stem.indices.filter { stem[$0] == UInt8(ascii: "/") }
      return [starts.dropLast(slashes).last.map { Array(stem[($0 + 1)...]) } ?? stem]
    case .title: return [Array(self.memo(memo).title.utf8)]
    case .alias:
      var keys = NameKeys()
      let aliases = self.memo(memo).aliases.filter { NameKeys.key(keys.hash(of: $0), .alias) == key }
      return aliases.map { Array($0.utf8) }
    case nil: return []
    }
  }

  private func stem(of memo: Int) -> [UInt8] { Array(MemoExtension.stem(of: path(memo).bytes)) }
}
