/// The names of all memos of a vault, by which links find them: paths, their last components, titles and aliases.
///
/// It holds hashes alone; see `LinkLookup` for the rules.
public struct LinkResolver: Sendable {
  /// A memo as links know it.
  public struct Memo: Equatable, Sendable {
    /// Where it is.
    public var path: VaultPath
    /// Its title; empty for none.
    public var title: String
    /// Its other names.
    public var aliases: [String]

    /// Puts together a memo.
    public init(path: VaultPath, title: String, aliases: [String] = []) {
      self.path = path
      self.title = title
      self.aliases = aliases
    }
  }

  let names: NameTable
  /// What links have asked of names that many memos share.
  let shared: SharedNames
  /// The path of a memo by its number.
  let path: @Sendable (Int) -> VaultPath
  /// A memo by its number; asked only where several memos share a title or an alias.
  let memo: @Sendable (Int) -> Memo
  /// Whether the vault has a file that is no memo and that a path names; asked only where a link that is written as that of
  /// a picture or document would lead to a memo.
  package let hasFile: FileLookup

  /// Answers for a path of the vault, or for the end of one.
  package typealias FileLookup = @Sendable (_ path: [UInt8], _ isWhole: Bool) -> Bool

  /// Takes the entries of all memos' names; those that some links ask for are enough to follow these links.
  ///
  /// - Parameters:
  ///   - entries: runs as `NameKeys` made them in this process, in the order of the memos' numbers.
  ///   - path: the path of a memo by its number.
  ///   - memo: a memo by its number.
  ///   - hasFile: whether there is a file at a path, or one whose path ends so.
  package init(
    _ entries: [[NameEntry]], path: @escaping @Sendable (Int) -> VaultPath, memo: @escaping @Sendable (Int) -> Memo,
    hasFile: @escaping FileLookup
  ) {
    self.init(NameTable(entries), SharedNames(), path: path, memo: memo, hasFile: hasFile)
  }

  /// Takes memos that are numbered by their places in the array.
  package init(_ memos: [Memo], hasFile: @escaping FileLookup = { _, _ in false }) {
    var keys = NameKeys()
    var entries: [NameEntry] = []
    for (number, memo) in memos.enumerated() {
      let aliases = memo.aliases.map { keys.hash(of: $0) }
      let title = memo.title.isEmpty ? nil : keys.hash(of: memo.title)
      keys.addEntries(ofMemo: number, at: memo.path, title: title, aliases: aliases, to: &entries)
    }
    self.init([entries], path: { memos[$0].path }, memo: { memos[$0] }, hasFile: hasFile)
  }

  /// The same names, with other files beside the memos.
  package func with(_ hasFile: @escaping FileLookup) -> LinkResolver {
    LinkResolver(names, shared, path: path, memo: memo, hasFile: hasFile)
  }

  private init(
    _ names: NameTable, _ shared: SharedNames, path: @escaping @Sendable (Int) -> VaultPath,
    memo: @escaping @Sendable (Int) -> Memo, hasFile: @escaping FileLookup
  ) {
    (self.names, self.shared, self.path, self.memo, self.hasFile) = (names, shared, path, memo, hasFile)
  }

  /// The memos with a title, by number.
  ///
  /// - Parameter title: its hash by `NameKeys` in this process.
  package func memos(titled title: UInt64) -> [Int] { names.holders(of: NameKeys.key(title, .title)) }

  /// Whether at least two memos have a title.
  ///
  /// - Parameter title: its hash by `NameKeys` in this process.
  package func isShared(title: UInt64) -> Bool { names.holder(of: NameKeys.key(title, .title)) == .several }

  /// The memos whose paths are one, by number; case, normalization and extension aside.
  package var memosAtOnePath: [[Int]] { names.groups(of: .path) }

  /// The memos at a path, by number; case, normalization and extension aside.
  package func memos(at path: VaultPath) -> [Int] {
    var keys = NameKeys()
    return names.holders(of: NameKeys.key(keys.hash(MemoExtension.stem(of: path.bytes)), .path))
  }
}

/// By which of its names a link found a memo, in the order in which they are tried.
public enum LinkRule: Sendable {
  /// The path from the folder of the memo that holds the link.
  case relativePath
  /// The path from the vault's root.
  case path
  /// The last components of the path: a file name, or a file name behind some of its folders.
  case pathEnd
  case title
  case alias
}

