/// What the language server shows in editors.
package enum EditorMessages {
  /// A link leads to no memo.
  package static func noMemo(_ target: String) -> Text {
    Text("no memo is called '\(target)'", ko: "'\(target)'\(.called) 메모가 없습니다")
  }

  /// How a missing memo is made.
  package static let makeIt = Text("A code action can create it.", ko: "코드 동작(code action)으로 만들 수 있습니다.")

  /// How many memos link to one.
  package static func backlinks(_ count: Int) -> Text {
    Text(count == 1 ? "1 backlink" : "\(String(count)) backlinks", ko: "백링크 \(String(count))개")
  }

  /// How many memos have a tag.
  package static func tagged(_ count: Int) -> Text {
    Text(count == 1 ? "1 memo" : "\(String(count)) memos", ko: "메모 \(String(count))개")
  }

  /// While the first index is built.
  package static let indexing = Text("Indexing memos", ko: "메모 색인 중")

  /// A vault that cannot be served.
  package static func notServed(_ root: String, _ reason: Text) -> Text {
    Text("cannot serve '\(root)': \(reason)", ko: "'\(root)' 보관함을 열 수 없습니다. \(reason)")
  }

  /// The folder of a vault has gone.
  package static let folderIsGone = Text("the folder is not there any more", ko: "폴더가 더 이상 없습니다")

  /// A command would change a memo of which the editor has another text.
  package static func unsaved(_ path: String) -> Text {
    Text(
      "'\(path)' is not the same in the editor and on disk; save or reload it first",
      ko: "'\(path)'의 내용이 편집기와 디스크에서 다릅니다. 먼저 저장하거나 다시 불러오십시오")
  }

  /// A command would change a memo whose file was deleted while the editor has it open.
  package static func gone(_ path: String) -> Text {
    Text(
      "'\(path)' is no longer on disk; close it, or save it to create it again",
      ko: "'\(path)'\(.subject) 디스크에 없습니다. 문서를 닫거나, 메모를 다시 만들려면 저장하십시오")
  }

  /// Another program has changed the file of a document with unsaved text.
  package static func overtaken(_ path: String) -> Text {
    Text(
      "'\(path)' has changed on disk while you have unsaved changes; compare them before you save",
      ko: "저장하지 않은 변경이 있는 '\(path)'\(.subject) 디스크에서 변경되었습니다. 저장하기 전에 두 내용을 비교하십시오")
  }

  /// A change of a document was refused, so that memo does not have the text of the editor any more.
  package static func outdated(_ path: String) -> Text {
    Text(
      "the editor and memo no longer have the same text of '\(path)'; save it, close it and open it again",
      ko: "편집기와 memo가 가진 '\(path)'의 내용이 서로 달라졌습니다. 저장하고 닫은 다음 다시 여십시오")
  }

  /// Another program has deleted the file of a document with unsaved text.
  package static func deleted(_ path: String) -> Text {
    Text(
      "'\(path)' has been deleted on disk while you have unsaved changes; saving would create it again",
      ko: "저장하지 않은 변경이 있는 '\(path)'\(.subject) 디스크에서 삭제되었습니다. 저장하면 메모가 다시 생깁니다")
  }

  // MARK: Settings

  /// The settings of a vault cannot be read any more.
  package static func unreadSettings(_ reason: Text) -> Text {
    Text("\(reason); the settings from before still apply", ko: "\(reason). 이전 설정을 그대로 씁니다")
  }

  /// The settings that an editor passes on have something that memo does not know.
  package static func unknownSettings(_ parts: String) -> Text {
    Text("unknown in the editor's settings for memo: \(parts)", ko: "편집기의 memo 설정에 알 수 없는 값이 있습니다: \(parts)")
  }

  /// What is unknown of one kind, with what is possible.
  package static func unknown(_ kind: Text, _ names: [String], possible: [String]) -> Text {
    let (names, possible) = (names.map { "'\($0)'" }.joined(separator: ", "), possible.joined(separator: ", "))
    return Text("\(kind) \(names) (possible: \(possible))", ko: "\(kind) \(names) (쓸 수 있는 값: \(possible))")
  }

  package static let severities = Text("severity", ko: "심각도")
  package static let codes = Text("problem", ko: "문제 종류")
  package static let positionEncodings = Text("positionEncoding", ko: "위치 인코딩(positionEncoding)")

  // MARK: Renaming

  /// Nothing at the cursor has a name that links follow.
  package static let nothingToRename = Text(
    "nothing here can be renamed", ko: "여기에는 이름을 바꿀 대상이 없습니다")

  /// The change of a rename.
  package static func renaming(_ name: String) -> Text {
    Text("Rename to '\(name)'", ko: "'\(name)'\(.toward) 이름 바꾸기")
  }

  /// The editor cannot rename files.
  package static let cannotRenameFiles = Text(
    "this editor does not let a language server rename files; run 'memo rename' instead",
    ko: "이 편집기에서는 언어 서버가 파일 이름을 바꿀 수 없습니다. 'memo rename'을 쓰십시오")

  /// A document whose title is its file's name has no file yet.
  package static func notSavedYet(_ path: String) -> Text {
    Text("'\(path)' is not saved yet; save it first", ko: "'\(path)'\(.topic) 아직 저장되지 않았습니다. 먼저 저장하십시오")
  }

  /// A file that is not open has links to change, and is not UTF-8: only the editor knows how it would read it.
  package static func otherEncoding(_ path: String) -> Text {
    Text(
      "'\(path)' is not UTF-8 and cannot be changed from the editor; convert it with 'memo check --fix'",
      ko: "'\(path)'\(.topic) UTF-8이 아니어서 편집기에서 고칠 수 없습니다. 'memo check --fix'로 변환하십시오")
  }

  /// A memo with links to change cannot be read.
  package static func linksStay(_ path: String, _ reason: Text) -> Text {
    Text(
      "the links in '\(path)' are left as they are: \(reason)", ko: "'\(path)'의 링크는 고치지 않았습니다. \(reason)")
  }

  /// While the first index is built.
  package static let stillIndexing = Text(
    "the vault is still being indexed; try again in a moment", ko: "보관함을 아직 색인하고 있습니다. 잠시 뒤에 다시 해 보십시오")

  /// A name that no block can have.
  package static let badBlockName = Text(
    "a block's name has only letters a to z, digits and '-'", ko: "블록의 이름에는 영문자, 숫자, '-'만 쓸 수 있습니다")

  /// A name that no link, or not this list of aliases, can hold.
  package static func badAlias(_ name: String) -> Text {
    Text("a link or a list of aliases cannot contain '\(name)'", ko: "링크나 별칭 목록에 '\(name)'\(.object) 쓸 수 없습니다")
  }

  /// A name that no link by reference can have for its label.
  package static func badLabel(_ name: String) -> Text {
    Text(
      "'\(name)' cannot be the label of a link: it is empty, starts with '^', or contains '[' or ']'",
      ko: "'\(name)'\(.topic) 참조 링크의 이름으로 쓸 수 없습니다. 비어 있거나 '^'로 시작하거나 '[', ']'가 들어 있으면 안 됩니다")
  }

  /// A name that something else has already.
  package static func taken(_ name: String) -> Text {
    Text("'\(name)' is the name of something else already", ko: "'\(name)'\(.topic) 이미 쓰이고 있는 이름입니다")
  }

  /// The change that follows moved files.
  package static let updatingLinks = Text("Update links", ko: "링크 고치기")

  /// The file of an open document has another name now.
  package static func moved(_ path: String, to newPath: String) -> Text {
    Text(
      "Close '\(path)': it is '\(newPath)' now, and saving the document with the old name would make a second memo",
      ko: "'\(path)'\(.object) 닫으십시오. 이제 이름이 '\(newPath)'이므로 이전 이름으로 저장하면 메모가 하나 더 생깁니다")
  }

  /// The memo of an open document was merged into another one.
  package static func merged(_ path: String, into whole: String) -> Text {
    Text(
      "Close '\(path)': it is part of '\(whole)' now, and saving it would make a second memo",
      ko: "'\(path)'\(.object) 닫으십시오. 이제 내용이 '\(whole)'에 있으므로 저장하면 메모가 하나 더 생깁니다")
  }

  /// Links to a memo that another program moved.
  package static func offer(_ count: Int, _ path: String) -> Text {
    Text(
      count == 1 ? "Update 1 link to '\(path)'?" : "Update \(String(count)) links to '\(path)'?",
      ko: "'\(path)'\(.toward) 가는 링크 \(String(count))개를 고칠까요?")
  }

  /// Links to several of them.
  package static func offer(_ count: Int, memos: Int) -> Text {
    Text(
      "Update \(String(count)) links to \(String(memos)) moved memos?",
      ko: "옮겨진 메모 \(String(memos))개로 가는 링크 \(String(count))개를 고칠까요?")
  }

  /// The answers to that.
  package static let update = Text("Update", ko: "고치기")
  package static let notNow = Text("Not now", ko: "나중에")
}
