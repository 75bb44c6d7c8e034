import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// The first start of the split view, where no vault is found.
enum FirstStart {
  private static let usualName = "memos"

  /// The vault to show; where there is none, the one that the person at the terminal agrees to.
  static func open(_ session: Session) throws -> Workspace {
    do {
      return try session.open(isChange: true)
    } catch VaultError.noVault(unused: nil) {
      guard let folder = try ask(session) else { throw VaultError.noVault(unused: nil) }
      return try begin(in: folder, session)
    }
  }

  /// The folder that the person wants memos in; `nil` for none.
  private static func ask(_ session: Session) throws -> HostPath? {
    guard let usual = session.machine.home.map({ $0.appending(VaultPath(usualName)) }) else { return nil }
    session.note(
      Text("memos are Markdown files in a folder; none is chosen yet", ko: "메모는 폴더에 든 마크다운 파일입니다. 아직 선택한 폴더가 없습니다"))
    let question = Text(
      "keep them in \(usual.text)? [y/N, or a path like ~/notes]",
      ko: "메모를 \(usual.text)에 둘까요? [예(y)/아니요(N), 또는 ~/notes 같은 경로]")
    while true {
      session.console.writeError(Array((TerminalText.visible(question[session.language]) + " ").utf8))
      let answer = try session.console.readLine()
      let text = String(decoding: answer, as: UTF8.self)
      if Answer.isYes(text) { return usual }
      if Answer.isNo(text) { return nil }
      if answer.starts(with: "~/".utf8), let home = session.machine.home {
        return HostPath(Array(answer.dropFirst(2)), from: home)
      }
      if answer.contains(UInt8(ascii: "/")) { return try session.machine.path(answer) }
      // A word alone may be a folder, or a "no" in any language.
      session.note(
        Text(
          "'\(text)' is not a path: write ~/\(text) or ./\(text), or answer y or n",
          ko: "'\(text)'\(.topic) 경로가 아닙니다. ~/\(text)\(.or) ./\(text)처럼 쓰거나, y 또는 n으로 답하십시오"))
    }
  }

  /// Makes a folder the vault that is used outside of all others.
  private static func begin(in folder: HostPath, _ session: Session) throws -> Workspace {
    let vault = try InitCommand.makeVault(in: folder, session)
    try ConfigCommand.changeUser(session) {
      $0.set(SettingKey.vault.rawValue, to: [vault.root.text], isList: false)
    }
    return session.workspace(of: vault)
  }
}
