import Foundation
import Testing

/// The arrows between the targets, and what the core does without.
@Suite struct ArchitectureTests {
  private static let system: Set = ["CoreServices", "Darwin", "Dispatch", "Foundation", "Glibc", "Synchronization"]

  private static let library: Set = ["MemoCore", "MemoStore", "MemoIndex", "MemoSync"]

  /// What each target may import: its arrows as in Package.swift, and modules of the toolchain.
  private static let allowedImports: [String: Set<String>] = [
    "CSystem": [],
    "MemoCore": ["CSystem", "Foundation", "Synchronization"],
    "MemoStore": ["MemoCore", "Dispatch", "Foundation", "Synchronization"],
    "MemoIndex": ["MemoCore", "MemoStore", "Dispatch", "Foundation", "Synchronization"],
    "MemoSync": ["MemoCore", "MemoStore", "Dispatch", "Foundation", "Synchronization"],
    "MemoKit": library.union(["Dispatch", "Foundation", "Synchronization"]),
    "MemoWords": library.union(["MemoKit", "Foundation"]),
    "MemoTUI": library.union(["Dispatch", "MemoKit", "MemoWords", "Synchronization"]),
    "MemoLSP": library.union(["Dispatch", "MemoKit", "MemoWords", "Synchronization"]),
    "MemoCLI": library.union(["Dispatch", "Foundation", "Synchronization"]).union([
      "MemoKit", "MemoWords", "MemoTUI", "MemoLSP",
    ]),
    "MemoPlatform": system.union(library).union(["CSystem", "MemoKit", "MemoTUI"]),
    "memo": system.union(library).union(["MemoKit", "MemoWords", "MemoTUI", "MemoPlatform", "MemoCLI"]),
    "memo-bench": system.union(library).union(["MemoKit", "MemoTUI", "MemoPlatform"]),
  ]

