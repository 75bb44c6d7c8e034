import MemoCore
public import MemoIndex
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system's clock and the time zone of `TZ`.
public struct SystemClock: LocalClock {
  private static let nanosecondsASecond: Int64 = 1_000_000_000

  /// Reads the time zone.
  public init() {
    tzset()
  }

  /// The time now, nanoseconds since 1970.
  public var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Self.joined(Int64(time.tv_sec), Int64(time.tv_nsec))
  }

  /// The instant at which a clock in the user's zone shows this.
  public func instant(ofLocal local: Int64) -> Int64 {
    let (seconds, nanoseconds) = Self.split(local)
    var time = time_t(seconds)
    var fields = tm()
    gmtime_r(&time, &fields)
    fields.tm_isdst = -1
    return Self.joined(Int64(mktime(&fields)), nanoseconds)
  }

  /// What a clock in the user's zone shows at an instant.
  public func local(ofInstant instant: Int64) -> Int64 {
    let (seconds, nanoseconds) = Self.split(instant)
    var time = time_t(seconds)
    var fields = tm()
    localtime_r(&time, &fields)
    return Self.joined(Int64(timegm(&fields)), nanoseconds)
  }

  private static func split(_ time: Int64) -> (seconds: Int64, nanoseconds: Int64) {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: nanosecondsASecond)
    return rest < 0 ? (seconds - 1, rest + nanosecondsASecond) : (seconds, rest)
  }

  /// The nearest time where it is one that 64 bits do not reach, as a file's may be in another zone.
  private static func joined(_ seconds: Int64, _ nanoseconds: Int64) -> Int64 {
    seconds.multipliedClamped(by: nanosecondsASecond).addingClamped(nanoseconds)
  }
}

/// The order of `strcoll` in the process's locale (`LC_COLLATE`).
public struct LocaleCollation: TitleCollation {
  /// Uses the locale in force.
  public init() {}

  /// `strxfrm` makes bytes that compare as `strcoll` would, so that each title is looked at once, not for every pair.
  /// Spellings that look the same have one place: the title is composed first.
  public func key(for title: String) -> [UInt8] {
    let title = Folding.composed(title)
    let length = strxfrm(nil, title, 0)
    var key = [CChar](repeating: 0, count: length + 1)
    strxfrm(&key, title, key.count)
    return key.dropLast().map(UInt8.init(bitPattern:))
  }
}
