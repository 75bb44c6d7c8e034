import Foundation
import MemoStore

extension ImportElement {
  private static let newline = UInt8(ascii: "\n")
  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]

  /// The elements of a JSON array, or those of a file with an object a line.
  static func elements(of bytes: [UInt8]) throws(TransferError) -> [ImportElement] {
    do {
      return try JSONDecoder().decode([ImportElement].self, from: Data(bytes))
    } catch {
      let first = bytes.first { !blanks.contains($0) }
      if first == UInt8(ascii: "{"), let lines = try lines(of: bytes) { return lines }
      if let reason = reason(bytes) { throw .notJSON(reason: reason) }
      if let found = first.flatMap(JSONKind.init(startingWith:)), found != .array { throw .notAnArray(found: found) }
      throw .notJSON(reason: "\(error)")
    }
  }

  /// The objects that stand on a line each; `nil` where the first line is none, so that it is no such file. One broken
  /// line stands for a file that was cut or mixed up, of which nothing is taken.
  private static func lines(of bytes: [UInt8]) throws(TransferError) -> [ImportElement]? {
    let lines = bytes.split(separator: newline).filter { !$0.allSatisfy(blanks.contains) }
    var elements: [ImportElement] = []
    for (place, line) in lines.enumerated() {
      if let element = try? JSONDecoder().decode(ImportElement.self, from: Data(line)) {
        elements.append(element)
      } else if place == 0 {
        return nil
      } else {
        throw .notJSON(reason: "line \(place + 1): \(reason(Array(line)) ?? "")")
      }
    }
    if elements.count == 1, case .refused = elements[0] { return nil }
    return elements
  }

  /// Where JSON is broken, which the decoder does not tell on every system.
  private static func reason(_ bytes: [UInt8]) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      return nil
    } catch {
      return (error as NSError).userInfo["NSDebugDescription"] as? String
    }
  }
}
