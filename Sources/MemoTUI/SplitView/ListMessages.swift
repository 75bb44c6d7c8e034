import MemoCore
import MemoWords

/// Messages about the list, its keys and the way through it.
enum ListMessages {
  // MARK: Headings

  /// The name of a group and how many memos it has.
  static func heading(_ group: ListGroup) -> Text {
    let (name, count) = (name(of: group.name), Message.grouped(group.count))
    return Text("\(name) · \(count)", ko: "\(name) · \(count)")
  }

  private static func name(of group: ListGroup.Name) -> Text {
    switch group {
    case .pinned: Text("Pinned", ko: "고정")
    case .later: Text("Later", ko: "앞으로")
    case .today: Text("Today", ko: "오늘")
    case .yesterday: Text("Yesterday", ko: "어제")
    case .lastWeek: Text("Last 7 days", ko: "지난 7일")
    case .month(let month): name(of: month)
    case .others: Text("Others", ko: "나머지")
    }
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private static func name(of month: CivilMonth) -> Text {
    Text("\(monthNames[month.month - 1]) \(month.year)", ko: "\(month.year)년 \(month.month)월")
  }

  static let pinned = Text("pinned; P unpins it", ko: "고정했습니다. P를 누르면 풀립니다")
  static let unpinned = Text("unpinned", ko: "고정을 풀었습니다")

  // MARK: Places

  static let chooseFolder = Text("move to a folder; type a name for a new one", ko: "옮길 폴더를 고르거나 새 이름을 입력하십시오")
  static let root = Text("the vault's root", ko: "보관함의 맨 위")
  static func inFolder(_ folder: VaultPath) -> Text {
    let name = short(folder.text)
    return Text("in \(name)/", ko: "폴더: \(name)/")
  }
  static let here = Text("here", ko: "지금 폴더")
  static let isThere = Text("the memo is in this folder already", ko: "메모가 이미 이 폴더에 있습니다")
  static let newFolder = Text("new folder:", ko: "새 폴더:")
  static let noFolders = Text("this vault has no folders", ko: "이 보관함에는 폴더가 없습니다")
  static let emptyTrash = Text("the trash is empty", ko: "휴지통이 비어 있습니다")
  static func restored(_ path: String) -> Text {
    let name = short(path)
    return Text(
      "restored '\(name)'; u moves it back to the trash", ko: "'\(name)'\(.object) 복원했습니다. u를 누르면 다시 휴지통으로 갑니다")
  }

  static func noHeading(_ name: String) -> Text {
    Text("this memo has no heading '\(short(name))'", ko: "이 메모에는 '\(short(name))' 소제목이 없습니다")
  }
  static func notOpened(_ target: String) -> Text {
    Text(
      "memo does not open '\(short(target))': only web pages, mail, pictures, sound, films and documents of this vault",
      ko: "'\(short(target))'\(.object) 열지 않습니다. 웹 페이지, 메일, 이 보관함의 그림, 소리, 영상, 문서만 엽니다")
  }
  static func openedLink(_ target: String) -> Text {
    Text("opened '\(short(target))'", ko: "'\(short(target))'\(.object) 열었습니다")
  }
  static func copiedLink(_ target: String) -> Text {
    Text(
      "copied '\(short(target))': over SSH no window opens",
      ko: "'\(short(target))'\(.object) 복사했습니다. SSH에서는 창을 열 수 없습니다")
  }
  /// Of the memos of which a search reads only the start; `nil` where there are none.
  static func searchedInPart(_ memos: [VaultPath]) -> Text? {
    memos.first.map { Message.searchedInPart(short($0.text), others: memos.count - 1) }
  }

  private static func short(_ text: String) -> String { BrowserMessages.short(text) }

  // MARK: Searches

  /// How many matches the selected memo has.
  static func matches(_ count: Int) -> Text {
    let number = Message.grouped(count)
    return Text(count == 1 ? "1 match" : "\(number) matches", ko: "일치 \(number)곳")
  }

  // MARK: Keys

  static func noMeaning(_ key: String) -> Text {
    Text("'\(key)' does nothing here; ? lists the keys", ko: "'\(key)' 키는 여기서 쓰지 않습니다. ?를 누르면 키 안내가 나옵니다")
  }
  static func onlyInText(_ key: String) -> Text {
    Text("'\(key)' works in the text; Enter goes there", ko: "'\(key)' 키는 본문에서 씁니다. Enter를 누르면 본문으로 갑니다")
  }
  static func composed(_ syllable: String) -> Text {
    Text(
      "'\(syllable)' was composed by the Korean input method; switch to Latin letters, or press the key again",
      ko: "누른 키를 한글 입력기가 '\(syllable)'\(.toward) 조합했습니다. 한/영 키를 눌러 영문으로 바꾸거나 키를 다시 누르십시오")
  }
  static let nowhereToPaste = Text(
    "text is pasted while writing (i) or searching (/)", ko: "붙여넣기는 편집(i)하거나 검색(/)할 때 할 수 있습니다")
  static let nothingToLeave = Text("q quits", ko: "종료하려면 q를 누르십시오")
  static let noMemoHere = Text("no memo is selected; n starts a new one", ko: "선택한 메모가 없습니다. n을 누르면 새 메모를 씁니다")
}
