/// `&amp;`, `&#38;` and the like, as HTML and Markdown write characters by name or number.
enum CharacterReference {
  /// Those of HTML that people write, with their scalars; others are kept as they are.
  private static let named = names(
    of: [
      (0x22, "quot"), (0x26, "amp"), (0x27, "apos"), (0x3C, "lt"), (0x3E, "gt"), (0x152, "OElig oelig"),
      (0x160, "Scaron scaron"), (0x178, "Yuml"), (0x192, "fnof"), (0x2C6, "circ"), (0x2DC, "tilde"),
      (0x2002, "ensp emsp"), (0x2009, "thinsp"), (0x200C, "zwnj zwj lrm rlm"), (0x2013, "ndash mdash"),
      (0x2018, "lsquo rsquo sbquo"), (0x201C, "ldquo rdquo bdquo"), (0x2020, "dagger Dagger bull"), (0x2026, "hellip"),
      (0x2030, "permil"), (0x2032, "prime Prime"), (0x2039, "lsaquo rsaquo"), (0x20AC, "euro"), (0x2122, "trade"),
      (0x22, "QUOT"), (0x26, "AMP"), (0x3C, "LT"), (0x3E, "GT"), (0xA9, "COPY"), (0xAE, "REG"), (0x2122, "TRADE"),
      (
        0xA0,
        """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
        para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
        Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
        Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
        igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
        thorn yuml
        """
      ),
      (0x391, "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho"),
      (0x3A3, "Sigma Tau Upsilon Phi Chi Psi Omega"),
      (
        0x3B1,
        """
        alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon \
        phi chi psi omega
        """
      ),
    ])

  /// The longest between `&` and `;`.
  private static let longest = 8

  /// Names by what they mean: of scalars that follow one another from a first one on.
  private static func names(of runs: [(first: UInt32, names: String)]) -> [String: String] {
    var named: [String: String] = [:]
    for run in runs {
      for (scalar, name) in zip(run.first..., run.names.parts(at: " ")) {
        named[name] = Unicode.Scalar(scalar).map { String($0) }
      }
    }
    return named
  }

  private static let ampersand = UInt8(ascii: "&")
  private static let semicolon = UInt8(ascii: ";")

  /// A text with the characters that are meant.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(ampersand) else { return text }
    let found = Array(text.utf8).withUnsafeBytes { bytes in
      var (found, place) = ([UInt8](), 0)
      while place < bytes.count {
        if let (meant, length) = character(in: bytes, at: place) {
          found += meant.utf8
          place += length
        } else {
          found.append(bytes[place])
          place += 1
        }
      }
      return found
    }
    return String(decoding: found, as: UTF8.self)
  }

  /// The character that is meant at a place of a text, and the bytes that it is written with; `nil` for any other text.
  static func character(in bytes: UnsafeRawBufferPointer, at place: Int) -> (meant: String, length: Int)? {
    guard bytes[place] == ampersand else { return nil }
    let rest = bytes[(place + 1)...]
    guard let end = rest.prefix(longest + 1).firstIndex(of: semicolon),
      let meant = character(String(decoding: rest[..<end], as: UTF8.self))
    else { return nil }
    return (meant, end + 1 - place)
  }

  private static func character(_ name: String) -> String? {
    guard let number = name.dropping(prefix: "#") else { return named[name] }
    let digits = number.dropping(prefix: "x") ?? number.dropping(prefix: "X")
    let value = digits.map { UInt32($0, radix: 16) } ?? UInt32(number)
    return value.flatMap(Unicode.Scalar.init).flatMap { $0 == "\0" ? nil : String($0) }
  }
}
