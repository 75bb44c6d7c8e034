public import MemoCore
import MemoStore

/// Memos that git merges in another way than by memo, as an attribute says.
public struct OtherMerge: Equatable, Sendable {
  /// The attribute, as a file of attributes has it: `merge=union`.
  public let attribute: String
  /// The first of the memos; one that need not be there stands for all in the root.
  public let path: VaultPath
  /// How many there are.
  public let count: Int
  /// The file that the attribute most likely comes from; `nil` for one outside of the repository.
  public let source: VaultPath?
  /// Whether that is the file that wins over all others.
  public var isPrivate: Bool { source == DriverSetup.privateAttributes }

  fileprivate static func attribute(_ value: String) -> String {
    switch value {
    case "unspecified": "!merge"
    case "unset": "-merge"
    case "set": "merge"
    default: "merge=\(value)"
    }
  }
}

extension DriverSetup {
  /// The memos that git does not have memo merge, by the attributes that win; none where git does not tell.
  ///
  /// - Parameter isSet: whether memo is set up, so that all of them are to be its own.
  public func otherMerges(isSet: Bool) throws -> [OtherMerge] {
    let values = try mergeAttributes().filter { value, _ in
      !value.utf8.elementsEqual(MergeDriver.name.utf8) && (isSet || !value.utf8.elementsEqual("unspecified".utf8))
    }
    return try values.sorted { $0.value[0] < $1.value[0] }.map { value, paths in
      OtherMerge(
        attribute: OtherMerge.attribute(value), path: paths[0], count: paths.count, source: try source(for: paths[0]))
    }
  }

  /// The memos by what git would merge them with; a name in the root stands for those to come.
  private func mergeAttributes() throws -> [String: [VaultPath]] {
    let place = GitPlace(root, settings: config.canonical)
    let listed = try git.run(GitCall(["ls-files", "-z"], in: place))
    guard listed.status == 0 else { return [:] }
    let endings = MergeDriver.attributes.compactMap { $0.parts(at: " ").first.map { Array($0.utf8.dropFirst()) } }
    let memos = listed.output.split(separator: 0).filter { name in
      endings.contains { name.suffix($0.count).elementsEqual($0) }
    }
    let paths = Set(memos.map { VaultPath(bytes: Array($0)) }).sorted()
    var call = GitCall(["check-attr", "-z", "--stdin", "merge"], in: place)
    call.attributes = AttributeUse(top: root)
    let asked = paths.isEmpty ? [VaultPath("memo.md")] : paths
    let answer = try git.run(call, feeding: asked.map { $0.bytes + [0] })
    guard answer.status == 0 else { return [:] }
    let words = answer.output.split(separator: 0, omittingEmptySubsequences: false)
    var values: [String: [VaultPath]] = [:]
    for place in stride(from: 0, to: words.count - 2, by: 3) {
      values[String(decoding: words[place + 2], as: UTF8.self), default: []].append(
        VaultPath(bytes: Array(words[place])))
    }
    return values
  }

  /// The first file, in the order in which they win, that says how something is merged without memo.
  private func source(for path: VaultPath) throws -> VaultPath? {
    let folders = Set(path.foldersAbove + [.root]).sorted { $0.bytes.count > $1.bytes.count }
    let files = [Self.privateAttributes] + folders.map { $0.appending(Self.sharedAttributes.bytes) }
    return try files.first { try lines(of: $0).contains(where: Self.saysMerge) }
  }

  private static func saysMerge(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    guard let pattern = words.first, pattern.first != UInt8(ascii: "#") else { return false }
    return words.dropFirst().contains { word in
      let name = word.first.map { "-!".utf8.contains($0) } == true ? word.dropFirst() : word
      if name.elementsEqual("merge".utf8) || word.elementsEqual("binary".utf8) { return true }
      return name.starts(with: "merge=".utf8) && !name.elementsEqual("merge=\(MergeDriver.name)".utf8)
    }
  }
}
