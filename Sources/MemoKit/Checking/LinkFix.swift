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
  /// - Parameters:
  ///   - time: the current time in nanoseconds since 1970.
  ///   - encodings: what converts other memos in the same operation.
  public func carryOut(
    by history: OperationHistory, at time: Int64, with encodings: EncodingFix? = nil
  ) throws -> PastOperation? {
    let draft = try history.begin(Self.name, at: time)
    try draft.replace(rewrites)
    try encodings?.stage(in: draft)
    return try draft.commit()
  }

  private mutating func add(_ memo: ReadMemo, _ problems: [VaultProblem], _ check: VaultCheck) {
    memo.bytes.withUnsafeBytes { bytes in
      let head = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, MemoMetadata.readLimit)])
      let spans = Self.spans(of: problems, in: head)
      let places = Set(spans.map(\.link.target))
      let links = InlineLink.targets(in: head).filter { places.contains($0.target) }
      let memos = check.rewriting(links, in: head, of: memo.path).edits
      let anchors = Self.anchors(of: problems, spans, links, in: head)
      let files = Self.files(of: problems, in: head, of: memo.path)
      // Several links by reference have one definition.
      let anchorEdits = Dictionary(anchors.map { ($0.edit.range, $0.edit) }) { first, _ in first }.values
      let edits = (memos + anchorEdits + files.map(\.edit)).inOrder
      guard !edits.isEmpty else { return }
      rewrites.append(MemoRewrite(memo: memo, edits: edits, keepsTime: true))
      let targets = Set(memos.map(\.range))
      let solved = Set(spans.filter { targets.contains($0.link.target) }.map(\.position))
      let others = (anchors + files).map(\.problem)
      fixed += problems.filter { problem in
        if case .brokenLink = problem.kind { solved.contains(problem.position) } else { others.contains(problem) }
      }
    }
  }

  /// What makes links name the headings that they can mean.
  ///
  /// - Parameter links: those that hold their anchors themselves; for links by reference, the definitions.
  private static func anchors(
    of problems: [VaultProblem], _ spans: [LinkSpan], _ links: [InlineLink], in bytes: UnsafeRawBufferPointer
  ) -> [(problem: VaultProblem, edit: ByteEdit)] {
    let holders = Dictionary(links.map { ($0.target, $0) }) { first, _ in first }
    let links = Dictionary(spans.map { ($0.position, holders[$0.link.target]) }) { first, _ in first }
    return problems.compactMap { problem in
      guard case .brokenAnchor(_, _, let meant?) = problem.kind, let link = links[problem.position] ?? nil,
        let heading = link.heading,
        let anchor = [meant, MemoAnchors.withoutQuotes(meant)].first(where: { link.canHold(anchor: $0, in: bytes) })
      else { return nil }
      return (problem, ByteEdit(heading, Array(anchor.utf8)))
    }
  }

  /// What makes links to files lead to those that they mean.
  private static func files(
    of problems: [VaultProblem], in bytes: UnsafeRawBufferPointer, of path: VaultPath
  ) -> [(problem: VaultProblem, edit: ByteEdit)] {
    let lost = problems.compactMap { problem -> (VaultProblem, AttachmentLink, VaultPath)? in
      guard case .brokenAttachment(let link, let meant) = problem.kind, let file = meant.path else { return nil }
      return (problem, link, file)
    }
    guard !lost.isEmpty else { return [] }
    // Read again: the memo may have changed since it was checked.
    let links = AttachmentLink.all(in: bytes)
    return lost.compactMap { problem, link, file in
      guard links.contains(link), let edit = link.edit(to: file, from: path.parent, in: bytes) else { return nil }
      return (problem, edit)
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
    var rewriter = LinkRewriter(
      before: graph.resolver, after: graph.resolver, memo: { index.linkedMemo(at: $0) }, style: vault.linkStyle)
    return rewriter.rewriting(lost, in: bytes, from: path.parent)
  }
}
