public import MemoCore

/// A file to open in an editor.
public struct EditedFile: Equatable, Sendable {
  /// The file.
  public let path: HostPath
  /// The line to open it at, from 1; `nil` for wherever the editor begins.
  public let line: Int?
  /// The column, from 1.
  public let column: Int?

  /// A file, or a place in it.
  public init(_ path: HostPath, line: Int? = nil, column: Int? = nil) {
    (self.path, self.line, self.column) = (path, line, column)
  }
}

/// How an editor is asked to open a file at a line. One that is not known gets the file alone.
enum EditorLine {
  /// `+12 FILE`, for the first file alone.
  case vi
  /// `+12,3 FILE`
  case nano
  /// `+12:3 FILE`
  case emacs
  /// The same, for the first file alone.
  case kakoune
  /// `FILE:12:3`
  case suffix
  /// `--goto FILE:12:3`
  case code
  case unknown

  private static let names: [String: EditorLine] = [
    "vi": .vi, "vim": .vi, "nvim": .vi, "view": .vi, "gvim": .vi, "mvim": .vi, "nvi": .vi, "neovide": .vi,
    "nano": .nano, "rnano": .nano,
    "emacs": .emacs, "emacsclient": .emacs, "emacs-nox": .emacs,
    "kak": .kakoune, "micro": .kakoune,
    "hx": .suffix, "helix": .suffix, "subl": .suffix, "sublime_text": .suffix, "zed": .suffix,
    "code": .code, "code-insiders": .code, "codium": .code, "vscodium": .code, "cursor": .code,
  ]
  /// Words before the program's own name.
  private static let wrappers: Set = ["exec", "command", "env"]

  /// - Parameter shellLine: the user's editor, a shell command line such as `LANG=C 'my vim' -u NONE`.
  init(of shellLine: String) {
    let program = Self.program(of: shellLine)
    self = program.flatMap { $0.parts(at: "/").last }.flatMap { Self.names[$0] } ?? .unknown
  }

  /// The program that a shell command line runs; `nil` where it names none.
  static func program(of shellLine: String) -> String? {
    words(of: shellLine).first { word in
      let isVariable = word.utf8.contains(UInt8(ascii: "=")) && !word.utf8.contains(UInt8(ascii: "/"))
      return !wrappers.contains(word) && !isVariable
    }
  }

  /// What follows the editor's own words.
  func arguments(for files: [EditedFile]) -> [[UInt8]] {
    files.enumerated().flatMap { place, file -> [[UInt8]] in
      let path = file.path.bytes
      guard let line = file.line else { return [path] }
      let column = file.column ?? 1
      switch self {
      case .vi: return place == 0 ? [Array("+\(line)".utf8), path] : [path]
      case .nano: return [Array("+\(line),\(column)".utf8), path]
      case .emacs: return [Array("+\(line):\(column)".utf8), path]
      case .kakoune: return place == 0 ? [Array("+\(line):\(column)".utf8), path] : [path]
      case .suffix: return [path + Array(":\(line):\(column)".utf8)]
      case .code: return [Array("--goto".utf8), path + Array(":\(line):\(column)".utf8)]
      case .unknown: return [path]
      }
    }
  }

  /// The first words of a shell command line, without quotes and backslashes; enough to find the program's name.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
