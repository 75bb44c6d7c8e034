#if os(Linux)
  import Foundation
  import Glibc
  import MemoCore
  import Testing

  /// A file system in a file, mounted as a folder of a sandbox, whose power can be cut: what it has not yet handed over to
  /// its disk is gone then.
  final class CutDisk {
    enum FileSystem: String, CaseIterable, Sendable {
      case ext4, xfs, btrfs

      fileprivate var make: String { "mkfs.\(self) -q" + (self == .btrfs ? " -f" : self == .ext4 ? " -F" : "") }
    }

    private let sandbox: Sandbox
    private let place: String
    private var number = 0

    /// Makes and mounts one.
    init(_ kind: FileSystem, at sandbox: Sandbox, _ place: String) throws {
      (self.sandbox, self.place) = (sandbox, place)
      // The smallest that mkfs.xfs makes.
      try shell("truncate -s 304M \(image) && PATH=$PATH:/usr/sbin:/sbin \(kind.make) \(image) >&2")
      try mount()
    }

    deinit {
      _ = try? sandbox.shell("umount -l \(place)", in: "")
    }

    /// Whether file systems of a kind can be made and mounted here.
    static func mayMount(_ kind: FileSystem) -> Bool {
      guard geteuid() == 0, let sandbox = try? Sandbox(hasMarker: false) else { return false }
      return (try? CutDisk(kind, at: sandbox, "vault")) != nil
    }

    /// Takes the power from the disk and from what runs on it, and starts again with what the disk holds.
    ///
    /// - Parameter programs: those that run there; what they have started ends with them, but not what serves the hub.
    func cut(stopping programs: [pid_t]) throws {
      var stopped: Set<pid_t> = []
      // Whatever was started while the others were being stopped, too.
      while true {
        let running = Set(programs + programs.flatMap(KilledSync.descendants)).subtracting(stopped)
        if running.isEmpty { break }
        for id in running { kill(id, SIGSTOP) }
        stopped.formUnion(running)
      }
      let old = image
      number += 1
      // The kernel may hand over more by itself while the file is copied; times have their ticks.
      try shell(
        """
        while :; do
          before=$(stat -c '%y %z' \(old)); sleep 0.02; cp --sparse=always \(old) \(image); sleep 0.02
          [ "$before" != "$(stat -c '%y %z' \(old))" ] || break
        done
        """)
      for id in stopped { kill(id, SIGKILL) }
      // All the way, or what is mounted next would be taken for the same. A git that outlived the others ends, too.
      try shell(
        """
        until umount \(place) 2> /dev/null; do
          for id in /proc/[0-9]*; do
            case "$(readlink $id/cwd)" in "$PWD/\(place)"*) kill -KILL ${id#/proc/} ;; esac
          done
          sleep 0.02
        done
        for round in $(seq 250); do [ -n "$(losetup -j \(old))" ] || break; sleep 0.02; done
        if [ -n "$(losetup -j \(old))" ]; then
          echo 'another mount namespace holds the disk: run the test in one of its own, with unshare -m' >&2
          exit 1
        fi
        rm \(old)
        """)
      try mount()
    }

    private var image: String { "disk\(number).img" }

    private func mount() throws {
      try shell("mount -o loop \(image) \(place)")
    }

    private func shell(_ line: String) throws {
      let run = try sandbox.shell(line, in: "", with: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
      try #require(run.end == .exited(0), "\(line): \(run.errors)")
    }
  }
#endif
