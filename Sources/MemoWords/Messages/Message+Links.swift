/// Messages about links.
extension Message {
  package static let noProblems = Text("no problems found", ko: "문제를 찾지 못했습니다")
  package static func movedTo(_ target: String, _ path: String) -> Text {
    Text("\(noSuchMemo(target)); it moved to '\(path)'", ko: "\(noSuchMemo(target)). 메모는 '\(path)'\(.toward) 옮겨졌습니다")
  }
  package static func namesake(_ target: String, _ path: String) -> Text {
    Text(
      "\(noSuchMemo(target)); '\(path)' has the same file name", ko: "\(noSuchMemo(target)). 파일 이름이 같은 메모는 '\(path)'입니다"
    )
  }
  package static func namesakes(_ target: String, _ count: Int) -> Text {
    Text("\(noSuchMemo(target)); it may be any of \(count)", ko: "\(noSuchMemo(target)). 메모 \(count)개 중 하나일 수 있습니다")
  }
  package static func maybe(_ target: String, _ paths: [String]) -> Text {
    Text("\(noSuchMemo(target)); it may be \(mayBe(paths))", ko: "\(noSuchMemo(target)). \(mayBe(paths))일 수 있습니다")
  }
  package static func mayBeAny(_ count: Int) -> Text { Text("any of \(count) memos", ko: "메모 \(count)개 중 하나") }
  package static func mayBe(_ paths: [String]) -> Text {
    let list = paths.joined(separator: ", ")
    return Text("any of \(list)", ko: "\(list) 중 하나")
  }
  package static func fixable(_ count: Int) -> Text {
    Text("'memo check --fix' can repair \(linkCount(count))", ko: "'memo check --fix'로 \(linkCount(count))를 고칠 수 있습니다")
  }
  package static let nothingToFix = Text(
    "no links to repair", ko: "고칠 수 있는 링크가 없습니다")
  package static func askFix(_ links: Int, _ memos: Int) -> Text {
    Text(
      "rewrite \(linkCount(links)) in \(memoCount(memos))?", ko: "\(memoCount(memos))의 \(linkCount(links))를 고칠까요?")
  }
  package static func repaired(_ links: Int, _ memos: Int) -> Text {
    Text(
      "repaired \(linkCount(links)) in \(memoCount(memos)); 'memo undo' takes it back",
      ko: "\(memoCount(memos))의 \(linkCount(links))를 고쳤습니다. 'memo undo'로 되돌릴 수 있습니다")
  }
  package static let elsewhere = Text("elsewhere", ko: "보관함 밖")
}
