import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// A terminal in which a shell command line runs and the test looks and types; it is tmux that draws it.
final class TerminalScreen {
  private let sandbox: Sandbox
  /// The name of the server's socket and of the files beside it: a sandbox may have several terminals, one after another.
  private let name = "terminal-\(UInt32.random(in: .min ... .max))"

  /// Whether there is a tmux; without it the tests of terminals are skipped.
  static let isAvailable = MemoProgram.isInstalled("tmux")

  private static let attempts = 2400
  private static let pause: useconds_t = 25_000

  /// Starts a command line; when it has ended, `[exit 0]` with its exit code is below what it wrote.
  init(_ commandLine: String, in sandbox: Sandbox, columns: Int = 80, rows: Int = 24) throws {
    self.sandbox = sandbox
    // The trap lets the script outlive a Ctrl-C that ends the command.
    let script = "trap : INT\nread go\n\(commandLine)\necho \"[exit $?]\"\nexec cat > /dev/null\n"
    try sandbox.folder.write(script, to: "\(name).sh")
    let size = ["-x", "\(columns)", "-y", "\(rows)"]
    _ = try tmux(["new-session", "-d"] + size + ["-c", sandbox.vault.text, "sh ../\(name).sh"])
    _ = try tmux(["pipe-pane", "cat > '\(sandbox.folder.path.text)/\(name).written'"])
    try press("Enter")
  }

  deinit {
    do {
      _ = try tmux(["kill-server"])
    } catch {
      print("a tmux server stays: \(error)")
    }
  }

  // MARK: Looking

  /// The lines on the screen, without the spaces at their ends.
  func lines() throws -> [String] {
    try tmux(["capture-pane", "-p"]).lines
  }

  /// The screen with its colours as escapes.
  func colouredText() throws -> String {
    try tmux(["capture-pane", "-p", "-e"]).text
  }

  /// All that was written to the terminal until the command ended, byte for byte.
  func written(_ location: SourceLocation = #_sourceLocation) throws -> String {
    // What is on the screen is on its way to the file.
    try wait(until: { try recorded().contains("[exit ") }, location)
    return try recorded()
  }

  private func recorded() throws -> String {
    String(decoding: try sandbox.folder.bytes(of: VaultPath("\(name).written")) ?? [], as: UTF8.self)
  }

  /// Waits until the screen shows something and returns its lines.
  @discardableResult
  func wait(for text: String, _ location: SourceLocation = #_sourceLocation) throws -> [String] {
    var screen: [String] = []
    for _ in 0..<Self.attempts {
      screen = try lines()
      if screen.contains(where: { $0.contains(text) }) { return screen }
      usleep(Self.pause)
    }
    Issue.record("'\(text)' does not appear:\n\(screen.joined(separator: "\n"))", sourceLocation: location)
    return screen
  }

  /// Waits for the end of the command and returns what is above its exit code.
  @discardableResult
  func waitForEnd(code: Int = 0, _ location: SourceLocation = #_sourceLocation) throws -> [String] {
    let screen = try wait(for: "[exit ", location)
    let place = screen.lastIndex { $0.hasPrefix("[exit ") } ?? 0
    #expect(screen[place] == "[exit \(code)]", "\(screen.joined(separator: "\n"))", sourceLocation: location)
    return screen[..<place].drop { $0.isEmpty }.map { $0 }
  }

  // MARK: Typing

  /// Types text.
  func type(_ text: String) throws {
    _ = try tmux(["send-keys", "-l", "--", text])
  }

  /// Presses keys by tmux's names: `Enter`, `Escape`, `Down`, `C-c`.
  func press(_ keys: String...) throws {
    _ = try tmux(["send-keys"] + keys)
  }

  /// Types bytes, each of which arrives alone.
  func typeApart(_ bytes: some Sequence<UInt8>) throws {
    for byte in bytes { _ = try tmux(["send-keys", "-H", String(byte, radix: 16)]) }
  }

  /// Pastes text as a terminal does, with marks around it where the program asked for them.
  func paste(_ text: String) throws {
    _ = try tmux(["set-buffer", text])
    _ = try tmux(["paste-buffer", "-p", "-r"])
  }

  // MARK: The window

  /// Gives the window another size.
  func resize(columns: Int, rows: Int) throws {
    _ = try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Where the cursor is seen, counted from 0; `nil` where it is hidden.
  func cursor() throws -> (row: Int, column: Int)? {
    let fields = try tmux(["display-message", "-p", "#{cursor_flag} #{cursor_y} #{cursor_x}"]).lines.first?
      .split(separator: " ").compactMap { Int($0) }
    guard let fields, fields.count == 3, fields[0] == 1 else { return nil }
    return (fields[1], fields[2])
  }

  /// Waits until the screen does not show something any more.
  func waitUntilGone(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<Self.attempts {
      guard try lines().contains(where: { $0.contains(text) }) else { return }
      usleep(Self.pause)
    }
    Issue.record("'\(text)' stays on the screen", sourceLocation: location)
  }

  /// Waits until something holds that is not on the screen.
  func wait(until holds: () throws -> Bool, _ location: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<Self.attempts {
      if try holds() { return }
      usleep(Self.pause)
    }
    Issue.record("it never comes true:\n\(try lines().joined(separator: "\n"))", sourceLocation: location)
  }

  private func tmux(_ words: [String]) throws -> MemoRun {
    let server = ["tmux", "-u", "-f", "/dev/null", "-S", sandbox.folder.path.appending("\(name).tmux").text]
    let run = try sandbox.run(server + words, in: "vault", input: [], with: [:])
    try #require(run.end == .exited(0), "\(run.command): \(run.errors)")
    return run
  }
}
