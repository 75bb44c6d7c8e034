/// One thing a user does, with the tool it is measured against.
struct Job {
  let kind: Kind
  /// The command line of memo, after `--vault V`.
  let arguments: [String]
  let expectation: Expectation
  var preparation = Preparation.none
  var peer: Peer?
  /// The most that memo's seconds may be, as a multiple of the peer's.
  var ratioTarget: Double?
  /// The most that memo's seconds may be beyond the peer's.
  var excessTarget: Double?
  /// Ratios are aimed at in vaults of so many memos or more.
  static let targetMemos = 100_000
  /// Those of syncs, in vaults of so many.
  static let syncTargetMemos = 10_000
  /// The most seconds.
  var secondsTarget: Double?
  /// The most memory in MB, for vaults of up to so many memos.
  var memoryTarget: (megabytes: Double, memos: Int)?
  /// Where the command is a search.
  var search: Search?
  /// Whether a watcher follows the vault in the meantime.
  var isWatched = false

  /// The names that `--jobs` takes, in the order of the report.
  enum Kind: String, CaseIterable {
    case firstIndex = "first-index"
    case scripts
    case cacheSize = "cache-size"
    case list
    case listAfterEdit = "list-after-edit"
    case listJSON = "list-json"
    case listTitle = "list-title"
    case listWhere = "list-where"
    case tasks
    case tasksAll = "tasks-all"
    case graph
    case start
    case show
    case stats
    case complete
    case backlinks
    case tags
    case distance
    case mentions
    case check
    case rename
    case searchAbsent = "search-absent"
    case searchRare = "search-rare"
    case searchKorean = "search-korean"
    case searchInitials = "search-initials"
    case searchRegex = "search-regex"
    case searchCommon = "search-common"
    case forgivingAbsent = "forgiving-absent"
    case forgivingRare = "forgiving-rare"
    case forgivingKorean = "forgiving-korean"
    case forgivingInitials = "forgiving-initials"
    case forgivingCommon = "forgiving-common"
    case searchRanking = "search-ranking"
    case browse
    case browseKeys = "browse-keys"
    case browsePictures = "browse-pictures"
    case listWithoutCache = "list-without-cache"
    case watchedList = "watched-list"
    case watchedListAfterEdit = "watched-list-after-edit"
    case watchedSearchRare = "watched-search-rare"
    case watchedWhere = "watched-where"
    case watchedTasks = "watched-tasks"
    case watcherStart = "watcher-start"
    case watcherIdle = "watcher-idle"
    case watcherLine = "watcher-line"
    case lspInitialize = "lsp-initialize"
    case lspFirstList = "lsp-first-list"
    case lspCompletion = "lsp-completion"
    case lspDiagnostics = "lsp-diagnostics"
    case lspReferences = "lsp-references"
    case lspSymbols = "lsp-symbols"
    case lspActions = "lsp-actions"
    case lspMemory = "lsp-memory"
    case lspCheckout = "lsp-checkout"
    case syncFirst = "sync-first"
    case syncIdle = "sync-idle"
    case syncEdit = "sync-edit"
    case syncReceive = "sync-receive"
    case syncMerge = "sync-merge"
    case clone
    case new
  }

  /// What is done, untimed, before each run of memo.
  enum Preparation {
    case none
    case editOneMemo
    case forgetDerivedState
    /// Takes back the run before, so that each does the same.
    case undo
    case stopWatcher
  }

  /// A search, which is also timed in the index alone: without a process, a refresh and an output.
  struct Search {
    let query: String
    /// Another tool's command line, which must find as many memos as memo does when nothing is cut.
    let reference: [String]
    /// The most that the index alone may take, as a multiple of the peer's seconds.
    let indexTarget: Double?
    /// So many hits are shown, and their matches made.
    static let shownHits = 20
  }

  /// The other tool's command line, program name first, and what it must write. It may be memo itself.
  struct Peer {
    let command: [String]
    let expectation: Expectation

    var name: String { command[0] }

    /// The name of memo where it is its own peer.
    static let memo = "memo"
  }
}
