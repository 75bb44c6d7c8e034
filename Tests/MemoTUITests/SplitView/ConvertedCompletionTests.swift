import MemoCore
import MemoIndex
import MemoTestSupport
import Testing

@testable import MemoTUI

/// What `[[` completes in a vault of Obsidian leads to the note that was chosen, in Obsidian as well: a name that no other note
/// has, or a path from the root.
@Suite struct ConvertedCompletionTests {
  @Test func completionsAreNamesOrPathsFromTheRoot() throws {
    let converted = ConvertedVault(seed: 7, count: 80)
    let folder = try TemporaryFolder()
    try converted.write(to: folder)
    let vault = try folder.openVault()
    let library = BrowserLibrary(vault, try vault.refresh(), kit: .tested())
    let oracle = converted.oracle
    let names = Dictionary(grouping: converted.notes) { $0.name.lowercased() }
    var offered = 0
    for typed in [""] + Set(converted.notes.map(\.name)).sorted() {
      for case .completions(_, let choices) in library.completions(of: TypedQuery(.link, typed), in: nil) {
        for choice in choices {
          offered += 1
          let place = Comment(rawValue: "\(typed): [[\(choice.target)]] for \(choice.path.text)")
          for linking in converted.notes.prefix(20) {
            let found = oracle.answer(choice.target, .wiki, in: linking.folder).place.map { converted.notes[$0].path }
            #expect(found.map { Array($0.utf8) } == choice.path.bytes, place)
          }
          let isName = names[choice.target.lowercased()]?.count == 1
          #expect(isName || choice.target == choice.path.text.withoutMemoEnding, place)
        }
      }
    }
    #expect(offered > 60)
  }
}
