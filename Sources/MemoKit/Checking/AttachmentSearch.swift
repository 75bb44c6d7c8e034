import MemoCore
import MemoIndex
import MemoStore

/// Finds the files that problems with links to files mean.
struct AttachmentSearch {
  private let finder: AttachmentFinder

  /// Lists the vault, where any of the problems is a link to a file.
  init(for problems: [VaultProblem], in files: any VaultFiles) {
    finder = AttachmentFinder(for: Self.links(in: problems), in: files)
  }

  /// Whether there was nothing to look for.
  var isEmpty: Bool { finder.isEmpty }

  /// Whether it has looked for all files that some problems may mean.
  func covers(_ problems: [VaultProblem]) -> Bool { finder.covers(Self.links(in: problems)) }

  /// A problem with the file that it means; `nil` if it is none, because the file is there.
  func resolved(_ problem: VaultProblem) -> VaultProblem? {
    guard case .brokenAttachment(let link, let meant) = problem.kind else { return problem }
    let named = (link, problem.path.parent)
    guard !finder.hasFile(namedBy: named) else { return nil }
    let found = target(of: named)
    return VaultProblem(
      kind: .brokenAttachment(link, meant: found == .unknown ? meant : found), path: problem.path,
      position: problem.position)
  }

  private func target(of link: AttachmentFinder.Link) -> LostTarget {
    let (count, files) = finder.meant(by: link, limit: LostTargets.candidateLimit)
    if count == 1, let file = files.first { return .namesake(file) }
    return count == 0 ? .unknown : .several(count: count, candidates: files)
  }

  private static func links(in problems: [VaultProblem]) -> [AttachmentFinder.Link] {
    problems.compactMap { problem in
      guard case .brokenAttachment(let link, _) = problem.kind else { return nil }
      return (link, problem.path.parent)
    }
  }
}
