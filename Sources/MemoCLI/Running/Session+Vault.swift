import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoWords

extension Session {
  /// The vault that the command works on.
  ///
  /// - Parameters:
  ///   - isChange: whether the command changes memos, so that what a crash left of an earlier change is taken back first. A
  ///     command that only reads answers from the files as they are.
  ///   - takesDrafts: whether memos are made of the texts that a `memo new` left when it was killed.
  ///   - isToSync: whether settings that cannot be used are no obstacle.
  func open(isChange: Bool = false, takesDrafts: Bool = false, toSync isToSync: Bool = false) throws -> Workspace {
    if let served = environment.served { return workspace(of: served.vault, answeringFrom: served.index) }
    let workspace = workspace(of: try locatedVault(toSync: isToSync) { note(.unusedVault($0)) })
    guard isChange || takesDrafts, !arguments[CommonOptions.dryRun] else { return workspace }
    if isChange, let ended = workspace.recover() { note(.ended(ended)) }
    workspace.takeDrafts()
    return workspace
  }

  /// The vault of a command that is about the memos that its REFs name; refuses at once where none is named.
  func open(for command: CommandDeclaration, isChange: Bool = false) throws -> Workspace {
    try requireReference(of: command)
    return try open(isChange: isChange)
  }

  /// A vault with its use cases.
  func workspace(of vault: Vault, answeringFrom index: VaultIndex? = nil) -> Workspace {
    spellPaths(in: vault)
    return Workspace(
      vault, on: machine, locale: dateLocale, answeringFrom: index,
      willCommit: { [cacheTrust] in try cacheTrust.commit() }, didCommit: { [changes] in changes.note($0) },
      notify: { note($0) })
  }

  /// The vault that the command line, the environment or the settings name.
  func locatedVault(
    toSync isToSync: Bool = false, noteUnused: (UnusedVault) -> Void = { _ in }
  ) throws -> Vault {
    try Workspace.locate(namedVault()?.bytes, on: machine, toSync: isToSync, noteUnused: noteUnused)
  }

  /// The folder that `--vault` names.
  func namedVault() throws -> RawArgument? {
    let named = arguments[GlobalOptions.vault]
    // An unset variable in a script must not mean the working directory.
    if named == "" { throw UsageError(.missingValue, Message.emptyVault, hints: [.seeHelp(nil)]) }
    return named
  }

  /// The etag that memos must have to be changed; `nil` for any.
  var etag: String? { arguments[CommonOptions.ifMatch] }

  /// The user's editor.
  var editor: Editor { Editor(on: machine, isUnattended: arguments[GlobalOptions.noInput]) }

  // MARK: References

  private func requireReference(of command: CommandDeclaration) throws {
    if arguments.all(CommonOptions.reference).isEmpty, !canPick {
      throw UsageError.missingChoice(CommonOptions.reference, of: command)
    }
  }

  /// Finds the memos that arguments name.
  ///
  /// - Parameter isChange: whether the command changes the memos it finds, so that a guess will not do for a script.
  func finder(in workspace: Workspace, isChange: Bool) -> MemoFinder {
    workspace.finder(isStrict: isChange && !isInteractive, isChange: isChange)
  }

  /// The paths of the memos that the command's REFs name.
  func references(in workspace: Workspace, of command: CommandDeclaration, isChange: Bool) throws -> [VaultPath] {
    let finder = finder(in: workspace, isChange: isChange)
    return try references(in: workspace, of: command) { MemoPlace(try finder.find($0)) }.map(\.path)
  }

  /// The same with the lines that REFs such as `notes.md:12` name.
  ///
  /// - Parameter takesHeadings: whether `REF#HEADING` is the line of a heading.
  func places(
    in workspace: Workspace, of command: CommandDeclaration, isChange: Bool, takesHeadings: Bool = false
  ) throws -> [MemoPlace] {
    let finder = finder(in: workspace, isChange: isChange)
    return try references(in: workspace, of: command) { reference in
      guard takesHeadings, let named = try HeadingReference(reference, self, isChange: isChange, in: workspace) else {
        return try finder.place(reference)
      }
      return MemoPlace(named.path, line: try workspace.read(named.path, ifMatch: etag).line(ofSection: named.heading))
    }
  }

