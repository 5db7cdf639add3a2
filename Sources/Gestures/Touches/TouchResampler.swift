public import Contacts
public import Timeline

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
/// Android 4.1). The resampler has no clock, and allocates nothing after the first frames.
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

  private struct Pending {
    var time: Timestamp
    /// The number of its positions in ``waitingPositions``.
    var count: Int
    var change: Change
  }

  /// The difference between a sample's fingers and those of the sample before: none, the first
  /// fingers touched down, or others touched down or lifted.
  private enum Change {
    case none, first, other
  }

  /// The positions of all fingers at one time.
  private struct Snapshot {
    var time = Timestamp.zero
    var positions: [Position] = []

    func point(of id: Touch.ID) -> Point? { positions.first { $0.id == id }?.point }

    mutating func take(_ positions: ArraySlice<Position>, at time: Timestamp) {
      self.time = time
      self.positions.removeAll(keepingCapacity: true)
      self.positions.append(contentsOf: positions)
    }
  }

  public let limits: Limits

  /// The samples that have not been delivered, and their positions one after the other.
  private var pending: [Pending] = []
  private var waitingPositions: [Position] = []
  private var fingers: [Touch.ID] = []
  private var newestTime = Timestamp.min
  /// The last two samples that were delivered, as the device reported them.
  private var current = Snapshot()
  private var previous = Snapshot()
  private var historyCount = 0
  /// The last computed positions of the fingers that are still displayed there.
  private var computed = Snapshot()
  private var output: [Position] = []

  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Forgets all fingers.
  public mutating func reset() {
    pending.removeAll(keepingCapacity: true)
    waitingPositions.removeAll(keepingCapacity: true)
    fingers.removeAll(keepingCapacity: true)
    newestTime = .min
    historyCount = 0
    computed.positions.removeAll(keepingCapacity: true)
  }

  /// Adds a sample of all fingers that are down, each once; ``Position/isResampled`` is ignored. A
  /// time before that of the last sample is clamped to it.
  public mutating func add(_ positions: some Collection<Position>, at time: Timestamp) {
    newestTime = max(newestTime, time)
    let change = change(to: positions)
    if change != .none {
      fingers.removeAll(keepingCapacity: true)
      for position in positions { fingers.append(position.id) }
    }
    for position in positions {
      waitingPositions.append(Position(id: position.id, point: position.point))
    }
    pending.append(Pending(time: newestTime, count: positions.count, change: change))
  }

  private func change(to positions: some Collection<Position>) -> Change {
    if positions.count == fingers.count && positions.allSatisfy({ fingers.contains($0.id) }) {
      return .none
    }
    return fingers.isEmpty ? .first : .other
  }

  /// Delivers the samples for a frame in the order of time, then one computed for the frame's time.
  /// Samples later than that minus ``Limits/latency`` are kept for the next frame, except up to the
  /// last one in which a finger touched down or lifted.
  public mutating func resample(
    forFrameAt frame: Timestamp, _ body: (Timestamp, [Position]) -> Void
  ) {
    let time = frame.advanced(bySeconds: -limits.latency)
    var first = 0
    var due = 0
    var endsWithMove = false
    for sample in pending[..<countDue(by: time)] {
      show(waitingPositions[first..<first + sample.count], of: sample)
      keepComputed(at: sample.time)
      body(sample.time, output)
      first += sample.count
      due += 1
      endsWithMove = sample.change == .none
    }
    pending.removeFirst(due)
    waitingPositions.removeFirst(first)
    if endsWithMove, let time = compute(at: time) { body(time, output) }
  }

  private func countDue(by time: Timestamp) -> Int {
    let last = pending.lastIndex { $0.time <= time || $0.change != .none }
    return last.map { $0 + 1 } ?? 0
  }

  // MARK: Samples

  /// Adds a sample to the output, and to the history if fingers only moved.
  private mutating func show(_ positions: ArraySlice<Position>, of sample: Pending) {
    output.removeAll(keepingCapacity: true)
    output.append(contentsOf: positions)
    if sample.change == .first { historyCount = 0 }
    if sample.change != .none {
      computed.positions.removeAll { position in !positions.contains { $0.id == position.id } }
    }
    // A sample with a touch down or a touch up is not at the device's report interval.
    guard sample.change != .other else { return }
    swap(&current, &previous)
    current.take(positions, at: sample.time)
    historyCount = min(historyCount + 1, 2)
  }

  /// Keeps computed positions in the output: of resting fingers, so that they don't jitter, and of
  /// all fingers in a sample older than the computed one, so that none moves backward.
  private mutating func keepComputed(at time: Timestamp) {
    for index in output.indices {
      let position = output[index]
      guard let known = computed.positions.firstIndex(where: { $0.id == position.id }) else {
        continue
      }
      if time < computed.time || isAtRest(position) {
        output[index] = computed.positions[known]
      } else {
        computed.positions.remove(at: known)
      }
    }
  }

  private func isAtRest(_ position: Position) -> Bool {
    historyCount == 2 && current.point(of: position.id) == position.point
      && previous.point(of: position.id) == position.point
  }

  // MARK: Computed positions

  /// Adds computed positions to the output, and returns their time; nil without enough samples.
  private mutating func compute(at wanted: Timestamp) -> Timestamp? {
    var time = wanted
    let interval: Int64
    if let next = pending.first {
      interval = next.time.microseconds(since: current.time)
    } else if historyCount == 2 {
      interval = current.time.microseconds(since: previous.time)
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
    output.removeAll(keepingCapacity: true)
    for sample in current.positions { output.append(position(after: sample, fraction)) }
    computed.take(output[...], at: time)
    return time
  }

  /// The position of a finger of the current sample after a fraction of the interval that follows.
  private func position(after sample: Position, _ fraction: Double) -> Position {
    if isAtRest(sample), let known = computed.positions.first(where: { $0.id == sample.id }) {
      return known
    }
    var point = sample.point
    if let next = pending.first {
      let later = waitingPositions[..<next.count].first { $0.id == sample.id }
      if let later { point = point + (later.point - point) * fraction }
    } else if let earlier = previous.point(of: sample.id) {
      point = point + (point - earlier) * fraction
    }
    return Position(id: sample.id, point: point, isResampled: true)
  }

  private func microseconds(_ seconds: Double) -> Int64 {
    Timestamp(seconds: seconds).microseconds
  }
}
