/// The names of all memos of a vault, by which links find them: paths, file names, titles and aliases.
///
/// It holds hashes alone; see `LinkLookup` for the rules.
public struct LinkResolver: Sendable {
  let names: NameTable
  /// The path of a memo by its number.
  let path: @Sendable (Int) -> VaultPath

  /// Takes the entries of all memos' names; those that some links ask for are enough to follow these links.
  ///
  /// - Parameters:
  ///   - entries: runs as `NameKeys` made them in this process, in the order of the memos' numbers.
  ///   - path: the path of a memo by its number.
  public init(_ entries: [[NameEntry]], path: @escaping @Sendable (Int) -> VaultPath) {
    names = NameTable(entries)
    self.path = path
  }

  /// Takes memos that are numbered by their places in the array.
  public init(_ memos: [(path: VaultPath, title: String, aliases: [String])]) {
    var keys = NameKeys()
    var entries: [NameEntry] = []
    for (number, memo) in memos.enumerated() {
      let aliases = memo.aliases.map { keys.hash(of: $0) }
      let title = memo.title.isEmpty ? nil : keys.hash(of: memo.title)
      keys.addEntries(ofMemo: number, at: memo.path, title: title, aliases: aliases, to: &entries)
    }
    let paths = memos.map(\.path)
    self.init([entries]) { paths[$0] }
  }
}

/// By which of its names a link found a memo, in the order in which they are tried.
public enum LinkRule: Sendable {
  /// The path from the folder of the memo that holds the link.
  case relativePath
  /// The path from the vault's root.
  case path
  /// The file name, in whichever folder.
  case fileName
  case title
  case alias
}

/// Where a link leads.
public enum LinkResolution: Equatable, Sendable {
  /// To one memo, by its number.
  case memo(Int, by: LinkRule)
  /// To any of several memos.
  case ambiguous(by: LinkRule)
  /// To no memo, though it should.
  case broken
  /// To something that is no memo of the vault: a page of the web, an attachment, a file outside.
  case elsewhere

  /// The memo, where it is one.
  public var memo: Int? {
    guard case .memo(let memo, _) = self else { return nil }
    return memo
  }
}

/// One of the names under which a link is looked for.
struct LinkStep {
  /// Which extensions the memo's file may have.
  enum Ending {
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
    (.path, .path, .preferred), (.fileName, .fileName, .any), (.title, .title, .any), (.alias, .alias, .any),
  ]

  /// The names under which it is looked for, in their order.
  func steps(from folder: VaultPath) -> [LinkStep] {
    var steps: [LinkStep] = []
    if isTriedFromFolder { steps += pathSteps(path(from: folder), by: .relativePath) }
    // `../a` names nothing but a path, and that from its folder.
    if isDotted { return steps }
    steps += pathSteps(path(from: .root), by: .path)
    if !hasFolder {
      if let ending = MemoExtension(of: bytes[...]) {
        let stem = bytes.dropLast(ending.length)
        steps.append(LinkStep(rule: .fileName, role: .fileName, name: stem, ending: .written(ending)))
      }
      steps.append(LinkStep(rule: .fileName, role: .fileName, name: bytes[...], ending: .any))
    }
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
}
