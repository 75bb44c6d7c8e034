import MemoCore
import MemoTestSupport
import Testing

/// What another user of the machine puts where this one works.
@Suite(.waitsForPrograms, .enabled(if: SecondUser.isAvailable, "only root can act for another user"))
struct SecondUserTests {
  private static let memo = "# A\n"

  /// A folder of another user's with `.memo`, and one of this user's in it, where the commands run.
  private static func planted() throws -> Sandbox {
    let sandbox = try Sandbox(hasMarker: false)
    try sandbox.folder.write("{\"ignore\": \"*\"}", to: "theirs/.memo/config.json")
    try sandbox.folder.write(memo, to: "theirs/mine/a.md")
    try SecondUser.own(sandbox.folder.path.appending("theirs"))
    for place in ["theirs/mine", "theirs/mine/a.md"] { try take(place, in: sandbox) }
    return sandbox
  }

  /// Takes a file or folder back.
  private static func take(_ place: String, in sandbox: Sandbox) throws {
    _ = try sandbox.shell("chown -h \"$(id -u)\" \"$1\"".replacing("$1", with: place), in: ".")
  }

  @Test func aMarkerThatAnotherUserPlantedAboveIsNotUsed() throws {
    let sandbox = try Self.planted()
    for words in [["list"], ["new", "B"], ["search", "A"]] {
      let run = try sandbox.run(["memo"] + words, in: "theirs/mine", input: [], with: [:])
      #expect(run.end == .exited(7), "\(words)")
      let place = sandbox.folder.path.appending("theirs").text
      #expect(run.errors.contains("not using the vault '\(place)': it belongs to another user"), "\(run.errors)")
      #expect(run.errors.contains("--vault"), "\(run.errors)")
    }
    #expect(try sandbox.folder.names(in: VaultPath("theirs/mine")) == [Array("a.md".utf8)])
    // The user may use it.
    #expect(try sandbox.memo("list", "--vault", "..", in: "theirs/mine").end == .exited(0))
  }

  @Test func anotherVaultIsUsedWithAWarning() throws {
    let sandbox = try Self.planted()
    try sandbox.folder.write("# Own\n", to: "own/b.md")
    let settings = "{\"vault\": \"\(sandbox.folder.path.appending("own").text)\"}"
    try sandbox.folder.write(settings, to: "home/.config/memo/config.json")
    let run = try sandbox.memo("list", "--format", "{title}", in: "theirs/mine")
    #expect(run.text == "Own\n")
    #expect(run.errors.contains("it belongs to another user"), "\(run.errors)")
  }

  @Test func aPlantedRecordMovesNothingOutOfAPrivateFolder() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Private\n", to: "private/a.md")
    try sandbox.folder.setMode(0o700, of: VaultPath("vault/private"))
    try sandbox.folder.makeFolders(VaultPath("vault/open"))
    for state in ["applying", "redoing", "undoing", "done", "undone"] {
      let isBack = state == "undoing" || state == "done"
      let (from, to) = isBack ? ("open/a.md", "private/a.md") : ("private/a.md", "open/a.md")
      let change = #"{"kind":"move","path":"\#(from)","newPath":"\#(to)"}"#
      let record = #"{"format":1,"operation":"move","at":1,"changes":[\#(change)],"folders":[]}"#
      try sandbox.folder.write(record, to: "vault/.memo/history/1-0-\(state)/operation.json")
      try SecondUser.own(sandbox.folder.path.appending("vault/.memo"))
      for words in [
        ["list"], ["show", "private/a.md"], ["undo"], ["redo"], ["append", "private/a.md", "x"],
        ["undo", "--forget"],
      ] {
        let run = try sandbox.run(["memo"] + words, in: "vault", input: [], with: ["MEMO_VAULT": sandbox.vault.text])
        #expect(run.end != .stuck, "\(words)")
        #expect(try sandbox.folder.names(in: VaultPath("vault/open")).isEmpty, "\(state): \(words)")
      }
      #expect(try sandbox.text(of: "private/a.md")?.hasPrefix("# Private\n") == true)
      try sandbox.folder.remove(VaultPath("vault/.memo/history"))
    }
  }

  @Test func aCacheOfAnotherUserIsNotUsed() throws {
    let sandbox = try Sandbox()
    try sandbox.write(Self.memo, to: "a.md")
    #expect(try sandbox.memo("list", "--format", "{title}").text == "A\n")
    let cache = VaultPath("vault/.memo/cache")
    let names = try sandbox.folder.names(in: cache)
    #expect(!names.isEmpty)
    // Of the same bytes, so that only its owner says that it is not to be trusted.
    try SecondUser.own(sandbox.folder.path.appending(cache))
    let snapshot = try sandbox.folder.bytes(of: cache.appending("snapshot"))
    try sandbox.write("# B\n", to: "b.md")
    #expect(try sandbox.memo("list", "--format", "{title}", "--sort", "title").text == "A\nB\n")
    #expect(try sandbox.folder.bytes(of: cache.appending("snapshot")) == snapshot)
    #expect(try sandbox.folder.names(in: cache) == names, "nothing was written there")
    #expect(try !sandbox.folder.names(in: VaultPath("home/.cache/memo")).isEmpty)
  }
}
