import Dispatch
public import MemoCore
import Synchronization

/// A vault's repository, asked through git.
public struct GitRepository: Sendable {
  let place: GitPlace
  let git: any Git
  /// Whether the file system knows who may run a file.
  let hasModes: Bool
  /// What was stored a moment ago.
  let stored = StoredBlobs()

  /// The root of its work tree.
  public var root: HostPath { place.root }

  /// The first version that knows all that memo asks for.
  private static let oldestVersion = (2, 30)

  /// A repository whose settings the `RepositoryGate` has let pass: git gets those and never reads the file again.
  public init(at root: HostPath, config: RepositoryConfig, git: any Git) {
    place = GitPlace(root, settings: config.canonical)
    (self.git, hasModes) = (git, config.hasModes)
  }

  /// A repository of the user's own that is being made.
  public init(making root: HostPath, git: any Git) {
    place = GitPlace(root, settings: nil)
    (self.git, hasModes) = (git, true)
  }

  /// Makes a folder a repository on branch `main`; nothing happens where it is one.
  public func make() throws {
    // Not about a repository that is there: git itself looks for its place.
    var call = GitCall(["init", "--quiet", "--"], in: nil)
    call.vault = root
    call.arguments.append(root.bytes)
    _ = try answer(to: call)
  }

  /// Runs a command that has to succeed and returns what it wrote.
  public func output(_ arguments: [String], feeding chunks: [[UInt8]] = []) throws -> [UInt8] {
    try answer(to: GitCall(arguments, in: place), feeding: chunks)
  }

  /// Runs a command whose status 1 means that there is nothing; `nil` then.
  func optionalOutput(_ arguments: [String]) throws -> [UInt8]? {
    try optionalOutput(of: GitCall(arguments, in: place))
  }

  /// Runs a call whose status 1 means that there is nothing; `nil` then.
  func optionalOutput(of call: GitCall, feeding chunks: [[UInt8]] = []) throws -> [UInt8]? {
    let answer = try git.run(call, feeding: chunks)
    // `merge-base` takes commits whose ancestors are lost for unrelated ones.
    if answer.status == 1, Self.damage(in: answer.errors) == nil { return nil }
    return try Self.output(of: answer, to: call)
  }

  /// Runs a call that has to succeed and returns what git wrote.
  func answer(to call: GitCall, feeding chunks: some Sequence<[UInt8]> = []) throws -> [UInt8] {
    try Self.output(of: try git.run(call, feeding: chunks), to: call)
  }

  private static func output(of answer: GitAnswer, to call: GitCall) throws -> [UInt8] {
    guard answer.status == 0 else {
      if let damage = damage(in: answer.errors) { throw GitError.damaged(.reported(damage)) }
      let reason = reason(answer)
      throw answer.errors.filledLines.contains(where: isOfFullDisk)
        ? GitError.diskFull(reason) : .failed(command: call.name, reason: reason)
    }
    return answer.output
  }

  /// What git says of an object or a ref that a power cut or a failing disk has left without its bytes; `nil` where that is
  /// not what stopped it.
  private static func damage(in errors: String) -> String? {
    errors.filledLines.first(where: isDamage).map(unmarked)
  }

  /// A line of git's errors without the word that marks it as one.
  static func unmarked(_ line: String) -> String {
    line.dropping(prefix: "fatal: ") ?? line.dropping(prefix: "error: ") ?? line
  }

  /// Whether a line of git's is about such an object or ref.
  static func isDamage(_ line: String) -> Bool {
    let words = unmarked(line)
    let unread = words.dropping(prefix: "unable to read ") ?? words.dropping(prefix: "Could not read ") ?? ""
    return damages.contains(where: line.containsBytes) || ObjectId.isHexadecimal(Array(unread.utf8))
  }

  private static let damages = [
    " is empty", " is corrupt", "reference broken", "bad object ", "unable to read tree", "unable to read sha1 file",
    "missing blob", "missing object", "missing tree", "could not parse commit", "Can't load tree", "bad tree object",
    "unterminated line in", "unexpected line in",
  ]

