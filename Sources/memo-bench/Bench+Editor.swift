#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The language server, as an editor drives it.
extension Bench {
  private static let keys = 300
  private static let edits = 10_000
  private static let links = 1_000
  private static let checkedOut = 10_000
  /// A link that leads nowhere, so that diagnostics change with it.
  private static let broken = "[[nowhere to be found]]"

  func measureServer(_ kind: Job.Kind) throws -> [Row] {
    switch kind {
    case .lspInitialize: try measureStart(kind, cached: 0.05, cold: 0.05)
    case .lspFirstList: try measureStart(kind, cached: 0.15, cold: 0.5)
    case .lspCompletion: try measureCompletion(kind)
    case .lspDiagnostics: try measureDiagnostics(kind)
    case .lspReferences: try measureReferences(kind)
    case .lspSymbols: try measureSymbols(kind)
    case .lspActions: try measureActions(kind)
    case .lspMemory: try measureMemory(kind)
    default: try measureCheckout(kind)
    }
  }

  // MARK: Sessions

  /// A server that has a memo open, which links to nowhere in line 2; whose index is complete.
  private func withEditor<Result>(
    _ text: String = "", _ body: (inout EditedMemo) throws -> Result
  ) throws -> Result {
    let client = try startServer()
    defer { client.end() }
    try client.initialize(workspace.vault)
    try client.notify("initialized", "{}")
    var memo = try open("# Bench\n\n\(Self.broken)\n\(text)", client)
    try client.waitForDiagnostics()
    return try body(&memo)
  }

  private func startServer() throws -> LanguageClient {
    try LanguageClient([memo, "lsp"], by: runner)
  }

