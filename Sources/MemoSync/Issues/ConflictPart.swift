import MemoCore

/// Lines of a version of a conflict that come from the same devices.
public struct ConflictPart: Equatable, Sendable {
  /// The lines, with their ends.
  public let text: [UInt8]
  /// Where they were written; `nil` for here. Several, where each of these devices wrote them, or where it is not known which
  /// one did.
  public let devices: [SyncDevice?]
  /// Whether they were written here; not where only one of several devices may have done so.
  let isOwn: Bool
  /// When they were committed, in nanoseconds since 1970; `nil` where that is not known.
  let time: Int64?

  /// Whether a line holds nothing but spaces and tabs.
  static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}

extension [UInt8] {
  /// The lines of a text, without their ends.
  var lines: [ArraySlice<UInt8>] { withUnsafeBytes { LineScanner.lines(of: $0) }.map { self[$0] } }
}

extension SyncConflict {
  /// The lines of one version, in parts by where they were written.
  public func parts(of version: ConflictVersion) -> [ConflictPart] {
    let known = version == .ours ? ourParts : theirParts
    guard known.isEmpty else { return known }
    let (text, device, time) = version == .ours ? (ours, ourDevice, ourTime) : (theirs, theirDevice, theirTime)
    return [ConflictPart(text: text, devices: [device], isOwn: device == nil, time: time)]
  }

  /// Where a version was written, each device once; `nil` for here.
  public func devices(of version: ConflictVersion) -> [SyncDevice?] {
    parts(of: version).flatMap(\.devices).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Another device of the conflict with the same name; `nil` for none.
  public func twin(of device: SyncDevice?) -> SyncDevice? {
    guard let device else { return nil }
    let others = ConflictVersion.allCases.flatMap(devices).compactMap(\.self)
    return others.first { $0 != device && $0.name == device.name }
  }

  /// What is known of the two sides of the merge, as that of ours and theirs.
  func ordered<Value>(_ first: Value, _ second: Value) -> (ours: Value, theirs: Value) {
    self.first == .ours ? (first, second) : (second, first)
  }

  /// How much a merge recorded of a version; of parts of its two sides, the longer one.
  func recordedLength(of version: ConflictVersion) -> Int {
    if isParted, case .overlap(let overlap) = issue { return max(overlap.first.count, overlap.second.count) }
    return version == .ours ? ours.count : theirs.count
  }

  /// Whether more than two devices have their lines in it, as far as that is known.
  var isOfSeveral: Bool { ourParts.count + theirParts.count > 2 }

  /// The same with the parts of both sides of the merge, in its order.
  ///
  /// What was written here is ours. Where a side of the merge holds that and lines of others, which a merge had put together
  /// before, only the lines of this device are ours, and all others theirs.
  func divided(_ sides: [[ConflictPart]]) -> SyncConflict {
    var conflict = self
    let all = Array(sides.joined())
    let isMixed = sides.contains { side in side.contains(where: \.isOwn) && !side.allSatisfy(\.isOwn) }
    if kind == .both, isMixed {
      (conflict.ourParts, conflict.theirParts) = (all.filter(\.isOwn), all.filter { !$0.isOwn })
      (conflict.isParted, conflict.first) = (!conflict.theirParts.isEmpty, .ours)
    }
    if !conflict.isParted {
      let areOwn = sides.map { side in side.allSatisfy(\.isOwn) }
      conflict.first = areOwn[1] && !areOwn[0] ? .theirs : .ours
      (conflict.ourParts, conflict.theirParts) = conflict.ordered(sides[0], sides[1])
      if conflict.first != first { conflict.inForce = inForce?.other }
    }
    conflict.ours = conflict.ourParts.flatMap(\.text)
    conflict.theirs = conflict.theirParts.flatMap(\.text)
    conflict.ourDevice = Self.device(of: conflict.ourParts)
    conflict.theirDevice = Self.device(of: conflict.theirParts)
    let times = conflict.first == first ? (ourTime, theirTime) : (theirTime, ourTime)
    conflict.ourTime = conflict.ourParts.compactMap(\.time).max() ?? (conflict.isParted ? nil : times.0)
    conflict.theirTime = conflict.theirParts.compactMap(\.time).max() ?? (conflict.isParted ? nil : times.1)
    return conflict
  }

  /// Where parts were written: here, if one of them was.
  private static func device(of parts: [ConflictPart]) -> SyncDevice? {
    parts.contains(where: \.isOwn) ? nil : parts.flatMap(\.devices).lazy.compactMap(\.self).first
  }
}
