import MemoWords

/// A command of memo: what users see of it, and what it does.
protocol Command {
  /// Everything that parser, help and completions know of it.
  static var declaration: CommandDeclaration { get }

  /// Does it.
  static func run(_ session: Session) throws -> ExitCode
}

/// All commands; a new one is a line here.
enum CommandList {
  static let all: [any (Command & Sendable).Type] = [
    BrowseCommand.self,
    InitCommand.self, NewCommand.self, TodayCommand.self, ListCommand.self, SearchCommand.self, ShowCommand.self,
    EditCommand.self, AppendCommand.self, PrependCommand.self, WriteCommand.self, SetCommand.self, DeleteCommand.self,
    TrashCommand.self,
    UndoCommand.self, RedoCommand.self, RenameCommand.self, MoveCommand.self, OutlineCommand.self, LinksCommand.self,
    BacklinksCommand.self,
    HistoryCommand.self, DiffCommand.self, RestoreCommand.self,
    TagsCommand.self, FieldsCommand.self, TasksCommand.self, MentionsCommand.self, ExtractCommand.self,
    MergeCommand.self, GraphCommand.self, CheckCommand.self, StatsCommand.self,
    ShareCommand.self, ImportCommand.self,
    ExportCommand.self, SyncCommand.self, CloneCommand.self, ConflictsCommand.self, TrustCommand.self,
    MergeFileCommand.self, GitCommand.self,
    IndexCommand.self, WatchCommand.self, LanguageServerCommand.self, AgentServerCommand.self, ConfigCommand.self,
    DoctorCommand.self, CompletionsCommand.self, ManCommand.self,
  ]

  /// What the parser and the help know: all commands and `help` itself.
  static let declarations = all.map { $0.declaration } + [CommandDeclaration.help]

  /// What no list of commands names: those that memo's own scripts run, and topics that there is only help of.
  static let hidden = [CompleteCommand.declaration, ExitCodeHelp.declaration, AgentHelp.declaration]

  /// What the parser knows, shown or hidden.
  static var known: KnownCommands { KnownCommands() }

  /// The command with a name; `nil` for `help`, which the parser serves.
  static func command(_ name: String) -> (any Command.Type)? {
    (all + [CompleteCommand.self]).first { $0.declaration.name == name }
  }
}

/// The commands that the parser knows. Each is made when it is looked at: a start of memo needs one of them.
struct KnownCommands: Sequence, IteratorProtocol {
  private var listed = CommandList.all[...]
  private var others: ArraySlice<CommandDeclaration>?

  mutating func next() -> CommandDeclaration? {
    if let command = listed.popFirst() { return command.declaration }
    others = others ?? ([.help] + CommandList.hidden)[...]
    return others?.popFirst()
  }
}
