import MemoCore
import MemoKit
import MemoSync
import MemoTestSupport
import Testing

/// Random histories of memos that are made, edited, renamed and deleted, names taken again included. What the past of each
/// name is to be is known from what was done, without git.
@Suite struct PastLawTests {
  /// What one commit does.
  private enum Step {
    case edit(String)
    case rename(String, String)
    case delete(String)

    /// The number's mark for a memo, and its name before; `nil` where it is about others.
    func effect(on name: String, isThereBefore: Bool) -> (mark: String, before: String)? {
      switch self {
      case .edit(name): (isThereBefore ? "" : "+", name)
      case .rename(let old, name): (">", old)
      case .delete(name), .rename(name, _): ("-", name)
      default: nil
      }
    }

    /// Where a memo is after it; `nil` where it is gone.
    func place(of name: String?) -> String? {
      switch self {
      case .rename(name, let new): new
      case .delete(name): nil
      default: name
      }
    }
  }

  private struct History {
    var steps: [Step] = []
    /// The names in use before each step, and after the last.
    var names: [Set<String>] = [[]]

    /// The outline of a name's past.
    func outline(of name: String) -> String {
      var (name, marks) = (name, [String]())
      for number in steps.indices.reversed() {
        let isThere = names[number].contains(name)
        guard let (mark, before) = steps[number].effect(on: name, isThereBefore: isThere) else { continue }
        marks.append("\(mark)\(number)")
        name = before
      }
      return marks.joined(separator: " ")
    }

    /// What a name meant after some steps and what is gone by now, whatever it is called.
    func missing(after steps: Int) -> [String] {
      names[steps].filter { name in
        let place = self.steps[steps...].reduce(name) { (place: String?, step) in step.place(of: place) }
        return place == nil && names.last?.contains(name) == false
      }.sorted()
    }
  }

  private static let names = ["a", "b", "c", "d e", "한글", "-f"].map { "\($0).md" }

  private static let steps = 25

  @Test(arguments: 1...4)
  func everyNameHasThePastThatWasMade(seed: Int) throws {
    let (history, folder, script) = try Self.made(seed)
    for name in Self.names {
      #expect(try folder.past(of: name).outline == history.outline(of: name), "seed \(seed), \(name):\n\(script)")
    }
  }

  @Test(arguments: 1...2)
  func theNewestVersionsAreTheFirstOfAll(seed: Int) throws {
    let (_, folder, script) = try Self.made(seed)
    for name in Self.names { try folder.expectNewest([1, 2, 4, 8], of: folder.past(of: name), script) }
  }

  @Test(arguments: 1...4)
  func fromEveryCommitTheMemosAreMissingThatAreGoneUnderAllNames(seed: Int) throws {
    let (history, folder, script) = try Self.made(seed)
    for number in 1...Self.steps {
      let revision = Revision.commit("HEAD~\(Self.steps - number)")
      let gone = try GoneMemos(at: revision, in: folder.repository(), folder.vault()).memos.map(\.path.text)
      #expect(gone == history.missing(after: number), "seed \(seed), after \(number):\n\(script)")
    }
  }

  /// A random history, and a folder that has it.
  private static func made(_ seed: Int) throws -> (History, PastFolder, script: String) {
    var random = SeededRandom(seed: UInt64(seed))
    var history = History()
    let folder = try PastFolder()
    var script = ""
    for number in 0..<steps {
      let step = step(&random, history.names[number])
      history.steps.append(step)
      script += line(step, number, &random) + "\n"
      history.names.append(names(after: step, history.names[number]))
    }
    try folder.shell(script)
    return (history, folder, script)
  }

  private static func step(_ random: inout SeededRandom, _ used: Set<String>) -> Step {
    let (taken, free) = (used.sorted(), names.filter { !used.contains($0) })
    if let old = random.pick(taken) {
      if random.happens(percent: 30), let new = random.pick(free) { return .rename(old, new) }
      if random.happens(percent: 15) { return .delete(old) }
      if random.happens(percent: 60) { return .edit(old) }
    }
    return .edit(random.pick(free) ?? names[0])
  }

  private static func names(after step: Step, _ names: Set<String>) -> Set<String> {
    switch step {
    case .edit(let name): names.union([name])
    case .delete(let name): names.subtracting([name])
    case .rename(let old, let new): names.subtracting([old]).union([new])
    }
  }

  /// A text of twenty lines that no other memo has: git finds renames out by likeness.
  private static func line(_ step: Step, _ number: Int, _ random: inout SeededRandom) -> String {
    let change: String
    switch step {
    case .edit(let name):
      change = "[ -e './\(name)' ] && echo '\(number) more' >> './\(name)' || seq \(number)00 \(number)20 > './\(name)'"
    case .rename(let old, let new):
      let edit = random.happens(percent: 50) ? "; echo '\(number) moved' >> './\(new)'" : ""
      change = "mv './\(old)' './\(new)'\(edit)"
    case .delete(let name): change = "rm './\(name)'"
    }
    let date = "\(PastFolder.seconds(number)) +0000"
    return """
      \(change); git add -A .; \
      GIT_AUTHOR_DATE='\(date)' GIT_COMMITTER_DATE='\(date)' git commit -q -m 'commit \(number)'
      """
  }
}
