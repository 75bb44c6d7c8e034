import MemoCore
import MemoKit
import MemoStore
import MemoWords

extension Session {
  /// The history through which the command changes memos; which ones is known by then.
  func history(of vault: Vault) throws(Failure) -> OperationHistory {
    try cacheTrust.commit()
    return OperationHistory(of: vault)
  }

  /// Now, in nanoseconds since 1970.
  var now: Int64 { environment.clock.now }

  /// Reads a memo that the command will change; ends the command where its etag is not the one asked for.
  func read(_ path: VaultPath, in vault: Vault) throws -> ReadMemo {
    let memo = try ReadMemo(path, in: vault)
    try checkEtag(of: memo)
    return memo
  }

  /// Ends the command unless a memo's etag is the one asked for.
  func checkEtag(of memo: ReadMemo) throws {
    try checkEtag(memo.hash, of: memo.path)
  }

  private func checkEtag(_ hash: UInt64, of path: VaultPath) throws {
    let etag = Etag.text(hash)
    if let wanted = arguments[CommonOptions.ifMatch], wanted != etag { throw VaultError.changedSince(path, etag: etag) }
  }

  /// Gives a memo other bytes as one operation.
  func replace(
    _ path: VaultPath, in vault: Vault, by name: String, with contents: (ReadMemo) -> [UInt8]
  ) throws {
    let memo = try read(path, in: vault)
    let draft = try history(of: vault).begin(name, at: now)
    try draft.replace(path, contents: contents(memo), read: memo.hash)
    _ = try draft.commit()
  }

  /// Adds lines at a memo's end as one operation.
  func append(_ text: [UInt8], to path: VaultPath, in vault: Vault, by name: String) throws {
    let memo = try MemoEnd(path, in: vault)
    try checkEtag(memo.hash, of: path)
    let draft = try history(of: vault).begin(name, at: now)
    try draft.append(LineInsertion.tail(text, behind: memo.end), to: path, read: memo.hash)
    _ = try draft.commit()
  }

  /// Opens memos in the user's editor and keeps what undoes its work, also where the editor fails.
  func edit(_ paths: [VaultPath], in vault: Vault, by name: String) throws {
    let memos = try EditedMemos(paths, in: vault)
    let end = Result { try edit(paths.map { vault.root.appending($0) }) }
    record { () throws(OperationError) in _ = try memos.finish(name, in: OperationHistory(of: vault), at: now) }
    try end.get()
  }

  /// Takes what the editor has made of new memos into the operation that made them.
  func amend(_ operation: PastOperation, in vault: Vault) {
    record { () throws(OperationError) in try OperationHistory(of: vault).amend(operation) }
  }

  /// What a person has written is saved already, so trouble with the history is reported and does not end the command.
  private func record(_ change: () throws(OperationError) -> Void) {
    do throws(OperationError) {
      try change()
    } catch {
      warn(Message.notRecorded(OperationMessages.failure(error).message))
    }
  }

  /// Writes the record of a memo that was changed, where JSON is asked for.
  func tellRecord(of path: VaultPath, in vault: Vault) throws {
    if isJSON { try writeJSON(try rows(of: [path], in: vault), isArray: false) }
  }

  /// The same of several memos, or of one as if they were several.
  func tellRecords(of paths: [VaultPath], in vault: Vault, isArray: Bool) throws {
    if isJSON { try writeJSON(try rows(of: paths, in: vault), isArray: isArray) }
  }

  /// Writes the path of a memo that was made, or its record; where that cannot be written, the error names the memo.
  func tellMade(_ path: VaultPath, in vault: Vault) throws {
    do {
      if isJSON { return try tellRecord(of: path, in: vault) }
      try writeLine(path)
    } catch let error as FileError {
      throw Failure(
        kind: "file", message: FailureMessages.text(of: error), hints: [Message.madeAllTheSame(path.text)],
        candidates: [path.text], exitCode: .failure)
    }
  }

  /// Takes back what a crash has left of an operation; memos can be read where that cannot be done.
  func recover(_ vault: Vault) {
    do throws(OperationError) {
      try OperationHistory(of: vault).recoverIfNeeded()
    } catch {
      warn(Message.notRecovered(OperationMessages.failure(error).message))
    }
  }

  // MARK: Asking

  /// Asks for confirmation, unless `--yes` is given; ends the command where it cannot ask.
  func confirm(_ question: Text) throws -> Bool {
    if arguments[ChangeOptions.yes] { return true }
    guard isInteractive else {
      throw Failure(
        kind: "needs-confirmation", message: Message.needsYes, hints: [Message.yesHint], exitCode: .usage)
    }
    try cacheTrust.commit()
    console.writeError(Array(("\(TerminalText.visible(question[language])) \(Message.answers[language]) ").utf8))
    let answer = String(decoding: try console.readLine(), as: UTF8.self)
    guard Answer.isYes(answer) else {
      note(Message.notDone)
      return false
    }
    return true
  }
}

/// Options of the commands that change memos.
enum ChangeOptions {
  /// How a memo that is to be changed is named.
  static let whole = Text(
    "A path, or a full title, file name or alias; on a terminal also a row of 'memo list' or part of a name",
    ko: "경로, 또는 제목·파일 이름·별칭 전체. 터미널에서는 'memo list'의 번호나 이름의 일부도 가능")
  static let yes = Flag("yes", short: "y", help: Text("Do not ask for confirmation", ko: "확인 없이 진행"))
  static let reference = Positional(
    "REF", .optional, help: whole,
    completion: .memos)
  static let text = Positional(
    "TEXT|-", .optional,
    help: Text("The text; read from standard input if - or missing", ko: "덧붙일 텍스트. -이거나 없으면 표준 입력에서 읽음"),
    takesDashedWords: true)
}
