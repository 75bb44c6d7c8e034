import MemoCore
import MemoIndex
package import MemoKit
import MemoStore

/// Messages about notices and about errors of editors, sharing and templates.
package enum NoticeMessages {
  /// The messages of a notice; several where it is about several links.
  package static func texts(of notice: Notice) -> [Text] {
    switch notice {
    case .unusedVault(let unused): [Message.unusedVault(unused)]
    case .refreshed(let root, let index, let time):
      [
        index.isVouched
          ? Message.vouched(root.text, index.count, Int(time / .milliseconds(1)))
          : Message.refreshed(root.text, index.count, index.counts, Int(time / .milliseconds(1)))
      ]
    case .unreadable(let error): [FailureMessages.text(of: error)]
    case .oversized(let path): [Message.oversized(path.text)]
    case .ambiguousPath(let reference, let taken, let other):
      [Message.takenFromHere(reference, taken.text, other.text)]
    case .taken(let reference, let taken, let title): [Message.taken(reference, taken.text, title)]
    case .ended(let change): [InterruptionMessages.ended(change)]
    case .notRecovered(let error): [Message.notRecovered(FailureMessages.failure(for: error).message)]
    case .notRecorded(let error): [Message.notRecorded(FailureMessages.failure(for: error).message)]
    case .keptText(let path): [Message.keptText(path.text)]
    case .tookDrafts(let paths): [InterruptionMessages.tookDrafts(paths)]
    case .noTemplateFolder(let path): [DailyMessages.noTemplateFolder(path.text)]
    case .relinked(let paths): [Message.relinked(paths) ?? Message.relinked(paths.count)]
    case .lostLinks(let links): LinkMessages.takenOver(links, path: \.text)
    }
  }

  static func failure(_ error: EditorError) -> Failure {
    switch error {
    case .needsTerminal(let editor):
      Failure(
        kind: "needs-terminal", message: Message.editorNeedsTerminal(editor), hints: [Message.withoutEditorHint],
        exitCode: .usage)
    case .unattended(let editor):
      Failure(
        kind: "needs-terminal", message: Message.editorUnattended(editor), hints: [Message.unattendedEditorHint],
        exitCode: .usage)
    case .notStarted(let editor):
      Failure(
        kind: "editor", message: Message.editorFailed(editor), hints: [editorHint(insteadOf: editor)],
        exitCode: .failure)
    case .failed(let editor, .exited(let status)): failed(editor, Message.exitCode(status))
    case .failed(let editor, .signalled(let signal)): failed(editor, Message.signal(signal))
    case .interrupted: .interrupted
    }
  }

  private static func failed(_ editor: String, _ end: Text) -> Failure {
    Failure(
      kind: "editor", message: Message.editorEnded(editor, end), hints: [Message.editorKept], exitCode: .failure)
  }

  /// How to use another editor than the one that cannot be started.
  package static func editorHint(insteadOf editor: String) -> Text {
    let other = otherEditor(than: editor)
    return Text(
      "to use another one: memo config editor \(other); for once: export MEMO_EDITOR=\(other)",
      ko: "다른 편집기를 쓰려면: memo config editor \(other). 이번에만 바꾸려면: export MEMO_EDITOR=\(other)")
  }

  /// An editor that many machines have, and that a command line does not start.
  static func otherEditor(than editor: String) -> String {
    let program = editor.split { $0.isWhitespace }.first?.utf8.split(separator: UInt8(ascii: "/")).last
    return program?.elementsEqual("nano".utf8) == true ? "vi" : "nano"
  }

  static func failure(_ error: SharingError) -> Failure {
    switch error {
    case .tooLargeForMail(let size):
      Failure(
        kind: "too-large", message: Message.tooLargeForMail(size), hints: [Message.mailHint], exitCode: .failure)
    case .tooLargeForTerminal(let size, let limit):
      Failure(
        kind: "too-large", message: Message.tooLargeForTerminal(size, limit), hints: [Message.clipboardHint],
        exitCode: .failure)
    case .noClipboard:
      Failure(
        kind: "no-clipboard", message: Message.noClipboard, hints: [Message.clipboardHint], exitCode: .failure)
    case .notInstalled(let program):
      Failure(
        kind: "program", message: Message.notInstalled(program), hints: [Message.installHint(program)],
        exitCode: .failure)
    case .tooMuchMemory(let program):
      Failure(kind: "program", message: tooMuchMemory(program), hints: [tooMuchMemoryHint], exitCode: .failure)
    case .failed(let program, let line):
      Failure(kind: "program", message: Message.failed(program, line), exitCode: .failure)
    }
  }

  private static func tooMuchMemory(_ program: String) -> Text {
    Text(
      "'\(program)' needs more than 1 GB of memory for this memo and was stopped",
      ko: "'\(program)'\(.subject) 이 메모를 변환하는 데 메모리가 1GB 넘게 필요하여 중단했습니다")
  }
  private static let tooMuchMemoryHint = Text(
    """
    the memo is very large or has an odd table or nesting: split it with 'memo extract', or share its Markdown with \
    'memo share' without --html
    """,
    ko: """
      메모가 매우 크거나 표 또는 중첩이 비정상적입니다. 'memo extract'로 나누거나, --html 없이 'memo share'로 Markdown 그대로 공유하십시오
      """)

  static func failure(_ error: TemplateError) -> Failure {
    switch error {
    case .notAFile(let name, let obstacle):
      Failure(kind: "no-such-template", message: DailyMessages.notATemplate(name, obstacle), exitCode: .noSuchMemo)
    case .notFound(let name, let known, let folder):
      Failure(
        kind: "no-such-template", message: Message.noTemplate(name),
        hints: [known.isEmpty ? Message.noTemplates(folder.text) : Message.templates(known.joined(separator: ", "))],
        candidates: known, exitCode: .noSuchMemo)
    }
  }
}
