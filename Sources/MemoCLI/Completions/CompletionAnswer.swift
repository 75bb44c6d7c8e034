import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTUI
import MemoWords

/// What a shell may offer for a word.
enum CompletionAnswer {
  /// A word and its description, which may be empty.
  struct Candidate: Equatable {
    let word: String
    var help = ""
  }

  /// The shell knows files itself.
  case files
  /// Likewise.
  case folders
  /// These words.
  case words([Candidate])
}

/// Finds the answers to requests in what is declared and what is cached.
struct CompletionFinder {
  let session: Session
  /// The commands that there are.
  let commands: [CommandDeclaration]
  /// The topics that there is only help of.
  let topics: [CommandDeclaration]
  /// The setting whose value the word is, where it is one.
  let setting: SettingKey?
  /// Whether the command renames a tag.
  let renamesTag: Bool
  /// Whether the word may begin with a dash and be no option.
  let takesDashes: Bool
  /// Whether the shell leaves out names that begin with other letters than those typed: `Straße` for `strass`.
  let comparesLetters: Bool

  /// Shells show so many at a glance.
  private static let limit = 100
  /// To find out which memos have a name may go through all memos.
  private static let mostLookedUp = 8

  /// What the word may become.
  func answer(_ request: CompletionRequest, word: String) -> CompletionAnswer {
    switch request.subject {
    case .command: return .words(beginning(word, commandNames))
    case .option(let options): return .words(beginning(word, options.flatMap(spellings)))
    case .value(let completion, let prefix):
      let typed = String(decoding: word.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      return answer(completion, typed).prefixed(prefix)
    }
  }

  private func answer(_ completion: Completion, _ typed: String) -> CompletionAnswer {
    switch completion {
    case .none: .words([])
    case .files: .files
    case .folders: .folders
    case .choices(let words): .words(beginning(typed, words.map { .init(word: $0) }))
    case .commands: .words(beginning(typed, commandNames))
    case .helpTopics: .words(beginning(typed, commandNames + candidates(topics)))
    case .memos: .words(spelled(memos(typed)) { spelling(of: $0, typed) })
    case .settingValues: settingValues.map { answer($0, typed) } ?? .words([])
    case .tags: .words(spelled(cut(beginning(typed, tags)), Folding.composed))
    case .tagFilters: .words(spelled(cut(tagFilters(typed)), Folding.composed))
    case .tagsOrMemos: answer(renamesTag ? .tags : .memos, typed)
    case .trash: .words(cut(trash(typed)))
    case .fields: .words(cut(beginning(typed, fields)))
    case .assignments: .words(cut(beginning(typed, fields.map { .init(word: $0.word + "=", help: $0.help) })))
    case .sortKeys(let words):
      .words(
        cut(
          beginning(
            typed, words.map { .init(word: $0) } + fields.map { .init(word: "field:\($0.word)", help: $0.help) })))
    case .views(let words): .words(cut(beginning(typed, words.map { .init(word: $0) } + views)))
    case .settingKeys: .words(cut(beginning(typed, settingKeys)))
    case .templates: .words(cut(beginning(typed, templates)))
    case .vaultFolders: .words(cut(beginning(typed, folders)))
    case .nearFolders: .words(cut(beginning(typed, nearFolders(typed, isPattern: false).filter(mayFollow))))
    case .folderPatterns: .words(cut(beginning(typed, nearFolders(typed, isPattern: true))))
    }
  }

  // MARK: What is declared

  private var commandNames: [CompletionAnswer.Candidate] { candidates(commands) }

  private func candidates(_ commands: [CommandDeclaration]) -> [CompletionAnswer.Candidate] {
    commands.map { .init(word: $0.name, help: $0.summary[session.language]) }
  }

  private func spellings(_ option: any ArgumentDeclaration) -> [CompletionAnswer.Candidate] {
    option.spellings.filter { $0.utf8.starts(with: "--".utf8) }.map {
      .init(word: $0, help: option.help[session.language])
    }
  }

  /// What the values of the setting that was named are; `nil` if they are anything.
  private var settingValues: Completion? {
    switch setting {
    case .vault: .folders
    case .newFolder, .dailyFolder, .templates: .vaultFolders
    case .dailyTemplate: .templates
    default: setting?.choices.map(Completion.choices)
    }
  }

  // MARK: What is cached

  private func memos(_ typed: String) -> [CompletionAnswer.Candidate] {
    guard let vault, let index = vault.cachedIndex() else { return [] }
    let (start, hasSlash) = (start(typed, in: vault), typed.utf8.contains(UInt8(ascii: "/")))
    var paths: [CompletionAnswer.Candidate] = []
    if let start, hasSlash || !start.lead.isEmpty {
      paths = NameCompletion(of: start, in: index, takesDashes: takesDashes).candidates(limit: Self.limit).map {
        .init(word: $0.name)
      }
      // Only where there is no such path, a title may begin so: to look for one goes through all memos.
      if hasSlash, !start.lead.isEmpty, !paths.isEmpty { return paths }
    }
    if !typed.isEmpty, !hasSlash { paths += pathStarts(typed, start, in: index) }
    let names = NameCompletion(of: typed, in: index, takesDashes: takesDashes)
      .candidates(limit: max(1, Self.limit - paths.count))
    return Self.joined(
      paths, names.count > Self.mostLookedUp ? names.map(Self.named) : names.flatMap { found(by: $0, vault, index) })
  }

  /// A memo by its name.
  private static func named(_ candidate: NameCompletion.Candidate) -> CompletionAnswer.Candidate {
    let path = TerminalText.visible(candidate.path.text)
    return .init(word: candidate.name, help: path == candidate.name ? "" : path)
  }

  /// A memo by its name; by their paths, where several are called so.
  private func found(
    by candidate: NameCompletion.Candidate, _ vault: Vault, _ index: VaultIndex
  ) -> [CompletionAnswer.Candidate] {
    let finder = MemoFinder(
      vault: vault, host: session.machine.host, workingDirectory: session.machine.workingDirectory, isStrict: true
    ) { index }
    do {
      _ = try finder.find(Array(candidate.name.utf8))
    } catch VaultError.ambiguous(_, let paths) {
      let spelled = session.localPaths(in: vault)
      let shown = paths.map { spelled.text($0) }.filter { TerminalText.visible($0) == $0 }
      return shown.map { .init(word: $0, help: candidate.name) }.filter(mayFollow)
    } catch {}
    return [Self.named(candidate)]
  }

  /// The folders that are called so, as the starts of paths: what is in them is offered behind the slash.
  private func pathStarts(_ typed: String, _ start: PathStart?, in index: VaultIndex) -> [CompletionAnswer.Candidate] {
    func candidates(_ paths: [ArraySlice<UInt8>]) -> [CompletionAnswer.Candidate] {
      paths.filter { !$0.contains(UInt8(ascii: "/")) }.compactMap { String(validating: $0, as: UTF8.self) }.map {
        .init(word: $0 + "/")
      }
    }
    let folders = index.folders
    let near = candidates(folders.compactMap { start?.below($0) })
    let names = Self.joined(near, candidates(folders.map { $0.bytes[...] }))
    return cut(beginning(typed, names.filter(mayFollow)))
  }

  /// How a memo's name is offered where a part of it is typed: in NFC, and for some shells with that part as it is.
  private func spelling(of name: String, _ typed: String) -> String {
    let composed = Folding.composed(name)
    return comparesLetters ? NamePrefix(typed).continued(to: composed) : composed
  }

  /// The start of a path that a word is in the working directory; `nil` where it means the same from the root.
  private func start(_ typed: String, in vault: Vault) -> PathStart? {
    session.localPaths(in: vault).start(typed).flatMap { $0.isFromRoot ? nil : $0 }
  }

  /// These, and others that are spelled in another way: a spelling means what it does in the working directory.
  private static func joined(
    _ near: [CompletionAnswer.Candidate], _ others: [CompletionAnswer.Candidate]
  ) -> [CompletionAnswer.Candidate] {
    let known = Set(near.map { Array($0.word.utf8) })
    return near + others.filter { !known.contains(Array($0.word.utf8)) }
  }

  /// Tags, and those that others are nested in.
  private var tags: [CompletionAnswer.Candidate] {
    guard let index else { return [] }
    // Counted with their parents, the tags of 100,000 memos take twice as long.
    let counts = TagCounts(isNested: false).counts(in: index)
    var seen = Set(counts.map { Folding.matchKey($0.tag) })
    let parents = counts.flatMap { Self.parents(of: $0.tag) }.filter { seen.insert(Folding.matchKey($0)).inserted }
    let candidates =
      counts.map { CompletionAnswer.Candidate(word: $0.tag, help: Message.memoCount($0.count)[session.language]) }
      + parents.map { .init(word: $0) }
    return candidates.sorted { $0.word.utf8.lexicographicallyPrecedes($1.word.utf8) }
  }

  /// The tags as filters, in quotes where a filter needs them.
  private func tagFilters(_ typed: String) -> [CompletionAnswer.Candidate] {
    var prefix = NamePrefix(typed)
    return tags.compactMap { tag in
      let name = tag.word
      let filters = [name, "\"\(name)\""]
      guard let filter = filters.first(where: { (try? TagExpression($0))?.wanted == [name] }),
        prefix.begins(name) || prefix.begins(filter), TerminalText.visible(name) == name
      else { return nil }
      return .init(word: filter, help: tag.help)
    }
  }

  /// The memos in the trash by their paths and titles; those that share one, by their ids.
  private func trash(_ typed: String) -> [CompletionAnswer.Candidate] {
    guard let vault,
      let items = try? Trash(of: vault, history: OperationHistory(of: vault)).items()
    else { return [] }
    let spelled = session.localPaths(in: vault)
    let names = items.flatMap { item -> [CompletionAnswer.Candidate] in
      let path = spelled.text(item.path)
      let isAlone = items.count { $0.path == item.path } == 1
      let isTitled = !item.title.isEmpty && items.count { $0.title == item.title } == 1
      let own = CompletionAnswer.Candidate(word: isAlone ? path : item.id, help: isAlone ? item.title : path)
      return [own] + (isTitled && !typed.isEmpty ? [.init(word: item.title, help: path)] : [])
    }
    return beginning(typed, names.filter(mayFollow))
  }

  private static func parents(of tag: String) -> [String] {
    tag.utf8.indices.filter { tag.utf8[$0] == UInt8(ascii: "/") }.map { String(tag[..<$0]) }
  }

  private var fields: [CompletionAnswer.Candidate] {
    let counts = index.map(FieldCounts.keys) ?? []
    return counts.map { .init(word: $0.name, help: Message.memoCount($0.count)[session.language]) }
  }

  private var views: [CompletionAnswer.Candidate] { viewNames.map { .init(word: "@\($0)") } }

  private var settingKeys: [CompletionAnswer.Candidate] {
    (SettingKey.allCases.map(\.rawValue) + [SavedView.key("")] + viewNames.map(SavedView.key)).map { .init(word: $0) }
  }

  private var viewNames: [String] {
    let settings = try? vault?.settings()
    return settings.map(SavedView.names) ?? []
  }

  private var folders: [CompletionAnswer.Candidate] {
    index?.folders.map { .init(word: $0.text) } ?? []
  }

  /// Folders as they are spelled from the working directory, and from the root where that is also taken.
  private func nearFolders(_ typed: String, isPattern: Bool) -> [CompletionAnswer.Candidate] {
    guard let vault, let start = start(typed, in: vault), !isPattern || !start.lead.isEmpty else { return folders }
    let all = vault.cachedIndex()?.folders ?? []
    let near = all.compactMap(start.bytes).map { CompletionAnswer.Candidate(word: String(decoding: $0, as: UTF8.self)) }
    // The folder itself, too: of `../`, only the dots may be typed.
    guard start.lead.isEmpty else { return [.init(word: start.lead)] + near }
    return Self.joined(near, all.map { .init(word: $0.text) })
      .sorted { $0.word.utf8.lexicographicallyPrecedes($1.word.utf8) }
  }

  private var templates: [CompletionAnswer.Candidate] {
    let names = vault.flatMap { try? session.workspace(of: $0).templates().names() }
    return names?.map { .init(word: $0) } ?? []
  }

  private var index: VaultIndex? { vault?.cachedIndex() }

  private var vault: Vault? {
    // A shell has no place to show an error.
    try? session.locatedVault()
  }

  // MARK: Choosing

  /// Whether a word would not be read as an option.
  private func mayFollow(_ candidate: CompletionAnswer.Candidate) -> Bool {
    takesDashes || candidate.word.utf8.first != UInt8(ascii: "-")
  }

  private func beginning(_ typed: String, _ candidates: [CompletionAnswer.Candidate]) -> [CompletionAnswer.Candidate] {
    var prefix = NamePrefix(typed)
    return candidates.filter { prefix.begins($0.word) && TerminalText.visible($0.word) == $0.word }
  }

  /// Names by which something is found in any spelling, as people type them, unless that is the name of another one.
  private func spelled(
    _ candidates: [CompletionAnswer.Candidate], _ spelling: (String) -> String
  ) -> [CompletionAnswer.Candidate] {
    var taken = Set(candidates.map { Array($0.word.utf8) })
    return candidates.map { candidate in
      let word = spelling(candidate.word)
      return taken.insert(Array(word.utf8)).inserted ? .init(word: word, help: candidate.help) : candidate
    }
  }

  /// The first ones, and the last one: so that what they have in common is what all have.
  private func cut(_ candidates: [CompletionAnswer.Candidate]) -> [CompletionAnswer.Candidate] {
    candidates.count <= Self.limit ? candidates : Array(candidates.prefix(Self.limit - 1)) + candidates.suffix(1)
  }
}

extension CompletionAnswer {
  /// The answer for a word that holds more in front.
  fileprivate func prefixed(_ prefix: String) -> CompletionAnswer {
    guard case .words(let candidates) = self, !prefix.isEmpty else { return self }
    return .words(candidates.map { Candidate(word: prefix + $0.word, help: $0.help) })
  }
}
