import MemoCore
import MemoIndex
package import MemoKit
import MemoStore
package import MemoWords

/// Runs an agent server on standard input and output, a message a line, until the input ends.
package struct AgentLoop {
  private let workspace: Workspace
  private let language: Language
  private let version: String
  private let isWriting: Bool

  /// A loop for a vault.
  ///
  /// - Parameter isWriting: whether the agent may change memos.
  package init(in workspace: Workspace, language: Language, version: String, isWriting: Bool) {
    (self.workspace, self.language, self.version, self.isWriting) = (workspace, language, version, isWriting)
  }

  /// Answers line by line.
  package func run() throws {
    let console = workspace.machine.console
    let tools = AgentTools(in: workspace, language: language, isWriting: isWriting)
    let server = AgentServer(of: tools, version: version)
    var lines = LineReader()
    func answer() throws {
      while let line = lines.next() {
        let reply =
          switch line {
          case .text(let text): server.receive(text)
          case .tooLong: AgentServer.tooLong(LineReader.limit)
          }
        guard let reply else { continue }
        try (reply.encoded + [UInt8(ascii: "\n")]).withUnsafeBytes { try console.write($0) }
      }
    }
    while true {
      let bytes = try console.readPiece()
      if bytes.isEmpty { break }
      lines.append(bytes)
      try answer()
    }
    lines.end()
    try answer()
  }
}

/// Cuts a stream of bytes into lines; of one that is too long it keeps nothing.
struct LineReader {
  /// A line that came in.
  enum Line: Equatable {
    /// Without its end, and not blank.
    case text([UInt8])
    /// It had more bytes than `limit`.
    case tooLong
  }

  /// The longest line in bytes.
  static let limit = 1 << 24

  private var lines: [Line] = []
  private var first = 0
  private var open: [UInt8] = []
  private var isTooLong = false

  /// Adds bytes as they come.
  mutating func append(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      close()
      rest = rest[(end + 1)...]
    }
    keep(rest)
  }

  /// Takes what is left for a line.
  mutating func end() { close() }

  /// The next line; `nil` until more bytes come.
  mutating func next() -> Line? {
    guard first < lines.count else { return nil }
    defer {
      first += 1
      if first == lines.count { (lines, first) = ([], 0) }
    }
    return lines[first]
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong else { return }
    isTooLong = open.count + bytes.count > Self.limit
    if isTooLong { open = [] } else { open += bytes }
  }

  private mutating func close() {
    if isTooLong {
      lines.append(.tooLong)
    } else if !open.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
      lines.append(.text(open))
    }
    (open, isTooLong) = ([], false)
  }
}
