public import MemoCore

extension TreeMerge {
  /// Merges three trees, each given by all its files.
  public init<Failure: Error>(
    base: [TreeEntry], first: [TreeEntry], second: [TreeEntry], renames: RenameHints = RenameHints(),
    read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) {
    let trees = [base, first, second].map { Dictionary($0.map { ($0.path, $0) }) { entry, _ in entry } }
    try self.init(MergeTrees(base: trees[0], first: trees[1], second: trees[2]), renames: renames, read: read)
  }
}
