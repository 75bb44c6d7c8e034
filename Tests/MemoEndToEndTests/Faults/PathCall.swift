/// A system call of a log of `strace -f -y`, with the absolute paths that it names.
struct PathCall {
  let process: Substring
  let name: Substring
  /// The whole call with its result.
  let text: String
  /// The paths in the order of the arguments; for a call that opens a file, the file itself is the last.
  let paths: [String]

  var isFailed: Bool { text.contains(" = -1 E") || text.contains(" = ?") }
  var makesFile: Bool { text.contains("O_CREAT") }

  /// All calls of a log; what another process interrupted is put together again.
  static func all(in log: String) -> [PathCall] {
    var waiting: [Substring: String] = [:]
    return log.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard parts.count == 2 else { return nil }
      var text = String(parts[1].drop { $0 == " " })
      if let start = text.ranges(of: " <unfinished ...>").first {
        waiting[parts[0]] = String(text[..<start.lowerBound])
        return nil
      }
      if text.hasPrefix("<... "), let end = text.ranges(of: " resumed>").first {
        text = (waiting.removeValue(forKey: parts[0]) ?? "") + text[end.upperBound...]
      }
      return PathCall(process: parts[0], text: text)
    }
  }

  private init?(process: Substring, text: String) {
    guard let bracket = text.firstIndex(of: "("), text.first?.isLetter == true else { return nil }
    self.process = process
    self.text = text
    name = Substring(text[..<bracket])
    paths = Self.paths(in: text[bracket...], isData: name.hasSuffix("write") || name.hasSuffix("write64"))
  }

  /// `3</folder>, "name"` is `/folder/name`; a descriptor that no name follows is its own path.
  private static func paths(in text: Substring, isData: Bool) -> [String] {
    var paths: [String] = []
    var folder: String?
    var rest = text
    while let start = rest.firstIndex(where: { $0 == "<" || $0 == "\"" }) {
      let isName = rest[start] == "\""
      let from = rest.index(after: start)
      guard let end = rest[from...].firstIndex(of: isName ? "\"" : ">") else { break }
      let word = String(rest[from..<end])
      rest = rest[rest.index(after: end)...]
      if !isName {
        if let folder { paths.append(folder) }
        folder = word
        if isData { break }
      } else {
        // A name without a folder counts from the working directory, which the log does not tell.
        let isWhole = word.hasPrefix("/") || folder == nil
        paths.append(isWhole ? word : word == "." ? folder ?? "" : (folder ?? "") + "/" + word)
        folder = nil
      }
    }
    return paths + [folder].compactMap(\.self)
  }
}
