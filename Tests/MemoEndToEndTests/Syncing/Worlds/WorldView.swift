import MemoCore

/// The files of one device and where in them each word stands that someone has written there once.
struct WorldView {
  /// A value in front matter that is one value, not a list.
  struct Scalar: Hashable {
    /// What distinguishes the memo from others, whatever its path is.
    let memo: String
    let key: String
  }

  let files: [VaultPath: [UInt8]]
  /// How often each word is in each file.
  private(set) var words: [String: [VaultPath: Int]] = [:]
  /// The mark in the box before a word.
  private(set) var boxes: [String: Character] = [:]
  private(set) var scalars: [Scalar: String] = [:]

  init(_ files: [VaultPath: [UInt8]] = [:]) {
    self.files = files
    for (path, bytes) in files {
      let text = WordReader.read(bytes)
      for word in text.words { words[word, default: [:]][path, default: 0] += 1 }
      boxes.merge(text.boxes) { $1 }
      scalars.merge(text.scalars) { $1 }
    }
  }

  /// The words of a file.
  func words(in path: VaultPath) -> Set<String> {
    Set(files[path].map { WordReader.read($0).words } ?? [])
  }
}

/// What the oracle needs of one text.
private struct WordReader {
  var words: [String] = []
  var boxes: [String: Character] = [:]
  var scalars: [WorldView.Scalar: String] = [:]

  static func read(_ bytes: [UInt8]) -> WordReader {
    var reader = WordReader()
    reader.words = RandomDeviceEdits.words(in: bytes)
    guard !bytes.contains(0) else { return reader }
    var memo: String?
    for line in String(decoding: bytes, as: UTF8.self).unicodeScalars.split(whereSeparator: {
      "\r\n".unicodeScalars.contains($0)
    }) {
      let line = String(line)
      let found = RandomDeviceEdits.words(in: Array(line.utf8))
      guard let word = found.first else { continue }
      if line.hasPrefix("- ["), let mark = line.dropFirst(3).first { reader.boxes[word] = mark }
      if line.hasPrefix("id: ") { memo = word }
      for key in RandomDeviceEdits.keys where line.hasPrefix("\(key): ") {
        if let memo { reader.scalars[WorldView.Scalar(memo: memo, key: key)] = word }
      }
    }
    return reader
  }
}
