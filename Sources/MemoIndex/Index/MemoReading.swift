import MemoCore
import MemoStore
import Synchronization

/// Reads memos on all cores and makes their records.
struct MemoReading {
  let files: any VaultFiles
  /// Told how many memos of how many are read, from any thread.
  let progress: @Sendable (Int, Int) -> Void

  private static let memosPerPart = 64

  /// What became of one memo.
  enum Outcome: Sendable {
    case read(FreshMemo)
    case gone
    case failed(FileError)
  }

  func run(_ paths: [VaultPath]) -> [Outcome] {
    let done = Atomic(0)
    return paths.concurrentMap(partSize: Self.memosPerPart) { part in
      defer {
        progress(done.wrappingAdd(part.count, ordering: .relaxed).newValue, paths.count)
      }
      return part.map(read)
    }.flatMap(\.self)
  }

  private func read(_ path: VaultPath) -> Outcome {
    do {
      return try Self.record(of: path, in: files).map {
        .read(FreshMemo(stamp: $0.stamp, record: $0.record.encoded()))
      } ?? .gone
    } catch {
      return .failed(error)
    }
  }

  /// Reads one memo; `nil` where there is none.
  static func record(of path: VaultPath, in files: any VaultFiles) throws(FileError) -> (
    stamp: FileStamp, record: MemoRecord
  )? {
    var metadata = MemoMetadata()
    let reading = try files.read(path, limit: MemoMetadata.readLimit) { metadata = MemoParser.metadata(of: $0) }
    guard let reading else { return nil }
    return (reading.stamp, MemoRecord(reading, metadata))
  }
}
