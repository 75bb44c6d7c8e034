#if os(Linux)
  import MemoCore
  import MemoTestSupport
  import Testing

  /// Someone who may write to a folder of the vault swaps a folder in it for a link to what only this user may read.
  @Suite(.waitsForPrograms) struct SwappedFolderTests {
    private static let secret = "swordfish"
    private static let files = 40
    private static let rounds = 12

    @Test func noByteFromOutsideOfTheVaultComesOutOfAnyCommand() throws {
      let sandbox = try Sandbox()
      for number in 0..<Self.files {
        try sandbox.write("# Inside \(number)\n", to: "shared/deep/\(number).md", day: 1)
        try sandbox.folder.write("# Outside \(Self.secret)\n", to: "outside/deep/\(number).md")
      }
      try sandbox.folder.link(VaultPath("vault/.swap"), to: sandbox.folder.path.appending("outside").text)
      _ = try sandbox.shell("git init -q --bare ../remote.git && memo sync --remote ../remote.git")
      let swapper = FolderSwapper(sandbox.folder, VaultPath("vault/shared"), VaultPath("vault/.swap"))
      var answers = 0
      for round in 0..<Self.rounds {
        let commands = [
          ["list", "--json"], ["search", Self.secret, "--json"], ["show", "shared/deep/\(round).md"],
          ["export", "../copy\(round)"], ["index", "--rebuild"], ["check"], ["sync"],
        ]
        for words in commands {
          let run = try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:])
          #expect(!run.text.contains("Outside"), "\(words): \(run.text)")
          #expect(!run.errors.contains("Outside"), "\(words): \(run.errors)")
          if run.end == .exited(0) { answers += 1 }
        }
      }
      let swaps = swapper.stop()
      #expect(swaps > 1_000 && answers > Self.rounds, "\(swaps) swaps, \(answers) answers")
      // Caches hold texts packed, so a search of what they hold is asked, too.
      let kept = try sandbox.shell(
        """
        grep -rlF Outside --exclude-dir=.swap --exclude-dir=shared . ../copy* ../home
        for repository in . ../remote.git; do
          git -C $repository cat-file --batch --batch-all-objects --unordered | grep -aF Outside
        done
        memo list --format '{title}' | grep -F Outside; memo search \(Self.secret)
        """)
      #expect(kept.text.isEmpty, "\(kept.text)")
    }
  }
#endif
