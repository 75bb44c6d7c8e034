/// SplitMix64: the same numbers on every machine, which the standard library's ranges do not promise across versions.
struct SeededRandom {
  private var state: UInt64

  /// Independent streams of one seed, so that a memo's bytes depend on its number and not on who wrote before it.
  init(seed: UInt64, stream: UInt64) {
    state = Self.mix(seed ^ Self.mix(stream))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number in `0..<bound`.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number in 0 to 1, without 1.
  mutating func fraction() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  mutating func happens(_ probability: Double) -> Bool {
    fraction() < probability
  }

  /// A nearly normal number of mean 0 and deviation 1: twelve uniform ones summed.
  mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + fraction() }
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let first = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    let second = (first ^ (first >> 27)) &* 0x94D0_49BB_1331_11EB
    return second ^ (second >> 31)
  }
}
