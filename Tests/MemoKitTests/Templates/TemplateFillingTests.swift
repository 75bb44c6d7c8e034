import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@Suite struct TemplateFillingTests {
  /// 2026-05-20 23:30:15 UTC.
  private static let now: Int64 = 1_779_319_815_000_000_000

  private static func filled(
    _ template: String, title: String = "Plan", hoursEast: Int64 = 0, locale: String = "en_US"
  ) -> String {
    let filling = TemplateFilling(
      title: title, at: now, clock: FixedClock(now: 0, secondsEast: hoursEast * 3600), locale: locale)
    return String(decoding: filling.filled(Array(template.utf8)), as: UTF8.self)
  }

  static let templates: [(String, String)] = [
    ("", ""), ("no braces\r\n", "no braces\r\n"), ("# {{title}}\n\n{{date}} {{time}}", "# Plan\n\n2026-05-20 23:30"),
    ("{{title}}{{title}}", "PlanPlan"), ("{{{title}}}", "{Plan}"), ("{{ {{title}}", "{{ Plan"),
    ("{{date:yyyy}}/{{date:MM}}", "2026/05"), ("{{date:d MMMM y, HH:mm:ss}}", "20 May 2026, 23:30:15"),
    ("{{date:EEEE 'week' w}}", "Wednesday week 21"), ("{{date:{{title}}", "{{date:Plan"),
    ("{{date:YYYY-MM-DD}}", "2026-05-20"), ("{{date:dddd, D. MMM YY, hh:mm A}}", "Wednesday, 20. May 26, 11:30 PM"),
    ("{{date:[It's day] D 'DD' EEE}}", "It's day 20 DD Wed"), ("{{date:[never closed}}", "never closed"),
  ]

  @Test(arguments: templates)
  func expressionsAreFilledIn(template: String, text: String) {
    #expect(Self.filled(template) == text)
  }

  @Test(
    arguments: [
      "{{x}}", "{{}}", "{{ title }}", "{{Title}}", "{{title", "{title}", "{{title}", "{{ti\ntle}}", "{{date:}}", "{{",
      "{{time:}}", "{{title:x}}", "{{date:\n}}", "}}{{", "{{date" + String(repeating: "y", count: 300) + "}}",
    ])
  func whatIsUnknownStays(template: String) {
    #expect(Self.filled(template) == template)
  }

  @Test(arguments: [
    ("Budget #3", #""Budget #3""#), ("Plan: B", #""Plan: B""#), ("Plan", "Plan"), ("a \"b\"", "a \"b\""),
    ("yes", #""yes""#),
    ("2026-05-20", "2026-05-20"), ("- x", #""- x""#),
  ])
  func aTitleInTheFrontMatterIsQuotedAsYAMLNeedsIt(title: String, value: String) {
    func text(_ value: String, _ title: String) -> String {
      let front = "title: \(value)  \r\naliases:\r\n  - \(value)\r\nmore: of \(title)\r\n"
      return "---\r\n\(front)---\r\n# \(title)\r\n: \(title)\r\n"
    }
    for mark in ["{{title}}", "'{{title}}'", #""{{title}}""#] {
      #expect(Self.filled(text(mark, "{{title}}"), title: title) == text(value, title))
    }
    #expect(Self.filled("---\ntitle: {{title}}\n---\n", title: "") == "---\ntitle: \n---\n")
  }

  @Test(
    arguments: ["Plan", #"a, "q": it's #b]\"#, "\u{301}x", "'y', {z}"],
    [
      (#"["{{title}}"]"#, ["{{title}}"]), ("['{{title}}', x]", ["{{title}}", "x"]), ("[{{title}}]", ["{{title}}"]),
      ("[x, {{title}} , y]", ["x", "{{title}}", "y"]), (#""[[{{title}}]]""#, ["[[{{title}}]]"]),
      ("'it''s {{title}}!'", ["it's {{title}}!"]),
      ("\n  - \"of {{title}}\"\n  - '{{title}}'", ["of {{title}}", "{{title}}"]),
      ("[\n  \"{{title}}\",\n  x\n]", ["{{title}}", "x"]),
    ])
  func aTitleInQuotesOrBracketsIsReadAsItIs(title: String, value: (written: String, texts: [String])) {
    let text = Self.filled("---\nkey: \(value.written)\n---\n", title: title)
    let front = Array(text.utf8).withUnsafeBytes { FrontMatter($0) }
    let expected = value.texts.map { $0.replacing("{{title}}", with: title) }
    #expect(front.entry("key")?.values == expected, "\(text)")
    #expect(front.problem == nil, "\(text)")
  }

  @Test(
    arguments: [
      // No quotes in a link, none in lines of a text, and an apostrophe of a plain value opens none.
      ("up: [[{{title}}]]", "up: [[@ada's]]"),
      ("i: |\n  say {{title}}\n  'of {{title}}'\nj: {{title}}", "i: |\n  say @ada's\n  'of @ada's'\nj: \"@ada's\""),
      ("- >-\n  '{{title}} x'", "- >-\n  '@ada's x'"), ("a: it''s {{title}} x", "a: it''s @ada's x"),
      ("a: 'it''s {{title}} x'", "a: 'it''s @ada''s x'"),
    ])
  func aTitleInALinkOrATextWithoutQuotesStaysAsItIs(template: String, text: String) {
    #expect(Self.filled("---\n\(template)\n---\n", title: "@ada's") == "---\n\(text)\n---\n")
  }

  @Test func bytesThatAreNoTextStay() {
    let filling = TemplateFilling(title: "x", at: 0, clock: FixedClock(now: 0), locale: "en_US")
    let start: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFF]
    #expect(filling.filled(start + Array("{{title}}".utf8) + [0xC3]) == start + [UInt8(ascii: "x"), 0xC3])
    let strange = Array("{{".utf8) + [0xFF] + Array("}}".utf8)
    #expect(filling.filled(strange) == strange)
  }

  @Test func valuesAreNotFilledAgain() {
    #expect(Self.filled("{{title}} {{title}}", title: "{{date}} {{title}}") == "{{date}} {{title}} {{date}} {{title}}")
    #expect(Self.filled("{{{title}}}", title: "{date}") == "{{date}}")
    #expect(Self.filled("# {{title}}\n", title: " two\nlines ") == "# two lines\n")
  }

  @Test(
    arguments: [
      (0, "2026-05-20 23:30", "Wed 23:30 +0000"), (9, "2026-05-21 08:30", "Thu 08:30 +0900"),
      (-12, "2026-05-20 11:30", "Wed 11:30 -1200"),
    ] as [(Int64, String, String)])
  func timesAreThoseOfTheUsersZone(hours: Int64, plain: String, formatted: String) {
    #expect(Self.filled("{{date}} {{time}}", hoursEast: hours) == plain)
    #expect(Self.filled("{{date:E HH:mm xx}}", hoursEast: hours) == formatted)
  }

  // MARK: moment.js

  /// Saturday, 2026-11-21, 15:04:05 UTC; and Friday, 2027-01-01, 00:00 UTC, which is in the last week of 2026.
  private static let days: [Int64] = [1_795_273_445, 1_798_761_600]

  /// Formats with what moment.js makes of them on both days, in English and Korean; `nil` where these are the same.
  static let moments: [(format: String, saturday: String, newYear: String, korean: String?)] = [
    ("YYYY-MM-DD", "2026-11-21", "2027-01-01", nil), ("YY/M/D", "26/11/21", "27/1/1", nil), ("Y", "2026", "2027", nil),
    ("Do", "21st", "1st", "21일"), ("Mo", "11th", "1st", "11월"),
    ("MMMM Do, YYYY", "November 21st, 2026", "January 1st, 2027", "11월 21일, 2026"),
    ("DDD", "325", "1", nil), ("DDDD", "325", "001", nil), ("DDDo", "325th", "1st", "325일"),
    ("Q", "4", "1", nil), ("Qo", "4th", "1st", "4"), ("YYYY-[Q]Q", "2026-Q4", "2027-Q1", nil),
    ("W", "47", "53", nil), ("WW", "47", "53", nil), ("Wo", "47th", "53rd", "47주"), ("w", "47", "1", nil),
    ("ww", "47", "01", nil), ("wo", "47th", "1st", "47주"), ("gggg-wo", "2026-47th", "2027-1st", "2026-47주"),
    ("GGGG", "2026", "2026", nil), ("GG", "26", "26", nil), ("gggg", "2026", "2027", nil), ("gg", "26", "27", nil),
    ("GGGG-[W]WW", "2026-W47", "2026-W53", nil), ("gggg-[W]ww", "2026-W47", "2027-W01", nil),
    ("GGGG-[W]WW-E", "2026-W47-6", "2026-W53-5", nil), ("YYYY-DDD d", "2026-325 6", "2027-1 5", nil),
    ("D dd", "21 Sa", "1 Fr", "21 토"), ("D ddd", "21 Sat", "1 Fri", "21 토"),
    ("D dddd", "21 Saturday", "1 Friday", "21 토요일"),
    ("D e do", "21 6 6th", "1 5 5th", "21 6 6일"),
    ("X", "1795273445", "1798761600", nil), ("x", "1795273445000", "1798761600000", nil),
    ("[X] D", "X 21", "X 1", nil), ("[literal] YYYY", "literal 2026", "literal 2027", nil),
    ("h:mm A", "3:04 PM", "12:00 AM", "3:04 오후"), ("D h:mm a", "21 3:04 pm", "1 12:00 am", "21 3:04 오후"),
    ("HH:mm:ss", "15:04:05", "00:00:00", nil),
    ("YYYY-MM-DDTHH:mm:ssZ", "2026-11-21T15:04:05+00:00", "2027-01-01T00:00:00+00:00", nil),
    ("L", "11/21/2026", "01/01/2027", "2026.11.21."), ("LL", "November 21, 2026", "January 1, 2027", "2026년 11월 21일"),
    ("LT", "3:04 PM", "12:00 AM", "오후 3:04"),
    ("dddd, LL", "Saturday, November 21, 2026", "Friday, January 1, 2027", "토요일, 2026년 11월 21일"),
    ("LLLL", "Saturday, November 21, 2026 3:04 PM", "Friday, January 1, 2027 12:00 AM", "2026년 11월 21일 토요일 오후 3:04"),
    // What means nothing stays.
    ("YYYY fin", "2026 fin", "2027 fin", nil), ("DD!", "21!", "01!", nil),
    // Unicode's letters, which none of moment.js's stand beside.
    ("d", "21", "1", nil), ("E", "Sat", "Fri", "토"), ("yyyy-MM-dd", "2026-11-21", "2027-01-01", nil),
    ("YYYY-MM-dd", "2026-11-21", "2027-01-01", nil), ("yyyy-MM-dd 'W'ww", "2026-11-21 W47", "2027-01-01 W01", nil),
    ("d. MMMM yyyy", "21. November 2026", "1. January 2027", "21. 11월 2026"),
    ("h 'o''clock'", "3 o'clock", "12 o'clock", nil),
  ]

  @Test(arguments: moments)
  func aFormatIsThatOfMomentJS(format: String, saturday: String, newYear: String, korean: String?) {
    func filled(_ day: Int, _ locale: String) -> String {
      let filling = TemplateFilling(
        title: "", at: Self.days[day] * 1_000_000_000, clock: FixedClock(now: 0), locale: locale)
      return String(decoding: filling.filled(Array("{{date:\(format)}}".utf8)), as: UTF8.self)
    }
    #expect(filled(0, "en_US") == saturday, "\(format)")
    #expect(filled(1, "en_US") == newYear, "\(format)")
    #expect(filled(0, "ko_KR") == korean ?? saturday, "\(format)")
  }

  /// A floating-point number of nanoseconds would be the next day.
  @Test(arguments: [1_772_409_600, 0, -86_400] as [Int64])
  func theLastNanosecondOfADayIsOfThatDay(midnight: Int64) {
    let clock = FixedClock(now: 0)
    let filling = TemplateFilling(title: "", at: midnight * 1_000_000_000 - 1, clock: clock, locale: "en_US")
    let texts = ["{{date}}", "{{date:YYYY-MM-DD}}"].map { filling.filled($0) }
    let day = String(Timestamp.rfc3339((midnight - 1) * 1_000_000_000).prefix(10))
    #expect(Set(texts) == [day], "\(midnight)")
    #expect(filling.filled("{{date:HH:mm:ss}}") == "23:59:59", "\(midnight)")
    #expect(filling.filled("{{date:X}}") == "\(midnight - 1)")
    #expect(filling.filled("{{date:x}}") == "\(midnight * 1_000 - 1)")
  }

  @Test func aTimeTakesTheSameFormats() {
    #expect(Self.filled("{{time:HH:mm}} {{time:h:mm A}} {{time:YYYY}}") == "23:30 11:30 PM 2026")
    #expect(Self.filled("{{date:X}}", hoursEast: 9) == "1779319815")
  }

  @Test func monthsAndDaysAreThoseOfTheLocale() {
    #expect(Self.filled("{{date:M월 d일 EEEE}}", locale: "ko_KR") == "5월 20일 수요일")
  }
}
