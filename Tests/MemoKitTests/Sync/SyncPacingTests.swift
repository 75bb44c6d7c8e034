import MemoSync
import Testing

@Suite struct SyncPacingTests {
  private func started() -> SyncPacing {
    var pacing = SyncPacing(interval: .seconds(300), now: .seconds(1_000))
    pacing.noteStart()
    pacing.noteEnd(at: .seconds(1_000), isSuccess: true)
    return pacing
  }

  @Test func theFirstSyncIsDueAtOnce() {
    #expect(SyncPacing(interval: .seconds(300), now: .seconds(5)).delay(at: .seconds(5)) <= .zero)
  }

  @Test func withoutEditsTheIntervalCounts() {
    #expect(started().delay(at: .seconds(1_100)) == .seconds(200))
  }

  @Test func anEditIsSyncedWhenNoOtherFollows() {
    var pacing = started()
    pacing.noteEdit(at: .seconds(1_010))
    pacing.noteEdit(at: .seconds(1_015))
    #expect(pacing.delay(at: .seconds(1_015)) == .seconds(10))
  }

  @Test func whoeverTypesOnIsSyncedAllTheSame() {
    var pacing = started()
    for second in 1_010...1_129 { pacing.noteEdit(at: .seconds(second)) }
    #expect(pacing.delay(at: .seconds(1_129)) == .seconds(1))
  }

  @Test func offlineEachPauseIsTwiceAsLong() {
    var pacing = started()
    var pauses: [Duration] = []
    for _ in 0..<10 {
      pacing.noteStart()
      pacing.noteEnd(at: .seconds(2_000), isSuccess: false)
      pacing.noteEdit(at: .seconds(2_001))
      pauses.append(pacing.delay(at: .seconds(2_000)))
    }
    #expect(pauses == [20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600].map { .seconds($0) })
    pacing.noteEnd(at: .seconds(3_000), isSuccess: true)
    #expect(pacing.delay(at: .seconds(3_000)) <= .seconds(10))
  }
}
