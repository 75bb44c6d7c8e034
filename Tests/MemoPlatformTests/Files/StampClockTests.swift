import Testing

@testable import MemoPlatform

/// How old a stamp has to be, by the clock of the cache, to vouch for what was read.
@Suite struct StampClockTests {
  private static let (tick, coarse, hour): (Int64, Int64, Int64) = (20_000_000, 2_000_000_000, 3_600_000_000_000)

  @Test func aCacheBesideItsVaultHasTheSameClock() {
    #expect(margin(.local, .local, isShared: true) == Self.tick)
    #expect(margin(.other, .other, isShared: true) == Self.coarse)
  }

  @Test func anotherFileSystemOfThisMachineMayHaveACoarserClock() {
    #expect(margin(.local, .local, isShared: false) == Self.coarse)
    #expect(margin(.local, .other, isShared: false) == Self.coarse)
    #expect(margin(.local, .local, isShared: true, hasMounts: true) == Self.coarse)
  }

  @Test func theClockOfAnotherMachineMayBeBehind() {
    for cache in [FileSystemKind.local, .other] { #expect(margin(.other, cache, isShared: false) == Self.hour) }
  }

  private func margin(
    _ vault: FileSystemKind, _ cache: FileSystemKind, isShared: Bool, hasMounts: Bool = false
  ) -> Int64 {
    StampClock.margin(vault: vault, cache: cache, isShared: isShared, hasMounts: hasMounts)
  }
}