  /// Whether a line says that there is no room left.
  static func isOfFullDisk(_ line: String) -> Bool { fullDisk.contains(where: line.containsBytes) }

  /// The system's words for it.
  static let fullDisk = ["No space left on device", "Out of diskspace", "Disk quota exceeded"]

  /// The folder of the repository, as git names it.
  var folder: String { root.appending(".git").text }

  /// The line of git's errors that says why: the first that starts with `fatal:` or `error:`, else the last. Where that
  /// only says that the remote could not be read, what ssh said before says why.
  static func reason(_ answer: GitAnswer) -> String {
    let lines = answer.errors.filledLines.filter {
      !isProgress($0) && !isDecoration($0) && !$0.hasBytePrefix(unasked)
    }
    let overtaken = lines.first { $0.containsBytes("Not updating") }
    if let overtaken { return overtaken }
    if let end = lines.firstIndex(of: "fatal: Could not read from remote repository."), end > 0 {
      // What git advises is indented; what it is about comes before.
      let said = lines[..<end]
      let line = said.last { $0.utf8.first != UInt8(ascii: "\t") && !$0.hasByteSuffix("call:") } ?? said[end - 1]
      return line.dropping(prefix: "fatal: ") ?? line.dropping(prefix: "remote: ") ?? line
    }
    let marked = lines.first {
      $0.hasBytePrefix("fatal: ") || $0.hasBytePrefix("error: ") || $0.hasBytePrefix("remote: ")
    }
    guard let line = marked ?? lines.last else { return "status \(answer.status)" }
    return line.parts(at: " ", maxSplits: 1).dropFirst(marked == nil ? 0 : 1).joined(separator: " ")
  }

  /// Said before git says what it has asked for in vain.
  private static let unasked = "error: unable to read askpass response"

  /// Whether a line has no words, as those that GitLab puts around its own.
  static func isDecoration(_ line: String) -> Bool {
    let text = line.dropping(prefix: "remote:") ?? line
    return !text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }

  /// Whether a line only shows the progress of a transfer: `remote: Counting objects:  50% (1/2)`.
  static func isProgress(_ line: String) -> Bool {
    let text = line.dropping(prefix: "remote: ") ?? line
    return progressWords.contains(where: text.hasBytePrefix)
  }

  private static let progressWords = [
    "Enumerating objects", "Counting objects", "Compressing objects", "Delta compression", "Writing objects",
    "Receiving objects", "Resolving deltas", "Unpacking objects", "Checking connectivity", "Total ", "To ", "From ",
    "POST git-",
  ]

  /// Packs objects where there are many single ones, or many packs.
  func packIfNeeded() throws {
    let report = String(decoding: try output(["count-objects", "-v"]), as: UTF8.self)
    var counts: [String: Int] = [:]
    for line in report.filledLines {
      let words = line.parts(at: ":")
      if words.count == 2 { counts[words[0]] = Int(words[1].parts(at: " ").joined()) }
    }
    if counts["count", default: 0] > Self.looseLimit || counts["packs", default: 0] > Self.packLimit {
      _ = try output(["gc", "--quiet"])
    }
  }

  private static let looseLimit = 5_000
  private static let packLimit = 40

  /// Ends with `tooOld` or `notInstalled` where git cannot do what memo asks for.
  public static func checkVersion(of git: any Git, outside vault: HostPath? = nil) throws {
    var call = GitCall(["version"], in: nil)
    call.vault = vault
    let output = try git.run(call).output
    let version =
      String(decoding: output, as: UTF8.self).filledLines.first?.parts(at: " ").dropFirst(2).first ?? ""
    let numbers = version.parts(at: ".").prefix(2).compactMap { Int($0) }
    guard numbers.count == 2, (numbers[0], numbers[1]) >= oldestVersion else { throw GitError.tooOld(version: version) }
  }
}

