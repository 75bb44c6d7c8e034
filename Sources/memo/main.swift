import MemoCLI
import MemoCore
import MemoPlatform
import MemoStore
import MemoWords

let version = "0.1.0"
let versionDate = "2026-11-21"

ProcessEnvironment.holdStandardStreams()
let variables = ProcessEnvironment.variables()
ProcessEnvironment.useLocale(variables)
let userCache = ProcessEnvironment.userCache(variables)
var environment = Environment(
  variables: variables,
  workingDirectory: ProcessEnvironment.workingDirectory(),
  host: DiskHost(userCache: userCache, sudoUser: variables["SUDO_UID"].flatMap { UInt32($0) }),
  clock: SystemClock(),
  collation: LocaleCollation(),
  programs: SystemPrograms(environment: variables),
  console: SystemConsole(),
  watching: SystemWatching(userCache: userCache, isOfProcess: true),
  watchingBeside: SystemWatching(userCache: userCache, isOfProcess: false),
  watchers: SystemWatchers(program: ProcessEnvironment.program(), userCache: userCache, environment: variables),
  git: SystemGit(environment: variables),
  screen: SystemTerminal(columns: variables["COLUMNS"], rows: variables["LINES"]),
  stopwatch: ProcessEnvironment.uptime,
  processorTime: ProcessEnvironment.processorTime,
  version: version,
  versionDate: versionDate,
  commit: ProcessEnvironment.commit())
environment.cacheFaults = { DiskCacheStore.faultCount }
environment.openFileLimit = ProcessEnvironment.openFileLimit()
let words = ProcessEnvironment.arguments().map { RawArgument(bytes: $0) }
let code = CommandLineTool.run(words, in: environment).rawValue
ProcessEnvironment.exit(code)
