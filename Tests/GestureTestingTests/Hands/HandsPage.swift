import Foundation
import GestureTesting

/// `docs/Hands.md` from the marker on: what was measured on people's hands.
struct HandsPage {
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

  /// The share of the variance of a quantity's ranks that is between people; nil with fewer than 5 people.
  func correlation(_ quantity: HandQuantity) -> Double? {
    let people = people(quantity)
    return people.groups.count < 5 ? nil : people.ranks.intraclassCorrelation
  }

  /// The whole part of the page that is measured.
  var text: String {
    [
      percentiles, differences, staggerByDuration, definitions, list,
    ].joined(separator: "\n\n") + "\n"
  }
}

// MARK: - Tables

extension HandsPage {
  private var percentiles: String {
    let head = ["5 %", "25 %", "50 %", "75 %", "95 %", "99 %"]
    var lines = [
      "## Percentiles", "",
      "| quantity | values | recordings | people | lowest | \(head.joined(separator: " | ")) | highest |",
      "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for quantity in HandQuantity.allCases {
      let people = people(quantity)
      let sorted = people.sorted
      guard let first = sorted.first, let last = sorted.last else { continue }
      let recordings = Set(of(quantity).map(\.recording)).count
      let shares = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99]
      let intervals = people.intervals { people in
        let sorted = people.sorted
        return shares.map { sorted.percentile($0) }
      }
      let cells = zip(shares, intervals).map { share, interval in
        Self.number(sorted.percentile(share), quantity) + Self.range(interval, quantity)
      }
      lines.append(
        "| \(quantity.rawValue), \(quantity.unit.name) | \(sorted.count) | \(recordings) "
          + "| \(people.groups.count) | \(Self.number(first, quantity)) "
          + "| \(cells.joined(separator: " | ")) | \(Self.number(last, quantity)) |")
    }
    return lines.joined(separator: "\n")
  }

  private var differences: String {
    var lines = [
      "## Between people and within", "",
      "| quantity | people | values | between people | deviation of a habit |",
      "|---|---|---|---|---|",
    ]
    for quantity in HandQuantity.allCases {
      let people = people(quantity)
      guard let correlation = correlation(quantity) else { continue }
      let interval = people.intervals { [$0.ranks.intraclassCorrelation].compactMap { $0 } }.first
      let range = interval.map {
        " (\(Self.text($0.lowerBound, 2)) to \(Self.text($0.upperBound, 2)))"
      }
      lines.append(
        "| \(quantity.rawValue) | \(people.groups.count) | \(people.sorted.count) "
          + "| \(Self.text(correlation, 2))\(range ?? "") "
          + "| \(Self.text(Self.deviation(correlation), 2)) |")
    }
    return lines.joined(separator: "\n")
  }

  /// The deviation of a habit with which two shares of a person have the given correlation; at most 0.7.
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
    var lines = [
      "## Stagger and the duration of the movement", "",
      "| movement | movements | touch-down stagger: 50 % | 75 % | highest "
        + "| touch-up stagger: 50 % | 75 % | highest |",
      "|---|---|---|---|---|---|---|---|",
    ]
    let (downs, ups) = (paired(.touchDownStagger), paired(.touchUpStagger))
    let limits = [0, 0.4, 0.8, 1.2, 2, 10]
    for (low, high) in zip(limits, limits.dropFirst()) {
      let cells = [downs, ups].map { pairs in
        let values = pairs.filter { $0.duration >= low && $0.duration < high }.map(\.stagger)
          .sorted()
        return [values.percentile(0.5), values.percentile(0.75), values.last ?? 0].map {
          "\(Self.text($0 * 1000, 0)) ms"
        }.joined(separator: " | ")
      }
      let count = downs.count { $0.duration >= low && $0.duration < high }
      lines.append("| \(low) to \(high) s | \(count) | \(cells[0]) | \(cells[1]) |")
    }
    for (name, pairs) in [("touch-down", downs), ("touch-up", ups)] {
      let people = GroupedPairs(pairs)
      let range = people.interval
      lines.append(
        (name == "touch-down" ? "\n" : "")
          + "Rank correlation of the \(name) stagger with the duration: "
          + "\(Self.text(people.rankCorrelation, 2)) (\(Self.text(range.lowerBound, 2)) to "
          + "\(Self.text(range.upperBound, 2))).")
    }
    return lines.joined(separator: "\n")
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

  private var definitions: String {
    var lines = ["## What was measured", "", "| | quantity | definition |", "|---|---|---|"]
    for quantity in HandQuantity.allCases {
      lines.append("| \(quantity.mark) | \(quantity.rawValue) | \(quantity.definition) |")
    }
    return lines.joined(separator: "\n")
  }

  private var list: String {
    var lines = [
      "## Recordings", "",
      "The letters are those of the quantities above that a recording has values of.",
    ]
    let people = Dictionary(grouping: recordings, by: \.person)
    let marks = Dictionary(grouping: measurements, by: \.recording).mapValues { found in
      Set(found.map(\.quantity.mark)).sorted().joined()
    }
    for person in people.keys.sorted() {
      lines += ["", "**\(person)**", ""]
      lines += (people[person] ?? []).map { "- \($0.name): \(marks[$0.name] ?? "none")" }.sorted()
    }
    return lines.joined(separator: "\n")
  }
}

// MARK: - Numbers

extension HandsPage {
  /// A value in the quantity's unit with about three digits.
  private static func number(_ value: Double, _ quantity: HandQuantity) -> String {
    let scaled = value * quantity.unit.factor
    return text(scaled, scaled.magnitude >= 10 ? 0 : scaled.magnitude >= 1 ? 1 : 3)
  }

  private static func range(_ interval: ClosedRange<Double>, _ quantity: HandQuantity) -> String {
    " (\(number(interval.lowerBound, quantity)) to \(number(interval.upperBound, quantity)))"
  }

  private static func text(_ value: Double, _ decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", value)
    return Double(text) == 0 ? "0" : text
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
