#if os(Linux)
  import Foundation
  import Glibc
  import MemoCore
  import MemoStore
  import MemoTestSupport
  import Testing

  @testable import MemoPlatform

  /// Another program has a lease on a memo, as Samba and the kernel's NFS server take for other machines.
  @Suite struct LeasedFileTests {
    // Swift does not see F_SETSIG, F_SETLEASE and F_GETLEASE.
    private static let (setSignal, setLease, getLease) = (Int32(10), Int32(1024), Int32(1025))
    private static let path = VaultPath("folder/a.md")

    @Test(arguments: [true, false])
    func aLeasedMemoIsReadOnceTheLeaseIsGivenUp(opensAtOnce: Bool) throws {
      let folder = try TemporaryFolder()
      try folder.write("text", to: Self.path.text)
      let folders = try VaultFolders(root: folder.path.bytes, opensAtOnce: opensAtOnce)
      let files = try DiskFiles(root: folder.path, in: folders)
      try whileLeased(folder) {
        let bytes = try files.readWhole(Self.path, limit: 100)?.bytes
        #expect(bytes == Array("text".utf8))
      }
      try whileLeased(folder) {
        files.read([Self.path], in: Self.path.parent, limit: 100) { bytes in
          #expect(Array(bytes) == Array("text".utf8))
        } done: { result in
          #expect((try? result.get()) != nil)
        }
      }
      try whileLeased(folder) { try DiskWriter(in: folders).synchronize(files: [Self.path]) }
    }

    /// Has a lease on the memo until something wants to open it.
    private func whileLeased(_ folder: TemporaryFolder, _ body: () throws -> Void) throws {
      let file = open(folder.systemPath(Self.path), O_RDWR | O_CLOEXEC)
      defer { close(file) }
      // The system asks for the lease back by a signal, which is to be one that does nothing.
      try #require(fcntl(file, Self.setSignal, SIGURG) == 0)
      // Not every file system knows leases.
      guard fcntl(file, Self.setLease, F_WRLCK) == 0 else { return }
      Thread {
        while fcntl(file, Self.getLease) == F_WRLCK { sched_yield() }
        _ = fcntl(file, Self.setLease, F_UNLCK)
      }.start()
      try body()
    }
  }
#endif
