import MemoCore
import MemoStore

/// What is remembered from sync to sync.
struct SyncState: Codable, Equatable {
  /// When a sync last went through, in nanoseconds since 1970.
  var lastSync: Int64?
  /// The start of the machine after which a sync last went through.
  var boot: String?
  /// Why the last one did not; `nil` where it did.
  private var failure: Failure?
  /// The same as earlier versions of memo have kept it: in a sentence, as it was reported then.
  private var lastError: String?
  /// That sentence in each language, by its code.
  private var lastErrorTexts: [String: String]?
  /// When that was.
  var lastErrorAt: Int64?
  /// Files that stay on this device.
  var skippedFiles: [Skipped]?
  /// When a watcher is to sync next, if nothing changes before, in nanoseconds since 1970.
  var nextTry: Int64?
  /// The git that was found new enough.
  var git: String?
  /// When the repository was last looked at for what could be packed.
  var lastTidied: Int64?
  /// How many places needed a look after the last sync that did something; `nil` where that is not known.
  var openConflicts: Int?
  /// For how long that number holds; `nil` where they have to be looked for again.
  var countedConflicts: CountedConflicts?
  /// Conflicts that a person has seen.
  var seen: [String] = []
  /// The number of the last of memo's operations that the branch holds; `nil` where that is not known.
  var lastOperation: Int?
  /// Merges that were made here, after which links may still have to follow.
  var linkedMerges: [LinkedMergeNote]?

  /// Why the last sync did not go through; `nil` where it did.
  var trouble: SyncTrouble? {
    get {
      failure.map { .failure(kind: $0.kind, code: $0.code, parameters: $0.parameters) }
        ?? lastError.map { .sentences($0, translations: lastErrorTexts ?? [:]) }
    }
    set {
      (failure, lastError, lastErrorTexts) = (nil, nil, nil)
      switch newValue {
      case .failure(let kind, let code, let parameters):
        failure = Failure(kind: kind, code: code, parameters: parameters)
      case .sentences(let text, let translations): (lastError, lastErrorTexts) = (text, translations)
      case nil: break
      }
    }
  }

  /// A trouble, as it is kept.
  private struct Failure: Codable, Equatable {
    let kind: String
    let code: String
    let parameters: [String]
  }

  /// A file that stays, as it is kept.
  struct Skipped: Codable, Equatable {
    private let path: StoredPath
    private let reason: SkippedFile.Reason
    private var words: String?

    init(_ file: SkippedFile) {
      (path, reason, words) = (StoredPath(file.path), file.reason, file.words)
    }

    var file: SkippedFile { SkippedFile(path.path, reason, saying: words) }

    static func == (one: Skipped, other: Skipped) -> Bool { one.file == other.file }
  }
}

/// A device as commits name it: what its user calls it, and a random number that sets it apart from others of that name.
public struct SyncDevice: Equatable, Sendable {
  /// What it is called; empty where no one says.
  public let name: String
  /// Eight hexadecimal digits; empty in commits of an older memo.
  public let id: String

  private static let idLength = 8
  private static let nameLimit = 100

  /// A device with a name that a commit can hold on one line.
  init(name: String, id: String) {
    let visible = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(Self.nameLimit)
    self.name = String(String.UnicodeScalarView(visible)).trimmed
    self.id = id
  }

  /// Reads what `text` gave.
  init(_ text: String) {
    let parts = text.parts(at: " ", keepsEmpty: true)
    let id = parts.last ?? ""
    let isWhole = parts.count > 1 && Self.isId(id)
    self.init(name: isWhole ? parts.dropLast().joined(separator: " ") : text, id: isWhole ? id : "")
  }

  /// As a commit records it: the name, a space and the number; nothing for a device without a name.
  var text: String { name.isEmpty || id.isEmpty ? name : "\(name) \(id)" }

  /// Whether a commit's device is this one. An older memo recorded the name alone.
  func isSame(as other: SyncDevice) -> Bool {
    other.id.isEmpty || id.isEmpty ? !name.isEmpty && name == other.name : id == other.id
  }

  /// Whether it is what `newId` makes.
  static func isId(_ text: String) -> Bool {
    text.utf8.count == idLength && text.utf8.allSatisfy(ObjectId.isDigit)
  }

  /// A number that no other device is likely to have.
  static func newId() -> String { String(VaultSetup.randomId().prefix(idLength)) }
}
