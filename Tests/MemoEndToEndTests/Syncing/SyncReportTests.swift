import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Reports of files that one side deleted or renamed, and the dry run that predicts them.
@Suite(.waitsForPrograms) struct SyncReportTests {
  @Test func aFileDeletedHereAndChangedThereIsReportedOnBoth() throws {
    let devices = try Devices.inStep()
    try devices.remove("a.md", on: 0)
    try devices.mustSync(0)
    try devices.write("# A\none\ntwo\nTHREE\n", to: "a.md", on: 1)
    let changed = try devices.sync(1)
    #expect(changed.errors.contains("kept 'a.md': deleted elsewhere, changed here"), "\(changed.errors)")
    let deleted = try devices.sync(0, "--json")
    #expect(deleted.errors.contains("kept 'a.md': deleted here, changed elsewhere"), "\(deleted.errors)")
    #expect(try deleted.record()["deletedHere"] as? [String] == ["a.md"])
    try devices.expectInStep()
  }

  @Test(arguments: [0, 1])
  func aFileDeletedHereAndMovedThereIsReportedOnBoth(mover: Int) throws {
    let devices = try Devices.inStep()
    #expect(try devices.memo(mover, ["move", "a.md", "sub"]).end == .exited(0))
    #expect(try devices.memo(1 - mover, ["delete", "a.md", "--yes"]).end == .exited(0))
    try devices.mustSync(0)
    let errors = try [devices.sync(1), devices.sync(0)].map(\.errors)
    let (moved, deleted) = mover == 1 ? (errors[0], errors[1]) : (errors[1], errors[0])
    #expect(moved.contains("kept 'sub/a.md': deleted elsewhere, changed here"), "\(moved)")
    #expect(deleted.contains("kept 'sub/a.md': deleted here, changed elsewhere"), "\(deleted)")
    try devices.expectInStep()
  }

  @Test func aDeviceThatOnlyReceivesSaysNothingOfAMoveAgainstADeletion() throws {
    let devices = try Devices.inStep(3)
    #expect(try devices.memo(0, ["move", "a.md", "sub"]).end == .exited(0))
    #expect(try devices.memo(1, ["delete", "a.md", "--yes"]).end == .exited(0))
    try devices.mustSync(0)
    #expect(try devices.sync(1).errors.contains("kept 'sub/a.md': deleted here, changed elsewhere"))
    let other = try devices.sync(2, "--json")
    #expect(!other.errors.contains("kept"), "\(other.errors)")
    #expect(try other.record()["deletedHere"] as? [String] == [])
    #expect(try devices.text("sub/a.md", on: 2) == devices.text("sub/a.md", on: 0))
  }

  @Test func aMemoRenamedOnBothSidesIsReportedWithBothNames() throws {
    let devices = try Devices.inStep()
    try devices.sandbox.folder.rename(VaultPath("d0/a.md"), to: VaultPath("d0/b.md"))
    try devices.mustSync(0)
    #expect(try devices.memo(1, ["rename", "a.md", "C"]).end == .exited(0))
    for device in [1, 0] {
      let run = try devices.sync(device)
      let namesBoth = run.errors.contains("'b.md'") && run.errors.contains("'C.md'")
      #expect(namesBoth && run.errors.contains("both sides renamed 'a.md'"), "\(run.errors)")
      #expect(run.errors.contains("1 conflict; review it"), "\(run.errors)")
    }
    try devices.expectInStep()
    for device in [0, 1] {
      let listed = try devices.memo(device, ["conflicts", "--json"]).records()
      #expect(listed.count == 1 && listed[0]["kind"] as? String == "doubled", "\(listed)")
      #expect(Set([listed[0]["ours"] as? String, listed[0]["theirs"] as? String]) == ["b.md", "C.md"])
      #expect(listed[0]["path"] as? String == listed[0]["ours"] as? String)
    }
    let text = try devices.memo(1, ["conflicts"]).text
    #expect(text.contains("md:1\n  also kept: ") && text.hasSuffix(".md\n"), "\(text)")
    #expect(try devices.memo(0, ["delete", "b.md", "--yes"]).end == .exited(0))
    #expect(try devices.memo(0, ["conflicts", "--json"]).records().isEmpty)
  }

