/// What strace has written about a program and its children: a process and a call a line.
struct CallLog {
  /// One call of the log.
  struct Call {
    let process: Substring
    let name: Substring
    /// The line behind the process.
    let text: Substring
  }

  let calls: [Call]

  init(_ text: String) {
    calls = text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard parts.count == 2 else { return nil }
      // Short process numbers are padded.
      let text = parts[1].drop { $0 == " " }
      guard text.first?.isLetter == true, let bracket = text.firstIndex(of: "(") else { return nil }
      return Call(process: parts[0], name: text[..<bracket], text: text)
    }
  }

  /// The places of the calls of one name that are the program's own: the loader's come before it looks whether its
  /// standard input is open. Processes count by themselves, so a place may stand for a call in several.
  func places(of name: String) -> [Int] {
    let start = calls.firstIndex { $0.text.hasPrefix("fcntl(0, F_GETFD") } ?? 0
    let first = calls[..<start].count { $0.name == name } + 1
    let counts = Dictionary(grouping: calls.filter { $0.name == name }, by: \.process).mapValues(\.count)
    guard let last = counts.values.max(), last >= first else { return [] }
    return (first...last).filter { !isMemory(name, at: $0) }
  }

  /// Whether a place stands for memory that the program asks for, without which no program goes on.
  private func isMemory(_ name: String, at place: Int) -> Bool {
    guard name == "mmap", let process = calls.first?.process else { return false }
    let own = calls.filter { $0.name == name && $0.process == process }
    return !own.indices.contains(place - 1) || own[place - 1].text.contains("MAP_ANONYMOUS")
  }
}
