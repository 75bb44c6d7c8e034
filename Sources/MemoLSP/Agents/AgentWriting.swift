import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// The tools that change memos: each call is one operation, marked as an agent's.
extension AgentTools {
  static let writing = [
    Tool(
      name: "create", description: "A new memo; its file is named after the title.", isWriting: true,
      parameters: [
        Parameter("title", isRequired: true), Parameter("text", "What follows the title, at most 1 MB"),
        Parameter("folder", "Path of a folder, such as 'work/plans'; it is made if it is missing"),
      ]
    ) { tools, arguments in try tools.create(arguments) },
    Tool(
      name: "edit", description: "Replaces 'old', which must be in the memo exactly once, with 'new'.", isWriting: true,
      parameters: [
        Parameter("path", isRequired: true), Parameter("if_match", "The etag of what you read", isRequired: true),
        Parameter("old", "At most 1 MB", isRequired: true), Parameter("new", "At most 1 MB", isRequired: true),
      ]
    ) { tools, arguments in try tools.edit(arguments) },
    Tool(
      name: "append", description: "Adds lines at the end of a memo.", isWriting: true,
      parameters: [
        Parameter("path", isRequired: true), Parameter("text", "At most 1 MB", isRequired: true),
        Parameter("if_match", "Fail if the memo has another etag"),
      ]
    ) { tools, arguments in try tools.append(arguments) },
    Tool(
      name: "rename", description: "Gives a memo another title, and its file the name; links to it follow.",
      isWriting: true,
      parameters: [
        Parameter("path", isRequired: true), Parameter("title", isRequired: true),
        Parameter("if_match", "Fail if the memo has another etag"),
      ]
    ) { tools, arguments in try tools.rename(arguments) },
  ]

  private func create(_ arguments: AgentArguments) throws -> JSONValue {
    guard let folder = Self.folder(at: arguments.text("folder") ?? "") else { throw AgentMessages.badFolder }
    let title = MemoText.givenTitle(arguments.required("title"))
    guard !title.isEmpty else { throw AgentMessages.emptyTitle }
    let path = try workspace.create(
      MemoDraft(
        title: title, body: .typed(Array((arguments.text("text") ?? "").utf8)),
        folder: folder))
    return changed(path, line: 1)
  }

  private func edit(_ arguments: AgentArguments) throws -> JSONValue {
    let path = try memo(at: arguments.required("path"))
    let memo = try workspace.read(path, ifMatch: arguments.required("if_match"))
    var old = Array(arguments.required("old").utf8)
    var new = try AddedText.utf8(Array(arguments.required("new").utf8), isWhole: true)
    guard !old.isEmpty else { throw AgentMessages.emptyOld }
    var places = Self.places(of: old, in: memo.bytes)
    if places.isEmpty, !Self.places(of: [0x0D, 0x0A], in: memo.bytes).isEmpty {
      // An agent writes LF whatever the file has.
      old = Self.withCRLF(old)
      places = Self.places(of: old, in: memo.bytes)
    }
    guard places.count == 1, var place = places.first else {
      throw AgentMessages.notOnce(path, isThere: !places.isEmpty)
    }
    // The other half of the line end that the text starts with.
    if old.first == 0x0A, place > 0, memo.bytes[place - 1] == 0x0D {
      place -= 1
      old.insert(0x0D, at: 0)
    }
    new = LineInsertion.spelled(new, at: place, in: memo.bytes)
    let edit = ByteEdit(place..<place + old.count, new)
    try workspace.replace(path, ifMatch: arguments.required("if_match"), as: "edit") { memo in
      ByteEdit.apply([edit], to: memo.bytes)
    }
    let before = memo.bytes[..<place].withUnsafeBytes { LineScanner.lines(of: $0) }
    let isAtStart = place == 0 || [0x0A, 0x0D].contains(memo.bytes[place - 1])
    return changed(path, line: isAtStart ? before.count + 1 : before.count)
  }

