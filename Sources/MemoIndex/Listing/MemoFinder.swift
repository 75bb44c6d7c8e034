public import MemoCore
public import MemoStore

/// Finds the memo that a reference names: a path, a row of the list, a title, a file name or an alias, or part of one.
public struct MemoFinder {
  private let vault: Vault
  private let host: any HostFiles
  private let workingDirectory: HostPath
  private let isStrict: Bool
  private let isChange: Bool
  private let namesTaken: Bool
  private let warnAmbiguous: (_ reference: String, _ taken: VaultPath, _ other: VaultPath) -> Void
  private let noteTaken: (_ reference: String, _ taken: VaultPath, _ title: String) -> Void
  private let loadIndex: () throws -> VaultIndex

  private static let nearestLimit = 3

  /// A finder for one vault.
  ///
  /// - Parameters:
  ///   - isStrict: takes only what cannot come to mean another memo by itself: a path, or a whole title, file name or alias.
  ///   - isChange: refuses a path that leads to two memos, one from the working directory and one from the vault's root.
  ///   - warnAmbiguous: called if such a path is taken for the first of the two anyway.
  ///   - namesTaken: whether `noteTaken` is called for rows and parts of names, too.
  ///   - noteTaken: called if a name is taken that has its blanks elsewhere, or accents.
  ///   - loadIndex: called if a reference is not a path.
  public init(
    vault: Vault, host: any HostFiles, workingDirectory: HostPath, isStrict: Bool,
    isChange: Bool = false, namesTaken: Bool = false,
    warnAmbiguous: @escaping (String, VaultPath, VaultPath) -> Void = { _, _, _ in },
    noteTaken: @escaping (String, VaultPath, String) -> Void = { _, _, _ in },
    loadIndex: @escaping () throws -> VaultIndex
  ) {
    self.vault = vault
    self.host = host
    self.workingDirectory = workingDirectory
    self.isStrict = isStrict
    self.isChange = isChange
    self.namesTaken = namesTaken
    self.warnAmbiguous = warnAmbiguous
    self.noteTaken = noteTaken
    self.loadIndex = loadIndex
  }

  /// The path of the memo.
  ///
  /// - Throws: `noSuchMemo`, `obstructed` where a link or a pipe has the name of a memo, `ambiguous`, `ambiguousPath` or
  ///   `inexactReference`.
  public func find(_ reference: [UInt8]) throws -> VaultPath {
    // What is to be done to a whole memo must not be done to another one, whose name is the start of what was written.
    try placeByPath(reference)?.path ?? memo(reference, in: loadIndex())
  }

  /// The same with the line and column that a reference such as `notes.md:12:3` or `Notes:12` names.
  public func place(_ reference: [UInt8]) throws -> MemoPlace {
    if let place = try placeByPath(reference) { return place }
    let index = try loadIndex()
    do {
      return MemoPlace(try memo(reference, in: index))
    } catch let error as VaultError {
      // Only where nothing is called so as a whole: a title may well end in a time of day.
      guard case .noSuchMemo = error, let place = MemoPlace.suffix(of: reference) else { throw error }
      do {
        return MemoPlace(try memo(Array(place.reference), in: index), line: place.line, column: place.column)
      } catch VaultError.noSuchMemo {
        throw error
      }
    }
  }

  /// The memo and the heading that `REF#HEADING` names; `nil` where a memo is called so as a whole, and where nothing before
  /// a `#` names a memo. A name may hold `#`, too: the longest that is one counts.
  public func section(_ reference: [UInt8]) throws -> (path: VaultPath, heading: String)? {
    let hashes = reference.indices.dropFirst().filter { reference[$0] == UInt8(ascii: "#") }
    guard !hashes.isEmpty, (try? find(reference)) == nil else { return nil }
    var refusal: VaultError?
    for hash in hashes.reversed() {
      do {
        let path = try find(Array(reference[..<hash]))
        return (path, String(decoding: reference[(hash + 1)...], as: UTF8.self))
      } catch VaultError.noSuchMemo {
        continue
      } catch let error as VaultError {
        // A part of a name, which will not do, may hold a whole one.
        if refusal == nil { refusal = error }
      }
    }
    if let refusal { throw refusal }
    return nil
  }

  /// The memo that a row, a path in other letters or a name means.
  private func memo(_ reference: [UInt8], in index: VaultIndex) throws -> VaultPath {
    let text = String(decoding: reference, as: UTF8.self)
    let row = row(text, in: index)
    if let row, !isStrict {
      if namesTaken { noteTaken(text, row.path, index.title(of: row)) }
      return row.path
    }
    if let path = try twin(of: reference, in: index) { return path }
    return try named(text, in: index, refusedRow: row)
  }

  // MARK: Paths

  private func placeByPath(_ reference: [UInt8]) throws -> MemoPlace? {
    if let path = try path(reference) { return MemoPlace(path) }
    guard let place = MemoPlace.suffix(of: reference), let path = try path(Array(place.reference)) else { return nil }
    return MemoPlace(path, line: place.line, column: place.column)
  }

