import MemoCore
import MemoStore

/// What a person arranged in the split view, remembered with the cache of the vault: it is not synced.
struct ViewMemory: Equatable, Sendable {
  /// The width of the list; `nil` if it was not chosen.
  var listColumns: Int?
  var order = BrowserOrder.newest
  /// The memo that was selected last.
  var path: VaultPath?
  /// What is folded in its memos.
  var folds = FoldedSections()

  private static let head = "memo-view 1"
  private static let longestFile = 512 << 10
  private static let widestList = 10_000
  private static let patience = Duration.seconds(2)
}

extension ViewMemory {
  /// What is arranged in a split view.
  init(_ state: BrowserState) {
    self.init(
      listColumns: state.listColumns, order: state.list.order, path: state.list.selectedPath, folds: state.folds)
  }

  /// Arranges a split view so. Its list must have the same order.
  func restore(_ state: inout BrowserState) {
    (state.listColumns, state.folds) = (listColumns, folds)
    state.list.restore(self)
  }

  // MARK: The file

  /// What is remembered of a vault; nothing if the file is missing, damaged or from another vault.
  init(of vault: Vault) {
    self.init()
    guard let file = vault.access.openCache()?.open(.view), file.size <= Self.longestFile else { return }
    var bytes = [UInt8](repeating: 0, count: file.size)
    guard bytes.withUnsafeMutableBytes({ file.read(at: 0, into: $0) }) else { return }
    self = Self(decoding: bytes, for: Self.name(of: vault)) ?? Self()
  }

  /// Remembers it, unless the cache is locked for longer than `patience`. The view's own refresh locks it, too.
  func store(for vault: Vault) {
    let bytes = encoded(for: Self.name(of: vault))
    _ = vault.access.openCache()?.lock(waiting: Self.patience)?.replace(.view) { $0.write(bytes) }
  }

  private static func name(of vault: Vault) -> String { "\(vault.access.device) \(vault.access.inode)" }

  // MARK: Its lines

  /// - Parameter vault: what identifies the vault.
  func encoded(for vault: String) -> [UInt8] {
    var lines = [Self.head, "vault \(vault)", "order \(order.rawValue)"]
    if let listColumns { lines.append("columns \(listColumns)") }
    if let path { lines.append("memo " + path.bytes.map { String($0, radix: 16) }.joined(separator: " ")) }
    let arranged = Array(lines.map { "\($0)\n" }.joined().utf8)
    let folded = Array(folds.lines.map { "\($0)\n" }.joined().utf8)
    // Very long headings: what no file can hold is not remembered.
    return arranged.count + folded.count <= Self.longestFile ? arranged + folded : arranged
  }

  /// Reads a file; `nil` if one of its lines is not understood.
  init?(decoding bytes: [UInt8], for vault: String) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    let ends = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var lines = ends.map { String(decoding: $0, as: UTF8.self) }[...]
    guard lines.popLast()?.isEmpty == true, lines.popFirst().map({ $0.utf8.elementsEqual(Self.head.utf8) }) == true,
      lines.popFirst().map({ $0.utf8.elementsEqual("vault \(vault)".utf8) }) == true
    else { return nil }
    for line in lines {
      if let name = line.dropping(prefix: "order "), let order = BrowserOrder(rawValue: name) {
        self.order = order
      } else if let number = line.dropping(prefix: "columns ").flatMap({ Int($0) }),
        (1...Self.widestList).contains(number)
      {
        listColumns = number
      } else if let bytes = line.dropping(prefix: "memo ").map(Self.bytes), !bytes.isEmpty, !bytes.contains(nil) {
        path = VaultPath(bytes: bytes.compactMap(\.self))
      } else if !folds.read(line) {
        return nil
      }
    }
  }

  private static func bytes(_ numbers: String) -> [UInt8?] {
    numbers.utf8.split(separator: UInt8(ascii: " ")).map { UInt8(String(decoding: $0, as: UTF8.self), radix: 16) }
  }
}
