import MemoCore
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoIndex

@Suite struct ChangeFollowerTests {
  private let vault: ScriptedVault

  init() throws {
    vault = try ScriptedVault()
  }

  @Test func theFirstNewsIsThatItIsReady() throws {
    try vault.folder.write("# a\n", to: "a.md")
    let news = try vault.follow()
    guard case .ready(memos: 1)? = news.first, news.count == 1 else {
      Issue.record("\(news)")
      return
    }
  }

  /// What the watcher says is taken for what is there; what it does not say is noticed like any later change.
  @Test(arguments: [true, false])
  func theFirstLookIsLeftToALivingWatcher(isAsked: Bool) throws {
    for name in ["a", "b"] { try vault.folder.write("# \(name)\n", to: "\(name).md", modified: 1_000) }
    let known = try vault.folder.openVault().refresh()
    let position = try #require(known.contents.position?.encoded())
    try vault.folder.write("# new\n", to: "new.md")
    let host = WrappedHost(
      base: vault.folder.host(), files: { $0 }, writer: { $0 }, askWatcher: { position })
    let watching = ScriptedWatching([ScriptedWatching.Step(time: .milliseconds(1), hint: .everything) {}])
    let follower = try ChangeFollower(
      vault.folder.path, host: host, watching: watching, asksWatcher: isAsked, now: { watching.now })
    #expect(follower.index.isVouched == isAsked)
    #expect(follower.index.count == (isAsked ? 2 : 3))
    var signs: [String] = []
    while let news = try follower.next() { signs += [news.signs].compactMap(\.self) }
    #expect(signs == (isAsked ? ["+new.md"] : []))
    #expect(follower.index.count == 3)
  }

  @Test func aChangeHasTheRecordAndTheRow() throws {
    for name in ["1", "2"] { try vault.folder.write("# \(name)\n", to: "\(name).md", modified: 1) }
    let news = try vault.follow(
      (0, { try $0.write("# new 2\n", to: "2.md", modified: 1) }), (0, { try $0.remove(VaultPath("1.md")) }))
    let changes = news.compactMap { if case .changes(let changes) = $0 { changes } else { nil } }.flatMap(\.self)
    #expect(changes.map(\.record.metadata.title) == ["new 2", "1"])
    // The row is that of the last look, in which 1.md was gone.
    #expect(changes.map(\.memo.number) == [1, 0])
  }

