import MemoCore
import MemoStore
import Synchronization

/// What one blob is in the files of the vault.
struct FileVersion: Equatable, Sendable {
  /// The blob's bytes.
  let stored: [UInt8]
  /// The bytes that git would write to the file; `nil` where they cannot be had.
  let text: [UInt8]?
  /// Why the text is not what a person wrote: then it is nothing that could be merged.
  var trouble: SkippedFile.Reason?

  /// What a merge gets: bytes that it takes for no text, where the text is not known.
  var mergeable: [UInt8] { trouble == nil ? text ?? [] : [0] + stored }

  /// Why no file is made of it at a path; `nil` where one is.
  func trouble(as path: VaultPath) -> SkippedFile.Reason? {
    guard let text else { return trouble ?? .filterFailed }
    guard path == Vault.settingsPath, !Settings.areUsable(text) else { return nil }
    return trouble ?? .receivedDamaged
  }
}

/// The way between files and blobs for paths to which git's attributes give one: filters, line ends, encodings.
///
/// It is git that converts, one process for all blobs that become files and one for each file that becomes a blob; what
/// attributes a path has is asked once. Where no file of attributes is there, git is asked nothing.
final class PathConversions: Sendable {
  private let repository: GitRepository
  private let host: any HostFiles
  /// The folder whose files of attributes count.
  private let top: HostPath
  let settings: FilterSettings
  private let ssh: String?
  /// What failed and took long, where that is remembered.
  private let failures: SlowFailures?
  /// What filters said that failed.
  let words: FilterWords

  private let attributes = Mutex<[VaultPath: PathAttributes]>([:])
  private let sources = Mutex<[VaultPath: Bool]>([:])

  static let attributesName = Array(".gitattributes".utf8)
  private static let newline = UInt8(ascii: "\n")
  /// Pointers, of which blobs and files may be large, are converted so many at a time.
  private static let blobsAtOnce = 64

  /// - Parameters:
  ///   - top: the folder whose files of attributes count; the root of the work tree where `nil`.
  ///   - ssh: what is run in place of `ssh` where a filter fetches something.
  ///   - failures: what failed and took long.
  ///   - words: where to note what filters say that fail.
  init(
    _ repository: GitRepository, host: any HostFiles, settings: FilterSettings, mark: UInt64 = 0,
    top: HostPath? = nil, ssh: String? = nil, failures: SlowFailures? = nil, words: FilterWords = FilterWords()
  ) {
    (self.repository, self.host, self.settings, self.mark, self.ssh) = (repository, host, settings, mark, ssh)
    (self.failures, self.words) = (failures, words)
    self.top = top ?? repository.root
  }

  /// The same with the attributes of another folder.
  func with(top: HostPath) -> PathConversions {
    PathConversions(
      repository, host: host, settings: settings, mark: mark, top: top, ssh: ssh, failures: failures, words: words)
  }

  /// Forgets what was asked: the files of attributes have changed.
  func forget() {
    attributes.withLock { $0 = [:] }
    sources.withLock { $0 = [:] }
  }

  /// Whether git can run the filter that a path has; `true` for a path without one.
  func canConvert(_ attributes: PathAttributes) -> Bool { attributes.filter.map(settings.canUse) ?? true }

  /// Changes with what holds for all paths, and with the filters.
  let mark: UInt64

  /// Whether blobs may be what a filter made, whatever the attributes say now.
  var mayHoldFiltered: Bool {
    settings.hasFilters
      || ["git-crypt", "lfs"].contains { host.kind(of: repository.root.appending(".git/\($0)")) != nil }
  }

  /// Whether blobs may be pointers of git-lfs whose files are here.
  var mayHoldLargeFiles: Bool {
    settings.canUse("lfs") && host.kind(of: repository.root.appending(".git/lfs/objects")) != nil
  }

  // MARK: Attributes

  /// Whether there is a file of attributes that may say something of one of these paths.
  func mayConvert(_ paths: some Sequence<VaultPath>) -> Bool {
    hasCommonSource || paths.contains(where: hasSource)
  }

