import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo merge-file`
enum MergeFileCommand: Command {
  private static let ours = file("OURS", Text("One version; the result replaces it", ko: "한쪽 버전. 결과를 여기에 기록"))
  private static let base = file("BASE", Text("The version that both started from", ko: "두 버전의 공통 조상"))
  private static let theirs = file("THEIRS", Text("The other version", ko: "다른 쪽 버전"))
  private static let output = Flag(
    "stdout", short: "p", help: Text("Print the result; change no file", ko: "파일을 바꾸지 않고 결과를 출력"))
  private static let path = Option.path(
    "path", value: "PATH",
    help: Text("The name that decides the kind of file; by default OURS", ko: "파일 종류를 정하는 이름. 기본값은 OURS"))
  private static let markerSize = Option.number(
    "marker-size", value: "N", in: 0...1000, help: Text("Ignored: no markers are written", ko: "무시됨. 충돌 표시는 쓰지 않음"))

  static let declaration = CommandDeclaration(
    "merge-file", group: .sync,
    summary: Text("Merge two versions of a file without conflict markers", ko: "충돌 표시 없이 파일의 두 버전 병합"),
    description: [
      Text(
        """
        Merges as 'memo sync' does: a line stays if both versions kept it, every line that either added is there, and \
        front matter is merged key by key. Where both changed the same lines, both versions of them stay, one after \
        the other. The order of OURS and THEIRS makes no difference, so all devices get the same bytes.
        """,
        ko: """
          'memo sync'와 같은 방식으로 병합합니다. 양쪽이 모두 남긴 줄과 한쪽이라도 더한 줄은 남고, 프런트매터는 키마다 병합합니다. 같은 줄을 양쪽이 다르게 \
          바꾸었으면 두 버전이 차례로 모두 남습니다. OURS와 THEIRS의 순서는 결과에 영향을 주지 않으므로 모든 기기에서 같은 내용이 됩니다.
          """),
      Text(
        """
        If a file is not text, nothing changes and the exit code is 1; the same goes for files other than memos and .txt \
        of which both versions changed the same lines. 'memo git setup' has git use this for every merge.
        """,
        ko: """
          텍스트가 아닌 파일이 있거나, 메모와 .txt가 아닌 파일에서 같은 줄이 바뀌었으면 아무것도 바꾸지 않고 종료 코드 1로 끝납니다. 'memo git setup'을 쓰면 git이 \
          병합할 때마다 이 명령을 씁니다.
          """),
    ],
    positionals: [ours, base, theirs], options: [output, path, markerSize],
    examples: [
      CommandExample(
        "memo merge-file mine.md old.md theirs.md", Text("merge theirs.md into mine.md", ko: "theirs.md를 mine.md에 병합")),
      CommandExample(
        "memo merge-file -p mine.md /dev/null theirs.md", Text("without a common version", ko: "공통 조상 없이 병합")),
    ],
    seeAlso: ["git", "sync"])

  static func run(_ session: Session) throws -> ExitCode {
    guard let named = session.arguments[ours] else { return .usage }
    let merge = FileMerge(into: try host(named, ours, session), on: session.machine.host)
    let name = session.arguments[path] ?? named
    let outcome = try merge.outcome(
      base: host(session.arguments[base], base, session), theirs: host(session.arguments[theirs], theirs, session),
      path: VaultPath(bytes: name.bytes))
    switch outcome {
    case .refused(let refusal):
      throw Failure(kind: "not-merged", message: GitMessages.notMerged(name.text, refusal), exitCode: .noMatch)
    case .merged(let bytes, let overlaps):
      let places = overlaps.count { !$0.isOfKey }
      if places > 0 { session.note(GitMessages.bothKept(name.text, places)) }
      for overlap in overlaps where overlap.isOfKey {
        session.note(GitMessages.oneKept(name.text, firstLine(of: overlap.first), firstLine(of: overlap.second)))
      }
      if session.arguments[output] {
        try session.writeExact(bytes)
      } else {
        try merge.write(bytes)
      }
      return .done
    }
  }

  private static func firstLine(of text: [UInt8]) -> String {
    let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return DisplayWidth.cut(TerminalText.visible(Array(line)), to: longestLine)
  }

  private static let longestLine = 60

  private static func file(_ name: String, _ help: Text) -> Positional {
    Positional(name, .one, help: help, completion: .files)
  }

  private static func host(_ named: RawArgument?, _ positional: Positional, _ session: Session) throws -> HostPath {
    guard let named, named != "" else { throw UsageError.empty(positional, of: declaration) }
    return try session.machine.path(named.bytes)
  }
}
