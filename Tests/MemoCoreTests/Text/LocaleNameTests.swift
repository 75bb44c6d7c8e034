import MemoCore
import Testing

@Suite struct LocaleNameTests {
  @Test(arguments: [
    "C", "C.UTF-8", "POSIX", "ko", "ko_KR", "ko_KR.UTF-8", "en_US.ISO8859-1", "sr_RS@latin", "zh_Hans_CN.UTF-8",
    "de_DE.UTF-8@euro", "es_419", "german",
  ])
  func aNameThatSystemsUseIsWellFormed(name: String) {
    #expect(LocaleName.isWellFormed(name))
  }

  @Test(arguments: [
    "", "x", "_", "en_", "_US", "abcdefghijkl", "en_abcdefghijkl", "../../x", "en US", "한국어", "e\u{301}n_US", "C_US",
    "en_US_x_y_z", "12_34", "en_US." + String(repeating: "a", count: 40),
  ])
  func anyOtherTextIsNone(name: String) {
    #expect(!LocaleName.isWellFormed(name))
  }

  @Test func onlyALanguageWithARegionIsRegional() {
    for name in ["en_US", "en_GB", "es_419"] { #expect(LocaleName.isRegional(name), "\(name)") }
    for name in ["en", "en_POSIX", "en_US_POSIX", "en_1", "en_US.UTF-8", "C"] {
      #expect(!LocaleName.isRegional(name), "\(name)")
    }
  }
}

@Suite struct ClampedArithmeticTests {
  @Test func whatDoesNotFitIsTheNearestNumber() {
    #expect(Int8(100).addingClamped(27) == 127 && Int8(100).addingClamped(28) == 127)
    #expect(Int8(-100).addingClamped(-29) == -128)
    #expect(Int8(100).subtractingClamped(-100) == 127 && Int8(-100).subtractingClamped(100) == -128)
    #expect(Int8.min.multipliedClamped(by: -1) == 127 && Int8.max.multipliedClamped(by: -2) == -128)
    #expect(Int8(-3).multipliedClamped(by: -4) == 12)
    #expect(UInt8(1).subtractingClamped(2) == 0)
  }
}
