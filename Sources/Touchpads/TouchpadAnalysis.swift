import LibinputOffline
import Playback

/// The properties of a touchpad that recordings show: its size first, since all others are measured
/// with it, then its values, its rate and its faults.
package struct TouchpadAnalysis: Sendable {
  /// The values of touches in ascending order; never empty.
  package struct Distribution: Hashable, Sendable {
    package let values: [Double]

    init?(_ values: [Double]) {
      guard !values.isEmpty else { return nil }
      self.values = values.sorted()
    }

    /// The value that a share of all values, 0 to 1, do not exceed.
    package func quantile(_ share: Double) -> Double {
      values[Int((Double(values.count - 1) * share).rounded())]
    }
  }

  /// An attribute of touches: the greatest value of a touch, in units of the device or seconds.
  package enum Measure: String, CaseIterable, Sendable {
    case pressure
    case firstPressure = "first_pressure"
    case touchMajor = "touch_major"
    case touchMinor = "touch_minor"
    case duration = "duration_s"
  }

  /// The measures of the touches of one part.
  package struct PartMeasures: Sendable {
    package var part: TouchpadPart
    package var recordings: Int
    package var touches: Int
    package var distributions: [Measure: Distribution]
    /// The number of touches by `ABS_MT_TOOL_TYPE`.
    package var tools: [Int32: Int]
  }

  package var device: DeviceDescription
  /// The size in mm by the device's resolution; nil for a device without one.
  package var declaredSize: Size?
  /// The size measured with a ruler.
  package var measuredSize: Size?
  /// The range of the fingers' coordinates as a share of each axis.
  var reach = Size(width: 0, height: 0)
  /// The part of each edge in mm that no finger reached: left, top, right and bottom.
  var margins = [0.0, 0, 0, 0]
  package var parts: [PartMeasures]
  /// The report rate in hertz; nil without a touch of two frames.
  var reportRate: Double?
  var longestGap: Double?
  /// The number of movements of a touch by more than ``jumpDistance`` from one frame to the next.
  var jumps = 0
  var undeclaredSlots = 0
  var lostEvents = 0
  /// The number of touches that begin within ``flickerTime`` of the end of another one nearby.
  var flickers = 0
  /// The number of touches whose pressure falls below libinput's usual threshold and rises again.
  var thresholdCrossings = 0
  /// The variation of the positions and the pressure of resting fingers, in units.
  var positionNoise: Double?
  var pressureNoise: Double?
  var keyPresses = 0

  /// The least seconds that a tapping finger stays up (measured, see ``/Gestures/PalmFilter``).
  private static let flickerTime = 0.05
  /// The greatest distance of nearby touches in mm: less than the width of a finger.
  private static let nearby = 5.0
  /// The distance of a jump in mm: that of libinput's `tp_detect_jumps`.
  private static let jumpDistance = 20.0
  /// The shares of the range at which libinput considers a touch up and down, without quirks for
  /// others (`tp_init_pressure` of `evdev-mt-touchpad.c`).
  private static let usualPressures = (up: 0.10, down: 0.12)

  /// Measures recordings of one touchpad; throws for recordings of several, or of none.
  package init(_ recordings: [TouchpadRecording], measuredSize: Size? = nil) throws(FileError) {
    guard let first = recordings.first else {
      throw FileError(file: "recordings", expected: "a touchpad", found: "no recordings")
    }
    for other in recordings where !other.isOfSameTouchpad(as: first) {
      throw FileError(
        file: other.path, expected: "the touchpad of \(first.path)\(first.namedAfterComma)",
        found: other.device.name.isEmpty
          ? "other ranges, and no device description; --device takes one"
          : "another one\(other.namedAfterComma)\(other.difference(from: first))")
    }
    device = first.device
    declaredSize = first.declaredSize
    self.measuredSize = measuredSize
    parts = TouchpadPart.allCases.compactMap { part in
      PartMeasures(part, recordings.filter { $0.part == part })
    }
    reportRate = Distribution(recordings.compactMap(\.info.reportRate))?.quantile(0.5)
    longestGap = recordings.compactMap(\.info.longestGap).max()
    for recording in recordings {
      undeclaredSlots += recording.info.anomalies[.slotOutOfRange]
      lostEvents += recording.info.anomalies[.dropped]
      keyPresses += recording.keyPresses.count
      countFaults(recording)
    }
    let fingers = recordings.filter { !$0.part.isUnintended }
    measureReach(fingers.isEmpty ? recordings : fingers)
    measureNoise(fingers)
  }

  private mutating func measureReach(_ recordings: [TouchpadRecording]) {
    let points = recordings.flatMap { recording in recording.touches.flatMap(recording.points) }
    guard let area = recordings.first?.touchArea.size, let x = Distribution(points.map(\.x)),
      let y = Distribution(points.map(\.y)), area.width > 0, area.height > 0
    else { return }
    let (left, top) = (x.quantile(0) / area.width, y.quantile(0) / area.height)
    let (right, bottom) = (x.quantile(1) / area.width, y.quantile(1) / area.height)
    reach = Size(width: right - left, height: bottom - top)
    let size = measuredSize ?? area
    margins = [
      left * size.width, top * size.height, (1 - right) * size.width, (1 - bottom) * size.height,
    ].map { max(0, $0) }
  }
}