  @Test func everyTargetHasItsArrows() throws {
    let targets = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending("/Sources"))
    #expect(Set(targets) == Set(Self.allowedImports.keys))
  }

  @Test(arguments: allowedImports.keys.sorted())
  func aTargetImportsOnlyWhatItsArrowsAllow(target: String) throws {
    let allowed = Self.allowedImports[target] ?? []
    for file in try Self.files(in: "Sources/\(target)") {
      for module in file.lines.compactMap(Self.importedModule) where !allowed.contains(module) {
        Issue.record("\(file.path) imports \(module)")
      }
    }
  }

  // Foundation is there for regular expressions, normalization, encodings and strings of JSON alone, Synchronization for a lock.
  @Test func theCoreTouchesNoFilesProcessesClocksOrEnvironment() throws {
    let effects = [
      "FileManager", "FileHandle", "ProcessInfo", "Process", "Bundle", "UserDefaults", "URL", "URLSession", "Thread",
      "Timer", "RunLoop", "DispatchQueue", "Date", "ContinuousClock", "SuspendingClock", "TimeZone", "Locale",
      "Calendar",
      "getenv", "fopen", "open", "stat", "time", "clock_gettime", "print", "SystemRandomNumberGenerator",
    ]
    // All of a file is looked at for all of them at once, as most have none.
    let any = effects.map(Self.pattern(of:)).joined(separator: "|")
    for file in try Self.files(in: "Sources/MemoCore") {
      let code = file.lines.map(Self.code)
      guard code.joined(separator: "\n").range(of: any, options: .regularExpression) != nil else { continue }
      for (number, line) in code.enumerated() {
        for effect in effects where Self.uses(effect, line) {
          Issue.record("\(file.path):\(number + 1) uses \(effect)")
        }
      }
    }
  }

  /// Files that may look at text by its characters, and why that decides about nothing.
  private static let characterFiles: [String: String] = [
    "MemoCLI/Output/QueryHint.swift": "guesses what was meant by a search that found nothing",
    "MemoStore/Dates/RelativeDate.swift": "reads a day that a person typed",
    "MemoStore/Dates/SpokenDate.swift": "reads a day that a person typed",
    "MemoStore/Dates/DatePattern.swift": "letters of a date format; what it makes is a name that is checked",
  ]

  /// `String` compares characters, so a mark behind a quote, a slash or a dash hides it; the targets look at text by its
  /// bytes or scalars (`ByteText`).
  ///
  /// The test reads lines, not types: it sees the calls that there are for text alone, and literals of text given to those
  /// that arrays have as well, and takes a line for harmless that names `utf8`, `unicodeScalars` or `Unicode.Scalar` anywhere. It does not see
  /// `==` between whole texts (`"é"` in two spellings is equal, though no ASCII text is equal to another one), closures over
  /// characters without a literal, a literal in a constant, and what the exceptions above do in other lines.
  @Test func textIsLookedAtByItsBytes() throws {
    let files = try Self.files(in: "Sources").filter { !$0.path.hasPrefix("Sources/memo-bench/") }
    var unused = Set(Self.characterFiles.keys)
    for file in files {
      for (number, line) in file.lines.enumerated() where Self.comparesCharacters(Self.code(of: line)) {
        let name = String(file.path.dropFirst("Sources/".count))
        unused.remove(name)
        if Self.characterFiles[name] == nil { Issue.record("\(file.path):\(number + 1) compares characters: \(line)") }
      }
    }
    #expect(unused.isEmpty, "no exception any more: \(unused)")
  }

  /// A program that is started by another thread, or by another test, would keep the file open: for writing even, and a memo
  /// that a program has open is left alone.
  @Test func noProgramInheritsAFile() throws {
    // These are its input and output.
    let inherited = ["Sources/MemoPlatform/Environment/ProcessEnvironment.swift"]
    for file in try Self.files(in: "Sources") + Self.files(in: "Tests") where !inherited.contains(file.path) {
      for (number, line) in file.lines.enumerated() where Self.opensForPrograms(Self.code(of: line)) {
        Issue.record("\(file.path):\(number + 1) opens a file that programs inherit")
      }
    }
  }

  @Test(arguments: [
    ("open(path, O_WRONLY)", true), ("open(path, O_RDWR | O_CLOEXEC)", false), ("open(folder.path(a), O_RDONLY)", true),
    ("fopen(path, \"w\")", true), ("fopen(path, \"we\")", false), ("try open(path)", false),
    ("editor.open(path)", false), ("Descriptor.open(path, flags: O_RDONLY)", false),
  ])
  func aFileThatProgramsInheritIsRecognized(line: String, isOne: Bool) {
    #expect(Self.opensForPrograms(line) == isOne)
  }

  private static func opensForPrograms(_ code: String) -> Bool {
    let modes = [", \"r\")", ", \"w\")", ", \"a\")"]
    return (code.contains(", O_") && !code.contains("O_CLOEXEC") && uses("open", code))
      || (code.contains("fopen") && modes.contains(where: code.contains) && uses("fopen", code))
  }

  @Test(arguments: [
    ("name.hasPrefix(x)", true), ("all.first(where: name.hasPrefix)", true), ("text.first == \"#\"", true),
    ("text.split(separator: \",\")", true), ("text.replacing(\"'\", with: x)", true),
    ("errors.contains(\"x y\")", true),
    ("text.firstIndex(of: \"=\")", true), ("text.drop { $0 == \"-\" }", false),
    ("words.joined(separator: \", \")", false), ("text.unicodeScalars.first == \"#\"", false),
    ("text.utf8.split(separator: UInt8(ascii: \",\"))", false), ("text.hasBytePrefix(\"a\")", false),
    ("text.replacing(\"'\", by: \"\")", false), ("bytes.first == UInt8(ascii: \"#\")", false),
    ("\"gim\".contains(letter)", false), ("text.trimmingPrefix(\"a\")", true), ("url.range(of: \"://\")", true),
  ])
  func aComparisonOfCharactersIsRecognized(line: String, isOne: Bool) {
    #expect(Self.comparesCharacters(line) == isOne)
  }

  @Test(arguments: [
    ("import MemoCore", "MemoCore"), ("public import MemoStore", "MemoStore"), ("  import Glibc", "Glibc"),
    ("@testable import MemoCLI", "MemoCLI"), ("import struct Foundation.Date", "Foundation"),
    ("// import MemoCore", nil),
    ("important = 1", nil), ("@_implementationOnly public import CSystem", "CSystem"),
  ])
  func anImportIsRecognized(line: String, module: String?) {
    #expect(Self.importedModule(line) == module)
  }

  @Test(arguments: [
    ("let now = Date()", "Date", true), ("Date.now", "Date", true), ("let x: Date", "Date", true),
    ("CivilDate(year: 1)", "Date", false), ("Dates", "Date", false), ("open(path)", "open", true),
    ("time.seconds", "time", false), ("print(x)", "print", true), ("reader.open(x)", "open", false),
  ])
  func anEffectIsRecognized(line: String, effect: String, isUsed: Bool) {
    #expect(Self.uses(effect, line) == isUsed)
  }

  private static let characterComparisons = [
    #"\b(hasPrefix|hasSuffix|trimmingPrefix|replacingOccurrences|trimmingCharacters|addingPercentEncoding)\b"#,
    #"\.(first|last) [=!]= "\\?[^"]""#, #"\bsplit\(separator: ""#, #"\breplacing\("[^"]*(\\"[^"]*)*", with:"#,
    #"\b(first|last)Index\(of: "\\?[^"]""#, #"\brange\(of:"#, #"\bcomponents\(separatedBy"#,
    #"\.contains\("[^"]*[^"A-Za-z0-9][^"]*"\)"#,
  ].joined(separator: "|")

  private static func comparesCharacters(_ code: String) -> Bool {
    code.range(of: characterComparisons, options: .regularExpression) != nil
      && !["unicodeScalars", "Unicode.Scalar", ".utf8"].contains(where: code.contains)
  }

  // MARK: Reading sources

  private struct SourceFile {
    let path: String
    let lines: [String]
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  private static func files(in folder: String) throws -> [SourceFile] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
    let files = try names.filter { $0.hasSuffix(".swift") }.map { name in
      let text = try String(contentsOfFile: "\(root)/\(folder)/\(name)", encoding: .utf8)
      return SourceFile(
        path: "\(folder)/\(name)", lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      )
    }
    return files
  }

  private static func importedModule(_ line: String) -> String? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "import"),
      words[..<place].allSatisfy({ $0.hasPrefix("@") || ["public", "internal", "package", "private"].contains($0) })
    else { return nil }
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
    return words[(place + 1)...].first { !kinds.contains($0) }?.split(separator: ".").first.map(String.init)
  }

  private static func code(of line: String) -> String {
    line.range(of: "//").map { String(line[..<$0.lowerBound]) } ?? line
  }

  /// Whether a type is named, or a function called that is no one's method.
  private static func uses(_ name: String, _ code: String) -> Bool {
    code.range(of: pattern(of: name), options: .regularExpression) != nil && !code.contains("func \(name)(")
  }

  private static func pattern(of name: String) -> String {
    name.first?.isUppercase == true ? #"\b\#(name)\b"# : #"(?<![.\w])\#(name)\("#
  }
}
