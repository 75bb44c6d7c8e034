import MemoCore
import MemoTestSupport

/// Edits of texts, by people who see them and by editors that have read them before.
extension RandomDeviceEdits {
  // MARK: Lines

  /// As text with the other line ends.
  func flipped(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.contains(0) else { return bytes }
    let plain = bytes.filter { $0 != UInt8(ascii: "\r") }
    if plain.count != bytes.count { return plain }
    return bytes.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
  }

  /// The lines of a text, the first of its body, and what ends them.
  private func lines(_ bytes: [UInt8]) -> (lines: [String], body: Int, end: String) {
    let isCRLF = bytes.contains(UInt8(ascii: "\r"))
    // As bytes: to Swift CR LF is one character.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    let close = lines.first == "---" ? lines.dropFirst().firstIndex(of: "---") : nil
    return (lines, close.map { $0 + 1 } ?? 0, isCRLF ? "\r\n" : "\n")
  }

  mutating func change(_ path: VaultPath, _ bytes: [UInt8], on device: Int) throws -> String {
    guard !bytes.contains(0) else { return "nothing" }
    var (lines, body, end) = lines(bytes)
    if body == lines.count { lines.append("") }
    let index = body + random.below(lines.count - body)
    switch random.below(6) {
    case 0: lines.append(word())
    case 1: lines.insert(word(), at: body)
    case 2:
      takenOut.append((path, lines[index]))
      lines[index] = word()
    case 3: takenOut.append((path, lines.remove(at: index)))
    case 4: lines.insert("- [ ] \(word())", at: index)
    default: lines.insert(word(), at: index)
    }
    return try "changes \(path.text)" + save(Array(lines.joined(separator: end).utf8), path, on: device)
  }

  /// Someone writes a line again that had been taken out, here or elsewhere.
  mutating func putBack(on device: Int, _ view: WorldView) throws -> String {
    let known = takenOut.filter { taken in
      let words = Self.words(in: Array(taken.line.utf8))
      return !words.isEmpty && view.files[taken.path]?.contains(0) == false
        && words.allSatisfy { view.words[$0] == nil }
    }
    guard let taken = random.pick(known), let bytes = view.files[taken.path] else { return "nothing" }
    var (lines, body, end) = lines(bytes)
    lines.insert(taken.line, at: body + random.below(lines.count - body + 1))
    return try "puts back \(taken.line) in \(taken.path.text)"
      + save(Array(lines.joined(separator: end).utf8), taken.path, on: device)
  }

  mutating func changeBox(_ path: VaultPath, _ bytes: [UInt8], on device: Int) throws -> String {
    guard !bytes.contains(0) else { return "nothing" }
    var (lines, _, end) = lines(bytes)
    guard let index = random.pick(lines.indices.filter { lines[$0].hasPrefix("- [") }) else { return "finds no box" }
    let isTicked = lines[index].hasPrefix("- [x]")
    if random.happens(percent: 30), path.text.hasSuffix(".md") {
      forget(path, on: device)
      let run = try memo(device, ["tasks", isTicked ? "undone" : "done", "./\(path.text):\(index + 1)"])
      return "\(isTicked ? "unticks" : "ticks") \(path.text):\(index + 1): \(run.end)"
    }
    lines[index] = (isTicked ? "- [ ]" : "- [x]") + lines[index].dropFirst(5)
    return try "\(isTicked ? "unticks" : "ticks") in \(path.text)"
      + save(Array(lines.joined(separator: end).utf8), path, on: device)
  }

  mutating func changeFields(_ path: VaultPath, _ bytes: [UInt8], on device: Int) throws -> String {
    guard !bytes.contains(0) else { return "nothing" }
    var (lines, body, end) = lines(bytes)
    guard body > 0 else { return "finds no fields" }
    let key = random.pick(Self.keys) ?? "status"
    let scalar = lines[..<body].firstIndex { $0.hasPrefix("\(key): ") }
    let tags = lines[..<body].firstIndex { $0.hasPrefix("tags:") }
    switch (random.below(5), scalar, tags) {
    case (0, let line?, _): lines.remove(at: line)
    case (0, nil, _): lines.insert("\(key): \(word())", at: body - 1)
    case (1, let line?, _): lines[line] = "\(key): \(word())"
    case (_, _, let line?): changeList(&lines, at: line)
    default: return "nothing"
    }
    return try "changes fields of \(path.text)" + save(Array(lines.joined(separator: end).utf8), path, on: device)
  }

  private mutating func changeList(_ lines: inout [String], at line: Int) {
    let isInline = lines[line].hasPrefix("tags: [")
    var items = Self.words(in: Array(lines[line].utf8))
    let last = lines[(line + 1)...].firstIndex { !$0.hasPrefix("- ") } ?? lines.count
    if !isInline { items = lines[(line + 1)..<last].map { String($0.dropFirst(2)) } }
    if items.count > 1, random.happens(percent: 40) {
      items.remove(at: random.below(items.count))
    } else {
      items.insert(word(), at: random.below(items.count + 1))
    }
    let list = isInline ? ["tags: [\(items.joined(separator: ", "))]"] : ["tags:"] + items.map { "- \($0)" }
    lines.replaceSubrange(line..<(isInline ? line + 1 : last), with: list)
  }

  // MARK: Editors

  mutating func read(_ path: VaultPath, _ bytes: [UInt8], on device: Int) {
    guard path.text.hasSuffix(".md"), !bytes.contains(0) else { return }
    forget(path, on: device)
    buffers.append(Buffer(device: device, path: path, bytes: bytes))
  }

  /// Whoever edits a file in any other way has seen what is in it.
  mutating func forget(_ path: VaultPath, on device: Int) {
    buffers.removeAll { $0.device == device && $0.path == path }
  }

  /// An editor saves what it has read some syncs ago, with a line more; it may do so once more later.
  mutating func saveBuffer(
    on device: Int, _ files: [VaultPath: [UInt8]]
  ) throws -> (kind: PeoplesWords.Kind, story: String) {
    let open = buffers.filter {
      $0.device == device && files[$0.path]?.contains(0) != true
        && (files[$0.path] != nil ? files[$0.path] != $0.bytes : isFree($0.path, on: device))
    }
    guard var buffer = random.pick(open) else {
      let path = VaultPath(random.pick(Self.hot) ?? "a.md")
      guard let bytes = files[path] else { return (.plain, "nothing") }
      read(path, bytes, on: device)
      return (.plain, "opens \(path.text)")
    }
    var (lines, body, end) = lines(buffer.bytes)
    lines.insert(word(), at: body + random.below(lines.count - body + 1))
    buffer.bytes = Array(lines.joined(separator: end).utf8)
    let story = try "saves an old \(buffer.path.text)" + save(buffer.bytes, buffer.path, on: device)
    if random.happens(percent: 50) { buffers.append(buffer) }
    return (.oldBuffer(buffer.path), story)
  }
}
