import MemoCore
import Testing

@testable import MemoCLI

@Suite struct ServiceUnitTests {
  private let unit = ServiceUnit(
    command: ["/opt/my memo", "--vault", "/home/나/100% \"sure\" $HOME & <b>\\n", "watch"].map { Array($0.utf8) })

  @Test func systemdGetsEveryByteAsItIs() {
    let line = String(decoding: unit.systemd, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("ExecStart=") }
    #expect(
      line == #"ExecStart="/opt/my memo" "--vault" "/home/나/100%% \"sure\" $$HOME & <b>\\n" "watch""#)
  }

  @Test func launchdGetsEscapedText() {
    let text = String(decoding: unit.launchd, as: UTF8.self)
    #expect(text.contains("<string>/opt/my memo</string>"))
    #expect(text.contains("<string>/home/나/100% \"sure\" $HOME &amp; &lt;b&gt;\\n</string>"))
  }
}
