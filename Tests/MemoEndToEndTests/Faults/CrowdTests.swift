#if os(Linux)
  import Foundation
  import MemoCore
  import MemoTestSupport
  import Testing

  /// Many programs in one vault at the same time: eight that run commands, an editor, a watcher, a sync with another device.
  ///
  /// A run takes some seconds; `MEMO_CROWD=300` in the environment makes it so many.
  @Suite(.waitsForPrograms) struct CrowdTests {
    private static let seconds = ProcessInfo.processInfo.environment["MEMO_CROWD"].flatMap { Int($0) } ?? 8

    /// What a worker does over and over; `$line` is a text of its own, `$memo` one of the memos that are there just now.
    private static let steps = """
      case $((number % 9)) in
        0|1|2) memo append "$memo" "$line" ;;
        3) memo prepend "$memo" "$line" ;;
        4) memo new "memo $line" --body "$line" ;;
        5) memo rename "$memo" "name $line" ; false ;;
        6) memo move "$memo" "folder $((number % 3))" ; false ;;
        7) memo delete --yes "$memo" ; false ;;
        8) memo list --json && memo search line -l && memo tags && memo check ; false ;;
      esac
      """

    /// 0 done, 1 nothing found, 3 gone by now, 4 two of that name, 5 changed in between, 6 locked, 8 another device was faster.
    private static let allowed: Set<String> = ["0", "1", "3", "4", "5", "6", "8"]

    @Test func aCrowdLosesNoLine() throws {
      let devices = try Devices.inStep(2, "# A\nstart\n")
      let sandbox = devices.sandbox
      for number in 1...12 { try devices.write("# \(number)\n", to: "m\(number).md", on: 0) }
      try devices.mustSync(0)
      try devices.mustSync(1)
      _ = try devices.memo(0, ["watch", "--start"])
      try sandbox.makeProgram("worker", Self.worker)
      try sandbox.makeProgram("editor", Self.editor)
      try sandbox.makeProgram("syncer", Self.syncer)
      let crowd = (1...8).map { "worker \($0) &" }.joined(separator: " ")
      _ = try sandbox.shell(
        "end=$(($(date +%s) + \(Self.seconds))); export end; \(crowd) editor & syncer & wait", in: "d0",
        limit: .seconds(Self.seconds + 120))
      _ = try devices.memo(0, ["watch", "--stop"])
      try expectDocumentedEnds(sandbox)
      try expectEveryLine(devices)
      try expectASoundVault(devices)
    }

    private static let worker = """
      name=$1; number=0
      while [ $(date +%s) -lt $end ]; do
        number=$((number + 1)); line="line-$name-$number-"
        memo=$(ls *.md */*.md 2> /dev/null | sed -n "$(((number * 7 + name * 3) % 15 + 1))p")
        [ -n "$memo" ] || continue
        { \(steps)
        } > /dev/null 2> ../told.$name
        code=$?
        [ $code != 0 ] || [ $((number % 9)) -gt 4 ] || echo "$line" >> ../written.$name
        echo "$code" >> ../codes.$name
        grep -i -e fatal -e trap ../told.$name >> ../crashes
      done; :
      """

    /// Saves as editors do, half of them in place and half of them under another name first.
    private static let editor = """
      number=0
      while [ $(date +%s) -lt $end ]; do
        number=$((number + 1)); line="line-editor-$number-"
        echo "$line" >> own.md && echo "$line" >> ../written.editor
      done; :
      """

    private static let syncer = """
      while [ $(date +%s) -lt $end ]; do
        for device in d0 d1; do
          memo --vault ../$device sync > /dev/null 2> ../told.$device; code=$?
          echo $code >> ../codes.$device; [ $code = 0 ] || cat ../told.$device >> ../failures
        done
        echo "line-there-$(date +%N)-" | tee -a ../d1/a.md >> ../written.there
      done; :
      """

    // MARK: What is expected

    private func words(_ place: String, _ sandbox: Sandbox) throws -> [String] {
      let run = try sandbox.shell("cat ../\(place).* 2> /dev/null || :", in: "d0")
      return run.lines
    }

    private func expectDocumentedEnds(_ sandbox: Sandbox) throws {
      let codes = try words("codes", sandbox)
      let counts = Dictionary(grouping: codes) { $0 }.mapValues(\.count)
      let told = try sandbox.shell("cat ../crashes ../failures 2> /dev/null || :", in: "d0").text
      #expect(Set(counts.keys).isSubset(of: Self.allowed), "\(counts)\n\(told)")
      #expect(try sandbox.shell("cat ../crashes", in: "d0").text.isEmpty, "\(told)")
      print("\(codes.count) commands: \(counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" })")
    }

    /// Each line that a command said it wrote is in a memo, in the trash or in what git keeps.
    private func expectEveryLine(_ devices: Devices) throws {
      let sandbox = devices.sandbox
      for device in [0, 1, 0, 1] { try devices.mustSync(device, "--allow-mass-delete") }
      let kept = try sandbox.shell(
        "cat *.md */*.md .memo/trash/*.md ../d1/*.md 2> /dev/null; git log --all -p -m --no-color", in: "d0")
      let found = Set(kept.text.matches(of: #/line-[a-z0-9]+-[0-9]+-/#).map { String($0.output) })
      let lost = try words("written", sandbox).filter { !found.contains($0) }
      #expect(lost.isEmpty, "\(lost.count) lines: \(lost.prefix(10))")
    }

    private func expectASoundVault(_ devices: Devices) throws {
      for device in 0...1 {
        #expect(try devices.memo(device, ["index", "--verify"]).end == .exited(0))
        let check = try devices.memo(device, ["check", "--json"])
        #expect(check.end == .exited(0) || check.end == .exited(1), "\(check.errors)")
        let sound = try devices.sandbox.shell("git fsck --strict --no-dangling", in: devices.names[device])
        #expect(sound.end == .exited(0), "\(sound.errors)")
      }
      let strays = try devices.sandbox.shell(
        "find . -name '.memo-tmp*' -o -name '*-draft' -o -name '*-applying' -o -path './.git/*.lock'", in: "d0")
      #expect(strays.text.isEmpty, "\(strays.text)")
    }
  }

  extension Sandbox {
    /// Runs a shell command line that takes longer than others.
    fileprivate func shell(_ line: String, in place: String, limit: DispatchTimeInterval) throws -> MemoRun {
      try run(["/bin/sh", "-c", line].map { Array($0.utf8) }, in: place, limit: limit)
    }
  }
#endif
