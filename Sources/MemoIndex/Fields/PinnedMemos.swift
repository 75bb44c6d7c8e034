/// The memos with `pinned: true` in their front matter.
public enum PinnedMemos {
  /// The key.
  public static let key = "pinned"
  /// Its value.
  public static let value = "true"

  /// Finds them, newest first. Without the key in the vault only its list of keys and the changed memos are read.
  public static func newestFirst(in index: VaultIndex) -> [IndexedMemo] {
    let places = index.readFields(FieldKey(key).matches, into: [Int]()) { places, place, _, value in
      if value.contains(isTrue) { places.append(place) }
    }
    return index.newestFirst(places)
  }

  private static func isTrue(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count == value.utf8.count && zip(text, value.utf8).allSatisfy { $0 | 0x20 == $1 }
  }
}
