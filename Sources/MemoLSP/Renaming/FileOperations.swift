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
    let all: JSONValue = ["filters": [["scheme": "file", "pattern": ["glob": "**"]]]]
    let memos: JSONValue = [
      "filters": [
        ["scheme": "file", "pattern": ["glob": "**/*.{md,markdown}", "matches": "file"]],
        ["scheme": "file", "pattern": ["glob": "**", "matches": "folder"]],
      ]
    ]
    // Links lead to files of all kinds, which may move with the memos.
    return ["willRename": all, "didRename": all, "willDelete": memos, "didDelete": memos]
  }()

  /// The files and folders that are moved within a vault, and those that leave theirs. What is hidden is in none.
  private static func changes(
    _ request: FeatureRequest
  ) -> (moved: [(vault: ServedVault, PlannedMove)], left: [(vault: ServedVault, VaultPath)]) {
    var (moved, left) = ([(vault: ServedVault, PlannedMove)](), [(vault: ServedVault, VaultPath)]())
    for file in request.params["files"]?.items ?? [] {
      guard let old = file["oldUri"]?.text.flatMap(DocumentAddress.path),
        let new = file["newUri"]?.text.flatMap(DocumentAddress.path),
        case (let vault?, let path?) = request.workspace.place(of: old), !path.isHidden
      else { continue }
      // For a vault around the one that it leaves or enters, it is moved.
      let around = request.workspace.vault(around: old, new)
      let isHidden = around.map { $0.other.isHidden && holdsMemos(at: $0.path, in: $0.vault.vault) } ?? false
      if let around, around.path != around.other, !around.path.isHidden, !isHidden {
        moved.append((around.vault, PlannedMove(from: around.path, to: around.other)))
      }
      if isHidden || around?.vault !== vault { left.append((vault, path)) }
    }
    return (moved, left)
  }

  /// Whether a path is that of a memo or a folder: in a hidden folder no memos are seen, and pictures are still shown.
  private static func holdsMemos(at path: VaultPath, in vault: Vault) -> Bool {
    vault.hasMemo(at: path) || (try? vault.files.folderStamp(of: path)) ?? nil != nil
  }

  private static func willRename(_ request: FeatureRequest) throws -> JSONValue {
    let changes = changes(request)
    let (moved, left) = (byVault(changes.moved), byVault(changes.left))
    for vault in moved.map(\.vault) + left.map(\.vault) { try vault.checkComplete(request) }
    var builders: [EditBuilder] = []
    for (vault, moves) in moved {
      let view = vault.view
      view.warnOfOversizedMemos(request)
      warn(of: view.index.problems.map { (VaultPath(bytes: $0.path), $0) }, request)
      var builder = EditBuilder(view, request.client, label: request.say(EditorMessages.updatingLinks))
      try add(moves, in: view, request, &builder)
      builders.append(builder)
    }
    builders += try left.map { try deletion(of: $0.items, in: $0.vault.view, request) }
    for (vault, moves) in moved {
      for move in moves { vault.plan(move) }
    }
    return json(builders)
  }

  /// What belongs to each vault, in the order of the request.
  private static func byVault<Item>(
    _ items: [(vault: ServedVault, Item)]
  ) -> [(vault: ServedVault, items: [Item])] {
    var vaults: [(vault: ServedVault, items: [Item])] = []
    for (vault, item) in items {
      if let place = vaults.firstIndex(where: { $0.vault === vault }) {
        vaults[place].items.append(item)
      } else {
        vaults.append((vault, [item]))
      }
    }
    return vaults
  }

  /// The changes of several vaults as one.
  private static func json(_ builders: [EditBuilder]) -> JSONValue {
    guard var all = builders.first else { return .null }
    for builder in builders.dropFirst() { all.add(builder) }
    return all.isEmpty ? .null : all.json
  }

  /// The client has made renames that it may have announced.
  static func noteRenames(_ request: FeatureRequest) {
    for (vault, move) in changes(request).moved { vault.endPlan(move) }
  }

  private static func add(
    _ moves: [PlannedMove], in view: VaultView, _ request: FeatureRequest, _ builder: inout EditBuilder
  ) throws {
    let renaming = MemoRenaming(in: view.vault, view.index)
    var folders: [(path: VaultPath, newPath: VaultPath)] = []
    var files: [(path: VaultPath, newPath: VaultPath)] = []
    var memos: [(memo: ReadMemo, newPath: VaultPath)] = []
    for move in outermost(moves) {
      if try view.vault.files.folderStamp(of: move.from) != nil {
        folders.append((move.from, move.to))
      } else if view.vault.hasMemo(at: move.from) {
        memos.append((try ReadMemo(move.from, in: view.vault), move.to))
      } else if view.vault.files.stamp(of: move.from) != nil {
        files.append((move.from, move.to))
      }
    }
    if !folders.isEmpty || !files.isEmpty {
      let relocation = try renaming.move(folders: folders, files: files, with: memos, byOthers: true)
      for edit in relocation.edits { try builder.addIfEditable(edit.rewrite(in: view.vault), request) }
    } else if !memos.isEmpty {
      for rewrite in try renaming.move(toFiles: memos).rewrites { try builder.addIfEditable(rewrite, request) }
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

  // MARK: Deleting

  private static func willDelete(_ request: FeatureRequest) throws -> JSONValue {
    let gone = (request.params["files"]?.items ?? []).compactMap { file -> (vault: ServedVault, VaultPath)? in
      guard let path = file["uri"]?.text.flatMap(DocumentAddress.path),
        case (let vault?, let place?) = request.workspace.place(of: path)
      else { return nil }
      return (vault, place)
    }
    let vaults = byVault(gone)
    for (vault, _) in vaults { try vault.checkComplete(request) }
    return json(try vaults.map { try deletion(of: $0.items, in: $0.vault.view, request) })
  }

  /// What keeps links away from the namesakes of files and of the memos in folders, which are deleted or leave the vault.
  private static func deletion(
    of gone: [VaultPath], in view: VaultView, _ request: FeatureRequest
  ) throws -> EditBuilder {
    let gone = Set(gone)
    let memos = view.index.memos.map(\.path).filter { path in
      gone.contains(path) || path.foldersAbove.contains(where: gone.contains)
    }
    let deletion = Deletion(byOthers: Set(memos), in: view.index, of: view.vault)
    if !deletion.oversized.isEmpty { view.warnOfOversizedMemos(request) }
    let unread = deletion.unread.filter { !deletion.oversized.contains($0.path) }
    warn(of: unread, request)
    var builder = EditBuilder(view, request.client, label: request.say(EditorMessages.updatingLinks))
    for rewrite in deletion.rewrites { try builder.addIfEditable(rewrite, request) }
    return builder
  }

  /// Names memos that cannot be read: the editor goes on with the files in any case, so that the links of the other memos have
  /// to follow.
  private static func warn(of unread: [(path: VaultPath, reason: any Error)], _ request: FeatureRequest) {
    for (path, reason) in unread.prefix(mostWarnings) {
      let reason = FailureMessages.failure(for: reason).message
      request.warn(EditorMessages.linksStay(path.text, reason))
    }
  }

  /// More would cover the screen.
  private static let mostWarnings = 5
}
