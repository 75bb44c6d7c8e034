import MemoKit
import MemoWords

/// Warns of what the settings hold that an editor passes on and that memo does not know.
struct UnknownOptions {
  private var reported: String?

  /// Sends a warning about a client's settings, unless it is the last one again.
  mutating func report(_ client: ClientProfile, to outbox: Outbox) {
    let warning = Self.warning(about: client.options, in: client.language)
    defer { reported = warning }
    guard let warning, warning != reported else { return }
    outbox.show(warning, as: .warning)
  }

  /// A text that names what is unknown, with what is possible; `nil` where all is known.
  private static func warning(about options: JSONValue, in language: Language) -> String? {
    let severities = (options["diagnostics", "severity"]?.members ?? [:]).sorted { $0.key < $1.key }
    let encodings = [options["positionEncoding"] ?? .null].filter { $0 != .null }
    let groups: [(name: Text, given: [JSONValue], possible: [String])] = [
      (EditorMessages.severities, severities.map(\.value), ProblemReport.severities),
      (EditorMessages.codes, severities.map { JSONValue.text($0.key) }, VaultProblem.codes),
      (EditorMessages.positionEncodings, encodings, PositionEncoding.allCases.map(\.rawValue)),
    ]
    let parts = groups.compactMap { group -> String? in
      let unknown = group.given.filter { given in !group.possible.contains { given == .text($0) } }
        .map { $0.text ?? String(decoding: $0.encoded, as: UTF8.self) }
      if unknown.isEmpty { return nil }
      return EditorMessages.unknown(group.name, unknown, possible: group.possible)[language]
    }
    return parts.isEmpty ? nil : EditorMessages.unknownSettings(parts.joined(separator: "; "))[language]
  }
}
