import Foundation
import MemoCLI
import MemoCore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Caches that earlier versions of memo wrote are no hindrance: every command answers as without one, and a new one takes
/// their place.
///
/// `Tests/Fixtures/EarlierCaches` holds a cache of each format before this one, as its own program wrote it: a snapshot of
/// five memos, and a journal in which one changed, one came and one went. In the vault of the test, which has six, some of
/// that is wrong.
@Suite struct EarlierCacheTests {
  private static let memos = [
    ("요리/김치찌개.md", "# 김치찌개\n\n#요리 #겨울/저녁\n\n돼지고기와 묵은 김치. [[장보기]]에 적은 것을 산다.\n"),
    (
      "장보기.md",
      """
      ---
      tags: [집, 요리]
      aliases: [살 것]
      created: 2026-03-01T09:00:00+09:00
      ---
      # 장보기

      - 두부, [김치찌개](요리/김치찌개.md)
      - 없는 메모: [[아직 없음]]

      """
    ),
    ("일/회의록.md", "# 월간 회의록\n\n#일/회의 #Month\n\nSee [[Release plan]].\n"),
    ("일/Release plan.md", "# Release plan\n\n#work #일/회의\n\nShip it on Friday, after the [meeting](회의록.md).\n"),
    ("메모.md", "제목이 없는 글.\n둘째 줄 #집\n"), ("새 메모.md", "# 또 새 메모\n\n#아주/새것 [[장보기]]\n"),
  ]

  private static let commands: [[String]] = [
    ["list"], ["list", "--json"], ["list", "--sort", "title"], ["list", "--tag", "일/*"], ["list", "--untagged"],
    ["list", "--orphan"], ["list", "--links-to", "장보기"], ["list", "--path", "요리/**"],
    ["list", "--format", "{title} {wordCount} {etag}"], ["search", "회의"], ["search", "ㅎㅇㄹ"],
    ["search", "--count", "김치"],
    ["search", "/돼지.기/", "--json"], ["search", "새것"], ["search", "nowhereword"], ["show", "회의록"],
    ["show", "살 것", "--json"], ["show", "1"], ["show", "nothing at all"], ["tags"], ["tags", "--json"],
    ["tags", "--nested"], ["links", "장보기"], ["links", "장보기", "--json"], ["backlinks", "장보기"],
    ["backlinks", "Release plan", "--json"], ["graph"], ["graph", "--json"], ["graph", "--dot"], ["check"],
    ["check", "--json"], ["stats"], ["stats", "--json"], ["export", "--json"], ["index"], ["index", "--verify"],
    ["rename", "장보기", "다른 이름", "--dry-run"], ["tags", "rename", "집", "home", "--dry-run"], ["trash", "list"],
    ["undo", "--list"],
  ]

  @Test(arguments: 1..<Int(SnapshotLayout.version))
  func everyCommandAnswersAsWithoutACache(version: Int) throws {
    let tool = try Self.tool()
    let cache = try EarlierCache(version: version)
    #expect(Int(cache.version) == version && cache.files.keys.contains("journal"))
    #expect(cache.files.keys.contains { $0.hasPrefix("text-") } == (version > 1))
    let alike = try cache.madeHere(in: tool)
    for command in Self.commands {
      try tool.removeCache()
      let expected = tool.run(command)
      for (name, cache) in [("as it was written", cache), ("with the stamps of the files", alike)] {
        try cache.put(in: tool.folder)
        let found = tool.run(command)
        #expect(found.output == expected.output, "\(command), version \(version), \(name)")
        #expect(
          found.errors == expected.errors && found.code == expected.code, "\(command), version \(version), \(name)")
      }
    }
  }

  @Test(arguments: 1..<Int(SnapshotLayout.version))
  func theNextCommandReplacesIt(version: Int) throws {
    let tool = try Self.tool()
    let cache = try EarlierCache(version: version)
    for cache in [cache, try cache.madeHere(in: tool)] {
      try cache.put(in: tool.folder)
      #expect(tool.run("__complete", "zsh", "--", "show", "").lines == ["words"], "what it says is not offered")
      #expect(tool.run("list").code == .done)
      let found = try EarlierCache(in: tool.folder)
      #expect(found.version == SnapshotLayout.version)
      #expect(found.files.keys.filter { $0.hasPrefix("text-") }.count == 1, "\(found.files.keys)")
      #expect(Set(found.files.keys).isDisjoint(with: cache.files.keys.filter { $0.hasPrefix("text-") }))
      #expect(tool.run("__complete", "zsh", "--", "show", "").lines.count == 7)
      #expect(tool.run("index", "--verify").code == .done)
    }
  }

  private static func tool() throws -> TestedTool {
    let tool = try TestedTool()
    for (number, memo) in memos.enumerated() {
      try tool.folder.write(memo.1, to: memo.0, modified: tool.now - Int64(number) * 1_000_000_000)
    }
    return tool
  }
}

