/// The units of a quantity that headers of tables name in brackets.
struct HeaderUnits: Sendable {
  /// The quantity and its units, for errors.
  let expected: StaticString
  private let factors: [String: Double]

  /// - Parameter units: The spellings of each unit, and the factor that converts its numbers.
  private init(_ expected: StaticString, _ units: KeyValuePairs<String, Double>) {
    self.expected = expected
    let spellings = units.flatMap { names, factor in
      names.split(separator: " ").map { (HeaderUnits.normalized($0), factor) }
    }
    factors = Dictionary(spellings) { first, _ in first }
  }

  /// The units that count in a header without brackets, wherever it names them.
  private static let words = ["ms", "millis", "km/h", "kmh", "mph", "knot"]

  /// The factor that converts numbers below a header at a cursor; nil for a header without a unit.
  /// An error leaves the cursor at the unit.
  func factor(of cell: HeaderCell, _ cursor: inout TextCursor) throws(Expectation) -> Double? {
    if cell.unit.isEmpty {
      return HeaderUnits.words.filter { cell.name.contains($0) }.compactMap { factors[$0] }.first
    }
    // Words may follow, as in `ms since 1970`, but no other numbers, as in `deg * 1e7`.
    let words = cell.unit.split(separator: " ")
    let isNote = words.dropFirst().allSatisfy { $0 == "1970" || $0.allSatisfy(\.isLetter) }
    let first = isNote ? words.first.map(HeaderUnits.normalized) : nil
    let known = factors[HeaderUnits.normalized(cell.unit)] ?? first.flatMap { factors[$0] }
    if let known { return known }
    for _ in 0..<cell.unitOffset { cursor.advance() }
    throw Expectation(expected)
  }

  /// A unit in one spelling: `M / s^2`, `m/s²` and, decoded wrongly, `m/sÂ²` are `m/s2`. Latin-1 in
  /// place of UTF-8 has U+FFFD for `²`, `µ` and `°`.
  private static func normalized(_ unit: some StringProtocol) -> String {
    let others: [Character: Character] = ["²": "2", "⁻": "-", "µ": "u", "μ": "u", "º": "°"]
    return String(
      unit.lowercased().filter { !" ^_*·.'â".contains($0) }.map { others[$0] ?? $0 })
  }

  /// Factors to g, negative for the force that holds the device up.
  static let acceleration = HeaderUnits(
    "a unit of acceleration: g, mg, m/s², cm/s² or ft/s²",
    [
      "g gs g-force gforce": 1, "mg mgs milli-g millig milli-gs milligravity": 1e-3,
      "m/s² m/s\u{fffd} m/s/s m/sec² ms-² mps2 metrespersecondsquared": metre,
      "cm/s² cm/s/s cm/sec² cms-² gal": 0.01 * metre, "ft/s² ft/s/s ft/sec²": 0.3048 * metre,
    ])
  private static let metre = AccelerationUnit.metresPerSecondSquared.factor

  /// Factors to seconds; dates and times since 1970 have none.
  static let time = HeaderUnits(
    "a unit of time: s, ms, µs, ns, min or h",
    [
      "s sec secs second seconds utc gmt local unix epoch txt text iso iso8601": 1,
      "ms msec millis millisec millisecond milliseconds": 1e-3,
      "us \u{fffd}s usec micros microsecond microseconds": 1e-6,
      "ns nsec nanos nanosecond nanoseconds": 1e-9, "min mins minute minutes": 60,
      "h hr hrs hour hours": 3600,
    ])

  /// Factors to metres.
  static let length = HeaderUnits(
    "a unit of length: m, km, cm, mm or ft",
    [
      "m metre metres meter meters msl amsl wgs84": 1, "km kilometres kilometers": 1000,
      "cm": 0.01, "mm": 1e-3, "ft feet foot": 0.3048,
    ])

  /// Factors to metres per second.
  static let speed = HeaderUnits(
    "a unit of speed: m/s, km/h, mph, kn or ft/s",
    [
      "m/s mps m/sec ms-1 metrespersecond meterspersecond": 1, "ft/s fps": 0.3048,
      "km/h kmh kph kmph km/hr": 1 / 3.6, "mph mi/h": 0.44704,
      "kn knot knots kt kts": 1852.0 / 3600,
    ])

  static let angle = HeaderUnits(
    "a unit of angle: ° or degrees",
    ["° \u{fffd} deg degs degree degrees decimal decdeg dd ddeg wgs84 true n e": 1])
}
