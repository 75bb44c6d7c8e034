import MemoCore
import MemoTestSupport

extension Sandbox {
  /// A vault in a repository of the test's own: a memo that was renamed and edited, one that is gone.
  static func withPast() throws -> Sandbox {
    let sandbox = try Sandbox()
    sandbox.variables["GIT_CONFIG_GLOBAL"] = sandbox.folder.path.appending("home/.gitconfig").text
    sandbox.variables["GIT_CONFIG_NOSYSTEM"] = "1"
    try sandbox.folder.write("[user]\n\tname = 김 Tester\n\temail = tester@example.org\n", to: "home/.gitconfig")
    try sandbox.folder.write("*\n", to: "vault/.memo/.gitignore")
    try sandbox.git("init -q -b main")
    try sandbox.write("# 계획\n\n1. 하나\n2. 둘\n3. 셋\n4. 넷\n", to: "계획.md")
    try sandbox.write("# Gone\n", to: "gone.md")
    try sandbox.commit("first", day: 1)
    try sandbox.git("mv 계획.md plan.md")
    try sandbox.git("rm -q gone.md")
    try sandbox.commit("rename", day: 2)
    try sandbox.write("# 계획\n\n1. 하나\n2. 둘째\n3. 셋\n4. 넷\n", to: "plan.md")
    try sandbox.commit("second thoughts", day: 3)
    return sandbox
  }

  /// Runs git in the vault as a user does; ends the test where it fails.
  func git(_ line: String, with extra: [String: String] = [:]) throws {
    let run = try shell("git \(line)", with: extra)
    guard run.end == .exited(0) else { throw GitFailure(description: "git \(line): \(run.errors)") }
  }

  /// Commits all there is at noon of a day of May 2026.
  func commit(_ message: String, day: Int) throws {
    let date = "\(Self.noon(day) / 1_000_000_000) +0000"
    try git("add -A .")
    try git("commit -q -m '\(message)'", with: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
  }
}

/// A call of git that failed.
private struct GitFailure: Error, CustomStringConvertible {
  let description: String
}