  /// Whether attributes hold for all paths: those of the user, of the system and of this repository.
  var hasCommonSource: Bool {
    settings.attributesFile != nil || repository.git.hasUserAttributes
      || host.kind(of: repository.root.appending(".git/info/attributes")) != nil
  }

  private func hasSource(for path: VaultPath) -> Bool {
    ([.root] + path.foldersAbove).contains { folder in
      if let known = sources.withLock({ $0[folder] }) { return known }
      let isThere = host.kind(of: top.appending(folder.appending(Self.attributesName))) != nil
      sources.withLock { $0[folder] = isThere }
      return isThere
    }
  }

  /// The attributes of those paths whose bytes may change.
  func attributes(of paths: some Sequence<VaultPath>) throws -> [VaultPath: PathAttributes] {
    let asked = Array(paths)
    guard mayConvert(asked) else { return [:] }
    let known = attributes.withLock(\.self)
    let unknown = asked.filter { known[$0] == nil }
    let found = try ask(unknown)
    attributes.withLock { all in for path in unknown { all[path] = found[path] ?? PathAttributes() } }
    var result: [VaultPath: PathAttributes] = [:]
    for path in asked { result[path] = (known[path] ?? found[path]).flatMap { $0.isEmpty ? nil : $0 } }
    return result
  }

  /// Those among some paths that have a filter: what is in them may be meant for no one who has not its key.
  func filtered(among paths: some Sequence<VaultPath>) throws -> Set<VaultPath> {
    Set(try attributes(of: paths).filter { $0.value.filter != nil }.keys)
  }

  /// Whether attributes are still what they were when they were asked for.
  func areCurrent(_ known: [VaultPath: PathAttributes]) throws -> Bool {
    try ask(Array(known.keys)) == known
  }

  private func ask(_ paths: [VaultPath]) throws -> [VaultPath: PathAttributes] {
    guard !paths.isEmpty else { return [:] }
    let output = try repository.answer(
      to: call(["check-attr", "-z", "--stdin"] + PathAttributes.names), feeding: paths.map { $0.bytes + [0] })
    // PATH, NAME, VALUE.
    let words = output.split(separator: 0, omittingEmptySubsequences: false)
    var values: [VaultPath: [String: String]] = [:]
    for place in stride(from: 0, to: words.count - 2, by: 3) {
      let (name, value) = (words[place + 1], words[place + 2])
      values[VaultPath(bytes: Array(words[place])), default: [:]][String(decoding: name, as: UTF8.self)] = String(
        decoding: value, as: UTF8.self)
    }
    guard values.count == Set(paths).count else { throw GitError.unclear("check-attr") }
    return values.mapValues { PathAttributes($0) }
  }

  // MARK: From blobs to files

  /// What entries stand for; those whose blob is missing are left out.
  ///
  /// - Parameter isAtOnce: whether to end with `tooMuch` where the blobs are more than should be in memory together.
  func versions(
    of entries: some Sequence<TreeEntry>, atOnce isAtOnce: Bool = false
  ) throws -> [TreeEntry: FileVersion] {
    let wanted = Set(entries)
    let attributes = try attributes(of: Set(wanted.map(\.path)))
    let blobs = try repository.blobs(wanted.map(\.id), atOnce: isAtOnce)
    let large = try repository.known(wanted.map(\.id).filter { blobs[$0] == nil })
    var versions: [TreeEntry: FileVersion] = [:]
    var converted: [TreeEntry] = []
    for entry in wanted {
      guard let stored = blobs[entry.id] else {
        if large.contains(entry.id) { versions[entry] = FileVersion(stored: [], text: nil, trouble: .tooLarge) }
        continue
      }
      versions[entry] = FileVersion(stored: stored, text: stored)
      guard let known = attributes[entry.path], known.maySmudge(stored) else { continue }
      if !canConvert(known) {
        // Git writes such a blob as it is.
        versions[entry]?.trouble = .filterMissing
      } else if let size = SealedForm.sizeOfFile(behind: stored), size > CarriedPaths.sizeLimit {
        versions[entry] = FileVersion(stored: stored, text: nil, trouble: .tooLarge)
      } else if !SealedForm.isUnencrypted(stored, known.filter) {
        converted.append(entry)
      }
    }
    converted.sort { ($0.path, $0.id) < ($1.path, $1.id) }
    // One of those that failed slowly a short while ago shows whether the others are worth a try.
    let doubtful = failures?.recent(among: converted) ?? []
    let others = Set(doubtful.dropFirst())
    try convert(converted.filter { !others.contains($0) }, blobs, to: &versions)
    guard let first = doubtful.first else { return versions }
    if versions[first]?.trouble == nil {
      failures?.forget(first.path)
      try convert(Array(doubtful.dropFirst()), blobs, to: &versions)
    } else {
      let known = failures?.words() ?? [:]
      for entry in others {
        words.note(known[entry.path], of: entry.path)
        versions[entry] = FileVersion(stored: blobs[entry.id] ?? [], text: nil, trouble: .filterFailed)
      }
    }
    return versions
  }

