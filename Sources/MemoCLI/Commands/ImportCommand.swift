import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo import`
enum ImportCommand: Command {
  private static let source = Positional(
    "FILE|DIR",
    help: Text(
      "A JSON array of memos (- for standard input), a Markdown or text file, or a folder",
      ko: "메모의 JSON 배열(표준 입력은 -), 마크다운이나 텍스트 파일, 또는 폴더"),
    completion: .files)

  static let declaration = CommandDeclaration(
    "import", namesElsewhere: ["가져오기"], group: .start,
    summary: Text("Import memos from JSON or a folder", ko: "JSON이나 폴더에서 메모 가져오기"),
    description: [
      Text(
        """
        JSON is an array of {"title", "body", "last_modified"}, or one such object per line; the time is in \
        seconds or milliseconds since 1970, or text such as 2026-03-01T09:30:00Z. From a folder, every Markdown and text file is \
        copied, and the pictures and other files in it that they link to; symbolic links are not followed. One \
        Markdown or text file is copied without those. Times are kept, nothing is overwritten, and memos that already exist are skipped.
        """,
        ko: """
          JSON은 {"title", "body", "last_modified"}의 배열이거나 한 줄에 하나씩 쓴 객체이며, 시각은 1970년부터의 \
          초나 밀리초, 또는 2026-03-01T09:30:00Z 같은 문자열입니다. 폴더에서는 마크다운 파일과 텍스트 파일을 모두, 그 글에 \
          링크된 그림 등 폴더 안의 다른 파일과 함께 복사하며, 심볼릭 링크는 따라가지 않습니다. 마크다운이나 텍스트 파일 \
          하나는 다른 파일 없이 복사합니다. 시각은 유지하고, \
          아무것도 덮어쓰지 않으며, 이미 있는 메모는 건너뜁니다.
          """),
      Text(
        """
        Bytes stay as they are, with two exceptions. Names are made portable and composed (NFC), and links \
        follow the memos and files whose names that changes; a link by a name that a memo of the vault has, too, \
        is changed to lead to the imported memo. Texts that are not UTF-8 are converted if their encoding is \
        clear and no byte is lost, and imported as they are if not; the report names both. The same holds for file \
        names that are not UTF-8, as in zip files of a Korean Windows.
        """,
        ko: """
          내용은 바이트 그대로 두며, 예외는 두 가지입니다. 이름은 어느 시스템에서나 쓸 수 있게 완성형(NFC)으로 \
          바꾸고, 이름이 바뀐 메모와 파일의 링크도 함께 고칩니다. 보관함에 이름이 같은 메모가 있으면 링크가 \
          함께 가져온 메모로 이어지도록 고칩니다. UTF-8이 아닌 텍스트는 인코딩이 분명하고 손실이 없으면 \
          변환하고, 아니면 그대로 가져오며, 어느 쪽이든 알려 줍니다. 한글 Windows에서 만든 zip 파일처럼 \
          UTF-8이 아닌 파일 이름도 마찬가지입니다.
          """),
    ],
    positionals: [source], options: [CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo import memos.json", Text("an export of another memo app", ko: "다른 메모 앱에서 내보낸 파일")),
      CommandExample(
        "memo import --dry-run ~/Documents/notes", Text("preview the import of a folder", ko: "폴더에서 가져올 메모 미리 확인")),
    ],
    seeAlso: ["export"])

  private static let sizeLimit = 1 << 31

  /// What there is to import.
  private enum Input {
    case folder(HostPath)
    /// A Markdown or text file.
    case text(HostPath)
    /// What is read as JSON; the ending of its name where that is another one.
    case json([UInt8], ending: String?)
  }

  static func run(_ session: Session) throws -> ExitCode {
    guard let named = session.arguments[source] else { throw UsageError.missing(source, of: declaration) }
    if named == "" { throw UsageError.empty(source, of: declaration) }
    let workspace = try session.open(isChange: true)
    let vault = workspace.vault
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let history: @Sendable () throws -> OperationHistory = { try workspace.history() }
    let memoImport = MemoImport(
      into: vault, by: isDryRun ? nil : history, at: session.machine.now, fallbackName: Slug.untitled)
    let input = try input(named, session)
    let report = try report(of: memoImport, input, session)
    try printResult(report, isDryRun: isDryRun, session)
    if case .folder(let folder) = input, !session.isJSON, !report.imported.isEmpty {
      try hintAtTitles(of: folder, vault, session)
    }
    return report.remaining > 0 ? .interrupted : report.failed.isEmpty ? .done : .noMatch
  }

  /// Notes of Obsidian are called as their files are, which a vault of first lines does not show.
  private static func hintAtTitles(of folder: HostPath, _ vault: Vault, _ session: Session) throws {
    let isObsidian = session.machine.host.kind(of: folder.appending(Vault.obsidianPath)) == .folder
    let setting = try vault.settings().text(TitleSetting.key).flatMap { TitleSetting($0) } ?? .automatic
    guard isObsidian, vault.titles != .fileName, setting == .automatic else { return }
    session.hint(SetupMessages.obsidianTitles)
  }

  private static func input(_ named: RawArgument, _ session: Session) throws -> Input {
    if named == "-" { return .json(try session.readInput(), ending: nil) }
    let host = session.machine.host
    let path = host.spelled(try session.machine.path(named.bytes))
    if host.kind(of: path) == .folder { return .folder(host.realPath(of: path) ?? path) }
    if host.kind(of: path) == .file, WantedPath.memoEnding(of: VaultPath(bytes: Array(path.name))) != nil {
      return .text(path)
    }
    guard let bytes = try host.givenContents(of: path, limit: sizeLimit) else {
      throw FileError(.read, path: path.bytes, reason: .notFound)
    }
    let name = String(decoding: path.name, as: UTF8.self).lowercased()
    let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[$0...]) }
    return .json(bytes, ending: [".json", ".jsonl", ".ndjson"].contains(ending) ? nil : ending)
  }

  private static func report(of memoImport: MemoImport, _ input: Input, _ session: Session) throws -> ImportReport {
    let (memos, files) = (ProgressBar(session, Message.importing), ProgressBar(session, Message.copyingFiles))
    defer {
      memos.clear()
      files.clear()
    }
    var memoImport = memoImport
    memoImport.hearStop = session.machine.hearStop
    (memoImport.progress, memoImport.fileProgress) = (memos.show, files.show)
    return switch input {
    case .folder(let path): try memoImport.importFolder(path, host: session.machine.host)
    case .text(let file):
      try reportOfJSON(named: file, memoImport, session)
        ?? memoImport.importFile(file, host: session.machine.host)
    case .json(let bytes, let ending): try report(of: memoImport, json: bytes, ending)
    }
  }

  /// What some programs export as `.txt`; `nil` for a text.
  private static func reportOfJSON(
    named file: HostPath, _ memoImport: MemoImport, _ session: Session
  ) throws -> ImportReport? {
    guard String(decoding: file.name, as: UTF8.self).lowercased().hasByteSuffix(".txt"),
      let bytes = try session.machine.host.givenContents(of: file, limit: sizeLimit)
    else { return nil }
    do {
      return try memoImport.importJSON(bytes)
    } catch TransferError.notJSON, TransferError.notAnArray {
      return nil
    }
  }

  private static func report(
    of memoImport: MemoImport, json bytes: [UInt8], _ ending: String?
  ) throws -> ImportReport {
    do {
      return try memoImport.importJSON(bytes)
    } catch TransferError.notJSON where ending != nil {
      throw TransferError.unknownFormat(ending ?? "")
    }
  }

  private static func printResult(_ report: ImportReport, isDryRun: Bool, _ session: Session) throws {
    for failure in report.failed where !session.isJSON {
      session.warn(TransferMessages.text(of: failure, isDryRun: isDryRun))
    }
    session.warn(takenOver: report.lostLinks, isDryRun: isDryRun)
    if session.isJSON { return try session.writeJSON(report.fields(in: session.language)) }
    noteNames(report, isDryRun: isDryRun, session)
    if let encoding = report.sourceEncoding {
      session.note(Message.sourceConverted(CheckMessages.name(of: encoding), isDryRun: isDryRun))
    }
    noteConversions(report.converted, isDryRun: isDryRun, session)
    for memo in report.unconverted { session.note(TransferMessages.text(of: memo, isDryRun: isDryRun)) }
    for path in report.imported { try session.writeLine(path) }
    let count = report.imported.count
    let text = isDryRun ? Message.wouldImport(count) : Message.imported(count)
    let skipped = report.skipped.count
    session.note(skipped == 0 ? text : Message.withSkipped(text, skipped, isDryRun: isDryRun))
    if !report.attachments.isEmpty {
      session.note(Message.attachmentsImported(report.attachments.count, isDryRun: isDryRun))
    }
    if report.remaining > 0 {
      session.warn(TransferMessages.copyStopped(report.remaining))
      session.hint(TransferMessages.continueHint)
    }
    session.note(relinked: report.relinked, isDryRun: isDryRun)
    if let first = report.strayed.first {
      session.warn(TransferMessages.linksStrayed(report.strayed))
      session.hint(TransferMessages.strayedHint(session.paths.text(first)))
    }
    if !report.changedTimes.isEmpty { session.warn(TransferMessages.timesChanged(report.changedTimes)) }
    let notes = report.others.filter { ForeignNotes($0) != nil }
    let others = report.others.filter { ForeignNotes($0) == nil }
    if !others.isEmpty { session.note(Message.otherFilesSkipped(others, isDryRun: isDryRun)) }
    if !report.special.isEmpty {
      session.note(TransferMessages.specialFilesSkipped(report.special, isDryRun: isDryRun))
    }
    if !notes.isEmpty { session.note(ForeignNotes.leftOut(notes, isDryRun: isDryRun)) }
    let kinds = Set(notes.compactMap(ForeignNotes.init))
    for kind in ForeignNotes.allCases where kinds.contains(kind) { session.hint(kind.hint) }
  }

  /// So many memos that changed alike are listed; more are counted.
  private static let handful = 5

  private static func isListed(_ count: Int, _ session: Session) -> Bool {
    count <= handful || session.arguments[GlobalOptions.verbose]
  }

  private static func noteNames(_ report: ImportReport, isDryRun: Bool, _ session: Session) {
    if let encoding = report.nameEncoding {
      let name = CheckMessages.name(of: encoding)
      session.note(TransferMessages.namesConverted(report.decoded, name, isDryRun: isDryRun))
    }
    if !report.foreignNames.isEmpty {
      session.warn(TransferMessages.foreignNames(report.foreignNames, isDryRun: isDryRun))
    }
    let texts = report.renamed.filter(\.isOfEnding)
    let listsTexts = isListed(texts.count, session)
    for memo in report.renamed where memo.isVisible && (listsTexts || !memo.isOfEnding) {
      session.note(Message.renamedOnImport(memo.origin.text, session.paths.text(memo.path)))
    }
    if !listsTexts { session.note(TransferMessages.textsRenamed(texts.map(\.origin))) }
  }

  private static func noteConversions(
    _ memos: [ImportReport.Conversion], isDryRun: Bool, _ session: Session
  ) {
    for encoding in TextEncoding.allCases {
      let (name, memos) = (CheckMessages.name(of: encoding), memos.filter { $0.encoding == encoding })
      guard isListed(memos.count, session) else {
        session.note(TransferMessages.textsConverted(memos.map(\.origin), name, isDryRun: isDryRun))
        continue
      }
      for memo in memos { session.note(Message.convertedOnImport(memo.origin.text, name, isDryRun: isDryRun)) }
    }
  }
}

extension ImportReport {
  fileprivate func fields(in language: Language) -> Record {
    let stopped: Record = remaining > 0 ? ["interrupted": .flag(true)] : [:]
    let names: Record = nameEncoding.map { ["namesFrom": .text($0.rawValue)] } ?? [:]
    return [
      "imported": .pathTexts(imported),
      "renamed": .records(renamed) { ["from": .pathText($0.origin), "to": .pathText($0.path)] },
      "converted": .records(converted) {
        ["path": .pathText($0.path), "encoding": .text($0.encoding.rawValue)]
      },
      "unconverted": .pathTexts(unconverted.map(\.path)),
      "skipped": .pathTexts(skipped), "attachments": .pathTexts(attachments), "otherFiles": .number(others.count),
      "specialFiles": .pathTexts(special), "strayedLinks": .pathTexts(strayed),
      "relinked": .pathTexts(relinked), "changedTimes": .pathTexts(changedTimes),
      "failed": .records(failed) {
        [
          "index": .number($0.index), "name": .text($0.name),
          "reason": .text(TransferMessages.reason($0.reason)[language]),
        ]
      },
    ] + names + stopped
  }
}
