/// Memory to read files into, kept from one file to the next.
final class ReadBuffer {
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  private static let smallest = 1 << 14

  deinit {
    memory.deallocate()
  }

  /// So many bytes of memory, which hold until the next call.
  func memory(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if memory.count < count {
      memory.deallocate()
      memory = .allocate(byteCount: max(count, Self.smallest), alignment: 8)
    }
    return UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
  }
}
