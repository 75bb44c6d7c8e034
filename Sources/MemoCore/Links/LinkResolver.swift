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