  private func convert(
    _ entries: [TreeEntry], _ blobs: [ObjectId: [UInt8]], to versions: inout [TreeEntry: FileVersion]
  ) throws {
    for part in entries.parts(of: Self.blobsAtOnce) {
      let texts = try smudged(part)
      for entry in part {
        let stored = blobs[entry.id] ?? []
        let text = texts[entry].flatMap { SealedForm.isUnread($0, of: stored) ? nil : $0 }
        versions[entry] = FileVersion(stored: stored, text: text, trouble: text == nil ? .filterFailed : nil)
      }
    }
  }

  /// What entries stand for, as far as that can be had.
  ///
  /// - Parameter isAtOnce: whether to end with `tooMuch` where the blobs are more than should be in memory together.
  func texts(
    of entries: some Sequence<TreeEntry>, atOnce isAtOnce: Bool = false
  ) throws -> [TreeEntry: [UInt8]] {
    try versions(of: entries, atOnce: isAtOnce).compactMapValues { $0.trouble == nil ? $0.text : nil }
  }

  /// Where files went, as their lines show.
  ///
  /// - Parameters:
  ///   - gone: the files that went.
  ///   - come: those that came.
  ///   - before: all that there were.
  func renames(gone: [TreeEntry], come: [TreeEntry], in before: [TreeEntry]) throws -> [RenameHint] {
    let entries = Dictionary((before + come).map { ($0.id, $0) }) { first, _ in first }
    return try RenameHint.found(gone: gone, come: come, in: before) { ids in
      let texts = try texts(of: ids.compactMap { entries[$0] })
      return ids.map { id in entries[id].flatMap { texts[$0] } ?? [] }
    }
  }

  private func smudged(_ entries: ArraySlice<TreeEntry>) throws -> [TreeEntry: [UInt8]] {
    var texts: [TreeEntry: [UInt8]] = [:]
    var rest: ArraySlice<TreeEntry> = []
    for entry in entries {
      if Self.isLine(entry.path) { rest.append(entry) } else { texts[entry] = try smudged(entry) }
    }
    while !rest.isEmpty {
      let start = ContinuousClock.now
      let (found, errors) = try smudgedTogether(rest)
      for (entry, text) in zip(rest, found) { texts[entry] = text }
      // Git ends at the first that fails.
      if let failed = rest.dropFirst(found.count).first {
        let said = FilterWords.words(in: errors, ofLast: !found.isEmpty)
        words.note(said, of: failed.path)
        failures?.note(failed, after: .now - start, saying: said)
      }
      rest = rest.dropFirst(found.count + 1)
    }
    return texts
  }

  /// Whether a path can be asked for by a line behind an object's name and a blank.
  private static func isLine(_ path: VaultPath) -> Bool {
    !path.bytes.contains(newline) && path.bytes.first != UInt8(ascii: " ") && path.bytes.first != UInt8(ascii: "\t")
  }

