import MemoCore
public import MemoIndex
import MemoKit
public import MemoStore
import MemoSync
import MemoWords
import Synchronization

/// The vault for the split view: carries out its effects with the use cases of the commands.
public final class BrowserLibrary: Sendable {
  let kit: BrowserKit

  /// The vault with the settings that it had last.
  private let opened: Mutex<Vault>
  /// The latest index, and when its refresh began.
  private let known: Mutex<(index: VaultIndex, since: Duration)>
  /// How long a change waits for another process that holds the lock.
  static let lockTimeout: Duration = .seconds(2)

  /// The latest search.
  private let searched = Mutex<FoundTextReader?>(nil)

  /// The files of the pictures in the memo that was examined last.
  let pictured = Mutex<(memo: VaultPath, files: LinkedFiles)>((.root, LinkedFiles()))

  let saving = Mutex<(id: Int, saving: MemoSaving, retitling: Retitling?)?>(nil)
  /// What was written last, which may have another title.
  let retitling = Mutex<Retitling?>(nil)

  /// A vault with its current index.
  public init(_ vault: Vault, _ index: VaultIndex, kit: BrowserKit) {
    self.kit = kit
    opened = Mutex(vault)
    known = Mutex((index, kit.stopwatch()))
  }

  /// The vault.
  var vault: Vault { opened.withLock(\.self) }

  /// Takes over the vault with the settings that it has now, or the folder that has taken its place.
  func take(_ vault: Vault) {
    let isSameFolder = opened.withLock { opened in
      defer { opened = vault }
      return opened.isSameFolder(as: vault)
    }
    // What is being written is saved there from now on.
    if !isSameFolder { saving.withLock { $0 = nil } }
  }

  /// The latest index; read again if another process has truncated the cache that it maps.
  var index: VaultIndex {
    let index = known.withLock(\.index)
    guard !index.isIntact else { return index }
    let start = kit.stopwatch()
    guard let fresh = try? vault.refresh() else { return index }
    take(fresh, since: start)
    return fresh
  }

  /// Takes over an index, unless a later one was taken over.
  func take(_ index: VaultIndex, since: Duration) {
    known.withLock { if since >= $0.since { $0 = (index, since) } }
  }

  /// Refreshes the index.
  func refresh() throws {
    let start = kit.stopwatch()
    take(try vault.refresh(since: index), since: start)
  }

  /// The message of an error.
  func text(of error: any Error) -> String {
    FailureMessages.failure(for: error).message[kit.language]
  }

  // MARK: Lists

  /// The memos that match a query; all for an empty one.
  public func listing(query: String, order: BrowserOrder) -> BrowserListing {
    let index = index
    let last = LastSync(of: vault)
    let sync = last.map { SyncLine($0, index).text(kit.dates)[kit.language] }
    var listing = BrowserListing(
      query: query, order: order, total: index.count, sync: sync,
      mayHaveConflicts: last.map { $0.conflicts > 0 } ?? false, titles: index.titles,
      linksNameFiles: vault.linksNameFiles)
    guard !query.isEmpty else {
      let all = VaultRows(order, in: index, dates: kit.dates, clock: kit.clock, collation: kit.collation)
      let (rows, groups) = all.grouped(byDate: kit.groupsByDate)
      (listing.rows, listing.groups) = (rows, groups)
      return listing
    }
    do {
      let found = try found(query, order, in: index)
      let problem = found.tooSlow.map { text(of: QueryError.tooSlow(pattern: $0)) } ?? found.hint?.text[kit.language]
      (listing.rows, listing.problem, listing.suggestion) = (found.rows, problem, found.hint?.meant)
      listing.partlyRead = ListMessages.searchedInPart(found.partlyRead)?[kit.language]
    } catch {
      listing.problem = text(withHintsOf: FailureMessages.failure(for: error))
    }
    return listing
  }

  /// The memos for the picker: those named by a query, those that match it, and those with a name that contains
  /// it. All for an empty query; `nil` for an invalid one.
  public func candidates(for query: String) -> (any MemoRows)? {
    let index = index
    guard !query.isEmpty else { return NewestRows(rows: IndexRows(index), dates: kit.dates) }
    guard let found = try? found(query, .newest, in: index).rows.memos else { return nil }
    return ListedRows(memos: index.memos(called: query, with: found), index: index, dates: kit.dates)
  }

  /// The matching lines of memos that the latest search found; none if it was another one.
  func texts(query: String, _ paths: [VaultPath]) -> [BrowserEvent] {
    guard let reader = searched.withLock(\.self), reader.query.utf8.elementsEqual(query.utf8) else { return [] }
    return [.foundTexts(query: query, reader.texts(of: paths))]
  }

  /// Finds the matches of a query in texts; `nil` for an invalid one.
  func highlighter(for query: String) -> SearchHighlighter? {
    // The listing reports the error. The memos of a folder or a tag have no matches to go through.
    guard let parsed = try? SearchQuery(parsing: query, openLastSyllable: true), parsed.looksAtTexts else { return nil }
    return SearchHighlighter(parsed, limits: SearchLimits(regexTime: .milliseconds(5), now: kit.processorTime))
  }

  /// What is said of a query that finds nothing, and the query that may have been meant.
  private typealias Hint = (text: Text, meant: String?)

