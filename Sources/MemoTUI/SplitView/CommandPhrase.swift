/// What a person types who looks for a command, as the names of commands are spelled: in lower case and without blanks.
struct CommandPhrase {
  /// The whole, then the same without the words that say no more: `delete memo` is `delete`, `표 만들기` is `표`.
  let names: [[UInt8]]

  private static let nouns: Set<String> = ["memo", "note", "the", "a", "this", "메모", "노트", "글", "이"]
  private static let verbs: Set<String> = [
    "all", "make", "show", "insert", "모두", "모든", "전부", "보기", "보이기", "하기", "만들기", "추가", "넣기", "쓰기", "열기", "비우기", "바꾸기",
  ]

  init(_ typed: String) {
    let words = typed.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    let withoutNouns = words.filter { !Self.nouns.contains($0) }
    let withoutVerbs = withoutNouns.filter { !Self.verbs.contains($0) }
    let all = [words, withoutNouns, withoutVerbs].map { Array($0.joined().utf8) }
    names = all.enumerated().filter { place, name in !name.isEmpty && !all[..<place].contains(name) }.map(\.element)
  }
}
