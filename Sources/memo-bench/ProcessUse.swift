#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a running process has used so far, as Linux tells it.
struct ProcessUse {
  let cpuSeconds: Double
  let peakMegabytes: Double

  init(of process: Int) throws {
    let fields = try Self.text("/proc/\(process)/stat").split(separator: ") ").last?.split(separator: " ") ?? []
    // The 14th and 15th field of the file; the first two stand before the name's end.
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw BenchError.failed("cannot read what process \(process) uses")
    }
    cpuSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    let status = try Self.text("/proc/\(process)/status")
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    peakMegabytes = Double(line.filter(\.isNumber)).map { $0 * 1024 / 1e6 } ?? 0
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.readFile(path), as: UTF8.self)
  }
}
