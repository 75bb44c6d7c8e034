import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Files and folders that the client renames or deletes: the edits that keep links on their memos.
enum FileOperations {
  static let features = [
    Feature("workspace/willRenameFiles", willRename), Feature("workspace/willDeleteFiles", willDelete),
  ]

  static let capabilities: JSONValue = {
    let filters: JSONValue = [
      "filters": [
        ["scheme": "file", "pattern": ["glob": "**/*.{md,markdown}", "matches": "file"]],
        ["scheme": "file", "pattern": ["glob": "**", "matches": "folder"]],
      ]
    ]
    return ["willRename": filters, "didRename": filters, "willDelete": filters, "didDelete": filters]
  }()

  private typealias Move = (vault: ServedVault, planned: PlannedMove)

  /// The files and folders that stay in their vaults.
  private static func moves(_ request: FeatureRequest) -> [Move] {
    (request.params["files"]?.items ?? []).compactMap { file in
      guard let old = file["oldUri"]?.text.flatMap(DocumentAddress.path),
        let new = file["newUri"]?.text.flatMap(DocumentAddress.path),
        case (let vault?, let path?) = request.workspace.place(of: old),
        case (let newVault?, let newPath?) = request.workspace.place(of: new), newVault === vault, path != newPath
      else { return nil }
      return (vault, PlannedMove(from: path, to: newPath))
    }
  }

  private static func willRename(_ request: FeatureRequest) throws -> JSONValue {
    let all = moves(request)
    guard let vault = all.first?.vault else { return .null }
    let moves = all.filter { $0.vault === vault }.map(\.planned)
    let view = try vault.wholeView(request)
    view.warnOfOversizedMemos(request)
    var builder = EditBuilder(view, request.client, label: request.say(EditorMessages.updatingLinks))
    try add(moves, in: view, request, &builder)
    for move in moves { vault.plan(move) }
    return builder.isEmpty ? .null : builder.json
  }

  /// The client has made renames that it may have announced.
  static func noteRenames(_ request: FeatureRequest) {
    for move in moves(request) { move.vault.endPlan(move.planned) }
  }

  private static func add(
    _ moves: [PlannedMove], in view: VaultView, _ request: FeatureRequest, _ builder: inout EditBuilder
  ) throws {
    let renaming = MemoRenaming(in: view.vault, view.index)
    var folders: [(path: VaultPath, newPath: VaultPath)] = []
    var memos: [(memo: ReadMemo, newPath: VaultPath)] = []
    for move in outermost(moves) {
      if try view.vault.files.folderStamp(of: move.from) != nil {
        folders.append((move.from, move.to))
      } else if view.vault.hasMemo(at: move.from) {
        memos.append((try ReadMemo(move.from, in: view.vault), move.to))
      }
    }
    if !folders.isEmpty {
      let relocation = try renaming.move(folders: folders, with: memos)
      for edit in relocation.edits { try add(edit.rewrite(in: view.vault), request, &builder) }
    } else if !memos.isEmpty {
      for rewrite in try renaming.move(toFiles: memos).rewrites { try add(rewrite, request, &builder) }
    }
  }

  /// The moves of what is not in a folder that moves as well, each once.
  private static func outermost(_ moves: [PlannedMove]) -> [PlannedMove] {
    let all = Set(moves.map(\.from))
    var seen: Set<VaultPath> = []
    return moves.filter { move in
      move.from.foldersAbove.allSatisfy { !all.contains($0) } && seen.insert(move.from).inserted
    }
  }

  private static func add(_ rewrite: MemoRewrite, _ request: FeatureRequest, _ builder: inout EditBuilder) throws {
    if canEdit(rewrite.memo.path, builder, request) { try builder.add(rewrite) }
  }

  /// Whether a memo can be edited; if not, a warning names it. The editor goes on with the files in any case, so that the
  /// other links have to follow.
  private static func canEdit(_ path: VaultPath, _ builder: EditBuilder, _ request: FeatureRequest) -> Bool {
    guard builder.cannotEdit(path) else { return true }
    let text = request.say(EditorMessages.otherEncoding(path.text))
    request.outbox.notify("window/showMessage", ["type": 2, "message": .text(text)])
    return false
  }

  // MARK: Deleting

  private static func willDelete(_ request: FeatureRequest) throws -> JSONValue {
    let gone = (request.params["files"]?.items ?? []).compactMap { file -> (ServedVault, VaultPath)? in
      guard let path = file["uri"]?.text.flatMap(DocumentAddress.path),
        case (let vault?, let place?) = request.workspace.place(of: path)
      else { return nil }
      return (vault, place)
    }
    guard let vault = gone.first?.0 else { return .null }
    let view = try vault.wholeView(request)
    let folders = gone.map(\.1)
    let memos = view.index.memos.map(\.path).filter { path in
      folders.contains { $0 == path || path.bytes.starts(with: $0.bytes + [UInt8(ascii: "/")]) }
    }
    let deletion = try Deletion(of: memos.map { try ReadMemo($0, in: view.vault) }, in: view.index, of: view.vault)
    if !deletion.oversized.isEmpty { view.warnOfOversizedMemos(request) }
    var builder = EditBuilder(view, request.client, label: request.say(EditorMessages.updatingLinks))
    for rewrite in deletion.rewrites { try add(rewrite, request, &builder) }
    return builder.isEmpty ? .null : builder.json
  }
}