extension TouchpadRecording {
  /// Whether two recordings are of a touchpad with the same name, ids and axes.
  fileprivate func isOfSameTouchpad(as other: TouchpadRecording) -> Bool {
    device.name == other.device.name && device.identity == other.device.identity
      && largest == other.largest
  }

  /// The largest coordinates, as in `3999 x 2599`.
  private var largest: String {
    let axes = [AbsoluteCode.positionX, AbsoluteCode.positionY].map { device.axes[$0] }
    return axes.map { $0.map { "\($0.maximum)" } ?? "?" }.joined(separator: " x ")
  }

  /// What differs in a touchpad of the same name.
  fileprivate func difference(from other: TouchpadRecording) -> String {
    if device.name != other.device.name { return "" }
    return largest == other.largest
      ? ", with other ids" : ", with axes up to \(largest), not \(other.largest)"
  }

  /// The device's name behind a comma; empty without one.
  fileprivate var namedAfterComma: String { device.name.isEmpty ? "" : ", \(device.name)" }
}

extension TouchpadAnalysis.PartMeasures {
  /// Measures the touches of recordings; nil without recordings.
  init?(_ part: TouchpadPart, _ recordings: [TouchpadRecording]) {
    guard !recordings.isEmpty else { return nil }
    let touches = recordings.flatMap(\.touches)
    self.part = part
    self.recordings = recordings.count
    self.touches = touches.count
    func peaks(_ value: KeyPath<TouchpadTouch.Sample, Int32?>) -> [Double] {
      touches.compactMap { $0.peak(value).map(Double.init) }
    }
    let values: [TouchpadAnalysis.Measure: [Double]] = [
      .pressure: peaks(\.pressure),
      .firstPressure: touches.compactMap { $0.samples.first?.pressure.map(Double.init) },
      .touchMajor: peaks(\.major), .touchMinor: peaks(\.minor),
      .duration: touches.map { $0.end.seconds(since: $0.start) },
    ]
    distributions = values.compactMapValues { TouchpadAnalysis.Distribution($0) }
    tools = Dictionary(grouping: touches.compactMap { $0.peak(\.tool) }) { $0 }
      .mapValues(\.count)
  }
}

// MARK: - Faults

extension TouchpadAnalysis {
  private mutating func countFaults(_ recording: TouchpadRecording) {
    var ends: [(time: Double, point: Point)] = []
    for touch in recording.touches {
      let points = recording.points(of: touch)
      jumps += zip(points, points.dropFirst()).count { $0.distance(to: $1) > Self.jumpDistance }
      if crosses(touch) { thresholdCrossings += 1 }
      guard let first = points.first, let last = points.last else { continue }
      let start = touch.start.seconds
      ends.removeAll { $0.time < start - Self.flickerTime }
      if ends.contains(where: { $0.time <= start && $0.point.distance(to: first) < Self.nearby }) {
        flickers += 1
      }
      ends.append((touch.end.seconds, last))
    }
  }

  /// Whether the pressure of a touch is above the threshold, below it, and above it again.
  private func crosses(_ touch: TouchpadTouch) -> Bool {
    guard let axis = device.pressureAxis else { return false }
    let range = Double(axis.maximum) - Double(axis.minimum)
    var (isDown, downs) = (false, 0)
    for case let pressure? in touch.samples.lazy.map(\.pressure) {
      let share = (Double(pressure) - Double(axis.minimum)) / range
      if !isDown, share >= Self.usualPressures.down { (isDown, downs) = (true, downs + 1) }
      if isDown, share < Self.usualPressures.up { isDown = false }
    }
    return downs > 1
  }

