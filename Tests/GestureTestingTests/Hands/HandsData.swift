import Foundation
import GestureTesting

/// The measurements of people's hands, and the tables of `docs/data` that describe them.
struct HandsData {
  let recordings: [PeopleRecording]
  let measurements: [HandMeasurement]

  init(_ recordings: [PeopleRecording]) {
    self.recordings = recordings
    measurements = recordings.flatMap { $0.measurements() }
  }

  /// The measurements of a quantity.
  func of(_ quantity: HandQuantity) -> [HandMeasurement] {
    measurements.filter { $0.quantity == quantity }
  }

  /// The values of a quantity in ascending order.
  func sorted(_ quantity: HandQuantity) -> [Double] { of(quantity).map(\.value).sorted() }

  func people(_ quantity: HandQuantity) -> GroupedValues {
    GroupedValues(of(quantity), by: \.person)
  }

  /// The share of the variance of a quantity's ranks that is between people; nil with fewer than 5
  /// people.
  func correlation(_ quantity: HandQuantity) -> Double? {
    let people = people(quantity)
    return people.groups.count < 5 ? nil : people.ranks.intraclassCorrelation
  }

  /// The tables by the names of their files. Intervals take a minute in a debug build.
  var files: [(name: String, table: String)] {
    [
      ("hands-quantities.csv", quantities), ("hands-percentiles.csv", percentiles),
      ("hands-stagger.csv", staggerByDuration), ("hands-recordings.csv", recordingTable),
    ]
  }
}

// MARK: - Tables

extension HandsData {
  /// The columns of a quantity's row that need no intervals.
  func description(_ quantity: HandQuantity) -> [String] {
    let people = people(quantity)
    let recordings = Set(of(quantity).map(\.recording)).count
    return [
      quantity.rawValue, quantity.unit.name, quantity.definition, "\(people.sorted.count)",
      "\(recordings)", "\(people.groups.count)",
    ]
  }

  private var quantities: String {
    var rows = [
      [
        "quantity", "unit", "definition", "values", "recordings", "people", "between_people",
        "between_people_low", "between_people_high", "habit_deviation", "duration_correlation",
        "duration_correlation_low", "duration_correlation_high",
      ]
    ]
    for quantity in HandQuantity.allCases {
      let people = people(quantity)
      var row = description(quantity)
      if let correlation = correlation(quantity) {
        let range = people.intervals { [$0.ranks.intraclassCorrelation].compactMap { $0 } }.first
        row += [Self.text(correlation, 2)] + Self.cells(range)
        row.append(Self.text(Self.deviation(correlation), 2))
      } else {
        row += ["", "", "", ""]
      }
      if quantity == .touchDownStagger || quantity == .touchUpStagger {
        let pairs = GroupedPairs(paired(quantity))
        row += [Self.text(pairs.rankCorrelation, 2)] + Self.cells(pairs.interval)
      } else {
        row += ["", "", ""]
      }
      rows.append(row)
    }
    return Self.csv(rows)
  }

  private var percentiles: String {
    var rows = [["quantity", "unit", "percentile", "value", "low", "high"]]
    for quantity in HandQuantity.allCases {
      let people = people(quantity)
      let sorted = people.sorted
      guard let first = sorted.first, let last = sorted.last else { continue }
      let percents = [5, 25, 50, 75, 95, 99]
      let shares = percents.map { Double($0) / 100 }
      let intervals = people.intervals { people in
        let sorted = people.sorted
        return shares.map { sorted.percentile($0) }
      }
      func add(_ percent: Int, _ value: Double, _ interval: ClosedRange<Double>?) {
        let numbers = [value, interval?.lowerBound, interval?.upperBound]
        rows.append(
          [quantity.rawValue, quantity.unit.name, "\(percent)"]
            + numbers.map { $0.map { Self.number($0, quantity) } ?? "" })
      }
      add(0, first, nil)
      for ((percent, share), interval) in zip(zip(percents, shares), intervals) {
        add(percent, sorted.percentile(share), interval)
      }
      add(100, last, nil)
    }
    return Self.csv(rows)
  }

