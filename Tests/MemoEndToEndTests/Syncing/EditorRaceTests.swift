import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Editors that save while a sync brings in other lines of the same memo.
@Suite(.waitsForPrograms) struct EditorRaceTests {
  /// As a shell loop saves: by renaming a new file, in place, and by moving the old one away first.
  private static let savers = [
    "printf '%s' \"$text\" > d1/t~; mv d1/t~ d1/a.md", "printf '%s' \"$text\" > d1/a.md",
    "mv d1/a.md d1/a~; printf '%s' \"$text\" > d1/a.md; rm d1/a~",
  ]

  @Test(arguments: savers.indices)
  func noSaveAndNoLineFromElsewhereIsLost(saver: Int) throws {
    let devices = try Devices.inStep(2, "# A\n\nlast\n")
    try devices.write("*~\n", to: ".gitignore", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    let loop = """
      n=0
      while [ $n -lt 8 ]; do
        n=$((n + 1))
        printf '# A\\nremote%s\\n' $n > d0/t~; tail -n +2 d0/a.md >> d0/t~; mv d0/t~ d0/a.md
        memo --vault d0 sync 2> /dev/null
        memo --vault d1 sync 2> /dev/null &
        i=0; while [ $i -lt $((n * 300)) ]; do i=$((i + 1)); done
        text="$(cat d1/a.md)
      local$n
      "
        \(Self.savers[saver])
        wait
        memo --vault d1 sync; memo --vault d0 sync
      done
      """
    let run = try devices.sandbox.shell(loop, in: "")
    #expect(run.end == .exited(0), "\(run.errors)")
    for device in [1, 0, 1] { try devices.mustSync(device) }
    try devices.expectInStep()
    let text = try #require(try devices.text("a.md", on: 0))
    for number in 1...8 {
      for line in ["remote\(number)", "local\(number)"] {
        #expect(text.contains("\(line)\n"), "\(line) is missing in \(text)")
      }
    }
  }
}