  @Test func settingsThatChangeAreFollowed() throws {
    for name in ["a", "b"] { try vault.folder.write("# \(name)\n", to: "\(name).md") }
    let watching = ScriptedWatching([
      ScriptedWatching.Step(time: .zero, hint: .settings) { [folder = vault.folder] in
        try folder.write(#"{"ignore": ["b.md"]}"#, to: ".memo/config.json")
      }
    ])
    #expect(try vault.follow(watching).compactMap(\.signs).filter { !$0.isEmpty } == ["-b.md"])
    #expect(watching.starts == 2)
  }

  /// Settings that change no memo, such as the severities of problems, and with a watch that only looks now and then.
  @Test(arguments: [WatchHint.settings, .everything])
  func everyChangeOfTheSettingsIsReported(_ hint: WatchHint) throws {
    try vault.folder.write("text\n", to: "a.md")
    let watching = ScriptedWatching([
      ScriptedWatching.Step(time: .zero, hint: hint) { [folder = vault.folder] in
        try folder.write(#"{"diagnostics": {"severity": {"broken-link": "hint"}}}"#, to: ".memo/config.json")
      }
    ])
    #expect(try vault.follow(watching).compactMap(\.signs) == [""])
  }

  /// They are written again right after they were read, and change no memo.
  @Test func settingsThatChangeWhileTheVaultIsOpenedAreReported() throws {
    try vault.folder.write("text\n", to: "a.md")
    let host = WrappedHost(
      base: vault.folder.host(),
      files: { [folder = vault.folder] in
        let files = WatchedFiles($0)
        files.setBefore { call, path in
          guard call == .folderStamp, path == Vault.obsidianPath else { return }
          let later = #"{"diagnostics": {"severity": {"broken-link": "hint"}}}"#
          if (try? folder.bytes(of: Vault.settingsPath)) != Array(later.utf8) {
            try? folder.write(later, to: Vault.settingsPath.text)
          }
        }
        return files
      }, writer: { $0 })
    let watching = ScriptedWatching([ScriptedWatching.Step(time: .zero, hint: .everything) {}])
    let follower = try ChangeFollower(vault.folder.path, host: host, watching: watching, now: { watching.now })
    var signs: [String] = []
    while let news = try follower.next() { signs += [news.signs].compactMap(\.self) }
    #expect(signs == [""])
  }

  @Test func aRuleForTitlesThatChangesChangesNoMemo() throws {
    for name in ["a", "b"] { try vault.folder.write("text\n", to: "\(name).md") }
    let watching = ScriptedWatching([
      ScriptedWatching.Step(time: .zero, hint: .settings) { [folder = vault.folder] in
        try folder.makeFolders(Vault.obsidianPath)
      }
    ])
    #expect(try vault.follow(watching).compactMap(\.signs) == [""], "titles are to be read again")
    #expect(watching.starts == 2)
  }

  @Test func invalidSettingsAreReportedAndNotUsed() throws {
    try vault.folder.write("# a\n", to: "a.md")
    let watching = ScriptedWatching([
      ScriptedWatching.Step(time: .zero, hint: .settings) { [folder = vault.folder] in
        try folder.write("{", to: ".memo/config.json")
      }
    ])
    let news = try vault.follow(watching)
    guard case .settings(VaultError.badSettings)? = news.last, news.count == 2 else {
      Issue.record("\(news)")
      return
    }
  }

  @Test func aChangeThatNothingHintedAtIsFoundInTheEnd() throws {
    let steps = [
      ScriptedWatching.Step(time: .seconds(5), hint: nil) { [folder = vault.folder] in
        try folder.write("# a\n", to: "a.md")
      },
      ScriptedWatching.Step(time: .seconds(100), hint: .ended) {},
    ]
    let news = try vault.follow(ScriptedWatching(steps, isPatient: true))
    #expect(news.compactMap(\.signs) == ["+a.md"])
    #expect(news.contains { if case .missed(memos: 1) = $0 { true } else { false } })
  }

  @Test func aHintThatComesDuringALookIsNotMissed() throws {
    // The look without a hint is at 60 s; the file is there by then, and its hint right after.
    let steps = [
      ScriptedWatching.Step(time: .seconds(59), hint: nil) { [folder = vault.folder] in
        try folder.write("# a\n", to: "a.md")
      },
      ScriptedWatching.Step(time: .seconds(60) + .nanoseconds(1), hint: .everything) {},
      ScriptedWatching.Step(time: .seconds(90), hint: .ended) {},
    ]
    let watching = ScriptedWatching(steps, isPatient: true, slack: .nanoseconds(1))
    let news = try vault.follow(watching)
    #expect(news.compactMap(\.signs) == ["+a.md"])
    #expect(!news.contains { if case .missed = $0 { true } else { false } })
  }

  @Test func limitsAndTheEndOfTheVaultAreReported() throws {
    let limited = ScriptedWatching([ScriptedWatching.Step(time: .zero, hint: .limited(.folders)) {}])
    #expect(try vault.follow(limited).contains { if case .limited(.folders) = $0 { true } else { false } })
    let gone = ScriptedWatching([ScriptedWatching.Step(time: .zero, hint: .gone) {}])
    #expect(throws: VaultError.notAFolder(vault.folder.path)) { try vault.follow(gone) }
  }

  @Test func reportedChangesAddUpToTheVault() throws {
    for seed in UInt64(1)...12 { try checkSum(seed) }
  }

  /// Edits at random, now and then with pauses; each change that is reported is done to a set of titles by path, which must
  /// be that of the files in the end.
  private func checkSum(_ seed: UInt64) throws {
    let vault = try ScriptedVault()
    var random = SeededRandom(seed: seed)
    for name in 0..<6 { try vault.folder.write("# \(name)\n", to: "d\(name % 2)/\(name).md") }
    var titles = try self.titles(in: vault)
    var time = 0
    let steps = (0..<60).map { number in
      time += [0, 10, 60, 400].randomElement(using: &random) ?? 0
      let (from, to, kind) = (Self.path(&random), Self.path(&random), Int.random(in: 0..<5, using: &random))
      return ScriptedWatching.Step(time: .milliseconds(time), hint: .everything) { [folder = vault.folder] in
        try Self.edit(folder, kind, from, to, number)
      }
    }
    for case .changes(let changes) in try vault.follow(ScriptedWatching(steps)) {
      for change in changes {
        switch change.kind {
        case .added: #expect(titles[change.path] == nil, "seed \(seed)")
        case .modified: #expect(titles[change.path] != nil, "seed \(seed)")
        case .removed: #expect(titles.removeValue(forKey: change.path) != nil, "seed \(seed)")
        case .renamed(let from): #expect(titles.removeValue(forKey: from) != nil, "seed \(seed)")
        }
        if change.kind != .removed { titles[change.path] = change.record.metadata.title }
      }
    }
    #expect(try titles == self.titles(in: vault), "seed \(seed)")
  }

  private static func path(_ random: inout SeededRandom) -> VaultPath {
    VaultPath("d\(Int.random(in: 0..<2, using: &random))/\(Int.random(in: 0..<8, using: &random)).md")
  }

  private static func edit(
    _ folder: TemporaryFolder, _ kind: Int, _ path: VaultPath, _ other: VaultPath, _ number: Int
  ) throws {
    let isThere = folder.status(of: path) != nil
    switch kind {
    case 0 where isThere: try folder.remove(path)
    case 1 where isThere && path != other: try folder.rename(path, to: other)
    case 2 where isThere: try folder.truncate(path, to: 0)
    default: try folder.write(Array("# \(number)\n".utf8), to: path)
    }
  }

  private func titles(in vault: ScriptedVault) throws -> [VaultPath: String] {
    let index = try vault.folder.openVault().readAll()
    return Dictionary(uniqueKeysWithValues: index.memos.map { ($0.path, index.title(of: $0)) })
  }
}
