/// Counts clicks that follow one another on the same cell.
struct ClickCounter {
  /// The longest time between two clicks that belong together.
  private static let longestGap = Duration.milliseconds(400)

  private var last: (cell: MouseEvent, time: Duration)?
  private var count = 0

  /// The event with its number of clicks; other events are unchanged.
  mutating func counted(_ event: TerminalEvent, at now: Duration) -> TerminalEvent {
    guard case .mouse(var mouse) = event, mouse.action == .press else {
      if case .key = event { last = nil }
      return event
    }
    let isNext = last.map { $0.cell == mouse && now - $0.time <= Self.longestGap } ?? false
    // A fourth click is a first one.
    count = isNext ? count % 3 + 1 : 1
    last = (mouse, now)
    mouse.clicks = count
    return .mouse(mouse)
  }
}