  /// What the command's REFs name; without any, the memo that the person picks.
  private func references(
    in workspace: Workspace, of command: CommandDeclaration, find: ([UInt8]) throws -> MemoPlace
  ) throws -> [MemoPlace] {
    let references = arguments.all(CommonOptions.reference)
    guard references.isEmpty else { return try references.map { try find($0.bytes) } }
    try requireReference(of: command)
    return [MemoPlace(try pick(in: workspace))]
  }

  /// The path that a word names among some that were printed, as they were printed or from the root; they need not be
  /// memos.
  func path(_ word: RawArgument, among printed: [VaultPath]) -> VaultPath? {
    printed.first { paths.bytes($0) == word.bytes } ?? printed.first { $0.bytes == word.bytes }
      ?? printed.first { QuotedPath.bytes(paths.bytes($0)) == word.bytes }
  }

  /// The past of the memo that the command's REF names, which may be deleted.
  ///
  /// - Parameter count: how many of the newest versions are wanted; `nil` for all.
  func past(
    in workspace: Workspace, of command: CommandDeclaration, newest count: Int? = nil, isChange: Bool = false
  ) throws -> MemoPast {
    guard let past = try pasts(in: workspace, of: command, newest: count, isChange: isChange).first else {
      throw UsageError.missingChoice(CommonOptions.reference, of: command)
    }
    return past
  }

  /// The pasts of the memos that the command's REFs name.
  func pasts(
    in workspace: Workspace, of command: CommandDeclaration, newest count: Int? = nil, isChange: Bool = false
  ) throws -> [MemoPast] {
    let repository = try workspace.pastRepository()
    let references = arguments.all(CommonOptions.reference)
    guard !references.isEmpty else {
      return try self.references(in: workspace, of: command, isChange: isChange).map { path in
        try workspace.past(of: path, newest: count, in: repository)
      }
    }
    return try references.map { reference in
      let finder = finder(in: workspace, isChange: isChange)
      return try workspace.past(of: reference.bytes, by: finder, newest: count, in: repository)
    }
  }

  /// A revision that a person wrote.
  func revision(_ text: String) throws -> Revision {
    try checkCalendar(of: text)
    return Revision(text, clock: machine.clock)
  }

  // MARK: Filters

  /// The memos that the filter options ask for.
  func filter() throws -> MemoFilter {
    var filter = MemoFilter()
    filter.isUntagged = arguments[FilterOptions.untagged]
    filter.paths = arguments.all(FilterOptions.path).map(Glob.init)
    for text in arguments.all(FilterOptions.tag) { filter.tags.append(try tagExpression(text)) }
    filter.excluded = arguments.all(FilterOptions.exclude).map(Glob.init)
    // A mistake is found before any memo is read.
    _ = try fieldConditions()
    filter.since = try arguments[FilterOptions.since].map(span)?.lowerBound
    filter.before = try arguments[FilterOptions.until].map(end)
    if arguments[FilterOptions.createdSince] != nil || arguments[FilterOptions.createdUntil] != nil {
      var created = CreationSpan(clock: machine.clock)
      created.since = try arguments[FilterOptions.createdSince].map(span)?.lowerBound
      created.before = try arguments[FilterOptions.createdUntil].map(end)
      filter.created = created
    }
    return filter
  }

  /// A day, month or year counts to its end; a moment itself still counts.
  private func end(_ text: String) throws -> Int64 {
    let span = try span(text)
    return span.isEmpty ? span.upperBound.addingClamped(1) : span.upperBound
  }

