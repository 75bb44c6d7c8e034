#if os(Linux)
  import Foundation
  import MemoCore
  import MemoTestSupport
  import Testing

  /// A machine that lacks something: room, rights, descriptors, variables, programs.
  @Suite(.waitsForPrograms) struct EnvironmentTests {
    /// Whether a test may mount file systems of its own, which no one else sees.
    static let mayMount: Bool = {
      guard MemoProgram.isInstalled("unshare"), let sandbox = try? Sandbox(),
        let run = try? sandbox.shell("unshare -Urm mount -t tmpfs none ../vault")
      else { return false }
      return run.end == .exited(0)
    }()

    static let unmounted: Comment = "file systems cannot be mounted here: full and read-only ones are not tried"

    @Test(.enabled(if: mayMount, unmounted)) func aFullDiskLosesNothingAndIsReported() throws {
      let sandbox = try Sandbox()
      let script = """
        mount -t tmpfs -o size=64k none . && cd "$PWD" && memo init -q . && memo new first --body kept -q > ../made || exit 99
        number=0; code=0
        while [ $code = 0 ] && [ $number -lt 100 ]; do
          number=$((number + 1))
          memo append first.md "line $number $(head -c 2000 /dev/zero | tr '\\0' x)" -q; code=$?
        done
        memo list --paths && memo show first.md | cut -c 1-10 > ../text && memo index --verify > ../verified
        echo "$code $number $? $(find . -name '.memo-tmp*' -o -name '*-draft' | wc -l)"
        rm -r .memo/history .memo/cache && memo append first.md after -q && tail -n 1 first.md
        """
      let run = try sandbox.shell("unshare -Urm sh -c \(quoted(script))")
      let words = run.lines.dropFirst().first?.split(separator: " ").map(String.init) ?? []
      #expect(run.lines.first == "first.md" && words.first == "7", "\(run.text)\(run.errors)")
      #expect(run.errors.contains("No space left on device"), "\(run.errors)")
      #expect(Array(words.dropFirst(2)) == ["0", "0"], "\(run.text)\(run.errors)")
      #expect(run.lines.last == "after", "\(run.text)\(run.errors)")
      let text = String(decoding: try sandbox.folder.bytes(of: VaultPath("text")) ?? [], as: UTF8.self)
      let wanted = ["# first", "", "kept"] + (1..<max(1, Int(words.dropFirst().first ?? "") ?? 1)).map { "line \($0)" }
      let found = text.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.split(separator: "x").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
      }
      #expect(found.dropLast() == wanted[...], "\(text)")
    }

    @Test func aLimitOfFileSizesIsReportedAndReadingGoesOn() throws {
      let sandbox = try Sandbox()
      let script = """
        memo new first --body kept -q && for n in $(seq 100); do echo "# memo $n" > m$n.md; done
        rm -rf .memo/cache; ulimit -f 1
        memo list --paths | wc -l; memo append first.md "$(head -c 4000 /dev/zero | tr '\\0' x)"; echo $?
        find . -name '.memo-tmp*' | wc -l; cat first.md
        """
      let run = try sandbox.shell(script)
      let lines = run.lines.map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines == ["first.md", "101", "7", "0", "# first", "", "kept"], "\(run.text)\(run.errors)")
      #expect(run.errors.contains("File too large") && run.errors.contains("first.md"), "\(run.errors)")
    }

    /// Whichever of the files that a sync writes is the one for which there is no room.
    @Test(.enabled(if: mayMount, unmounted)) func aSyncOnAFullDiskNamesTheFileAndLeavesNothingInTheTrash() throws {
      let devices = try Devices(2)
      for number in 1...4 { try devices.write("# \(number)\n", to: "n\(number).md", on: 0) }
      try devices.join(0)
      let script = """
        mount -t tmpfs -o size=4m,mode=755 none . && cd "$PWD" && memo init -q . && memo sync -q --remote '\(devices.hub)' || exit 99
        cd ../d0; for n in 1 2 3 4; do head -c 90000 /dev/urandom | base64 >> n$n.md; done; memo sync -q || exit 98
        cd ../d1; echo here >> n2.md; code=7; free=0
        while [ $code = 7 ] && [ $free -lt 2000 ]; do
          free=$((free + 20)); rm -f .fill; dd if=/dev/zero of=.fill bs=1k 2> /dev/null; truncate -s -${free}k .fill
          memo sync 2> ../out; code=$?; echo "code $code" >> ../told; cat ../out >> ../told
        done
        rm .fill; memo sync -q; tail -n 1 n2.md; memo trash list --json; cat ../told
        """
      let run = try devices.sandbox.shell("unshare -Urm sh -c \(quoted(script))", in: "d1")
      #expect(run.end == .exited(0), "\(run.text)\(run.errors)")
      #expect(run.lines.prefix(2) == ["here", "[]"], "\(run.text)\(run.errors)")
      let told = run.text.components(separatedBy: "code ").dropFirst()
      #expect(told.count > 3 && told.last?.hasPrefix("0") == true, "\(run.text)")
      for line in told.dropLast() {
        #expect(line.hasPrefix("7\n") && line.contains("the disk is full; nothing was lost"), "\(line)")
        #expect(line.contains("cannot write '"), "\(line)")
      }
      #expect(told.contains { $0.contains("cannot write 'n") }, "the memo is named: \(run.text)")
      #expect(!run.text.contains("changed while being replaced"), "\(run.text)")
      try devices.mustSync(0)
      #expect(try devices.text("n2.md", on: 0)?.hasSuffix("here\n") == true)
    }

    @Test(.enabled(if: mayMount, unmounted)) func aReadOnlyDiskCanBeReadAndEveryChangeIsRefused() throws {
      let sandbox = try Sandbox.withLibrary()
      _ = try sandbox.memo("delete", "--yes", "plan.md")
      let commands = [
        "new x --body y", "append ünïcode.md y", "write ünïcode.md", "rename ünïcode.md y", "move ünïcode.md y",
        "delete --yes ünïcode.md", "trash restore plan.md", "trash empty --yes", "undo", "tags rename work job",
        "config daily.folder y", "import ../in", "today --no-edit", "today yesterday --no-edit",
        "extract home/recipes/pesto.markdown#Pesto", "merge ünïcode.md work/회의록.md", "tags add x ünïcode.md",
        "tags remove work work/회의록.md", "mentions work/empty.md --link --yes",
      ]
      try sandbox.write("# Empty\n\nWhat is empty\n", to: "empty too.md", day: 2)
      try sandbox.folder.write("# i\n", to: "in/i.md")
      let before = try sandbox.memo("list").text
      let script =
        "mount --bind . . && mount -o remount,ro,bind . && cd $PWD && memo list;"
        + commands.map { "echo y | memo \($0) 2>> ../told >&2; echo \"$? \($0)\" >> ../codes" }.joined(separator: ";")
      let run = try sandbox.shell("unshare -Urm sh -c \(quoted(script))")
      #expect(run.text == before, "\(run.errors)")
      let codes = String(decoding: try sandbox.folder.bytes(of: VaultPath("codes")) ?? [], as: UTF8.self)
      let told = String(decoding: try sandbox.folder.bytes(of: VaultPath("told")) ?? [], as: UTF8.self)
      for line in codes.split(separator: "\n") {
        #expect(line.hasPrefix("7 "), "\(line): \(told)")
      }
      #expect(codes.split(separator: "\n").count == commands.count, "\(codes)")
      #expect(told.contains("Read-only file system"), "\(told)")
      #expect(try sandbox.memo("list").text == before)
    }

    @Test func aFullStandardOutputIsAFailure() throws {
      let sandbox = try Sandbox.withLibrary()
      let commands = [
        "list", "list --json", "list --paths", "search work", "search -l work", "search --json work", "tags",
        "tags --json", "stats", "stats --json", "show plan.md", "show plan.md --json",
        "links home/recipes/pesto.markdown",
        "backlinks plan.md", "graph --dot", "graph --json", "check --json", "export --json", "trash list --json",
        "undo --list --json", "help", "help list", "list --help", "--version", "man", "completions bash",
        "new x --body y", "append plan.md y --json", "today --no-edit", "watch --status", "watch --status --json",
        "rename plan.md z --dry-run", "share plan.md --stdout", "outline home/recipes/pesto.markdown",
        "outline plan.md --json", "mentions plan.md --json", "extract home/recipes/pesto.markdown#Pesto --dry-run",
        "merge plan.md ünïcode.md --dry-run", "tags add x plan.md --dry-run", "new Y --body y --dry-run",
      ]
      for command in commands {
        let run = try sandbox.shell("memo \(command) > /dev/full")
        #expect(run.end == .exited(7), "\(command): \(run.end)")
        #expect(run.errors.contains("standard output"), "\(command): \(run.errors)")
        let isThere = try sandbox.shell("memo \(command)").output.isEmpty == false
        #expect(isThere, "\(command) writes nothing anyway")
      }
    }

    @Test func fewDescriptorsAreEnoughOrAreReported() throws {
      let sandbox = try Sandbox.withLibrary()
      for number in 1...40 { try sandbox.write("# \(number)\n", to: "many/\(number)/\(number).md", day: 1) }
      let wanted = try sandbox.memo("list", "--paths").lines
      for limit in [4, 5, 6, 7, 8, 10, 12, 16, 24, 31, 32, 40, 64] {
        for isCold in [false, true] {
          if isCold { try sandbox.folder.remove(VaultPath("vault/.memo/cache")) }
          let run = try sandbox.shell("ulimit -n \(limit); exec memo list --paths")
          #expect(run.lines == wanted && run.end == .exited(0) || run.tellsOfDescriptors, "\(limit): \(run.errors)")
          // Whatever was not seen then is seen now.
          let now = try sandbox.memo("list", "--paths")
          #expect(now.lines == wanted && now.errors.isEmpty, "\(limit): \(now.errors)")
        }
        let before = try sandbox.text(of: "plan.md")
        let run = try sandbox.shell("ulimit -n \(limit); exec memo append plan.md 'line \(limit)'")
        let after = try sandbox.text(of: "plan.md")
        let isDone = run.end == .exited(0)
        #expect(after == (isDone ? (before ?? "") + "line \(limit)\n" : before), "\(limit): \(run.errors)")
        #expect(isDone || run.tellsOfDescriptors, "\(limit): \(run.end) \(run.errors)")
      }
    }

    /// Every command that has something to do with files ends by itself, with few descriptors and with fewer.
    @Test func fewDescriptorsEndNoCommandByATrap() throws {
      let commands = [
        "list --json", "search '/w.rk/'", "show plan.md", "check", "graph", "stats", "index --rebuild",
        "index --verify", "export ../copy", "rename plan.md 'The plan'", "undo", "move plan.md sub", "undo",
        "delete -y plan.md", "undo", "new --no-edit x", "today --no-edit", "sync --remote ../hub.git",
        "sync --status", "history plan.md", "watch --start", "list", "watch --stop", "conflicts",
      ]
      for limit in [8, 31, 32, 40] {
        let sandbox = try Sandbox.withLibrary()
        _ = try sandbox.shell("git init -q . && git init -q --bare ../hub.git")
        for command in commands {
          let run = try sandbox.shell("ulimit -n \(limit); exec memo \(command)")
          guard case .exited(let code) = run.end, (0...8).contains(code) || code == 127 else {
            Issue.record("\(limit): memo \(command): \(run.end) \(run.errors)")
            continue
          }
          #expect(limit >= 32 || code >= 7, "\(limit): memo \(command): \(run.errors)")
        }
      }
    }

    @Test func missingVariablesProgramsAndFoldersAreNoHindrance() throws {
      let sandbox = try Sandbox.withLibrary()
      let wanted = try sandbox.memo("list", "--paths").text
      for start in [
        "env -u HOME", "env -i", "env TMPDIR=/dev/null/nowhere",
        "env HOME=/dev/null/nowhere XDG_CACHE_HOME=/dev/null/nowhere",
      ] {
        let program = MemoProgram.path.text
        #expect(try sandbox.shell("\(start) \(program) list --paths").text == wanted, "\(start)")
        #expect(try sandbox.shell("\(start) \(program) append plan.md more").end == .exited(0), "\(start)")
        #expect(try sandbox.shell("\(start) \(program) undo").end == .exited(0), "\(start)")
        let edit = try sandbox.shell("\(start) MEMO_EDITOR='echo x >>' PATH=/usr/bin:/bin \(program) edit plan.md")
        #expect(start == "env -i" || edit.end == .exited(0), "\(start): \(edit.errors)")
      }
      let noGit = try sandbox.shell(
        "git init -q .; PATH=/dev/null/nowhere \(MemoProgram.path.text) sync --remote ../hub")
      #expect(noGit.end == .exited(7) && noGit.errors.contains("git"), "\(noGit.end) \(noGit.errors)")
    }

    /// Links and tags in a memo that no one can see would be left as they are.
    @Test func whatReachesAllMemosNeedsAllOfThem() throws {
      let person = try UnprivilegedPerson()
      try person.sandbox.write("# A\n#home\n", to: "a.md", day: 1)
      try person.sandbox.write("[[A]] #home\n", to: "shut.md", day: 1)
      try person.sandbox.folder.setMode(0, of: VaultPath("vault/shut.md"))
      let commands = [
        ["rename", "a.md", "B"], ["move", "a.md", "sub"], ["tags", "rename", "home", "house"],
        ["check", "--fix", "--yes"],
      ]
      for command in commands {
        guard let run = try person.memo(command) else { return }
        #expect(run.end == .exited(7), "\(command): \(run.end)")
        let isNamed = run.errors.hasPrefix("memo: cannot read 'shut.md': Permission denied\nhint: ")
        #expect(isNamed, "\(command): \(run.errors)")
        #expect(try person.sandbox.text(of: "a.md") == "# A\n#home\n", "\(command)")
      }
    }

    @Test func koreanIsKoreanInTheLocaleC() throws {
      let sandbox = try Sandbox.withLibrary()
      sandbox.variables["LC_ALL"] = "C"
      #expect(try sandbox.memo("show", "장보기").text == "# 장보기\n\n우유, 두부 #home\n")
      #expect(try sandbox.memo("new", "제목", "--body", "본문").text == "제목.md\n")
      #expect(try sandbox.memo("append", "제목", "한 줄").end == .exited(0))
      #expect(try sandbox.text(of: "제목.md") == "# 제목\n\n본문\n한 줄\n")
      #expect(try sandbox.memo("search", "-l", "ㅎㅇㄹ").lines == ["work/회의록.md"])
      #expect(try sandbox.memo("list", "--paths").lines.contains("home/장보기.md"))
    }

    private func quoted(_ script: String) -> String {
      "'" + script.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
  }

  extension MemoRun {
    /// Whether it ended with a word about descriptors, memo's own or that of what starts programs.
    fileprivate var tellsOfDescriptors: Bool {
      let isReported = errors.contains("Too many open files") || errors.contains("cannot open enough files")
      return isReported && end == .exited(7) || end == .exited(127)
    }
  }
#endif
