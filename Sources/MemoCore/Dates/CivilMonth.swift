/// A month of the Gregorian calendar, without a zone.
public struct CivilMonth: Hashable, Sendable {
  /// The year.
  public let year: Int
  /// 1 to 12.
  public let month: Int

  /// The month that a day lies in.
  public init(of day: CivilDate) {
    (year, month) = (day.year, day.month)
  }

  private init(number: Int) {
    year = (number >= 0 ? number : number - 11) / 12
    month = number - year * 12 + 1
  }

  /// The month that lies so many months later.
  public func advanced(by months: Int) -> CivilMonth {
    CivilMonth(number: number + months)
  }

  private var number: Int { year * 12 + month - 1 }
}

extension CivilMonth: Comparable {
  /// Earlier before later.
  public static func < (left: CivilMonth, right: CivilMonth) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}

extension CivilMonth {
  /// `2026-03`
  public var text: String { "\(CivilDate.padded(year, 4))-\(CivilDate.padded(month, 2))" }
}

extension CivilDate {
  /// `2026-03-01`
  public var text: String { "\(CivilMonth(of: self).text)-\(Self.padded(day, 2))" }

  fileprivate static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
