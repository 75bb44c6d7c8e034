import MemoCore
import MemoKit
import MemoSync
import MemoWords

/// `memo trust`
enum TrustCommand: Command {
  static let declaration = CommandDeclaration(
    "trust", group: .sync, summary: Text("Trust the settings of the vault's repository", ko: "보관함 저장소의 설정 신뢰"),
    description: [
      Text(
        """
        The '.git/config' of a folder from somewhere else may make git run commands. memo runs git only if all \
        settings are harmless, as most common ones are, or if you have confirmed with this command that they are \
        yours. Settings added or changed later are not trusted. A remote that is a folder on this machine needs the \
        same, unless you named it with 'memo sync --remote' or 'memo clone'.
        """,
        ko: """
          다른 곳에서 받은 폴더의 '.git/config'에는 git이 명령을 실행하게 하는 설정이 있을 수 있습니다. memo는 모든 설정이 안전하거나(흔히 쓰는 설정은 대부분 안전합니다), 이 \
          명령으로 내 설정임을 확인한 경우에만 git을 실행합니다. 나중에 추가하거나 바꾼 설정은 신뢰하지 않습니다. 이 컴퓨터의 폴더인 원격 저장소도 'memo sync --remote'나 'memo \
          clone'으로 지정하지 않았다면 확인이 필요합니다.
          """)
    ],
    examples: [CommandExample("memo trust", Text("after reviewing .git/config", ko: ".git/config를 검토한 뒤"))],
    seeAlso: ["sync"])

  static func run(_ session: Session) throws -> ExitCode {
    guard session.machine.userStatePath != nil else {
      throw Failure(kind: "no-home", message: SyncMessages.noPlaceForTrust, exitCode: .failure)
    }
    let keys = try session.open().gate.trust()
    session.note(SyncMessages.trusted(keys.joined(separator: ", ")))
    return .done
  }
}
