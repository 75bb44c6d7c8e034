import MemoCore
import MemoStore

/// Compares files whose bytes git converts with what a commit has of them, and stores those that differ.
struct ConvertedFiles {
  /// A file as it was read.
  struct File: Sendable {
    let path: VaultPath
    let mode: FileMode
    let bytes: [UInt8]
    let attributes: PathAttributes
    /// What it may stand for: what the branch has, what was being brought in when memo was killed.
    let known: [TreeEntry]
    /// What the branch has.
    let branch: TreeEntry?
  }

  /// What a file is, seen from the commit.
  enum Outcome: Equatable, Sendable {
    /// It is the file of an entry that is known.
    case same(TreeEntry)
    /// Git stores it as this object, which is there.
    case new(ObjectId)
    /// Its bytes are its blob's.
    case asItIs
    /// It stays on this device.
    case behind(SkippedFile.Reason)
  }

  let conversions: PathConversions

  /// Compares files.
  func outcomes(of files: [File]) throws -> [Outcome] {
    let versions = try conversions.versions(of: files.flatMap(\.known))
    var outcomes = files.map { file in
      Self.outcome(
        of: file.bytes, file.attributes, canConvert: conversions.canConvert(file.attributes),
        known: file.known.compactMap { entry in versions[entry].map { (entry, $0) } },
        branch: file.branch.flatMap { versions[$0] })
    }
    let open = outcomes.indices.filter { outcomes[$0] == nil }
    let stored = open.concurrentMap(partSize: 1) { part in
      part.map { index -> Result<ObjectId?, any Error> in
        Result { try conversions.store(files[index].bytes, at: files[index].path) }
      }
    }
    var ids: [Int: ObjectId] = [:]
    for (index, result) in zip(open, stored.joined()) { ids[index] = try result.get() }
    let made = ids.map { index, id in TreeEntry(path: files[index].path, mode: files[index].mode, id: id) }
    let checks = try conversions.versions(of: made)
    // What was stored with other attributes than it was looked at with is not known to be what git would store.
    let asked = Dictionary(open.map { (files[$0].path, files[$0].attributes) }, uniquingKeysWith: { first, _ in first })
    let areCurrent = try conversions.areCurrent(asked)
    for index in open {
      let file = files[index]
      let check = ids[index].flatMap { checks[TreeEntry(path: file.path, mode: file.mode, id: $0)] }
      outcomes[index] =
        !areCurrent
        ? .behind(.unreadable)
        : Self.outcome(
          of: file.bytes, storedAs: ids[index], check, known: file.known, branch: file.branch.flatMap { versions[$0] })
    }
    return outcomes.map { $0 ?? .behind(.filterFailed) }
  }

  // MARK: Deciding

  /// What a file is, as far as that can be said without storing it; `nil` where it cannot.
  static func outcome(
    of bytes: [UInt8], _ attributes: PathAttributes, canConvert: Bool, known: [(TreeEntry, FileVersion)],
    branch: FileVersion?
  ) -> Outcome? {
    for (entry, version) in known {
      // Also for a filter that never stores the same bytes twice.
      if version.trouble == nil, version.text == bytes, version.stored != bytes { return .same(entry) }
      // Not converted: a repository that is locked, or a pointer whose file no one has fetched.
      if version.stored == bytes, version.trouble != nil || version.text != bytes { return .same(entry) }
    }
    guard canConvert else { return .behind(.filterMissing) }
    guard attributes.keepsLineEnds(of: branch?.stored) else { return nil }
    return attributes.isAboutLineEnds ? .asItIs : .behind(.filterFailed)
  }

  /// What a file is of which git has stored this.
  static func outcome(
    of bytes: [UInt8], storedAs id: ObjectId?, _ version: FileVersion?, known: [TreeEntry], branch: FileVersion?
  ) -> Outcome {
    guard let id, let version, version.trouble == nil else { return .behind(.filterFailed) }
    if let entry = known.first(where: { $0.id == id }) { return .same(entry) }
    guard version.text == bytes else { return .behind(.altered) }
    let isUnsealed = branch.map { SealedForm.isOne($0.stored) } == true && !SealedForm.isOne(version.stored)
    return isUnsealed && !bytes.isEmpty ? .behind(.unfiltered) : .new(id)
  }
}
