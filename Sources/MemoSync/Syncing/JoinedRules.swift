import MemoCore
import MemoStore

/// What the branch that a vault joins says of files before the vault has a commit of its own: what it ignores is not for others,
/// and what it has filtered must not reach it as it is. Git would see these rules only after the first commit.
struct JoinedRules {
  private let repository: GitRepository
  /// The folder with the branch's files of rules, and what the vault has of attributes above those.
  private let top: HostPath
  /// What the branch has: of that, nothing stays behind.
  private let tree: VaultTree

  private static let ignoringName = Array(".gitignore".utf8)

  /// The rules of a commit; `nil` where it has none.
  init?(of commit: ObjectId, for sync: SyncContext) throws {
    repository = sync.repository
    tree = try repository.tree(of: commit)
    let entries = tree.values.filter {
      $0.mode.isFile && ($0.path.isOfAttributes || $0.path.name.elementsEqual(Self.ignoringName))
    }
    guard !entries.isEmpty else { return nil }
    let texts = try repository.blobs(entries.map(\.id))
    var files = Dictionary(uniqueKeysWithValues: entries.map { ($0.path, texts[$0.id] ?? []) })
    for file in try WorkTreeListing(sync.workTree).files.joined() where file.path.isOfAttributes {
      let own = try WholeFile.read(file.path, in: sync.vault.files)?.bytes ?? []
      // The last line that is about a path counts.
      files[file.path] = own + Array("\n".utf8) + (files[file.path] ?? [])
    }
    top = try AttributesFolder(vault: sync.vault).lay(files)
  }

  /// How files are converted by them.
  func conversions(like conversions: PathConversions) -> PathConversions { conversions.with(top: top) }

  /// Takes what they ignore out of what would be committed.
  func apply(to snapshot: inout WorkTreeSnapshot) throws {
    let unknown = snapshot.edits.map(\.path).filter { tree[$0] == nil }
    let ignored = try repository.ignored(unknown, by: top)
    snapshot.edits.removeAll { ignored.contains($0.path) }
    snapshot.skipped.removeAll { ignored.contains($0.path) }
  }
}

extension SyncContext {
  /// The rules of the branch that this vault joins; `nil` where it has commits, or the branch no rules.
  func joinedRules() throws -> JoinedRules? {
    guard head == nil, let remote = refs[names.tracking] else { return nil }
    return try JoinedRules(of: remote.id, for: self)
  }
}
