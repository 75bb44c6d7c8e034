import MemoCLI
import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// A session in which a person writes, links, renames, moves files in a file manager and syncs with another device, by
/// chance. Each line that is written has a word of its own.
///
/// The person reads a file again that changed while it was not edited, and merges one that changed while it was, but only
/// after the server has said so.
final class DayInEditor {
  let editor: TestedEditor
  private var random: SeededRandom
  private let device = OtherDevice()
  /// What the files of open documents held when the editor last read or wrote them.
  private var saved: [String: String] = [:]
  private var published: [String: [JSONValue]] = [:]
  private var told: Set<String> = []
  /// The words that were written so far.
  private var words: [String] = []
  private var number = 0
  /// What was done, for a report.
  private(set) var log: [String] = []

  private static let names = ["plan", "회의", "A b", "e\u{301}t", "log", "work/plan", "work/할 일", "x/y/z", "x/읽기"]

  init(seed: UInt64, _ encoding: PositionEncoding) throws {
    random = SeededRandom(seed: seed)
    let device = device
    editor = try TestedEditor([:], encoding: encoding, RenamingTests.capable, commands: device.before)
    for name in Self.names { try editor.folder.write("# Title of \(name)\n\n\(line())\n", to: name + ".md") }
    editor.lookAtFiles()
  }

  // MARK: The day

  func live(steps: Int) throws {
    for _ in 0..<steps {
      try step()
      try reconcile()
      try compare()
    }
    for path in editor.documents.keys.sorted() { try save(path) }
    let all = try disk().values.joined()
    for word in words where !all.utf8.contains(Array(word.utf8)) { Issue.record("lost \(word)\n\(log)") }
    let view = try #require(editor.server.workspace.vaults.first).view
    for (path, text) in try disk() where view.lines(of: VaultPath(path))?.bytes != Array(text.utf8) {
      Issue.record("another text of \(path)\n\(log)")
    }
  }

  private func step() throws {
    switch random.below(16) {
    case 0..<5: try write()
    case 5: try open(random.pick(disk().keys.sorted()) ?? "")
    case 6: if let path = random.pick(open) { try save(path) }
    case 7:
      guard let path = random.pick(open) else { return }
      try save(path)
      saved[path] = nil
      editor.close(path)
    case 8, 9: try rename()
    case 10: try moveOutside()
    case 11, 12: try sync()
    case 13: try syncInTerminal()
    case 14: try renameByCommand()
    default: try create()
    }
  }

  private var open: [String] { editor.documents.keys.sorted() }

  private func note(_ step: String) { log.append(step) }

  private func disk() throws -> [String: String] {
    var found: [String: String] = [:]
    for memo in try editor.folder.openVault().readAll().memos {
      found[memo.path.text] = try editor.disk(memo.path.text)
    }
    return found
  }

  // MARK: Writing

  /// A line with a word of its own.
  private func line() -> String {
    number += 1
    let word = "w\(number)w"
    words.append(word)
    let name = random.pick(Self.names) ?? ""
    let links = [
      "[[\(name)]]", "[[Title of \(name)]]", "[x](<\(name).md>)", "[[\(name)#H1|L]]", "[[none \(number)]]",
      "#tag/\(number % 3)",
      "😀 e\u{301} 가", "`[[no]]`", "![[p.png]]", "[[#H1]]",
    ]
    return (random.happens(percent: 20) ? "## H\(random.below(3))\n" : "") + word
      + (0..<random.below(4)).map { _ in " " + (random.pick(links) ?? "") }.joined()
  }

  private func open(_ path: String) throws {
    guard editor.documents[path] == nil else { return }
    note("open \(path)")
    try editor.open(path)
    saved[path] = try editor.disk(path)
  }

  private func save(_ path: String) throws {
    note("save \(path)")
    try editor.save(path)
    saved[path] = try editor.text(path)
  }

  /// Types a line, letter by letter or at once, at the end of another one below the title.
  private func write() throws {
    if open.isEmpty { try open(random.pick(disk().keys.sorted()) ?? "") }
    guard let path = random.pick(open) else { return }
    let text = Array(try editor.text(path).utf8)
    let ends = text.indices.filter { text[$0] == UInt8(ascii: "\n") } + [text.count]
    let place = random.pick(ends.dropFirst()) ?? text.count
    let line = "\n" + line()
    note("write in \(path)")
    guard random.happens(percent: 30) else { return try editor.type(line, in: path, at: place..<place) }
    var end = place
    for scalar in line.unicodeScalars {
      try editor.type(String(scalar), in: path, at: end..<end)
      end += String(scalar).utf8.count
    }
    // A slip that is taken back.
    try editor.type("한😀", in: path, at: end..<end)
    try editor.type("", in: path, at: end..<end + "한😀".utf8.count)
  }

