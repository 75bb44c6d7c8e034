/// Random numbers that are the same for the same seed (SplitMix64), so that a failure can be run again.
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Starts the sequence of a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `0..<bound`.
  public mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Whether something happens that happens so often in a hundred times.
  public mutating func happens(percent: Int) -> Bool {
    below(100) < percent
  }

  /// One of the elements; `nil` where there are none.
  public mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
    elements.isEmpty ? nil : elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
  }
}
