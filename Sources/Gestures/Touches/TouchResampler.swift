/// Resamples touch positions at the frame times of a display, so that a steady finger does not
/// stutter: once a frame it delivers the samples that have arrived and one more for the frame's own
/// time, interpolated between two samples or extrapolated shortly after the last one.
///
/// ```swift
/// var resampler = TouchResampler()
/// resampler.add([.init(id: 1, point: Point(x: 20, y: 30))], at: Timestamp(seconds: 0.010))
/// resampler.add([.init(id: 1, point: Point(x: 30, y: 30))], at: Timestamp(seconds: 0.020))
/// resampler.resample(forFrameAt: Timestamp(seconds: 0.035)) { time, positions in
///   // 0.010: (20, 30), 0.020: (30, 30), 0.025: (35, 30); the last one is resampled
/// }
/// ```
///
/// The rules and numbers are those of Android's input library (`libs/input`, resampling since
/// Android 4.1). The resampler has no clock.
public struct TouchResampler: Sendable {
  /// The position of a finger.
  public struct Position: Hashable, Sendable {
    public var id: Touch.ID
    /// The position in any unit; output has the same unit.
    public var point: Point
    /// Whether the position was computed rather than reported by the device.
    public var isResampled: Bool

    public init(id: Touch.ID, point: Point, isResampled: Bool = false) {
      self.id = id
      self.point = point
      self.isResampled = isResampled
    }
  }

  /// The limits of the computation, in seconds.
  public struct Limits: Hashable, Sendable {
    /// The delay of the resampled position behind the frame: 0.005, so that most are interpolated.
    public var latency = 0.005
    /// The shortest interval between samples to compute from: 0.002.
    public var minimumInterval = 0.002
    /// The longest interval between samples to extrapolate from: 0.020.
    public var maximumInterval = 0.020
    /// The longest extrapolation beyond the last sample: 0.008, and at most half of the last
    /// interval.
    public var maximumPrediction = 0.008

    public init() {}
  }

  /// The positions of all fingers at one time.
  private struct Sample {
    var time = Timestamp.zero
    var positions: [Position] = []
    var change = Change.movement

    subscript(id: Touch.ID) -> Point? { positions.first { $0.id == id }?.point }
  }

  /// The difference between a sample's fingers and those of the sample before: none, the first
  /// fingers touched down, or others touched down or lifted.
  private enum Change {
    case movement, firstTouchDown, other
  }

  public let limits: Limits
  /// The samples that have not been delivered.
  private var pending: [Sample] = []
  private var fingers: [Touch.ID] = []
  private var newestTime = Timestamp.min
  /// The last two samples that were delivered, as the device reported them, the newest last.
  private var history: [Sample] = []
  /// The last computed positions of the fingers that are still displayed there.
  private var computed = Sample()

  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Forgets all fingers.
  public mutating func reset() { self = TouchResampler(limits: limits) }

  /// Adds a sample of all fingers that are down, each once; ``Position/isResampled`` is ignored. A
  /// time before that of the last sample is clamped to it.
  public mutating func add(_ positions: some Collection<Position>, at time: Timestamp) {
    newestTime = max(newestTime, time)
    var sample = Sample(
      time: newestTime, positions: positions.map { Position(id: $0.id, point: $0.point) })
    if positions.count != fingers.count || !positions.allSatisfy({ fingers.contains($0.id) }) {
      sample.change = fingers.isEmpty ? .firstTouchDown : .other
      fingers = positions.map(\.id)
    }
    pending.append(sample)
  }

  /// Delivers the samples for a frame in the order of time, then one computed for the frame's time.
  /// Samples later than that minus ``Limits/latency`` are kept for the next frame, except up to the
  /// last one in which a finger touched down or lifted.
  public mutating func resample(
    forFrameAt frame: Timestamp, _ body: (Timestamp, [Position]) -> Void
  ) {
    let time = frame.advanced(bySeconds: -limits.latency)
    let last = pending.lastIndex { $0.time <= time || $0.change != .movement }
    guard let last else { return }
    let due = pending[...last]
    pending.removeFirst(due.count)
    for sample in due {
      keep(sample)
      body(sample.time, displayed(sample))
    }
    guard due[last].change == .movement, let sample = compute(at: time) else { return }
    computed = sample
    body(sample.time, sample.positions)
  }

  // MARK: Samples

  /// Adds a sample to the history if fingers only moved.
  private mutating func keep(_ sample: Sample) {
    if sample.change == .firstTouchDown { history = [] }
    if sample.change != .movement { computed.positions.removeAll { sample[$0.id] == nil } }
    // A sample with a touch down or a touch up is not at the device's report interval.
    if sample.change != .other { history = history.suffix(1) + [sample] }
  }

  /// The positions of a sample, or computed ones: of resting fingers, so that they don't jitter,
  /// and of all fingers in a sample older than the computed one, so that none moves backward.
  private mutating func displayed(_ sample: Sample) -> [Position] {
    sample.positions.map { position in
      guard let known = computed.positions.firstIndex(where: { $0.id == position.id }) else {
        return position
      }
      if sample.time < computed.time || isAtRest(position) { return computed.positions[known] }
      computed.positions.remove(at: known)
      return position
    }
  }

  private func isAtRest(_ position: Position) -> Bool {
    history.count == 2 && history.allSatisfy { $0[position.id] == position.point }
  }

  // MARK: Computed positions

  /// The sample at a time, or as near to it as predictions may be; nil without enough samples.
  private func compute(at wanted: Timestamp) -> Sample? {
    guard let current = history.last else { return nil }
    var time = wanted
    let interval: Int64
    if let next = pending.first {
      interval = next.time.microseconds(since: current.time)
    } else if history.count == 2 {
      interval = current.time.microseconds(since: history[0].time)
      guard interval <= microseconds(limits.maximumInterval) else { return nil }
      let prediction = min(interval / 2, microseconds(limits.maximumPrediction))
      time = min(time, current.time.advanced(byMicroseconds: prediction))
    } else {
      return nil
    }
    guard interval >= max(1, microseconds(limits.minimumInterval)), time > current.time else {
      return nil
    }
    let fraction = Double(time.microseconds(since: current.time)) / Double(interval)
    return Sample(time: time, positions: current.positions.map { position(after: $0, fraction) })
  }

  /// The position of a finger of the current sample after a fraction of the interval that follows.
  private func position(after sample: Position, _ fraction: Double) -> Position {
    if isAtRest(sample), let known = computed.positions.first(where: { $0.id == sample.id }) {
      return known
    }
    var point = sample.point
    if let next = pending.first {
      if let later = next[sample.id] { point = point + (later - point) * fraction }
    } else if let earlier = history[0][sample.id] {
      point = point + (point - earlier) * fraction
    }
    return Position(id: sample.id, point: point, isResampled: true)
  }

  private func microseconds(_ seconds: Double) -> Int64 {
    Timestamp(seconds: seconds).microseconds
  }
}
