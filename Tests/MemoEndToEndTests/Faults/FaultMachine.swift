import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// A sandbox in which one command runs again and again from the same start, each time with another fault.
final class FaultMachine {
  let sandbox: Sandbox
  let command: FaultedCommand
  /// The vault's files when the command starts and when it is done.
  private(set) var before: [VaultPath: [UInt8]] = [:]
  private(set) var after: [VaultPath: [UInt8]] = [:]
  /// What a sync has sent.
  private(set) var treeAfter = ""
  /// The calls of a run without faults.
  private(set) var log = CallLog("")

  /// Whether programs may be traced here; asked once, by tracing one.
  static let mayTrace: Bool = {
    guard MemoProgram.isInstalled("strace"), let sandbox = try? Sandbox(),
      let run = try? sandbox.shell("strace -f -o /dev/null -e inject=close:error=EIO:when=1000 true")
    else { return false }
    return run.end == .exited(0)
  }()

  static let skipped: Comment = "strace is not installed or may not trace: no faults are injected"

  private static let places = "vault home hub other in"

  init(_ command: FaultedCommand) throws {
    self.command = command
    sandbox = try Sandbox(hasMarker: false)
    sandbox.variables["MEMO_EDITOR"] = "printf edited >>"
    sandbox.variables["GIT_CONFIG_NOSYSTEM"] = "1"
    let preparation = try sandbox.shell(
      """
      { \(FaultedCommand.start) && \(command.preparation); } >&2 && cd .. && mkdir start &&
      for place in \(Self.places); do [ ! -e $place ] || cp -a $place start/; done
      """)
    try #require(preparation.end == .exited(0), "\(command.line): \(preparation.errors)")
    before = try files()
    let run = try self.run(options: "")
    try #require(run.end == .exited(0), "\(command.line): \(run.errors)")
    log = CallLog(try traced())
    after = try files()
    if command.isSync { treeAfter = try sentTree() }
  }

  /// The files of the repository that is synced with.
  func sentTree() throws -> String {
    try sandbox.shell("git -C ../hub ls-tree -r main | cut -f 2- | sort; git -C ../hub rev-parse main^{tree}").text
  }

  /// Puts everything back as it was at first, when the last git that a killed memo has left is gone: it would write there.
  func reset() throws {
    let isBusy = "ls -l /proc/[0-9]*/cwd 2> /dev/null | grep -q -e \"-> $PWD/\""
    let run = try sandbox.shell(
      "while \(isBusy); do sleep 0.02; done; rm -rf \(Self.places) && cp -a start/. .", in: "")
    try #require(run.end == .exited(0), "\(run.errors)")
  }

  /// Runs the command under strace with its options.
  func run(options: String) throws -> MemoRun {
    // Only the traced calls stop the program then, which takes a third of the time; but signals do not come so.
    let filter = options.isEmpty || options.contains("signal=") ? "" : "--seccomp-bpf"
    let trace = "strace \(filter) -f -o \(sandbox.folder.path.text)/log \(options) \(MemoProgram.path.text)"
    return try sandbox.shell("memo='\(trace)'; \(command.line)")
  }

  /// Runs the command as anybody does.
  func runAgain() throws -> MemoRun {
    try sandbox.shell("memo=memo; \(command.line)")
  }

  /// What strace wrote about the last run.
  func traced() throws -> String {
    String(decoding: try sandbox.folder.bytes(of: VaultPath("log")) ?? [], as: UTF8.self)
  }

  /// Every file of the vault outside of `.memo` and `.git`.
  func files() throws -> [VaultPath: [UInt8]] {
    var found: [VaultPath: [UInt8]] = [:]
    for path in try entries(of: .root) where !path.isOfPrograms {
      found[path] = try sandbox.folder.bytes(of: sandbox.inVault(path))
    }
    return found
  }

  /// Removes what git keeps a second git away with.
  func removeLocksOfGit() throws {
    let run = try sandbox.shell("find . -path '*.git/*' -name '*.lock' -delete", in: "")
    try #require(run.end == .exited(0), "\(run.errors)")
  }

  /// Files that memo makes for a moment only.
  func strays() throws -> [VaultPath] {
    try entries(of: .root).filter { path in
      let name = String(decoding: path.name, as: UTF8.self)
      let isState = ["-draft", "-applying", "-undoing", "-redoing"].contains { path.text.contains($0 + "/") }
      return name.hasPrefix(".memo-tmp") || name.hasSuffix("~") || name.hasSuffix(".tmp") || isState
    }
  }

  /// All files below a folder.
  private func entries(of folder: VaultPath) throws -> [VaultPath] {
    try sandbox.folder.names(in: sandbox.inVault(folder)).flatMap { name in
      let path = folder.appending(name)
      return sandbox.folder.status(of: sandbox.inVault(path))?.isFolder == true ? try entries(of: path) : [path]
    }
  }
}

extension VaultPath {
  /// Whether it belongs to memo or git.
  fileprivate var isOfPrograms: Bool {
    components.contains { $0.elementsEqual(".memo".utf8) || $0.elementsEqual(".git".utf8) }
  }
}
