import MemoCore
import MemoTestSupport
import Testing

/// Programs that a vault holds under the names of others are not run, though `PATH` names the working directory, and
/// neither are they by the programs that memo starts.
@Suite(.waitsForPrograms) struct PlantedProgramTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("# Plan\n\nbody\n", to: "plan.md", day: 1)
    let mark = sandbox.folder.path.appending("ran").text
    for folder in ["vault", "vault/bin", "vault/.memo"] {
      for name in ["git", "ssh", "pandoc", "pbcopy", "xclip", "xdg-open", "less", "vi", "memo-x", "sh", "cat"] {
        let path = VaultPath("\(folder)/\(name)")
        try sandbox.folder.write("#!/bin/sh\necho \"$0\" >> '\(mark)'\n", to: path.text)
        try sandbox.folder.setMode(0o755, of: path)
      }
    }
  }

  private func expectNoneRan(_ command: String) throws {
    let ran = try sandbox.folder.bytes(of: VaultPath("ran"))
    #expect(ran == nil, "\(command): \(String(decoding: ran ?? [], as: UTF8.self))")
  }

  private static let commands = [
    "x", "share plan.md", "share --html plan.md", "share --html --stdout plan.md", "share --open plan.md",
    "share --mail plan.md", "history plan.md", "diff plan.md", "sync --remote ssh://127.0.0.1:1/x",
    "sync --remote ../hub.git", "sync", "sync --status",
  ]

  @Test(arguments: [":.:bin:.memo:/usr/bin:/bin", "VAULT/bin:VAULT:VAULT/../vault/.memo:/usr/bin:/bin"])
  func noCommandRunsThem(path: String) throws {
    _ = try sandbox.shell("git init -q --bare ../hub.git", with: ["PATH": "/usr/bin:/bin"])
    let memo = sandbox.folder.path.appending("programs/memo").text
    let names = path.utf8.split(separator: UInt8(ascii: ":")).map { String(decoding: $0, as: UTF8.self) }
    let search = names.map { $0.replacing("VAULT", with: sandbox.vault.text) }.joined(separator: ":")
    for command in Self.commands {
      let words = command.split(separator: " ").map(String.init)
      _ = try sandbox.run([memo] + words, in: "vault", input: [], with: ["PATH": search, "DISPLAY": ":9"])
      try expectNoneRan(command)
    }
  }

  @Test(.enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
  func neitherTheEditorNorThePagerIsOneOfThem() throws {
    let memo = sandbox.folder.path.appending("programs/memo").text
    for command in ["list", "show plan.md"] {
      _ = try TerminalScreen("PATH=.:bin:/usr/bin:/bin '\(memo)' \(command)", in: sandbox).waitForEnd()
      try expectNoneRan(command)
    }
    let screen = try TerminalScreen("PATH=.:bin \(memo) edit plan.md || true", in: sandbox)
    try screen.press(":", "q", "!", "Enter")
    _ = try screen.waitForEnd()
    try expectNoneRan("edit")
  }
}
