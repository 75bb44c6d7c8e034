import MemoCore
import MemoStore

/// The system's clipboard, by the tools that the machine has for it: pbcopy, wl-copy or xclip.
///
/// No shell sees any of it: tools get a text as standard input.
public struct Clipboard: Sendable {
  private let machine: Machine
  private let root: HostPath?

  /// The clipboard of a workspace's machine.
  public init(of workspace: Workspace) {
    self.init(on: workspace.machine, outside: workspace.vault.root)
  }

  /// - Parameter root: the root of a vault, in which no tool is looked for.
  init(on machine: Machine, outside root: HostPath?) {
    (self.machine, self.root) = (machine, root)
  }

  /// Puts a text on the clipboard; returns false where there is no tool.
  public func copy(_ text: [UInt8]) throws -> Bool {
    guard let tool = copyTool(isHTML: false) else { return false }
    return try run(tool, reading: text).exit.isSuccess
  }

  /// The text on the clipboard; `nil` where there is no tool or no text.
  public func paste() throws -> [UInt8]? {
    guard let tool = pasteTool else { return nil }
    let run = try run(tool, reading: [])
    return run.exit.isSuccess && !run.output.isEmpty ? run.output : nil
  }

  // MARK: Tools

  /// A program of the user's.
  struct Tool {
    let name: String
    let program: [UInt8]
    let arguments: [String]
  }

  /// The tool that takes a text from its standard input.
  func copyTool(isHTML: Bool) -> Tool? {
    let type = isHTML ? ["-t", "text/html"] : []
    return tool("pbcopy", []) ?? (isOnWayland ? tool("wl-copy", type) : nil)
      ?? (isOnX ? tool("xclip", ["-selection", "clipboard"] + type) : nil)
  }

  private var pasteTool: Tool? {
    tool("pbpaste", []) ?? (isOnWayland ? tool("wl-paste", ["--no-newline", "--type", "text"]) : nil)
      ?? (isOnX ? tool("xclip", ["-selection", "clipboard", "-o"]) : nil)
  }

  private var isOnWayland: Bool { machine.variable("WAYLAND_DISPLAY") != nil }
  private var isOnX: Bool { machine.variable("DISPLAY") != nil }

  private func tool(_ name: String, _ arguments: [String]) -> Tool? {
    machine.programs.find(name, outside: root).map {
      Tool(name: name, program: $0, arguments: arguments)
    }
  }

  private func run(_ tool: Tool, reading input: [UInt8]) throws -> ProgramOutput {
    try machine.programs.run(
      tool.program, arguments: tool.arguments.map { Array($0.utf8) }, reading: input)
  }
}
