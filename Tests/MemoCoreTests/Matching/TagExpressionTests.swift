import MemoCore
import Testing

@Suite struct TagExpressionTests {
  @Test(
    arguments: [
      ("work", ["work"], true), ("work", ["home"], false), ("work", [], false), ("#work", ["work"], true),
      ("WORK", ["work"], true), ("work", ["Work"], true), ("work", ["workshop"], false), ("work", ["work/plan"], true),
      ("work/plan", ["work"], false), ("work/*", ["work/plan"], true), ("work/*", ["work"], false),
      ("work/*", ["work/plan/a"], true), ("w*k", ["work"], true), ("*", ["a"], true), ("*", [], false),
      ("*/plan", ["work/plan"], true), ("*/plan", ["plan"], false), ("caf\u{E9}", ["cafe\u{301}"], true),
      ("일", ["일/회의"], true),
      ("NOT work", ["home"], true), ("NOT work", ["work", "home"], false), ("NOT work", [], true),
      ("NOT work", ["work/plan"], false), ("a OR b", ["a"], true), ("a OR b", ["b"], true), ("a OR b", ["c"], false),
      ("a OR NOT b", ["c"], true), ("a OR NOT b", ["b"], false), ("a OR NOT b", ["a", "b"], true),
      ("a OR b OR c", ["c"], true), ("a, b", ["a"], false), ("a, b", ["a", "b"], true), ("a,b", ["b", "a"], true),
      ("a OR b, c", ["a", "c"], true), ("a OR b, c", ["a"], false), ("a, NOT b", ["a"], true),
      ("a, NOT b", ["a", "b"], false), ("-work", ["home"], true), ("-work", ["work"], false),
      ("-#work", ["work/plan"], false), ("NOT -a", ["a"], true), ("a, -b", ["a"], true), ("a OR -b", ["b"], false),
      ("  a  ", ["a"], true), ("not", ["not"], true), ("or", ["or"], true),
      ("\"a b\"", ["a b"], true), ("\"a b\"", ["a"], false), ("\"work\"", ["work/plan"], true),
      ("-\"a b\"", ["a b"], false), ("NOT \"a b\", c", ["c"], true), ("c OR \"#A B\"", ["a b"], true),
      ("\"a, b\",c", ["a, b", "c"], true), ("\"a (b)\"", ["a (b)"], true), ("\"OR\"", ["or"], true),
      ("\"a*\"", ["a b"], true), ("ＭＡＴＨ", ["math"], true), ("math", ["ＭＡＴＨ/x"], true), ("ﾊﾟｽ", ["パス"], true),
      ("ספר", ["סֵפֶר"], true), ("میخواهم", ["می\u{200C}خواهم"], true), ("❤", ["❤\u{FE0F}"], true),
      ("istanbul", ["İstanbul"], true),
      ("cafe", ["café"], false),
    ] as [(String, [String], Bool)])
  func anExpressionHolds(text: String, tags: [String], isHolding: Bool) throws {
    #expect(try TagExpression(text).holds(for: tags) == isHolding, "\(text) for \(tags)")
  }

  @Test(arguments: [
    "", " ", ",", "-", "a, -", "a,", ",a", "NOT", "OR", "a OR", "OR a", "a OR OR b", "NOT NOT a", "a b", "a NOT b",
    "NOT OR",
    "a or b", "(a OR b)", "NOT (a OR b)", "a(b)", "a)", "\"a", "a\"", "\"", "\"\"", "-\"\"", "a\"b\"", "\"a\"b",
    "\"a\" \"b\"",
  ])
  func whatIsNoExpressionIsRefused(text: String) {
    let refusal = #expect(throws: TagExpression.Malformed.self) { try TagExpression(text) }
    #expect(refusal?.text == text)
  }

  @Test(arguments: ["to do", "a (b)", "say \"hi\"", "a, b", "NOT", "OR"])
  func aTagAloneIsAnyText(tag: String) {
    #expect(TagExpression(tag: tag).holds(for: [tag]) && !TagExpression(tag: tag).holds(for: ["x"]), "\(tag)")
  }
}
