import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Who wrote what: devices are told apart, whatever they are called.
@Suite(.waitsForPrograms) struct SyncDeviceNameTests {
  /// Three devices; the first two have changed the same line.
  private func withAConflict() throws -> Devices {
    let devices = try Devices.inStep(3, "# A\none\n")
    try devices.write("# A\nof the first\n", to: "a.md", on: 0)
    try devices.write("# A\nof the second\n", to: "a.md", on: 1)
    for device in [0, 1, 0, 2] { try devices.mustSync(device) }
    return devices
  }

  @Test func hereIsOnlyWhatWasWrittenOnThisDevice() throws {
    let devices = try withAConflict()
    #expect(try devices.memo(0, ["conflicts"]).text.contains("  here: of the first\n"))
    #expect(try devices.memo(1, ["conflicts"]).text.contains("  here: of the second\n"))
    let third = try devices.memo(2, ["conflicts"]).text
    #expect(!third.contains("here"), "\(third)")
    let records = try (0..<3).map { try devices.memo($0, ["conflicts", "--json"]).records()[0] }
    #expect(records.map { $0["isOurs"] as? Bool } == [true, true, false])
    #expect(records.map { $0["theirs"] as? String }.prefix(2) == ["of the second\n", "of the first\n"])
  }

  @Test func devicesOfOneNameAreDistinguishedByANumber() throws {
    let devices = try withAConflict()
    let text = try devices.memo(2, ["conflicts"]).text
    let names = text.matches(of: /\(([0-9a-f]{8})\): of the/).map { String($0.1) }
    #expect(Set(names).count == 2, "\(text)")
  }

  /// Three devices that have all changed the same line, and have all merged.
  private func withThreeVersions() throws -> Devices {
    let devices = try Devices.inStep(3, "# A\none\n")
    for device in 0...2 { try devices.write("# A\nof d\(device)\n", to: "a.md", on: device) }
    for device in [0, 1, 2, 0, 1, 2] { try devices.mustSync(device) }
    return devices
  }

