import Foundation
import Synchronization

/// The program that libFuzzer drives. MEMO_FUZZ_TARGET names the target; its seeds are written to the folder
/// MEMO_FUZZ_SEEDS first. With MEMO_FUZZ=N it tries N inputs made by chance instead, and with MEMO_FUZZ_FRAMES=N as many
/// as have N messages for a server, which needs nothing built for it; MEMO_FUZZ_SEED=N makes other ones.
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
    let (inputs, frames) = (number("MEMO_FUZZ"), number("MEMO_FUZZ_FRAMES"))
    if inputs != nil || frames != nil { tryByChance(target, inputs: inputs ?? .max, frames: frames ?? .max) }
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(runDriver(&count, &words) { LibFuzzer.run($0, $1) })
  }

  private static func number(_ name: String) -> Int? { environment[name].flatMap(Int.init) }

  private static func tryByChance(_ target: FuzzTarget, inputs limit: Int, frames: Int) -> Never {
    var inputs = Mutations(of: target.seeds, number: UInt64(number("MEMO_FUZZ_SEED") ?? 2))
    let start = ContinuousClock.now
    var count = 0
    func report() {
      let sent = FuzzTarget.frames.load(ordering: .relaxed)
      print("\(target.name): \(count) inputs, \(sent) messages in \(ContinuousClock.now - start)")
      fflush(nil)
    }
    while count < limit, FuzzTarget.frames.load(ordering: .relaxed) < frames {
      let input = inputs.next()
      input.withUnsafeBufferPointer { _ = run($0.baseAddress, $0.count) }
      count += 1
      if count.isMultiple(of: 1000) { report() }
    }
    report()
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
