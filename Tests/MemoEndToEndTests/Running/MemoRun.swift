import Foundation
import Testing

/// What a program wrote and how it ended.
struct MemoRun {
  /// How a program ended.
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
    /// It was ended by the test because it took too long.
    case stuck
  }

  /// What was run, for messages.
  let command: String
  /// Standard output.
  let output: [UInt8]
  /// Standard error, what is not UTF-8 replaced.
  let errors: String
  let end: End

  /// Standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// The lines of standard output.
  var lines: [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Standard output as an array of JSON objects.
  func records(_ location: SourceLocation = #_sourceLocation) throws -> [[String: Any]] {
    try #require(
      try json(location) as? [[String: Any]], "\(command): no array of objects: \(text)", sourceLocation: location)
  }

  /// Standard output as a JSON object.
  func record(_ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    try #require(try json(location) as? [String: Any], "\(command): no object: \(text)", sourceLocation: location)
  }

  /// The object below `error` that standard error holds.
  func failure(_ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(errors.utf8)) as? [String: Any]
    return try #require(object?["error"] as? [String: Any], "\(command): no error: \(errors)", sourceLocation: location)
  }

  private func json(_ location: SourceLocation) throws -> Any {
    #expect(output.last == UInt8(ascii: "\n"), "\(command) ends without a newline", sourceLocation: location)
    do {
      return try JSONSerialization.jsonObject(with: Data(output))
    } catch {
      Issue.record("\(command): no JSON: \(text)\(errors)", sourceLocation: location)
      throw error
    }
  }
}
