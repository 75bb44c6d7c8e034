import MemoCore
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct CarriedPathsTests {
  @Test(arguments: [
    ("a.md", true), ("sub/a.md", true), (".gitignore", true), (".obsidian/x.json", true), (".memo/config.json", true),
    (".memo/.gitignore", true), (".memo/templates/a.md", true), (".memo/templates/sub/a.md", true), ("git/x", true),
    (".memo/cache/x", false), (".memo/history/1-0-applying/operation.json", false), (".memo/trash/x.md", false),
    (".memo/templates", false), (".memo", false), (".MEMO/config.json", false), (".me\u{200C}mo/cache/x", false),
    (".git/config", false), (".GIT/hooks/x", false), ("sub/.git/x", false), ("git~1/x", false),
    (".git\u{200D}/x", false),
    ("../x.md", false), ("a/../x.md", false), ("/x.md", false), ("", false), ("a//b", false), (".memo-tmp.1", false),
  ])
  func onlyWhatBelongsToTheVaultTravels(path: String, isCarried: Bool) {
    #expect(CarriedPaths.contain(VaultPath(path)) == isCarried, "\(path)")
  }
}
