import MemoCore
import MemoIndex
import MemoStore

/// What is shown about a picture, and the picture itself where it can be drawn.
public struct PictureNote: Equatable, Sendable {
  /// Its name, size in pixels and size on disk.
  let text: String
  let picture: Picture?
}

/// What is shown about the pictures of a memo.
struct PictureNotes {
  /// Pictures of a memo that are looked at.
  private static let most = 64
  /// Targets of links that are looked for.
  private static let mostTargets = 1_024
  private static let extensions = [".png", ".jpg", ".jpeg", ".gif", ".webp"]

  let files: any VaultFiles

  /// The notes by the targets of links as they are written; none for files that are not there.
  ///
  /// Of each file only the first bytes are read.
  ///
  /// - Parameter linked: finds the files, those that are linked by name alone as well.
  func notes(of bytes: [UInt8], in memo: VaultPath, _ linked: inout LinkedFiles) -> [String: PictureNote] {
    let links = bytes.withUnsafeBytes { AttachmentLink.all(in: $0) }.filter { Self.namesPicture($0.target) }
    var targets = Set<String>()
    let asked = links.filter { targets.insert($0.target).inserted }.prefix(Self.mostTargets)
      .map { MemoLink(kind: $0.kind, target: $0.target) }
    var notes: [String: PictureNote] = [:]
    for (link, path) in zip(asked, linked.files(of: asked, in: memo, of: files)) {
      if notes.count == Self.most { break }
      notes[link.target] = path.flatMap(note)
    }
    return notes
  }

  private func note(of path: VaultPath) -> PictureNote? {
    guard let stamp = files.stamp(of: path) else { return nil }
    let name = path.text.parts(at: "/").last ?? path.text
    let start = start(of: path)
    let (format, size) = (PictureFormat(start), PictureSize(start))
    let words = [name, size.map { "\($0.width)×\($0.height)" }, Self.text(ofBytes: stamp.size)]
    let picture = format.flatMap { format in
      size.map { Picture(path: path, stamp: stamp, format: format, size: $0) }
    }
    return PictureNote(text: words.compactMap(\.self).joined(separator: " · "), picture: picture)
  }

  /// The first bytes of a file.
  private func start(of path: VaultPath) -> [UInt8] {
    var bytes: [UInt8] = []
    // The error ends the reading.
    _ = try? files.stream(path) { piece throws(FileError) in
      bytes += piece.prefix(PictureSize.reach - bytes.count)
      if bytes.count >= PictureSize.reach { throw FileError(.read, path: path.bytes, reason: .tooLarge) }
    }
    return bytes
  }

  private static func namesPicture(_ target: String) -> Bool {
    let end = Array(target.utf8.suffix(5)).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return extensions.contains { end.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  /// `12 KB`: thousands of bytes, as file managers count them.
  static func text(ofBytes count: UInt64) -> String {
    switch count {
    case ..<1_000: "\(count) B"
    case ..<999_500: "\((count + 500) / 1_000) KB"
    default: "\((count + 50_000) / 1_000_000).\((count + 50_000) / 100_000 % 10) MB"
    }
  }
}
