/// A task: an item of a list whose text starts with a box, `- [ ]`, `* [x]`, `1. [/]`.
public struct MarkupTask: Equatable, Sendable {
  /// How far a task is.
  public enum State: Equatable, Sendable {
    /// Any mark but those below.
    case open
    /// `[x]`, `[X]`
    case done
    /// `[-]`
    case cancelled
  }

  /// How far it is.
  public let state: State
  /// The character between the brackets.
  public let mark: Range<Int>
  /// What follows the box on its line, without white space around.
  public let text: Range<Int>
  /// All of the item, with what is nested in it.
  public let item: Range<Int>
  /// How many containers are around it: 0 for an item that is in no other.
  public let depth: Int
  /// From 1.
  public let line: Int
}

/// A task of a memo as lists show it.
public struct MemoTask: Equatable, Sendable {
  /// From 1.
  public let line: Int
  /// The character between the brackets.
  public let mark: String
  /// What follows the box on its line, without white space around.
  public let text: String

  /// How far it is.
  public var state: MarkupTask.State { TaskBox.state(of: Array(mark.utf8)) }

  /// Puts together a task.
  public init(line: Int, mark: String, text: String) {
    (self.line, self.mark, self.text) = (line, mark, text)
  }
}

/// Collects the tasks of a text as its blocks are met.
struct TaskCollector {
  private(set) var tasks: [MemoTask] = []
  private let bytes: UnsafeRawBufferPointer
  private var isInItem = false
  // Made for the first task: most memos have none.
  private var counter: LineCounter?

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Meets the start of a quote or an item of a list.
  mutating func open(_ container: BlockOpening) {
    isInItem = container.kind == .item
  }

  /// Meets the end of a container, or a definition.
  mutating func pass() {
    isInItem = false
  }

  /// Meets a block with text.
  mutating func visit(_ leaf: MarkupLeaf) {
    guard isInItem else { return }
    isInItem = false
    guard leaf.kind == .paragraph, let box = TaskBox(bytes, at: leaf.content.lowerBound) else { return }
    var counter = self.counter ?? LineCounter(bytes)
    let number = counter.line(of: box.mark.lowerBound)
    self.counter = counter
    tasks.append(
      MemoTask(line: number, mark: bytes.text(box.mark), text: bytes.text(box.text(in: bytes, of: leaf))))
  }
}

extension MarkupTree {
  /// The tasks in the order of the text.
  public var tasks: [MarkupTask] {
    var counter = LineCounter(bytes)
    return zip(blocks, blocks.dropFirst()).compactMap { item, first in
      guard item.kind == .item, first.depth == item.depth + 1, case .leaf(let leaf) = first.kind,
        leaf.kind == .paragraph, let box = TaskBox(bytes, at: leaf.content.lowerBound)
      else { return nil }
      return MarkupTask(
        state: box.state, mark: box.mark, text: box.text(in: bytes, of: leaf), item: item.range, depth: item.depth,
        line: counter.line(of: box.mark.lowerBound))
    }
  }
}

/// The box at the start of a task.
struct TaskBox {
  /// What is between the brackets.
  let mark: Range<Int>
  let state: MarkupTask.State

  // More bytes are no character that people type there.
  private static let longestMark = 32

  /// The box at `start`, with a blank or the line's end behind it; `nil` for none.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    guard start + 3 <= bytes.count, bytes[start] == UInt8(ascii: "["), !bytes.isLineEnd(at: start + 1),
      let end = Self.markEnd(bytes, from: start + 1), bytes.isBlank(at: end + 1) || bytes.isLineEnd(at: end + 1)
    else { return nil }
    mark = start + 1..<end
    state = Self.state(of: bytes[mark])
  }

  /// What a mark says.
  static func state(of mark: some Collection<UInt8>) -> MarkupTask.State {
    guard mark.count == 1 else { return .open }
    return switch mark.first {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): .done
    case UInt8(ascii: "-"): .cancelled
    default: .open
    }
  }

  /// What follows it on its line.
  func text(in bytes: UnsafeRawBufferPointer, of leaf: MarkupLeaf) -> Range<Int> {
    let start = mark.upperBound + 1
    return bytes.trimmed(
      start..<min(LineScanner.line(of: bytes, at: start).upperBound, leaf.content.upperBound))
  }

  /// Where the one character ends that the bracket behind it closes.
  private static func markEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let end = start + bytes.scalar(at: start).length
    guard end < bytes.count, bytes[start] != UInt8(ascii: "["), bytes[start] != UInt8(ascii: "]") else { return nil }
    if bytes[end] == UInt8(ascii: "]") { return end }
    // An emoji may be several scalars.
    guard bytes[start] >= 0x80 || bytes[end] >= 0x80,
      let close = bytes[end..<min(start + longestMark, bytes.count)].firstIndex(of: UInt8(ascii: "]")),
      bytes.text(start..<close).count == 1
    else { return nil }
    return close
  }
}

/// Counts lines for offsets that come in order.
struct LineCounter {
  private let bytes: UnsafeRawBufferPointer
  private var number = 1
  private var next: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    next = bytes.lineStart(after: LineScanner.line(of: bytes, at: 0).upperBound)
  }

  /// The number of the line that holds an offset, from 1.
  mutating func line(of offset: Int) -> Int {
    while offset >= next, next < bytes.count {
      number += 1
      next = bytes.lineStart(after: LineScanner.line(of: bytes, at: next).upperBound)
    }
    return number
  }
}
