/// Follows links, one after the other. Each thread has its own, because it keeps a buffer.
///
/// A target is tried as a path (with and without extension; a Markdown link from its memo's folder first, then, like all
/// others, from the root), as a file name without its folder, as a title and as an alias. The first of these that any
/// memo answers to decides, so more than one memo there is an ambiguity. Case and normalization do not matter, but of
/// paths that differ in nothing else the one that is written exactly so is meant.
public struct LinkLookup {
  private let resolver: LinkResolver
  private var keys = NameKeys()

  /// Follows links to memos that a resolver knows.
  public init(_ resolver: LinkResolver) {
    self.resolver = resolver
  }

  /// Where a link leads.
  ///
  /// - Parameters:
  ///   - target: as written, without heading and label.
  ///   - folder: the folder of the memo that holds the link.
  public mutating func resolve(
    _ target: UnsafeRawBufferPointer, _ kind: MemoLink.Kind, from folder: VaultPath
  ) -> LinkResolution {
    let address = LinkAddress(target, kind)
    return named(address, from: folder) ?? (address.leadsElsewhere(from: folder) ? .elsewhere : .broken)
  }

  /// Where a link leads; as the other.
  public mutating func resolve(_ target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath) -> LinkResolution {
    target.withUnsafeBytes { resolve($0, kind, from: folder) }
  }

  /// The memos that an ambiguous link may mean, by number.
  public mutating func candidates(of target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath) -> [Int] {
    let address = target.withUnsafeBytes { LinkAddress($0, kind) }
    guard case .ambiguous(let rule)? = named(address, from: folder) else { return [] }
    let isPath = rule == .path || rule == .relativePath
    let text = isPath ? address.path(from: rule == .path ? .root : folder) ?? [] : address.bytes
    let role: NameRole = isPath ? .path : rule == .fileName ? .fileName : rule == .title ? .title : .alias
    let whole = resolver.names.holders(of: key(text, role))
    guard let ending = MemoExtension(of: text[...]), isPath || rule == .fileName else { return whole }
    let named = resolver.names.holders(of: key(text.dropLast(ending.length), role)).filter { has(ending, $0) }
    return named.isEmpty ? whole : named
  }

  private mutating func named(_ address: LinkAddress, from folder: VaultPath) -> LinkResolution? {
    if address.isTriedFromFolder, let found = atPath(address.path(from: folder), by: .relativePath) { return found }
    // `../a` names nothing but a path, and that from its folder.
    if address.isDotted { return nil }
    if let found = atPath(address.path(from: .root), by: .path) { return found }
    if !address.hasFolder, let found = withFileName(address.bytes) { return found }
    return address.bytes.withUnsafeBytes { bytes in
      let hash = keys.hash(bytes)
      return resolution(resolver.names.holder(of: NameKeys.key(hash, .title)), by: .title)
        ?? resolution(resolver.names.holder(of: NameKeys.key(hash, .alias)), by: .alias)
    }
  }

  // MARK: Rules

  /// The memo at a path: with the extension that is written, else with one added.
  private mutating func atPath(_ path: [UInt8]?, by rule: LinkRule) -> LinkResolution? {
    guard let path, !path.isEmpty else { return nil }
    if let ending = MemoExtension(of: path[...]),
      let found = atPath(path.dropLast(ending.length), endings: [ending], by: rule)
    {
      return found
    }
    return atPath(path[...], endings: MemoExtension.allCases, by: rule)
  }

  private mutating func atPath(
    _ stem: ArraySlice<UInt8>, endings: [MemoExtension], by rule: LinkRule
  ) -> LinkResolution? {
    let key = key(stem, .path)
    for ending in endings {
      let holder = resolver.names.holder(of: key) { has(ending, $0) }
      guard holder == .several else {
        if let found = resolution(holder, by: rule) { return found }
        continue
      }
      let exact = resolver.names.holder(of: key) { memo in
        has(ending, memo) && resolver.path(memo).bytes.dropLast(ending.length) == stem
      }
      return exact == .none ? .ambiguous(by: rule) : resolution(exact, by: rule)
    }
    return nil
  }

  private mutating func withFileName(_ name: [UInt8]) -> LinkResolution? {
    if let ending = MemoExtension(of: name[...]) {
      let key = key(name.dropLast(ending.length), .fileName)
      let holder = resolver.names.holder(of: key) { has(ending, $0) }
      if let found = resolution(holder, by: .fileName) { return found }
    }
    return resolution(resolver.names.holder(of: key(name, .fileName)), by: .fileName)
  }

  private func resolution(_ holder: NameTable.Holder, by rule: LinkRule) -> LinkResolution? {
    switch holder {
    case .none: nil
    case .one(let memo): .memo(memo, by: rule)
    case .several: .ambiguous(by: rule)
    }
  }

  private mutating func key(_ name: some Collection<UInt8>, _ role: NameRole) -> UInt64 {
    let bytes = Array(name)
    return bytes.withUnsafeBytes { NameKeys.key(keys.hash($0), role) }
  }

  private func has(_ ending: MemoExtension, _ memo: Int) -> Bool {
    MemoExtension(of: resolver.path(memo).bytes[...]) == ending
  }
}
