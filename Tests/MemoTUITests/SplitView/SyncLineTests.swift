import Foundation
import MemoCore
import Testing

@testable import MemoSync
@testable import MemoTUI
@testable import MemoWords

/// What the split view says of a sync in its one line.
@Suite struct SyncLineTests {
  private static var report: SyncReport {
    var report = SyncReport()
    report.isPushed = true
    report.conflicts = 12
    report.issues = [
      .doubled(DoubledMemo(path: VaultPath("a.md"), names: [VaultPath("b.md"), VaultPath("c.md")], isSame: true)),
      .keptEdit(VaultPath("d.md"), isDeletedHere: true),
    ]
    return report
  }

  @Test(arguments: Language.allCases) func conflictsComeFirstInALineThatFits(language: Language) {
    let line = BrowserMessages.synced(Self.report)[language]
    #expect(line.hasPrefix(language == .english ? "12 conflicts (C)" : "충돌 12건("))
    #expect(BrowserMessages.synced(Self.report, conflicts: ":conflicts")[language].contains("(:conflicts)"))
    let parts =
      language == .english
      ? ["1 renamed on both sides", "1 kept though deleted"] : ["양쪽에서 이름을 바꾼 메모 1개", "삭제됐지만 남긴 파일 1개"]
    for part in parts {
      let end = line.range(of: part).map { DisplayWidth.columns(of: String(line[..<$0.upperBound])) }
      #expect((end ?? .max) <= 80, "\(part) in \(line)")
    }
  }

  @Test func aSyncWithoutConflictsIsReported() {
    var report = SyncReport()
    #expect(BrowserMessages.synced(report)[.english] == "nothing to sync")
    report.isPushed = true
    #expect(BrowserMessages.synced(report)[.english] == "sent 0 files, received 0 files, merged 0; no conflicts")
  }
}
