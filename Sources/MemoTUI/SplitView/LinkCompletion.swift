public import MemoCore
import MemoStore

/// A link that is being typed, with the memos that it may mean.
public struct LinkCompletion: Equatable, Sendable {
  /// A memo to link to.
  public struct Choice: Equatable, Sendable {
    /// Its title as it is shown.
    public let title: String
    /// What is in the link.
    public let target: String
    /// Where the memo is.
    let path: VaultPath

    /// A memo that is linked by its title, or by its path where no link can write that; `nil` where it can write neither.
    public init?(title: String, path: VaultPath) {
      let name = Self.name(of: path)
      guard let target = [title, name].first(where: MemoLink.canWrite) else { return nil }
      self.init(title: title.isEmpty ? name : title, target: target, path: path)
    }

    /// The memo linked by its path, which is shown, too: its title leads elsewhere, or nobody knows to which of several.
    func byPath() -> Choice {
      let name = Self.name(of: path)
      return MemoLink.canWrite(name) ? Choice(title: "\(title) (\(name))", target: name, path: path) : self
    }

    private init(title: String, target: String, path: VaultPath) {
      (self.title, self.target, self.path) = (title, target, path)
    }

    /// The path without its ending, as links write it.
    private static func name(of path: VaultPath) -> String {
      path.parent.appending(MemoFileRules.stem(of: path)).text
    }
  }

  /// How many memos are offered.
  static let limit = 8

  /// Where its text begins: behind `[[`.
  let start: LinePosition
  /// What is typed so far.
  private(set) var typed: String
  /// The memos; none until they are found.
  private(set) var choices: [Choice] = []
  /// The chosen one's place among them.
  private(set) var selection = 0
  /// Whether the user wants no help with this link.
  var isDismissed = false

  init(start: LinePosition, typed: String) {
    (self.start, self.typed) = (start, typed)
  }

  /// Whether there is something to choose.
  var isShown: Bool { !isDismissed && !choices.isEmpty }

  /// The choice that Enter takes.
  var chosen: Choice? { choices.indices.contains(selection) ? choices[selection] : nil }

  /// Goes on to what is typed now; returns whether that is something else.
  mutating func type(_ text: String) -> Bool {
    defer { typed = text }
    return text != typed
  }

  /// Takes in the memos for what was typed.
  mutating func take(_ choices: [Choice], for typed: String) {
    guard typed == self.typed else { return }
    (self.choices, selection) = (choices, 0)
  }

  /// Selects the next one or one before, round and round.
  mutating func move(by count: Int) {
    selection = (selection + count + choices.count) % choices.count
  }
}

/// Links while they are typed.
extension BrowserState {
  /// Keys of the list of memos; `nil` for one that goes into the text.
  mutating func complete(_ event: TerminalEvent) -> [BrowserEffect]? {
    guard case .key(let key, let modifiers) = event, modifiers.isEmpty else { return nil }
    switch key {
    case .up, .control("p"): completion?.move(by: -1)
    case .down, .control("n"): completion?.move(by: 1)
    case .escape: completion?.isDismissed = true
    case .enter, .tab: return takeCompletion()
    default: return nil
    }
    return []
  }

  /// Asks for the memos that fit the link at the cursor.
  mutating func followTypedLink() -> [BrowserEffect] {
    guard let (start, typed) = pane?.editor.typedLink else {
      completion = nil
      return []
    }
    if completion?.start == start {
      guard completion?.isDismissed == false, completion?.type(typed) == true else { return [] }
    } else {
      completion = LinkCompletion(start: start, typed: typed)
    }
    return [.complete(typed)]
  }

  private mutating func takeCompletion() -> [BrowserEffect] {
    guard let completion, let target = completion.chosen?.target else { return [] }
    pane?.edit { $0.finishLink(from: completion.start, with: target) }
    self.completion = nil
    trackDraft()
    return [.awaitPause]
  }
}
