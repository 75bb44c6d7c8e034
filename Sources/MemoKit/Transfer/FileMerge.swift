public import MemoCore
public import MemoStore

/// Merges two versions of a file as a sync does, for git and for people. No vault is needed.
///
/// The versions are ordered by their bytes, not by who calls which one "ours": two devices that merge each other's commit
/// get the same file, and so does a rebase, in which git swaps the sides.
public struct FileMerge: Sendable {
  /// Why two versions were not merged.
  public enum Refusal: Equatable, Sendable {
    /// A version is not text, or so large that it is not merged.
    case notText(HostPath)
    /// They changed the same lines of a file in which a line too many does harm, such as JSON.
    case overlap
  }

  /// What came out.
  public enum Outcome: Equatable, Sendable {
    /// The merged text, and where both versions changed the same lines.
    case merged([UInt8], overlaps: [LineMerge.Overlap])
    /// Nothing.
    case refused(Refusal)
  }

  private let host: any HostFiles
  private let ours: HostPath

  /// As many bytes at the beginning decide whether a file is text; git looks at as many.
  private static let textProbe = 8_000
  private static let nothing = HostPath("/dev/null")

  /// Merges into a file.
  public init(into ours: HostPath, on host: any HostFiles) {
    (self.ours, self.host) = (ours, host)
  }

  /// What the versions come to.
  ///
  /// - Parameter path: the name by which the kind of the file is known.
  public func outcome(base: HostPath, theirs: HostPath, path: VaultPath) throws -> Outcome {
    var texts: [[UInt8]] = []
    for file in [base, ours, theirs] {
      guard let text = try text(of: file) else { return .refused(.notText(file)) }
      texts.append(text)
    }
    let sides = texts[1].lexicographicallyPrecedes(texts[2]) ? [texts[1], texts[2]] : [texts[2], texts[1]]
    guard
      let merge = LineMerge(TextKind(of: path, sides[0], sides[1]), base: texts[0], first: sides[0], second: sides[1])
    else {
      return .refused(.overlap)
    }
    return .merged(merge.bytes, overlaps: merge.overlaps)
  }

  /// Replaces the file that was merged into.
  public func write(_ merged: [UInt8]) throws {
    let path = host.realPath(of: ours) ?? ours
    try host.vault(at: path.parent).writer.replace(VaultPath(bytes: Array(path.name)), contents: merged)
  }

  /// A file's bytes; `nil` where they are no text that can be merged.
  private func text(of file: HostPath) throws -> [UInt8]? {
    // As git and people write it where there is no common version.
    if file == Self.nothing { return [] }
    do {
      guard let bytes = try host.givenContents(of: file, limit: WholeFile.sizeLimit) else {
        throw FileError(.read, path: file.bytes, reason: .notFound)
      }
      return Self.isText(bytes) ? bytes : nil
    } catch let error as FileError where error.reason == .tooLarge {
      return nil
    }
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.prefix(textProbe).contains(0) && !SealedForm.isOne(bytes)
  }
}
