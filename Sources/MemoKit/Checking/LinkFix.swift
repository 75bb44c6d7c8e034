import MemoCore
import MemoIndex
public import MemoStore

/// The changes that repair broken links with a known meaning. Nothing is written
/// before `carryOut`.
public struct LinkFix: Sendable {
  /// The name of the operation.
  public static let name = "check --fix"

  /// The memos whose texts change, sorted by path.
  public private(set) var rewrites: [MemoRewrite] = []
  /// The problems that are solved afterwards, in the order of the report.
  public private(set) var fixed: [VaultProblem] = []

  /// Finds out what has to change; a memo that is gone by now is left out.
  init(of problems: [VaultProblem], by check: VaultCheck) throws {
    let repairable = Dictionary(grouping: problems.filter(\.isRepairable), by: \.path)
    for (path, problems) in repairable.sorted(by: { $0.key < $1.key }) {
      do {
        try add(ReadMemo(path, in: check.vault), problems, check)
      } catch VaultError.noSuchMemo {
        continue
      }
    }
  }

  /// Makes the changes as one operation; returns it, `nil` if nothing changes. The memos keep their times.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  public func carryOut(by history: OperationHistory, at time: Int64) throws -> PastOperation? {
    let draft = try history.begin(Self.name, at: time)
    for rewrite in rewrites { try draft.replace(rewrite) }
    return try draft.commit()
  }

  private mutating func add(_ memo: ReadMemo, _ problems: [VaultProblem], _ check: VaultCheck) {
    memo.bytes.withUnsafeBytes { bytes in
      let head = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, MemoMetadata.readLimit)])
      let spans = Self.spans(of: problems, in: head)
      let edits = check.rewriting(spans.map(\.link), in: head, of: memo.path).edits
      guard !edits.isEmpty else { return }
      rewrites.append(MemoRewrite(memo: memo, contents: ByteEdit.apply(edits, to: bytes), keepsTime: true))
      let targets = Set(edits.map(\.range))
      let places = Set(spans.filter { targets.contains($0.link.target) }.map(\.position))
      fixed += problems.filter { places.contains($0.position) }
    }
  }

  /// The links that have problems.
  private static func spans(of problems: [VaultProblem], in bytes: UnsafeRawBufferPointer) -> [LinkSpan] {
    let places = Set(problems.map(\.position))
    return LinkSpan.all(in: bytes).filter { places.contains($0.position) }
  }
}

extension VaultCheck {
  /// The repair of the broken links of a report whose meaning is known.
  public func fix(_ problems: [VaultProblem]) throws -> LinkFix {
    try LinkFix(of: problems, by: self)
  }

  /// What writes links of a memo so that they lead to the memos that they meant.
  fileprivate func rewriting(
    _ links: [InlineLink], in bytes: UnsafeRawBufferPointer, of path: VaultPath
  ) -> LinkRewriter.Rewriting {
    var lookup = LinkLookup(graph.resolver)
    var lost: [(link: InlineLink, meant: LinkRewriter.Meaning)] = []
    for link in links {
      let target = Array(bytes[link.target])
      let resolution = lookup.resolve(target, link.kind, from: path.parent)
      guard let meaning = self.lost.find(target, link.kind, in: path, resolution)?.meaning else { continue }
      lost.append((link, meaning))
    }
    var rewriter = LinkRewriter(before: graph.resolver, after: graph.resolver) { index.linkedMemo(at: $0) }
    return rewriter.rewriting(lost, in: bytes, from: path.parent)
  }
}
