import Foundation
package import MemoCore

/// How links are written in the vaults of other programs, by the folders and settings that these keep in them.
extension LinkStyle {
  private static let sizeLimit = 1 << 20

  /// The style of a vault. Obsidian, zk and Foam follow links by the names of files, not by titles.
  package init(in files: any VaultFiles) {
    if Self.hasFolder(Vault.obsidianPath, files) {
      self = Self.obsidian(files)
    } else if Self.hasFolder(VaultPath(".zk"), files) {
      self = Self.zk(files)
    } else {
      self = Self.foam(files) ?? .memo
    }
  }

  private static func hasFolder(_ path: VaultPath, _ files: any VaultFiles) -> Bool {
    ((try? files.folderStamp(of: path)) ?? nil) != nil
  }

  /// The bytes of a file of settings; none where there is no such file.
  private static func bytes(of path: VaultPath, _ files: any VaultFiles) -> [UInt8] {
    (try? files.readWhole(path, limit: sizeLimit))??.bytes ?? []
  }

  // MARK: Obsidian

  /// By the options "Use [[Wikilinks]]" and "New link format". Headings are followed by their texts alone.
  private static func obsidian(_ files: any VaultFiles) -> LinkStyle {
    let settings = try? JSONSerialization.jsonObject(with: Data(bytes(of: VaultPath(".obsidian/app.json"), files)))
    guard let settings = settings as? [String: Any], settings["useMarkdownLinks"] as? Bool == true else {
      return LinkStyle(namesTitles: false, namesHeadingTexts: true)
    }
    let paths: Paths =
      switch settings["newLinkFormat"] as? String {
      case "relative": .relative
      case "absolute": .absolute
      default: .shortest
      }
    return LinkStyle(namesTitles: false, markdownPaths: paths, namesHeadingTexts: true)
  }

  // MARK: zk

  /// By the table `format.markdown` of its configuration. Links in a form of the user's own are written as wiki links,
  /// which zk follows as well.
  private static func zk(_ files: any VaultFiles) -> LinkStyle {
    let lines = bytes(of: VaultPath(".zk/config.toml"), files).split {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    var (table, settings) = ("", [String: String]())
    for line in lines.map({ MemoLayout.trimmed(String(decoding: $0, as: UTF8.self)) }) {
      if line.utf8.first == UInt8(ascii: "[") {
        table = MemoLayout.trimmed(line.parts(at: "]")[0].parts(at: "[").last ?? "") + "."
      } else if let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")), line.utf8.first != UInt8(ascii: "#") {
        settings[table + MemoLayout.trimmed(String(line[..<equals]))] = value(String(line[equals...].dropFirst()))
      }
    }
    guard settings["format.markdown.link-format"] == "markdown" else { return LinkStyle(namesTitles: false) }
    let keepsEnding = settings["format.markdown.link-drop-extension"] == "false"
    return LinkStyle(namesTitles: false, markdownPaths: .relative, dropsEnding: !keepsEnding)
  }

  /// The value behind `=`, without quotes and a comment.
  private static func value(_ written: String) -> String {
    let text = MemoLayout.trimmed(written)
    guard let quote = text.unicodeScalars.first, quote == "\"" || quote == "'" else {
      return MemoLayout.trimmed(text.parts(at: "#", keepsEmpty: true)[0])
    }
    return text.parts(at: quote, keepsEmpty: true)[1]
  }

  // MARK: Foam

  /// By Foam's own files, or by what a workspace of VS Code sets for it or recommends; `nil` without any of these.
  private static func foam(_ files: any VaultFiles) -> LinkStyle? {
    let settings = bytes(of: VaultPath(".vscode/settings.json"), files)
    let isFoam =
      hasFolder(VaultPath(".foam"), files) || files.stamp(of: VaultPath(".vscode/foam.json")) != nil
      || settings.firstRange(of: Array("\"foam.".utf8)) != nil
      || bytes(of: VaultPath(".vscode/extensions.json"), files).firstRange(of: Array("\"foam.foam-vscode\"".utf8))
        != nil
    guard isFoam else { return nil }
    return LinkStyle(namesTitles: false, markdownPaths: writesMarkdown(settings) ? .relative : nil)
  }

  /// Whether the settings, which may hold comments, have Foam complete Markdown links.
  private static func writesMarkdown(_ settings: [UInt8]) -> Bool {
    guard let key = settings.firstRange(of: Array("\"foam.completion.linkFormat\"".utf8)) else { return false }
    let before = Array(settings[..<key.lowerBound].reversed().prefix { $0 != UInt8(ascii: "\n") })
    let value = settings[key.upperBound...].drop { " \t\r\n:".utf8.contains($0) }
    return before.firstRange(of: "//".utf8) == nil && value.starts(with: "\"link\"".utf8)
  }
}

extension Vault {
  /// How memo writes links in it, by the settings of its other program as they are now.
  package var linkStyle: LinkStyle { LinkStyle(in: files) }

  /// Whether a link that a person writes names a file, by the titles that are read or by the other program of the vault.
  package var linksNameFiles: Bool { titles == .fileName || !linkStyle.namesTitles }
}
