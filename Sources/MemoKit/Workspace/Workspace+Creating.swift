public import MemoCore
public import MemoIndex
public import MemoStore

extension Workspace {
  /// Makes a memo, as one operation; returns its path.
  public func create(_ draft: MemoDraft) throws -> VaultPath {
    try make { try $0.create(draft) }
  }

  private func make(_ create: (MemoCreation) throws -> MadeMemo) throws -> VaultPath {
    let index = indexBefore()
    let made = try create(creation())
    keepLinks(of: index, making: [made.path], made.operation)
    return made.path
  }

  private func creation() throws -> MemoCreation {
    MemoCreation(in: vault, by: try history(), at: machine.now, fallbackName: Slug.untitled)
  }

  /// Makes a memo and opens it in the editor; returns its path, `nil` if nothing was written.
  public func create(_ draft: MemoDraft, in editor: Editor) throws -> VaultPath? {
    try draft.title.isEmpty ? createUntitled(draft, in: editor) : createTitled(draft, in: editor)
  }

  /// Opens a memo that has its name already; removes it again where it was not saved.
  private func createTitled(_ draft: MemoDraft, in editor: Editor) throws -> VaultPath? {
    let index = indexBefore()
    let made = try creation().create(draft)
    return try write(made.path, made: made.operation, of: draft, in: editor, knowing: index)
  }

  /// Opens a memo that was just made; returns its path, `nil` if it was removed again because nothing was written.
  ///
  /// - Parameter index: the index from before it was made.
  private func write(
    _ path: VaultPath, made operation: PastOperation, of draft: MemoDraft, in editor: Editor, knowing index: VaultIndex?
  ) throws -> VaultPath? {
    let edited = try write(path, of: draft, isNamed: true, in: editor)
    if edited.text == nil {
      try history().forget(operation)
    } else {
      amend(operation)
      keepLinks(of: index, making: [path], operation)
    }
    return try kept(edited.text == nil ? nil : path, edited.end)
  }

  /// Opens a text without a name, and makes a memo of it that is named after the title it got.
  private func createUntitled(_ draft: MemoDraft, in editor: Editor) throws -> VaultPath? {
    _ = try VaultSetup.prepare(vault)
    // In the vault, but hidden: after a crash the text is still there, and the next command makes a memo of it.
    var scratch = try UntitledDraft(of: draft, in: vault)
    let edited = try write(scratch.path, of: draft, isNamed: false, in: editor)
    let path: VaultPath?
    do {
      path = try edited.text.map { text in try make { try $0.create(text, title: "", in: draft.folder) } }
    } catch {
      notify(.keptText(scratch.path))
      throw error
    }
    try scratch.end(isMemo: path != nil)
    return try kept(path, edited.end)
  }

  /// The text that a person left in a file, `nil` for none, and how the editor ended. What was saved as it was is wanted.
  ///
  /// - Parameter isNamed: whether the file's name is the memo's, so that one without text is a memo.
  private func write(
    _ path: VaultPath, of draft: MemoDraft, isNamed: Bool, in editor: Editor
  ) throws -> (text: [UInt8]?, end: Result<Void, any Error>) {
    let (before, stamp) = (try vault.contents(of: path), vault.files.stamp(of: path))
    let end = Result { try open([MemoPlace(path)], in: editor) }
    guard let newStamp = vault.files.stamp(of: path) else { return (nil, end) }
    let after = try vault.contents(of: path)
    // Editors write into the file, or put another one in its place.
    let isSaved = stamp.map { ($0.inode, $0.modified) != (newStamp.inode, newStamp.modified) } ?? true
    let isUntouched = after == before && !isSaved && draft.body.isEmpty
    let isEmpty = MemoDraft.isBlank(after) && !(isNamed && isSaved && after == before)
    return (isUntouched || isEmpty ? nil : after, end)
  }

  /// Ends with the editor's failure where it failed: only now, because the text is kept.
  private func kept(_ path: VaultPath?, _ end: Result<Void, any Error>) throws -> VaultPath? {
    if case .failure = end, let path { notify(.keptText(path)) }
    try end.get()
    return path
  }

  // MARK: Where

  /// The path that a memo would get; nothing is written.
  public func path(of draft: MemoDraft) throws -> VaultPath {
    try MemoCreation(in: vault, by: OperationHistory(of: vault), at: machine.now, fallbackName: Slug.untitled)
      .path(of: draft)
  }

