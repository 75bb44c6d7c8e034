import Foundation

/// The program that libFuzzer drives. MEMO_FUZZ_TARGET names the target; its seeds are written to the folder
/// MEMO_FUZZ_SEEDS first. With MEMO_FUZZ=N it tries N inputs made by chance instead, which needs nothing built for it.
@main enum LibFuzzer {
  private static let environment = ProcessInfo.processInfo.environment
  private static let target = FuzzTarget.all.first { $0.name == environment["MEMO_FUZZ_TARGET"] }

  static func main() {
    guard let target else {
      print("MEMO_FUZZ_TARGET is none of: " + FuzzTarget.all.map(\.name).joined(separator: ", "))
      exit(2)
    }
    if let folder = environment["MEMO_FUZZ_SEEDS"] {
      for (number, seed) in target.seeds.enumerated() {
        _ = FileManager.default.createFile(atPath: "\(folder)/seed-\(number)", contents: Data(seed))
      }
    }
    if let count = environment["MEMO_FUZZ"].flatMap(Int.init) { tryByChance(target, count) }
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(runDriver(&count, &words) { LibFuzzer.run($0, $1) })
  }

  private static func tryByChance(_ target: FuzzTarget, _ count: Int) -> Never {
    var inputs = Mutations(of: target.seeds, number: 2)
    let start = ContinuousClock.now
    for _ in 0..<count {
      let input = inputs.next()
      input.withUnsafeBufferPointer { _ = run($0.baseAddress, $0.count) }
    }
    print("\(target.name): \(count) inputs in \(ContinuousClock.now - start)")
    exit(0)
  }

  private static func run(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
      try target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
      fatalError("\(error): \(Array(UnsafeBufferPointer(start: bytes, count: count)))")
    }
    return 0
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
