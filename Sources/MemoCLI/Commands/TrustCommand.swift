import MemoCore
import MemoKit
import MemoSync
import MemoWords

/// `memo trust`
enum TrustCommand: Command {
  static let declaration = CommandDeclaration(
    "trust", group: .sync, summary: Text("Trust the settings of the vault's repository", ko: "볼트 저장소의 설정을 신뢰합니다"),
    description: [
      Text(
        """
        A folder that came from elsewhere may hold a '.git/config' that makes git run commands. memo runs git only where \
        all settings are harmless, as most that people write there are, or where you have said with this command that they \
        are yours. A setting that is added or changed later is not trusted with them. A remote that is a folder of this \
        machine needs the same, unless you have named it with 'memo sync --remote' or 'memo clone'.
        """,
        ko: """
          다른 곳에서 온 폴더의 '.git/config'에는 git이 명령을 실행하게 만드는 설정이 있을 수 있습니다. memo는 모든 \
          설정이 해롭지 않거나(흔한 설정은 대개 그렇습니다), 이 명령으로 내 것이라고 밝힌 곳에서만 git을 실행합니다. \
          나중에 더하거나 바꾼 설정은 신뢰하지 않습니다. 이 컴퓨터의 폴더인 원격 저장소도 'memo sync --remote'나 'memo clone'으로 \
          지정하지 않았다면 이 명령이 필요합니다.
          """)
    ],
    examples: [CommandExample("memo trust", Text("after a look at .git/config", ko: ".git/config를 살펴본 뒤에"))],
    seeAlso: ["sync"])

  static func run(_ session: Session) throws -> ExitCode {
    guard session.surroundings.userStatePath != nil else {
      throw Failure(kind: "no-home", message: SyncMessages.noPlaceForTrust, exitCode: .failure)
    }
    let keys = try session.gate(of: try session.openVault()).trust()
    session.note(SyncMessages.trusted(keys.joined(separator: ", ")))
    return .done
  }
}
