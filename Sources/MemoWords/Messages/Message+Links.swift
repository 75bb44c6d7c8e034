/// What is said of links.
extension Message {
  package static let noProblems = Text("no problems found", ko: "문제가 없습니다")
  package static func movedTo(_ target: String, _ path: String) -> Text {
    Text("\(noSuchMemo(target)); it moved to '\(path)'", ko: "\(noSuchMemo(target)). '\(path)'\(.toward) 옮겨 갔습니다")
  }
  package static func namesake(_ target: String, _ path: String) -> Text {
    Text(
      "\(noSuchMemo(target)); '\(path)' has the same file name", ko: "\(noSuchMemo(target)). '\(path)'의 파일 이름이 같습니다")
  }
  package static func namesakes(_ target: String, _ count: Int) -> Text {
    Text("\(noSuchMemo(target)); it may be any of \(count)", ko: "\(noSuchMemo(target)). \(count)개 가운데 하나일 수 있습니다")
  }
  package static func maybe(_ target: String, _ paths: [String]) -> Text {
    Text("\(noSuchMemo(target)); it may be \(mayBe(paths))", ko: "\(noSuchMemo(target)). \(mayBe(paths))일 수 있습니다")
  }
  package static func mayBeAny(_ count: Int) -> Text { Text("any of \(count) memos", ko: "메모 \(count)개 가운데 하나") }
  package static func mayBe(_ paths: [String]) -> Text {
    let list = paths.joined(separator: ", ")
    return Text("any of \(list)", ko: "\(list) 가운데 하나")
  }
  package static func fixable(_ count: Int) -> Text {
    Text("'memo check --fix' repairs \(linkCount(count))", ko: "'memo check --fix'로 \(linkCount(count))를 고칠 수 있습니다")
  }
  package static let nothingToFix = Text(
    "there is no link of which it is known what it meant", ko: "원래 무엇을 가리켰는지 알 수 있는 링크가 없습니다")
  package static func askFix(_ links: Int, _ memos: Int) -> Text {
    Text(
      "rewrite \(linkCount(links)) in \(memoCount(memos))?", ko: "\(memoCount(memos))에 든 \(linkCount(links))를 고쳐 쓸까요?")
  }
  package static func repaired(_ links: Int, _ memos: Int) -> Text {
    Text(
      "\(linkCount(links)) in \(memoCount(memos)) repaired; 'memo undo' takes it back",
      ko: "\(memoCount(memos))에 든 \(linkCount(links))를 고쳤습니다. 'memo undo'로 되돌립니다")
  }
  package static let elsewhere = Text("elsewhere", ko: "볼트 밖")
}
