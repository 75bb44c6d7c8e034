#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One run of one process.
struct Measurement {
  /// Negative for the signal that ended it.
  let exitCode: Int32
  let seconds: Double
  /// User and system time together.
  let cpuSeconds: Double
  let peakMegabytes: Double
  let output: OutputSummary

  init(status: Int32, elapsed: Duration, usage: rusage, output: OutputSummary) {
    let signal = status & 0x7F
    exitCode = signal == 0 ? (status >> 8) & 0xFF : -signal
    seconds = elapsed / .seconds(1)
    cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    #if canImport(Glibc)
      let unit = 1024.0
    #else
      let unit = 1.0
    #endif
    peakMegabytes = Double(usage.ru_maxrss) * unit / 1e6
    self.output = output
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

extension Array {
  /// The middle value; the mean of the two middle ones for an even count, 0 for none.
  func median(of value: (Element) -> Double) -> Double {
    let sorted = map(value).sorted()
    return isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
