import MemoCore
package import MemoKit
import MemoStore

/// Messages about tags, sections and mentions of single memos.
package enum RearrangingMessages {
  static func failure(_ error: TagChangeError) -> Failure {
    switch error {
    case .badTag(let tag): badTag(tag)
    case .notUnderstood(let path): notUnderstood(path, tagsNotUnderstood(path.text))
    }
  }

  static func failure(_ error: RearrangingError) -> Failure {
    switch error {
    case .strayingLink(let link, let path): ofLink(in: [path], straying(link, path.text), hints: [strayingHint])
    case .partedLink(let link, let path): ofLink(in: [path], straying(link, path.text), hints: [partedHint])
    case .unwritableLink(let link, let path, let other):
      ofLink(in: [path], unwritable(link, path.text, other.text), hints: [unwritableHint])
    case .labelledText(let text, let path):
      ofLink(in: [path], labelled(text, path.text), hints: [labelledHint(text)])
    case .hiddenHeading(let link, let path): ofLink(in: [path], hidden(link, path.text), hints: [hiddenHint])
    case .misread(let path): notUnderstood(path, misread(path.text))
    case .leftOpen(let path): notUnderstood(path, leftOpen(path.text))
    case .title(let path): Failure.invalid(isTitle(path.text), hints: [isTitleHint])
    case .nested(let heading, let path): Failure.invalid(nested(heading, path.text))
    case .unlinkable(let path): ofLink(in: [path], unlinkable(path.text))
    case .same(let path): Failure.invalid(same(path.text))
    case .sameBlock(let name, let path, let other):
      ofLink(in: [path, other], sameBlock(name, path.text, other.text), hints: [sameBlockHint])
    }
  }

  private static func ofLink(in memos: [VaultPath], _ message: Text, hints: [Text] = []) -> Failure {
    Failure(kind: "link", message: message, hints: hints, candidates: memos.map(\.text), exitCode: .failure)
  }

  private static func notUnderstood(_ path: VaultPath, _ message: Text) -> Failure {
    Failure(
      kind: "not-understood", message: message, hints: [FieldMessages.editHint(path)], candidates: [path.text],
      exitCode: .failure)
  }

  // MARK: Tags

  package static let oneNewTag = Text("'tags rename' takes one new name", ko: "'tags rename'에는 새 이름을 하나만 지정할 수 있습니다")

  /// The failure of a text that no memo can have as a tag.
  package static func badTag(_ text: String) -> Failure {
    Failure.invalid(Message.badNewTag(text), hints: [Message.newTagHint(text)])
  }

  /// - Parameter paths: of one memo, the name is said: it may not be the one that was meant.
  package static func changedTag(_ tag: String, _ action: TagChange.Action, _ paths: [String]) -> Text {
    let memos = paths.count == 1 ? Text(verbatim: "'\(paths[0])'") : Message.memoCount(paths.count)
    return switch action {
    case .add: Text("added '\(tag)' to \(memos)", ko: "\(memos)에 태그를 추가했습니다: '\(tag)'")
    case .remove: Text("removed '\(tag)' from \(memos)", ko: "\(memos)에서 태그를 제거했습니다: '\(tag)'")
    }
  }

  private static func tagsNotUnderstood(_ path: String) -> Text {
    Text(
      "cannot change the tags of '\(path)': they are written in a way that memo does not understand",
      ko: "'\(path)'의 태그를 바꿀 수 없습니다. memo가 이해하지 못하는 형식으로 쓰여 있습니다")
  }

  // MARK: Mentions

  package static let noMentions = Text("no mentions", ko: "언급한 곳이 없습니다")
  package static let notLookedFor = Text(
    "names of one letter or of marks alone are not looked for", ko: "한글이나 한자가 아닌 한 글자 이름과 기호뿐인 이름은 찾지 않습니다")
  package static let askLink = Text("link it?", ko: "링크로 바꿀까요?")
  /// The answers to that: yes, no, yes to all that are left, no to all that are left.
  package static let linkAnswers = Text("[y/n/a/q]", ko: "[예(y)/아니요(n)/모두(a)/그만(q)]")

  package static func linkedMentions(_ count: Int) -> Text {
    let memos = Message.memoCount(count)
    return Text("linked mentions in \(memos)", ko: "\(memos)의 언급을 링크로 바꾸었습니다")
  }

  // MARK: Sections

  package static func noHeadingNamed(_ reference: String) -> Text {
    Text("'\(reference)' names no section", ko: "'\(reference)'에 소제목을 지정하지 않았습니다")
  }
  package static let noHeadingNamedHint = Text(
    "write REF#HEADING; 'memo outline REF' lists the headings", ko: "메모#소제목으로 지정하십시오. 소제목은 'memo outline 메모'로 볼 수 있습니다")

  package static func leftOut(_ keys: String, _ path: String) -> Text {
    Text(
      "left out of the front matter of '\(path)': \(keys)", ko: "'\(path)'의 프런트매터에서 옮기지 않은 키: \(keys)")
  }

  private static func straying(_ link: String, _ path: String) -> Text {
    Text(
      "cannot move the link '\(link)' of '\(path)': it would mean something else",
      ko: "'\(path)'의 링크 '\(link)'\(.object) 옮길 수 없습니다. 가리키는 곳이 달라집니다")
  }
  private static let strayingHint = Text(
    "the text before it would change how it is read; look there for code or a comment that is left open",
    ko: "앞에 오는 텍스트 때문에 다르게 읽힙니다. 닫히지 않은 코드나 주석이 있는지 확인하십시오")
  private static let partedHint = Text(
    "a link by reference and its definition must stay in one memo; write the target into the link",
    ko: "참조 링크와 그 정의는 같은 메모에 있어야 합니다. 링크에 대상을 직접 쓰십시오")

  private static func unwritable(_ link: String, _ path: String, _ other: String) -> Text {
    Text(
      "cannot move the link '\(link)' of '\(path)': a link of this form cannot name '\(other)'",
      ko: "'\(path)'의 링크 '\(link)'\(.object) 옮길 수 없습니다. 이런 형식의 링크로는 '\(other)'\(.object) 가리킬 수 없습니다")
  }
  private static let unwritableHint = Text(
    "write it as '[text](path)', or rename that memo: a wiki link cannot hold # | [ ] or ^",
    ko: "'[텍스트](경로)' 형식으로 쓰거나 그 메모의 이름을 바꾸십시오. 위키 링크에는 # | [ ] ^를 쓸 수 없습니다")

  private static func labelled(_ text: String, _ path: String) -> Text {
    Text(
      "'\(text)' would become a link in '\(path)', which has a definition of that name",
      ko: "'\(path)'에 같은 이름의 링크 정의가 있어 '\(text)'\(.subject) 링크가 됩니다")
  }
  private static func labelledHint(_ text: String) -> Text {
    Text("to keep it as text, write '\\\(text)'", ko: "텍스트로 두려면 '\\\(text)'\(.object) 쓰십시오")
  }

  private static func hidden(_ link: String, _ path: String) -> Text {
    Text(
      "the link '\(link)' of '\(path)' could not name its heading any more: an earlier one would have the same text",
      ko: "'\(path)'의 링크 '\(link)'\(.subject) 더는 그 소제목을 가리킬 수 없습니다. 앞에 같은 소제목이 생깁니다")
  }
  private static let hiddenHint = Text(
    "rename one of the headings first: 'memo rename REF#HEADING TEXT'",
    ko: "먼저 소제목 하나의 이름을 바꾸십시오: 'memo rename 메모#소제목 새이름'")

  private static func misread(_ path: String) -> Text {
    Text(
      "cannot move the text of '\(path)': its headings would be read differently, perhaps because of open code",
      ko: "'\(path)'의 텍스트를 옮길 수 없습니다. 닫히지 않은 코드 등으로 소제목이 다르게 읽힙니다")
  }

  private static func leftOpen(_ path: String) -> Text {
    Text(
      "cannot add text behind that of '\(path)': code, a comment or math is left open in it",
      ko: "'\(path)'의 텍스트 뒤에 덧붙일 수 없습니다. 닫히지 않은 코드, 주석 또는 수식이 있습니다")
  }

  private static func isTitle(_ path: String) -> Text {
    Text("this heading is the title of '\(path)'", ko: "이 소제목은 '\(path)'의 제목입니다")
  }
  private static let isTitleHint = Text(
    "to change the title or the folder of a memo, use 'memo rename' or 'memo move'",
    ko: "메모의 제목이나 폴더를 바꾸려면 'memo rename'이나 'memo move'를 쓰십시오")

  private static func nested(_ heading: String, _ path: String) -> Text {
    Text(
      "'\(heading)' in '\(path)' is in a quote or a list: it has no section of its own",
      ko: "'\(path)'의 '\(heading)'\(.topic) 인용문이나 목록 안에 있어 소제목으로 다룰 수 없습니다")
  }

  private static func unlinkable(_ path: String) -> Text {
    Text("no link can name '\(path)'; choose another title", ko: "'\(path)'\(.object) 가리키는 링크를 쓸 수 없습니다. 다른 제목을 고르십시오")
  }

  private static func sameBlock(_ name: String, _ path: String, _ other: String) -> Text {
    Text(
      "both '\(path)' and '\(other)' have a block '^\(name)', so links to one of them would lead to the other",
      ko: "'\(path)'\(.with) '\(other)'에 모두 블록 '^\(name)'\(.subject) 있어, 합치면 한쪽의 링크가 다른 쪽으로 이어집니다")
  }
  private static let sameBlockHint = Text(
    "rename one of the blocks, and its links, first", ko: "먼저 한쪽 블록의 이름과 그 링크를 바꾸십시오")
  private static func same(_ path: String) -> Text {
    Text("cannot merge '\(path)' with itself", ko: "'\(path)'\(.object) 자기 자신과 합칠 수 없습니다")
  }
}
