import MemoCLI
import MemoCore
import MemoKit
import MemoPlatform
import MemoStore
import MemoWords

let version = "0.2.0"
let versionDate = "2026-11-24"

ProcessEnvironment.holdStandardStreams()
ProcessEnvironment.failAtFileSizeLimit()
let variables = ProcessEnvironment.variables()
ProcessEnvironment.useLocale(variables)
let userCache = ProcessEnvironment.userCache(variables)
let workingDirectory = ProcessEnvironment.workingDirectory()
var machine = Machine(
  variables: variables,
  workingDirectory: workingDirectory ?? .fileSystemRoot,
  host: DiskHost(userCache: userCache, sudoUser: variables["SUDO_UID"].flatMap { UInt32($0) }),
  clock: SystemClock(),
  collation: LocaleCollation(),
  programs: SystemPrograms(environment: variables),
  console: SystemConsole(),
  watching: SystemWatching(userCache: userCache, isOfProcess: true),
  embeddedWatching: SystemWatching(userCache: userCache, isOfProcess: false),
  watchers: SystemWatchers(program: ProcessEnvironment.program(), userCache: userCache, environment: variables),
  git: SystemGit(environment: variables),
  stopwatch: ProcessEnvironment.uptime,
  processorTime: ProcessEnvironment.processorTime)
machine.hasWorkingDirectory = workingDirectory != nil
machine.bytesOfVariable = VariableBytes.of
machine.cacheFaults = { DiskCacheStore.faultCount }
machine.isRunning = ProcessEnvironment.isRunning
machine.pause = ProcessEnvironment.pause
machine.hearStop = ProcessEnvironment.hearStop
machine.returnFreedMemory = ProcessEnvironment.returnFreedMemory
machine.openFileLimit = ProcessEnvironment.openFileLimit()
let environment = Environment(
  machine: machine,
  screen: SystemTerminal(columns: variables["COLUMNS"], rows: variables["LINES"]),
  version: version,
  versionDate: versionDate,
  commit: ProcessEnvironment.commit())
let words = ProcessEnvironment.arguments().map { RawArgument(bytes: $0) }
let code = CommandLineTool.run(words, in: environment).rawValue
ProcessEnvironment.exit(code)
