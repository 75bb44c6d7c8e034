import Foundation
import Testing

/// The arrows between the targets, and what the core does without.
@Suite struct ArchitectureTests {
  private static let system: Set = ["CoreServices", "Darwin", "Dispatch", "Foundation", "Glibc", "Synchronization"]

  /// What each target may import: its arrows as in Package.swift, and modules of the toolchain.
  private static let allowedImports: [String: Set<String>] = [
    "CSystem": [],
    "MemoCore": ["CSystem", "Foundation"],
    "MemoVault": ["MemoCore", "Dispatch", "Foundation", "Synchronization"],
    "MemoBrowser": ["Dispatch", "MemoCore", "MemoVault", "Synchronization"],
    "MemoPlatform": system.union(["CSystem", "MemoCore", "MemoVault", "MemoBrowser"]),
    "MemoCLI": system.union(["MemoCore", "MemoVault", "MemoBrowser"]),
    "memo": system.union(["MemoCore", "MemoVault", "MemoBrowser", "MemoPlatform", "MemoCLI"]),
    "memo-bench": system.union(["MemoCore", "MemoVault", "MemoBrowser", "MemoPlatform"]),
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

  // Foundation is there for regular expressions and normalization alone.
  @Test func theCoreTouchesNoFilesProcessesClocksOrEnvironment() throws {
    let effects = [
      "FileManager", "FileHandle", "ProcessInfo", "Process", "Bundle", "UserDefaults", "URL", "URLSession", "Thread",
      "Timer", "RunLoop", "DispatchQueue", "Date", "ContinuousClock", "SuspendingClock", "TimeZone", "Locale",
      "Calendar",
      "getenv", "fopen", "open", "stat", "time", "clock_gettime", "print", "SystemRandomNumberGenerator",
    ]
    for file in try Self.files(in: "Sources/MemoCore") {
      for (number, line) in file.lines.enumerated() {
        for effect in effects where Self.uses(effect, Self.code(of: line)) {
          Issue.record("\(file.path):\(number + 1) uses \(effect)")
        }
      }
    }
  }

  @Test func noFileIsLong() throws {
    let files = try Self.files(in: "Sources")
    #expect(files.count > 100)
    for file in files where file.lines.count > 300 {
      Issue.record("\(file.path) has \(file.lines.count) lines")
    }
  }

  @Test(arguments: [
    ("import MemoCore", "MemoCore"), ("public import MemoVault", "MemoVault"), ("  import Glibc", "Glibc"),
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

  /// Whether a type is named, or a function called that is nobody's method.
  private static func uses(_ name: String, _ code: String) -> Bool {
    let isType = name.first?.isUppercase == true
    let pattern = isType ? #"\b\#(name)\b"# : #"(?<![.\w])\#(name)\("#
    return code.range(of: pattern, options: .regularExpression) != nil && !code.contains("func \(name)(")
  }
}
