extension Double {
  /// The number rounded to at most the upper bound of `decimals`; `?` if it is not finite.
  ///
  /// Zeros at the end are dropped, down to the lower bound:
  ///
  /// ```swift
  /// 12.5.text(decimals: 0...3)  // 12.5
  /// 12.0.text(decimals: 0...3)  // 12
  /// 12.0.text(decimals: 1...3)  // 12.0, as in records
  /// ```
  ///
  /// - Parameter decimals: The least and the most decimals, from 0 to 6.
  public func text(decimals: ClosedRange<Int>) -> String {
    isFinite ? String(appending: { $0.append(self, decimals: decimals) }) : "?"
  }

  /// The number, rounded to exactly 0 to 6 decimals, as in `12.50`; `?` when it is not finite.
  public func text(decimals: Int) -> String { text(decimals: decimals...decimals) }

  /// The number with as many digits as an exact reading needs, as in `0.1` and `12`.
  public var shortestText: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The fewest decimals, from a minimum up to 6, that distinguish two different numbers.
  public static func decimals(
    distinguishing first: Double, from second: Double, atLeast minimum: Int
  ) -> Int {
    if first == second { return minimum }
    return (minimum..<6).first { first.text(decimals: $0) != second.text(decimals: $0) } ?? 6
  }
}

extension Int {
  /// The number with its noun, as in `1 file` and `2 files`; irregular nouns have a plural.
  public func counted(_ singular: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? singular : plural ?? "\(singular)s")"
  }
}

extension String {
  /// A number with leading zeros, up to at least `width` digits, of which at most 19 count.
  public init(padding number: Int, to width: Int) {
    self.init(appending: { $0.append(decimal: number, digits: Swift.min(width, 19)) })
  }
}