  @Test func eachOfThreeVersionsHasTheNameOfItsDevice() throws {
    let devices = try withThreeVersions()
    var numbers: [String: Set<String>] = [:]
    for device in 0...2 {
      let text = try devices.memo(device, ["conflicts"]).text
      for other in 0...2 { #expect(text.contains("  here: of d\(other)\n") == (other == device), "\(text)") }
      for match in text.matches(of: /\(([0-9a-f]{8})\): (of d[0-2])/) {
        numbers[String(match.2), default: []].insert(String(match.1))
      }
      let record = try #require(try devices.memo(device, ["conflicts", "--json"]).records().first)
      #expect(record["isOurs"] as? Bool == true && record["ours"] as? String == "of d\(device)\n")
      #expect((record["theirs"] as? String)?.split(separator: "\n").count == 2, "both others'")
      #expect((record["deviceId"] as? String)?.split(separator: ", ").count == 2, "both others'")
    }
    #expect(numbers.count == 3 && numbers.values.allSatisfy { $0.count == 1 }, "\(numbers)")
    #expect(Set(numbers.values).count == 3, "\(numbers)")
  }

  @Test func thoseOfTheOthersStayWhereTheOwnOneIsTakenOut() throws {
    let devices = try withThreeVersions()
    let run = try devices.memo(2, ["conflicts", "--resolve", "a.md", "--theirs"])
    #expect(run.errors.contains("neither version at a.md:2 is known to be from this device"), "\(run.errors)")
    let text = try #require(try devices.text("a.md", on: 2))
    #expect(text.split(separator: "\n").sorted() == ["# A", "of d0", "of d1"], "\(text)")
    #expect(try devices.memo(0, ["conflicts", "--resolve", "a.md", "--ours"]).errors.contains("settled the conflict"))
    #expect(try devices.text("a.md", on: 0) == "# A\nof d0\n")
  }

  @Test func aDeviceIsCalledWhatItsUserSays() throws {
    let devices = try Devices.inStep(2, "# A\none\n")
    try devices.sandbox.folder.write("{\"device\": \"my desk\"}\n", to: "home/.config/memo/config.json")
    try devices.write("# A\nfirst\n", to: "a.md", on: 0)
    try devices.mustSync(0)
    #expect(try devices.git("log", "-1", "--format=%s", in: "d0") == "memo: 1 file on my desk\n")
    try devices.sandbox.folder.write("{\"device\": \"phone\"}\n", to: "home/.config/memo/config.json")
    try devices.write("# A\nsecond\n", to: "a.md", on: 1)
    try devices.mustSync(1)
    #expect(try devices.memo(1, ["conflicts"]).text.contains("  my desk: first\n"))
    #expect(try devices.memo(1, ["conflicts", "--json"]).records()[0]["device"] as? String == "my desk")
  }

  @Test func resolvingPrintsTheResolvedConflictsAsJSON() throws {
    let devices = try withAConflict()
    let run = try devices.memo(0, ["conflicts", "--resolve", "a.md", "--json"])
    #expect(try run.records().map { $0["path"] as? String } == ["a.md"])
    let again = try devices.memo(0, ["conflicts", "--resolve", "a.md", "--json"])
    #expect(again.end == .exited(1))
    #expect(again.text == "[]\n")
  }

  @Test func settingsThatBothSidesChangedAreListed() throws {
    let devices = try Devices.inStep()
    let settings = try #require(try devices.text(".memo/config.json", on: 0))
    for (device, folder) in ["days", "tage"].enumerated() {
      let changed = settings.replacing("\n}", with: ",\n  \"daily\" : { \"folder\" : \"\(folder)\" }\n}")
      try devices.write(changed, to: ".memo/config.json", on: device)
    }
    try devices.mustSync(0)
    let run = try devices.sync(1)
    #expect(run.errors.contains("both sides changed '.memo/config.json'"), "\(run.errors)")
    try devices.mustSync(0)
    for device in 0...1 {
      let listed = try devices.memo(device, ["conflicts", "--json"]).records()
      #expect(listed.map { $0["path"] as? String } == [".memo/config.json"])
      let texts = listed.flatMap { place in ["ours", "theirs"].compactMap { place[$0] as? String } }
      #expect(texts.contains { $0.contains("days") } && texts.contains { $0.contains("tage") }, "\(texts)")
      let standing = try devices.text(".memo/config.json", on: device)?.contains("days") == true ? "days" : "tage"
      let shown = try devices.memo(device, ["conflicts"]).lines.filter { $0.contains("\"folder\"") }
      #expect(
        shown.count == 2 && shown.filter { $0.contains(", current version: ") }.map { $0.contains(standing) } == [true])
    }
    #expect(try devices.memo(0, ["conflicts", "--resolve", ".memo/config.json"]).end == .exited(0))
    #expect(try devices.memo(0, ["conflicts", "--json"]).text == "[]\n")
  }

  @Test func linesThatAreTakenOutAloneAreMeantAndWithAnotherEditListed() throws {
    let devices = try Devices.inStep(2, "# A\none\ntwo\n")
    try devices.write("# A\none\nTWO\nincoming\n", to: "a.md", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.write("# A\none\ntwo\n", to: "a.md", on: 1)
    let run = try devices.sync(1)
    #expect(run.errors.hasSuffix("no conflicts\n"), "\(run.errors)")
    #expect(try devices.memo(1, ["conflicts", "--json"]).text == "[]\n")
    #expect(try devices.text("a.md", on: 1) == "# A\none\ntwo\n", "it was meant")
    try devices.mustSync(0)
    try devices.write("# A\none\ntwo!\n", to: "a.md", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.write("# A\nONE\ntwo\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).errors.contains("'a.md' was saved without the changes received from other devices"))
    #expect(try devices.text("a.md", on: 1) == "# A\nONE\ntwo\n", "what was saved stays")
    #expect(try devices.memo(1, ["conflicts"]).text.hasSuffix("\n  here: two\n  elsewhere: two!\n"))
    #expect(try devices.memo(1, ["conflicts", "--resolve", "a.md"]).end == .exited(0))
    #expect(try devices.memo(1, ["conflicts", "--json"]).text == "[]\n")
    #expect(try devices.sync(1).errors == "nothing to sync\n")
  }
}
