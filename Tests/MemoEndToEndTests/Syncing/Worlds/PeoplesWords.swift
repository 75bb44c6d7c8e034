import MemoCore

/// What people did to the words of a world, and what the contract says of them then. Each word is written once.
struct PeoplesWords {
  /// How a person changed files.
  enum Kind {
    /// With the files as they were in view.
    case plain
    /// By an editor that had read its text before, so that it has not seen what syncs brought in the meantime.
    case oldBuffer(VaultPath)
    /// A link, or a file that is too large, is in the place of a file: syncs leave what others have there alone.
    case hidden
  }

  private var written: Set<String> = []
  /// The devices on which someone took a word out.
  private var deletions: [String: [Int]] = [:]
  /// Words that went with their whole file.
  private var goneWithFile: Set<String> = []
  /// Deleted words that a rule brings back: the file was edited or renamed elsewhere, or someone put them back.
  private var mayReturn: Set<String> = []
  /// Words that someone has put back, who knew that they were gone.
  private var putBack: Set<String> = []
  /// Words that may be twice in a file.
  private var mayDouble: Set<String> = []
  /// Words that were in more than one file: what is taken out of one is in the other.
  private var multiple: Set<String> = []
  /// Words of which someone took one out and kept another.
  private var deletedInPart: Set<String> = []
  /// Words that went from each device by a sync.
  private var goneBySync: [Int: Set<String>] = [:]
  /// Words that a save of an old text lacks, and its file.
  private var overwritten: [String: VaultPath] = [:]
  /// Words that need not be listed any more: a person has chosen.
  private var settled: Set<String> = []
  private var valuesOfKeys: [WorldView.Scalar: Set<String>] = [:]
  private var boxes: [String: Character] = [:]
  /// Boxes that two people changed without having seen the other's change.
  private var contested: Set<String> = []

  // MARK: What happens

  /// Takes note of what a person did on a device.
  ///
  /// - Parameter others: all other devices, some of which have not seen what was done elsewhere.
  mutating func note(
    _ kind: Kind, on device: Int, from before: WorldView, to after: WorldView, others: [WorldView]
  ) {
    noteReturns(in: before, after)
    for path in before.files.keys where after.files[path] == nil { noteRemoval(of: path, before, others) }
    for word in after.words.keys where before.words[word] == nil {
      if written.insert(word).inserted { boxes[word] = after.boxes[word] } else { add(word, on: device, after, others) }
    }
    for word in before.words.keys where after.words[word] == nil {
      if case .oldBuffer(let path) = kind {
        overwritten[word] = path
        continue
      }
      remove(word, on: device, before, after, others)
    }
    if case .hidden = kind { noteUnseen(on: device, others) }
    for (word, places) in before.words where (1..<places.count).contains(after.words[word]?.count ?? 0) {
      deletedInPart.insert(word)
    }
    noteBoxes(before, after, others)
    noteScalars(before, after, others)
    look(at: after)
  }

  /// Takes note of edits of files that a killed sync had brought in: the next one takes what came in for a part of them, so a
  /// line that they change may be there in both versions, and one that they delete may come again.
  mutating func noteEdits(of paths: Set<VaultPath>, from before: WorldView, to after: WorldView) {
    for path in paths where before.files[path] != after.files[path] {
      let words = before.words(in: path).union(after.words(in: path))
      mayReturn.formUnion(words)
      mayDouble.formUnion(words)
      contested.formUnion(words)
    }
  }

  /// Takes note of what a sync did to a device's files.
  mutating func noteSync(on device: Int, from before: WorldView, to after: WorldView) {
    let gone = before.words.keys.filter { after.words[$0] == nil }
    goneBySync[device, default: []].formUnion(gone)
    goneBySync[device]?.subtract(after.words.keys)
    look(at: after)
  }

  private mutating func look(at view: WorldView) {
    for (word, places) in view.words where places.count > 1 { multiple.insert(word) }
  }

  /// Whoever edits or renames a file keeps what others deleted with it.
  private mutating func noteReturns(in before: WorldView, _ after: WorldView) {
    for path in before.files.keys where before.files[path] != after.files[path] {
      let kept = before.words(in: path).filter { deletions[$0] != nil && after.words[$0] != nil }
      mayReturn.formUnion(kept.filter { goneWithFile.contains($0) || after.words[$0]?[path] == nil })
      if after.files[path] == nil { settleOverwritten(in: path) }
    }
  }

  /// Lines that were taken out of a file before it was removed are in the file that another process keeps.
  private mutating func noteRemoval(of path: VaultPath, _ before: WorldView, _ others: [WorldView]) {
    for other in others {
      let words = other.words(in: path).filter { deletions[$0] != nil }
      goneWithFile.formUnion(words)
      if other.files[path] != before.files[path] { mayReturn.formUnion(words) }
    }
  }

