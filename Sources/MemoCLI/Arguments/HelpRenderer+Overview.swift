import MemoWords

extension HelpRenderer {
  static let about = Text(
    "List, search and write plain-text Markdown memos in a folder",
    ko: "폴더에 모아 둔 일반 텍스트 마크다운 메모를 나열하고, 찾고, 씁니다")

  /// The page that `memo help` shows: common commands with what they do, the others by name, grouped by task.
  public func overview(of commands: [CommandDeclaration]) -> String {
    let table = HelpTable(labels: [othersLabel] + commands.filter(\.isCommon).map(\.name), width: width)
    let groups = CommandGroup.allCases.map { group in
      section(group.title, lines(of: commands.filter { $0.group == group }, table))
    }
    return page(
      [
        TextWrapper.wrap(Self.about[language], width: width),
        section(
          HelpHeading.usage, ["  memo COMMAND [OPTIONS] [ARGUMENTS]", "  memo help COMMAND", "  memo help exit-codes"]),
      ] + groups + [section(HelpHeading.globalOptions, globalOptions)])
  }

  private var othersLabel: String { HelpHeading.others[language] }

  private func lines(of commands: [CommandDeclaration], _ table: HelpTable) -> [String] {
    let others = commands.filter { !$0.isCommon }.map(\.name).joined(separator: ", ")
    let common = commands.filter(\.isCommon).flatMap { table.lines($0.name, $0.summary[language]) }
    return others.isEmpty ? common : common + table.lines(othersLabel, others)
  }

  private var globalOptions: [String] {
    let options = GlobalOptions.all.map { "[\($0.spellings.joined(separator: "|"))\($0.valueSuffix)]" }
    return TextWrapper.wrap(words: options, width: width - 2).map { "  \($0)" }
  }
}