  @Test func aPreviewPredictsWhatWillStayAndWhatWillHaveTwoNames() throws {
    let devices = try Devices.inStep()
    for name in ["b", "c", "d"] { try devices.write("# \(name)\n1\n2\n3\n", to: "\(name).md", on: 0) }
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.remove("b.md", on: 0)
    try devices.write("# c\n1\n2\n4\n", to: "c.md", on: 0)
    try devices.sandbox.folder.rename(VaultPath("d0/d.md"), to: VaultPath("d0/e.md"))
    try devices.mustSync(0)
    try devices.write("# b\n1\n2\n4\n", to: "b.md", on: 1)
    try devices.remove("c.md", on: 1)
    try devices.sandbox.folder.rename(VaultPath("d1/d.md"), to: VaultPath("d1/f.md"))
    let preview = try devices.sync(1, "--dry-run", "--json")
    #expect(preview.errors.contains("would keep 'b.md': deleted elsewhere, changed here"), "\(preview.errors)")
    #expect(preview.errors.contains("would keep 'c.md': deleted here, changed elsewhere"), "\(preview.errors)")
    #expect(preview.errors.contains("both sides renamed 'd.md'") && preview.errors.contains("would both exist"))
    let (predicted, done) = (try preview.record(), try devices.sync(1, "--json").record())
    for key in ["deletedHere", "deletedElsewhere"] {
      #expect(predicted[key] as? [String] == done[key] as? [String], "\(key)")
      #expect((predicted[key] as? [String])?.count == 1)
    }
  }

  @Test(arguments: [0, 1])
  func aMemoInAFolderThatTheOtherSideRenamedIsNamedWithTheCommandThatMovesIt(renamer: Int) throws {
    let devices = try Devices.inStep()
    for name in ["one", "two", "three"] { try devices.write("# \(name)\n", to: "our trips/\(name).md", on: 0) }
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try devices.memo(renamer, ["move", "our trips", "travel"]).end == .exited(0))
    try devices.write("# Oslo\n", to: "our trips/Oslo.md", on: 1 - renamer)
    try devices.mustSync(0)
    let note = """
      'our trips/Oslo.md' is new in 'our trips', which was renamed to 'travel'; to move it there: \
      memo move 'our trips/Oslo.md' travel
      """
    let preview = try devices.sync(1, "--dry-run")
    #expect(preview.errors.contains(note), "\(preview.errors)")
    let merged = try devices.sync(1, "--json")
    #expect(merged.errors.contains(note), "\(merged.errors)")
    let strayed = try merged.record()["strayed"] as? [[String: Any]]
    #expect(strayed?.map { $0["path"] as? String } == ["our trips/Oslo.md"])
    #expect(strayed?.map { $0["folder"] as? String } == ["travel"])
    #expect(try devices.sync(0).errors.contains(note))
    #expect(try devices.memo(0, ["move", "our trips/Oslo.md", "travel"]).end == .exited(0))
    for device in [0, 1] { #expect(try !devices.sync(device).errors.contains("was renamed to")) }
    #expect(try devices.text("travel/Oslo.md", on: 1) == "# Oslo\n")
    try devices.expectInStep()
  }

