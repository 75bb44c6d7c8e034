import Foundation
import Testing

/// What the README and the articles name is there.
@Suite struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  private static let catalogue = "Sources/MemoKit/MemoKit.docc"
  private static let articles: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(catalogue)")) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(catalogue)/\($0)" } + ["README.md"]
  }()

  @Test(arguments: articles)
  func everyPathIsThere(article: String) throws {
    for path in try Self.spans(in: article).filter(Self.isPath) where !Self.isThere(path) {
      Issue.record("\(article) names \(path)")
    }
  }

  @Test(arguments: articles)
  func everyTypeIsDeclared(article: String) throws {
    let types = try Self.spans(in: article).compactMap(Self.typeName)
    for type in types where !Self.names.contains(type) { Issue.record("\(article) names \(type)") }
  }

  @Test(arguments: articles)
  func everyFileIsThere(article: String) throws {
    for file in try Self.spans(in: article).compactMap(Self.fileName) where !Self.files.contains(file) {
      Issue.record("\(article) names \(file)")
    }
  }

  @Test func thereIsSomethingToCheck() throws {
    let spans = try Self.articles.flatMap(Self.spans)
    #expect(Self.articles.count > 10 && Self.names.count > 500)
    #expect(spans.filter(Self.isPath).count > 20 && spans.compactMap(Self.typeName).count > 100)
  }

  @Test(arguments: [
    ("MemoCLI/Commands", true), ("Sources/MemoCore/Markdown/MemoLayout.swift", true), ("MemoKit", false),
    ("Tests/MemoFuzzTests", true), ("memo-bench", false), ("../a.md", false), ("GET /x", false),
  ])
  func aPathIsRecognized(span: String, isPath: Bool) {
    #expect(Self.isPath(span) == isPath)
  }

  @Test(arguments: [
    ("TreeCheck", "TreeCheck"), ("Vault.current", nil), ("VaultCheck.problems()", "VaultCheck"), ("README", nil),
    ("Vault/cachedIndex()", nil), ("LinkGraph", "LinkGraph"), ("a TreeCheck", nil),
  ])
  func aTypeIsRecognized(span: String, type: String?) {
    #expect(Self.typeName(span) == type)
  }

  @Test(arguments: [
    ("KeyMessages.swift", "KeyMessages.swift"), ("BrowserState+Keys", "BrowserState+Keys.swift"), ("C++", nil),
    ("DiskWriter+Steps.swift", "DiskWriter+Steps.swift"), ("a+b", nil), ("MemoCLI/Commands/ListCommand.swift", nil),
  ])
  func aFileIsRecognized(span: String, file: String?) {
    #expect(Self.fileName(span) == file)
  }

  // MARK: Reading articles

  /// What is between backticks.
  private static func spans(in article: String) throws -> [String] {
    let text = try String(contentsOfFile: "\(root)/\(article)", encoding: .utf8)
    return text.matches(of: /`+([^`\n]+)`+/).map { String($0.1) }
  }

  /// Whether a span is a path of the sources: from the package's root or from `Sources`.
  private static func isPath(_ span: String) -> Bool {
    span.wholeMatch(of: /(?:(?:Sources|Tests)\/)?(?:Memo[A-Z]\w+|CSystem|memo|memo-bench)\/[\w.+\/-]+/) != nil
      || span.wholeMatch(of: /(?:Sources|Tests)\/[\w.+\/-]+/) != nil
  }

  private static func isThere(_ path: String) -> Bool {
    ["", "Sources/"].contains { FileManager.default.fileExists(atPath: "\(root)/\($0)\(path)") }
  }

  /// The type that a span names: a word of two capitals and more, members aside.
  private static func typeName(_ span: String) -> String? {
    span.wholeMatch(of: /([A-Z][a-z]+[A-Z]\w*)(?:[.\/][\w()]+)*/).map { String($0.1) }
  }

  /// The source file that a span names without its folder, with or without its ending.
  private static func fileName(_ span: String) -> String? {
    span.wholeMatch(of: /([A-Z]\w+(?:\+\w+|(?=\.swift)))(?:\.swift)?/).map { "\($0.1).swift" }
  }

  /// Every Swift file of sources and tests.
  private static let paths = ["Sources", "Tests"].flatMap { folder in
    ((try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")) ?? [])
      .filter { $0.hasSuffix(".swift") }.map { "\(root)/\(folder)/\($0)" }
  }

  private static let files = Set(paths.map { URL(fileURLWithPath: $0).lastPathComponent })

  /// Every type that sources and tests declare, and every target.
  private static let names: Set<String> = {
    let targets = ["Sources", "Tests"].flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\($0)")) ?? []
    }
    var names = Set(targets + ["SampleVault"])
    // A regular expression of the standard library takes ten times as long for all of them.
    let declaration = try? NSRegularExpression(pattern: #"(?:struct|class|enum|protocol|actor|typealias) (\w+)"#)
    for path in paths {
      let text = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "") as NSString
      for match in declaration?.matches(in: text as String, range: NSRange(location: 0, length: text.length)) ?? [] {
        names.insert(text.substring(with: match.range(at: 1)))
      }
    }
    return names
  }()
}
