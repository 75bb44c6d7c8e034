/// The time and the user's time zone. All times are nanoseconds since 1970.
public protocol LocalClock: Sendable {
  /// The time now.
  var now: Int64 { get }

  /// The time at which a clock in the user's zone shows what UTC shows at `local`.
  func instant(ofLocal local: Int64) -> Int64

  /// What UTC must show for a clock in the user's zone to show it at `instant`.
  func local(ofInstant instant: Int64) -> Int64
}