  @Test(arguments: [0, 1])
  func filesThatOneSideChangedGoToTheFolderThatTheOtherSideGaveThem(renamer: Int) throws {
    let devices = try Devices.inStep()
    try devices.write("# One\n\n![](one.png) [list](list.txt)\n", to: "trips/one.md", on: 0)
    for name in ["one.png", "list.txt"] { try devices.write("\(name)\n", to: "trips/\(name)", on: 0) }
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try devices.memo(renamer, ["move", "trips", "travel"]).end == .exited(0))
    try devices.write("\u{0}picture", to: "trips/one.png", on: 1 - renamer)
    try devices.write("changed\n", to: "trips/list.txt", on: 1 - renamer)
    try devices.mustSync(0)
    for device in [1, 0] {
      let told = try devices.sync(device).errors
      #expect(told.hasSuffix("no conflicts\n") && !told.contains("deleted"), "\(told)")
    }
    for device in [0, 1] {
      #expect(try devices.text("travel/one.png", on: device) == "\u{0}picture")
      #expect(try devices.text("travel/list.txt", on: device) == "changed\n")
      #expect(try devices.text("trips/one.png", on: device) == nil)
      #expect(try devices.memo(device, ["check"]).end == .exited(0))
    }
    try devices.expectInStep()
  }

  @Test func bothNamesHoldTheLinesOfBothSidesUntilOneIsMergedIntoTheOther() throws {
    let devices = try Devices.inStep()
    try devices.sandbox.folder.rename(VaultPath("d0/a.md"), to: VaultPath("d0/b.md"))
    try devices.write("# A\nONE\ntwo\nthree\n", to: "b.md", on: 0)
    try devices.mustSync(0)
    try devices.sandbox.folder.rename(VaultPath("d1/a.md"), to: VaultPath("d1/c.md"))
    try devices.write("# A\none\ntwo\nTHREE\n", to: "c.md", on: 1)
    // Which side is the first depends on the commits.
    let commands = ["memo merge b.md c.md", "memo merge c.md b.md"]
    for device in [1, 0] {
      let told = try devices.sync(device).errors
      #expect(commands.contains { told.contains("the lines of both sides; to keep one with all links: \($0)\n") })
    }
    try devices.expectInStep()
    for name in ["b.md", "c.md"] { #expect(try devices.text(name, on: 0) == "# A\nONE\ntwo\nTHREE\n") }
    for device in [0, 1] {
      let listed = try devices.memo(device, ["conflicts", "--json"]).records()
      #expect(listed.map { $0["kind"] as? String } == ["doubled"])
      #expect(listed.map { Set([$0["path"] as? String, $0["other"] as? String]) } == [["b.md", "c.md"]])
      #expect(try devices.memo(device, ["sync", "--status", "--json"]).record()["conflicts"] as? Int == 1)
    }
    try devices.write("[[b]], [[c]]\n", to: "links.md", on: 0)
    let settling = try devices.memo(0, ["conflicts", "--resolve", "c.md", "--ours"])
    #expect(commands.contains { settling.errors.hasSuffix(": \($0)\n") }, "\(settling)")
    #expect(try devices.memo(0, ["merge", "b.md", "c.md"]).end == .exited(0))
    #expect(try devices.text("b.md", on: 0) == "# A\nONE\ntwo\nTHREE\n")
    #expect(try devices.text("links.md", on: 0) == "[[b]], [[b]]\n")
    #expect(try devices.sync(0).errors.contains("no conflicts"))
    try devices.mustSync(1)
    #expect(try devices.memo(1, ["conflicts"]).errors == "no conflicts\n")
  }

  @Test func aRenameWithAnotherTitleIsCountedAsOneAndHasAPast() throws {
    let devices = try Devices.inStep(2, "# A\n")
    try devices.sandbox.folder.rename(VaultPath("d0/a.md"), to: VaultPath("d0/A.md"))
    try devices.mustSync(0)
    try devices.mustSync(1)
    #expect(try devices.memo(0, ["rename", "A.md", "Another title"]).end == .exited(0))
    #expect(try devices.sync(0).errors.contains("sent 1 file (1 renamed)"))
    #expect(try devices.sync(1).errors.contains("received 1 file (1 renamed)"))
    let past = try devices.memo(1, ["history", "Another-title.md", "--json"]).records()
    #expect(past.count == 3, "\(past)")
  }

  /// What each device does, and what a preview has to say before the second one syncs.
  static let previews: [(first: String?, second: String?)] = [
    (nil, nil), (nil, "# A\none\ntwo\nTHREE\n"), ("# A\nONE\ntwo\nthree\n", nil),
    ("# A\nONE\ntwo\nthree\n", "# A\none\ntwo\nTHREE\n"), ("# A\nsame\n", "# A\nsame\n"),
  ]

  @Test(arguments: previews) func aPreviewCountsWhatTheSyncDoes(first: String?, second: String?) throws {
    let devices = try Devices.inStep()
    for (device, text) in [first, second].enumerated() {
      if let text { try devices.write(text, to: "a.md", on: device) } else { try devices.remove("a.md", on: device) }
      if device == 0 { try devices.mustSync(0) }
    }
    let preview = try devices.sync(1, "--dry-run", "--json")
    let run = try devices.sync(1, "--json")
    let (predicted, done) = (try preview.record(), try run.record())
    for key in ["sent", "received", "merged", "sentDeleted", "receivedDeleted"] {
      #expect(predicted[key] as? Int == done[key] as? Int, "\(key)")
    }
    #expect(!preview.errors.contains("holds"), "\(preview.errors)")
    #expect(preview.errors.contains("will hold") == run.errors.contains("holds"), "\(preview.errors)")
  }

  // MARK: What may run

  @Test func whatMayRunByItselfIsNamedOnceWhenItArrivesOrChanges() throws {
    let devices = try Devices.inStep()
    for name in [".envrc", ".vscode/tasks.json", "sub/.Obsidian/plugins/x/main.js", "notes.txt", "Makefile"] {
      try devices.write("x\n", to: name, on: 0)
    }
    try devices.write("#!/bin/sh\n", to: "bin/run", on: 0)
    try devices.sandbox.folder.setMode(0o755, of: VaultPath("d0/bin/run"))
    let sent = try devices.sync(0, "--json")
    #expect(try (sent.record()["runnable"] as? [Any])?.isEmpty == true, "\(sent.text)")
    let predicted = try devices.sync(1, "--dry-run")
    #expect(
      predicted.errors.contains("would receive '.envrc', which direnv may run on its own\n"), "\(predicted.errors)")
    let received = try devices.sync(1, "--json")
    for line in [
      "received '.envrc', which direnv may run on its own\n",
      "received '.vscode/tasks.json', which VS Code may run on its own\n",
      "received 'sub/.Obsidian/plugins/x/main.js', which Obsidian may run on its own\n",
      "received 'bin/run', an executable file\n",
    ] {
      #expect(received.errors.contains(line), "\(received.errors)")
    }
    let files = try #require(try received.record()["runnable"] as? [[String: Any]])
    #expect(
      files.map { $0["path"] as? String } == [
        ".envrc", ".vscode/tasks.json", "bin/run", "sub/.Obsidian/plugins/x/main.js",
      ])
    #expect(files.map { $0["tool"] as? String } == ["direnv", "VS Code", nil, "Obsidian"])
    let idle = try devices.sync(1, "--json")
    #expect(try (idle.record()["runnable"] as? [Any])?.isEmpty == true && !idle.errors.contains("received '"))
    try devices.write("y\n", to: ".envrc", on: 0)
    try devices.remove("bin/run", on: 0)
    try devices.mustSync(0)
    let changed = try devices.sync(1)
    #expect(changed.errors.contains("received '.envrc'") && !changed.errors.contains("bin/run'"), "\(changed.errors)")
  }

  @Test func ofObsidiansFilesThoseAreNamedThatHoldCode() throws {
    let devices = try Devices.inStep()
    let plugin = ".obsidian/plugins/recent"
    let data = ["\(plugin)/data.json", "\(plugin)/manifest.json", "\(plugin)/styles.css", ".obsidian/snippets/a.css"]
    let code = [
      ".obsidian/community-plugins.json", ".obsidian/plugins/obsidian-shellcommands/data.json", "\(plugin)/main.js",
      "\(plugin)/worker.mjs",
    ]
    for name in data + code + [".obsidian/app.json"] { try devices.write("{}\n", to: name, on: 0) }
    try devices.mustSync(0)
    let run = try devices.sync(1, "--json")
    let files = try #require(try run.record()["runnable"] as? [[String: Any]])
    #expect(files.map { $0["path"] as? String } == code)
    try devices.write("{\"a\": 1}\n", to: data[0], on: 0)
    try devices.mustSync(0)
    let changed = try devices.sync(1)
    #expect(!changed.errors.contains("on its own"), "\(changed.errors)")
  }

  @Test func aCloneNamesWhatMayRunByItself() throws {
    let devices = try Devices.inStep()
    try devices.write("x\n", to: ".nvim.lua", on: 0)
    try devices.mustSync(0)
    let run = try devices.sandbox.memo("clone", devices.hub, "copy", "--lang", "ko", in: "")
    #expect(run.errors.contains("'.nvim.lua'를 받았습니다. Neovim이 자동으로 실행할 수 있는 파일입니다\n"), "\(run.errors)")
  }
}
