import MemoCore
import Testing

@Suite struct MentionFinderTests {
  @Test(
    arguments: [
      // Whole words, whatever the case.
      ("# T\n\nThe Plan and plan, not planet or explan.\n", ["Plan", "plan"]), ("# T\n\nplan_b plan2 plan\n", ["plan"]),
      ("# T\n\nthe Road   Map, a road map.\n", ["road map"]),
      // Underscores of emphasis are no letters.
      ("# T\n\n_plan_ __plan__ ___plan___ _plan and plan_ (_plan_)\n", Array(repeating: "plan", count: 6)),
      ("# T\n\n_plan plan_ my_plan_x _plan_b\n", ["plan", "plan"]), ("# T\n\n__plan\n", []),
      // Korean words with particles, and no others.
      ("# T\n\n회의록은 회의록에서 회의록입니다 회의록장 새회의록 회의록\n", ["회의록", "회의록", "회의록", "회의록"]),
      ("# T\n\nPython은 Python을 Pythonic\n", ["Python", "Python"]),
      (
        "# T\n\n\u{1112}\u{116C}\u{110B}\u{1174}\u{1105}\u{1169}\u{11A8}을\n",
        ["\u{1112}\u{116C}\u{110B}\u{1174}\u{1105}\u{1169}\u{11A8}"]
      ),
      ("# T\n\n今日は東京都庁へ\n", ["東京"]),
      // Only running text.
      ("---\nkey: plan\n---\n# T\n\n`plan` [[plan]] [plan](x.md) <b>plan</b> #plan\n", ["plan"]),
      ("# plan\n\n## plan\n\nplan\n====\n\n    plan\n\n```\nplan\n```\n\n<!-- plan -->\n\n%% plan %%\n", []),
      ("plan\n\nplan\n", ["plan"]), ("# T\n\nhttps://a.b/plan me@plan www.plan.com $plan$ plan.\n", ["plan"]),
      ("# T\n\n> plan\n> - plan\n\n| plan |\n| --- |\n| plan |\n", ["plan", "plan", "plan", "plan"]),
      // Beside letters that make something else of it; sentences end with the same.
      ("# T\n\nnote[^plan] and &plan; :plan: d/plan.txt a.plan ([x](d/Road map.md))\n\n[^plan]: foot\n", []),
      ("# T\n\npara ^plan\n\nplan:: value\n\n> [!plan] callout\n", []),
      (
        "# T\n\nplan. plan: plan; plan! plan/plan [plan] (plan) ...plan \"plan.\" plan.\n",
        Array(repeating: "plan", count: 11)
      ),
      // The longer name.
      ("# T\n\nplan of the year, plan of\n", ["plan of the year", "plan"]), ("# T\n\n", []),
    ] as [(String, [String])])
  func namesAreFoundInRunningText(text: String, found: [String]) {
    let finder = MentionFinder(["plan", "Road map", "회의록", "Python", "東京", "plan of the year", "x", ""])
    let bytes = Array(text.utf8)
    let mentions = bytes.withUnsafeBytes { finder.mentions(in: $0, titledBy: .firstLine) }
    #expect(
      mentions.map { String(decoding: bytes[$0.range], as: UTF8.self) }.elementsEqual(found) {
        $0.utf8.elementsEqual($1.utf8)
      }, "\(mentions.map(\.match))")
  }

  /// Particles alone and in chains, and forms of 이다.
  @Test(arguments: [
    "계획으로부터", "계획만큼", "계획대로", "계획까지도", "계획만은", "계획만을", "계획만이", "계획에서부터는", "계획에서만", "계획으로의", "계획뿐만", "계획이었다",
    "계획이에요", "계획입니까", "계획까지였습니다", "계획들에게서는", "계획은커녕", "철수께서는", "철수한테서", "철수에게는", "철수로부터", "철수였다", "철수예요",
  ])
  func chainsOfParticlesAndFormsOfTheCopulaMayFollow(word: String) {
    #expect(Self.count(in: word) == 1, "\(word)")
  }

  /// Other words that begin with a name.
  @Test(arguments: [
    "계획서", "계획안", "계획표", "계획자", "계획도로", "계획과장", "계획대로변", "계획인생", "계획로고", "계획과다", "계획만두", "철수네", "철수와인", "철수이사", "철수로봇",
  ])
  func wordsThatBeginWithANameAreOthers(word: String) {
    #expect(Self.count(in: word) == 0, "\(word)")
  }

  @Test(arguments: [
    ("책 책을 책이 책은 책도 책의 책에서 책으로만 책들은 책이다 (책) 책.", 12), ("책장 산책 책방에 책가 책를 책상 새책", 0), ("물 물이 물로 물은 물도", 5),
    ("물가 물건 물만두 선물 물고기", 0), ("나 나는 나의 나를", 4), ("나을 나은 나라", 0), ("水 水를 水이", 3), ("水曜日 洪水 生水", 0),
  ])
  func aNameOfOneSyllableOrChineseCharacterIsFoundAsAWordWithParticles(text: String, count: Int) {
    let found = Array("# T\n\n\(text)\n".utf8).withUnsafeBytes {
      MentionFinder(["책", "물", "나", "水"]).mentions(in: $0, titledBy: .firstLine).count
    }
    #expect(found == count, "\(text)")
  }

  @Test func oneLetterOfAnotherScriptIsNotLookedFor() {
    #expect(
      MentionFinder.names(among: ["a", "é", "7", "ㅋ", "あ", "ж", "책", "水", "\u{110E}\u{1162}\u{11A8}"]).count == 3)
  }

  private static func count(in word: String) -> Int {
    Array("# T\n\n\(word) 그렇다\n".utf8).withUnsafeBytes {
      MentionFinder(["계획", "철수"]).mentions(in: $0, titledBy: .firstLine).count
    }
  }

  @Test(arguments: ["---", "-- --", ":--", "***", "===", "...", "…", "|-|", "~~~", "+++", "—·—"])
  func aNameWithoutALetterANumberOrAnEmojiIsNotLookedFor(name: String) {
    #expect(MentionFinder.names(among: [name]).isEmpty)
    let text =
      "# T\n\n| a | b |\n| --- | --- |\n| \(name) | c |\n\nwords \(name) words\n\n---\n\n***\n\nText\n===\n\n~~~\n~~~\n"
    let count = Array(text.utf8).withUnsafeBytes { MentionFinder([name]).mentions(in: $0, titledBy: .firstLine).count }
    #expect(count == 0)
  }

  @Test func namesOfOtherLettersNumbersAndEmojiAreLookedFor() {
    let names = ["C++", "3.14", "😀😀", "ㅋㅋ", "東京", "①②"]
    #expect(MentionFinder.names(among: names) == names)
  }

  @Test func namesThatAreTooShortOrTooLongOrTooManyAreLeftOut() {
    let aliases = (1...1_000).map { "alias \($0)" }
    let names = MentionFinder.names(among: ["x", " A title ", String(repeating: "\\", count: 201), ""] + aliases)
    #expect(names.count == 500 && names.first == "A title" && names.last == "alias 499")
  }
}
