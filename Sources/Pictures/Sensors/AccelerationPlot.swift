public import Playback
import SensorPlayback

extension Plot {
  /// Plots a table of accelerations: the three axes and the magnitude, shakes as bands, and the
  /// measures of the standard rule with its limits.
  ///
  /// - Parameters:
  ///   - search: The rule, the sensor's range, and the rate of tables without times.
  ///   - cut: The part to draw, in seconds from the first sample. The rule processes all samples.
  /// - Throws: ``FileError`` if the file cannot be read or is not a table of accelerations.
  public static func accelerations(
    _ source: ByteSource, search: ShakeSearch = ShakeSearch(), cut: RecordingCut = RecordingCut()
  ) throws(FileError) -> Plot {
    let reader = AccelerationReader(source, rate: search.rate)
    var collector = AccelerationCollector(cut)
    var shakes: [DetectedShake] = []
    var detector = ShakeDetector(search.rule, parameters: search.parameters)
    detector.onEnded = { shakes.append($0) }
    while let sample = try reader.next() {
      detector.process(sample)
      collector.add(sample, detector.measures())
    }
    detector.finish()
    collector.flush()
    if reader.format == nil {
      throw FileError(
        file: source.name, position: .line(1, column: 1), expected: "a table of accelerations",
        found: "nothing")
    }
    var builder = AccelerationPlotBuilder(
      data: collector, reader: reader, search: search, shakes: shakes,
      strongestOther: detector.strongestOther)
    return builder.plot()
  }
}

/// Collects samples and their measures, in bounded memory.
struct AccelerationCollector {
  /// Samples without a gap between them, from the first to the last.
  struct Run {
    var times: [Double] = []
    var values: [Acceleration] = []
    /// Strength, frequency, path and contrast over time.
    var measures: [(time: Double, measures: ShakeMeasures)] = []
  }

  private(set) var runs: [Run] = []
  /// The times before and after each drawn gap.
  private(set) var gaps: [ClosedRange<Double>] = []
  private(set) var gapCount = 0
  /// The seconds of all gaps, and of the longest one.
  private(set) var gapTime = 0.0
  private(set) var longestGap = 0.0
  private(set) var origin: Timestamp?
  private(set) var samples = 0
  /// The number of samples outside of the part.
  private(set) var outside = 0
  /// The number of samples of which the strongest is drawn.
  private(set) var stride = 1

  /// The most samples, beyond which they are thinned: twenty-five minutes at 100 Hz.
  private static let most = 150_000
  /// The most gaps, each of which breaks a line into a separate series; lines join further ones.
  private static let maximumGaps = 200
  /// The seconds between two drawn measurements: they are over 0.4 s, and change slowly.
  private static let measureInterval = 0.04

  private let cut: RecordingCut
  private var kept = 0
  private var pending: (count: Int, time: Double, value: Acceleration)?

  init(_ cut: RecordingCut) { self.cut = cut }

  mutating func add(_ sample: AccelerationSample, _ measures: ShakeMeasures?) {
    let origin = origin ?? sample.time
    self.origin = origin
    let time = sample.time.seconds(since: origin)
    guard time >= cut.from ?? -.infinity, time <= cut.to ?? .infinity else {
      outside += 1
      return
    }
    // Clocks may step back, but a line over time does not.
    guard time >= runs.last?.times.last ?? -.infinity else { return }
    samples += 1
    beginRun(at: time)
    addMeasures(measures, at: time)
    append(time, sample.acceleration)
    if kept > Self.most { thin() }
  }

  private mutating func beginRun(at time: Double) {
    guard let last = pending?.time ?? runs.last?.times.last else { return runs.append(Run()) }
    guard time - last > StandardShakeRule.maximumGap else { return }
    flush()
    gapCount += 1
    gapTime += time - last
    longestGap = max(longestGap, time - last)
    guard gaps.count < Self.maximumGaps else { return }
    gaps.append(last...time)
    runs.append(Run())
  }

  /// Adds a sample, or the strongest of each group if samples are thinned.
  private mutating func append(_ time: Double, _ value: Acceleration) {
    let other = pending ?? (0, time, value)
    let isStronger = value.magnitude > other.value.magnitude
    pending = (other.count + 1, time, isStronger ? value : other.value)
    if other.count + 1 >= stride { flush() }
  }

  /// Adds the rest of the last group.
  mutating func flush() {
    guard let value = pending, !runs.isEmpty else { return }
    runs[runs.count - 1].times.append(value.time)
    runs[runs.count - 1].values.append(value.value)
    kept += 1
    pending = nil
  }

  private mutating func addMeasures(_ measures: ShakeMeasures?, at time: Double) {
    guard let measures else { return }
    let interval = Self.measureInterval * Double(stride)
    let last = runs[runs.count - 1].measures.last?.time ?? -.infinity
    if time - last >= interval { runs[runs.count - 1].measures.append((time, measures)) }
  }

