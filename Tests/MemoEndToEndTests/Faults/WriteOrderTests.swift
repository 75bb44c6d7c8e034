#if os(Linux)
  import MemoCore
  import MemoTestSupport
  import Testing

  /// A power cut may undo whatever was not waited for, in any order.
  @Suite(.waitsForPrograms) struct WriteOrderTests {
    @Test(.enabled(if: FaultMachine.mayTrace, FaultMachine.skipped), arguments: FaultedCommand.all + [.syncOfWaiting])
    func everythingIsOnTheDiskBeforeAnythingRestsOnIt(command: FaultedCommand) throws {
      let machine = try FaultMachine(command)
      try machine.reset()
      let run = try machine.run(options: "-y -e trace=\(WriteOrder.calls)")
      #expect(run.end == .exited(0), "\(run.errors)")
      let root = machine.sandbox.folder.path.text
      let order = WriteOrder(
        try machine.traced(), vault: root + "/vault", remote: root + "/hub", hasRecord: command.makesOperation,
        edited: command.edited)
      #expect(order.problems.isEmpty, "\(command.line): \(order.problems.joined(separator: "\n"))")
    }

    @Test func theCheckSeesWhatIsMissing() {
      let good = [
        #"1 openat(3</v/.memo/history/1-0-draft>, "0", O_WRONLY|O_CREAT|O_EXCL, 0600) = 4</v/.memo/history/1-0-draft/0>"#,
        #"1 write(4</v/.memo/history/1-0-draft/0>, "text", 4) = 4"#,
        "1 fsync(4</v/.memo/history/1-0-draft/0>) = 0", "1 fsync(3</v/.memo/history/1-0-draft>) = 0",
        #"1 renameat(5</v/.memo/history>, "1-0-draft", 6</v/.memo/history>, "1-4-applying") = 0"#,
        "1 fsync(5</v/.memo/history>) = 0",
        #"1 renameat2(3</v/.memo/history/1-4-applying>, "0", 7</v>, "a.md", RENAME_EXCHANGE) = 0"#,
        "1 fsync(7</v>) = 0",
      ]
      #expect(problems(good).isEmpty)
      #expect(problems(good.filter { !$0.contains("fsync(4") }).first?.contains("before its bytes") == true)
      #expect(problems(good.filter { !$0.contains("fsync(5") }).first?.contains("before the record") == true)
      #expect(problems(good.filter { !$0.contains("fsync(7") }).first?.contains("not waited for") == true)
      #expect(problems(good.filter { !$0.contains("applying\"") }).first?.contains("before it is written down") == true)
      #expect(problems([#"1 write(3</v/a.md>, "x", 1) = 1"#]).first?.contains("in place") == true)
      #expect(problems([#"1 openat(AT_FDCWD</v>, "/etc/x", O_CREAT) = 3</etc/x>"#]).first?.contains("outside") == true)
      let objects = [
        #"2 openat(AT_FDCWD</v>, ".git/objects/pack/tmp_pack", O_CREAT) = 3</v/.git/objects/pack/tmp_pack>"#,
        #"2 write(3</v/.git/objects/pack/tmp_pack>, "PACK", 4) = 4"#,
        #"2 rename("/v/.git/refs/heads/main.lock", "/v/.git/refs/heads/main") = 0"#,
      ]
      #expect(problems(objects).first?.contains("main before") == true)
      let fetched = objects.map { $0.contains("pack") ? "3" + $0.dropFirst() : $0 }
      #expect(problems(fetched).isEmpty, "a pack that another process still writes")
      let named = [#"3 rename("/v/.git/objects/pack/tmp_pack", "/v/.git/objects/pack/pack-1.pack") = 0"#]
      #expect(problems(fetched[..<2] + named + fetched[2...]).first?.contains("main before") == true)
    }

    @Test func theCheckSeesAFileThatIsCommittedBeforeItIsWaitedFor() {
      let good = [
        "1 fsync(4</v/a.md>) = 0", "1 fsync(5</v>) = 0",
        #"2 rename("/v/.git/refs/heads/main.lock", "/v/.git/refs/heads/main") = 0"#,
      ]
      #expect(problems(good, edited: ["a.md"]).isEmpty)
      #expect(problems(Array(good[1...]), edited: ["a.md"]) == ["/v/.git/refs/heads/main before /v/a.md"])
      #expect(problems([good[0], good[2]], edited: ["a.md"]) == ["/v/.git/refs/heads/main before /v"])
      #expect(problems(["1 syncfs(3</v>) = 0", good[2]], edited: ["a.md"]).isEmpty)
      let waited = [#"2 rename("/v/.git/refs/memo/waited.lock", "/v/.git/refs/memo/waited") = 0"#]
      #expect(problems(waited, edited: ["a.md"]).first == "/v/.git/refs/memo/waited before /v")
      let out = [
        #"1 renameat(5</v/.memo/history>, "1-0-draft", 6</v/.memo/history>, "1-4-applying") = 0"#,
        #"1 renameat2(7</v>, "a.md", 3</v/.memo/history/1-4-applying>, "0", RENAME_NOREPLACE) = 0"#,
        "1 fsync(5</v/.memo/history>) = 0", "1 fsync(5</v>) = 0",
      ]
      #expect(problems(out, edited: ["a.md"]) == ["/v/a.md comes out before its bytes are waited for"])
      #expect(problems([good[0]] + out, edited: ["a.md"]).isEmpty)
    }

    private func problems(_ lines: [String], edited: [String] = []) -> [String] {
      WriteOrder(lines.joined(separator: "\n"), vault: "/v", remote: "/hub", hasRecord: true, edited: edited).problems
    }
  }
#endif