  /// The same with the memos that the links and fields of an index leave.
  func filter(_ filter: MemoFilter, byLinksOf index: VaultIndex, in workspace: Workspace) throws -> MemoFilter {
    var filter = filter
    filter.paths = filter.paths.map { Glob(paths.pattern($0.pattern)) }
    filter.excluded = filter.excluded.map { Glob(paths.pattern($0.pattern)) }
    var links = LinkConditions()
    links.linksTo = arguments[FilterOptions.linksTo]
    links.linkedFrom = arguments[FilterOptions.linkedFrom]
    links.linksNotTo = arguments[FilterOptions.noLinksTo]
    links.distance = arguments[FilterOptions.distance]
    links.isOrphan = arguments[FilterOptions.orphan]
    links.isDeadEnd = arguments[FilterOptions.deadEnd]
    if links.distance != nil, links.linksTo == nil, links.linkedFrom == nil {
      throw Failure(
        kind: "missing-argument", message: Message.distanceAlone, hints: [Message.distanceHint], exitCode: .usage)
    }
    return try workspace.filter(self.filter(filter, byFieldsOf: index), links, in: index)
  }

  private func tagExpression(_ text: String) throws -> TagExpression {
    do {
      return try TagExpression(text)
    } catch {
      throw Failure.invalid(Message.badTag(text), hints: [Message.tagHint(for: text)])
    }
  }

  private func span(_ text: String) throws -> Range<Int64> {
    if let span = DateFilter(clock: machine.clock).span(text) { return span }
    try checkCalendar(of: text)
    throw Failure.invalid(Message.badDate(text), hints: [splitDateHint ?? Message.dateHint])
  }

  /// Ends where a date comes with a day of the week that it is not, or is 29 February of a year that has none.
  ///
  /// - Parameter isOfThisYear: whether a day without a year is that of this year.
  func checkCalendar(of text: String, isOfThisYear: Bool = false) throws {
    let dates = DateFilter(clock: machine.clock)
    let year = dates.yearWithoutLeapDay(text, isOfThisYear: isOfThisYear)
    let day = dates.misnamedDay(text, isOfThisYear: isOfThisYear)
    guard let message = year.map({ Message.noLeapDay(text, $0) }) ?? day.map({ Message.wrongWeekday(text, $0) })
    else { return }
    throw Failure.invalid(message, hints: [Message.dateHint])
  }

  /// For a date without quotes, whose other words have become arguments: `--since 3 days ago`.
  var splitDateHint: Text? {
    let options = [
      FilterOptions.since, FilterOptions.until, FilterOptions.createdSince, FilterOptions.createdUntil,
    ]
    let words = arguments.positionals.prefix(Self.longestSplitDate).map(\.text)
    for option in options {
      guard let value = arguments[option] else { continue }
      for count in words.indices.reversed() {
        let date = ([value] + words[...count]).joined(separator: " ")
        guard DateFilter(clock: machine.clock).span(date) != nil else { continue }
        return Message.quotedDate(Text(verbatim: "--\(option.long) \(ShellWord.of(date))"))
      }
    }
    return nil
  }

  /// The words of `the day before yesterday at 3 PM` but for the first.
  private static var longestSplitDate: Int { 6 }

  /// The locale that dates are written in, English or Korean: that of the language where one is chosen, else the user's.
  var dateLocale: String {
    switch chosenLanguage {
    case .english: return "en_US"
    case .korean: return "ko_KR"
    case nil:
      let locale = machine.locale(for: "LC_TIME")
      if Language(locale: locale) == .korean { return "ko_KR" }
      return locale.utf8.starts(with: "en_".utf8) && LocaleName.isRegional(locale) ? locale : "en_US"
    }
  }

  // MARK: Syncing

  /// The usual options: a person at the terminal may be asked for a password.
  func syncOptions(in workspace: Workspace) -> SyncOptions { workspace.syncOptions(mayAsk: isInteractive) }

  /// Syncs a vault.
  func sync(_ workspace: Workspace, _ options: SyncOptions, _ progress: TransferProgress) throws -> SyncReport {
    var options = options
    if progress.isVisible { options.transferProgress = { progress.show($0) } }
    options.commitProgress = { progress.showCommitted($0, $1) }
    options.fileProgress = { progress.showUpdated($0, $1) }
    options.retrying = { progress.show(SyncMessages.retrying) }
    options.waitingForTurn = { progress.show(SyncMessages.waitingForTurn) }
    defer { progress.clear() }
    return try workspace.sync(options)
  }
}
