/// Follows links, one after the other. Each thread has its own, because it keeps buffers.
///
/// A target is tried as a path (with and without extension; a Markdown link from its memo's folder first, then, like all
/// others, from the root), as the end of a path, as a title and as an alias. The first of these that any memo answers to
/// decides; `LinkChoice` chooses among several memos. Case and normalization do not matter, but what is written exactly
/// so is preferred. A wiki link that is written as that of a picture or document, `[[plan.pdf]]`, leads to a file of this
/// name before any memo that is called `plan.pdf`.
public struct LinkLookup {
  private let resolver: LinkResolver
  private var keys = NameKeys()
  /// The memos of names that several share, by their keys.
  private var namesakes: [UInt64: Namesakes] = [:]

  /// Follows links to memos that a resolver knows.
  public init(_ resolver: LinkResolver) {
    self.resolver = resolver
  }

  /// What a link resolves to.
  ///
  /// - Parameters:
  ///   - target: as written, without heading and label; an empty one has no memo but the one that holds the link.
  ///   - folder: the folder of the memo that holds the link.
  public mutating func resolve(
    _ target: UnsafeRawBufferPointer, _ kind: MemoLink.Kind, from folder: VaultPath
  ) -> LinkResolution {
    let address = LinkAddress(target, kind)
    if let found = named(address, from: folder), !isOfFile(address, from: folder) { return found }
    return address.leadsElsewhere(from: folder) ? .elsewhere : .broken
  }

  /// What a link resolves to; as the other.
  public mutating func resolve(_ target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath) -> LinkResolution {
    target.withUnsafeBytes { resolve($0, kind, from: folder) }
  }

  /// The memo that a link of a text leads to, and the rule by which; `nil` for none.
  package mutating func meaning(
    of link: InlineLink, in bytes: UnsafeRawBufferPointer, from folder: VaultPath
  ) -> LinkRewriter.Meaning? {
    resolve(bytes.part(link.target), link.kind, from: folder).meaning
  }

  /// The memos that an ambiguous link may mean, by number: those among which only the length and the order of their
  /// paths decide.
  ///
  /// - Parameter limit: more than so many are counted, not listed.
  public mutating func candidates(
    of target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath, limit: Int
  ) -> (count: Int, memos: [Int]) {
    guard let (count, choices) = ambiguity(of: target, kind, from: folder) else { return (0, []) }
    return (count, count > limit ? [] : choices.rivals(from: folder))
  }

  /// The first, in byte order of their paths, of the memos that an ambiguous link may mean; `nil` for another link.
  package mutating func firstCandidate(of target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath) -> Int? {
    ambiguity(of: target, kind, from: folder)?.choices.firstRival(from: folder)
  }

  /// The memo to which an ambiguous link leads in programs that take the shortest path; `nil` for another link.
  mutating func shortestCandidate(
    of target: UnsafeRawBufferPointer, _ kind: MemoLink.Kind, from folder: VaultPath
  ) -> Int? {
    ambiguity(of: Array(target), kind, from: folder)?.choices.shortest
  }

  /// How many memos an ambiguous link may mean, and from which it has to choose; `nil` for another link.
  private mutating func ambiguity(
    of target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath
  ) -> (count: Int, choices: LinkChoices)? {
    let address = target.withUnsafeBytes { LinkAddress($0, kind) }
    for step in address.steps(from: folder) {
      if let choice = choice(step, NameKeys.key(keys.hash(step.name), step.role), from: folder) {
        guard choice.rivals > 1, !isOfFile(address, from: folder) else { return nil }
        return choice.choices.map { (choice.rivals, $0) }
      }
    }
    return nil
  }

