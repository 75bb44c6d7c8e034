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
    let files =
      count == 1
      ? "1 other file, such as a picture, is" : "\(Message.grouped(count)) other files, such as pictures, are"
    let copying = "cp -R \(ShellWord.of(vault))"
    return Text(
      "\(files) not exported; to take everything along: \(copying) DIR",
      ko: "그림 등 다른 파일 \(Message.grouped(count))개는 내보내지 않습니다. 모두 함께 복사하려면: \(copying) 폴더")
  }

  /// An export that was stopped, as by Ctrl-C.
  package static func exportStopped(_ remaining: Int) -> Text {
    Text(
      "interrupted: \(Message.memoCount(remaining)) \(remaining == 1 ? "is" : "are") not exported yet",
      ko: "중단됨: \(Message.memoCount(remaining))를 아직 내보내지 않았습니다")
  }
  /// An import that was stopped when the memos were there.
  package static func copyStopped(_ remaining: Int) -> Text {
    let files =
      remaining == 1 ? "1 file that memos link to is" : "\(Message.grouped(remaining)) files that memos link to are"
    return Text(
      "interrupted: \(files) not copied yet", ko: "중단됨: 메모에 링크된 파일 \(Message.grouped(remaining))개를 아직 복사하지 않았습니다")
  }
  package static let continueHint = Text(
    "run the command again for the rest", ko: "명령을 다시 실행하면 나머지를 이어서 처리합니다")

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
    switch error {
    case .notJSON, .unknownFormat: [Message.importHint]
    case .notAnArray: [ForeignNotes.arrayHint]
    case .badTag(let tag): [Message.newTagHint(tag)]
    case .overlapsVault: [Message.overlapHint]
    default: []
    }
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

  /// Text files that are memos now, where there are many.
  package static func textsRenamed(_ paths: [VaultPath]) -> Text {
    let (count, names) = (Message.grouped(paths.count), OperationMessages.list(paths))
    return Text(
      "\(count) text files get the ending .md (\(names)); --verbose lists them",
      ko: "텍스트 파일 \(count)개(\(names))의 확장자가 .md로 바뀝니다. --verbose로 모두 볼 수 있습니다")
  }

  /// Texts that are UTF-8 now, where there are many.
  package static func textsConverted(_ paths: [VaultPath], _ encoding: Text, isDryRun: Bool) -> Text {
    let (count, names) = (Message.grouped(paths.count), OperationMessages.list(paths))
    let verb = isDryRun ? "would convert" : "converted"
    return Text(
      "\(verb) \(count) texts from \(encoding) to UTF-8 (\(names)); --verbose lists them",
      ko: """
        텍스트 \(count)개(\(names))를 \(encoding)에서 UTF-8로 변환\(isDryRun ? "할 예정입니다" : "했습니다"). --verbose로 모두 볼 수 있습니다
        """)
  }

  /// Names of files and folders that are UTF-8 now.
  package static func namesConverted(_ paths: [VaultPath], _ encoding: Text, isDryRun: Bool) -> Text {
    let (count, names) = (Message.grouped(paths.count), OperationMessages.list(paths))
    let verb = isDryRun ? "would convert" : "converted"
    return Text(
      "\(verb) \(count) \(paths.count == 1 ? "name" : "names") of files and folders from \(encoding) to UTF-8 (\(names))",
      ko: "파일과 폴더 이름 \(count)개(\(names))를 \(encoding)에서 UTF-8로 변환\(isDryRun ? "할 예정입니다" : "했습니다")")
  }

  /// Names that are not UTF-8 and stay so.
  package static func foreignNames(_ paths: [VaultPath], isDryRun: Bool) -> Text {
    let names = OperationMessages.list(paths)
    let verb = isDryRun ? "would be" : paths.count == 1 ? "was" : "were"
    return Text(
      "\(names) \(verb) imported under a name that is not UTF-8: rename the file",
      ko: """
        \(names)의 이름은 UTF-8이 아니지만 그대로 \(isDryRun ? "가져올 예정입니다" : "가져왔습니다"). 파일 이름을 바꾸십시오
        """)
  }

  /// Symbolic links and the like in an imported folder.
  package static func specialFilesSkipped(_ paths: [VaultPath], isDryRun: Bool) -> Text {
    let (count, names) = (paths.count, OperationMessages.list(paths))
    let files =
      count == 1 ? "1 symbolic link or special file" : "\(Message.grouped(count)) symbolic links or special files"
    let (verb, end) = isDryRun ? ("would be", "을 예정입니다") : (count == 1 ? "was" : "were", "았습니다")
    return Text(
      "\(files) \(verb) left out (\(names))", ko: "심볼릭 링크 등 특수 파일 \(Message.grouped(count))개(\(names))는 가져오지 않\(end)")
  }

  /// Imported memos with links to others that got another name, or have that of another memo.
  package static func linksStrayed(_ paths: [VaultPath]) -> Text {
    let names = OperationMessages.list(paths)
    return Text(
      "links in \(names) no longer lead to memos that came with them: these got other names, or other memos have theirs",
      ko: "\(names)의 링크가 함께 가져온 메모로 이어지지 않습니다. 그 메모의 이름이 바뀌었거나 같은 이름의 다른 메모가 있습니다")
  }

  /// How to see it.
  package static func strayedHint(_ path: String) -> Text {
    let command = "memo links \(ShellWord.of(path))"
    return Text("to see where they lead now: \(command)", ko: "지금 어디로 이어지는지 보려면: \(command)")
  }

  /// Imported memos whose times were out of the file system's range.
  package static func timesChanged(_ paths: [VaultPath]) -> Text {
    let names = OperationMessages.list(paths)
    let times = paths.count == 1 ? "its time" : "their times"
    return Text(
      "\(names) could not keep \(times), which this file system cannot store",
      ko: "\(names)의 시각은 이 파일 시스템에 저장할 수 있는 범위를 벗어나 그대로 두지 못했습니다")
  }

  /// Files that an import copied with its memos, behind an undo of it.
  package static func companionsStay(_ paths: [VaultPath], isDryRun: Bool) -> Text {
    let (count, names) = (paths.count, OperationMessages.list(paths))
    let files = count == 1 ? "1 file that was" : "\(Message.grouped(count)) files that were"
    return Text(
      "\(files) copied with the memos \(isDryRun ? "would stay" : count == 1 ? "stays" : "stay") in the vault (\(names))",
      ko: "메모와 함께 복사한 파일 \(Message.grouped(count))개(\(names))는 보관함에 그대로 \(isDryRun ? "남습니다" : "두었습니다")")
  }

  /// Why it failed.
  package static func reason(_ error: TransferError) -> Text {
    switch error {
    case .badFolder(let path): Message.badFolder(path.text)
    case .badTag(let tag): Message.badNewTag(tag)
    case .notJSON(let fault): Message.notJSON(fault)
    case .unknownFormat(let ending):
      Text("'\(ending)' files cannot be imported", ko: "'\(ending)' 파일은 가져올 수 없습니다")
    case .notAnArray(let found): Message.notAnArray(kind(found))
    case .notAnObject(let found): Message.notAnObject(kind(found))
    case .missing(let key): Message.missingKey(key)
    case .mistyped("last_modified", .text): Message.noTime
    case .mistyped(let key, let found): Message.mistypedKey(key, kind(found))
    case .unreadable(let key): Message.unreadableKey(key)
    case .foreignText(let finding): EncodingMessages.foreignText(finding)
    case .empty: Message.emptyRecord
    case .badTime: Message.badTime
    case .noSuchFolder(let path): Message.noSuchFolder(path.text)
    case .overlapsVault(let path): Message.overlapsVault(path.text)
    case .tooDeep(let path): Message.tooDeep(path.text)
    case .fileInTheWay(let path): Message.fileInTheWay(path.text)
    case .linkInTheWay(let path): Message.linkInTheWay(path.text)
    case .ignored(let path): Message.ignored(path.text)
    case .differs(let path): Message.differs(path.text)
    case .differsFromLinked(let path, let memos): differs(path, linkedFrom: OperationMessages.list(memos))
    case .operation(let error): OperationMessages.failure(error).message
    case .file(let error): FailureMessages.text(of: error)
    }
  }

  private static func differs(_ path: HostPath, linkedFrom memos: String) -> Text {
    let file = path.text
    return Text(
      "'\(file)' already exists with different contents and is not overwritten; links in \(memos) lead to that file",
      ko: "'\(file)'\(.subject) 다른 내용으로 이미 있어 덮어쓰지 않습니다. \(memos)의 링크는 이 파일을 가리킵니다")
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