  private func append(_ arguments: AgentArguments) throws -> JSONValue {
    let path = try memo(at: arguments.required("path"))
    let (text, etag) = (Array(arguments.required("text").utf8), arguments.text("if_match"))
    try workspace.retrying(ifMatch: etag) { try $0.append(text, to: path, ifMatch: etag, as: "append") }
    return changed(path)
  }

  private func rename(_ arguments: AgentArguments) throws -> JSONValue {
    let path = try memo(at: arguments.required("path"))
    let etag = arguments.text("if_match")
    let (relocation, oversized, operation) = try workspace.retrying(ifMatch: etag) { workspace in
      let memo = try workspace.read(path, ifMatch: etag)
      if !memo.isTitledByFile { try workspace.vault.checkWritable([path]) }
      let index = try workspace.index(mustBeWhole: true)
      let relocation = try MemoRenaming(in: workspace.vault, index)
        .rename(memo, to: MemoText.givenTitle(arguments.required("title")), isTitleOnly: false)
      let operation = try relocation.carryOut("rename", by: workspace.history(), at: workspace.machine.now)
      return (relocation, index.oversizedMemos, operation)
    }
    var result = changed(relocation.newPath, line: 1).members
    result["changed"] = .array((operation?.changed ?? []).prefix(Self.resultLimit).map { .text($0.text) })
    result["lostLinks"] = .integer(relocation.lostLinks.count)
    result["oversized"] = .array(oversized.prefix(Self.resultLimit).map { .text($0.text) })
    return .object(result)
  }

  /// What a memo is after a change. It is written by then, so nothing that goes wrong here is an error; one that another
  /// process has taken away has no etag. It is read in pieces, as it may be larger than memory.
  private func changed(_ path: VaultPath, line: Int? = nil) -> JSONValue {
    var (hash, lines) = (XXHash64(), LineCount())
    let isThere = try? workspace.vault.files.stream(path) { piece throws(FileError) in
      hash.update(piece)
      if line == nil { lines.read(piece) }
    }
    return JSONValue(members: [
      "path": .text(path.text), "etag": isThere == true ? .text(Etag.text(hash.finish())) : nil,
      "line": .integer(line ?? max(1, lines.count)),
    ])
  }

  /// The first two places of a text, or fewer; in time that grows with the lengths of both, whatever is in them.
  static func places(of text: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard !text.isEmpty, text.count <= bytes.count else { return [] }
    // How much of the text's start ends at each of its bytes, too (Knuth, Morris, Pratt).
    var borders = [0]
    var matched = 0
    for byte in text.dropFirst() {
      while matched > 0, byte != text[matched] { matched = borders[matched - 1] }
      if byte == text[matched] { matched += 1 }
      borders.append(matched)
    }
    var found: [Int] = []
    matched = 0
    for (place, byte) in bytes.enumerated() {
      while matched > 0, byte != text[matched] { matched = borders[matched - 1] }
      if byte == text[matched] { matched += 1 }
      guard matched == text.count else { continue }
      found.append(place + 1 - matched)
      if found.count == 2 { break }
      matched = borders[matched - 1]
    }
    return found
  }

  private static func withCRLF(_ text: [UInt8]) -> [UInt8] {
    text.filter { $0 != 0x0D }.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
  }
}

/// Counts the lines of a text that is read in pieces.
private struct LineCount {
  /// The lines so far; the last one need not have an end.
  private(set) var count = 0
  private var last: UInt8?

  mutating func read(_ piece: UnsafeRawBufferPointer) {
    guard let first = piece.first else { return }
    let goesOn =
      switch last {
      case nil, 0x0A: false
      // The two halves of a CRLF.
      case 0x0D: first == 0x0A
      default: true
      }
    count += LineScanner.lines(of: piece).count - (goesOn ? 1 : 0)
    last = piece.last
  }
}