  /// The memos, by number, whose paths end with the most components that a target's path ends with, its file name at
  /// least; none for a target without a folder, nor by the name alone that a folder's own memo has.
  ///
  /// - Parameter limit: more than so many are counted, not listed.
  public mutating func namesakes(
    of target: [UInt8], _ kind: MemoLink.Kind, limit: Int
  ) -> (count: Int, memos: [Int]) {
    let address = target.withUnsafeBytes { LinkAddress($0, kind) }
    guard address.hasFolder, !address.isFolder else { return (0, []) }
    let ending = MemoExtension(of: address.bytes[...])
    var end = address.bytes.dropLast(ending?.length ?? 0)[...]
    while true {
      // Those are called so in every folder.
      if LinkAddress.folderMemos.contains(where: end.elementsEqual) { return (0, []) }
      let key = NameKeys.key(keys.hash(end), .pathEnd)
      let written = ending.map { LinkStep.Ending.written($0) } ?? .any
      switch resolver.names.holder(of: key, written) {
      case .none: break
      case .one(let memo): return (1, [memo])
      case .several:
        if let all = namesakes(end, key).all(written) { return (all.count, all.count > limit ? [] : all.memos) }
      }
      guard let slash = end.firstIndex(of: UInt8(ascii: "/")) else { return (0, []) }
      end = end[(slash + 1)...]
    }
  }

  /// Whether a target is the title of a memo, by its number.
  mutating func isTitle(_ target: UnsafeRawBufferPointer, of memo: Int) -> Bool {
    let key = NameKeys.key(keys.hash(target), .title)
    return switch resolver.names.holder(of: key) {
    case .none: false
    case .one(let holder): holder == memo
    case .several: namesakes(Array(target)[...], key).contains(memo)
    }
  }

  // MARK: Steps

  /// Whether a file that is no memo is meant. It is looked for last: it means to look through all folders, and few memos are
  /// called like a file.
  private func isOfFile(_ address: LinkAddress, from folder: VaultPath) -> Bool {
    guard address.kind == .wiki, address.isAttachment else { return false }
    let isWhole = address.isRooted || address.isDotted
    guard let path = address.path(from: address.isDotted ? folder : .root) else { return false }
    return resolver.hasFile(path, isWhole)
  }

  private mutating func named(_ address: LinkAddress, from folder: VaultPath) -> LinkResolution? {
    guard address.isPlainName else {
      for step in address.steps(from: folder) {
        if let found = choice(step, NameKeys.key(keys.hash(step.name), step.role), from: folder) {
          return found.resolution(by: step.rule)
        }
      }
      return nil
    }
    // Most links: one hash serves all steps.
    let hash = keys.hash(address.bytes[...])
    for (rule, role, ending) in LinkAddress.plainSteps {
      let step = LinkStep(rule: rule, role: role, name: address.bytes[...], ending: ending)
      if let found = choice(step, NameKeys.key(hash, role), from: folder) { return found.resolution(by: rule) }
    }
    return nil
  }

  private mutating func choice(_ step: LinkStep, _ key: UInt64, from folder: VaultPath) -> LinkChoice? {
    switch step.ending {
    case .any: choice(step, key, .any, from: folder)
    case .written(let ending): choice(step, key, .written(ending), from: folder)
    case .preferred:
      choice(step, key, .written(.md), from: folder) ?? choice(step, key, .written(.markdown), from: folder)
    }
  }

  private mutating func choice(
    _ step: LinkStep, _ key: UInt64, _ ending: LinkStep.Ending, from folder: VaultPath
  ) -> LinkChoice? {
    switch resolver.names.holder(of: key, ending) {
    case .none: nil
    case .one(let memo): LinkChoice(memo: memo, rivals: 1)
    case .several:
      namesakes(step.name, key).choices(ending, spelled: step.name)?.choice(from: folder)
    }
  }

  /// The memos that a name leads to, of which there are several.
  private mutating func namesakes(_ name: ArraySlice<UInt8>, _ key: UInt64) -> Namesakes {
    if let known = namesakes[key] { return known }
    let found = resolver.namesakes(name, key)
    namesakes[key] = found
    return found
  }
}
