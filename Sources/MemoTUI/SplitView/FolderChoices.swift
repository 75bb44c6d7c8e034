import MemoCore
import MemoIndex
import MemoStore
import MemoWords

/// The folders of a vault as choices.
struct FolderChoices {
  /// How many memos each folder has, its subfolders included; the root has them all.
  private let counts: [VaultPath: Int]

  init(_ index: VaultIndex) {
    var direct: [VaultPath: Int] = [:]
    for memo in index.memos { direct[memo.path.parent, default: 0] += 1 }
    var counts = [VaultPath.root: 0]
    for (folder, count) in direct {
      var folder = folder
      while folder != .root {
        counts[folder, default: 0] += count
        folder = folder.parent
      }
      counts[.root, default: 0] += count
    }
    self.counts = counts
  }

  /// Folders below the root whose memos can be listed.
  var toList: [Chooser.Choice] {
    counts.keys.filter { $0 != .root }.sorted().map { choice($0, .folder($0)) }
  }

  /// All folders; to choose the one that a memo is in says so.
  func toMove(_ path: VaultPath, _ language: Language) -> Chooser {
    let folders = counts.keys.sorted { ($0 == path.parent ? 1 : 0, $0) < ($1 == path.parent ? 1 : 0, $1) }
    return Chooser(
      folders.map { folder in
        let isHere = folder == path.parent
        let action = isHere ? .message(ListMessages.isThere[language]) : BrowserChoice.move(path, folder.text)
        return folder == .root
          ? Chooser.Choice(name: "/", note: ListMessages.root[language], action: action)
          : choice(folder, action, note: isHere ? ListMessages.here[language] : nil)
      }, newFolder: NewFolder(path: path, label: ListMessages.newFolder[language]))
  }

  private func choice(_ folder: VaultPath, _ action: BrowserChoice, note: String? = nil) -> Chooser.Choice {
    let alias = folder.text.lowercased().unicodeScalars.filter { !$0.properties.isWhitespace }
    return Chooser.Choice(
      name: folder.text + "/", note: note ?? "\(counts[folder] ?? 0)", action: action,
      aliases: [String(String.UnicodeScalarView(alias))])
  }

  /// The search for the memos in a folder.
  static func query(_ folder: VaultPath) -> String {
    // A quotation mark cannot be quoted: what is before it has to do.
    let text = "\(folder.text)/".parts(at: "\"").first ?? ""
    return "path:\"\(text)\""
  }

  /// The folder whose memos a search is for; `nil` if it is for others.
  static func folder(of query: String) -> VaultPath? {
    guard let inside = query.dropping(prefix: "path:\""), inside.hasByteSuffix("/\"") else { return nil }
    let folder = VaultPath(bytes: Array(inside.utf8.dropLast(2)))
    return self.query(folder).utf8.elementsEqual(query.utf8) && WantedPath.isInside(folder) ? folder : nil
  }
}

/// Offers to move a memo to a folder that does not exist yet, by the name that is typed.
struct NewFolder: Equatable, Sendable {
  let path: VaultPath
  /// What is shown before the name.
  let label: String

  /// The choice for a name; `nil` for no name and for that of one of the choices.
  func choice(_ typed: String, besides choices: [Chooser.Choice]) -> Chooser.Choice? {
    let scalars = typed.unicodeScalars.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "/" }
    let name = String(String.UnicodeScalarView(scalars.reversed()))
    guard !name.isEmpty, !choices.contains(where: { $0.name.utf8.elementsEqual("\(name)/".utf8) }) else { return nil }
    return Chooser.Choice(name: "\(label) \(name)/", note: "", action: .move(path, name))
  }
}
