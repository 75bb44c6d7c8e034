package import MemoCore
package import MemoKit
package import MemoStore

/// Messages about memos that could not be created, imported or exported.
package enum TransferMessages {
  /// Behind a command that would copy a file into the vault.
  package static let noCopyOfFiles = Text(
    "memo does not copy files into the vault: copy the picture next to the memo, then link it",
    ko: "memo는 파일을 보관함으로 복사하지 않습니다. 그림을 메모 옆에 복사한 뒤 링크하십시오")

  /// Files of the vault that no export takes along.
  package static func othersNotExported(_ count: Int, _ vault: HostPath) -> Text {
    let files = count == 1 ? "1 other file, such as a picture, is" : "\(count) other files, such as pictures, are"
    let copying = "cp -R \(ShellWord.of(vault))"
    return Text(
      "\(files) not exported; to take everything along: \(copying) DIR",
      ko: "그림 등 다른 파일 \(count)개는 내보내지 않습니다. 모두 함께 복사하려면: \(copying) 폴더")
  }

  /// The failure of a whole command.
  package static func failure(_ error: TransferError) -> Failure {
    switch error {
    case .operation(let error): return OperationMessages.failure(error)
    case .file(let error): return FailureMessages.failure(for: error)
    default: break
    }
    let isUsage =
      switch error {
      case .badFolder, .badTag: true
      default: false
      }
    return Failure(
      kind: isUsage ? "invalid-value" : "transfer", message: reason(error), hints: hints(error),
      exitCode: isUsage ? .usage : .failure)
  }

  private static func hints(_ error: TransferError) -> [Text] {
    if case .notJSON = error { [Message.importHint] } else { [] }
  }

  /// Why one record or file was not imported.
  package static func text(of failure: ImportReport.Failure, isDryRun: Bool) -> Text {
    failure.index.map { Message.record($0 + 1, failure.name, reason(failure.reason), isDryRun: isDryRun) }
      ?? Message.leftOut(failure.name, reason(failure.reason), isDryRun: isDryRun)
  }

  /// Why a memo that is not UTF-8 was imported as it is.
  package static func text(of memo: ImportReport.ForeignText, isDryRun: Bool) -> Text {
    Message.importedAsIs(memo.path.text, CheckMessages.reason(memo.finding), isDryRun: isDryRun)
  }

  /// Why it failed.
  package static func reason(_ error: TransferError) -> Text {
    switch error {
    case .badFolder(let path): Message.badFolder(path.text)
    case .badTag(let tag): Message.badNewTag(tag)
    case .notJSON(let fault): Message.notJSON(fault)
    case .notAnArray(let found): Message.notAnArray(kind(found))
    case .notAnObject(let found): Message.notAnObject(kind(found))
    case .missing(let key): Message.missingKey(key)
    case .mistyped("last_modified", .text): Message.noTime
    case .mistyped(let key, let found): Message.mistypedKey(key, kind(found))
    case .unreadable(let key): Message.unreadableKey(key)
    case .empty: Message.emptyRecord
    case .badTime: Message.badTime
    case .noSuchFolder(let path): Message.noSuchFolder(path.text)
    case .overlapsVault(let path): Message.overlapsVault(path.text)
    case .tooDeep(let path): Message.tooDeep(path.text)
    case .fileInTheWay(let path): Message.fileInTheWay(path.text)
    case .ignored(let path): Message.ignored(path.text)
    case .differs(let path): Message.differs(path.text)
    case .operation(let error): OperationMessages.failure(error).message
    case .file(let error): FailureMessages.text(of: error)
    }
  }

  private static func kind(_ kind: JSONKind) -> Text {
    switch kind {
    case .object: Message.anObject
    case .array: Message.anArray
    case .text: Message.aText
    case .number: Message.aNumber
    case .boolean: Message.aBoolean
    case .null: Message.aNull
    }
  }
}
