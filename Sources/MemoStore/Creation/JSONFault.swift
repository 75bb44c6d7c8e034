/// Where and how a text is not JSON: Foundation reports that in English alone, and not on every system.
public struct JSONFault: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Problem: Equatable, Sendable {
    /// The text ends before its value does.
    case truncated
    /// A character that cannot be there.
    case unexpectedCharacter
    /// A control character or an unknown escape in a string.
    case badString
    /// Bytes that are not UTF-8.
    case notUTF8
    /// More arrays and objects in each other than the decoder takes.
    case tooDeep
    /// Something else that the decoder does not take.
    case unreadable
  }

  /// What is wrong.
  public let problem: Problem
  /// The line, from 1.
  public let line: Int
  /// The Unicode scalar in that line, from 1.
  public let column: Int

  /// Names a place.
  public init(_ problem: Problem, line: Int, column: Int) {
    (self.problem, self.line, self.column) = (problem, line, column)
  }

  /// Finds the first fault of a text; `nil` where it is JSON.
  ///
  /// - Parameter firstLine: the number of the text's first line.
  package init?(in bytes: [UInt8], firstLine: Int = 1) {
    guard let (problem, offset) = JSONScanner.firstFault(in: bytes) else { return nil }
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    self.init(
      problem, line: firstLine + before.count { $0 == UInt8(ascii: "\n") },
      column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 })
  }
}

/// Goes through a text by the grammar of JSON; not recursive, because a text may nest as deep as it likes.
private struct JSONScanner {
  private struct Stop: Error {
    let problem: JSONFault.Problem
  }

  // As deep as Foundation's decoder goes.
  private static let depthLimit = 512
  private let bytes: [UInt8]
  private var index = 0
  /// The closing brackets that are still to come.
  private var closings: [UInt8] = []

  static func firstFault(in bytes: [UInt8]) -> (JSONFault.Problem, Int)? {
    let repaired = String(decoding: bytes, as: UTF8.self).utf8
    if !repaired.elementsEqual(bytes) {
      return (.notUTF8, zip(repaired, bytes).prefix { $0 == $1 }.count)
    }
    var scanner = JSONScanner(bytes)
    do {
      try scanner.readDocument()
      return nil
    } catch {
      return ((error as? Stop)?.problem ?? .unreadable, scanner.index)
    }
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  private mutating func readDocument() throws {
    repeat {
      if try readValue() { try readEnds() }
    } while !closings.isEmpty
    skipSpace()
    if index < bytes.count { throw Stop(problem: .unexpectedCharacter) }
  }

  /// Reads a scalar or the opening of an array or object; returns whether a value is complete.
  private mutating func readValue() throws -> Bool {
    skipSpace()
    let first = try byte()
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      // Two columns lie between an opening bracket and its closing one in ASCII.
      let closing = first + 2
      index += 1
      closings.append(closing)
      if closings.count > Self.depthLimit { throw Stop(problem: .tooDeep) }
      skipSpace()
      if try byte() == closing { return true }
      if closing == UInt8(ascii: "}") { try readKey() }
      return false
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "t"): try read("true")
    case UInt8(ascii: "f"): try read("false")
    case UInt8(ascii: "n"): try read("null")
    default: try readNumber()
    }
    return true
  }

  /// Reads the closing brackets after a value, and the comma before the next one.
  private mutating func readEnds() throws {
    while let closing = closings.last {
      skipSpace()
      switch try byte() {
      case closing:
        index += 1
        closings.removeLast()
      case UInt8(ascii: ","):
        index += 1
        if closing == UInt8(ascii: "}") { try readKey() }
        return
      default: throw Stop(problem: .unexpectedCharacter)
      }
    }
  }

  private mutating func readKey() throws {
    skipSpace()
    guard try byte() == UInt8(ascii: "\"") else { throw Stop(problem: .unexpectedCharacter) }
    try readString()
    skipSpace()
    try read(":")
  }

  private mutating func readString() throws {
    index += 1
    while try byte() != UInt8(ascii: "\"") {
      if bytes[index] < 0x20 { throw Stop(problem: .badString) }
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
        if try byte() == UInt8(ascii: "u") {
          for _ in 0..<4 {
            index += 1
            guard Unicode.Scalar(try byte()).properties.isASCIIHexDigit else { throw Stop(problem: .badString) }
          }
        } else if !#""\/bfnrt"#.utf8.contains(bytes[index]) {
          throw Stop(problem: .badString)
        }
      }
      index += 1
    }
    index += 1
  }

  private mutating func readNumber() throws {
    if try byte() == UInt8(ascii: "-") { index += 1 }
    if try byte() == UInt8(ascii: "0") { index += 1 } else { try readDigits() }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      try readDigits()
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if try [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte()) { index += 1 }
      try readDigits()
    }
  }

  private mutating func readDigits() throws {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard digits.contains(try byte()) else { throw Stop(problem: .unexpectedCharacter) }
    while index < bytes.count, digits.contains(bytes[index]) { index += 1 }
  }

  private mutating func read(_ word: StaticString) throws {
    for letter in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
      guard try byte() == letter else { throw Stop(problem: .unexpectedCharacter) }
      index += 1
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private func byte() throws -> UInt8 {
    guard index < bytes.count else { throw Stop(problem: .truncated) }
    return bytes[index]
  }
}
