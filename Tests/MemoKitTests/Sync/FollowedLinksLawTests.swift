import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Every link says which memo it means, and leads to it after both devices have synced, whatever they renamed before.
@Suite struct FollowedLinksLawTests {
  private static let rounds = 10

  @Test(arguments: [1, 2, 3] as [UInt64]) func everyLinkLeadsToTheMemoThatItMeans(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (links, relinked) = (0, 0)
    for round in 0..<Self.rounds {
      var model = Model(round: round)
      let devices = try LinkedDevices(model.files)
      // No memo is renamed on both devices: it would have two names.
      let halves = Array(0..<Model.count).shuffled(using: &random)
      for device in 0...1 {
        var names = model.names
        let own = halves[device == 0 ? 0..<Model.count / 2 : Model.count / 2..<Model.count]
        for _ in 0..<Int.random(in: 4...8, using: &random) {
          let memo = Int.random(in: 0..<Model.count, using: &random)
          if own.contains(memo), Bool.random(using: &random) {
            names[memo] = try model.rename(memo, from: names[memo], on: device, devices, &random)
          } else {
            let meant = Int.random(in: 0..<Model.count, using: &random)
            try model.addLink(to: meant, in: memo, names, device, devices, &random)
          }
        }
      }
      for device in round % 2 == 0 ? [0, 1, 0] : [1, 0, 1] {
        relinked += try devices.sync(device).relinked.count
      }
      for device in 0...1 {
        let (count, wrong) = try Self.check(devices.devices.vault(device))
        #expect(wrong.isEmpty, "seed \(seed), round \(round), device \(device)")
        links += count
      }
    }
    print("seed \(seed): \(links) links lead where they should, in \(relinked) memos after a change by a sync")
    #expect(relinked > 0)
  }

  /// How many links there are, and those that lead elsewhere.
  private static func check(_ vault: Vault) throws -> (count: Int, wrong: [String]) {
    let index = try vault.refresh()
    var lookup = LinkLookup(LinkGraph(of: index).resolver)
    var (count, wrong) = (0, [String]())
    for memo in index.memos {
      let bytes = try ReadMemo(memo.path, in: vault).bytes
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.contains(" means ") {
        let meant = line.split(separator: " ").last.map(String.init) ?? ""
        let targets = Array(line.utf8).withUnsafeBytes { text in
          InlineLink.targets(in: text).map { (Array(text[$0.target]), $0.kind) }
        }
        for (target, kind) in targets {
          count += 1
          let found = lookup.resolve(target, kind, from: memo.path.parent).memo.map { index.path(at: $0) }
          let text = try found.map { String(decoding: try ReadMemo($0, in: vault).bytes, as: UTF8.self) }
          if text?.contains("\nidentity \(meant)\n") != true { wrong.append("\(memo.path.text): \(line)") }
        }
      }
    }
    return (count, wrong)
  }

  /// Memos that know who they are.
  private struct Model {
    static let count = 6
    /// The path of each memo in the beginning.
    private(set) var names: [String] = []
    private(set) var files: [String: String] = [:]
    private var made = 0

    init(round: Int) {
      for memo in 0..<Self.count {
        let path = memo < 3 ? "memo\(memo).md" : "f\(memo % 2)/memo\(memo).md"
        names.append(path)
        files[path] = "# Memo \(memo)\n\nidentity \(memo)\n\nend\n"
      }
    }

    /// Renames or moves a memo; returns its new path.
    mutating func rename(
      _ memo: Int, from path: String, on device: Int, _ devices: LinkedDevices, _ random: inout SeededRandom
    ) throws -> String {
      made += 1
      let name = path.split(separator: "/").last.map(String.init) ?? path
      switch Int.random(in: 0...2, using: &random) {
      case 0:
        try devices.rename(path, to: "Title \(made)", isTitleOnly: true, on: device)
        return path
      case 1:
        let folder = "d\(made)"
        try devices.move(path, to: folder, on: device)
        return "\(folder)/\(name)"
      default:
        let new = path.dropLast(name.utf8.count) + "new\(made).md"
        try devices.move(path, toFile: String(new), on: device)
        return String(new)
      }
    }

    /// Adds a link to a memo as it is called on a device.
    mutating func addLink(
      to meant: Int, in memo: Int, _ names: [String], _ device: Int, _ devices: LinkedDevices,
      _ random: inout SeededRandom
    ) throws {
      made += 1
      let (target, place) = (VaultPath(names[meant]), VaultPath(names[memo]))
      let text = try devices.text(names[memo], on: device) ?? ""
      let link: String
      switch Int.random(in: 0...2, using: &random) {
      case 0: link = "[[\(target.text.dropLast(3))]]"
      case 1:
        let title = try devices.text(names[meant], on: device)?.split(separator: "\n").first?.dropFirst(2)
        link = "[[\(title ?? "")]]"
      default:
        let memo = LinkResolver.Memo(path: target, title: "")
        let path = LinkStyle.memo.targets(of: memo, .markdown, from: place.parent)[0]
        link = "[x](\(String(decoding: path, as: UTF8.self)))"
      }
      let line = "- \(made) \(link) means \(meant)\n"
      // Each device adds in a place of its own.
      let new = device == 0 ? text.replacing("\nend\n", with: "\n\(line)end\n") : text + line
      try devices.write(new, to: names[memo], on: device)
    }
  }
}
