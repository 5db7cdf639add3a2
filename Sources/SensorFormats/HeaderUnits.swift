/// The units of a quantity that headers of tables name in brackets or at the end.
struct HeaderUnits: Sendable {
  /// The unit that numbers below an unknown one are taken to have.
  private let usual: String
  private let factors: [String: Double]

  /// - Parameter units: The spellings of each unit, and the factor that converts its numbers.
  private init(usual: String, _ units: KeyValuePairs<String, Double>) {
    self.usual = usual
    let spellings = units.flatMap { names, factor in
      names.split(separator: " ").map { (HeaderUnits.normalized($0), factor) }
    }
    factors = Dictionary(spellings) { first, _ in first }
  }

  /// The units that count in a header without brackets, wherever it names them.
  private static let words = [
    "ms", "millis", "km/h", "kmh", "kmph", "kph", "mph", "knot", "kts",
  ]

  /// The factor that converts numbers below a header; nil for a header without a known unit. An
  /// unknown one is added to a list, with the unit in its place.
  func factor(of cell: HeaderCell, _ unknown: inout [String]) -> Double? {
    let cell = divided(cell)
    if cell.unit.isEmpty {
      return HeaderUnits.words.filter { cell.name.contains($0) }.compactMap { factors[$0] }.first
    }
    // Words may follow, as in `ms since 1970`, but no other numbers, as in `deg * 1e7`.
    let words = cell.unit.split(separator: " ")
    let isNote = words.dropFirst().allSatisfy {
      $0 == "1970" || $0 != "min" && $0.allSatisfy(\.isLetter)
    }
    let first = isNote ? words.first.map(HeaderUnits.normalized) : nil
    let known = factors[HeaderUnits.normalized(cell.unit)] ?? first.flatMap { factors[$0] }
    if let known { return known }
    unknown.append("\(cell.name) (\(cell.unit)) as \(usual)".printable)
    return nil
  }

  /// The cell with a known unit at the end of its name, as in `alt_ft` or `speed_km_h`, as if the
  /// unit were in brackets.
  func divided(_ cell: HeaderCell) -> HeaderCell {
    guard cell.unit.isEmpty else { return cell }
    // No unit has more parts or is longer, and names may have any length.
    let name = cell.name.suffix(32)
    for mark in name.indices.filter({ HeaderUnits.isSeparator(name[$0]) }).suffix(3) {
      let unit = String(name[mark...].dropFirst().map { $0 == "_" || $0 == " " ? "/" : $0 })
      guard factors[HeaderUnits.normalized(unit)] != nil else { continue }
      var divided = cell
      (divided.name, divided.unit) = (String(cell.name[..<mark]), unit)
      return divided
    }
    return cell
  }

  private static func isSeparator(_ character: Character) -> Bool { "_ -".contains(character) }

  /// The words of sensor apps for time, in several languages.
  private static let timeWords = ["t", "elapsed", "temps", "tempo", "tiempo", "zeit", "tijd"]

  /// Whether a column contains times, by its unit and a word for time beside it. The columns
  /// `wind_m_s`, `dt_ms` and `latency (ms)` contain rates and intervals.
  static func isTime(_ cell: HeaderCell) -> Bool {
    let divided = time.divided(cell)
    let unit = normalized(divided.unit)
    guard time.factors[unit] != nil, !clocks.split(separator: " ").contains(unit[...]) else {
      return false
    }
    let words = divided.name.split(whereSeparator: isSeparator)
    return divided.name.contains("timestamp") || words.contains { timeWords.contains(String($0)) }
  }

  /// A unit in one spelling: `M / s^2`, `m/s²` and, decoded wrongly, `m/sÂ²` are `m/s2`. Latin-1 in
  /// place of UTF-8 has U+FFFD for `²`, `µ` and `°`.
  private static func normalized(_ unit: some StringProtocol) -> String {
    String(unit.lowercased().filter { !" ^_*·.'â".contains($0) }.map { others[$0] ?? $0 })
  }
  private static let others: [Character: Character] = [
    "²": "2", "⁻": "-", "µ": "u", "μ": "u", "º": "°",
  ]

  /// Factors to g, negative for the force that holds the device up.
  static let acceleration = HeaderUnits(
    usual: "m/s²",
    [
      "g gs gn g-force gforce": 1, "mg mgs milli-g millig milli-gs milligravity": 1e-3,
      "m/s² m/s\u{fffd} m/s/s m/sec² m/sec/sec ms² ms-² mps2": metre,
      "metrespersecondsquared meterspersecondsquared": metre,
      "metre/s² meter/s² metres/second² meters/second²": metre,
      "cm/s² cm/s/s cm/sec² cms-² gal": 0.01 * metre, "ft/s² ft/s/s ft/sec²": 0.3048 * metre,
    ])
  private static let metre = AccelerationUnit.metresPerSecondSquared.factor

  /// The names of clocks and of forms of dates, which leave a number as it is.
  private static let clocks = "utc gmt local unix epoch txt text iso iso8601"

  /// Factors to seconds.
  static let time = HeaderUnits(
    usual: "s",
    [
      "s sec secs second seconds \(clocks)": 1,
      "ms msec millis millisec millisecond milliseconds": 1e-3,
      "us \u{fffd}s usec micros microsecond microseconds": 1e-6,
      "ns nsec nanos nanosecond nanoseconds": 1e-9, "min mins minute minutes": 60,
      "h hr hrs hour hours": 3600,
    ])

  /// Factors to metres. phyphox heads vertical accuracies in metres with °.
  static let length = HeaderUnits(
    usual: "m",
    [
      "m metre metres meter meters msl amsl masl hae wgs84 ° \u{fffd}": 1,
      "km kilometres kilometers": 1000,
      "cm": 0.01, "mm": 1e-3, "ft feet foot": 0.3048,
    ])

  /// Factors to metres per second.
  static let speed = HeaderUnits(
    usual: "m/s",
    [
      "m/s mps m/sec ms-1 metrespersecond meterspersecond metres/second meters/second": 1,
      "ft/s fps": 0.3048,
      "km/h kmh kph kmph km/hr": 1 / 3.6, "mph mi/h": 0.44704,
      "kn knot knots kt kts": 1852.0 / 3600,
    ])

  /// Factors to degrees.
  static let angle = HeaderUnits(
    usual: "degrees",
    [
      "° \u{fffd} °n °e deg degs degree degrees decimal decdeg dd ddeg wgs84 wgs-84 true n e": 1,
      "degreesnorth degreeseast degn dege": 1, "rad radian radians": 180 / .pi,
    ])
}
