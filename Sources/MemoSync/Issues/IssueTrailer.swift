import MemoCore

/// The lines of a merge commit's message that record what the merge decided, by their names:
///
///     Memo-Conflict: 3 "a.md" "first\n" "second\n" "desk" "phone"
///     Memo-Key-Conflict: 3 "a.md" "first\n" "second\n" "desk" "phone"
///     Memo-Sealed-Conflict: 3 "a.md" "0" "ID of the base" "ID" "ID" "desk" "phone"
///     Memo-Doubled: "a.md" "b.md" "c.md"
///     Memo-Split: "a.json" "a (conflict 1a2b3c4).json" "desk" "phone"
///     Memo-Displaced: "A.md" "A (2).md" "a.md" "desk" "phone"
///     Memo-Kept: "a.md"
///     Memo-Strayed: "a/new.md" "b"
///     Memo-Merged: "a.md" "b.md"
///     Memo-Merged-Kept: "a.md" "b.md"
///
/// Two devices that merge the same commits write the same bytes.
enum IssueTrailer: String, CaseIterable {
  case overlap = "Memo-Conflict"
  case keyOverlap = "Memo-Key-Conflict"
  case sealedOverlap = "Memo-Sealed-Conflict"
  case doubled = "Memo-Doubled"
  case split = "Memo-Split"
  case displaced = "Memo-Displaced"
  case kept = "Memo-Kept"
  case strayed = "Memo-Strayed"
  case merged = "Memo-Merged"
  case mergedKept = "Memo-Merged-Kept"

  /// Those whose merges are looked for when conflicts are listed.
  static let listed = allCases.filter { ![.kept, .strayed, .merged, .mergedKept].contains($0) }

  private static let space = UInt8(ascii: " ")
  private static let start = Array("Memo-".utf8)

  // MARK: Writing

  /// The line that records an issue; nothing for one that no merge decides.
  static func line(of issue: SyncIssue) -> [UInt8] {
    switch issue {
    case .overlap(let overlap): line(of: overlap)
    case .keptEdit(let path, _): kept.line([path.bytes])
    case .doubled(let memo): doubled.line(([memo.path] + memo.names).map(\.bytes))
    case .split(let file): split.line([file.path, file.copy].map(\.bytes) + file.devices.map { Array($0.utf8) })
    case .displaced(let file):
      displaced.line([file.path, file.newPath, file.other].map(\.bytes) + file.devices.map { Array($0.utf8) })
    case .strayed(let file): strayed.line([file.path, file.folder].map(\.bytes))
    case .merged(let memo): (memo.isKept ? mergedKept : merged).line([memo.path, memo.newPath].map(\.bytes))
    case .staleSave, .unmerged, .skipped, .stillOpen, .savedUnderFormerName, .broughtBack, .trashed, .conflictMarkers,
      .runnable:
      []
    }
  }

  private static func line(of overlap: Overlap) -> [UInt8] {
    let devices = overlap.devices.map { Array($0.utf8) }
    guard let origin = overlap.origin else {
      let name = overlap.isOfKey ? keyOverlap : self.overlap
      return name.line([overlap.path.bytes, overlap.first, overlap.second] + devices, number: overlap.line)
    }
    let versions = [
      Array("\(origin.index)".utf8), origin.base?.digits ?? [], origin.first.digits, origin.second.digits,
    ]
    return sealedOverlap.line([overlap.path.bytes] + versions + devices, number: overlap.line)
  }

  private func line(_ fields: [[UInt8]], number: Int? = nil) -> [UInt8] {
    let quoted = fields.flatMap { [Self.space] + QuotedPath.sealed(VaultPath(bytes: $0)) }
    return Array("\(rawValue):\(number.map { " \($0)" } ?? "")".utf8) + quoted + [UInt8(ascii: "\n")]
  }

  // MARK: Reading

