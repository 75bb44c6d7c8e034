import MemoCore
import MemoStore

/// Where the refs of a branch stand, read without git: only for telling that nothing has moved. Whatever is not plain
/// counts as not there, and git is asked then.
struct RefFiles: Equatable, Sendable {
  /// The branch here.
  let head: ObjectId?
  /// The remote's branch as it was seen last.
  let tracking: ObjectId?
  private let taken: ObjectId?
  private let hasPending: Bool
  /// Those among them that are there and name no commit: git takes them for refs that are not there.
  let broken: Set<String>

  private static let packed = VaultPath(".git/packed-refs")
  private static let sizeLimit = 1 << 22

  /// Reads the refs; `nil` where they are kept in some other way than in files.
  init?(_ names: BranchNames, in vault: Vault) {
    guard (try? vault.writer.isTaken(VaultPath(".git/reftable"))) == false else { return nil }
    let packed = Self.packedRefs(in: vault)
    var broken: Set<String> = []
    func ref(_ name: String) -> ObjectId? {
      let path = VaultPath(".git/\(name)")
      guard let bytes = Self.contents(of: path, in: vault) else { return packed[name] }
      let id = ObjectId(hexadecimal: bytes.prefix { $0 > 0x20 })
      if id == nil, !bytes.starts(with: "ref: ".utf8) { broken.insert(name) }
      return id
    }
    (head, tracking, taken) = (ref(names.head), ref(names.tracking), ref(names.taken))
    hasPending = ref(BranchNames.pending) != nil
    self.broken = broken
  }

  /// Whether the branch here is what the remote's was, and nothing is half done.
  var isLevel: Bool { head != nil && head == tracking && head == taken && !hasPending }

  /// The lines of `packed-refs` that name a commit: `ID refs/heads/main`.
  private static func packedRefs(in vault: Vault) -> [String: ObjectId] {
    var refs: [String: ObjectId] = [:]
    for line in (contents(of: packed, in: vault) ?? []).split(separator: UInt8(ascii: "\n")) {
      guard let id = ObjectId(hexadecimal: line.prefix(ObjectId.length)) else { continue }
      refs[String(decoding: line.dropFirst(ObjectId.length + 1), as: UTF8.self)] = id
    }
    return refs
  }

  private static func contents(of path: VaultPath, in vault: Vault) -> [UInt8]? {
    var bytes: [UInt8] = []
    guard (try? vault.files.read(path, limit: sizeLimit, head: { bytes = Array($0) })) != nil else { return nil }
    return bytes
  }
}