  /// Removes the weaker one of each two samples.
  private mutating func thin() {
    stride *= 2
    kept = 0
    for (index, run) in runs.enumerated() {
      var thinned = Run()
      for first in Swift.stride(from: 0, to: run.times.count, by: 2) {
        let second = min(first + 1, run.times.count - 1)
        let isFirst = run.values[first].magnitude >= run.values[second].magnitude
        thinned.times.append(run.times[first])
        thinned.values.append(run.values[isFirst ? first : second])
      }
      thinned.measures = run.measures.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      kept += thinned.times.count
      runs[index] = thinned
    }
  }
}

/// Builds the plot of the samples and measurements of an `AccelerationCollector`.
private struct AccelerationPlotBuilder {
  let data: AccelerationCollector
  let reader: AccelerationReader
  let search: ShakeSearch
  var shakes: [DetectedShake]
  var strongestOther: ShakeMeasures?

  /// The plot of the drawn part, with its shakes; without any, with the recording's strongest
  /// motion if it is in the part.
  mutating func plot() -> Plot {
    var plot = Plot(title: Plot.title(of: reader.file))
    let first = data.runs.first?.times.first ?? 0
    let range = first...max(first, data.runs.last?.times.last ?? 0)
    shakes = shakes.filter { data.samples > 0 && range.overlaps(interval($0)) }
    if let time = strongestOther?.time, !range.contains(seconds(time)) { strongestOther = nil }
    plot.range = range
    plot.facts = facts(duration: range.upperBound - range.lowerBound)
    plot.notes = notes
    plot.lanes = [shakeLane] + axes(plot.range)
    if search.rule == .standard { plot.lanes += measures(plot.range) }
    plot.events = events(plot.range)
    return plot
  }

  private func facts(duration: Double) -> [(name: String, text: String)] {
    var facts: [(name: String, text: String)] = []
    if let format = reader.format { facts.append(("format", "\(format)")) }
    facts.append(("samples", "\(data.samples)"))
    facts.append(("duration", "\(duration.text(decimals: 0...1)) s"))
    let recorded = duration - data.gapTime
    if recorded > 0 {
      let rate = Double(data.samples - 1 - data.gapCount) / recorded
      facts.append(("rate", "\(rate.text(decimals: 0...1)) Hz"))
    }
    facts.append(("rule", search.rule.rawValue))
    facts.append(("shakes", "\(shakes.count)"))
    return facts
  }

  private var notes: [String] {
    var notes = reader.remarks.map(\.text)
    if data.samples == 0, data.outside > 0 {
      notes.append("no samples: \(data.outside.counted("sample")) outside of the part")
    }
    if data.gapCount > 0 {
      let (dropouts, longest) = (data.gapCount.counted("dropout"), data.longestGap)
      notes.append("\(dropouts): no samples for up to \(longest.text(decimals: 1...3)) s")
    }
    if data.stride > 1 {
      let drawn = "the strongest of each \(data.stride) samples is drawn"
      notes.append("thinned: \(drawn) (--from and --to choose a part)")
    }
    return notes
  }

  private var parameters: StandardShakeRule.Parameters { search.parameters }

  private func seconds(_ time: Timestamp) -> Double {
    data.origin.map { time.seconds(since: $0) } ?? 0
  }

  private func interval(_ shake: DetectedShake) -> ClosedRange<Double> {
    seconds(shake.start)...seconds(max(shake.start, shake.end))
  }

  // MARK: Lanes

  private var shakeLane: Lane {
    var lane = Lane(title: "shakes", group: "gesture")
    lane.bands = shakes.map { shake in
      Lane.Band(
        time: interval(shake), kind: .recognized, text: strength(of: shake), detail: sentence(shake)
      )
    }
    lane.bands += data.gaps.map { gap in
      Lane.Band(
        time: gap, kind: .cancelled, detail: sentence(gap) + ": the rule begins again after it")
    }
    lane.bands.sort { $0.time.lowerBound < $1.time.lowerBound }
    lane.marks = shakes.isEmpty ? strongest : []
    return lane
  }

  private func strength(of shake: DetectedShake) -> String {
    "\(shake.isAtLeast ? "> " : "")\(shake.strength.text(decimals: 1...2)) g"
  }

  private func sentence(_ shake: DetectedShake) -> String {
    "shake recognized at \(seconds(shake.time).text(decimals: 3)) s: from "
      + "\(seconds(shake.start).text(decimals: 3)) s, for \(shake.duration.text(decimals: 3)) s, "
      + "with \(strength(of: shake))"
  }

  private func sentence(_ gap: ClosedRange<Double>) -> String {
    "no samples for \((gap.upperBound - gap.lowerBound).text(decimals: 1...3)) s"
  }

