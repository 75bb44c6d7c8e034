import Foundation
import Testing

/// The arrows between the rooms of a target: its folders, which know one another in one direction only.
@Suite struct RoomTests {
  /// The sources of one target: each file with its room and the names of types in it.
  private struct Target {
    let files: [(room: String, name: String, types: Set<String>, words: Set<String>)]

    init(files sources: [(path: String, text: String)]) {
      files = sources.map { path, text in
        let parts = path.split(separator: "/")
        let lines = text.split(separator: "\n").map { Self.words(of: $0) }
        return (
          parts.count > 1 ? String(parts[0]) : ".", String(parts[parts.count - 1]),
          Set(lines.compactMap(Self.definition)), Set(lines.joined())
        )
      }
    }

    /// The words of a line of code, without comments and literals; the first one is empty where the line is indented.
    private static func words(of line: Substring) -> [String] {
      var words = line.utf8.first == UInt8(ascii: " ") ? [""] : []
      var word: [UInt8] = []
      var isLiteral = false
      var last: UInt8 = 0
      for byte in Array(line.utf8) + [UInt8(ascii: " ")] {
        switch byte {
        case UInt8(ascii: "\"") where last != UInt8(ascii: "\\"): isLiteral.toggle()
        case UInt8(ascii: "/") where last == byte && !isLiteral: return words
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          if !isLiteral { word.append(byte) }
        default:
          if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
          word = []
        }
        last = byte
      }
      return words
    }

    /// The type that a line at the top level defines.
    private static func definition(_ words: [String]) -> String? {
      let kinds: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
      guard words.first != "", let place = words.firstIndex(where: kinds.contains), place + 1 < words.count else {
        return nil
      }
      return words[place + 1]
    }

    /// Which room names types of which other one, and in which files: `File→Type`. A type that two rooms define counts for
    /// none of them.
    var arrows: [String: [String: Set<String>]] {
      var definitions: [String: Set<String>] = [:]
      for file in files { for type in file.types { definitions[type, default: []].insert(file.room) } }
      var arrows: [String: [String: Set<String>]] = [:]
      for file in files {
        for word in file.words {
          guard let rooms = definitions[word], rooms.count == 1, let room = rooms.first, room != file.room else {
            continue
          }
          arrows[file.room, default: [:]][room, default: []].insert("\(file.name)→\(word)")
        }
      }
      return arrows
    }

    /// The rooms that lie on a cycle, or between two, with the files that make the arrows among them.
    var cycles: [String] {
      var left = arrows
      // What knows no other room, and what no other room knows, is on no cycle.
      while true {
        let known = Set(left.values.flatMap(\.keys))
        let before = left.values.reduce(0) { $0 + $1.count }
        left = left.filter { known.contains($0.key) }.mapValues { $0.filter { left[$0.key] != nil } }.filter {
          !$0.value.isEmpty
        }
        if left.values.reduce(0, { $0 + $1.count }) == before { break }
      }
      return left.sorted { $0.key < $1.key }.flatMap { room, others in
        others.sorted { $0.key < $1.key }.map { "\(room) → \($0): \($1.sorted().joined(separator: ", "))" }
      }
    }
  }

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources").path

  private static let targets =
    ((try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []).filter { $0 != "CSystem" }.sorted()

  private static func target(_ name: String) throws -> Target {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: "\(sources)/\(name)").filter {
      $0.hasSuffix(".swift")
    }
    return Target(
      files: try paths.map { ($0, try String(contentsOfFile: "\(sources)/\(name)/\($0)", encoding: .utf8)) })
  }

  @Test(arguments: targets)
  func theRoomsOfATargetHaveAOneWayOrder(name: String) throws {
    let target = try Self.target(name)
    #expect(!target.files.isEmpty)
    for arrow in target.cycles { Issue.record("\(name): \(arrow)") }
  }

  @Test func aCycleIsFoundAndItsFilesAreNamed() {
    let target = Target(files: [
      ("Low/A.swift", "struct A { let c: C } // B"), ("Middle/B.swift", "public struct B { var a: A }"),
      ("High/C.swift", "final class C { let b = \"D\"; let x: B }"), ("Top/D.swift", "enum D { static let c = C() }"),
    ])
    #expect(target.cycles == ["High → Middle: C.swift→B", "Low → High: A.swift→C", "Middle → Low: B.swift→A"])
  }

  @Test func anOrderHasNoCycle() {
    let target = Target(files: [
      ("Low/A.swift", "struct A {} // \"C\""), ("High/C.swift", "struct C { let a: A, b: B }"),
      ("B.swift", "struct B { let a: A }"),
    ])
    #expect(target.cycles.isEmpty)
    #expect(target.arrows["High"]?.keys.sorted() == [".", "Low"])
  }
}
