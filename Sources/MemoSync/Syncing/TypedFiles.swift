package import MemoCore

/// Which files of a backup a person has typed into, as lines of its commit's message:
///
///     Memo-Backup: 2
///     Memo-Typed: "a.md"
///     Memo-Typed: "b.md" "ID of the text that it was typed into"
///
/// Without an ID that text is what the commit below has, or nothing. Where no branch was checked out, a line
/// `Memo-Detached: true` follows the first: the commits below may be on no branch, so they have text to bring back, too.
package struct TypedFiles: Equatable, Sendable {
  /// A file, and the text that git itself had put there, as while it merges.
  package struct File: Equatable, Sendable {
    package let path: VaultPath
    package let base: ObjectId?
  }

  package let files: [File]
  /// Whether no branch was checked out, and git was in the middle of nothing.
  package let isDetached: Bool

  private static let head = Array("Memo-Backup: ".utf8)
  private static let detached = Array("Memo-Detached: true".utf8)
  private static let line = Array("Memo-Typed: ".utf8)
  private static let (space, quote, end) = (UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "\n"))

  init(_ files: [File], isDetached: Bool = false) {
    self.files = files.sorted { $0.path < $1.path }
    self.isDetached = isDetached
  }

  /// Reads a commit's message; `nil` where it is none of a backup of files.
  package init?(message: [UInt8]) {
    let lines = message.split(separator: Self.end)
    guard lines.contains(where: { $0.starts(with: Self.head) }) else { return nil }
    isDetached = lines.contains { $0.elementsEqual(Self.detached) }
    files = lines.compactMap { line in
      guard line.starts(with: Self.line) else { return nil }
      var rest = line.dropFirst(Self.line.count)
      guard let path = QuotedPath.take(from: &rest) else { return nil }
      let digits = rest.filter { $0 != Self.space && $0 != Self.quote }
      return File(path: path, base: ObjectId(hexadecimal: digits))
    }
  }

  /// The lines.
  var trailers: [UInt8] {
    let lines = files.map { file in
      let base = file.base.map { [Self.space, Self.quote] + Array($0.text.utf8) + [Self.quote] } ?? []
      return Self.line + QuotedPath.sealed(file.path) + base + [Self.end]
    }
    let mark = isDetached ? Self.detached + [Self.end] : []
    return Self.head + Array("\(files.count)\n".utf8) + mark + lines.flatMap(\.self)
  }
}

/// What a commit has to bring back: the files that came to it, and what they were before.
package struct KeptCommit: Sendable {
  package let id: ObjectId
  /// What a person has typed into; `nil` for all that the commit and those below it changed.
  package let typed: TypedFiles?
  /// The commit that has the texts from before; `nil` where none is known.
  package let base: ObjectId?
}

extension PastRepository {
  /// The backup that was made last, by its ref; `nil` for none.
  package func newestBackup() throws -> String? {
    let words = ["for-each-ref", "--sort=-v:refname", "--count=1", "--format=%(refname)", BranchNames.backup]
    return String(decoding: try git.output(words), as: UTF8.self).filledLines.first
  }

  /// A commit that a revision names; `nil` where it names none.
  package func keptCommit(named revision: String) throws -> KeptCommit? {
    guard let id = try git.commit(named: revision) else { return nil }
    let message = try git.output(["log", "-1", "--format=%B", "--no-show-signature", "--no-color", id.text, "--"])
    let typed = TypedFiles(message: message)
    let head = try git.commit(named: "HEAD")
    if let typed, head == nil || !typed.isDetached {
      return KeptCommit(id: id, typed: typed, base: try git.commit(named: "\(id.text)^1"))
    }
    guard let head else { return KeptCommit(id: id, typed: nil, base: nil) }
    return KeptCommit(id: id, typed: nil, base: try git.mergeBases(head, id).first)
  }

  /// The commit that a backup was made on, by a name that `git restore` takes, where the branch does not have it: it was left
  /// by a reset, or by a checkout of another branch.
  package func commitBelow(_ kept: KeptCommit, named name: String) throws -> String? {
    guard kept.typed != nil, let base = kept.base, let head = try git.commit(named: "HEAD") else { return nil }
    return try git.mergeBases(head, base).contains(base) ? nil : "\(name)^"
  }
}