  private func open(_ text: String, _ client: LanguageClient) throws -> EditedMemo {
    try EditedMemo("\(workspace.vault)/\(workspace.plan.path(0))", text, in: client)
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// The texts of memos in a row, of about so many bytes, and empty lines between them.
  private func text(of bytes: Int) -> (text: String, lines: [Int]) {
    var memo = MemoText(plan: workspace.plan)
    var (text, lines) = ("\n", [Int]())
    var (line, number) = (4, 0)
    while text.utf8.count < bytes {
      memo.compose(number % workspace.plan.memos)
      number += 1
      // Else a line above would make a heading of the front matter.
      if memo.bytes.first == UInt8(ascii: "#") { lines.append(line - 1) }
      line += memo.bytes.count { $0 == UInt8(ascii: "\n") } + 1
      text += String(decoding: memo.bytes, as: UTF8.self) + "\n"
    }
    return (text, lines)
  }

  private func row(
    _ kind: Job.Kind, and suffix: String = "", _ seconds: [Double], at hundredth: Int = 50, _ target: Double? = nil
  ) -> Row {
    Row(
      server: kind.rawValue + suffix, memos: workspace.plan.memos,
      seconds: seconds.sorted()[max(0, (seconds.count * hundredth + 99) / 100 - 1)], secondsTarget: target)
  }

  // MARK: The jobs

  /// From the start of the process to the answer, with a cache and without.
  private func measureStart(_ kind: Job.Kind, cached: Double, cold: Double) throws -> [Row] {
    var times: (cached: [Double], cold: [Double]) = ([], [])
    for _ in 0...runs { times.cached.append(try timeStart(kind)) }
    for _ in 0..<runs {
      try workspace.removeDerivedState()
      times.cold.append(try timeStart(kind))
    }
    // A server that was stopped may leave half of an index behind.
    try workspace.removeDerivedState()
    return [row(kind, Array(times.cached.dropFirst()), cached), row(kind, and: "-cold", times.cold, cold)]
  }

  private func timeStart(_ kind: Job.Kind) throws -> Double {
    let start = ContinuousClock.now
    let client = try startServer()
    defer { client.end() }
    try client.initialize(workspace.vault)
    if kind == .lspFirstList {
      try client.notify("initialized", "{}")
      let memo = try open("[[", client)
      while try !memo.ask("completion", line: 0, column: 2).contains("\"label\"".utf8) {}
    }
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// From a key to the list, in links to titles as they are typed.
  private func measureCompletion(_ kind: Job.Kind) throws -> [Row] {
    let times = try withEditor { memo in
      var times: [Double] = []
      for number in 1... where times.count < Self.keys {
        try memo.replace(line: 3, at: 0, by: "[[")
        var column = 2
        for letter in workspace.plan.title(number * 7 % workspace.plan.memos) {
          times.append(
            try seconds {
              try memo.replace(line: 3, at: column, by: String(letter))
              column += String(letter).utf8.count
              _ = try memo.ask("completion", line: 3, column: column)
            })
        }
        try memo.replace(line: 3, at: 0, column, by: "")
        guard times.count < Self.keys else { break }
      }
      return times
    }
    return [row(kind, times), row(kind, and: "-p99", times, at: 99, 0.01)]
  }

  /// From a change to what is published.
  private func measureDiagnostics(_ kind: Job.Kind) throws -> [Row] {
    let usual = try timeDiagnostics(of: 100_000, count: Self.keys)
    let huge = try timeDiagnostics(of: 5_000_000, count: 20)
    return [
      row(kind, usual, 0.02), row(kind, and: "-p99", usual, at: 99, 0.05), row(kind, and: "-5-mb", huge, 0.1),
    ]
  }

  private func timeDiagnostics(of bytes: Int, count: Int) throws -> [Double] {
    let (text, lines) = text(of: bytes)
    return try withEditor(text) { memo in
      try (0..<count).map { number in try seconds { try edit(number, lines, &memo) } }
    }
  }

  /// Writes a link to nowhere in an empty line, and with the next edit takes it away.
  private func edit(_ number: Int, _ lines: [Int], _ memo: inout EditedMemo) throws {
    let line = lines[number / 2 * 37 % lines.count]
    if number % 2 == 0 {
      try memo.replace(line: line, at: 0, by: Self.broken)
    } else {
      try memo.replace(line: line, at: 0, Self.broken.utf8.count, by: "")
    }
    try memo.waitForDiagnostics()
  }

  /// The first question of a session for the references of a memo.
  private func measureReferences(_ kind: Job.Kind) throws -> [Row] {
    let folder = "\(workspace.vault)/references"
    try FileSystem.makeFolder(folder)
    defer { try? FileSystem.removeTree(folder) }
    let target = workspace.plan.name(workspace.plan.memos - 1)
    for number in 0..<Self.links {
      try FileSystem.writeFile(Array("A line with [[\(target)]].\n".utf8), to: "\(folder)/\(number).md", flags: O_CREAT)
    }
    let times = try (0..<runs).map { _ in
      try withEditor("[[\(target)]]\n") { memo in
        _ = try memo.ask("completion", line: 2, column: 4)
        return try seconds {
          let found = try memo.ask("references", line: 3, column: 4).split(separator: UInt8(ascii: "{")).count
          guard found > Self.links else { throw BenchError.failed("\(found) references") }
        }
      }
    }
    return [row(kind, times, 0.05)]
  }

  /// From a key to the list of memos and headings of the whole vault.
  private func measureSymbols(_ kind: Job.Kind) throws -> [Row] {
    let times = try withEditor { memo in
      try (0..<20).flatMap { number in
        let title = Array(workspace.plan.title(number * 7 % workspace.plan.memos).prefix(6))
        return try title.indices.map { end in
          let query = LanguageClient.quoted(String(title[...end]))
          return try seconds { _ = try memo.client.request("workspace/symbol", "{\"query\":\(query)}") }
        }
      }
    }
    return [row(kind, times), row(kind, and: "-p99", times, at: 99)]
  }

  /// The code actions at places of a memo of 100 KB.
  private func measureActions(_ kind: Job.Kind) throws -> [Row] {
    let (text, lines) = text(of: 100_000)
    let times = try withEditor(text) { memo in
      try (lines + lines).map { line in
        try seconds { _ = try memo.ask("codeAction", line: line, column: 0) }
      }
    }
    return [row(kind, times), row(kind, and: "-p99", times, at: 99)]
  }

  /// What a session takes at its peak, and what edits add to it.
  private func measureMemory(_ kind: Job.Kind) throws -> [Row] {
    let (text, lines) = text(of: 20_000)
    let (peak, growth) = try withEditor(text) { memo in
      func work(_ edits: Int) throws -> ProcessUse {
        for number in 0..<edits { try edit(number, lines, &memo) }
        _ = try memo.ask("completion", line: 2, column: 4)
        _ = try memo.client.request("workspace/symbol", "{\"query\":\"a\"}")
        return try ProcessUse(of: memo.client.process)
      }
      let before = try work(100)
      let after = try work(Self.edits)
      return (after.peakMegabytes, max(0, after.megabytes - before.megabytes))
    }
    let memos = workspace.plan.memos
    return [
      Row(server: kind.rawValue, memos: memos, megabytes: peak, memoryTarget: 120),
      Row(server: "\(kind.rawValue)-edits", memos: memos, megabytes: growth, memoryTarget: 5),
    ]
  }

  /// From the end of a checkout to diagnostics that know what it brought, and the processor time of the server.
  private func measureCheckout(_ kind: Job.Kind) throws -> [Row] {
    defer { try? FileSystem.removeTree("\(workspace.vault)/.git") }
    let folder = workspace.vault
    func git(_ line: String) throws {
      _ = try inspected(
        ["/bin/sh", "-c", "cd \"$0\" && { \(line); } > /dev/null", folder], expecting: .atLeastLines(0))
    }
    // The file is the last that a checkout writes.
    let files = (0..<min(Self.checkedOut, workspace.plan.memos)).map { "\(workspace.plan.path($0))\n" }.joined()
    try FileSystem.writeFile(Array(files.utf8), to: "\(workspace.folder)/files", flags: O_CREAT | O_TRUNC)
    try git("git init -qb one && git config user.name B && git config user.email b@b")
    try git("echo .memo > .git/info/exclude && git add -A && git commit -qm 1 && git checkout -qb two")
    try git(
      "while read -r f; do echo more >> \"$f\"; done < ../files && echo > 힣힣.md && git add -A && git commit -qm 2")
    try git("git checkout -q one")
    let found = try withEditor("[[힣힣]]\n") { memo in
      try (0...min(3, runs)).map { _ in
        let before = try ProcessUse(of: memo.client.process)
        try git("git checkout -q two")
        let waited = try seconds { try memo.client.waitForDiagnostics { !$0.contains("힣힣".utf8) } }
        let after = try ProcessUse(of: memo.client.process)
        try git("git checkout -q one")
        try memo.client.waitForDiagnostics { $0.contains("힣힣".utf8) }
        return (waited, after.cpuSeconds - before.cpuSeconds)
      }.dropFirst()
    }
    return [
      row(kind, found.map(\.0), 1.5), row(kind, and: "-cpu", found.map(\.1), 1),
    ]
  }
}

extension Job.Kind {
  /// Whether it is measured in sessions with `memo lsp`.
  var isOfServer: Bool { rawValue.utf8.starts(with: "lsp-".utf8) }
}
