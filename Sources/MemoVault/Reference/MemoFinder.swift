public import MemoCore

/// Finds the memo that a user's words name: a path, a row of the list, a title, a file name or an alias, or part of one.
public struct MemoFinder {
  private let vault: Vault
  private let host: any HostFiles
  private let workingDirectory: HostPath
  private let isStrict: Bool
  private let isChange: Bool
  private let loadIndex: () throws(VaultError) -> VaultIndex

  private static let nearestLimit = 3

  /// A finder for one vault.
  ///
  /// - Parameters:
  ///   - isStrict: takes only what cannot come to mean another memo by itself: a path, or a whole title, file name or alias.
  ///   - isChange: refuses a path that leads to two memos, one from the working directory and one from the vault's root.
  ///   - loadIndex: called where a reference is no path.
  public init(
    vault: Vault, host: any HostFiles, workingDirectory: HostPath, isStrict: Bool,
    isChange: Bool = false, loadIndex: @escaping () throws(VaultError) -> VaultIndex
  ) {
    self.vault = vault
    self.host = host
    self.workingDirectory = workingDirectory
    self.isStrict = isStrict
    self.isChange = isChange
    self.loadIndex = loadIndex
  }

  /// The path of the memo.
  ///
  /// - Throws: `noSuchMemo`, `ambiguous`, `ambiguousPath` or `inexactReference`.
  public func find(_ reference: [UInt8]) throws(VaultError) -> VaultPath {
    if let path = try path(reference) { return path }
    let index = try loadIndex()
    let text = String(decoding: reference, as: UTF8.self)
    let row = row(text, in: index)
    if let row, !isStrict { return row.path }
    if let path = try twin(of: reference, in: index) { return path }
    return try named(text, in: index, refusedRow: row)
  }

  // MARK: Paths

  private func path(_ reference: [UInt8]) throws(VaultError) -> VaultPath? {
    let memos = places(reference).compactMap { $0.first(where: vault.hasMemo) }
    if isChange, Set(memos).count > 1 {
      throw .ambiguousPath(reference: String(decoding: reference, as: UTF8.self), candidates: memos)
    }
    return memos.first
  }

  /// The memo that a reference names as a path; `nil` where it is no memo's.
  ///
  /// - Throws: `ambiguous` where it is the path of several in other letters.
  public func memo(atPath reference: [UInt8]) throws(VaultError) -> VaultPath? {
    if let path = try path(reference) { return path }
    return try twin(of: reference, in: loadIndex())
  }

  /// The memo whose path differs from a reference in case and normalization alone.
  private func twin(of reference: [UInt8], in index: VaultIndex) throws(VaultError) -> VaultPath? {
    // Bytes that are no text have no other letters.
    guard let text = String(validating: reference, as: UTF8.self) else { return nil }
    let keys = paths(reference).map { Folding.matchKey($0.text) }
    var found: [[UInt8]: [VaultPath]] = [:]
    for memo in index.memos {
      let path = memo.path
      let key = Folding.matchKey(path.text)
      if keys.contains(key) { found[key, default: []].append(path) }
    }
    guard let candidates = keys.lazy.compactMap({ found[$0] }).first else { return nil }
    guard candidates.count == 1 else { throw .ambiguous(reference: text, candidates: candidates) }
    return candidates[0]
  }

  /// The paths that a reference means if it is one, the likeliest first, whether or not a memo stands there.
  public func paths(_ reference: [UInt8]) -> [VaultPath] {
    Array(places(reference).joined())
  }

  /// The same, those from the working directory first and then those from the vault's root.
  private func places(_ reference: [UInt8]) -> [[VaultPath]] {
    guard !reference.isEmpty, !reference.contains(0) else { return [] }
    let ends = [[], Array(".md".utf8), Array(".markdown".utf8)]
    var places = [fromWorkingDirectory(reference), HostPath(reference, from: vault.root).path(inVault: vault.root)]
    let saysFromHere = reference.starts(with: "./".utf8) || reference.starts(with: "../".utf8)
    if isChange, saysFromHere, places[0] != nil { places.removeLast() }
    return places.compactMap(\.self).filter { $0 != .root }.map { place in
      ends.map { VaultPath(bytes: place.bytes + $0) }
    }
  }

  /// A path from the working directory, its folder's symbolic links resolved as the vault's root's were. Folders that
  /// are not there, or in other letters only, have none.
  private func fromWorkingDirectory(_ reference: [UInt8]) -> VaultPath? {
    let path = HostPath(reference, from: workingDirectory)
    var (folder, rest) = (path.parent, VaultPath(bytes: Array(path.name)))
    while folder != .fileSystemRoot {
      if let real = host.realPath(of: folder) { return real.appending(rest).path(inVault: vault.root) }
      rest = VaultPath(bytes: Array(folder.name)).appending(rest.bytes)
      folder = folder.parent
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

  /// How a name answers to a reference, from best to worst.
  private enum Match: Int, CaseIterable {
    case exact
    case start
    case part
    case initials
    case spacedInitials
  }

  /// - Parameter refusedRow: what the text means as a row, where rows are not taken; a memo may still be called 2024.
  private func named(
    _ text: String, in index: VaultIndex, refusedRow: IndexedMemo?
  ) throws(VaultError) -> VaultPath {
    let key = Folding.matchKey(text)
    let hasLetterOrDigit = text.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    let initials = Hangul.isInitials(text) ? WordPattern(word: text) : nil
    var found: [Match: [VaultPath]] = [:]
    var titles: [String] = []
    for memo in index.memos {
      guard let record = index.record(of: memo) else { continue }
      let path = memo.path
      titles.append(record.metadata.title)
      if let match = match(key, hasLetterOrDigit, initials, record.metadata, path) {
        found[match, default: []].append(path)
      }
    }
    for match in Match.allCases {
      if let refusedRow, match != .exact { throw .inexactReference(text, candidates: [refusedRow.path]) }
      guard let candidates = found[match], let first = candidates.first else { continue }
      // However many: how other memos are called must not decide how a script is refused.
      if isStrict && match != .exact { throw .inexactReference(text, candidates: candidates) }
      guard candidates.count == 1 else { throw .ambiguous(reference: text, candidates: candidates) }
      return first
    }
    throw .noSuchMemo(
      reference: text, nearest: Suggestions.nearest(to: text, among: titles, limit: Self.nearestLimit))
  }

  private func match(
    _ key: [UInt8], _ hasLetterOrDigit: Bool, _ initials: WordPattern?, _ memo: MemoMetadata, _ path: VaultPath
  ) -> Match? {
    guard !key.isEmpty else { return nil }
    let fileName = String(decoding: path.name, as: UTF8.self)
    let stem = String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)
    let names = ([memo.title, stem] + memo.aliases).map(Folding.matchKey)
    if names.contains(key) || Folding.matchKey(fileName) == key { return .exact }
    // A dot or a dash is part of nearly every name and means none.
    guard hasLetterOrDigit else { return nil }
    if names.contains(where: { $0.starts(with: key) }) { return .start }
    if names.contains(where: { $0.firstRange(of: key) != nil }) { return .part }
    guard let initials, initials.occurs(inName: memo.title) else { return nil }
    return initials.occurs(in: memo.title) ? .initials : .spacedInitials
  }
}