  /// The deviation of a habit with which two shares of a person have the given correlation; at most
  /// 0.7.
  static func deviation(_ correlation: Double) -> Double {
    func found(_ deviation: Double) -> Double {
      stride(from: 1.0, to: 40, by: 2).reduce(0) { sum, k in
        sum + exp(-k * k * .pi * .pi * deviation * deviation) * 96 / pow(k * .pi, 4)
      }
    }
    var (low, high) = (0.0, 0.7)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if found(middle) > correlation { low = middle } else { high = middle }
    }
    return low
  }

  private var staggerByDuration: String {
    var rows = [
      ["quantity", "duration_from_s", "duration_to_s", "movements", "percentile", "stagger_ms"]
    ]
    let limits = [0, 0.4, 0.8, 1.2, 2, 10]
    for quantity in [HandQuantity.touchDownStagger, .touchUpStagger] {
      let pairs = paired(quantity)
      for (low, high) in zip(limits, limits.dropFirst()) {
        let values = pairs.filter { $0.duration >= low && $0.duration < high }.map(\.stagger)
          .sorted()
        let percentiles = [
          (50, values.percentile(0.5)), (75, values.percentile(0.75)), (100, values.last ?? 0),
        ]
        for (percent, value) in percentiles {
          rows.append([
            quantity.rawValue, "\(low)", "\(high)", "\(values.count)", "\(percent)",
            Self.text(value * 1000, 0),
          ])
        }
      }
    }
    return Self.csv(rows)
  }

  /// Staggers with the duration of their movement.
  func paired(_ quantity: HandQuantity) -> [StaggeredMovement] {
    let durations = Dictionary(
      of(.movementDuration).map { ("\($0.recording) \($0.gesture)", $0.value) },
      uniquingKeysWith: { first, _ in first })
    return of(quantity).compactMap { measurement in
      durations["\(measurement.recording) \(measurement.gesture)"].map {
        StaggeredMovement(person: measurement.person, stagger: measurement.value, duration: $0)
      }
    }
  }

  /// The number of values of each quantity in each recording; one row for a recording without any.
  var recordingTable: String {
    var rows = [["person", "recording", "quantity", "values"]]
    let found = Dictionary(grouping: measurements, by: \.recording)
    for recording in recordings.sorted(by: { ($0.person, $0.name) < ($1.person, $1.name) }) {
      let values = found[recording.name] ?? []
      for quantity in HandQuantity.allCases {
        let count = values.count { $0.quantity == quantity }
        if count > 0 {
          rows.append([recording.person, recording.name, quantity.rawValue, "\(count)"])
        }
      }
      if values.isEmpty { rows.append([recording.person, recording.name, "", "0"]) }
    }
    return Self.csv(rows)
  }
}

// MARK: - Numbers

extension HandsData {
  /// A value in the quantity's unit with about three digits.
  private static func number(_ value: Double, _ quantity: HandQuantity) -> String {
    let scaled = value * quantity.unit.factor
    return text(scaled, scaled.magnitude >= 10 ? 0 : scaled.magnitude >= 1 ? 1 : 3)
  }

  private static func cells(_ range: ClosedRange<Double>?) -> [String] {
    guard let range else { return ["", ""] }
    return [text(range.lowerBound, 2), text(range.upperBound, 2)]
  }

  private static func text(_ value: Double, _ decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", value)
    return Double(text) == 0 ? "0" : text
  }

  private static func csv(_ rows: [[String]]) -> String { rows.map { line($0) + "\n" }.joined() }

  /// A line of CSV; values that contain a comma are in quotes.
  static func line(_ cells: [String]) -> String {
    cells.map { $0.contains(",") ? "\"\($0)\"" : $0 }.joined(separator: ",")
  }
}

/// The stagger of a movement, and how long all its fingers were down.
struct StaggeredMovement {
  var person: String
  var stagger: Double
  var duration: Double
}

/// Pairs of values by person.
struct GroupedPairs {
  var groups: [[StaggeredMovement]]

  init(_ movements: [StaggeredMovement]) {
    let grouped = Dictionary(grouping: movements, by: \.person)
    groups = grouped.keys.sorted().map { grouped[$0] ?? [] }
  }

  /// Spearman's: the correlation of the ranks.
  var rankCorrelation: Double {
    let pairs = groups.flatMap { $0 }
    let staggers = pairs.map(\.stagger).rankShares
    let durations = pairs.map(\.duration).rankShares
    let (a, b) = (staggers.mean, durations.mean)
    let covariance = zip(staggers, durations).map { ($0 - a) * ($1 - b) }.mean
    let scale = staggers.deviation * durations.deviation
    return scale > 0 ? covariance / scale : 0
  }

  /// The middle 95 % over people drawn with replacement.
  var interval: ClosedRange<Double> {
    var generator = SeededGenerator(seed: 1)
    let values = (0..<1000).map { _ in
      var drawn = self
      drawn.groups = groups.map { _ in groups[generator.index(below: groups.count)] }
      return drawn.rankCorrelation
    }.sorted()
    return values.percentile(0.025)...values.percentile(0.975)
  }
}
