import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Repairs of links that lead nowhere: to what `memo check` takes them to mean, written as `memo check --fix` does; of several
/// memos, one is chosen.
enum RepairActions {
  static func all(at place: ActionPlace) -> [CodeAction] {
    let found = place.link
    let file = place.marks.destination(at: place.range.lowerBound).flatMap { $0.isPage ? nil : $0 }
    let mayBeBroken = file != nil || found.map { $0.link.path == nil || $0.link.link.heading != nil } ?? false
    // What is not known yet only looks broken.
    guard place.view.isComplete, mayBeBroken else { return [] }

    func problems(_ check: VaultCheck) -> [VaultProblem] {
      let places = ProblemPlaces(place.document.lines, place.marks)
      return place.view.problems(of: place.path, by: check).filter { problem in
        guard case .brokenAttachment = problem.kind else { return problem.position == found?.span.position }
        return [found?.span.link.target, file?.range].contains(places.bytes(of: problem))
      }
    }

    let check = place.view.check(of: place.path, in: place.document)
    let broken = problems(check)
    let informed = place.view.informed(about: broken, of: place.path, at: place.request.machine.stopwatch()) {
      let informed = try check.informed(about: broken) {
        try place.request.workspace(of: place.vault).pastRepository()
      }
      // A cancelled request may have stopped git before it answered.
      try place.request.checkCancelled()
      return informed
    }
    return (informed.map(problems) ?? broken).flatMap { problem in
      repair(of: problem, by: informed ?? check) + choices(for: problem, of: found?.span, at: place)
    }
  }

  private static func repair(of problem: VaultProblem, by check: VaultCheck) -> [CodeAction] {
    let target: String? =
      switch problem.kind {
      case .brokenLink(_, let meant), .brokenAttachment(_, let meant): meant.path?.text
      case .brokenAnchor(_, _, let meant): meant.map { "#\($0)" }
      default: nil
      }
    // Not all links whose meaning is known can be written.
    guard let target, let rewrites = try? check.fix([problem]).rewrites, !rewrites.isEmpty else { return [] }
    return [
      CodeAction(
        id: "repair \(target)", title: ActionMessages.link(to: target), kind: .quickFix, fixes: problem.code,
        effect: .edit { builder in
          for rewrite in rewrites { try builder.add(rewrite) }
        })
    ]
  }

  private static func choices(
    for problem: VaultProblem, of span: LinkSpan?, at place: ActionPlace
  ) -> [CodeAction] {
    guard let span, case .brokenLink(_, .several(_, let memos)) = problem.kind else { return [] }
    return LinkActions.choices(of: span, memos, fixes: problem.code, at: place)
  }
}
