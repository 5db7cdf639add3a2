/// The true positions of a receiver, from a recording of a better one.
public struct TrueTrack: Sendable {
  private typealias Point = (time: Int64, coordinate: Coordinate)
  /// The positions with dates by time.
  private let dated: [Point]
  /// Those without by time of day, or by time if the positions last for days.
  private let undated: [Point]
  /// All positions by time of day, for recordings without dates; empty if they last for days.
  private let pointsOfDay: [Point]

  /// The longest interpolated time in microseconds: cars turn and brake within a few seconds.
  private static let maximumGap: Int64 = 2_000_000

  /// Reads a recording; throws if none of its fixes has a time.
  public init(
    path: String, _ options: LocationReadingOptions = LocationReadingOptions()
  ) throws(FileError) {
    let reader = try LocationFormat.open(path: path, options)
    var fixes: [Location] = []
    try reader.readAll { if $0.isValid, $0.timestamp != nil { fixes.append($0) } }
    if fixes.isEmpty {
      throw FileError(
        file: path, position: .line(1, column: 1), expected: "true positions with times",
        found: "none")
    }
    self.init(fixes)
  }

  init(_ fixes: [Location]) {
    func sorted(_ fixes: [Location], _ key: (Timestamp) -> Int64) -> [Point] {
      fixes.compactMap { fix in fix.timestamp.map { (key($0), fix.coordinate) } }
        .sorted { $0.time < $1.time }
    }
    let others = fixes.filter { !$0.isDateKnown }
    dated = sorted(fixes.filter(\.isDateKnown), \.microseconds)
    let byTime = sorted(others, \.microseconds)
    let lastsForDays = [dated, byTime].contains {
      ($0.last?.time ?? 0) - ($0.first?.time ?? 0) >= CalendarTime.dayLength
    }
    undated = lastsForDays ? byTime : sorted(others, CalendarTime.timeOfDay)
    pointsOfDay = lastsForDays ? [] : sorted(fixes, CalendarTime.timeOfDay)
  }

  /// The distance in metres of a fix from the true position at its time; nil if that is unknown.
  public func error(of fix: Location) -> Double? {
    guard let time = fix.timestamp, fix.coordinate.isValid else { return nil }
    let timeOfDay = CalendarTime.timeOfDay(of: time)
    let truth =
      if fix.isDateKnown {
        // A receiver knows the date some time after its first position.
        coordinate(at: time.microseconds, dated)
          ?? (pointsOfDay.isEmpty ? nil : coordinate(at: timeOfDay, undated))
      } else if pointsOfDay.isEmpty {
        coordinate(at: time.microseconds, undated)
      } else {
        coordinate(at: timeOfDay, pointsOfDay)
      }
    return truth.flatMap { try? Ellipsoid.wgs84.distance(from: $0, to: fix.coordinate) }
  }

  private func coordinate(at time: Int64, _ points: [Point]) -> Coordinate? {
    let index = points.partitioningIndex { $0.time >= time }
    guard index < points.count else { return nil }
    let after = points[index]
    if after.time == time { return after.coordinate }
    guard index > 0 else { return nil }
    let before = points[index - 1]
    guard after.time - before.time <= TrueTrack.maximumGap,
      let line = try? Ellipsoid.wgs84.inverse(from: before.coordinate, to: after.coordinate)
    else { return nil }
    let share = Double(time - before.time) / Double(after.time - before.time)
    let end = try? Ellipsoid.wgs84.direct(
      from: before.coordinate, azimuth: line.azimuth1, distance: line.distance * share)
    return end?.destination
  }
}

/// The errors of recorded and delivered fixes, as `replay locate --truth` prints them.
public struct LocationErrors: JSONObject {
  /// The recording's path as given.
  public let file: String
  /// The percentages of fixes whose largest error is reported.
  public static let percentages = [50, 68, 75, 90, 95, 99, 100]

  private let truth: TrueTrack
  private var recorded: [Double] = []
  private var delivered: [Double] = []

  public init(file: String, truth: TrueTrack) {
    self.file = file
    self.truth = truth
  }

  /// The number of delivered fixes whose true position is known.
  public var count: Int { recorded.count }

  /// Counts a delivered fix.
  public mutating func add(_ record: LocationRecord) {
    guard record.decision.isDelivered, let before = truth.error(of: record.recorded),
      let after = truth.error(of: record.location)
    else { return }
    recorded.append(before)
    delivered.append(after)
  }

  /// The errors in metres; empty without fixes.
  public var percentiles: [(percentage: Int, recorded: Double, delivered: Double)] {
    let (before, after) = (recorded.sorted(), delivered.sorted())
    guard !before.isEmpty else { return [] }
    return LocationErrors.percentages.map { percentage in
      let share = Double(percentage) / 100
      return (percentage, before.interpolated(at: share), after.interpolated(at: share))
    }
  }

  /// The root mean squares in metres; nil without fixes.
  public var rootMeanSquares: (recorded: Double, delivered: Double)? {
    guard !recorded.isEmpty else { return nil }
    func root(_ errors: [Double]) -> Double {
      (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    }
    return (root(recorded), root(delivered))
  }

  public func add(to line: inout JSONLine) {
    line.add("v", 2)
    line.add("file", file)
    line.add("fixes", count)
    if let roots = rootMeanSquares {
      line.add("recorded_m", json: object(roots.recorded, percentiles.map(\.recorded)))
      line.add("delivered_m", json: object(roots.delivered, percentiles.map(\.delivered)))
    }
  }

  private func object(_ root: Double, _ errors: [Double]) -> String {
    let numbers = [("rms", root)] + zip(LocationErrors.percentages.map { "p\($0)" }, errors)
    let members = numbers.map { "\"\($0.0)\":\(LocationRecord.text($0.1, decimals: 4))" }
    return "{\(members.joined(separator: ","))}"
  }
}

extension [Double] {
  /// The value of a share of sorted values, interpolated between neighbours.
  fileprivate func interpolated(at share: Double) -> Double {
    let position = Double(count - 1) * share
    let index = Int(position)
    let next = Swift.min(index + 1, count - 1)
    return self[index] + (self[next] - self[index]) * (position - Double(index))
  }
}
