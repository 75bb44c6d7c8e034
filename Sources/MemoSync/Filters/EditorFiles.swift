import MemoCore
import MemoStore

/// The files that editors make for themselves next to a file that a person has open or has saved: swap files, locks, their
/// own saves, backup copies. They may hold text that is not saved yet, and another device's editor takes them for its own.
struct EditorFiles {
  let vault: Vault
  /// Whether the branch has a file: an editor may just be about to write that file anew.
  let isSynced: (VaultPath) -> Bool

  /// What editors add to the name of a file that they have open, before and after: vim and nano, emacs, an office, kate.
  fileprivate static let open =
    [(".", ".swp"), (".", ".swo"), (".#", ""), ("#", "#"), (".~lock.", "#"), (".", ".kate-swp")]
    .map { (start: Array($0.utf8), end: Array($1.utf8)) }
  fileprivate static let backupEnd = UInt8(ascii: "~")

  /// What vim makes, and removes at once, to find out whether it may write to a folder.
  private static let probe = Array("4913".utf8)
  private static let swapHead = 6
  private static let swapMakers = ["VIM", "nano"].map { Array($0.utf8) }

  /// Whether a file is one of these. In doubt it is not: where the name that it was made from is no memo's, and no file here or
  /// in the branch has it, or a swap file does not begin as one. What is left of a memo that was deleted or renamed would
  /// be back on all devices.
  func contain(_ path: VaultPath) throws -> Bool {
    let name = path.name
    if name.elementsEqual(Self.probe) { return vault.files.stamp(of: path)?.size == 0 }
    if Self.isOfSwap(name) { return try isSwap(path) }
    return Self.owners(of: name).contains { owner in
      let owner = path.parent.appending(owner)
      return MemoFileRules.hasMemoExtension(owner) || isSynced(owner) || vault.files.stamp(of: owner) != nil
    }
  }

  /// The files that an editor may have made one of this name for.
  private static func owners(of name: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var owners = open.filter { form in
      name.count > form.start.count + form.end.count && name.starts(with: form.start)
        && name.suffix(form.end.count).elementsEqual(form.end)
    }.map { name.dropFirst($0.start.count).dropLast($0.end.count) }
    guard name.count > 1, name.last == backupEnd else { return owners }
    owners.append(name.dropLast())
    // Emacs numbers its copies: a.md.~12~
    let digits = name.dropLast().reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    let rest = name.dropLast(digits + 1)
    if digits > 0, rest.count > 2, rest.suffix(2).elementsEqual(".~".utf8) { owners.append(rest.dropLast(2)) }
    return owners
  }

  /// Whether a name is that of a swap file: `.a.md.swp`, and `.swo` and further back for each editor more.
  private static func isOfSwap(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.count > 5, name.first == UInt8(ascii: "."), let last = name.last else { return false }
    return name.dropLast().suffix(3).elementsEqual(".sw".utf8)
      && (UInt8(ascii: "a")...UInt8(ascii: "p")).contains(last)
  }

  /// Whether it begins as a swap file, of a text that is encrypted or not: `b0VIM`. It is empty while it is made.
  private func isSwap(_ path: VaultPath) throws -> Bool {
    var head: [UInt8] = []
    guard try vault.files.read(path, limit: Self.swapHead, head: { head = Array($0) }) != nil else { return false }
    let maker = head.dropFirst(2)
    return head.isEmpty || head.first == UInt8(ascii: "b") && Self.swapMakers.contains { maker.starts(with: $0) }
  }
}

/// What editors leave next to a file that they have open.
struct EditorTraces {
  let vault: Vault
  /// Now, in nanoseconds since 1970.
  let now: Int64

  /// A backup copy counts only while it is being made: some editors never remove theirs.
  private static let backupAge: Int64 = 60_000_000_000

  /// The trace next to a file; `nil` where no program seems to have it open.
  func trace(of path: VaultPath) throws -> VaultPath? {
    for form in EditorFiles.open {
      let name = path.parent.appending(form.start + path.name + form.end)
      if try vault.writer.isTaken(name) { return name }
    }
    let backup = path.parent.appending(path.name + [EditorFiles.backupEnd])
    let age = vault.files.stamp(of: backup).map { now - $0.modified }
    return age.map { (-Self.backupAge...Self.backupAge).contains($0) } == true ? backup : nil
  }
}
