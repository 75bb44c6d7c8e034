/// Full-width ASCII and half-width kana and Hangul, brought to their usual width.
enum WidthFolding {
  /// The scalar of usual width. Half-width sound marks become combining ones, so that normalization joins them.
  static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.value >= 0x3000 else { return scalar }
    switch scalar.value {
    case 0x3000: return " "
    case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0xFF61...0xFF9F: return halfWidthKana[Int(scalar.value - 0xFF61)]
    case 0xFFA1...0xFFBE: return Unicode.Scalar(scalar.value - 0xFFA1 + 0x3131) ?? scalar
    case 0xFFC2...0xFFC7: return Unicode.Scalar(scalar.value - 0xFFC2 + 0x314F) ?? scalar
    case 0xFFCA...0xFFCF: return Unicode.Scalar(scalar.value - 0xFFCA + 0x3155) ?? scalar
    case 0xFFD2...0xFFD7: return Unicode.Scalar(scalar.value - 0xFFD2 + 0x315B) ?? scalar
    case 0xFFDA...0xFFDC: return Unicode.Scalar(scalar.value - 0xFFDA + 0x3161) ?? scalar
    default: return signs[scalar] ?? scalar
    }
  }

  /// U+FF61 to U+FF9F at their usual width.
  private static let halfWidthKana: [Unicode.Scalar] = Array(
    ("。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
      + "\u{3099}\u{309A}").unicodeScalars)

  private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{FF5F}": "\u{2985}", "\u{FF60}": "\u{2986}", "\u{FFA0}": "\u{3164}", "\u{FFE0}": "¢", "\u{FFE1}": "£",
    "\u{FFE2}": "¬", "\u{FFE3}": "¯", "\u{FFE4}": "¦", "\u{FFE5}": "¥", "\u{FFE6}": "₩", "\u{FFE8}": "│",
    "\u{FFE9}": "←", "\u{FFEA}": "↑", "\u{FFEB}": "→", "\u{FFEC}": "↓", "\u{FFED}": "■", "\u{FFEE}": "○",
  ]
}
