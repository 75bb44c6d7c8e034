import MemoCore

/// A link in a text that is put together of others, as it was or as it is by now.
struct RearrangedLink {
  /// A heading, or a memo, after the change.
  struct Place {
    let memo: Int
    var heading: Int?
    /// Whether the link names a heading or block that the memo does not have: it may come to name one.
    var isBroken = false

    /// Whether a link that is to lead here does so with another place.
    func admits(_ other: Place) -> Bool { memo == other.memo && (isBroken || heading == other.heading) }
  }

  private let written: String
  private let path: VaultPath
  /// What it has to lead to, or leads to; `nil` for no memo.
  private let place: Place?
  private let isReference: Bool
  private let isDefinition: Bool

  /// A link as it is written in the text of a memo.
  init(_ link: InlineLink, in bytes: UnsafeRawBufferPointer, at path: VaultPath, to place: Place?) {
    (written, self.path, self.place) = (String(decoding: bytes[link.range], as: UTF8.self), path, place)
    (isReference, isDefinition) = (link.isReference, link.isDefinition(in: bytes))
  }

  /// Whether it leads, as another link by now, to what it has to lead to; one that led nowhere may lead anywhere.
  func isKept(as other: RearrangedLink) -> Bool {
    guard let place else { return true }
    return other.place.map(place.admits) ?? false
  }

  /// Whether both are written in the same way: no change makes an inline link of one by reference.
  func isLike(_ other: RearrangedLink) -> Bool {
    isReference == other.isReference && isDefinition == other.isDefinition
  }

  /// Why it cannot be moved: it would be gone, or lead elsewhere.
  var loss: RearrangingError {
    isReference || isDefinition ? .partedLink(written, path) : .strayingLink(written, path)
  }

  /// Why there cannot be this link, which was none: a definition that lost its links is one itself.
  var appearance: RearrangingError { isReference ? .labelledText(written, path) : loss }
}
