import MemoCore
import MemoStore

/// What the files of open documents hold, and which of them other programs have changed, moved or deleted.
struct DocumentFiles {
  private struct Change {
    /// What the file held before, as long as its document may be as it was; `nil` where there was none.
    let former: ComparedText?
    /// When the change counts although it may not be over yet; `nil` for one that is.
    var deadline: Duration?
  }

  /// What the files held when they were last compared, and their stamps; `nil` for those that are not there.
  private var known: [VaultPath: (stamp: FileStamp?, text: ComparedText?)] = [:]
  private var changes: [VaultPath: Change] = [:]
  /// What files held that are gone.
  private var gone: [VaultPath: ComparedText] = [:]

  /// How long a file has to stay as it is, or away, whose change may not be over yet. Where it is then is known by that time.
  static let pause = Duration.seconds(1)

  /// Whether the change of a file may not be over yet.
  var isWaiting: Bool { changes.values.contains { $0.deadline != nil } }

  /// Begins with what a file holds now, where nothing is known of it.
  mutating func note(_ path: VaultPath, in vault: Vault) {
    if known[path] == nil { known[path] = (vault.files.stamp(of: path), Self.text(of: path, in: vault)) }
  }

  /// Forgets a file.
  mutating func forget(_ path: VaultPath) { (known[path], changes[path], gone[path]) = (nil, nil, nil) }

  /// Whether a file is gone that was there since its document was opened.
  func isGone(_ path: VaultPath) -> Bool { gone[path] != nil }

  /// Whether a document still has the text of its file, which is gone.
  func isLeft(_ path: VaultPath, _ document: OpenDocument) -> Bool { gone[path] == ComparedText(document.bytes) }

  /// Forgets a change of a file.
  mutating func dismiss(_ path: VaultPath) { changes[path] = nil }

  /// Notes whether another program has changed a file.
  mutating func compare(_ path: VaultPath, in vault: Vault) {
    let stamp = vault.files.stamp(of: path)
    guard let known = known[path], known.stamp != stamp else { return }
    let found = Self.text(of: path, in: vault)
    self.known[path] = (stamp, found)
    gone[path] = stamp == nil ? known.text : nil
    guard found != known.text else { return }
    changes[path] = Change(former: changes[path].map(\.former) ?? known.text)
  }

  /// Forgets a change of a file whose text its document has: the editor has written it, or read it.
  mutating func settle(_ path: VaultPath, _ document: OpenDocument) {
    guard changes[path] != nil, known[path]?.text == ComparedText(document.bytes) else { return }
    changes[path] = nil
  }

  /// Takes out the documents with unsaved text whose files another program has changed, sorted.
  mutating func takeOvertaken(
    of open: [VaultPath: OpenDocument], in vault: Vault, at time: Duration
  ) -> [VaultPath] {
    var taken: [VaultPath] = []
    for path in changes.keys.sorted() {
      // The editor may have saved a text that is not known.
      if open[path]?.isOutdated ?? false {
        changes[path] = nil
        continue
      }
      compare(path, in: vault)
      guard let change = changes[path], let document = open[path], let known = known[path],
        known.stamp == nil || known.text != nil
      else { continue }
      let (text, found) = (ComparedText(document.bytes), known.text)
      // An editor that has it as it was reads the file again, or is given its text.
      if text == change.former, text != found {
        changes[path]?.deadline = nil
        continue
      }
      let isOvertaken = text != found && found != change.former
      let deadline = change.deadline ?? time + Self.pause
      // A file that is away may be about to be replaced.
      if isOvertaken, time < deadline, found == nil || Self.isBeingSaved(path, document, in: vault) {
        changes[path]?.deadline = deadline
        continue
      }
      changes[path] = nil
      if isOvertaken { taken.append(path) }
    }
    return taken
  }

  /// Whether a file holds the start of its document, or nothing: an editor that saves one empties the file and writes it.
  private static func isBeingSaved(_ path: VaultPath, _ document: OpenDocument, in vault: Vault) -> Bool {
    guard let file = try? vault.contents(of: path) else { return false }
    return ComparedText.kept(document.bytes).starts(with: ComparedText.kept(file))
  }

  private static func text(of path: VaultPath, in vault: Vault) -> ComparedText? {
    (try? vault.contents(of: path)).map(ComparedText.init)
  }
}

/// A text as far as editors keep it: some show no byte order mark, no carriage returns, and end the last line.
private struct ComparedText: Equatable {
  private let hash: UInt64

  init(_ bytes: [UInt8]) { hash = XXHash64.hash(Self.kept(bytes)) }

  static func kept(_ bytes: [UInt8]) -> [UInt8] {
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    var kept = text.filter { $0 != UInt8(ascii: "\r") }
    while kept.last == UInt8(ascii: "\n") { kept.removeLast() }
    return kept
  }
}
