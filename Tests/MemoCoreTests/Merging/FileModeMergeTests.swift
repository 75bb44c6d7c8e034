import MemoCore
import MemoTestSupport
import Testing

/// Which files are executable, merged beside their contents and names.
@Suite struct FileModeMergeTests {
  @Test func modesAreMergedAndMemosCannotRun() {
    var store = ObjectStore()
    let (old, new) = (store.add([1]), store.add([2]))
    let path = VaultPath("run")
    let base = [TreeEntry(path: path, id: old)]
    let (first, second) = (
      [TreeEntry(path: path, mode: .executable, id: old)], [TreeEntry(path: path, id: new)]
    )
    let merge = TreeMerge(base: base, first: first, second: second) { store.read($0) }
    #expect(merge.changes == [.take(TreeEntry(path: path, mode: .executable, id: new))])
    let memo = TreeEntry(path: VaultPath("a.md"), mode: .executable, id: new)
    let taken = TreeMerge(base: [], first: [], second: [memo]) { store.read($0) }
    #expect(taken.changes == [.take(TreeEntry(path: memo.path, id: new))])
    let removed = TreeMerge(base: [TreeEntry(path: memo.path, id: new)], first: [], second: [memo]) { store.read($0) }
    #expect(removed.changes.isEmpty, "to let it run is no edit")
  }

  @Test(arguments: [true, false]) func aFileThatOneSideMovesAndTheOtherMakesExecutableIsBoth(isFirst: Bool) {
    var store = ObjectStore()
    let id = store.add([1])
    let moved = TreeEntry(path: VaultPath("bin/run"), id: id)
    let sides = [[moved], [TreeEntry(path: VaultPath("run"), mode: .executable, id: id)]]
    let merge = TreeMerge(
      base: [TreeEntry(path: VaultPath("run"), id: id)], first: sides[isFirst ? 0 : 1], second: sides[isFirst ? 1 : 0]
    ) { store.read($0) }
    let merged = merge.entries(of: sides[isFirst ? 0 : 1]) { _ in id }
    #expect(merged == [TreeEntry(path: moved.path, mode: .executable, id: id)])
  }
}
