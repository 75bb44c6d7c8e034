import MemoCore

/// A memo's front matter as a JSON object: texts, and arrays of texts for lists.
enum FrontJSON {
  /// Writes the object; of a key that stands twice, the last one counts, as in YAML.
  static func write(_ front: FrontMatter, to writer: inout JSONWriter) {
    writer.beginObject()
    for (place, entry) in front.entries.enumerated() {
      let isLast = !front.entries[(place + 1)...].contains { $0.key == entry.key }
      guard isLast else { continue }
      writer.key(entry.key)
      switch entry.value {
      case .scalar(let text): writer.string(text)
      case .list(let texts): writer.strings(texts)
      }
    }
    writer.endObject()
  }
}
