package import MemoCore

/// Operations whose text others have written as well.
extension OperationHistory {
  /// The files from which undoing or redoing an operation would take text away, by all names that they have had since.
  package func pathsOfOwnText() throws -> Set<VaultPath> { Set(try ownTexts().flatMap(\.paths)) }

  /// Notes files into which a sync has merged what others changed: from now on, operations that gave them their text are neither
  /// undone nor redone. Each device may have written the same, and what is there once belongs to both.
  package func note(received paths: Set<VaultPath>) throws {
    guard !paths.isEmpty else { return }
    let lock = try open()
    defer { withExtendedLifetime(lock) {} }
    for (folder, own) in try ownTexts() where !own.isDisjoint(with: paths) {
      guard var record = try records.recordIfThere(of: folder) else { continue }
      let received = own.intersection(paths).union(record.received).sorted()
      guard received != record.received else { continue }
      record.received = received
      // One that is as large as a record can be stays as it is.
      guard let contents = try? record.encoded() else { continue }
      try vault.writer.replace(folder.recordPath, contents: contents)
    }
  }

  /// The files that operations have given their text. An operation that cannot be read cannot be undone, either.
  private func ownTexts() throws -> [(folder: OperationFolder, paths: Set<VaultPath>)] {
    let folders = try records.folders()
    func texts(
      _ folders: [OperationFolder], _ direction: FileChange.Direction
    ) -> [(folder: OperationFolder, paths: Set<VaultPath>)] {
      var texts: [(folder: OperationFolder, paths: Set<VaultPath>)] = []
      for folder in folders {
        guard let record = try? records.recordIfThere(of: folder) else { continue }
        for index in texts.indices { record.follow(&texts[index].paths, direction) }
        texts.append((folder, record.written(direction)))
      }
      return texts
    }
    // What was undone last is the oldest of all that is undone.
    return texts(folders.filter { $0.state == .done }, .forward)
      + texts(folders.reversed().filter { $0.state == .undone }, .backward)
  }
}

extension OperationRecord {
  private func steps(_ direction: FileChange.Direction) -> [FileStep] {
    (direction == .forward ? changes : changes.reversed()).map { $0.step(direction, slot: .root) }
  }

  /// Adds the paths to which it moves files.
  fileprivate func follow(_ paths: inout Set<VaultPath>, _ direction: FileChange.Direction) {
    for case (let path, .move(let newPath)) in steps(direction).map({ ($0.path, $0.action) }) where paths.contains(path)
    {
      paths.insert(newPath)
    }
  }

  /// The files that it brings text to, or brings back, by all names that it gives them.
  fileprivate func written(_ direction: FileChange.Direction) -> Set<VaultPath> {
    var paths: Set<VaultPath> = []
    for step in steps(direction) {
      switch step.action {
      case .swap, .bringIn: paths.insert(step.path)
      case .takeOut: paths.remove(step.path)
      // What comes out of the trash would go there again.
      case .move(let newPath): if paths.contains(step.path) || step.path.isHidden { paths.insert(newPath) }
      }
    }
    return paths.filter { !$0.isHidden }
  }
}
