import MemoTestSupport
import MemoVault
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
      "{{time:HH}}", "{{title:x}}", "{{date:\n}}", "}}{{", "{{date" + String(repeating: "y", count: 300) + "}}",
    ])
  func whatIsUnknownStays(template: String) {
    #expect(Self.filled(template) == template)
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

  @Test func monthsAndDaysAreThoseOfTheLocale() {
    #expect(Self.filled("{{date:M월 d일 EEEE}}", locale: "ko_KR") == "5월 20일 수요일")
  }
}
