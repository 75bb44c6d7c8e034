import Foundation

/// The cards of Obsidian's canvases that show files: `{"type": "file", "file": "folder/plan.md"}`, with the file's path from the
/// vault's root, and with `"subpath": "#Goals"` a part of it. A canvas is no memo, so the index does not know it.
package enum CanvasCards {
  /// That of the names of canvases.
  package static let ending = Array(".canvas".utf8)

  private static let quote = UInt8(ascii: "\"")
  /// A card is an object in an array of the one object that a canvas is.
  private static let cardDepth = Array("{[{".utf8)
  /// What names a file in one.
  private static let keys = ["\"file\"", "\"background\""].map { Array($0.utf8) }

  /// Whether a path is that of a canvas, in any case.
  package static func areIn(_ path: VaultPath) -> Bool {
    Folding.matchKey(String(decoding: path.bytes.suffix(ending.count), as: UTF8.self)).elementsEqual(ending)
  }

  /// A canvas with its cards on files that have another path.
  static func moved(_ bytes: [UInt8], newPath: (VaultPath) -> VaultPath) -> [UInt8] {
    let edits = edits(of: bytes, newPath: newPath)
    return bytes.withUnsafeBytes { ByteEdit.apply(edits, to: $0) }
  }

  /// What a card shows.
  package struct Place: Equatable {
    package var path: VaultPath
    /// The heading or block, as links name it; `nil` for the whole file.
    package var anchor: String?

    /// Puts together a place.
    package init(path: VaultPath, anchor: String? = nil) {
      (self.path, self.anchor) = (path, anchor)
    }
  }

  /// What changes in the text of a canvas; all around the paths stays as it is written.
  ///
  /// - Parameters:
  ///   - isWanted: whether a card may change, by its text.
  ///   - newPath: where a file is afterwards.
  package static func edits(
    of bytes: [UInt8], where isWanted: (ArraySlice<UInt8>) -> Bool = { _ in true }, newPath: (VaultPath) -> VaultPath
  ) -> [ByteEdit] {
    edits(of: bytes, where: isWanted) { Place(path: newPath($0.path), anchor: $0.anchor) }
  }

  /// What changes in the text of a canvas; all around the paths and the names of headings stays as it is written.
  ///
  /// - Parameters:
  ///   - isWanted: whether a card may change, by its text.
  ///   - newPlace: where what a card shows is afterwards.
  package static func edits(
    of bytes: [UInt8], where isWanted: (ArraySlice<UInt8>) -> Bool = { _ in true }, newPlace: (Place) -> Place
  ) -> [ByteEdit] {
    cards(in: bytes).filter { isWanted(bytes[$0.range]) }
      .flatMap { card in card.paths.flatMap { edits(of: $0, card.subpath, in: bytes, newPlace) } }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// What changes in the strings of a path and of what is behind it.
  private static func edits(
    of path: Range<Int>, _ subpath: Range<Int>?, in bytes: [UInt8], _ newPlace: (Place) -> Place
  ) -> [ByteEdit] {
    guard let text = text(of: bytes[path]) else { return [] }
    let written = subpath.flatMap { self.text(of: bytes[$0]) }
    let anchor = written?.dropping(prefix: "#")
    // Obsidian composes what the disk may have decomposed.
    let places = text.canonicalForms.map { Place(path: VaultPath($0), anchor: anchor) }
    guard let old = places.first(where: { newPlace($0) != $0 }) else { return [] }
    let new = newPlace(old)
    var edits: [ByteEdit] = []
    if new.path != old.path {
      // What is not UTF-8 cannot be in JSON.
      guard VaultPath(new.path.text) == new.path, let string = string(of: new.path.text) else { return [] }
      edits.append(ByteEdit(path, string))
    }
    if let subpath, let new = new.anchor, !new.utf8.elementsEqual((old.anchor ?? "").utf8),
      let string = string(of: "#" + new)
    {
      edits.append(ByteEdit(subpath, string))
    }
    return edits
  }

  /// The texts of the cards of a canvas that show files.
  package static func texts(in bytes: [UInt8]) -> Set<ArraySlice<UInt8>> {
    Set(cards(in: bytes).filter { !$0.paths.isEmpty }.map { bytes[$0.range] })
  }

  /// A card, a line between two, or the like.
  private struct Card {
    var range: Range<Int>
    /// The strings, with their quotes, that name the file of the card or the picture behind a group.
    var paths: [Range<Int>] = []
    /// The string that names a heading or block of the file.
    var subpath: Range<Int>?
  }

  /// None in what is cut off.
  private static func cards(in bytes: [UInt8]) -> [Card] {
    var cards: [Card] = []
    var (open, key) = ([UInt8](), [UInt8]())
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(byte)
        if open == cardDepth { cards.append(Card(range: place..<bytes.count)) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if open == cardDepth { cards[cards.count - 1].range = cards[cards.count - 1].range.lowerBound..<place + 1 }
        guard let last = open.popLast(), (last == UInt8(ascii: "{")) == (byte == UInt8(ascii: "}")) else { return [] }
      case quote:
        let range = place..<endOfString(in: bytes, from: place)
        let next = bytes[range.upperBound...].first { !" \t\r\n".utf8.contains($0) }
        if next == UInt8(ascii: ":") {
          key = Array(bytes[range])
        } else if open == cardDepth, keys.contains(where: key.elementsEqual) {
          cards[cards.count - 1].paths.append(range)
        } else if open == cardDepth, key.elementsEqual(#""subpath""#.utf8) {
          cards[cards.count - 1].subpath = range
        }
        place = range.upperBound - 1
      default: break
      }
      place += 1
    }
    return open.isEmpty ? cards : []
  }

  /// Where a string that begins at a quote ends, behind the other quote.
  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != quote { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(place + 1, bytes.count)
  }

  private static func text(of string: ArraySlice<UInt8>) -> String? {
    (try? JSONSerialization.jsonObject(with: Data(string), options: .fragmentsAllowed)) as? String
  }

  private static func string(of text: String) -> [UInt8]? {
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes]
    return (try? JSONSerialization.data(withJSONObject: text, options: options)).map { Array($0) }
  }
}
