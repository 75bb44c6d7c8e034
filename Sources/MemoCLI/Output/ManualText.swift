/// What the manual says beyond what is declared.
enum ManualText {
  private static let exitCodes: [(String, String)] = [
    ("0", "Done."), ("1", "Nothing matched, or a check found problems."), ("2", "Wrong usage."),
    ("3", "No such memo."), ("4", "More than one memo may be meant."),
    ("5", "A memo changed since it was read, or a conflict needs a person."),
    ("6", "Another process holds a lock."), ("7", "The vault, a file or a program failed."),
    ("8", "The remote cannot be reached or refused; local work is safe."), ("130", "Interrupted."),
  ]

  private static let variables: [(String, String)] = [
    ("MEMO_VAULT", "The vault, unless --vault names one."),
    ("MEMO_EDITOR, VISUAL, EDITOR", "The editor, a shell command line; the setting 'editor' comes after the first."),
    ("MEMO_PAGER, PAGER", "The pager, on a terminal only; 'less -FIRX' unless set."),
    ("NO_COLOR, TERM, COLUMNS", "Whether there is colour, and how wide output is."),
    (
      "LC_ALL, LC_MESSAGES, LC_TIME, LC_COLLATE, LC_CTYPE, LANG, TZ", "Language, dates, the order of titles, time zone."
    ),
    ("XDG_CONFIG_HOME, XDG_CACHE_HOME", "Where settings and caches are."),
  ]

  private static let files: [(String, String)] = [
    (".memo/", "The mark of a vault, in its root: settings, templates, trash and what is derived from the memos."),
    (".memo/config.json", "The vault's settings."), (".memo/templates/", "Templates for 'memo new' and 'memo today'."),
    (".memo/cache/", "The cache; it may be deleted at any time."),
    ("~/.config/memo/config.json", "The user's settings."),
  ]

  /// The sections that end the page of memo, in roff.
  static var sections: [String] {
    [Roff.section("EXIT STATUS")] + items(exitCodes) + [Roff.section("ENVIRONMENT")] + items(variables)
      + [Roff.section("FILES")] + items(files) + [Roff.section("SEE ALSO"), Roff.reference("git")]
  }

  private static func items(_ pairs: [(String, String)]) -> [String] {
    pairs.map { Roff.item(Roff.bold($0.0), $0.1) }
  }
}
