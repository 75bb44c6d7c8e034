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
    for step in address.steps(from: folder) {
      let key = NameKeys.key(hash(step.name), step.role)
      switch resolution(of: key, step) {
      case .ambiguous: return resolver.names.holders(of: key).filter { fits($0, step.ending) }
      case nil: continue
      default: return []
      }
    }
    return []
  }

  /// The memos, by number, whose file is named as the one that a target names by its path, in whichever folder; none for
  /// a target without a folder.
  public mutating func namesakes(of target: [UInt8], _ kind: MemoLink.Kind) -> [Int] {
    let address = target.withUnsafeBytes { LinkAddress($0, kind) }
    let ending = MemoExtension(of: address.bytes[...])
    guard address.hasFolder, address.bytes.last != UInt8(ascii: "/") else { return [] }
    let stem = address.bytes.dropLast(ending?.length ?? 0)
    let name = stem.lastIndex(of: UInt8(ascii: "/")).map { stem[($0 + 1)...] } ?? stem
    let holders = resolver.names.holders(of: NameKeys.key(hash(name), .fileName))
    return holders.filter { fits($0, ending.map { .written($0) } ?? .any) }
  }

  /// Whether a target is the title of a memo, by its number.
  mutating func isTitle(_ target: UnsafeRawBufferPointer, of memo: Int) -> Bool {
    resolver.names.holders(of: NameKeys.key(keys.hash(target), .title)).contains(memo)
  }

  // MARK: Steps

  private mutating func named(_ address: LinkAddress, from folder: VaultPath) -> LinkResolution? {
    guard address.isPlainName else {
      for step in address.steps(from: folder) {
        let key = NameKeys.key(hash(step.name), step.role)
        if let found = resolution(of: key, step) { return found }
      }
      return nil
    }
    // Most links: one hash serves all steps.
    let hash = hash(address.bytes[...])
    for (rule, role, ending) in LinkAddress.plainSteps {
      let step = LinkStep(rule: rule, role: role, name: address.bytes[...], ending: ending)
      if let found = resolution(of: NameKeys.key(hash, role), step) { return found }
    }
    return nil
  }

  private func resolution(of key: UInt64, _ step: LinkStep) -> LinkResolution? {
    switch step.ending {
    case .any: resolution(resolver.names.holder(of: key), by: step.rule)
    case .written(let ending): path(of: key, step, ending)
    case .preferred: path(of: key, step, .md) ?? path(of: key, step, .markdown)
    }
  }

  private func path(of key: UInt64, _ step: LinkStep, _ ending: MemoExtension) -> LinkResolution? {
    let holder = resolver.names.holder(of: key) { has(ending, $0) }
    guard holder == .several, step.role == .path else { return resolution(holder, by: step.rule) }
    let exact = resolver.names.holder(of: key) { memo in
      has(ending, memo) && resolver.path(memo).bytes.dropLast(ending.length) == step.name
    }
    return exact == .none ? .ambiguous(by: step.rule) : resolution(exact, by: step.rule)
  }

  private func resolution(_ holder: NameTable.Holder, by rule: LinkRule) -> LinkResolution? {
    switch holder {
    case .none: nil
    case .one(let memo): .memo(memo, by: rule)
    case .several: .ambiguous(by: rule)
    }
  }

  private func fits(_ memo: Int, _ ending: LinkStep.Ending) -> Bool {
    switch ending {
    case .any, .preferred: true
    case .written(let ending): has(ending, memo)
    }
  }

  private func has(_ ending: MemoExtension, _ memo: Int) -> Bool {
    MemoExtension(of: resolver.path(memo).bytes[...]) == ending
  }

  private mutating func hash(_ name: ArraySlice<UInt8>) -> UInt64 {
    keys.hash(name)
  }
}
