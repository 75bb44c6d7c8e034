public import MemoCore
import MemoStore

/// Memos that git merges in another way than by memo, as an attribute says.
public struct OtherMerge: Equatable, Sendable {
  /// The attribute, as a file of attributes has it: `merge=union`.
  public let attribute: String
  /// The first of the memos; where there are none, a name that one in the root could have.
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
  /// The memos that git does not have memo merge, by the attributes that win; none where git does not say.
  ///
  /// - Parameter isSet: whether memo is set up, so that all of them are to be its own.
  public func otherMerges(isSet: Bool) throws -> [OtherMerge] {
    let values = try mergeAttributes().filter { value, _ in
      !value.utf8.elementsEqual(MergeDriver.name.utf8) && (isSet || !value.utf8.elementsEqual("unspecified".utf8))
    }
    return try values.sorted { $0.value[0] < $1.value[0] }.map { value, paths in
      let attribute = OtherMerge.attribute(value)
      return OtherMerge(
        attribute: attribute, path: paths[0], count: paths.count, source: try source(of: attribute, for: paths[0]))
    }
  }

  /// The memos by what git would merge them with; where there are none, a name that one could have.
  ///
  /// The repository's settings were not checked, so git gets no index: it would make one whole that is sparse, and fetch.
  private func mergeAttributes() throws -> [String: [VaultPath]] {
    var call = GitCall(["check-attr", "-z", "--stdin", "merge"], in: GitPlace(root, settings: nil))
    call.attributes = AttributeUse(top: root)
    call.variables["GIT_INDEX_FILE"] = root.appending(".git/memo/no-index").text
    let memos = memos()
    let asked = memos.isEmpty ? [VaultPath("memo.md")] : memos
    guard git.identity() != nil else { return [:] }
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

  /// The files that memo's attributes are about; folders that cannot be read, and repositories of their own, have none.
  private func memos() -> [VaultPath] {
    let endings = MergeDriver.attributes.compactMap { $0.parts(at: " ").first.map { Array($0.utf8.dropFirst()) } }
    var found: [VaultPath] = []
    var folders = [VaultPath.root]
    while let folder = folders.popLast(), found.count < Self.memosAskedFor {
      let isOther = folder != .root && (try? access.writer.isTaken(folder.appending(".git"))) != false
      for entry in isOther ? [] : (try? access.files.entries(of: folder)) ?? [] {
        let path = folder.appending(entry.name)
        if entry.kind == .folder { folders.append(path) }
        if entry.kind == .file, endings.contains(where: { entry.name.suffix($0.count).elementsEqual($0) }) {
          found.append(path)
        }
      }
    }
    return found.sorted()
  }

  private static let memosAskedFor = 1_000_000

  /// The first file, in the order in which they win, that gives an attribute to something, else one that says in another
  /// way how something is merged without memo.
  private func source(of attribute: String, for path: VaultPath) throws -> VaultPath? {
    let folders = Set(path.foldersAbove + [.root]).sorted { $0.bytes.count > $1.bytes.count }
    let files = [Self.privateAttributes] + folders.map { $0.appending(Self.sharedAttributes.bytes) }
    let exact = try files.first {
      try lines(of: $0).contains { Self.words($0).dropFirst().contains(Array(attribute.utf8)) }
    }
    return try exact ?? files.first { try lines(of: $0).contains(where: Self.saysMerge) }
  }

  private static func words(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
    line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }.map(Array.init)
  }

  private static func saysMerge(_ line: ArraySlice<UInt8>) -> Bool {
    let words = words(line)
    guard let pattern = words.first, pattern.first != UInt8(ascii: "#") else { return false }
    return words.dropFirst().contains { word in
      let name = word.first.map { "-!".utf8.contains($0) } == true ? word.dropFirst() : word[...]
      if name.elementsEqual("merge".utf8) || word.elementsEqual("binary".utf8) { return true }
      return name.starts(with: "merge=".utf8) && !name.elementsEqual("merge=\(MergeDriver.name)".utf8)
    }
  }
}
