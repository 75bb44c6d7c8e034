import MemoCore
import MemoTestSupport
import Testing

/// A remote that takes the connection and never answers. What git has started to talk to it ends with memo.
@Suite(.waitsForPrograms) struct SilentRemoteTests {
  /// A stand-in for ssh with a child of its own, which notes the numbers of both and then says that it is there.
  private static let silentSSH = "sleep 600 & echo $$ $! > ../pids; echo > ../ready; wait"

  private static func devices() throws -> Devices {
    let devices = try Devices.inStep(1)
    try devices.sandbox.makeProgram("ssh", silentSSH)
    try devices.git("config", "remote.origin.url", "me@host:notes.git", in: "d0")
    return devices
  }

  /// Starts a sync, sends it a signal once it waits for the remote, and waits until all of it is gone.
  private static func line(_ signal: String, input: String) -> String {
    // A shell has what it starts in the background ignore Ctrl-C.
    let memo = signal == "INT" ? "env --default-signal=INT memo" : "memo"
    return """
      mkfifo ../ready; \(memo) sync < \(input) & p=$!; read go < ../ready; kill -s \(signal) $p; wait $p
      for id in $(cat ../pids); do while ps -o stat= -p $id | grep -q '^[^Z]'; do :; done; done; echo all gone
      """
  }

  private static let signals = ["TERM", "HUP"] + (MemoProgram.isLinux ? ["INT"] : [])

  @Test(arguments: signals)
  func whatGitStartedEndsWithASignal(signal: String) throws {
    let devices = try Self.devices()
    let run = try devices.sandbox.shell(Self.line(signal, input: "/dev/null"), in: "d0")
    #expect(run.end == .exited(0) && run.text.hasSuffix("all gone\n"), "\(run.end) \(run.text)\(run.errors)")
    try devices.git("config", "remote.origin.url", devices.hub, in: "d0")
    try devices.mustSync(0)
  }

  @Test(.enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
  func whatMayAskOnTheTerminalEndsWithASignal() throws {
    let devices = try Self.devices()
    try devices.sandbox.folder.write(Self.line("TERM", input: "/dev/tty") + "\n", to: "d0/try.sh")
    let screen = try TerminalScreen("exec sh", in: devices.sandbox, columns: 100)
    try screen.type("cd '\(devices.sandbox.folder.path.text)/d0' && sh try.sh")
    try screen.press("Enter")
    try screen.wait(for: "all gone")
  }
}
