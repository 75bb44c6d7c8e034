import MemoSync
import MemoWords

/// The split view's line about a sync: conflicts first, because its end may be cut.
extension BrowserMessages {
  /// The state of syncing.
  static func sync(at date: String?, hasFailed: Bool) -> Text {
    switch (date, hasFailed) {
    case (let date?, false): Text("synced \(date)", ko: "동기화됨 \(date)")
    case (let date?, true): Text("not synced since \(date)", ko: "\(date) 이후 동기화 안 됨")
    case (nil, _): Text("not synced", ko: "동기화 안 됨")
    }
  }

  /// A sync failed; the most important part comes first.
  static func notSynced(_ reason: String) -> Text {
    Text("saved here, not synced: \(reason)", ko: "여기에는 저장됨, 동기화 안 됨: \(reason)")
  }

  /// What a sync did.
  static func synced(_ report: SyncReport) -> Text {
    let kept = report.deletedHere.count + report.deletedElsewhere.count
    let special = [
      report.conflicts > 0 ? places(report.conflicts) : nil,
      report.doubled.isEmpty ? nil : doubled(report.doubled.count), kept > 0 ? Self.kept(kept) : nil,
      report.rescued > 0 ? rescued : nil,
    ].compactMap(\.self)
    guard let first = special.first else { return SyncMessages.synced(report) }
    return (special.dropFirst() + [counts(report)]).reduce(first) { Text("\($0); \($1)", ko: "\($0). \($1)") }
  }

  private static func places(_ count: Int) -> Text {
    Text(count == 1 ? "1 conflict (C)" : "\(count) conflicts (C)", ko: "충돌 \(count)건(C)")
  }
  private static func doubled(_ count: Int) -> Text {
    Text("\(count) renamed on both sides", ko: "양쪽에서 이름 바꾼 메모 \(count)개")
  }
  private static func kept(_ count: Int) -> Text {
    Text("\(count) kept though deleted", ko: "삭제했지만 남긴 파일 \(count)개")
  }
  private static let rescued = Text("saved text in the trash", ko: "휴지통에 보존한 내용 있음")
  private static func counts(_ report: SyncReport) -> Text {
    let merged = report.merged.count
    return Text(
      "sent \(report.sent), received \(report.received), merged \(merged)",
      ko: "보냄 \(report.sent), 받음 \(report.received), 병합 \(merged)")
  }
}
