import MemoStore
import Testing

@testable import MemoPlatform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ProcessWideTests {
  /// A program that outlives this process.
  @Suite struct DetachedProgramTests {
    @Test func itHoldsNoPipeAndNoLockOfTheCaller() throws {
      let folder = try OwnFolder()
      try folder.write("", to: "lock")
      let number = open(folder["lock"], O_RDONLY | O_CLOEXEC)
      defer { close(number) }
      try #require(number > STDERR_FILENO && fcntl(number, F_SETFD, 0) == 0)
      for isDetached in [false, true] {
        let script = #"if [ -e "/dev/fd/$1" ]; then echo open; else echo closed; fi > "$2""#
        let words = ["-c", script, "sh", "\(number)", folder["out"]].map { Array($0.utf8) }
        var child = ChildProcess(path: Array("/bin/sh".utf8), arguments: words, variables: [], heardSignals: [])
        child.isDetached = isDetached
        #expect(try child.run().wait() == .exited(0))
        #expect(folder.text(of: "out") == (isDetached ? "closed\n" : "open\n"))
      }
    }
  }
}
