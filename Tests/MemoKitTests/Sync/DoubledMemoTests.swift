import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// A memo that both devices gave another name.
@Suite struct DoubledMemoTests {
  @Test(arguments: [0, 1]) func aNameThatOnlyTheLinesTellIsNoDeletion(editing: Int) throws {
    let devices = try SyncedDevices()
    try devices.rename("a.md", to: "b.md", on: 0)
    try devices.rename("a.md", to: "c.md", on: 1)
    try devices.write("# A\none\ntwo\nedited\n", to: ["b.md", "c.md"][editing], on: editing)
    try devices.sync(0)
    for issues in [try devices.preview(1).issues, try devices.sync(1).issues, try devices.sync(0).issues] {
      let names: [[String]] = issues.map {
        if case .doubled(let memo) = $0 { memo.names.map(\.text).sorted() } else { [] }
      }
      #expect(names == [["b.md", "c.md"]], "\(issues)")
    }
  }
}
