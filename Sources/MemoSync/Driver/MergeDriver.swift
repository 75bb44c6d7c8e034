import MemoCore

/// The settings and attributes by which git has memo merge memos, and compares them by words.
enum MergeDriver {
  /// A setting: section, subsection and key, and its value.
  struct Setting {
    let section: String
    let key: String
    let value: String

    var name: String { "\(section).\(MergeDriver.name).\(key)" }
    /// As it is shown.
    var line: String { "\(name) = \(value)" }
  }

  static let name = "memo"

  /// Git runs the driver in a shell, with the names of three files and with the path in quotes of its own. Where memo is
  /// missing or fails, git's own merge writes its markers: a side must never be taken for the whole.
  static let settings = [
    Setting(section: "merge", key: "name", value: "both versions, without conflict markers"),
    Setting(
      section: "merge", key: "driver",
      value: "memo merge-file --path %P %A %O %B; s=$?; "
        + "test $s -le 1 || { git merge-file --marker-size=%L %A %O %B; s=$?; }; exit $s"),
    // The heading above a change, in place of the line that comes before it.
    Setting(section: "diff", key: "xfuncname", value: "^#{1,6}[[:blank:]].*$"),
    // Words, also of bytes that are not ASCII, and marks one by one: no change falls between them.
    Setting(section: "diff", key: "wordRegex", value: "[^[:space:][:punct:]]+|[[:punct:]]"),
  ]

  /// The lines of a file of attributes.
  static let attributes = ["*.md", "*.markdown"].map { "\($0) merge=\(name) diff=\(name)" }

  /// Whether a setting is one of these, with this value.
  static func holds(_ entry: RepositoryConfig.Entry) -> Bool {
    entry.subsection.elementsEqual(name.utf8)
      && settings.contains { setting in
        entry.section == setting.section && entry.key.utf8.elementsEqual(setting.key.lowercased().utf8)
          && entry.value?.elementsEqual(setting.value.utf8) == true
      }
  }
}
