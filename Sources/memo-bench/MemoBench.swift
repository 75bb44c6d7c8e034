#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The benchmark program: speed is measured here and asserted nowhere.
@main
struct MemoBench {
  let options: Options
  let memo: String
  /// Absolute, without symbolic links.
  let folder: String

  static func main() {
    Interruption.hold()
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.isHelp { return print(Options.help) }
      if let search = options.search {
        return print(try search.timings(runs: options.runs).map(\.line).joined(separator: "\n"))
      }
      if let frames = options.frames {
        return print(try frames.timings().map(\.line).joined(separator: "\n"))
      }
      try MemoBench(options: options).run()
    } catch {
      let failure = error as? BenchError ?? .failed("\(error)")
      note("memo-bench: \(failure.message)")
      exit(failure.exitCode)
    }
  }

  private init(options: Options) throws {
    self.options = options
    memo = try Program.memo(named: options.memo)
    if let keep = options.keep {
      try FileSystem.makeFolder(keep, mayExist: true)
      folder = try FileSystem.resolve(keep)
    } else {
      folder = try FileSystem.makeTemporaryFolder()
    }
  }

  private func run() throws {
    let result: Result<Void, any Error>
    do {
      result = .success(try measureAll())
    } catch {
      result = .failure(error)
    }
    if options.keep == nil { try FileSystem.removeTree(folder) }
    try result.get()
  }

  private func measureAll() throws {
    let machine = try Machine(folder: folder)
    if !options.isJSON { show(Report.machineLine(machine, options: options)) }
    var all: [Row] = []
    for memos in options.memos {
      let workspace = try Workspace(folder: "\(folder)/\(memos)", plan: VaultPlan(memos: memos, seed: options.seed))
      let rows = try measure(workspace)
      if !options.isJSON { show(Report.table(rows)) }
      all += rows
      if options.keep == nil { try FileSystem.removeTree(workspace.folder) }
    }
    if options.isJSON { show(Report.json(all, machine: machine, options: options)) }
  }

  private func measure(_ workspace: Workspace) throws -> [Row] {
    let plan = workspace.plan
    let bytes = try VaultGenerator(plan: plan, root: workspace.vault).generate()
    // Else the disk would still be writing the vault while the first jobs are timed.
    sync()
    let size = "\(plan.memos) memos, \(bytes / 1_000_000) MB, \(plan.folders.count) folders"
    options.isJSON ? Self.note(size) : show("\n\(size)")
    let bench = Bench(memo: memo, runs: options.runs, workspace: workspace, textBytes: bytes)
    let jobs = JobList(workspace: workspace, memo: memo)
    defer { try? bench.setWatcher(false) }
    return try options.jobs.flatMap { kind in
      Self.note("  \(kind.rawValue)")
      let rows = try bench.measure(jobs.job(kind))
      // A run over a large vault takes long, and what is known of it is not to be lost with the rest.
      for row in rows { Self.note("    " + Report.line(row)) }
      return rows
    }
  }

  /// Writes at once, so that a reader of a pipe sees each table when it is ready.
  private func show(_ text: String) {
    print(text)
    fflush(nil)
  }

  private static func note(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
  }
}
