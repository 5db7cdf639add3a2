import Lab

/// A perturbation, and perhaps an amount of it, as in `tremor` or `tremor=1mm`.
struct StressAmountOption {
  let grade: StressGrade
  let amount: Double?

  static let names = StressGrade.allCases.map(\.name)

  /// Reads several perturbations, with commas between them.
  static func list(_ text: String) throws -> [StressAmountOption] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      try StressAmountOption(parsing: String(word))
    }
  }

  /// Reads several perturbations with an amount each; a perturbation without steps needs none.
  static func limits(_ text: String) throws -> [StressAmountOption] {
    let limits = try list(text)
    for limit in limits where limit.amount == nil && limit.grade != .missingResolution {
      throw ValidationError("expected an amount, as in \(limit.grade.example)")
    }
    return limits
  }

  private init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let grade = StressGrade.allCases.first(where: { $0.name == parts[0] }) else {
      throw Choice.error(parts[0], among: Self.names)
    }
    self.grade = grade
    guard parts.count == 2 else {
      amount = nil
      return
    }
    try reject(if: grade == .missingResolution, "missingResolution has no amount")
    let digits = parts[1].prefix { "0123456789.".contains($0) }
    let unit = parts[1].dropFirst(digits.count)
    guard let amount = Double(digits) else {
      throw ValidationError("expected an amount, as in \(grade.example), found '\(text.printable)'")
    }
    try reject(
      if: !(unit.isEmpty || unit == grade.unit),
      "\(grade.name) is in \(grade.unit), as in \(grade.example), found '\(text.printable)'")
    let range = grade.range
    try reject(
      if: !range.contains(amount),
      "\(grade.name) goes from \(range.lowerBound.shortestText) to less than "
        + "\(range.upperBound.shortestText) \(grade.unit), found '\(text.printable)'")
    self.amount = amount
  }
}

extension StressGrade {
  /// An example of the option, as in `tremor=1mm`.
  fileprivate var example: String { "\(name)=\(amounts[amounts.count / 2].shortestText)\(unit)" }

  /// An amount in words, as in `1.5 mm`.
  func text(_ amount: Double) -> String { "\(amount.shortestText) \(unit)" }
}