extension TestedTool {
  fileprivate func removeCache() throws {
    if folder.status(of: EarlierCache.place) != nil { try folder.remove(EarlierCache.place) }
  }
}

/// The files of a cache.
private struct EarlierCache {
  static let place = VaultPath(".memo/cache")

  private(set) var files: [String: [UInt8]] = [:]

  private var snapshot: [UInt8] { files["snapshot"] ?? [] }
  var version: UInt32 { snapshot.number(at: 8) }

  /// The one that a version left.
  init(version: Int) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/EarlierCaches/version\(version)").standardizedFileURL
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[name] = Array(try Data(contentsOf: folder.appending(path: name)))
    }
  }

  /// The one of a vault.
  init(in folder: TemporaryFolder) throws {
    for name in try folder.names(in: Self.place) {
      files[String(decoding: name, as: UTF8.self)] = try folder.bytes(of: Self.place.appending(name))
    }
  }

  func put(in folder: TemporaryFolder) throws {
    if folder.status(of: Self.place) != nil { try folder.remove(Self.place) }
    for (name, bytes) in files { try folder.write(bytes, to: Self.place.appending(name)) }
  }

  /// What the version would have written for the vault of a tool, had it seen there what it says: then nothing but the
  /// version tells that it must not be believed.
  func madeHere(in tool: TestedTool) throws -> EarlierCache {
    try tool.removeCache()
    _ = tool.run("index")
    let here = try EarlierCache(in: tool.folder)
    var bytes = snapshot
    // Device and inode of the vault, and the hash of its settings.
    bytes.replaceSubrange(24..<48, with: here.snapshot[24..<48])
    let folders = bytes.section(1)
    let names = bytes.section(4).lowerBound
    for row in stride(from: folders.lowerBound, to: folders.upperBound, by: SnapshotLayout.folderSize) {
      let start = names + Int(bytes.number(at: row + 32))
      let path = VaultPath(bytes: Array(bytes[start..<start + Int(bytes.number(at: row + 36))]))
      try bytes.stamp(at: row, as: path, in: tool.folder)
    }
    let memos = bytes.section(2)
    for row in stride(from: memos.lowerBound, to: memos.upperBound, by: SnapshotLayout.memoSize) {
      let folder = folders.lowerBound + Int(bytes.number(at: row + 36)) * SnapshotLayout.folderSize
      let start = names + Int(bytes.number(at: folder + 32))
      let path = VaultPath(bytes: Array(bytes[start..<start + Int(bytes.number(at: folder + 36))]))
      let name = bytes[(names + Int(bytes.number(at: row + 32)))...].prefix { $0 != 0 }
      try bytes.stamp(at: row, as: path.appending(name), in: tool.folder)
    }
    for section in [1, 2] { bytes.sign(bytes.section(section), at: 72 + 24 * section + 16) }
    bytes.sign(0..<SnapshotLayout.headerSize - 8, at: SnapshotLayout.headerSize - 8)
    var alike = self
    alike.files["snapshot"] = bytes
    return alike
  }
}

extension [UInt8] {
  fileprivate func number(at place: Int) -> UInt32 {
    withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
  }

  fileprivate func section(_ number: Int) -> Range<Int> {
    let start = Int(self.number(at: 72 + 24 * number))
    return start..<start + Int(self.number(at: 72 + 24 * number + 8))
  }

  fileprivate mutating func stamp(at place: Int, as path: VaultPath, in folder: TemporaryFolder) throws {
    let stamp = try #require(folder.status(of: path), "\(path.text)").stamp
    var writer = ByteWriter()
    writer.stamp(stamp)
    replaceSubrange(place..<place + writer.bytes.count, with: writer.bytes)
  }

  fileprivate mutating func sign(_ range: Range<Int>, at place: Int) {
    let sum = XXHash64.hash(Array(self[range]))
    replaceSubrange(place..<place + 8, with: Swift.withUnsafeBytes(of: sum.littleEndian, Array.init))
  }
}
