import MemoCLI
import MemoCore
import MemoPlatform
import MemoVault

let version = "0.1.0"

ProcessEnvironment.holdStandardStreams()
let variables = ProcessEnvironment.variables()
ProcessEnvironment.useLocale()
let surroundings = Surroundings(
  variables: variables,
  workingDirectory: ProcessEnvironment.workingDirectory(),
  host: DiskHost(userCache: ProcessEnvironment.userCache(variables)),
  clock: SystemClock(),
  collation: LocaleCollation(),
  programs: SystemPrograms(environment: variables),
  console: SystemConsole(),
  watching: SystemWatching(isOfProcess: true),
  screen: SystemTerminal(columns: variables["COLUMNS"], rows: variables["LINES"]),
  stopwatch: ProcessEnvironment.uptime,
  version: version)
let words = ProcessEnvironment.arguments().map { RawArgument(bytes: $0) }
ProcessEnvironment.exit(CommandLineTool.run(words, in: surroundings).rawValue)