  private func create() throws {
    number += 1
    note("create \(number)")
    let made = try editor.request(
      "workspace/executeCommand",
      [
        "command": "memo.new",
        "arguments": [["title": .text("New \(number)"), "folder": number % 2 == 0 ? "work" : "."]],
      ])
    if let path = made["path"]?.text { try open(path) }
  }

  // MARK: Renaming

  /// Renames a title, heading or tag under the cursor.
  private func rename() throws {
    guard let path = random.pick(open) else { return }
    let lines = LineTable(Array(try editor.text(path).utf8), editor.encoding, isFile: false)
    let marks = DocumentMarks(lines.bytes)
    let places = marks.headings.map(\.content.lowerBound) + marks.tags.map(\.range.lowerBound)
    guard let place = random.pick(places) else { return }
    number += 1
    note("rename in \(path) at \(place) to N\(number)")
    do {
      try apply(
        try editor.ask(
          "textDocument/rename", in: path, at: lines.position(of: place), ["newName": .text("N\(number) 이름")]))
    } catch is TestedEditor.Refused {}
  }

  /// Makes an edit, and remembers which files were renamed with their documents.
  private func apply(_ edit: JSONValue) throws {
    let before = Set(open)
    try editor.apply(edit)
    let (gone, new) = (before.subtracting(open), Set(open).subtracting(before))
    if let old = gone.first, let now = new.first { saved[now] = saved.removeValue(forKey: old) }
  }

  private func renameByCommand() throws {
    guard let path = random.pick(try disk().keys.sorted()) else { return }
    number += 1
    note("memo.rename \(path) to C\(number)")
    do {
      let argument: JSONValue = ["memo": .text(editor.uri(path)), "title": .text("C\(number)"), "titleOnly": true]
      _ = try editor.request("workspace/executeCommand", ["command": "memo.rename", "arguments": [argument]])
    } catch is TestedEditor.Refused { return }
    try takeEdits()
    guard random.happens(percent: 30) else { return }
    note("memo.undo")
    do {
      _ = try editor.request("workspace/executeCommand", ["command": "memo.undo", "arguments": []])
    } catch is TestedEditor.Refused { return }
    try takeEdits()
  }

  /// Makes the edits that the server asks for. They give documents the texts of their files.
  private func takeEdits() throws {
    for asked in editor.take("workspace/applyEdit") { try apply(asked["edit"] ?? .null) }
  }

  // MARK: Elsewhere

  /// Moves a file or a folder, none of whose memos is open, and takes what the server offers.
  private func moveOutside() throws {
    let all = try disk().keys.sorted()
    guard let path = random.pick(all) else { return }
    let isFolder = path.contains("/") && random.happens(percent: 40)
    let source = isFolder ? VaultPath(path).parent.text : path
    guard !open.contains(where: { $0 == source || $0.hasPrefix(source + "/") }) else { return }
    number += 1
    let target = isFolder ? "f\(number)" : random.happens(percent: 50) ? "work/m\(number).md" : "m\(number).md"
    note("mv \(source) \(target)")
    try editor.folder.makeFolders(VaultPath(target).parent)
    try editor.folder.rename(VaultPath(source), to: VaultPath(target))
    try editor.seeMoves()
    let asked = editor.received.filter { $0["method"] == "window/showMessageRequest" }
    _ = editor.take("window/showMessageRequest")
    for request in asked {
      editor.answer(request, ["title": "Update"])
      try takeEdits()
    }
  }

  /// What the other device has written since.
  private func news() throws -> [String: String] {
    var files: [String: String] = [:]
    let all = try disk()
    for path in all.keys.sorted() where random.happens(percent: 25) {
      let first = all[path]?.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? all[path]?.endIndex
      guard let text = all[path], let first else { continue }
      files[path] = random.happens(percent: 50) ? text + line() + "\n" : text[..<first] + "\n" + line() + text[first...]
    }
    if random.happens(percent: 30) {
      number += 1
      files["there \(number).md"] = "# There \(number)\n\n\(line())\n"
    }
    return files
  }

  private func sync() throws {
    for path in open { try save(path) }
    let files = try news()
    device.send(files, thenFails: random.happens(percent: 20))
    note("sync \(files.keys.sorted())")
    editor.holdsWork = true
    let sync = editor.begin("workspace/executeCommand", ["command": "memo.sync", "arguments": []])
    for _ in 0..<random.below(3) where !open.isEmpty {
      try write()
      try compare()
    }
    editor.holdsWork = false
    editor.finishWork()
    #expect(editor.isAnswered(sync), "\(log)")
    _ = try? editor.result(of: sync)
    try takeEdits()
  }

  private func syncInTerminal() throws {
    let files = try news()
    note("memo sync \(files.keys.sorted())")
    for (path, text) in files { try editor.folder.write(text, to: path) }
    editor.lookAtFiles()
  }

  // MARK: Files that changed

