/// Shows rows to people as an aligned table, and to programs as JSON.
enum Report {
  private static let heading = [
    "job", "memo s", "CPU s", "peak MB", "peer", "peer s", "ratio", "target", "met",
  ]

  static func machineLine(_ machine: Machine, options: Options) -> String {
    "\(machine.cores) cores, \(machine.kernel), \(machine.fileSystem); seed \(options.seed), medians of \(options.runs) runs"
  }

  /// The rows of one vault.
  static func table(_ rows: [Row]) -> String {
    let lines = [heading] + rows.map(cells)
    let widths = heading.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let padded = line.indices.map { pad(line[$0], to: widths[$0], isText: [0, 4, 7, 8].contains($0)) }
      return padded.joined(separator: "  ").trimmingTrailingSpaces
    }.joined(separator: "\n")
  }

  /// One row with the units of its cells, as in "list: 0.0120 s, 0.0110 CPU s, 24.0 MB, 0.42 x find (0.0286 s), target ≤0.60: yes".
  static func line(_ row: Row) -> String {
    let times = [row.seconds.map { fixed($0, 4) + " s" }, row.cpuSeconds.map { fixed($0, 4) + " CPU s" }]
    let memory = row.peakMegabytes.map { fixed($0, 1) + " MB" }
    let beside = row.ratio.map { ratio in
      "\(fixed(ratio, 2)) x \(row.peer ?? "")" + (row.peerSeconds.map { " (\(fixed($0, 4)) s)" } ?? "")
    }
    let verdict = row.isTargetMet.map { "target \(targets(row)): \($0 ? "yes" : "NO")" }
    return row.name + ": " + (times + [memory, beside, verdict]).compactMap(\.self).joined(separator: ", ")
  }

  static func json(_ rows: [Row], machine: Machine, options: Options) -> String {
    let machineFields = [
      ("cores", "\(machine.cores)"), ("kernel", quoted(machine.kernel)), ("fileSystem", quoted(machine.fileSystem)),
      ("seed", "\(options.seed)"), ("runs", "\(options.runs)"),
    ]
    let lines = rows.map { "    " + object(fields($0)) }
    return "{\n  \"machine\": \(object(machineFields)),\n  \"rows\": [\n\(lines.joined(separator: ",\n"))\n  ]\n}"
  }

  private static func targets(_ row: Row) -> String {
    let targets = [
      row.ratioTarget.map { "≤\(fixed($0, 2))" }, row.excessTarget.map { "≤peer+\(fixed($0, 2)) s" },
      row.secondsTarget.map { "<\(fixed($0, 3)) s" },
      row.memoryTarget.map { "<\(fixed($0, 0)) MB" },
    ]
    return targets.compactMap(\.self).joined(separator: ", ")
  }

  private static func cells(_ row: Row) -> [String] {
    [
      row.name, cell(row.seconds, 4), cell(row.cpuSeconds, 4), cell(row.peakMegabytes, 1), row.peer ?? "",
      cell(row.peerSeconds, 4), cell(row.ratio, 2),
      targets(row), row.isTargetMet.map { $0 ? "yes" : "NO" } ?? "",
    ]
  }

  private static func fields(_ row: Row) -> [(String, String)] {
    [
      ("memos", "\(row.memos)"), ("job", quoted(row.name)), ("memoSeconds", number(row.seconds, 6)),
      ("cpuSeconds", number(row.cpuSeconds, 6)), ("peakMegabytes", number(row.peakMegabytes, 3)),
      ("peer", row.peer.map(quoted) ?? "null"), ("peerSeconds", number(row.peerSeconds, 6)),
      ("ratio", number(row.ratio, 4)), ("ratioTarget", number(row.ratioTarget, 2)),
      ("excessTarget", number(row.excessTarget, 2)),
      ("memoryTarget", number(row.memoryTarget, 0)), ("met", row.isTargetMet.map { "\($0)" } ?? "null"),
    ]
  }

  private static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\(quoted($0)): \($1)" }.joined(separator: ", ") + "}"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
  }

  private static func cell(_ value: Double?, _ digits: Int) -> String {
    value.map { fixed($0, digits) } ?? ""
  }

  private static func number(_ value: Double?, _ digits: Int) -> String {
    value.map { fixed($0, digits) } ?? "null"
  }

  /// A non-negative number with so many digits after the point.
  private static func fixed(_ value: Double, _ digits: Int) -> String {
    let unit = (0..<digits).reduce(1) { power, _ in power * 10 }
    let scaled = Int((value * Double(unit)).rounded())
    guard digits > 0 else { return "\(scaled)" }
    return "\(scaled / unit)." + "\(unit + scaled % unit)".dropFirst()
  }

  private static func pad(_ text: String, to width: Int, isText: Bool) -> String {
    let spaces = String(repeating: " ", count: width - text.count)
    return isText ? text + spaces : spaces + text
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}

/// What a command wrote, counted as it streams by: a long output is never held.
struct OutputSummary {
  private(set) var bytes = 0
  private(set) var lines = 0
  /// Objects directly inside a top-level JSON array; nil unless the output is one whole array.
  var records: Int? { isArray && depth == 0 && !isInString ? objects : nil }
  /// The first 64 kB.
  private(set) var head: [UInt8] = []

  private var objects = 0
  private var depth = 0
  private var isArray = false
  private var isInString = false
  private var isEscaped = false

  var text: String { String(decoding: head, as: UTF8.self) }

  /// The output without its last line's end.
  var trimmedText: String { String(text.prefix { $0 != "\n" }) }

  mutating func add(_ chunk: UnsafeRawBufferPointer) {
    if bytes == 0 { isArray = chunk.first == UInt8(ascii: "[") }
    bytes += chunk.count
    if head.count < 1 << 16 { head += chunk.prefix(1 << 16 - head.count) }
    for byte in chunk {
      if byte == UInt8(ascii: "\n") { lines += 1 }
      if isArray { scan(byte) }
    }
  }

  private mutating func scan(_ byte: UInt8) {
    switch byte {
    case _ where isEscaped: isEscaped = false
    case UInt8(ascii: "\\"): isEscaped = isInString
    case UInt8(ascii: "\""): isInString.toggle()
    case _ where isInString: break
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth == 1 { objects += 1 }
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
  }
}
