import Foundation
import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoKit

/// Cards of canvases show the same files after a rename or a move.
struct CanvasCardsTests {
  private static let board = #"""
    {
    	"nodes":[
    		{"id":"1","type":"file","file":"work/Plan.md","x":0,"y":0},
    		{"id":"2","type":"text","text":"\"file\":\"work/Plan.md\" {[{"},
    		{"id":"3","file":"work\/\u0050lan.md","type":"file","subpath":"#Goals"},
    		{ "file" : "other/Note.md" , "type":"file","id":"4" }, {"file":"work/p.png","type":"file"}
    	],
    	"edges":[{"id":"5","fromNode":"1","toNode":"3","label":"work/Plan.md"}], "file":"work/Plan.md",
    	"metadata":{"file":"work/Plan.md"}
    }
    """#

  private static func vault(_ more: [String: String] = [:]) throws -> ChangedVault {
    let texts = [
      ".obsidian/app.json": "{}", "work/Plan.md": "x\n", "work/p.png": "p", "other/Note.md": "[[Plan]]\n",
      "boards/A.canvas": board, "work/B.CANVAS": #"{"nodes":[{"type":"file","file":"work/Plan.md"}]}"#,
    ]
    return try ChangedVault(texts.merging(more) { $1 }, titles: .fileName)
  }

  private static func rename(in vault: ChangedVault, to title: String) throws -> Relocation {
    let memo = try ReadMemo(VaultPath("work/Plan.md"), in: vault.vault)
    return try MemoRenaming(in: vault.vault, vault.vault.readAll()).rename(memo, to: title, isTitleOnly: false)
  }

  @Test func cardsFollowAHeadingInWhichALinkIsKeptOnItsMemo() throws {
    let more = [
      "a.md": "## See [[Plan]]\n", "c.canvas": ##"{"nodes":[{"type":"file","file":"a.md","subpath":"#See Plan"}]}"##,
    ]
    func texts(_ rewrites: [MemoRewrite]) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: rewrites.map { ($0.memo.path.text, String(decoding: $0.contents, as: UTF8.self)) })
    }
    let vault = try Self.vault(more)
    let index = try vault.refresh()
    try vault.folder.write("", to: "Plan.md")
    let made = try texts(RepairedLinks(made: [VaultPath("Plan.md")], in: index, of: vault.vault).rewrites)
    #expect(made["a.md"] == "## See [[work/Plan]]\n")
    #expect(made["c.canvas"]?.contains("\"#See work/Plan\"") == true, "\(made)")
    var deleted = try texts(Deletion(of: [vault.read("Plan.md")], in: vault.refresh(), of: vault.vault).rewrites)
    #expect(deleted["a.md"] == "## See [[/Plan]]\n")
    // A slash is no part of what an anchor names.
    #expect(deleted["c.canvas"] == nil)
    let other = try Self.vault(more.merging(["x/y/Plan.md": "y\n"]) { $1 })
    deleted = try texts(Deletion(of: [other.read("work/Plan.md")], in: other.refresh(), of: other.vault).rewrites)
    #expect(deleted["a.md"] == "## See [[work/Plan]]\n")
    #expect(deleted["c.canvas"]?.contains("\"#See work/Plan\"") == true, "\(deleted)")
  }

  @Test func cardsFollowARename() throws {
    let vault = try Self.vault()
    let before = try vault.contents()
    let relocation = try Self.rename(in: vault, to: "길 map")
    #expect(relocation.rewrites.map(\.memo.path.text) == ["boards/A.canvas", "other/Note.md", "work/B.CANVAS"])
    _ = try relocation.carryOut("rename", by: vault.history, at: 0)
    let expected = Self.board.replacing(#"file","file":"work/Plan.md""#, with: #"file","file":"work/길 map.md""#)
      .replacing(#""work\/\u0050lan.md""#, with: #""work/길 map.md""#)
    let texts = try vault.texts()
    #expect(texts["boards/A.canvas"] == expected)
    #expect(texts["work/B.CANVAS"] == #"{"nodes":[{"type":"file","file":"work/길 map.md"}]}"#)
    _ = try vault.history.undo()
    #expect(try vault.contents() == before)
  }

  @Test func cardsFollowAMerge() throws {
    let vault = try Self.vault()
    let before = try vault.contents()
    let merge = try MemoMerge(
      [vault.read("work/Plan.md")], into: vault.read("other/Note.md"), in: vault.vault.readAll(), of: vault.vault)
    #expect(merge.rewrites.map(\.memo.path.text) == ["other/Note.md", "boards/A.canvas", "work/B.CANVAS"])
    try merge.carryOut("merge", by: vault.history, of: vault.vault, at: 0)
    let texts = try vault.texts()
    let expected = Self.board.replacing(#"file","file":"work/Plan.md""#, with: #"file","file":"other/Note.md""#)
      .replacing(#""work\/\u0050lan.md""#, with: #""other/Note.md""#)
    #expect(texts["boards/A.canvas"] == expected)
    #expect(texts["work/B.CANVAS"] == #"{"nodes":[{"type":"file","file":"other/Note.md"}]}"#)
    _ = try vault.history.undo()
    #expect(try vault.contents() == before)
  }

  private static func card(_ path: String, _ subpath: String) -> String {
    #"{"nodes":[{"type":"file","file":"\#(path)","subpath":"\#(subpath)"},{"subpath":"\#(subpath)"}]}"#
  }

  private static let goals = "# Plan\n\n## Goals\n\ntext ^b1\n\n### Part\n\n## Other\n"

  @Test(arguments: [
    ("#Goals", "#Aims \\\"26\\\""), ("#goals", "#Aims \\\"26\\\""), ("#Goals#Part", "#Aims \\\"26\\\"#Part"),
    ("#Other", "#Other"), ("#^b1", "#^b1"), ("#none", "#none"), ("Goals", "Goals"), ("", ""),
  ])
  func cardsFollowTheRenameOfAHeading(subpath: String, followed: String) throws {
    let vault = try Self.vault(["work/Plan.md": Self.goals, "c.canvas": Self.card("work/Plan.md", subpath)])
    let before = try vault.contents()
    let rename = try HeadingRename(
      of: "Goals", in: vault.read("work/Plan.md"), to: "Aims \"26\"", in: vault.vault.readAll(), of: vault.vault)
    _ = try rename.carryOut("rename", by: vault.history, at: 0)
    let card = Self.card("work/Plan.md", followed).replacing(
      #"{"subpath":"\#(followed)"}"#, with: #"{"subpath":"\#(subpath)"}"#)
    #expect(try vault.texts()["c.canvas"] == card)
    _ = try vault.history.undo()
    #expect(try vault.contents() == before)
  }

  @Test(arguments: [
    ("#Goals", "work/Goals.md", "#Goals"), ("#^b1", "work/Goals.md", "#^b1"), ("#Other", "work/Plan.md", "#Other"),
    ("", "work/Plan.md", ""),
  ])
  func cardsFollowASection(subpath: String, path: String, followed: String) throws {
    let vault = try Self.vault(["work/Plan.md": Self.goals, "c.canvas": Self.card("work/Plan.md", subpath)])
    let before = try vault.contents()
    let extraction = try SectionExtraction(
      of: "Goals", in: vault.read("work/Plan.md"), titled: nil, fallbackName: "untitled",
      in: vault.vault.readAll(), of: vault.vault)
    _ = try extraction.carryOut("extract", by: vault.history, at: 0)
    #expect(try vault.texts()["c.canvas"] == Self.card(path, followed))
    _ = try vault.history.undo()
    #expect(try vault.contents() == before)
  }

  @Test func cardsFollowAHeadingThatAMergeHasTwice() throws {
    let vault = try Self.vault([
      "work/Plan.md": Self.goals, "other/Note.md": "# Note\n\n## Goals\n",
      "c.canvas": Self.card("work/Plan.md", "#Goals"),
    ])
    let merge = try MemoMerge(
      [vault.read("work/Plan.md")], into: vault.read("other/Note.md"), in: vault.vault.readAll(), of: vault.vault)
    try merge.carryOut("merge", by: vault.history, of: vault.vault, at: 0)
    let card = Self.card("other/Note.md", "#Plan#Goals").replacing(
      ##"{"subpath":"#Plan#Goals"}"##, with: ##"{"subpath":"#Goals"}"##)
    #expect(try vault.texts()["c.canvas"] == card)
  }

  @Test func cardsFollowAFolder() throws {
    let vault = try Self.vault()
    let before = try vault.contents()
    let relocation = try MemoRenaming(in: vault.vault, vault.vault.readAll()).move(
      folder: VaultPath("work"), to: VaultPath("archive/2026"))
    _ = try relocation.carryOut("move", by: vault.history, of: vault.vault, at: 0)
    let texts = try vault.texts()
    let expected = Self.board.replacing(#"file","file":"work/"#, with: #"file","file":"archive/2026/"#)
      .replacing(#""work\/\u0050lan.md""#, with: #""archive/2026/Plan.md""#)
      .replacing(#""work/p.png""#, with: #""archive/2026/p.png""#)
    #expect(texts["boards/A.canvas"] == expected)
    #expect(texts["archive/2026/B.CANVAS"] == #"{"nodes":[{"type":"file","file":"archive/2026/Plan.md"}]}"#)
    _ = try vault.history.undo()
    #expect(try vault.contents() == before)
  }

  @Test(arguments: [
    #"{"nodes":[{"type":"file","file":"work/Plan.md"}"#, #"{"nodes":[{"type":"file","file":"work/Plan.md"#,
    #"{"nodes":{"a":{"file":"work/Plan.md"}}}"#, #"[{"file":"work/Plan.md"}]"#, "work/Plan.md", "",
    #"{"nodes":[{"type":"file","file":"Plan.md"},{"file":["work/Plan.md"]},{"File":"work/Plan.md"}]}"#,
  ])
  func whatIsNoCardOfTheMemoIsLeftAlone(text: String) throws {
    let vault = try Self.vault(["c.canvas": text])
    let relocation = try Self.rename(in: vault, to: "Road map")
    #expect(!relocation.rewrites.contains { $0.memo.path == VaultPath("c.canvas") })
    #expect(relocation.rewrites.contains { $0.memo.path == VaultPath("boards/A.canvas") }, "others follow")
  }

  /// Obsidian escapes half of a character that a card cut in two, and composes the letters of names.
  @Test(arguments: ["work/Plan.md", "work/\u{1112}\u{1161}\u{11AB}.md"])
  func whatObsidianWritesFollows(path: String) throws {
    let card = path.precomposedStringWithCanonicalMapping
    func canvas(_ card: String) -> String {
      #"{"nodes":[{"type":"text","text":"\ud83d cut"},{"type":"file","file":"\#(card)"},{"background":"\#(card)"}]}"#
    }
    let texts = [".obsidian/app.json": "{}", path: "x\n", "c.canvas": canvas(card)]
    let vault = try ChangedVault(texts, titles: .fileName)
    let memo = try ReadMemo(VaultPath(path), in: vault.vault)
    let relocation = try MemoRenaming(in: vault.vault, vault.vault.readAll()).rename(
      memo, to: "Map", isTitleOnly: false)
    _ = try relocation.carryOut("rename", by: vault.history, at: 0)
    #expect(try vault.texts()["c.canvas"] == canvas("work/Map.md"))
  }

  @Test func canvasesElsewhereThanInObsidianAreNotRead() throws {
    let vault = try ChangedVault(
      ["work/Plan.md": "x\n", "c.canvas": #"{"nodes":[{"file":"work/Plan.md"}]}"#], titles: .fileName)
    #expect(try Self.rename(in: vault, to: "Road map").rewrites.isEmpty)
  }
}