  private func path(_ reference: [UInt8]) throws -> VaultPath? {
    let memos = places(reference).compactMap { $0.first(where: vault.hasMemo) }
    if memos.isEmpty, let unquoted = Self.unquoted(reference) { return try path(unquoted) }
    // A whole path from here is how memo prints it; only what leaves out the extension may be meant from the root.
    guard Set(memos).count > 1, fromWorkingDirectory(reference) != memos[0] else { return memos.first }
    let text = String(decoding: reference, as: UTF8.self)
    if isChange { throw VaultError.ambiguousPath(reference: text, candidates: memos) }
    if !namesWorkingDirectory(reference) { warnAmbiguous(text, memos[0], memos[1]) }
    return memos[0]
  }

  /// The path that a reference is in the quotes in which memo prints it; `nil` of one that is printed without quotes.
  private static func unquoted(_ reference: [UInt8]) -> [UInt8]? {
    var rest = reference[...]
    guard let path = QuotedPath.take(from: &rest), rest.isEmpty, QuotedPath.bytes(path) == reference else { return nil }
    return path.bytes
  }

  /// The memo that a reference names as a path; `nil` if it is not a memo's path.
  ///
  /// - Throws: `ambiguous` if it is the path of several in other letters.
  public func memo(atPath reference: [UInt8]) throws -> VaultPath? {
    if let path = try path(reference) { return path }
    return try twin(of: reference, in: loadIndex())
  }

  /// The memo whose whole path a reference is, as memo prints it; `nil` for every other reference.
  public func memo(atWholePath reference: [UInt8]) -> VaultPath? {
    let whole = places(reference).compactMap(\.first).first(where: vault.hasMemo)
    return whole ?? Self.unquoted(reference).flatMap(memo(atWholePath:))
  }

  /// The memo whose path differs from a reference in case and normalization alone.
  private func twin(of reference: [UInt8], in index: VaultIndex) throws -> VaultPath? {
    // Bytes that are no text have no other letters.
    guard let text = String(validating: reference, as: UTF8.self) else { return nil }
    let wanted = paths(reference)
    let keys = wanted.map { Folding.matchKey($0.text) }
    let names = Set(wanted.map { Folding.matchKey(String(decoding: $0.name, as: UTF8.self)) })
    let places = index.mapPlaces { places in
      var name = FoldedText()
      return places.filter { place in
        // Paths are made of those alone that are called so.
        index.hasMemo(at: place)
          && index.withName(at: place) { bytes in
            name.fold(bytes, by: .names)
            return names.contains(name.bytes)
          }
      }
    }
    let found = Dictionary(grouping: places.joined()) { Folding.matchKey(index.path(at: $0).text) }
    guard let twins = keys.lazy.compactMap({ found[$0] }).first else { return nil }
    guard twins.count == 1 else { throw VaultError.ambiguous(reference: text, candidates: index.paths(at: twins)) }
    return index.path(at: twins[0])
  }

  /// The paths that a reference means if it is one, the likeliest first, whether or not a memo is there.
  public func paths(_ reference: [UInt8]) -> [VaultPath] {
    Array(places(reference).joined())
  }

  /// The same, those from the working directory first and then those from the vault's root.
  private func places(_ reference: [UInt8]) -> [[VaultPath]] {
    guard !reference.isEmpty, !reference.contains(0) else { return [] }
    let ends = [[], Array(".md".utf8), Array(".markdown".utf8)]
    var places = [fromWorkingDirectory(reference), HostPath(reference, from: vault.root).path(inVault: vault.root)]
    if isChange, namesWorkingDirectory(reference), places[0] != nil { places.removeLast() }
    return places.compactMap(\.self).filter { $0 != .root }.map { place in
      ends.map { VaultPath(bytes: place.bytes + $0) }
    }
  }

  private func namesWorkingDirectory(_ reference: [UInt8]) -> Bool {
    reference.starts(with: "./".utf8) || reference.starts(with: "../".utf8)
  }

  /// A path from the working directory, its folder's symbolic links resolved as the vault's root's were. Folders that
  /// are not there, or in other letters only, have none.
  private func fromWorkingDirectory(_ reference: [UInt8]) -> VaultPath? {
    host.place(of: HostPath(reference, from: workingDirectory), inVault: vault.root)
  }

  /// The folder that a reference names.
  private func folder(_ text: String) -> VaultPath? {
    paths(Array(text.utf8)).first { path in
      vault.rules.isSearched(folder: path) && (try? vault.files.folderStamp(of: path)) != nil
    }
  }

  /// The link or pipe that a reference names as if it were a memo.
  private func obstacle(_ text: String) -> (path: VaultPath, obstacle: Obstacle)? {
    for path in paths(Array(text.utf8)) where !path.isHidden && vault.rules.isMemo(path) {
      if let obstacle = try? vault.obstacle(at: path), obstacle != .folder { return (path, obstacle) }
    }
    return nil
  }

  // MARK: Rows and names

