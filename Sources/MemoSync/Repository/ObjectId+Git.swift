public import MemoCore

extension ObjectId {
  /// The number of digits.
  package static let length = 40

  /// Reads the 40 hexadecimal digits that git writes; `nil` for anything else.
  public init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.count == Self.length, digits.allSatisfy(Self.isDigit) else { return nil }
    self.init(digits: digits)
  }

  /// The name that a file's bytes have as a blob.
  public init(ofBlob contents: [UInt8]) {
    var hash = SHA1()
    Array("blob \(contents.count)\0".utf8).withUnsafeBytes { hash.update($0) }
    contents.withUnsafeBytes { hash.update($0) }
    self.init(digits: hash.finish().flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] })
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension FileMode {
  /// Reads the digits that git writes; those of old trees with other permission bits count as plain files.
  init?(digits: some Sequence<UInt8>) {
    guard let number = UInt32(String(decoding: Array(digits), as: UTF8.self), radix: 8), number != 0 else {
      return nil
    }
    self = FileMode(rawValue: number) ?? (number & 0o100 == 0 ? .file : .executable)
  }
}

/// What every path of a tree holds.
package typealias VaultTree = [VaultPath: TreeEntry]

/// How one path differs between two trees.
package struct TreeChange: Equatable, Sendable {
  package let path: VaultPath
  package let old: TreeEntry?
  package let new: TreeEntry?

  package init(path: VaultPath, old: TreeEntry?, new: TreeEntry?) {
    (self.path, self.old, self.new) = (path, old, new)
  }
}

extension VaultTree {
  /// The tree after changes.
  func applying(_ changes: [TreeChange]) -> VaultTree {
    var tree = self
    for change in changes { tree[change.path] = change.new }
    return tree
  }

  /// How it differs from another tree.
  func changes(from old: VaultTree) -> [TreeChange] {
    Set(keys).union(old.keys).filter { self[$0] != old[$0] }.sorted().map {
      TreeChange(path: $0, old: old[$0], new: self[$0])
    }
  }
}
