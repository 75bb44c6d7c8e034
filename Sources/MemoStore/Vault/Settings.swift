import Foundation
public import MemoCore

/// A settings file: a JSON object, read and written by keys such as `daily.folder`. Keys it does not know stay.
public struct Settings {
  /// The file it was read from.
  public let path: HostPath
  private var object: [String: Any]

  private static let sizeLimit = 1 << 20

  /// No settings, of a user who has no folder for them.
  public static var none: Settings { Settings() }

  private init() {
    (path, object) = (.fileSystemRoot, [:])
  }

  /// Reads a file; one that is not there holds no settings.
  public init(at path: HostPath, host: any HostFiles) throws {
    try self.init(path, holding: host.contents(of: path, limit: Self.sizeLimit) ?? [])
  }

  /// Reads those of a vault, through no symbolic link.
  init(in files: any VaultFiles) throws {
    self = try Self.read(in: files).settings
  }

  /// Reads those of a vault, with the file as it was then; without it where there is no file.
  static func read(in files: any VaultFiles) throws -> (settings: Settings, file: FileReading?) {
    var bytes: [UInt8] = []
    let file = try files.read(Vault.settingsPath, limit: sizeLimit) { bytes = Array($0) }
    return (try Settings(files.root.appending(Vault.settingsPath), holding: bytes), file)
  }

  private init(_ path: HostPath, holding bytes: [UInt8]) throws(VaultError) {
    self.path = path
    guard !bytes.isEmpty else {
      object = [:]
      return
    }
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
      throw .badSettings(path, ConflictMarkers.firstLine(in: bytes).map { .conflictMarkers(line: $0) } ?? .notAnObject)
    }
    self.object = object
  }

  /// Whether a vault can be opened with a settings file of these bytes.
  package static func areUsable(_ bytes: [UInt8]) -> Bool {
    (try? Settings(.fileSystemRoot, holding: Array(bytes.prefix(sizeLimit))).ignoredPatterns()) != nil
  }

  /// The globs of the files and folders that a vault leaves out.
  func ignoredPatterns() throws(VaultError) -> [String] {
    let (patterns, limit) = (texts("ignore"), MemoFileRules.patternLimit)
    guard patterns.reduce(0, { $0 + $1.utf8.count + 1 }) <= limit else {
      throw .badSettings(path, .longPatterns(limit: limit))
    }
    return patterns
  }

  /// The text at a key; `nil` if there is none or something else.
  public func text(_ key: String) -> String? {
    value(key) as? String
  }

  /// The texts of the list at a key; a single text counts as a list of one.
  public func texts(_ key: String) -> [String] {
    value(key) as? [String] ?? text(key).map { [$0] } ?? []
  }

  /// A value of a setting.
  public enum Value: Equatable, Sendable {
    /// A text.
    case text(String)
    /// A list of texts.
    case texts([String])
    /// Anything else, as JSON.
    case other(String)
  }

  /// Every key that has a value, sorted by key.
  public var entries: [(key: String, value: Value)] {
    Self.entries(of: object, under: "").sorted { $0.key < $1.key }
  }

  /// Sets a key to a text, or to a list of texts.
  public mutating func set(_ key: String, to value: [String], isList: Bool) {
    object = Self.setting(isList ? value : value.first ?? "", at: key.parts(at: ".")[...], in: object)
  }

  /// Removes a key; returns whether it was there.
  public mutating func remove(_ key: String) -> Bool {
    guard value(key) != nil else { return false }
    object = Self.setting(nil, at: key.parts(at: ".")[...], in: object)
    return true
  }

  /// The file's bytes: indented, keys sorted, a newline at the end.
  public func encoded() throws(VaultError) -> [UInt8] {
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try Array(JSONSerialization.data(withJSONObject: object, options: options)) + [UInt8(ascii: "\n")]
    } catch {
      throw .badSettings(path, .unwritable)
    }
  }

  private func value(_ key: String) -> Any? {
    let parts = key.parts(at: ".")
    var value: Any? = parts.isEmpty ? nil : object
    for part in parts { value = (value as? [String: Any])?[part] }
    return value
  }

  private static func setting(_ value: Any?, at key: ArraySlice<String>, in object: [String: Any]) -> [String: Any] {
    guard let first = key.first else { return object }
    var object = object
    if key.count == 1 {
      object[first] = value
    } else {
      let inner = setting(value, at: key.dropFirst(), in: object[first] as? [String: Any] ?? [:])
      object[first] = inner.isEmpty ? nil : inner
    }
    return object
  }

  private static func entries(of object: [String: Any], under prefix: String) -> [(key: String, value: Value)] {
    object.flatMap { key, value -> [(key: String, value: Value)] in
      if let inner = value as? [String: Any] { return entries(of: inner, under: "\(prefix)\(key).") }
      return [("\(prefix)\(key)", Self.value(of: value))]
    }
  }

  private static func value(of value: Any) -> Value {
    if let text = value as? String { return .text(text) }
    return (value as? [String]).map { .texts($0) } ?? .other(json(of: value))
  }

  fileprivate static func json(of value: Any) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension Settings.Value {
  /// The value on one line: a text as it is, all else as JSON.
  public var line: String {
    switch self {
    case .text(let text), .other(let text): text
    case .texts(let texts): Settings.json(of: texts)
    }
  }
}
