public import Playback

/// A parameter of a profile and the values to try: `swipe.minimumLength=1.5..10`.
public struct TuneRange: Sendable {
  public var parameter: ProfileParameter
  /// The values, evenly spaced, ascending, in the unit of profile files: lengths are millimetres.
  public let values: [Double]

  /// Reads a parameter and its range, both ends of which are among the values, at least 2.
  public init(parsing text: String, steps: Int) throws(FileError) {
    func error(_ expected: String, _ found: String) -> FileError {
      FileError(file: "--vary", position: .file, expected: expected, found: found)
    }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts[0])
    guard let parameter = Profile.parameter(key) else {
      let near = Suggestion.nearest(to: key, among: Profile.parameters.map(\.key))
      throw error(
        "a parameter of the profile, as in swipe.minimumLength=1.5..10",
        "\"\(key.printable)\"" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    let ends = parts.count == 2 ? TuneRange.ends(parts[1]) : nil
    guard let (low, high) = ends, low < high, parameter.rangeOutside.contains(low),
      parameter.rangeOutside.contains(high)
    else {
      throw error(
        "two numbers within \(parameter.allowed) for \(key), the smaller one first, as in "
          + "swipe.minimumLength=1.5..10",
        parts.count == 2 ? "\"\(String(parts[1]).printable)\"" : "nothing")
    }
    self.parameter = parameter
    let spacing = (high - low) / Double(max(2, steps) - 1)
    let inner = (1..<max(2, steps) - 1).map { step in
      let value = low + spacing * Double(step)
      // Values are short numbers, unless the range is finer.
      return spacing > 0.001 ? (value * 1e4).rounded() / 1e4 : value
    }
    values = [low] + inner + [high]
  }

  private static func ends(_ text: Substring) -> (Double, Double)? {
    guard let dots = text.firstRange(of: ".."), let low = Double(text[..<dots.lowerBound]),
      let high = Double(text[dots.upperBound...]), low.isFinite, high.isFinite
    else { return nil }
    return (low, high)
  }
}

struct TuneGrid: Sendable {
  let ranges: [TuneRange]

  /// A hash of the parameters, their values and the numbers of a profile, by which counts are
  /// matched to their search.
  func digest(base: Profile) -> String {
    var base = base
    base.name = ""
    let ranges = ranges.map { range in
      "\(range.parameter.key) \(range.values.map(\.shortestText).joined(separator: " "))\n"
    }
    return String(SHA256.hexadecimal((ranges.joined() + ProfileFile.text(base)).utf8).prefix(16))
  }

  /// The most combinations: more would take hours.
  static let largest = 10_000

  init(_ ranges: [TuneRange]) throws(FileError) {
    self.ranges = ranges
    var product = 1
    for range in ranges {
      let (count, overflow) = product.multipliedReportingOverflow(by: range.values.count)
      guard !overflow, count <= TuneGrid.largest else {
        throw FileError(
          file: "--vary", position: .file,
          expected: "at most \(TuneGrid.largest) combinations (--steps makes them fewer)",
          found: ranges.map { String($0.values.count) }.joined(separator: " x "))
      }
      product = count
    }
  }

  var count: Int { ranges.reduce(1) { $0 * $1.values.count } }

  /// The profile at each point; nil if its numbers contradict each other.
  func profiles(base: Profile) -> [Profile?] {
    (0..<count).map { point in
      var profile = base
      for (range, step) in zip(ranges, steps(point)) {
        profile[range.parameter] = range.parameter.inside(range.values[step])
      }
      // Reading a file checks for minimums above maximums.
      return (try? ProfileFile.parse(ProfileFile.text(profile), file: "")) == nil ? nil : profile
    }
  }

  /// The index of the value that each range has at a point.
  func steps(_ point: Int) -> [Int] {
    var rest = point
    return ranges.map { range in
      defer { rest /= range.values.count }
      return rest % range.values.count
    }
  }

  func point(_ steps: [Int]) -> Int {
    var point = 0
    for (range, step) in zip(ranges, steps).reversed() { point = point * range.values.count + step }
    return point
  }
}