/// The bytes of a few blobs that were just stored, so that git need not be asked for them.
final class StoredBlobs: Sendable {
  private let blobs = Mutex<[ObjectId: [UInt8]]>([:])

  /// In bytes; a usual merge has less.
  private static let sizeLimit = 1 << 20

  /// Remembers texts that are blobs as they are, unless they are large.
  func note(_ texts: [[UInt8]]) {
    guard texts.reduce(0, { $0 + $1.count }) < Self.sizeLimit else { return }
    let made = texts.map { (ObjectId(ofBlob: $0), $0) }
    blobs.withLock { $0 = Dictionary(made) { first, _ in first } }
  }

  /// Those that are remembered.
  func among(_ ids: Set<ObjectId>) -> [ObjectId: [UInt8]] {
    blobs.withLock { $0.filter { ids.contains($0.key) } }
  }
}

/// A job that runs while its owner does something else.
final class Background<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts it.
  init(_ job: @escaping @Sendable () -> Value) {
    DispatchQueue.global().async { [self] in
      let made = job()
      value.withLock { $0 = made }
      isDone.signal()
    }
  }

  /// Waits for it; may be asked again.
  func wait() -> Value? {
    isDone.wait()
    defer { isDone.signal() }
    return value.withLock { $0 }
  }
}

extension ObjectId {
  /// The number of digits.
  package static let length = 40

  /// Reads the 40 hexadecimal digits that git writes; `nil` for anything else.
  public init?(hexadecimal digits: some Collection<UInt8>) {
    guard Self.isHexadecimal(digits) else { return nil }
    self.init(digits: digits)
  }

  /// Whether bytes are the 40 hexadecimal digits that git writes.
  static func isHexadecimal(_ digits: some Collection<UInt8>) -> Bool {
    digits.count == length && digits.allSatisfy(isDigit)
  }

  /// The names in what git writes, one a line; other lines are left out.
  static func lines(of output: [UInt8]) -> [ObjectId] {
    output.split(separator: UInt8(ascii: "\n")).compactMap { ObjectId(hexadecimal: $0) }
  }

  /// What git writes, and reads, where there is no object.
  static let zeros = String(repeating: "0", count: length)

  /// The name that a file's bytes have as a blob.
  public init(ofBlob contents: [UInt8]) {
    var hash = SHA1()
    Array("blob \(contents.count)\0".utf8).withUnsafeBytes { hash.update($0) }
    contents.withUnsafeBytes { hash.update($0) }
    self.init(digits: hash.finish().flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] })
  }

  /// Whether a byte is a hexadecimal digit as git writes it, with small letters.
  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension FileMode {
  /// Reads the digits that git writes; those of old trees with other permission bits count as plain files.
  init?(digits: some Sequence<UInt8>) {
    guard let number = UInt32(String(decoding: Array(digits), as: UTF8.self), radix: 8), number != 0 else {
      return nil
    }
    self = FileMode(rawValue: number) ?? (number & 0o100 == 0 ? .file : .executable)
  }
}

/// What every path of a tree holds.
package typealias VaultTree = [VaultPath: TreeEntry]

/// How one path differs between two trees.
package struct TreeChange: Equatable, Sendable {
  package let path: VaultPath
  package let old: TreeEntry?
  package let new: TreeEntry?

  package init(path: VaultPath, old: TreeEntry?, new: TreeEntry?) {
    (self.path, self.old, self.new) = (path, old, new)
  }
}

extension VaultTree {
  /// The tree after changes.
  func applying(_ changes: [TreeChange]) -> VaultTree {
    var tree = self
    for change in changes { tree[change.path] = change.new }
    return tree
  }

  /// How it differs from another tree.
  func changes(from old: VaultTree) -> [TreeChange] {
    Set(keys).union(old.keys).filter { self[$0] != old[$0] }.sorted().map {
      TreeChange(path: $0, old: old[$0], new: self[$0])
    }
  }
}
