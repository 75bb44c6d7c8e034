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
    guard case .brokenAttachment(let link, _) = problem.kind else { return problem }
    let named = (link, problem.path.parent)
    guard finder.named(by: named).isEmpty else { return nil }
    return VaultProblem(
      kind: .brokenAttachment(link, meant: Self.target(among: finder.meant(by: named))), path: problem.path,
      position: problem.position)
  }

  private static func target(among files: [VaultPath]) -> LostTarget {
    guard files.count != 1 else { return .namesake(files[0]) }
    let isMany = files.count > LostTargets.candidateLimit
    return files.isEmpty ? .unknown : .several(count: files.count, candidates: isMany ? [] : files)
  }

  private static func links(in problems: [VaultProblem]) -> [AttachmentFinder.Link] {
    problems.compactMap { problem in
      guard case .brokenAttachment(let link, _) = problem.kind else { return nil }
      return (link, problem.path.parent)
    }
  }
}
