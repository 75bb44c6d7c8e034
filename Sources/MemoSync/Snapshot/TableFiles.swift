import MemoCore
import MemoStore

/// The files of a `SyncTable` by their paths: the rows as they were read, and what has changed since.
///
/// Most syncs change a few of very many rows. A dictionary of 100,000 took a quarter of the time of a sync with one edit.
struct TableFiles: Equatable, Sendable {
  private let rows: TableRows
  /// What is not as in the rows any more; `nil` for a file that is gone.
  private var changed: [VaultPath: SyncTable.File?] = [:]
  /// How many files there are.
  private(set) var count: Int

  /// No file.
  init() { self.init(TableRows()) }

  /// The files of rows.
  init(_ rows: TableRows) {
    self.rows = rows
    count = rows.count
  }

  /// What is known of a file; `nil` where there is none.
  subscript(_ path: VaultPath) -> SyncTable.File? {
    get { changed.isEmpty ? rows[path] : changed[path] ?? rows[path] }
    set {
      let wasThere = self[path] != nil
      changed[path] = .some(newValue)
      count += (newValue == nil ? 0 : 1) - (wasThere ? 1 : 0)
    }
  }

  /// The paths, in no order.
  var paths: [VaultPath] { map(\.key) }

  /// One of the things that are known of files, for some of them.
  func known<Value>(of paths: some Sequence<VaultPath>, _ value: (SyncTable.File) -> Value?) -> [VaultPath: Value] {
    Dictionary(paths.compactMap { path in self[path].flatMap(value).map { (path, $0) } }) { first, _ in first }
  }

  /// The files whose times history does not say, in no order.
  var withoutTime: [VaultPath] {
    rows.withoutTime.filter { changed[$0] == nil }
      + changed.filter { $0.value.map { $0.time == nil && $0.entry.mode.isFile } ?? false }.map(\.key)
  }

  static func == (left: TableFiles, right: TableFiles) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }

  /// Appends the rows of all files.
  func write(to writer: inout ByteWriter) {
    rows.write(to: &writer, except: changed.keys)
    for case (let path, let file?) in changed { TableRows.write(file, at: path, to: &writer) }
  }
}

extension TableFiles: Sequence {
  /// Passes over the files, in no order.
  struct Iterator: IteratorProtocol {
    fileprivate let rows: TableRows
    fileprivate let changed: [VaultPath: SyncTable.File?]
    fileprivate var place: Int
    fileprivate var rest: Dictionary<VaultPath, SyncTable.File?>.Iterator

    mutating func next() -> (key: VaultPath, value: SyncTable.File)? {
      while let (path, row) = rows.row(from: place) {
        place = row.end
        if changed[path] == nil { return (path, rows.file(row, at: path)) }
      }
      while let (path, file) = rest.next() {
        if let file { return (path, file) }
      }
      return nil
    }
  }

  func makeIterator() -> Iterator {
    Iterator(rows: rows, changed: changed, place: rows.start, rest: changed.makeIterator())
  }
}
