import MemoCore
import MemoPlatform
import MemoStore
import Synchronization

extension WrappedHost {
  /// A host on whose disk something goes wrong at one call.
  ///
  /// - Parameter canExchange: whether two names are exchanged by one call, and not by plain renames, as on FAT and exFAT.
  static func faulty(_ base: any HostFiles, _ fault: Fault, canExchange: Bool = true) -> WrappedHost {
    WrappedHost(
      base: base, files: { $0 }, writer: { FaultyWriter(base: $0, fault: fault, canExchange: canExchange) })
  }
}

/// Counts the calls that change something, and does something at one of them.
final class Fault: Sendable {
  /// What happens at the call.
  enum Kind: Sendable {
    /// That call alone is refused.
    case refusal
    /// That call alone does its work and is then said to have failed.
    case lateRefusal
    /// It and all that follow are refused, as if the process had died.
    case death
    /// Another program changes something, at this call and all others, and learns which.
    case meddling(@Sendable (Int) throws -> Void)
  }

  /// The calls that can be waited for.
  enum Call: Sendable {
    case exchange
    case move
    case moveFolder
    case stage
    case synchronizeFolders
    case other
  }

  private let calls = Mutex(0)
  let number: Int
  let call: Call?
  let kind: Kind
  let code: Int32

  /// - Parameters:
  ///   - call: counts only these.
  ///   - code: the error number of a refusal.
  init(at number: Int, of call: Call? = nil, _ kind: Kind, code: Int32 = 5) {
    (self.number, self.call, self.kind, self.code) = (number, call, kind, code)
  }

  /// How many calls there were.
  var count: Int { calls.withLock { $0 } }

  /// Whether the call was reached.
  var hasHappened: Bool { count >= number }

  /// Counts one call and makes it; throws where it is to be refused.
  func pass<Result>(
    _ call: Call = .other, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    guard self.call == nil || self.call == call else { return try body() }
    let count = calls.withLock { calls in
      calls += 1
      return calls
    }
    let refusal = FileError(.write, path: [], code: code)
    switch kind {
    case .refusal: if count == number { throw refusal }
    case .lateRefusal:
      let result = try body()
      if count == number { throw refusal }
      return result
    case .death: if count >= number { throw refusal }
    case .meddling(let action):
      do {
        try action(count)
      } catch {
        throw refusal
      }
    }
    return try body()
  }
}

private struct FaultyWriter: VaultWriting {
  let base: any VaultWriting
  let fault: Fault
  let canExchange: Bool

  func create(
    _ path: VaultPath, modified: Int64?, permissions: UInt16?, isDurable: Bool, fill: FileFilling
  ) throws(FileError) -> Bool {
    try fault.pass { () throws(FileError) in
      try base.create(path, modified: modified, permissions: permissions, isDurable: isDurable, fill: fill)
    }
  }
  func replace(_ path: VaultPath, contents: [UInt8]) throws(FileError) {
    try fault.pass { () throws(FileError) in try base.replace(path, contents: contents) }
  }
  func remove(_ path: VaultPath) throws(FileError) -> Bool {
    try fault.pass { () throws(FileError) in try base.remove(path) }
  }
  func stage(
    _ path: VaultPath, like model: VaultPath?, modified: Int64?, permissions: UInt16?, fill: FileFilling
  ) throws(FileError) {
    try fault.pass(.stage) { () throws(FileError) in
      try base.stage(path, like: model, modified: modified, permissions: permissions, fill: fill)
    }
  }
  func move(_ path: VaultPath, to newPath: VaultPath) throws(FileError) -> Bool {
    try fault.pass(.move) { () throws(FileError) in try base.move(path, to: newPath) }
  }
  func exchange(_ path: VaultPath, with other: VaultPath) throws(FileError) -> Bool {
    if canExchange { return try fault.pass(.exchange) { () throws(FileError) in try base.exchange(path, with: other) } }
    guard try base.isTaken(path), try base.isTaken(other) else { return false }
    let spare = VaultPath(bytes: path.bytes + "~".utf8)
    for (old, new) in [(other, spare), (path, other), (spare, path)] {
      guard try move(old, to: new) else { return false }
    }
    return true
  }
  func readSettled(_ path: VaultPath) throws(FileError) -> SettledFile? { try base.readSettled(path) }
  func isTaken(_ path: VaultPath) throws(FileError) -> Bool { try base.isTaken(path) }
  func synchronize(files: [VaultPath]) throws(FileError) {
    try fault.pass { () throws(FileError) in try base.synchronize(files: files) }
  }
  func synchronize(folders: [VaultPath]) throws(FileError) {
    try fault.pass(.synchronizeFolders) { () throws(FileError) in try base.synchronize(folders: folders) }
  }
  func synchronizeAll() throws(FileError) {
    try fault.pass { () throws(FileError) in try base.synchronizeAll() }
  }
  func makeFolder(_ path: VaultPath) throws(FileError) {
    try fault.pass { () throws(FileError) in try base.makeFolder(path) }
  }
  func makeFolder(_ path: VaultPath, like model: VaultPath) throws(FileError) {
    try fault.pass { () throws(FileError) in try base.makeFolder(path, like: model) }
  }
  func moveFolder(_ path: VaultPath, to newPath: VaultPath) throws(FileError) {
    try fault.pass(.moveFolder) { () throws(FileError) in try base.moveFolder(path, to: newPath) }
  }
  func removeFolder(_ path: VaultPath) throws(FileError) -> Bool {
    try fault.pass { () throws(FileError) in try base.removeFolder(path) }
  }
  func removeFolderWithFiles(_ path: VaultPath) throws(FileError) {
    try fault.pass { () throws(FileError) in try base.removeFolderWithFiles(path) }
  }
  func removeLeftovers(in path: VaultPath) throws(FileError) {
    try fault.pass { () throws(FileError) in try base.removeLeftovers(in: path) }
  }
  func lock(_ path: VaultPath, waiting: Duration) throws(FileError) -> (any VaultLock)? {
    try base.lock(path, waiting: waiting)
  }
}
