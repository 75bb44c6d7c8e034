import MemoCore
import MemoTestSupport
import Testing

@testable import MemoCLI
@testable import MemoWords

/// What decides about the language that memo speaks.
@Suite struct LanguageChoiceTests {
  static let locales: [([String: String], Language)] = [
    ([:], .english),
    (["LANG": "ko_KR.UTF-8"], .korean),
    (["LANG": "ko"], .korean),
    (["LANG": "C"], .english),
    (["LANG": "POSIX"], .english),
    (["LANG": "C.UTF-8"], .english),
    (["LANG": "kok_IN"], .english),
    (["LANG": "ja_JP.UTF-8"], .english),
    (["LANG": "ko_KR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"], .english),
    (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8"], .korean),
    (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ko_KR", "LC_ALL": "C"], .english),
    (["LC_MESSAGES": "en_US", "LC_ALL": "ko_KR.UTF-8"], .korean),
    (["LANG": "ko_KR.UTF-8", "LC_ALL": ""], .korean),
    (["LANG": "en_US.UTF-8", "LC_TIME": "ko_KR.UTF-8"], .english),
  ]

  @Test(arguments: locales)
  func theLocaleDecides(variables: [String: String], language: Language) throws {
    var tool = try TestedTool()
    tool.variables = variables
    #expect(Self.language(of: tool.run("show", "nosuch")) == language)
  }

  @Test func theUsersSettingComesBeforeTheLocaleAndTheOptionBeforeBoth() throws {
    var tool = try TestedTool()
    tool.variables = ["LC_ALL": "en_US.UTF-8", "XDG_CONFIG_HOME": tool.folder.path.text]
    #expect(tool.run("config", "language", "ko").code == .done)
    #expect(Self.language(of: tool.run("show", "nosuch")) == .korean)
    #expect(Self.language(of: tool.run("--lang", "en", "show", "nosuch")) == .english)
    #expect(tool.run("config", "language", "fr").code == .usage)
    #expect(tool.run("config", "language", "--unset").code == .done)
    #expect(Self.language(of: tool.run("show", "nosuch")) == .english)
    #expect(Self.language(of: tool.run("--lang=ko", "show", "nosuch")) == .korean)
  }

  @Test func aVaultNeverDecides() throws {
    let tool = try TestedTool()
    try tool.folder.write(#"{"language": "ko"}"#, to: ".memo/config.json")
    #expect(Self.language(of: tool.run("show", "nosuch")) == .english)
  }

  @Test func errorsInJSONFollowTheLanguageAndTheirKindDoesNot() throws {
    let tool = try TestedTool()
    let korean = tool.run("show", "nosuch", "--json", "--lang", "ko").errors
    #expect(korean.contains(#""kind":"no-such-memo""#) && korean.contains("메모가 없습니다"))
  }

  private static func language(of run: TestedTool.Run) -> Language {
    run.errors.contains("메모가 없습니다") ? .korean : .english
  }
}