  /// The conditions that the strongest motion does not meet, if no shake was found.
  private var strongest: [Lane.Mark] {
    guard let strongestOther else { return [] }
    let time = seconds(strongestOther.time)
    return strongestOther.unmet(parameters).map { unmet in
      let unit = unmet.unit.isEmpty ? "" : " " + unmet.unit
      return Lane.Mark(
        time: time, kind: .failed,
        text:
          "no shake: the strongest motion, at \(time.text(decimals: 3)) s, has \(unmet.parameter) "
          + "\(unmet.measured.text(decimals: 2))\(unit), at least "
          + "\(unmet.limit.text(decimals: 2))\(unit) needed",
        measured: unmet.measured, limit: unmet.limit, unit: unmet.unit,
        parameter: unmet.parameter, origin: origin(unmet.parameter))
    }
  }

  private func axes(_ range: ClosedRange<Double>) -> [Lane] {
    let all = data.runs.flatMap(\.values)
    // The largest value is round, so that both ends have a number.
    let largest = Ticks.step(atLeast: max(1, all.map(\.largestAxis).max() ?? 1))
    let axes: [(String, (Acceleration) -> Double)] = [("x", \.x), ("y", \.y), ("z", \.z)]
    let limits = thresholds(range)
    let lanes = axes.enumerated().map { index, axis in
      lane(axis.0, index, -largest...largest, limits, axis.1)
    }
    let strongest = Ticks.step(atLeast: max(1, all.map(\.magnitude).max() ?? 1))
    return lanes + [lane("magnitude", axes.count, 0...strongest, [], \.magnitude)]
  }

  private func lane(
    _ title: String, _ color: Int, _ range: ClosedRange<Double>, _ limits: [Lane.Limit],
    _ value: (Acceleration) -> Double
  ) -> Lane {
    let series = data.runs.map { run in
      Lane.Series(name: title, color: color, times: run.times, values: run.values.map(value))
    }
    return Lane(
      title: title, unit: "g", group: "sensor", height: 3, range: range, series: series,
      limits: limits)
  }

  /// The limits of the textbook rules, which compare each axis.
  private func thresholds(_ range: ClosedRange<Double>) -> [Lane.Limit] {
    let values: [Double] =
      switch search.rule {
      case .standard: []
      case .threshold: [ThresholdShakeRule().threshold, -ThresholdShakeRule().threshold]
      case .counted:
        [CountedShakeRule().threshold.threshold, -CountedShakeRule().threshold.threshold]
      case .break: [BreakShakeRule.threshold]
      }
    return values.map {
      Lane.Limit(
        value: $0, time: range, text: "threshold \($0.text(decimals: 0...1)) g",
        parameter: "threshold", origin: "the textbook rule \(search.rule.rawValue)")
    }
  }

  private func origin(_ parameter: String) -> String {
    "\(parameter) of the standard rule of shakes"
  }

  /// The largest drawn value as a multiple of its limit: the contrast to rest is unbounded.
  private static let maximumRatio = 4.0

  private func measures(_ range: ClosedRange<Double>) -> [Lane] {
    // Noise has a frequency, too, but without a meaning.
    let least = parameters.minimumStrength / 10
    let all: [(String, String, Double, isBounded: Bool, (ShakeMeasures) -> Double?)] = [
      ("deviation", "g", parameters.minimumStrength, false, { $0.strength }),
      ("frequency", "Hz", parameters.frequency, false, { $0.strength < least ? 0 : $0.frequency }),
      ("path", "g", parameters.minimumPath, true, { $0.path.map { max(0, $0) } }),
      ("contrast", "", parameters.contrast, true, { $0.contrast }),
    ]
    return all.map { title, unit, limit, isBounded, value in
      let largest = isBounded ? limit * Self.maximumRatio : .infinity
      let series = data.runs.map { run in
        let points = run.measures.compactMap { entry in
          value(entry.measures).map { (entry.time, min($0, largest)) }
        }
        return Lane.Series(name: title, color: 7, times: points.map(\.0), values: points.map(\.1))
      }.filter { !$0.times.isEmpty }
      let highest = series.flatMap(\.values).max() ?? 0
      let line = Lane.Limit(
        value: limit, time: range,
        text: "at least \(limit.text(decimals: 0...2))\(unit.isEmpty ? "" : " \(unit)")",
        parameter: title, origin: origin(title))
      return Lane(
        title: title, unit: unit, group: "recognizer", height: 2.5,
        range: 0...max(limit * 1.3, min(highest, largest) * 1.05), series: series, limits: [line])
    }
  }

  // MARK: Events

  private func events(_ range: ClosedRange<Double>) -> [Plot.Event] {
    let found = shakes.map {
      Plot.Event(
        time: seconds($0.time), kind: .recognized, gesture: "shake", text: sentence($0), lane: 0)
    }
    let gaps = data.gaps.map {
      Plot.Event(time: $0.lowerBound, kind: .note, text: sentence($0), lane: 0)
    }
    let failures = (shakes.isEmpty ? strongest : []).map {
      Plot.Event(time: $0.time, kind: .failed, gesture: "shake", text: $0.text, lane: 0)
    }
    return (found + gaps + failures).filter { range.contains($0.time) }.inOrderOfTime
  }
}