  /// What is hidden is as the branch has it: a deletion that no sync has seen before is none.
  private mutating func noteUnseen(on device: Int, _ others: [WorldView]) {
    mayReturn.formUnion(
      deletions.filter { word, devices in devices.contains(device) && others.contains { $0.words[word] != nil } }.keys)
  }

  private mutating func add(_ word: String, on device: Int, _ after: WorldView, _ others: [WorldView]) {
    let deleters = Set(deletions[word] ?? [])
    mayReturn.insert(word)
    contested.insert(word)
    if others.contains(where: { $0.words[word] != nil }) || putBack.contains(word) {
      mayDouble.insert(word)
      // Where the others have it still, lines may have changed places: each of two may be the one that moved.
      for path in (after.words[word] ?? [:]).keys {
        mayDouble.formUnion(after.words(in: path))
        contested.formUnion(after.words(in: path))
      }
    }
    // A deletion that this device has not heard of is as good as what was done here.
    let isOwn = deleters.isSubset(of: [device])
    let isKnown = deletions[word]?.count == 1 && goneBySync[device]?.contains(word) == true
    if isOwn || isKnown { putBack.insert(word) }
  }

  private mutating func remove(
    _ word: String, on device: Int, _ before: WorldView, _ after: WorldView, _ others: [WorldView]
  ) {
    let places = before.words[word] ?? [:]
    // A text in whose place there are bytes is one file less to weave.
    let isWhole = places.keys.contains { after.files[$0]?.contains(0) ?? true || !Self.isMemo($0) }
    deletions[word, default: []].append(device)
    putBack.remove(word)
    if isWhole { goneWithFile.insert(word) }
    for other in others {
      guard let there = other.words[word] else { continue }
      let isEdited = places.keys.contains { other.files[$0] != before.files[$0] }
      if Set(there.keys) != Set(places.keys) || isWhole && isEdited { mayReturn.insert(word) }
    }
    for path in places.keys { settleOverwritten(in: path) }
  }

  private static func isMemo(_ path: VaultPath) -> Bool { path.text.hasSuffix(".md") }

  private mutating func settleOverwritten(in path: VaultPath) {
    settled.formUnion(overwritten.filter { $0.value == path }.keys)
  }

  private mutating func noteBoxes(_ before: WorldView, _ after: WorldView, _ others: [WorldView]) {
    for (word, mark) in after.boxes {
      guard let old = before.boxes[word], old != mark else { continue }
      let isUnseen = boxes[word] != old || others.contains { $0.boxes[word].map { $0 != old } ?? false }
      if isUnseen { contested.insert(word) }
      boxes[word] = mark
    }
  }

  /// Whoever gives a key another value has chosen, but not against values that others have yet to send.
  private mutating func noteScalars(_ before: WorldView, _ after: WorldView, _ others: [WorldView]) {
    for scalar in Set(before.scalars.keys).union(after.scalars.keys)
    where before.scalars[scalar] != after.scalars[scalar] {
      let unseen = others.compactMap { $0.scalars[scalar] }
      settled.formUnion((valuesOfKeys[scalar] ?? []).subtracting(unseen))
      guard let value = after.scalars[scalar] else { continue }
      valuesOfKeys[scalar, default: []].insert(value)
      settled.remove(value)
    }
  }

  // MARK: What has to hold

  /// How many words were written, deleted and put back.
  var counts: String {
    "\(written.count) lines written, \(deletions.count) deleted, \(putBack.count) put back, \(boxes.count) boxes, "
      + "\(overwritten.count) missed by old buffers"
  }

  /// What does not hold of the files in which all devices agree.
  ///
  /// - Parameter listed: the words that `conflicts` shows on any device.
  func faults(in end: WorldView, listed: Set<String>) -> [String] {
    var faults: [String] = []
    func add(_ what: String, _ words: some Sequence<String>) {
      let words = words.sorted()
      if !words.isEmpty { faults.append("\(what): \(words.joined(separator: " "))") }
    }
    let missing = written.filter { end.words[$0] == nil && !deletedInPart.contains($0) }
    add("lost", missing.filter { deletions[$0] == nil && !listed.contains($0) && !settled.contains($0) })
    add("put back and gone", missing.filter { putBack.contains($0) && !listed.contains($0) && !settled.contains($0) })
    let allowed = mayReturn.union(multiple)
    // What is taken out with another change may have been missed by an editor, and is shown where it comes back.
    add(
      "deleted and back",
      deletions.keys.filter { end.words[$0] != nil && !allowed.contains($0) && !listed.contains($0) })
    let doubled = end.words.filter { $0.value.values.contains { $0 > 1 } }.keys
    add("twice in a file", doubled.filter { !mayDouble.contains($0) && !contested.contains($0) })
    let open = contested.union(multiple).union(deletions.keys)
    add("with another mark", end.boxes.filter { !open.contains($0.key) && $0.value != boxes[$0.key] }.keys)
    return faults
  }
}
