import Foundation
public import MemoCore

/// Where links lead, written down once more and as plainly as can be: every memo is asked at every step.
public struct LinkOracle {
  /// What a memo goes by.
  public struct Memo {
    let path: String
    let title: String
    let aliases: [String]

    /// Puts together a memo.
    public init(path: String, title: String, aliases: [String]) {
      (self.path, self.title, self.aliases) = (path, title, aliases)
    }

    var stem: String {
      for ending in [".md", ".markdown"] where path.hasSuffix(ending) { return String(path.dropLast(ending.count)) }
      return path
    }

    var ending: String { String(path.unicodeScalars.suffix(path.unicodeScalars.count - stem.unicodeScalars.count)) }
    var name: String { String(stem.split(separator: "/").last ?? "") }
  }

  private let memos: [Memo]

  /// Where a link leads.
  public enum Answer: Equatable {
    /// To the memo at a place of the array.
    case memo(Int)
    case several
    case none
  }

  /// Knows memos by their places in an array.
  public init(memos: [Memo]) {
    self.memos = memos
  }

  /// Where a link in a memo of a folder leads.
  public func answer(_ target: String, _ kind: MemoLink.Kind, in folder: String) -> Answer {
    let text = kind == .markdown ? target.removingPercentEncoding ?? target : target
    let isDotted = text.hasPrefix("./") || text.hasPrefix("../")
    if !text.hasPrefix("/"), kind == .markdown || isDotted {
      if let found = path(joined(folder, text)) { return found }
    }
    if isDotted { return .none }
    if let found = path(joined("", text)) { return found }
    if !text.contains("/") {
      for ending in [".md", ".markdown"] where key(text).hasSuffix(ending) {
        let found = memos.indices.filter {
          memos[$0].ending == ending && key(memos[$0].name) == key(String(text.dropLast(ending.count)))
        }
        if let answer = answer(found) { return answer }
      }
      if let answer = answer(memos.indices.filter { key(memos[$0].name) == key(text) }) { return answer }
    }
    let titled = memos.indices.filter { !memos[$0].title.isEmpty && key(memos[$0].title) == key(text) }
    return answer(titled) ?? answer(memos.indices.filter { memos[$0].aliases.map(key).contains(key(text)) }) ?? .none
  }

  private func path(_ path: String?) -> Answer? {
    guard let path, !path.isEmpty else { return nil }
    for wanted in [path, path + ".md", path + ".markdown"] {
      let found = memos.indices.filter { key(memos[$0].path) == key(wanted) }
      // Twins: the stem that is written so.
      let stem = Memo(path: lowercasedEnding(wanted), title: "", aliases: []).stem
      let exact = found.filter { memos[$0].stem.unicodeScalars.elementsEqual(stem.unicodeScalars) }
      if found.count > 1, exact.count == 1 { return .memo(exact[0]) }
      if let answer = answer(found) { return answer }
    }
    return nil
  }

  private func lowercasedEnding(_ path: String) -> String {
    for ending in [".md", ".markdown"] where path.lowercased().hasSuffix(ending) {
      return String(path.dropLast(ending.count)) + ending
    }
    return path
  }

  private func joined(_ folder: String, _ path: String) -> String? {
    var names = folder.split(separator: "/").map(String.init)
    for name in path.split(separator: "/").map(String.init) where name != "." {
      if name != ".." {
        names.append(name)
      } else if names.popLast() == nil {
        return nil
      }
    }
    return names.joined(separator: "/")
  }

  private func answer(_ found: [Int]) -> Answer? {
    found.isEmpty ? nil : found.count == 1 ? .memo(found[0]) : .several
  }

  private func key(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping.lowercased()
  }
}
