import MemoCore
import MemoStore
import MemoWords

/// The settings `views.NAME` of `memo config`.
extension ConfigCommand {
  static let viewHelp = Text(
    """
    filters and an order to use as @NAME with 'list', 'search' and 'tasks', written as options in one word; \
    they can only choose and sort memos
    """,
    ko: "'list', 'search', 'tasks'에서 @이름으로 쓸 필터와 정렬. 옵션을 한 단어로 묶어 쓰며, 메모를 고르고 정렬하는 데만 쓸 수 있음")

  /// Shows, sets or removes a saved view.
  static func run(view name: String, _ session: Session) throws -> ExitCode {
    let key = SavedView.key(name)
    if session.arguments[user] {
      throw Failure(kind: "settings", message: Message.vaultOnly(key), exitCode: .usage)
    }
    if session.arguments[unset] {
      var wasSet = false
      try changeVault(session) { wasSet = $0.remove(key) }
      return try finishRemoval(key, wasSet: wasSet, session)
    }
    guard let text = session.arguments[value]?.text else {
      return try show(key, in: vaultSettings(session), session)
    }
    guard SavedView.isName(name) else {
      throw Failure(kind: "settings", message: Message.badViewName(name), exitCode: .usage)
    }
    try session.check(SavedView(name, text), name)
    return try finish(key, in: changeVault(session) { $0.set(key, to: [text], isList: false) }, session)
  }
}
