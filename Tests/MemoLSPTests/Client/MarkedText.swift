@testable import MemoLSP

/// A text with a cursor, `|`, and ranges, `⟦…⟧`.
struct MarkedText {
  let text: String
  /// The offset of the cursor in bytes; `nil` for none.
  private(set) var cursor: Int?
  /// The ranges in bytes, in their order.
  private(set) var ranges: [Range<Int>] = []

  init(_ marked: String) {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "|" where cursor == nil: cursor = bytes.count
      case "⟦": starts.append(bytes.count)
      case "⟧": ranges.append((starts.popLast() ?? 0)..<bytes.count)
      default: bytes += String(scalar).utf8
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The cursor as the protocol counts it.
  func position(_ encoding: PositionEncoding) -> DocumentPosition {
    LineTable(Array(text.utf8), encoding, isFile: false).position(of: cursor ?? 0)
  }
}
