/// What the command line asks for.
struct Options {
  var memos = [1000, 10_000]
  var runs = 7
  var seed: UInt64 = 1
  var jobs = Job.Kind.allCases
  var keep: String?
  var memo: String?
  var vault: String?
  var query: String?
  var isJSON = false
  var isHelp = false
  var isKeys = false
  var drawsPictures = false

  static let help = """
    Usage: memo-bench [options]

    Measures memo as a user runs it, beside find, rg and cat, on generated vaults. Every output is
    checked before it is timed: exit 1 if one is wrong. A target that is not met is shown, not an error;
    targets of time and size are for 100,000 memos and more. A row search-…-index is the search without
    start, refresh and output, beside the same peer; cache-size is the cache's bytes beside the text's.
    Searches are for words as they are written; in rows forgiving-… they are as a user types them, beside the same with
    --exact. Rows that begin with scripts- are the first index of memos in one script, and their ratio is of processor
    time, beside as many bytes of English. search-ranking is how far down the memos are that a hundred queries mean, 1 being always first.
    browse is the split view from its start to its first picture and out again, beside a list in a terminal;
    browse-keys is the slowest of a hundred keys in the split view, from the key to its frame, and browse-pictures the same
    among memos full of pictures in a terminal that draws them. In rows
    that begin with watched- a watcher follows the vault; watcher-line is the time from the end of a save to the line
    that reports it, beside the time for which a change is held back, and watcher-idle what a watcher has used after
    ten seconds without a change.
    Rows that begin with lsp- are of memo lsp as an editor drives it, from a message to its answer, spawn included in
    lsp-initialize and lsp-first-list: those that end in -p99 are of the slowest in a hundred, lsp-completion and
    lsp-symbols of keys; -cold is without a cache; lsp-diagnostics is from a change of an open memo of 100 KB, or as
    large as the row says, to what is published. lsp-checkout is from the end of a git checkout of 10,000 files, or of
    all where there are fewer, to diagnostics that know them. lsp-memory-edits is the growth by 10,000 edits,
    mapped files aside.
    A peak reads as at least memo-bench's own size, about 16 MB: the system counts what a child starts from.

      --memos N,N      sizes of the vaults (default 1000,10000)
      --runs N         timed runs of each job, after one that warms up (default 7)
      --seed S         another vault; the same seed gives the same bytes (default 1)
      --jobs A,B       only these jobs:
                       \(jobLines)
      --keep DIR       generate in DIR and leave all there
      --vault DIR --query TEXT
                       only search in the index of this vault: seconds, CPU seconds and hits of each run
      --vault DIR --keys [--pictures]
                       only browse this vault: seconds from each key to its frame; with the keys for memos with pictures
      --memo PATH      the memo to measure (default: the one beside memo-bench)
      --json           the rows as JSON
      --help           this text
    """

  private static let jobLines =
    Job.Kind.allCases.map(\.rawValue).joined(separator: "\n" + String(repeating: " ", count: 19))

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts.first ?? "", parts.count) {
      case ("--help", 1), ("-h", 1): isHelp = true
      case ("--json", 1): isJSON = true
      case ("--keys", 1): isKeys = true
      case ("--pictures", 1): drawsPictures = true
      case (let name, let count): try set(name, to: count > 1 ? parts[1] : rest.popFirst())
      }
    }
    if (vault == nil) != (query == nil && !isKeys) || drawsPictures && !isKeys {
      throw BenchError.usage("--vault needs --query or --keys, and they need it; --pictures needs --keys")
    }
  }

  /// A search to time in place of everything else.
  var search: IndexSearch? {
    vault.flatMap { vault in query.map { IndexSearch(vault: vault, query: $0) } }
  }

  /// A vault to browse in place of everything else.
  var frames: BrowseFrames? { isKeys ? vault.map { BrowseFrames(vault: $0, drawsPictures: drawsPictures) } : nil }

  private mutating func set(_ name: String, to value: String?) throws {
    guard ["--memos", "--runs", "--seed", "--jobs", "--keep", "--vault", "--query", "--memo"].contains(name) else {
      throw BenchError.usage("unknown option \(name)")
    }
    guard let value else { throw BenchError.usage("\(name) needs a value") }
    switch name {
    case "--memos": memos = try list(value, name).map { try parse($0, name, Int.init, where: { $0 > 0 }) }
    case "--runs": runs = try parse(value, name, Int.init, where: { $0 > 0 })
    case "--seed": seed = try parse(value, name, { UInt64($0) }, where: { _ in true })
    case "--jobs":
      let wanted = try list(value, name).map { try parse($0, name, Job.Kind.init(rawValue:), where: { _ in true }) }
      // In the order of the report whatever the user's: the last job adds memos that the others would count.
      jobs = Job.Kind.allCases.filter(wanted.contains)
    case "--keep": keep = value
    case "--vault": vault = value
    case "--query": query = value
    default: memo = value
    }
  }

  private func list(_ text: String, _ name: String) throws -> [String] {
    let items = text.split(separator: ",").map(String.init)
    guard !items.isEmpty else { throw BenchError.usage("\(name) cannot be \(text)") }
    return items
  }

  private func parse<Value>(
    _ text: String, _ name: String, _ convert: (String) -> Value?, where isValid: (Value) -> Bool
  ) throws -> Value {
    guard let value = convert(text), isValid(value) else { throw BenchError.usage("\(name) cannot be \(text)") }
    return value
  }
}