  /// The memos that match, the regular expression that exceeded the time limit, a hint for none, and the memos of which only
  /// the start was searched.
  private func found(
    _ query: String, _ order: BrowserOrder, in index: VaultIndex
  ) throws -> (rows: ListedRows, tooSlow: String?, hint: Hint?, partlyRead: [VaultPath]) {
    let parsed = try SearchQuery(parsing: query, openLastSyllable: true)
    let outcome = MemoSearch(parsed, processorTime: kit.processorTime).run(MemoFilter(), in: index)
    var memos = outcome.found.map(\.memo)
    if !MemoList.isRanked(parsed, order) {
      var listing = MemoListing(collation: kit.collation, clock: kit.clock)
      listing.order = order.sortOrder
      memos = listing.inOrder(memos, in: index)
    }
    let rows = ListedRows(memos: memos, index: index, dates: kit.dates)
    searched.withLock { $0 = FoundTextReader(query, outcome, in: index) }
    let hint = outcome.found.isEmpty ? try hint(for: query, parsed, in: index) : nil
    let partlyRead = outcome.search.partlyRead(MemoFilter(), besides: outcome.found, in: index)
    return (rows, outcome.tooSlow, hint, partlyRead)
  }

  /// A hint for a query that finds nothing: words like those that no memo has, else these.
  private func hint(for query: String, _ parsed: SearchQuery, in index: VaultIndex) throws -> Hint? {
    let plain = PlainQuery(query)
    let missing = try plain?.missing { word in
      let query = try SearchQuery(parsing: word, openLastSyllable: true)
      return !MemoSearch(query, processorTime: kit.processorTime).run(MemoFilter(), in: index).found.isEmpty
    }
    guard let plain, let missing else {
      let texts = SearchSuggestions(for: parsed, in: index).texts
      return texts.isEmpty ? nil : (Message.suggestions(texts), nil)
    }
    guard !missing.isEmpty else { return nil }
    let meant = try SearchQuery(parsing: missing.joined(separator: " "), openLastSyllable: true)
    let texts = SearchSuggestions(for: meant, in: index).texts
    if let first = texts.first {
      return (BrowserMessages.suggestions(texts), plain.replacing(oneOf: missing, with: first))
    }
    return missing.count < plain.words.count ? (Message.noMatch(for: missing), nil) : nil
  }

  // MARK: Memos

  /// Reads a memo.
  func load(_ path: VaultPath) -> LoadedMemo {
    do {
      let vault = vault
      return LoadedMemo(path: path, bytes: try ReadMemo(path, in: vault).bytes, titles: vault.titles)
    } catch {
      return LoadedMemo(path: path, bytes: [], problem: text(of: error))
    }
  }

  /// Looks whether a text to paste is the path of an image.
  func pasted(_ text: String, in memo: VaultPath?) -> BrowserEvent {
    .pasted(text, image: PastedImage(text, in: vault, from: memo)?.destination)
  }

  /// Saves a text.
  func save(_ save: MemoSave) -> BrowserEvent {
    if let reason = save.path.flatMap({ refusal(toReplace: $0) }) { return .notSaved(reason) }
    return saving.withLock { current in
      let known = current.flatMap { $0.id == save.id ? $0 : nil }
      var session = known?.saving ?? makeSaving()
      // Before the first save the index has the earlier title; a new memo has none.
      let first = known == nil ? save.path : nil
      let retitling = known?.retitling ?? first.flatMap { Retitling(of: $0, in: index, of: vault) }
      defer { current = (save.id, session, retitling) }
      do {
        return .saved(
          try session.save(
            save.contents, to: save.path, newPath: save.newPath, in: folder(of: save), base: save.base, index: index,
            at: kit.clock.now), save)
      } catch VaultError.obstructed(let path, let obstacle) {
        return .notSaved(BrowserMessages.obstructed(path, obstacle)[kit.language])
      } catch {
        return .notSaved(text(of: error))
      }
    }
  }

  /// Where a memo without a file and a path is made.
  private func folder(of save: MemoSave) throws -> VaultPath {
    guard save.path == nil, save.newPath == nil else { return .root }
    return try save.newFolder ?? kit.newMemoFolder()
  }

  /// Finishes writing in a memo; no events if nothing was saved.
  func finish(id: Int, path: VaultPath?) -> [BrowserEvent] {
    guard let path else { return [.finished(nil, sent: nil)] }
    return saving.withLock { current in
      guard let known = current, known.id == id else { return [] }
      var (session, retitled) = (known.saving, known.retitling)
      current = nil
      retitled?.typing = session.operation
      retitling.withLock { $0 = retitled }
      do {
        let finished = BrowserEvent.finished(try session.finish(path, at: kit.clock.now), sent: path)
        let links = BrowserMessages.keptLinks(session.relinked, session.lostLinks)
        return [finished] + (links.map { [.done($0[kit.language], select: nil)] } ?? [])
      } catch {
        // The text is saved; only the file keeps its name.
        return [.failed(text(of: error))]
      }
    }
  }

  private func makeSaving() -> MemoSaving {
    MemoSaving(in: vault, by: OperationHistory(of: vault, wait: Self.lockTimeout), fallbackName: Slug.untitled) {
      base, disk, typed in
      LineMerge(base: base, first: disk, second: typed).bytes
    }
  }
}
