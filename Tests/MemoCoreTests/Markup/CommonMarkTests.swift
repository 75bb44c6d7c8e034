import Foundation
import MemoCore
import Testing

/// What is code, a heading and a link is what CommonMark says, by each of its own examples.
///
/// An example is read as text below a title: a memo's first line is its title, by its indentation no code.
@Suite struct CommonMarkTests {
  private struct Example {
    let number: Int
    var text = ""
    var finds: [String] = []
  }

  /// Examples that memo reads in another way, and why.
  private static let exceptions: [Int: (reason: String, finds: [String])] = [
    32: ("entities in paths are no escapes", ["link /f&ouml;&ouml;"]),
    33: ("entities in paths are no escapes", ["link /f&ouml;&ouml;"]),
    502: ("entities in paths are no escapes", ["link foo%20b&auml;"]),
    547: ("`[[foo]]` is a wiki link", ["wiki link foo", "wiki link foo"]),
    558: ("`[[*foo* bar]]` is a wiki link", ["wiki link *foo* bar"]),
    589: ("`[[foo]]` is a wiki link", ["wiki link foo", "wiki link foo"]),
  ]

  @Test func codeHeadingsAndLinksAreThoseOfTheSpecification() throws {
    for example in try Self.examples(in: "examples.txt") {
      let expected = Self.exceptions[example.number]?.finds ?? example.finds
      #expect(Self.finds(in: Array(example.text.utf8)) == expected, "\(example.number): \(example.text)")
    }
  }

  @Test func codeHeadingsAndLinksOfRandomTextsAreThoseThatCmarkFinds() throws {
    let examples = try Self.examples(in: "random.txt")
    #expect(examples.count == 400)
    for example in examples {
      #expect(Self.finds(in: Array(example.text.utf8)) == example.finds, "\(example.number): \(example.text)")
    }
  }

  @Test func everyExceptionIsOne() throws {
    let examples = try Self.examples(in: "examples.txt")
    #expect(examples.map(\.number) == Array(1...652))
    for example in examples {
      guard let exception = Self.exceptions[example.number] else { continue }
      #expect(exception.finds != example.finds, "\(example.number): \(exception.reason)")
    }
  }

  // MARK: The tree

  private static func finds(in text: [UInt8]) -> [String] {
    text.withUnsafeBytes { bytes in
      let tree = MarkupTree(bytes, hasTitle: true)
      return tree.blocks.flatMap { block -> [String] in
        guard case .leaf(let leaf) = block.kind else { return [] }
        // That links count in HTML is memo's own rule.
        let inlines = leaf.kind == .html(isOpaque: false) ? [] : tree.inlines(of: leaf)
        return finds(leaf, tree) + inlines.compactMap { find($0, in: leaf, bytes) }
      }
    }
  }

  private static func finds(_ leaf: MarkupLeaf, _ tree: MarkupTree) -> [String] {
    switch leaf.kind {
    case .heading(let level): ["heading \(level)"]
    case .code: ["code block \(collapsed(leaf.text(leaf.content, in: tree.bytes)))".withoutEndBlanks]
    case .paragraph, .html, .opaque, .rule: []
    }
  }

  private static func find(_ inline: Inline, in leaf: MarkupLeaf, _ bytes: UnsafeRawBufferPointer) -> String? {
    let address = String(decoding: leaf.text(inline.destination, in: bytes), as: UTF8.self)
    let destination = address.replacing(/\\([!-\/:-@\[-`{-~])/) { $0.1 }
    switch inline.kind {
    case .code: return "code span \(collapsed(leaf.text(inline.content, in: bytes)))".withoutEndBlanks
    case .link: return "link \(destination)".withoutEndBlanks
    case .image: return "image \(destination)".withoutEndBlanks
    case .autolink: return "link " + (address.utf8.contains(UInt8(ascii: ":")) ? "" : "mailto:") + address
    case .wikiLink: return "wiki link \(destination)"
    case .html, .tag, .comment, .math: return nil
    }
  }

  private static func collapsed(_ text: [UInt8]) -> String {
    text.split { " \t\r\n".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  // MARK: The fixture

  private static func examples(in file: String) throws -> [Example] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/CommonMark/\(file)").standardizedFileURL
    var examples: [Example] = []
    var isText = false
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "@@@ finds" {
        isText = false
      } else if let start = line.wholeMatch(of: /@@@ ([0-9]+) .*/) {
        examples.append(Example(number: Int(start.1) ?? 0))
        isText = true
      } else if let last = examples.indices.last {
        if isText {
          examples[last].text += line.replacing("→", with: "\t") + "\n"
        } else if !line.isEmpty {
          examples[last].finds.append(String(line))
        }
      }
    }
    return examples
  }
}

extension String {
  fileprivate var withoutEndBlanks: String { replacing(/\ +$/, with: "") }
}
