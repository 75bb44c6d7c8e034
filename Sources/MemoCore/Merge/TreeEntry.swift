/// The name of an object in git's store.
public struct ObjectId: Hashable, Sendable {
  /// Its hexadecimal digits.
  public let digits: [UInt8]

  /// Wraps the digits that git writes.
  public init(digits: some Sequence<UInt8>) {
    self.digits = Array(digits)
  }

  /// Wraps the digits that git writes.
  public init(_ text: String) {
    self.init(digits: text.utf8)
  }

  /// The digits as text.
  public var text: String { String(decoding: digits, as: UTF8.self) }

  /// The first seven digits, for names of files.
  var short: ArraySlice<UInt8> { digits.prefix(7) }
}

extension ObjectId: Comparable {
  /// The order of the digits.
  public static func < (left: ObjectId, right: ObjectId) -> Bool {
    left.digits.lexicographicallyPrecedes(right.digits)
  }
}

/// What git takes an entry of a tree for.
public enum FileMode: UInt32, Sendable {
  /// A file.
  case file = 0o100644
  /// A file that can be run.
  case executable = 0o100755
  /// A symbolic link; its object holds the target.
  case symbolicLink = 0o120000
  /// A commit of another repository.
  case submodule = 0o160000

  /// Whether the entry's object is the content of a file.
  public var isFile: Bool { self == .file || self == .executable }

  /// The octal digits that git writes.
  public var text: String { String(rawValue, radix: 8) }
}

/// A file in a tree of git.
public struct TreeEntry: Hashable, Sendable {
  /// Its path from the root of the tree.
  public let path: VaultPath
  /// What it is.
  public let mode: FileMode
  /// Its content.
  public let id: ObjectId

  /// Puts together an entry.
  public init(path: VaultPath, mode: FileMode = .file, id: ObjectId) {
    self.path = path
    self.mode = mode
    self.id = id
  }

  /// Whether both have the same content and mode, wherever they stand.
  func isSame(as other: TreeEntry?) -> Bool {
    guard let other, id == other.id else { return false }
    // That a memo can be run is no edit: file systems that know no such bit turn it over.
    return mode == other.mode || (isMemo && other.mode.isFile)
  }

  /// Whether it is the file of a memo.
  var isMemo: Bool { mode.isFile && MemoExtension(of: path.name) != nil }
}