  /// Where memos are made unless another folder is named: the folder of the setting `new.folder`, else the working directory
  /// where memos can be in it, else the root.
  public func newMemoFolder() throws -> VaultPath {
    if let named = try vault.settings().text("new.folder"), !named.isEmpty {
      return try memoFolder(filling(title: machine.today, on: nil).filled(named))
    }
    // Without symbolic links, as the vault's root is.
    let here = machine.host.realPath(of: machine.workingDirectory)?.path(inVault: vault.root)
    guard let here, here != .root, WantedPath.isInside(here), vault.rules.showsMemo(at: here.appending("a.md")) else {
      return .root
    }
    return here
  }

  // MARK: Today

  /// The day that it is in the user's zone.
  private var currentDay: CivilDate { machine.clock.today }

  /// The locales in which a day's memo may be named: the user's, and that of the other language, where weeks are counted
  /// alike. The format of the names is the vault's, and devices differ in their languages.
  private var dailyLocales: [String] {
    let other = locale.utf8.starts(with: "ko".utf8) ? "en" : "ko"
    return [locale, other + locale.drop { $0 != "_" }]
  }

  /// The path of a day's memo, whether it exists or not: the usual one, in either language, or that of the only memo of that
  /// name elsewhere. One that does not exist is named in the user's language.
  ///
  /// - Throws: `TransferError.ignored` where the vault ignores the usual one, and no other memo has its name.
  public func todayPath(on day: CivilDate? = nil) throws -> VaultPath {
    var index: VaultIndex?
    return try todayPath(on: day, reading: &index)
  }

  /// The same with the index, where one had to be read for that.
  public func todayPath(on day: CivilDate? = nil, reading index: inout VaultIndex?) throws -> VaultPath {
    let paths = try dailyLocales.map { try usualPath(on: day, in: $0) }
    if let made = paths.first(where: { vault.rules.showsMemo(at: $0) && vault.files.stamp(of: $0) != nil }) {
      return made
    }
    let current = try self.index()
    index = current
    let memos = current.memos.map(\.path)
    if let other = paths.lazy.compactMap({ Self.namesake(of: $0, among: memos) }).first { return other }
    guard vault.rules.showsMemo(at: paths[0]) else { throw TransferError.ignored(paths[0]) }
    return paths[0]
  }

  /// The memo with the name of a day's, whatever its ending: in the same folder, else the only one in the vault.
  private static func namesake(of path: VaultPath, among memos: [VaultPath]) -> VaultPath? {
    let stem = MemoFileRules.stem(of: path)
    let others = memos.filter { MemoFileRules.stem(of: $0) == stem }
    return others.first { $0.parent == path.parent } ?? (others.count == 1 ? others[0] : nil)
  }

  /// Where a day's memo is made: named by the setting `daily.format`, else `YYYY-MM-DD`, in the folder of the setting
  /// `daily.folder`.
  public func usualPath(on day: CivilDate? = nil) throws -> VaultPath {
    try usualPath(on: day, in: locale)
  }

  private func usualPath(on day: CivilDate?, in locale: String) throws -> VaultPath {
    let settings = try vault.settings()
    let date = (day ?? currentDay).text
    let filling = filling(title: date, on: day, in: locale)
    let format = settings.text("daily.format") ?? ""
    let name = format.isEmpty ? date : filling.date(format) ?? date
    let folder = try memoFolder(filling.filled(settings.text("daily.folder") ?? ""))
    let path = VaultPath(bytes: folder.appending(name).bytes + Array(".md".utf8))
    guard let wanted = WantedPath(path, fallback: date)?.path else { throw TransferError.badFolder(path) }
    return wanted
  }

  /// Today's memo, made where there is none and a template fills it.
  public func today() throws -> DailyMemo {
    let path = try todayPath()
    if vault.files.stamp(of: path) != nil { return .existing(path) }
    if let obstacle = try vault.obstacle(at: path) { throw VaultError.obstructed(path, obstacle) }
    guard try dailyTemplate(title: Self.dailyTitle(of: path), on: nil) != nil else { return .unwritten(path) }
    try makeToday(path)
    return .existing(path)
  }

