import Testing

@testable import memo_bench

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct ScriptVaultTests {
  @Test(arguments: ScriptVault.Script.allCases)
  func aMemoIsInItsScriptAndTheSameEachTime(script: ScriptVault.Script) {
    let text = ScriptVault(script, seed: 3).text(7)
    #expect(text == ScriptVault(script, seed: 3).text(7))
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    let others = scalars.filter { !$0.isASCII }
    #expect(text.count >= 6_000 && others.isEmpty == (script == .english), "\(scalars.count) scalars")
    let marks = others.filter { $0.properties.generalCategory == .nonspacingMark }
    let isMarked: [ScriptVault.Script] = [
      .latinApart, .arabic, .hebrew, .devanagari, .bengali, .thai, .khmer,
    ]
    #expect(marks.isEmpty != isMarked.contains(script), "\(marks.count) marks")
  }

  @Test(arguments: [(2.9, true), (3.1, false)])
  func aByteOfAScriptMayTakeThreeTimesTheTimeOfOneOfEnglish(cpuSeconds: Double, isMet: Bool) {
    var usage = rusage()
    usage.ru_utime.tv_usec = .init(cpuSeconds * 100_000)
    let run = Measurement(status: 0, elapsed: .seconds(1), usage: usage, output: OutputSummary())
    let job = Job(kind: .scripts, arguments: [], expectation: .noMatch, ratioTarget: 3)
    let row = Row(script: job, .thai, runs: [run], englishSeconds: 0.1)
    #expect(row.name == "scripts-thai" && row.isTargetMet == isMet)
  }
}