  private func row(_ text: String, in index: VaultIndex) -> IndexedMemo? {
    let digits = text.utf8.first == UInt8(ascii: "%") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
      (1...max(1, index.count)).contains(number)
    else { return nil }
    return Array(index.memos.lazy.dropFirst(number - 1).prefix(1)).first
  }

  /// - Parameter refusedRow: what the text means as a row, where rows are not taken; a memo may still be called 2024.
  private func named(
    _ text: String, in index: VaultIndex, refusedRow: IndexedMemo?
  ) throws -> VaultPath {
    let answers = Dictionary(grouping: index.answers(to: text), by: \.match)
    for match in NameMatcher.Match.allCases {
      if let refusedRow, match != .exact { throw VaultError.inexactReference(text, candidates: [refusedRow.path]) }
      guard let all = answers[match]?.map(\.place) else { continue }
      let places = nameable(all, in: index)
      if places.isEmpty { continue }
      // However many: how other memos are called must not decide how a script is refused.
      if isStrict && match != .exact { throw VaultError.inexactReference(text, candidates: index.paths(at: places)) }
      guard places.count == 1 else { throw VaultError.ambiguous(reference: text, candidates: index.paths(at: places)) }
      let path = index.path(at: places[0])
      if match == .respaced || match == .unaccented || namesTaken && match != .exact {
        noteTaken(text, path, index.memo(at: places[0]).map(index.title) ?? "")
      }
      return path
    }
    if let folder = folder(text) { throw VaultError.noSuchMemo(reference: text, nearest: [], folder: folder) }
    if let (path, obstacle) = obstacle(text) { throw VaultError.obstructed(path, obstacle) }
    let titles = index.memos.lazy.map(index.title)
    var nearest = Suggestions.nearest(to: text, among: titles, limit: Self.nearestLimit)
    if nearest.isEmpty { nearest = index.nearestOtherNames(to: text, limit: Self.nearestLimit) }
    if nearest.isEmpty { nearest = Suggestions.withNearWords(text, among: titles, limit: Self.nearestLimit) }
    throw VaultError.noSuchMemo(reference: text, nearest: suggestions(nearest, in: index))
  }

  /// The memos among these that a name can mean: a template where nothing else is called so, and changed only by its path.
  private func nameable(_ places: [Int], in index: VaultIndex) -> [Int] {
    guard vault.templateFolder != nil else { return places }
    let memos = places.filter { !vault.isTemplate(index.path(at: $0)) }
    return memos.isEmpty && !isChange ? places : memos
  }

  /// Names that are near to what was written, each once; the paths of memos in the place of a name that does not mean one.
  private func suggestions(_ names: [String], in index: VaultIndex) -> [String] {
    var words: [String] = []
    for name in names {
      let places = index.answers(to: name).filter { $0.match == .exact }.map(\.place)
      let named = nameable(places, in: index)
      let isName = named.count == 1 || places.isEmpty
      let found = isName ? [name] : index.paths(at: named.isEmpty ? places : named).map(\.text)
      words += found.filter { word in !words.contains { $0.utf8.elementsEqual(word.utf8) } }
    }
    return Array(words.prefix(Self.nearestLimit))
  }
}

extension VaultIndex {
  /// The paths of memos, newest first.
  fileprivate func paths(at places: [Int]) -> [VaultPath] {
    places.map { (modified: modified(at: $0), path: path(at: $0)) }.sorted(by: NewestFirst.precedes).map(\.path)
  }
}

/// A place in a memo that a reference names.
public struct MemoPlace: Equatable, Sendable {
  /// The memo.
  public let path: VaultPath
  /// From 1; `nil` where the reference names only the memo.
  public let line: Int?
  /// In Unicode scalars, from 1.
  public let column: Int?

  /// A memo, or a place in it.
  public init(_ path: VaultPath, line: Int? = nil, column: Int? = nil) {
    (self.path, self.line, self.column) = (path, line, column)
  }

  /// Each memo of some places once, at the first line that they name in it.
  public static func joined(_ places: [MemoPlace]) -> [MemoPlace] {
    var result: [MemoPlace] = []
    for place in places {
      guard let known = result.firstIndex(where: { $0.path == place.path }) else {
        result.append(place)
        continue
      }
      if result[known].line == nil { result[known] = place }
    }
    return result
  }

  /// Takes `:LINE` or `:LINE:COLUMN` from the end of a reference; `nil` where it has neither.
  fileprivate static func suffix(of reference: [UInt8]) -> (reference: ArraySlice<UInt8>, line: Int, column: Int?)? {
    guard let last = number(behind: reference[...]) else { return nil }
    guard let first = number(behind: last.rest) else { return (last.rest, last.number, nil) }
    return (first.rest, first.number, last.number)
  }

  private static func number(behind text: ArraySlice<UInt8>) -> (rest: ArraySlice<UInt8>, number: Int)? {
    guard let colon = text.lastIndex(of: UInt8(ascii: ":")), colon > text.startIndex else { return nil }
    let digits = text[(colon + 1)...]
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 0
    else { return nil }
    return (text[..<colon], number)
  }
}
