public import MemoCore
import MemoStore

/// The conversion of memos in other encodings to UTF-8. Nothing is written before `stage`.
public struct EncodingFix: Sendable {
  /// A memo that is converted.
  public struct Conversion: Sendable {
    /// Its path.
    public let path: VaultPath
    /// Its encoding.
    public let encoding: TextEncoding
    /// The first line of the converted text that is not empty, by which a person sees whether the guess was right.
    public let firstLine: String
    /// XXH64 over its bytes.
    fileprivate let hash: UInt64
  }

  /// The memos that are converted, sorted by path.
  public private(set) var conversions: [Conversion] = []
  /// The problems that are solved afterwards.
  public private(set) var fixed: [VaultProblem] = []
  /// Those that turned out not to be convertible as a whole.
  public private(set) var refused: [VaultProblem] = []

  private let vault: Vault

  private static let lineLimit = 60

  /// Converts each memo once to see that all of it can be; one that is gone by now is left out.
  init(of problems: [VaultProblem], in vault: Vault) throws {
    self.vault = vault
    for problem in problems {
      guard case .encoding(.likely(let encoding)) = problem.kind else { continue }
      do {
        let memo = try ReadMemo(problem.path, in: vault)
        guard let text = memo.bytes.withUnsafeBytes(encoding.utf8) else {
          let kind = VaultProblem.Kind.encoding(.partly(encoding))
          refused.append(VaultProblem(kind: kind, path: problem.path, position: problem.position))
          continue
        }
        conversions.append(
          Conversion(path: problem.path, encoding: encoding, firstLine: Self.firstLine(of: text), hash: memo.hash))
        fixed.append(problem)
      } catch VaultError.noSuchMemo {
        continue
      }
    }
  }

  /// The paths of the memos that are converted.
  public var paths: [VaultPath] { conversions.map(\.path) }

  /// Gives each memo its new text and keeps its time.
  ///
  /// - Throws: `changed` for a memo that was saved since.
  func stage(in draft: OperationDraft) throws {
    // Read again, one by one: all of them could be more than fits into memory.
    for conversion in conversions {
      let memo = try ReadMemo(conversion.path, in: vault)
      guard memo.hash == conversion.hash, let text = memo.bytes.withUnsafeBytes(conversion.encoding.utf8) else {
        throw OperationError.changed([conversion.path])
      }
      try draft.replace(conversion.path, contents: text, read: memo.hash, modified: memo.modified)
    }
  }

  private static func firstLine(of text: [UInt8]) -> String {
    let head = String(decoding: text.prefix(lineLimit * 16), as: UTF8.self)
    return String((head.filledLines.first ?? "").prefix(lineLimit))
  }
}

extension VaultCheck {
  /// The conversion of the memos of a report whose encoding is known.
  public func conversions(of problems: [VaultProblem]) throws -> EncodingFix {
    try EncodingFix(of: problems, in: vault)
  }
}