  /// Makes a day's memo at the path that `todayPath` gave, unless it exists.
  ///
  /// - Parameter index: the index that `todayPath` has read.
  /// - Throws: `VaultError.obstructed` where something else has its name.
  public func makeToday(_ path: VaultPath, on day: CivilDate? = nil, knowing index: VaultIndex? = nil) throws {
    guard vault.files.stamp(of: path) == nil else { return }
    let index = index ?? indexBefore()
    if let made = try createToday(path, on: day) { keepLinks(of: index, making: [path], made) }
  }

  /// Opens a day's memo in the editor, and makes it first where there is none; returns its path, `nil` if there is still none
  /// because nothing was written.
  public func editToday(
    _ path: VaultPath, on day: CivilDate? = nil, in editor: Editor, knowing index: VaultIndex? = nil
  ) throws -> VaultPath? {
    guard vault.files.stamp(of: path) == nil else {
      try edit([MemoPlace(path)], in: editor, as: Self.todayName)
      return path
    }
    let index = index ?? indexBefore()
    guard let made = try createToday(path, on: day) else { return try editToday(path, on: day, in: editor) }
    return try write(path, made: made, of: MemoDraft(title: ""), in: editor, knowing: index)
  }

  private static let todayName = "today"

  /// Makes a day's memo; `nil` where another process has made it at the same moment.
  private func createToday(_ path: VaultPath, on day: CivilDate?) throws -> PastOperation? {
    guard vault.rules.showsMemo(at: path) else { throw TransferError.ignored(path) }
    if let obstacle = try vault.obstacle(at: path) { throw VaultError.obstructed(path, obstacle) }
    let title = Self.dailyTitle(of: path)
    let usual = vault.titles == .fileName ? "" : "# \(title)\n"
    let text = try dailyTemplate(title: title, on: day) ?? Array(usual.utf8)
    let draft = try history().begin(Self.todayName, at: machine.now)
    try draft.create(path, contents: text)
    do {
      return try draft.commit()
    } catch OperationError.changed where vault.files.stamp(of: path) != nil {
      return nil
    }
  }

