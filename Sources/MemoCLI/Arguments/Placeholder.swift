import MemoWords

/// Words that stand for what a person types, such as `REF` and `DIR`. Declarations have them in English; what is shown
/// in Korean has nouns of its own.
enum Placeholder {
  /// The Korean nouns. What is not here, such as `N` and git's `OURS`, is the same in both languages.
  static let nouns: [String: String] = [
    "REF": "메모", "HEADING": "소제목", "PART": "상위", "TITLE": "제목", "TEXT": "글", "DIR": "폴더", "FILE": "파일",
    "PATH": "경로", "LINE": "줄", "URL": "주소", "KEY": "키", "VALUE": "값", "TAG": "태그", "NEW": "새이름", "OTHER": "다른메모",
    "DATE": "날짜", "REV": "버전", "NAME": "이름", "EXPR": "식", "GLOB": "패턴", "TEMPLATE": "서식", "QUERY": "검색어",
    "SECONDS": "초", "COMMAND": "명령", "WORD": "단어", "FILTERS": "필터", "OPTIONS": "옵션", "ARGUMENTS": "인수",
  ]

  /// How a sentence says a noun that is one word in a usage.
  static func spoken(_ noun: String) -> String {
    ["다른메모": "다른 메모", "새이름": "새 이름"][noun] ?? noun
  }

  /// A usage, or a part of one, for people: `memo rename REF TITLE…`, `memo rename 메모 제목…`.
  static func text(_ usage: String) -> Text {
    Text("\(usage)", ko: "\(korean(usage))")
  }

  /// A sentence that lists such usages.
  static func translated(_ sentence: Text) -> Text {
    Text("\(sentence)", ko: "\(korean(sentence[.korean]))")
  }

  private static func korean(_ usage: String) -> String {
    var text = ""
    var word = ""
    for scalar in usage.unicodeScalars {
      if scalar.properties.isAlphabetic {
        word.unicodeScalars.append(scalar)
      } else {
        text += nouns[word] ?? word
        text.unicodeScalars.append(scalar)
        word = ""
      }
    }
    return text + (nouns[word] ?? word)
  }
}
