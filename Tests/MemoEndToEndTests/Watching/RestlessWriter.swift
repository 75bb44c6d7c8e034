import Foundation
import MemoCore
import MemoTestSupport
import Synchronization
import Testing

/// Writes ascending numbers to memos by turns, over and over, on a thread of its own; no memo is ever missing or cut.
final class RestlessWriter: Sendable {
  static let files = 3
  private static let start = 100_000

  private let written = Atomic(0)
  private let isEnding = Atomic(false)
  private let folder: TemporaryFolder

  /// Has written each memo once when it returns.
  init(in sandbox: Sandbox) {
    folder = sandbox.folder
    for number in 0..<Self.files { write(Self.start + number) }
    Thread.detachNewThread { [self] in
      var number = Self.start + Self.files
      while !isEnding.load(ordering: .acquiring) {
        write(number)
        number += 1
      }
    }
  }

  /// The last number of which the write is over.
  var lastWritten: Int { written.load(ordering: .acquiring) }

  func end() { isEnding.store(true, ordering: .releasing) }

  private func write(_ number: Int) {
    let path = VaultPath("vault/busy-\(number % Self.files).md")
    do {
      if number % 2 == 0, folder.status(of: path) != nil {
        try folder.overwrite(path, with: Array("# \(number)".utf8))
      } else {
        try folder.write("# \(number)", to: "vault/.busy")
        try folder.rename(VaultPath("vault/.busy"), to: path)
      }
      written.store(number, ordering: .releasing)
    } catch {
      Issue.record("\(error)")
    }
  }
}