  private func smudged(_ entry: TreeEntry) throws -> [UInt8]? {
    var call = call(["cat-file", "--filters"])
    call.arguments += [Array("--path=".utf8) + entry.path.bytes, entry.id.digits]
    return try converted(call, of: entry.path)?.output
  }

  /// The texts up to the first that cannot be had, and what was written to standard error.
  ///
  /// The sizes that git prints are those of the blobs, so a mark that no blob can know of is between the texts.
  private func smudgedTogether(_ entries: ArraySlice<TreeEntry>) throws -> (texts: [[UInt8]], errors: String) {
    let mark = "\(UInt64.random(in: .min ... .max)) \(UInt64.random(in: .min ... .max))"
    let lines = entries.map { $0.id.digits + [UInt8(ascii: " ")] + $0.path.bytes + [Self.newline] }
    let answer: GitAnswer
    do {
      answer = try repository.git.run(call(["cat-file", "--batch=%(objectname) \(mark)", "--filters"]), feeding: lines)
    } catch {
      guard case .tookTooLong = error else { throw error }
      return ([], "")
    }
    let texts = Self.texts(in: answer.output, marked: entries.map { $0.id.digits + Array(" \(mark)\n".utf8) })
    return (answer.status == 0 ? texts : texts.dropLast(), answer.errors)
  }

  /// The text after each of some marks, which come in their order, each text with a newline behind it.
  static func texts(in output: [UInt8], marked marks: [[UInt8]]) -> [[UInt8]] {
    var places: [(start: Int, end: Int)] = []
    var place = 0
    for mark in marks {
      guard let found = output.place(of: mark, from: place) else { break }
      places.append((found, found + mark.count))
      place = found + mark.count
    }
    return places.indices.map { index in
      let end = index + 1 < places.count ? places[index + 1].start : output.count
      return Array(output[places[index].end..<max(places[index].end, end - 1)])
    }
  }

  // MARK: From files to blobs

  /// Stores what `git add` would store of a file with these bytes; `nil` where a filter fails.
  func store(_ bytes: [UInt8], at path: VaultPath) throws -> ObjectId? {
    var call = call(["hash-object", "-w", "--stdin"])
    call.arguments.append(Array("--path=".utf8) + path.bytes)
    guard let answer = try converted(call, of: path, feeding: bytes) else { return nil }
    guard let id = ObjectId(hexadecimal: answer.output.prefix(ObjectId.length)) else {
      throw GitError.unclear("hash-object")
    }
    // What a filter has stored here it can also make a file of.
    failures?.forget(path)
    return id
  }

  /// What git answers; `nil` where it fails, or takes longer than a filter may.
  private func converted(_ call: GitCall, of path: VaultPath, feeding bytes: [UInt8] = []) throws -> GitAnswer? {
    do {
      let answer = try repository.git.run(call, feeding: CollectionOfOne(bytes))
      if answer.status == 0 { return answer }
      words.note(FilterWords.words(in: answer.errors), of: path)
      return nil
    } catch {
      guard case .tookTooLong = error else { throw error }
      words.note(nil, of: path)
      return nil
    }
  }

  private func call(_ words: [String]) -> GitCall {
    var call = GitCall(words, in: repository.place)
    call.attributes = AttributeUse(top: top, settings: settings.strict)
    // A filter may fetch what it needs, and no one is asked for it.
    call.reach = .remote(mayAsk: false, ssh: ssh)
    return call
  }
}

extension VaultPath {
  /// Whether it is a file of attributes.
  var isOfAttributes: Bool {
    // Asked of every file: most do not end so.
    bytes.last == PathConversions.attributesName.last && name.elementsEqual(PathConversions.attributesName)
  }
}

extension [UInt8] {
  /// Where bytes occur first, from a place on.
  func place(of pattern: [UInt8], from start: Int = 0) -> Int? {
    guard let first = pattern.first else { return start }
    var place = start
    while let found = self[place...].firstIndex(of: first) {
      if self[found...].starts(with: pattern) { return found }
      place = found + 1
    }
    return nil
  }
}
