public import MemoCore

/// A conflict of a sync.
public struct BrowserConflict: Equatable, Sendable {
  /// The memo, or another file.
  public let path: VaultPath
  /// The line, from 1.
  public let line: Int
  /// The start of what is there.
  public let text: String
  /// What to say when it is shown.
  public let advice: String
  /// What to say where it is no memo and cannot be shown: what it is, and how it is settled.
  public let fileAdvice: String
  /// Whether one of two versions can be taken as it is.
  public var hasVersions = false

  /// Puts together a place.
  public init(path: VaultPath, line: Int, text: String, advice: String, fileAdvice: String) {
    (self.path, self.line, self.text) = (path, line, text)
    (self.advice, self.fileAdvice) = (advice, fileAdvice)
  }
}
