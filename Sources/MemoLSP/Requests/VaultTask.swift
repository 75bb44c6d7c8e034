import MemoCore
import Synchronization

/// What a request comes to.
enum FeatureAnswer {
  case now(JSONValue)
  /// It changes a vault, and is answered when its turn has come and it is done.
  case inTurn(VaultTask)
}

/// A change of a vault that a client asks for. In each vault, one is made at a time.
struct VaultTask {
  /// What comes of it at its turn.
  enum Step {
    case done(JSONValue)
    /// It takes long: the work is done beside the messages, the rest after it.
    case beside(_ work: BackgroundWork, finish: (CommandOutput) throws -> JSONValue)
  }

  /// The vault that it changes.
  let root: HostPath
  /// Begins it.
  let begin: () throws -> Step
}

/// Something needs all of a vault whose index is not complete.
struct IndexIncomplete: Error {
  /// What the client is answered where the index does not become complete in time.
  let refusal: ResponseError
}

/// Work on a thread of its own; asks whether it is still wanted.
typealias BackgroundWork = @Sendable (_ isStopped: @escaping @Sendable () -> Bool) -> CommandOutput

/// Does work beside the messages, and posts what came of it as news of the vault.
protocol BackgroundWorking: Sendable {
  func run(_ work: @escaping BackgroundWork, in root: HostPath, until stop: StopFlag)
}

/// Whether work is not wanted any more.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}