  /// The issues that a commit's message records, in its order. Anyone can write a message, so those of paths that cannot be
  /// in a vault do not count.
  static func issues(in message: [UInt8]) -> [SyncIssue] {
    message.split(separator: UInt8(ascii: "\n")).compactMap(issue)
  }

  /// The files with two names that a commit's message records, without a look at what else it records.
  static func doubled(in message: [UInt8]) -> [DoubledMemo] {
    let start = Array("\(doubled.rawValue): ".utf8)
    let lines = message.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: start) }
    return lines.compactMap { if case .doubled(let memo)? = issue($0) { memo } else { nil } }
  }

  /// The issue that a line records; `nil` for any other line.
  private static func issue(_ line: ArraySlice<UInt8>) -> SyncIssue? {
    guard line.starts(with: start), let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = IssueTrailer(rawValue: String(decoding: line[..<colon], as: UTF8.self))
    else { return nil }
    let rest = line[(colon + 1)...]
    return name.isOfOverlap ? name.overlap(in: rest).map { .overlap($0) } : name.decision(in: rest)
  }

  private var isOfOverlap: Bool { [.overlap, .keyOverlap, .sealedOverlap].contains(self) }

  /// How many of its fields are paths; these come first.
  private var pathCount: Int {
    switch self {
    case .overlap, .keyOverlap, .sealedOverlap, .kept: 1
    case .split, .strayed, .merged, .mergedKept: 2
    case .doubled, .displaced: 3
    }
  }

  /// What is quoted, up to the first that is not; nothing where a path among it cannot be in a vault.
  private func fields(in line: ArraySlice<UInt8>) -> [VaultPath] {
    var rest = line
    var fields: [VaultPath] = []
    while rest.popFirst() == Self.space, let field = QuotedPath.take(from: &rest) { fields.append(field) }
    return fields.prefix(pathCount).allSatisfy(TreePath.isSafe) ? fields : []
  }

  private func overlap(in line: ArraySlice<UInt8>) -> Overlap? {
    guard line.first == Self.space else { return nil }
    let digits = line.dropFirst().prefix { $0 != Self.space }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    let fields = fields(in: line.dropFirst(1 + digits.count)).map(\.bytes)
    guard fields.count == (self == .sealedOverlap ? 7 : 5) else { return nil }
    let (path, devices) = (VaultPath(bytes: fields[0]), fields.suffix(2).map { String(decoding: $0, as: UTF8.self) })
    guard self == .sealedOverlap else {
      return Overlap(
        path: path, line: number, first: fields[1], second: fields[2], devices: devices, isOfKey: self == .keyOverlap)
    }
    guard let index = Int(String(decoding: fields[1], as: UTF8.self)), let first = ObjectId(hexadecimal: fields[3]),
      let second = ObjectId(hexadecimal: fields[4])
    else { return nil }
    let origin = Overlap.Origin(base: ObjectId(hexadecimal: fields[2]), first: first, second: second, index: index)
    return Overlap(path: path, line: number, sealedIn: origin, devices: devices)
  }

  private func decision(in line: ArraySlice<UInt8>) -> SyncIssue? {
    let paths = fields(in: line)
    switch (self, paths.count) {
    case (.kept, 1): return .keptEdit(paths[0])
    case (.strayed, 2): return .strayed(StrayedFile(path: paths[0], folder: paths[1]))
    case (.merged, 2), (.mergedKept, 2):
      return .merged(MergedMemo(path: paths[0], newPath: paths[1], isKept: self == .mergedKept))
    case (.doubled, 3): return .doubled(DoubledMemo(path: paths[0], names: Array(paths[1...])))
    case (.split, 4): return .split(SplitFile(path: paths[0], copy: paths[1], devices: paths[2...].map(\.text)))
    case (.displaced, 5):
      return .displaced(
        DisplacedFile(path: paths[0], newPath: paths[1], other: paths[2], devices: paths[3...].map(\.text)))
    default: return nil
    }
  }
}