  /// Measures touches that stay within 1 mm, from their sixth frame on, if ten or more follow.
  private mutating func measureNoise(_ fingers: [TouchpadRecording]) {
    var (positions, pressures): ([Double], [Double]) = ([], [])
    for recording in fingers {
      for touch in recording.touches
      where touch.samples.count >= 15 && recording.travel(of: touch) < 1 {
        let samples = touch.samples.dropFirst(5)
        positions += [samples.compactMap(\.x), samples.compactMap(\.y)].compactMap(Self.spread)
        pressures += [samples.compactMap(\.pressure)].compactMap(Self.spread)
      }
    }
    positionNoise = Distribution(positions)?.quantile(0.5)
    pressureNoise = Distribution(pressures)?.quantile(0.5)
  }

  /// The distance from the median that 95 % of values do not exceed.
  private static func spread(_ values: [Int32]) -> Double? {
    guard let all = Distribution(values.map(Double.init)) else { return nil }
    let middle = all.quantile(0.5)
    return Distribution(all.values.map { abs($0 - middle) })?.quantile(0.95)
  }
}

extension DeviceDescription {
  /// The pressure of each contact or else of all together; nil without an axis that has extent.
  var pressureAxis: Axis? {
    let axis = axes[AbsoluteCode.multitouchPressure] ?? axes[AbsoluteCode.pressure]
    return axis.flatMap { $0.maximum > $0.minimum ? $0 : nil }
  }
}

extension TouchpadAnalysis {
  /// The verdict on the size that the device declares.
  package enum SizeVerdict: String, Sendable {
    /// A size that the ruler confirms, or contradicts.
    case confirmed, wrong
    /// No declared size, but one by the ruler; or neither.
    case measured, unknown
    /// A size that the fingers reach completely, or do not along the edges.
    case plausible, unreached
    /// A declared range that the fingers exceed.
    case exceeded
  }

  /// The share by which a side may differ, since a ruler measures it to a few mm.
  private static let tolerance = 0.05
  /// The share of an axis that a finger reaches along the edges, since half of it is beyond them.
  private static let fullReach = 0.85

  package var sizeVerdict: SizeVerdict {
    guard let declared = declaredSize else { return measuredSize == nil ? .unknown : .measured }
    guard let measured = measuredSize else {
      if max(reach.width, reach.height) > 1 + Self.tolerance { return .exceeded }
      return min(reach.width, reach.height) >= Self.fullReach ? .plausible : .unreached
    }
    let ratios = [measured.width / declared.width, measured.height / declared.height]
    return ratios.allSatisfy { abs($0 - 1) <= Self.tolerance } ? .confirmed : .wrong
  }

  /// The resolution in units per mm that the measured size implies.
  var impliedResolution: (x: Int32, y: Int32)? {
    guard let size = measuredSize,
      let x = device.axes[AbsoluteCode.positionX] ?? device.axes[AbsoluteCode.x],
      let y = device.axes[AbsoluteCode.positionY] ?? device.axes[AbsoluteCode.y]
    else { return nil }
    return (x.resolution(of: size.width), y.resolution(of: size.height))
  }

  /// The sizes and the verdict in words, with the remedy.
  var sizeText: String {
    let declared = "\(TouchpadAnalysis.text(declaredSize)) declared; "
    let shares = [reach.width, reach.height].map { "\(($0 * 100).text(decimals: 0)) %" }
    let reached = "the fingers reach \(shares[0]) x \(shares[1]) of it"
    let ruler = "the ruler has \(TouchpadAnalysis.text(measuredSize))"
    switch sizeVerdict {
    case .confirmed: return declared + "the ruler agrees"
    case .measured: return declared + ruler
    case .plausible: return declared + reached
    case .exceeded: return declared + "\(reached): its range is wrong; give --measured-size"
    case .unreached:
      return declared + "\(reached): move along all edges, and give --measured-size"
    case .unknown: return declared + "libinput assumes 69 x 50 mm: give --measured-size"
    case .wrong:
      let (x, y) = impliedResolution ?? (0, 0)
      return declared + "\(ruler). No quirk mends that, but udev's 60-evdev.hwdb: "
        + "EVDEV_ABS_00=::\(x) EVDEV_ABS_01=::\(y) EVDEV_ABS_35=::\(x) EVDEV_ABS_36=::\(y)"
    }
  }

  /// A size in words, as in `104.5 x 70.0 mm`.
  private static func text(_ size: Size?) -> String {
    size.map { "\($0.width.text(decimals: 1)) x \($0.height.text(decimals: 1)) mm" } ?? "nothing"
  }
}
