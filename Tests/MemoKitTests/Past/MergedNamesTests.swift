import MemoCore
import MemoSync
import MemoTestSupport
import Testing

/// Histories in which one side of a merge gave memos each other's names while the other side edited them: each edit belongs
/// to the memo that was edited.
@Suite struct MergedNamesTests {
  /// What is known of a memo on one branch.
  private struct Memo: Equatable {
    var name: String
    var lines: [String]
  }

  /// Memos on two branches, and what a script did to them.
  private struct History {
    var main: [Memo]
    var side: [Memo] = []
    /// The marks of each memo, the oldest first.
    var marks: [[String]]
    var script: [String] = []
    var number = 0

    mutating func commit(_ message: String = "", after lines: [String]) {
      let date = "\(PastFolder.seconds(number)) +0000"
      script += lines
      script.append(
        "git add -A .; printf 'commit \(number)\\n\\n\(message)' | "
          + "GIT_AUTHOR_DATE='\(date)' GIT_COMMITTER_DATE='\(date)' git commit -q -F -")
      number += 1
    }

    mutating func edit(_ memo: Int, on branch: WritableKeyPath<History, [Memo]>) {
      let line = "edit \(number)"
      marks[memo].append("\(number)")
      self[keyPath: branch][memo].lines.append(line)
      commit(after: ["echo '\(line)' >> '\(self[keyPath: branch][memo].name)'"])
    }

    /// Each memo gets the name of the next one, the last that of the first.
    mutating func passOn(_ memos: [Int], on branch: WritableKeyPath<History, [Memo]>) {
      let names = memos.map { self[keyPath: branch][$0].name }
      let newNames = names.dropFirst() + names.prefix(1)
      for memo in memos { marks[memo].append(">\(number)") }
      for (memo, name) in zip(memos, newNames) { self[keyPath: branch][memo].name = name }
      let lines = names.map { "mv '\($0)' '\($0).old'" } + zip(names, newNames).map { "mv '\($0).old' '\($1)'" }
      // One after the other, the first by way of a name that none has.
      let pairs = [(names[0], "x.md")] + zip(names, newNames).dropFirst().reversed() + [("x.md", names[1])]
      let trailers = pairs.map { "Memo-Renamed: \"\($0)\" -> \"\($1)\"\\n" }
      commit(trailers.joined(), after: lines)
    }

    /// Merges the branch that is not checked out, whose names are taken where the other one left them as they were.
    mutating func merge(into branch: String, since base: [Memo]) {
      let merged = base.indices.map { memo in
        let (main, side) = (main[memo], side[memo])
        let name = main.name == base[memo].name ? side.name : main.name
        let added = side.lines.dropFirst(base[memo].lines.count)
        return Memo(name: name, lines: main.lines + added)
      }
      for (memo, new) in merged.enumerated() where ![main[memo], side[memo]].contains(new) {
        marks[memo].append("\(number)")
      }
      let files = merged.map { "printf '%s\\n' \($0.lines.map { "'\($0)'" }.joined(separator: " ")) > '\($0.name)'" }
      let other = branch == "main" ? "side" : "main"
      commit(after: ["git checkout -q \(branch)", "git merge -q -s ours --no-commit \(other) 2> /dev/null"] + files)
      script.append("git branch -q -f \(other)")
      (main, side) = (merged, merged)
    }
  }

  @Test func anEditOfAMemoThatGotAnothersNameIsNotThatOnes() throws {
    var history = Self.start(2)
    let base = history.main
    history.script.append("git checkout -q -b side")
    history.side = base
    history.edit(0, on: \.side)
    history.script.append("git checkout -q main")
    history.passOn([0, 1], on: \.main)
    history.merge(into: "main", since: base)
    try Self.expect(history)
    #expect(history.marks == [["+0", "1", ">2", "3"], ["+0", ">2"]])
  }

  @Test(arguments: UInt64(1)...8)
  func whoeverMergesWhomEditsBelongToTheirMemos(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var history = Self.start(4)
    history.script.append("git branch side")
    history.side = history.main
    for _ in 0..<3 {
      let base = history.main
      let isMainRenaming = random.happens(percent: 50)
      let memos = Array([0, 1, 2, 3].shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random)))
      for isMain in random.happens(percent: 50) ? [true, false] : [false, true] {
        history.script.append("git checkout -q \(isMain ? "main" : "side")")
        let branch = isMain ? \History.main : \History.side
        let (before, after) = (Int.random(in: 0...2, using: &random), Int.random(in: 1...2, using: &random))
        for _ in 0..<before { history.edit(Int.random(in: 0...3, using: &random), on: branch) }
        if isMain == isMainRenaming { history.passOn(memos, on: branch) }
        for _ in 0..<after { history.edit(Int.random(in: 0...3, using: &random), on: branch) }
      }
      history.merge(into: random.happens(percent: 50) ? "main" : "side", since: base)
    }
    try Self.expect(history)
  }

  /// Memos with twenty lines each, of which none is like another.
  private static func start(_ count: Int) -> History {
    let memos = (0..<count).map { memo in
      Memo(name: "memo \(memo).md", lines: (0..<20).map { "memo \(memo) line \($0)" })
    }
    var history = History(main: memos, marks: memos.map { _ in ["+0"] })
    history.commit(
      after: memos.map { "printf '%s\\n' \($0.lines.map { "'\($0)'" }.joined(separator: " ")) > '\($0.name)'" })
    return history
  }

  private static func expect(_ history: History) throws {
    let folder = try PastFolder()
    try folder.shell(history.script.joined(separator: "\n"))
    for (memo, marks) in zip(history.main, history.marks) {
      let past = try folder.past(of: memo.name)
      #expect(
        past.outline == marks.reversed().joined(separator: " "),
        "\(memo.lines[0]), now \(memo.name):\n\(history.script.joined(separator: "\n"))")
      #expect(try past.text(at: .head)?.hasPrefix(memo.lines[0]) == true)
      try folder.expectNewest([1, 3], of: past, history.script.joined(separator: "\n"))
    }
  }
}
