import Foundation
public import MemoCore

/// The templates of a vault: the files `NAME.md` in `.memo/templates/`, or in a folder of memos that is named instead.
public struct MemoTemplates: Sendable {
  /// The default folder.
  public static let folder = VaultPath("\(VaultLocator.marker)/templates")

  private static let ending = Array(".md".utf8)

  private let vault: Vault
  /// The folder that holds them.
  public let folder: VaultPath

  /// The templates of a vault.
  public init(of vault: Vault, in folder: VaultPath = Self.folder) {
    (self.vault, self.folder) = (vault, folder)
  }

  /// Their names, in byte order.
  public func names() throws -> [String] {
    let entries: [FolderEntry]
    entries = try vault.files.entries(of: folder) ?? []
    let names = entries.compactMap { entry in
      entry.kind == .file ? Self.name(ofFile: entry.name) : nil
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of a template; `nil` if there is none. Case and normalization of the name do not matter, and it may be the
  /// path of the file, which need not be a memo: the folder may be ignored.
  public func text(of name: String) throws -> [UInt8]? {
    let names = try names()
    let name = self.name(atPath: name) ?? name
    let key = Folding.matchKey(name)
    // A name is looked up among those that are there, so that none leads out of the folder.
    let found = names.first { $0.utf8.elementsEqual(name.utf8) } ?? names.first { Folding.matchKey($0) == key }
    guard let found else { return nil }
    return try WholeFile.read(folder.appending(Array(found.utf8) + Self.ending), in: vault.files)?.bytes
  }

  /// What has the name of a template and is not a file; `nil` for a template and for nothing.
  public func obstacle(_ name: String) throws -> Obstacle? {
    guard !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0), try hasFolder() else { return nil }
    return try vault.obstacle(at: folder.appending(Array(name.utf8) + Self.ending))
  }

  /// Whether there is a folder where the templates are to be, or nothing in the place of the default one.
  public func isUsable() throws -> Bool {
    if try hasFolder() { return true }
    return try folder == Self.folder && !vault.writer.isTaken(folder)
  }

  private func hasFolder() throws -> Bool { try vault.files.folderStamp(of: folder) != nil }

  /// The name of a template by the path of its file, with its ending or without; `nil` for any other text.
  private func name(atPath path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      Folding.matchKey(String(path[..<slash])) == Folding.matchKey(folder.text)
    else { return nil }
    let file = String(path[path.utf8.index(after: slash)...])
    return Self.name(ofFile: Array(file.utf8)) ?? file
  }

  private static func name(ofFile name: [UInt8]) -> String? {
    guard name.count > ending.count, name.suffix(ending.count).elementsEqual(ending) else { return nil }
    return String(validating: name.dropLast(ending.count), as: UTF8.self)
  }
}

/// Fills templates: `{{title}}`, `{{date}}` (`2026-03-01`), `{{time}}` (`09:30`), and `{{date:FORMAT}}` and
/// `{{time:FORMAT}}`, which are the same: see `DatePattern`. Everything else stays as it is, and what is filled in is not
/// looked at again.
public struct TemplateFilling: Sendable {
  private let title: String
  private let local: Int64
  private let secondsEast: Int
  private let locale: String

  /// Longer ones are text: so a text full of `{{` takes no longer to fill than any other.
  private static let lengthLimit = 256
  private static let nanosecondsASecond: Int64 = 1_000_000_000

  /// Fills templates of a memo.
  ///
  /// - Parameters:
  ///   - title: the memo's title; line breaks become spaces.
  ///   - time: the current time in nanoseconds since 1970.
  ///   - clock: knows the user's time zone.
  ///   - locale: in which months and days of the week are written.
  public init(title: String, at time: Int64, clock: any LocalClock, locale: String) {
    self.title = MemoText.oneLine(title)
    self.locale = locale
    local = clock.local(ofInstant: time)
    secondsEast = Int((local - time) / Self.nanosecondsASecond)
  }

  /// The text that a template makes.
  public func filled(_ template: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var rest = template[...]
    var titles = title.isEmpty ? [] : FrontTitles(of: template).places[...]
    while let first = rest.first {
      if let (range, context) = titles.first, range.lowerBound == rest.startIndex {
        text.append(contentsOf: context.written(title).utf8)
        rest = rest[range.upperBound...]
        titles.removeFirst()
      } else if let name = Self.expression(at: rest), let value = value(of: name) {
        text.append(contentsOf: value.utf8)
        rest = rest.dropFirst(name.utf8.count + 4)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// The text with all filled in.
  public func filled(_ text: String) -> String { String(decoding: filled(Array(text.utf8)), as: UTF8.self) }

  /// `name` where a text starts with `{{name}}`.
  private static func expression(at text: ArraySlice<UInt8>) -> String? {
    let (opening, closing, newline) = (UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\n"))
    guard text.starts(with: [opening, opening]) else { return nil }
    let name = text.dropFirst(2).prefix(lengthLimit).prefix { $0 != opening && $0 != closing && $0 != newline }
    guard text[name.endIndex...].starts(with: [closing, closing]) else { return nil }
    return String(validating: name, as: UTF8.self)
  }

  /// The value of an expression; `nil` for an unknown one.
  private func value(of name: String) -> String? {
    let parts = name.parts(at: ":", maxSplits: 1, keepsEmpty: true)
    guard parts.count == 1 else { return ["date", "time"].contains(parts[0]) ? date(parts[1]) : nil }
    let timestamp = Timestamp.rfc3339(local)
    switch name {
    case "title": return title
    case "date": return String(timestamp.prefix(10))
    case "time": return String(timestamp.dropFirst(11).prefix(5))
    default: return nil
    }
  }

  /// The date in a format; `nil` for a format that says nothing.
  public func date(_ format: String) -> String? {
    guard let zone = TimeZone(secondsFromGMT: secondsEast) else { return nil }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.timeZone = zone
    formatter.dateFormat = DatePattern(momentValue).unicode(format)
    // In milliseconds: `Date` rounds the last nanoseconds of a day to the next one.
    let (day, time) = CivilDate.dayAndTime(ofLocal: local)
    let seconds = Double(day) * 86_400 + Double(time / 1_000_000) / 1e3 - Double(secondsEast)
    let text = formatter.string(from: Date(timeIntervalSince1970: seconds))
    return text.isEmpty ? nil : text
  }

  /// The first word of a date format that has a letter that means nothing, and so was meant as text; `nil` for none.
  public static func strayWord(inDateFormat format: String) -> String? { DatePattern.strayWord(in: format) }

  /// Whether a date format has a `[` without its `]`.
  public static func hasOpenBracket(inDateFormat format: String) -> Bool { DateToken.hasOpenBracket(in: format) }

  private var momentValue: MomentValue {
    let (day, time) = CivilDate.dayAndTime(ofLocal: local)
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: locale)
    calendar.timeZone = .gmt
    let week = calendar.component(.weekOfYear, from: Date(timeIntervalSince1970: Double(day) * 86_400))
    return MomentValue(
      date: CivilDate(daysSince1970: day), hour: Int(time / (3600 * Self.nanosecondsASecond)),
      instant: local - Int64(secondsEast) * Self.nanosecondsASecond, firstWeekday: calendar.firstWeekday - 1,
      week: week,
      isKorean: locale.utf8.starts(with: "ko".utf8))
  }
}
