import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// A vault that an editor has open, what the editor does in it, and what happens to its files meanwhile: the same for each
/// editor, as far as it can.
///
/// The editor opens `home.md`, completes a title by its initials, follows the link, renames the heading and undoes that,
/// renames the memo, and creates a missing memo. Then, while `home.md` has unsaved text, a file is moved, another branch is
/// checked out and left again, and a sync receives changes of another device. At the end it saves.
struct EditorStory {
  /// What not every editor supports.
  enum Ability {
    case renamesFiles, isAsked
  }

  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.variables["GIT_CONFIG_NOSYSTEM"] = "1"
    let config = "[user]\n\tname = Tester\n\temail = tester@example.org\n[init]\n\tdefaultBranch = main\n"
    try sandbox.folder.write(config, to: "home/.gitconfig")
    let memos = [
      "home.md": "# Home\n\n[[정기 회의#결정]] [go](정기-회의.md)\n", "정기-회의.md": "# 정기 회의\n\n## 결정\n",
      "task.md": "# Task\n", "gone.md": "# Gone\n", "notes.md": "# Notes\n\n## Place\n",
      "list.md": "# List\n\n[[Notes#Place]]\n",
    ]
    // Long ago: some editors compare modification times in seconds.
    for (path, text) in memos { try sandbox.write(text, to: path, day: 9) }
    try sandbox.makeProgram(
      "outside",
      """
      case $1 in
        move) mkdir archive && mv task.md archive/errand.md ;;
        older | main) git checkout -q $1 ;;
        sync) memo sync -q ;;
        changed)
          git -c core.quotePath=false status --porcelain --no-renames | cut -c4- | LC_ALL=C sort | paste -sd ' ' - ;;
      esac
      """)
    let setup = """
      set -e
      git init -q --bare ../hub.git && git init -q && memo sync -q --remote ../hub.git
      git checkout -q -b older && git rm -q gone.md && printf '# Notes\\n\\nmore\\n\\n## Place\\n' > notes.md
      git commit -qam older && git checkout -q main
      git clone -q ../hub.git ../other && cd ../other
      printf '# List\\n\\nfirst\\n\\n[[Notes#Place]]\\n' > list.md && printf '# Fresh\\n' > fresh.md
      git add -A && git commit -qm other && git push -q
      """
    let run = try sandbox.shell(setup)
    try #require(run.end == .exited(0), "\(run.errors)")
  }

  /// The settings that `memo help lsp` prints for an editor.
  ///
  /// - Parameter heading: how the line before them begins.
  static func settings(for heading: String) throws -> String {
    let lines = try Sandbox().run(["memo", "help", "lsp"], in: "", input: [], with: ["COLUMNS": "200"]).text
      .components(separatedBy: "\n")
    let title = try #require(lines.firstIndex { $0.hasPrefix("  " + heading) }, "\(heading)")
    // A title may take several lines; the settings are further in.
    let settings = lines[title...].drop { !$0.hasPrefix("    ") }.prefix { $0.isEmpty || $0.hasPrefix("    ") }
    try #require(!settings.isEmpty, "\(heading)")
    return settings.map { String($0.dropFirst(4)) }.joined(separator: "\n") + "\n"
  }

  /// Runs an editor in the vault.
  func run(_ words: [String], with extra: [String: String] = [:]) throws -> MemoRun {
    try sandbox.run(words, in: "vault", input: [], with: extra)
  }

  /// Expects the lines of the story, and files with the editor's changes and those from outside.
  func expect(_ lines: [String], by abilities: Set<Ability>, _ run: MemoRun) throws {
    let meeting = abilities.contains(.renamesFiles) ? "월간-회의.md" : "정기-회의.md"
    let renamed = abilities.contains(.renamesFiles) ? "월간-회의.md 정기-회의.md" : "정기-회의.md"
    let wanted = [
      "complete 😀 [[정기 회의]]",
      "jump 정기-회의.md:3 ## 결정",
      "heading [[정기 회의#결정 사항]] [go](정기-회의.md)",
      "changed ",
      "undone [[정기 회의#결정]] [go](정기-회의.md)",
      "title [[월간 회의#결정 사항]] [go](\(meeting))",
      "changed home.md \(renamed)",
      "changed home.md 없는-메모.md \(renamed)",
      abilities.contains(.isAsked) ? "asked Update 1 link to 'archive/errand.md'?" : nil,
      "jump notes.md:5 ## Place",
      "jump notes.md:3 ## Place",
      "list 3", "list 5",
      "jump notes.md:3 ## Place",
      "changed ",
      "changed home.md",
    ]
    #expect(run.end == .exited(0), "\(run.text)\(run.errors)")
    #expect(lines == wanted.compactMap(\.self), "\(run.errors)")
    let files = [
      "home.md": """
      # Home

      [[월간 회의#결정 사항]] [go](\(meeting))
      😀 [[월간 회의]]
      [[없는 메모]]
      [task](archive/errand.md)
      [[Gone]] [[Notes#Place]]
      [[Fresh]]

      """,
      meeting: "# 월간 회의\n\n## 결정 사항\n", "없는-메모.md": "# 없는 메모\n", "archive/errand.md": "# Task\n",
      "gone.md": "# Gone\n", "notes.md": "# Notes\n\n## Place\n", "fresh.md": "# Fresh\n",
      "list.md": "# List\n\nfirst\n\n[[Notes#Place]]\n",
    ]
    let found = try sandbox.shell("find . -name '*.md' | cut -c3-").lines
    #expect(Set(found) == Set(files.keys))
    for (path, text) in files { #expect(try sandbox.text(of: path) == text, "\(path)") }
  }
}
