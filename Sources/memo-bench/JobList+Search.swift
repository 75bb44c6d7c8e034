/// The searches: what memo looks for and rg beside it.
extension JobList {
  func search(_ kind: Job.Kind) -> Job {
    let plan = workspace.plan
    let korean = VaultPlan.koreanWord
    return switch kind {
    case .searchAbsent: word(kind, VaultPlan.absentWord, found: .noMatch, targets: (0.5, 0.1))
    case .searchRare: word(kind, VaultPlan.rareWord, found: .lines(plan.rareMemos), targets: (0.5, 0.1))
    case .searchKorean: word(kind, korean, found: .lines(plan.koreanWordMemos), isCut: true, targets: (0.6, 0.15))
    case .searchInitials:
      // rg looks for the word that a person has in mind; what has these initials is another, slower expression.
      job(
        kind, VaultPlan.koreanInitials, rg: ["-F", "-i", korean], found: .lines(plan.koreanWordMemos),
        reference: ["-e", "[ㅎ하-힣][ㅇ아-잏][ㅅ사-싷]"], shown: .atLeastLines(1), targets: (0.8, 0.3))
    case .searchRegex:
      job(
        kind, "/\(VaultPlan.rarePattern)/", rg: ["-i", "-e", VaultPlan.rarePattern], found: .lines(plan.rareMemos),
        targets: (0.6, nil))
    default: word(kind, VaultPlan.commonWord, found: .atLeastLines(1), isCut: true)
    }
  }

  private func word(
    _ kind: Job.Kind, _ word: String, found: Expectation, isCut: Bool = false,
    targets: (command: Double?, index: Double?) = (nil, nil)
  ) -> Job {
    job(kind, word, rg: ["-F", "-i", word], found: found, shown: isCut ? firstHits(of: found) : nil, targets: targets)
  }

  /// - Parameters:
  ///   - reference: what rg is asked to find all that memo finds; the same as it is timed with where nil.
  ///   - shown: what memo writes where it shows the first hits only.
  private func job(
    _ kind: Job.Kind, _ query: String, rg: [String], found: Expectation, reference: [String]? = nil,
    shown: Expectation? = nil, targets: (command: Double?, index: Double?)
  ) -> Job {
    let cut = shown == nil ? [] : ["-n", "\(Job.Search.shownHits)"]
    return Job(
      kind: kind, arguments: ["search", query, "-l"] + cut, expectation: shown ?? found,
      peer: Job.Peer(command: ["rg", "-l"] + rg + [workspace.vault], expectation: found), ratioTarget: targets.command,
      memoryTarget: (250, .max),
      search: Job.Search(
        query: query, reference: ["-l"] + (reference ?? rg) + [workspace.vault], indexTarget: targets.index))
  }

  private func firstHits(of found: Expectation) -> Expectation {
    if case .lines(let count) = found { .lines(min(Job.Search.shownHits, count)) } else { found }
  }
}