  /// Does what a person does whose files changed.
  private func reconcile() throws {
    editor.lookAtFiles()
    editor.idle()
    for message in editor.take("window/showMessage") {
      let text = message["message"]?.text ?? ""
      told.formUnion(open.filter { text.contains("'\($0)'") })
    }
    for path in open {
      guard let disk = try? editor.disk(path), disk != saved[path] else { continue }
      let mine = try editor.text(path)
      if mine == saved[path] {
        editor.change(path, to: disk)
      } else if mine != disk {
        #expect(told.contains(path), "not told of \(path)\n\(log)")
        guard told.contains(path) else { continue }
        note("merge \(path)")
        let missing = disk.split(separator: "\n").filter { !mine.utf8.contains(Array($0.utf8)) }
        editor.change(path, to: mine + missing.map { "\n" + $0 }.joined())
        try save(path)
      }
      saved[path] = disk == mine ? disk : try editor.disk(path)
    }
    told = []
  }

  // MARK: What the command line says

  /// Compares answers about the documents with those of the command line, on the same bytes.
  private func compare() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    for (path, text) in try disk().merging(editor.documents, uniquingKeysWith: { $1 }) {
      try folder.write(text, to: path)
    }
    let machine = Machine.tested(in: folder)
    let tool = CommandLineTool.embedded(in: Environment(machine: machine, screen: NoScreen(), version: "1"))
    func answer(_ words: String...) throws -> [JSONValue] {
      try JSONReader.read(tool.run(words, in: folder.path, on: nil) { false }.output).items
    }
    editor.idle()
    for sent in editor.take("textDocument/publishDiagnostics") {
      published[editor.path(sent["uri"]) ?? ""] = sent["diagnostics"]?.items ?? []
    }
    // Where a missing memo has gone is known only where it was moved.
    func report(_ code: JSONValue?, _ line: Int, _ message: JSONValue?) -> String {
      "\(code?.text ?? "") \(line) \((message?.text ?? "").parts(at: ";")[0])"
    }
    let problems = try answer("check", "--json")
    for path in open {
      let shown = (published[path] ?? []).map {
        report($0["code"], ($0["range", "start", "line"]?.integer ?? -2) + 1, $0["message"])
      }
      let found = problems.filter { $0["path"]?.text == path }.map {
        report($0["code"], $0["line"]?.integer ?? 0, $0["message"])
      }
      #expect(shown.sorted() == found.sorted(), "problems of \(path)\n\(log)")
    }
    guard let path = random.pick(open) else { return }
    try compareLinks(of: path, try answer("links", "--json", "--", path))
    let linking = try answer("backlinks", "--json", "--", path)
    let title = DocumentPosition(line: 0, character: 3)
    let references = try editor.ask(
      "textDocument/references", in: path, at: title, ["context": ["includeDeclaration": false]])
    #expect(
      references.items.compactMap { editor.path($0["uri"]) }.sorted()
        == linking.flatMap { memo in (memo["matches"]?.items ?? []).compactMap { _ in memo["path"]?.text } }.sorted(),
      "backlinks of \(path)\n\(log)")
    try compareCompletion(in: path, try answer("list", "--json"))
  }

  private func compareLinks(of path: String, _ links: [JSONValue]) throws {
    let lines = LineTable(Array(try editor.text(path).utf8), editor.encoding, isFile: false)
    let spans = lines.bytes.withUnsafeBytes { LinkSpan.all(in: $0) }
    #expect(spans.count == links.count, "links of \(path)\n\(log)")
    for (span, link) in zip(spans, links) where link["status"] != "elsewhere" {
      let place = lines.position(of: span.link.range.lowerBound + 2)
      let found = try editor.ask("textDocument/definition", in: path, at: place)
      let target = found.items.first.flatMap { editor.path($0["uri"] ?? $0["targetUri"]) }
      #expect(target == link["path"]?.text, "\(link) of \(path)\n\(log)")
    }
  }

  /// Types `[[` at the end, and takes it back.
  private func compareCompletion(in path: String, _ memos: [JSONValue]) throws {
    let end = try editor.text(path).utf8.count
    try editor.type("\n[[", in: path, at: end..<end)
    let lines = LineTable(Array(try editor.text(path).utf8), editor.encoding, isFile: false)
    let found = try editor.ask("textDocument/completion", in: path, at: lines.position(of: end + 3))
    try editor.type("", in: path, at: end..<end + 3)
    let labels = Set(found["items"]?.items.compactMap { $0["label"]?.text } ?? [])
    for memo in memos where memo["path"]?.text != path {
      #expect(labels.contains(memo["title"]?.text ?? ""), "\(memo["path"] ?? .null) is not offered\n\(log)")
    }
  }
}

extension Sequence<UInt8> {
  fileprivate func contains(_ part: [UInt8]) -> Bool { Array(self).firstRange(of: part) != nil }
}
