import Foundation
public import MemoCore

/// What links resolve to, written down once more and as plainly as can be: every memo is asked at every step.
public struct LinkOracle {
  /// What a memo goes by.
  public struct Memo {
    let path: String
    let title: String
    let aliases: [String]
    let stem: String
    let ending: String
    let names: [String]

    /// Puts together a memo.
    public init(path: String, title: String, aliases: [String]) {
      (self.path, self.title, self.aliases) = (path, title, aliases)
      ending = [".md", ".markdown"].first { path.hasSuffix($0) } ?? ""
      stem = String(path.unicodeScalars.dropLast(ending.unicodeScalars.count))
      names = stem.split(separator: "/").map(String.init)
    }

    var folder: [String] { names.dropLast() }
  }

  private let memos: [Memo]
  private let keys = Keys()

  /// The keys that were made, as each is asked for often.
  private final class Keys {
    private var kept: [[UInt8]: [UInt8]] = [:]

    func key(_ text: String) -> [UInt8] {
      let bytes = Array(text.utf8)
      if let key = kept[bytes] { return key }
      let key = Array(LinkOracle.composed(text).lowercased().utf8)
      kept[bytes] = key
      return key
    }
  }

  /// What a link resolves to.
  public enum Answer: Equatable, Sendable {
    /// The memo at a place of the array.
    case memo(Int)
    /// That memo, though only the length and order of paths speak for it.
    case guess(Int)
    case none

    /// The place of the memo.
    public var place: Int? {
      switch self {
      case .memo(let place), .guess(let place): place
      case .none: nil
      }
    }
  }

  /// Knows memos by their places in an array.
  public init(memos: [Memo]) {
    self.memos = memos
  }

  /// What a link in a memo of a folder resolves to.
  public func answer(_ target: String, _ kind: MemoLink.Kind, in folder: String) -> Answer {
    let text = kind == .markdown ? target.removingPercentEncoding ?? target : target
    let own = folder.split(separator: "/").map(String.init)
    if kind == .markdown, text.hasSuffix("/") {
      let starts = text.hasPrefix("/") ? [[]] : [own, []]
      let places = starts.flatMap { start in ["index", "README"].map { (start, text + $0) } }
      return first(places.map { start, text in { path(text, from: start, own) } })
    }
    let isDotted = text.hasPrefix("./") || text.hasPrefix("../")
    var answers: [() -> Answer] = []
    if !text.hasPrefix("/"), kind == .markdown || isDotted { answers.append { path(text, from: own, own) } }
    answers.append { path(text, from: [], own) }
    if isDotted { return first(answers) }
    answers.append { pathEnd(text, own) }
    if kind == .wiki || Self.ending(of: text) != nil {
      answers.append { choose(own) { [(memos[$0].title, text)] } }
      answers.append { choose(own) { memos[$0].aliases.map { ($0, text) } } }
    }
    return first(answers)
  }

  // MARK: Rules

  /// A path from a folder: with the extension that is written, then with `.md`, then with `.markdown`.
  private func path(_ text: String, from start: [String], _ own: [String]) -> Answer {
    guard let names = Self.joined(start, text) else { return .none }
    let path = names.joined(separator: "/")
    var wanted: [(stem: String, ending: String)] = []
    if let ending = Self.ending(of: path) { wanted.append((Self.drop(ending, path), ending)) }
    wanted += [(path, ".md"), (path, ".markdown")]
    return first(
      wanted.map { stem, ending in { choose(own) { memos[$0].ending == ending ? [(memos[$0].stem, stem)] : [] } } })
  }

  private func pathEnd(_ text: String, _ own: [String]) -> Answer {
    let names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !names.contains(where: { ["", ".", ".."].contains($0) }) else { return .none }
    func end(_ place: Int, _ count: Int) -> String { memos[place].names.suffix(count).joined(separator: "/") }
    var answers: [() -> Answer] = []
    if let ending = Self.ending(of: text) {
      let stem = Self.drop(ending, text)
      answers.append { choose(own) { memos[$0].ending == ending ? [(end($0, names.count), stem)] : [] } }
    }
    answers.append { choose(own) { [(end($0, names.count), text)] } }
    return first(answers)
  }

  private func first(_ answers: [() -> Answer]) -> Answer {
    for answer in answers {
      let found = answer()
      if found != .none { return found }
    }
    return .none
  }

  /// The memo of which a name equals what is written: exact case first, then the own folder, then below it, then the
  /// fewest components, then byte order.
  private func choose(_ own: [String], _ names: @escaping (Int) -> [(name: String, written: String)]) -> Answer {
    var found = memos.indices.filter { place in
      names(place).contains { !$0.name.isEmpty && keys.key($0.name) == keys.key($0.written) }
    }
    func isSpelled(_ place: Int, _ same: (String, String) -> Bool) -> Bool {
      names(place).contains { same($0.name, $0.written) }
    }
    let preferences: [(Int) -> Bool] = [
      { isSpelled($0) { $0.unicodeScalars.elementsEqual($1.unicodeScalars) } },
      { isSpelled($0) { Self.composed($0).unicodeScalars.elementsEqual(Self.composed($1).unicodeScalars) } },
      { Self.isSame(memos[$0].folder, own) },
      { Self.isSame(Array(memos[$0].folder.prefix(own.count)), own) },
    ]
    for isPreferred in preferences {
      let better = found.filter(isPreferred)
      if !better.isEmpty { found = better }
    }
    let best = found.min {
      let (left, right) = (memos[$0], memos[$1])
      if left.names.count != right.names.count { return left.names.count < right.names.count }
      return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
    return best.map { found.count == 1 ? .memo($0) : .guess($0) } ?? .none
  }

  // MARK: Texts

  private static func joined(_ folder: [String], _ path: String) -> [String]? {
    var names = folder
    let steps = path.split(separator: "/").map(String.init)
    guard !path.hasSuffix("/"), let last = steps.last, last != ".", last != ".." else { return nil }
    for name in steps where name != "." {
      if name != ".." {
        names.append(name)
      } else if names.popLast() == nil {
        return nil
      }
    }
    return names
  }

  private static func ending(of text: String) -> String? {
    [".md", ".markdown"].first { text.lowercased().hasSuffix($0) && text.utf8.count > $0.utf8.count }
  }

  private static func drop(_ ending: String, _ text: String) -> String {
    String(text.unicodeScalars.dropLast(ending.unicodeScalars.count))
  }

  /// Byte by byte: `String` takes NFC and NFD for equal.
  private static func isSame(_ left: [String], _ right: [String]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  fileprivate static func composed(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }
}