/// What a link resolves to.
public enum LinkResolution: Equatable, Sendable {
  /// One memo, by its number.
  case memo(Int, by: LinkRule)
  /// One memo, by its number, which others might be meant instead of: only the length and the order of their paths
  /// decided.
  case ambiguous(Int, by: LinkRule)
  /// No memo, though it should be one.
  case broken
  /// Something that is not a memo of the vault: a page of the web, an attachment, a file outside.
  case elsewhere

  /// The memo, where it is one.
  public var memo: Int? { meaning?.memo }

  /// Whether nothing but the length and the order of paths had to decide.
  var isCertain: Bool {
    if case .ambiguous = self { false } else { true }
  }

  /// The memo and the rule, where it is one.
  var meaning: LinkRewriter.Meaning? {
    switch self {
    case .memo(let memo, let rule), .ambiguous(let memo, let rule): LinkRewriter.Meaning(memo: memo, rule: rule)
    case .broken, .elsewhere: nil
    }
  }
}

/// One of the names under which a link is looked for.
struct LinkStep {
  /// Which extensions the memo's file may have.
  enum Ending: Hashable {
    /// Any: the name has none.
    case any
    /// Any, but `.md` before `.markdown`.
    case preferred
    /// The one that is written.
    case written(MemoExtension)
  }

  let rule: LinkRule
  let role: NameRole
  /// A path or name, without extension where it has one.
  let name: ArraySlice<UInt8>
  let ending: Ending
}

extension LinkAddress {
  /// Whether the target can only be a name: all steps ask for the same one.
  var isPlainName: Bool {
    kind == .wiki && !hasFolder && bytes.first != UInt8(ascii: ".") && MemoExtension(of: bytes[...]) == nil
  }

  /// The steps of a plain name.
  static let plainSteps: [(rule: LinkRule, role: NameRole, ending: LinkStep.Ending)] = [
    (.path, .path, .preferred), (.pathEnd, .pathEnd, .any), (.title, .title, .any), (.alias, .alias, .any),
  ]

  /// The names under which it is looked for, in their order.
  func steps(from folder: VaultPath) -> [LinkStep] {
    if isFolder { return folderSteps(from: folder) }
    var steps: [LinkStep] = []
    if isTriedFromFolder { steps += pathSteps(path(from: folder), by: .relativePath) }
    steps += pathSteps(path(from: .root), by: .path)
    // `../a` names nothing but a path.
    if isDotted { return steps }
    if let name = pathEnd {
      if let ending = MemoExtension(of: name) {
        let stem = name.dropLast(ending.length)
        steps.append(LinkStep(rule: .pathEnd, role: .pathEnd, name: stem, ending: .written(ending)))
      }
      steps.append(LinkStep(rule: .pathEnd, role: .pathEnd, name: name, ending: .any))
    }
    // A path in Markdown without extension is a link only where a file has that path.
    if isBarePath { return steps }
    steps.append(LinkStep(rule: .title, role: .title, name: bytes[...], ending: .any))
    steps.append(LinkStep(rule: .alias, role: .alias, name: bytes[...], ending: .any))
    return steps
  }

  /// With the extension that is written, else with one added.
  private func pathSteps(_ path: [UInt8]?, by rule: LinkRule) -> [LinkStep] {
    guard let path, !path.isEmpty else { return [] }
    let whole = LinkStep(rule: rule, role: .path, name: path[...], ending: .preferred)
    guard let ending = MemoExtension(of: path[...]) else { return [whole] }
    let stem = path.dropLast(ending.length)
    return [LinkStep(rule: rule, role: .path, name: stem, ending: .written(ending)), whole]
  }

  /// `dir/`, as Markdown links it: the folder's own memo.
  private func folderSteps(from folder: VaultPath) -> [LinkStep] {
    let starts: [(VaultPath, LinkRule)] = isRooted ? [(.root, .path)] : [(folder, .relativePath), (.root, .path)]
    return starts.flatMap { start, rule in
      Self.folderMemos.flatMap { pathSteps(path(of: $0, from: start), by: rule) }
    }
  }
}