  private static func dailyTitle(of path: VaultPath) -> String {
    String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)
  }

  /// What the template of a day's memo makes; `nil` without one.
  private func dailyTemplate(title: String, on day: CivilDate?) throws -> [UInt8]? {
    let named = try vault.settings().text("daily.template") ?? ""
    guard named.isEmpty else { return try filledTemplate(named, title: title, on: day) }
    let templates = try templates()
    if let text = try templates.text(of: Self.todayName) { return filling(title: title, on: day).filled(text) }
    if let obstacle = try templates.obstacle(Self.todayName) {
      throw TemplateError.notAFile(Self.todayName, obstacle)
    }
    if try !templates.isUsable() { notify(.noTemplateFolder(templates.folder)) }
    return nil
  }

  // MARK: Templates

  /// The text that a template makes.
  ///
  /// - Parameters:
  ///   - name: that of a template, or the path of a memo.
  ///   - day: the day whose date is filled in; today if `nil`.
  /// - Throws: `TemplateError` if there is neither.
  public func filledTemplate(_ name: String, title: String, on day: CivilDate? = nil) throws -> [UInt8] {
    let (templates, filling) = (try templates(), filling(title: title, on: day))
    if let text = try templates.text(of: name) { return filling.filled(text) }
    if let memo = try finder(isStrict: true).memo(atPath: Array(name.utf8)) {
      return filling.filled(try ReadMemo(memo, in: vault).bytes)
    }
    if let obstacle = try templates.obstacle(name) { throw TemplateError.notAFile(name, obstacle) }
    throw TemplateError.notFound(name, known: try templates.names(), in: templates.folder)
  }

  /// The text that a template makes for a new memo, with the title that the memo has then: where that is the name of its
  /// file, the name may lack some of the draft's title, or have a number.
  ///
  /// - Parameter path: the memo's; `nil` for the one that it gets by its title.
  public func filledTemplate(_ name: String, for draft: MemoDraft, at path: VaultPath? = nil) throws -> [UInt8] {
    let text = try filledTemplate(name, title: draft.title)
    guard vault.titles != .firstLine, !draft.title.isEmpty else { return text }
    let source = vault.titleSource(at: try path ?? self.path(of: draft))
    let isTitledByFile = text.withUnsafeBytes { MemoLayout($0, titledBy: source).isTitledByFile }
    return isTitledByFile ? try filledTemplate(name, title: source.fileTitle) : text
  }

  /// The templates in the folder that the setting `templates` names, else in `.memo/templates`.
  public func templates() throws -> MemoTemplates {
    guard let folder = try vault.settings().text("templates"), !folder.isEmpty else { return MemoTemplates(of: vault) }
    return MemoTemplates(of: vault, in: try memoFolder(folder))
  }

  /// - Parameters:
  ///   - day: the day whose date is filled in, with the time of now; today if `nil`.
  ///   - locale: that of the dates; the user's if `nil`.
  private func filling(title: String, on day: CivilDate?, in locale: String? = nil) -> TemplateFilling {
    var time = machine.now
    if let day, day != currentDay {
      // Not a number of days from now: nanoseconds reach the days of 292 years, counted from 1970.
      let timeOfDay = CivilDate.dayAndTime(ofLocal: machine.clock.local(ofInstant: time)).time
      time = machine.clock.instant(ofLocal: Int64(day.daysSince1970) * CivilDate.nanoseconds + timeOfDay)
    }
    return TemplateFilling(title: title, at: time, clock: machine.clock, locale: locale ?? self.locale)
  }

  // MARK: Checks of settings

  /// Why a date format cannot name the memos of days; `nil` where it can.
  public func problem(ofDailyFormat format: String) -> DailyFormatProblem? {
    guard !format.isEmpty else { return nil }
    if let word = TemplateFilling.strayWord(inDateFormat: format) { return .strayWord(word) }
    if TemplateFilling.hasOpenBracket(inDateFormat: format) { return .openBracket }
    let midnight = Int64(currentDay.daysSince1970) * CivilDate.nanoseconds
    let afternoon = midnight + (13 * 3600 + 25 * 60 + 47) * 1_000_000_000
    func name(_ local: Int64) -> String? {
      let time = machine.clock.instant(ofLocal: local)
      return TemplateFilling(title: "", at: time, clock: machine.clock, locale: locale).date(format)
    }
    let today = name(midnight)
    if today != name(afternoon) { return .changesInADay }
    // A memo for each week, month or year is one that people want.
    if [1, 7, 31, 366].allSatisfy({ name(midnight + $0 * CivilDate.nanoseconds) == today }) { return .sameEachDay }
    return WantedPath.isInside(VaultPath(today ?? "")) ? nil : .hidden
  }

  /// Whether all is filled in that the name of a folder for memos has in `{{…}}`.
  ///
  /// - Throws: `TransferError.badFolder` where memos cannot be in it.
  public func fillsFolder(_ named: String) throws -> Bool {
    let filled = filling(title: machine.today, on: nil).filled(named)
    _ = try memoFolder(filled)
    return !filled.containsBytes("{{")
  }

  /// A folder for memos that a setting names: one of the vault that is not hidden.
  public func memoFolder(_ named: String) throws -> VaultPath {
    let folder = HostPath(Array(named.utf8), from: vault.root).path(inVault: vault.root)
    guard let folder, !folder.isHidden else { throw TransferError.badFolder(VaultPath(named)) }
    return try FolderSpelling(in: vault.files).folder(folder)
  }
}

/// Today's memo.
public enum DailyMemo: Equatable, Sendable {
  /// It exists.
  case existing(VaultPath)
  /// It would be here, with nothing but its title.
  case unwritten(VaultPath)
}

extension MemoDraft {
  /// Whether there is nothing to make a memo of.
  public var isBlank: Bool { title.isEmpty && Self.isBlank(body.given) && opening?.isEmpty != false }

  static func isBlank(_ text: [UInt8]) -> Bool {
    text.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == UInt8(ascii: "#") }
  }
}

extension MemoDraft.Body {
  fileprivate var isEmpty: Bool { given.isEmpty }
}

/// Why a date format cannot name the memos of days.
public enum DailyFormatProblem: Equatable, Sendable {
  /// A word that is no part of a date.
  case strayWord(String)
  /// A bracket that opens and does not close.
  case openBracket
  /// It has a time of the day.
  case changesInADay
  /// It has no date.
  case sameEachDay
  /// Its names are hidden, or lead out of the folder.
  case hidden
}

/// Why a template cannot be used.
public enum TemplateError: Error, Equatable, Sendable {
  /// No template or memo has this name; the names of the templates, and their folder.
  case notFound(String, known: [String], in: VaultPath)
  /// Something that is not a file has its name.
  case notAFile(String, Obstacle)
}
