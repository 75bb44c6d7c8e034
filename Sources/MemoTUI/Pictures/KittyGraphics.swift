import MemoCore

/// The commands of Kitty's graphics protocol. None asks for an answer but the query.
enum KittyGraphics {
  /// Characters of a chunk of data; the protocol allows no more.
  static let chunkLength = 4_096
  /// The numbers of pictures begin here, where no other program's are likely to be.
  static let firstNumber = 1_835_363_328

  /// Asks whether the protocol is known, with a picture of one pixel that is not kept.
  static var query: String { command("a=q,i=\(firstNumber),s=1,v=1,t=d,f=24", "AAAA") }

  /// The chunks of a PNG, in base64.
  static func chunks(of png: [UInt8]) -> [String] { Base64(png).pieces(of: chunkLength) }

  /// Hands over chunks of a picture: from the first one on, to the last one.
  static func transmission(of chunks: some Collection<String>, number: Int, isFirst: Bool, isLast: Bool) -> String {
    chunks.enumerated().map { place, chunk in
      let more = "m=\(isLast && place + 1 == chunks.count ? 0 : 1),q=2"
      return command(isFirst && place == 0 ? "a=t,f=100,t=d,i=\(number),\(more)" : more, chunk)
    }.joined()
  }

  /// Ends a picture of which only some chunks were handed over.
  static let abortion = command("m=0,q=2", "")

  /// Draws a picture or a part of its height at the cursor, which stays where it is.
  static func placement(of placed: PlacedPicture, number: Int, place: Int) -> String {
    let (size, all) = (placed.picture.size, placed.fit.rows)
    let top = size.height * placed.rows.lowerBound / all
    let height = max(1, size.height * placed.rows.upperBound / all - top)
    let part = placed.isWhole ? "" : ",x=0,y=\(top),w=\(size.width),h=\(height)"
    return command("a=p,i=\(number),p=\(place),c=\(placed.fit.columns),r=\(placed.rows.count)\(part),C=1,q=2", "")
  }

  /// Removes a picture from the screen, and keeps it.
  static func removal(number: Int) -> String { command("a=d,d=i,i=\(number),q=2", "") }

  /// Removes a picture and its data.
  static func release(number: Int) -> String { command("a=d,d=I,i=\(number),q=2", "") }

  private static func command(_ keys: String, _ data: String) -> String {
    "\u{1B}_G\(keys)\(data.isEmpty ? "" : ";\(data)")\u{1B}\\"
  }
}

/// The command of iTerm2's inline images.
enum InlineImage {
  /// Draws a file, in base64, at the cursor.
  static func drawing(_ data: String, byteCount: Int, _ fit: PictureFit) -> String {
    let keys =
      "inline=1;size=\(byteCount);width=\(fit.columns);height=\(fit.rows);preserveAspectRatio=1;doNotMoveCursor=1"
    return "\u{1B}]1337;File=\(keys):\(data)\u{7}"
  }
}

/// A picture in sixels that a program made.
enum SixelPicture {
  /// The one picture in an output; `nil` if there is none, or something that could be another command.
  static func text(in output: [UInt8]) -> String? {
    let escape: UInt8 = 0x1B
    let start = output.indices.first { output[$0...].starts(with: [escape, UInt8(ascii: "P")]) }
    guard let start, let end = output[(start + 2)...].firstIndex(of: escape), output.indices.contains(end + 1),
      output[end + 1] == UInt8(ascii: "\\")
    else { return nil }
    let body = output[(start + 2)..<end]
    let digits = body.prefix { $0.isDigit || $0 == UInt8(ascii: ";") }
    guard body[digits.endIndex...].first == UInt8(ascii: "q") else { return nil }
    // Line breaks within mean nothing.
    let data = body[(digits.endIndex + 1)...].filter { $0 != 0x0A && $0 != 0x0D }
    guard !data.isEmpty, data.allSatisfy(isData) else { return nil }
    return "\u{1B}P\(String(decoding: digits, as: UTF8.self))q\(String(decoding: data, as: UTF8.self))\u{1B}\\"
  }

  /// Sixels, numbers, and the marks of colours, sizes, repetitions and lines.
  private static func isData(_ byte: UInt8) -> Bool {
    (0x3F...0x7E).contains(byte) || byte.isDigit || "!\"#$-;".utf8.contains(byte)
  }
}
