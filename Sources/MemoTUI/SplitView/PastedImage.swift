import MemoCore
import MemoStore

/// The image file in the vault whose path was pasted, as a terminal writes the path of a file that is dropped on it.
struct PastedImage {
  private static let endings: Set<String> = [
    "avif", "bmp", "gif", "heic", "ico", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp",
  ]
  private static let longestPath = 4_096

  /// Its destination in a link, relative to the memo.
  let destination: String

  /// Looks for the file; `nil` if the text is not the path of an image in the vault.
  ///
  /// - Parameter memo: the memo that was pasted into; `nil` for a new one.
  init?(_ text: String, in vault: Vault, from memo: VaultPath?) {
    guard text.utf8.count <= Self.longestPath, let written = Self.path(text) else { return nil }
    let folder = memo?.parent ?? .root
    let host = HostPath(written, from: vault.root.appending(folder))
    guard let path = host.path(inVault: vault.root), Self.isImage(path),
      !path.components.contains(where: { $0.first == UInt8(ascii: ".") }), vault.files.stamp(of: path) != nil
    else { return nil }
    let relative = RelativePath.bytes(of: path.bytes, from: folder, isDotted: false)
    destination = String(decoding: MarkdownDestination.encoded(relative), as: UTF8.self)
  }

  private static func isImage(_ path: VaultPath) -> Bool {
    let name = path.name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return endings.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  /// The bytes of a path that is written plainly, as a `file:` address, in quotes, or with backslashes; `nil` for several
  /// lines.
  private static func path(_ text: String) -> [UInt8]? {
    let trimmed = Array(text.utf8).drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
    var path = Array(trimmed)
    guard !path.isEmpty, !path.contains(where: { $0 < 0x20 }) else { return nil }
    for scheme in ["file://localhost/", "file:///"] where path.starts(with: scheme.utf8) {
      return path[(scheme.utf8.count - 1)...].withUnsafeBytes { MarkdownDestination.decoded($0) }
    }
    if path.count > 2, path.first == path.last, "'\"".utf8.contains(path[0]) {
      return Array(path.dropFirst().dropLast())
    }
    var isEscaped = false
    path = path.filter { byte in
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      return !isEscaped
    }
    return path
  }
}
