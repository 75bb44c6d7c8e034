package import MemoCore
package import MemoKit

/// Messages about links that no longer lead where they did.
package enum LinkMessages {
  private static let shown = 20

  /// Links of kinds that cannot be written with the paths of the memos that they led to.
  ///
  /// - Parameter path: how a path is shown.
  package static func straying(
    _ links: [Relocation.LostLink], isDryRun: Bool = false, path: (VaultPath) -> String
  ) -> [Text] {
    let reason = Text("this kind of link cannot be written with the path", ko: "이 형식의 링크에는 경로를 쓸 수 없습니다")
    return list(links) { resolving($0.target, path($0.path), $1, isDryRun: isDryRun, because: reason) }
  }

  /// A link that could not be rewritten when a memo of the same name was made.
  ///
  /// - Parameters:
  ///   - count: how many links to the same target are in the memo.
  ///   - isDryRun: whether the memo is not made.
  package static func takenOver(
    _ target: String, _ path: String, count: Int = 1, isDryRun: Bool = false
  ) -> Text {
    let them = count == 1 ? "it" : "they"
    let reason =
      isDryRun
      ? Text("\(them) cannot be rewritten", ko: "링크를 고쳐 쓸 수 없습니다")
      : Text("\(them) could not be rewritten", ko: "링크를 고쳐 쓰지 못했습니다")
    return resolving(target, path, count, isDryRun: isDryRun, because: reason)
  }

  /// Links that could not be rewritten when memos of the same names were made.
  ///
  /// - Parameter path: how a path is shown.
  package static func takenOver(
    _ links: [Relocation.LostLink], isDryRun: Bool = false, path: (VaultPath) -> String
  ) -> [Text] {
    list(links) { takenOver($0.target, path($0.path), count: $1, isDryRun: isDryRun) }
  }

  /// Links that lead to memos which undo has brought back, and led to others of their names.
  ///
  /// - Parameter path: how a path is shown.
  package static func takenBack(
    _ links: [Relocation.LostLink], isDryRun: Bool, path: (VaultPath) -> String
  ) -> [Text] {
    let reason = Text("undo rewrites no links", ko: "되돌리기는 링크를 고쳐 쓰지 않습니다")
    return list(links) { resolving($0.target, path($0.path), $1, isDryRun: isDryRun, because: reason) }
  }

  /// A link of a kind that cannot be written with the new name of its memo.
  package static func lost(_ target: String, _ path: String, count: Int = 1) -> Text {
    let verb = count == 1 ? "no longer leads where it did" : "no longer lead where they did"
    let link = link(target, path, count)
    return Text(
      "\(link) \(verb): this kind of link cannot be written with the new name",
      ko: "\(link) 더는 원래 메모로 이어지지 않습니다: 이 형식의 링크에는 새 이름을 쓸 수 없습니다")
  }

  /// Links of kinds that cannot be written with the new names of their memos.
  ///
  /// - Parameter path: how a path is shown.
  package static func lost(_ links: [Relocation.LostLink], path: (VaultPath) -> String) -> [Text] {
    list(links) { lost($0.target, path($0.path), count: $1) }
  }

  /// Links that led to a name, a heading or a block of a memo of which one version was kept.
  ///
  /// - Parameter path: how a path is shown.
  package static func unsettled(_ links: [Relocation.LostLink], path: (VaultPath) -> String) -> [Text] {
    list(links) { lost, count in
      let link = link(lost.target, path(lost.path), count)
      let verb = count == 1 ? "no longer leads where it did" : "no longer lead where they did"
      return Text(
        "\(link) \(verb): the version that was kept has no such name, heading or block",
        ko: "\(link) 더는 원래 위치로 이어지지 않습니다: 남긴 버전에는 그런 이름이나 제목, 블록이 없습니다")
    }
  }

  private static func resolving(
    _ target: String, _ path: String, _ count: Int, isDryRun: Bool = false, because reason: Text
  ) -> Text {
    let link = link(target, path, count)
    let now = count == 1 ? "now resolves" : "now resolve"
    return isDryRun
      ? Text("\(link) would resolve to another memo: \(reason)", ko: "\(link) 다른 메모로 연결될 예정입니다: \(reason)")
      : Text("\(link) \(now) to another memo: \(reason)", ko: "\(link) 이제 다른 메모로 연결됩니다: \(reason)")
  }

  /// Links to a target in a memo, as the subject of a sentence.
  private static func link(_ target: String, _ path: String, _ count: Int) -> Text {
    count == 1
      ? Text("the link to '\(target)' in '\(path)'", ko: "'\(path)'의 '\(target)' 링크가")
      : Text("the \(count) links to '\(target)' in '\(path)'", ko: "'\(path)'의 '\(target)' 링크 \(count)개가")
  }

  /// Each memo and target once with its number, and of many the first ones.
  private static func list(
    _ links: [Relocation.LostLink], _ text: (Relocation.LostLink, Int) -> Text
  ) -> [Text] {
    let counts = links.reduce(into: [Relocation.LostLink: Int]()) { $0[$1, default: 0] += 1 }
    var seen: Set<Relocation.LostLink> = []
    let different = links.filter { seen.insert($0).inserted }
    let texts = different.prefix(shown).map { text($0, counts[$0] ?? 1) }
    let rest = different.dropFirst(shown).reduce(0) { $0 + (counts[$1] ?? 1) }
    guard rest > 0 else { return texts }
    let more = rest == 1 ? "1 more link" : "\(rest) more links"
    return texts + [Text("the same applies to \(more)", ko: "그 밖에 링크 \(rest)개도 마찬가지입니다")]
  }
}
