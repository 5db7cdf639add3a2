public import Contacts
public import Timeline

/// Brings touch positions to the clock of a display.
///
/// A surface samples at its own rate; drawn as they come, some frames show one sample and some two,
/// and a steady finger stutters. The resampler hands out, once a frame, the samples that have come,
/// and one more for the frame's own time: between two samples by interpolation, after the last one by
/// a short extrapolation.
///
///     var resampler = TouchResampler()
///     resampler.add([.init(id: 1, point: Point(x: 20, y: 30))], at: Timestamp(seconds: 0.010))
///     resampler.add([.init(id: 1, point: Point(x: 30, y: 30))], at: Timestamp(seconds: 0.020))
///     resampler.resample(forFrameAt: Timestamp(seconds: 0.035)) { time, positions in
///       // 0.010: (20, 30), 0.020: (30, 30), 0.025: (35, 30), the last of them resampled
///     }
///
/// The rules and the numbers are those of Android's input library (`libs/input`, resampling since
/// Android 4.1). It is a value without a clock, and allocates nothing after the first frames.
public struct TouchResampler: Sendable {
  /// Where one finger is.
  public struct Position: Hashable, Sendable {
    public var id: Touch.ID
    /// In whatever unit; the same one comes out.
    public var point: Point
    /// Whether it was computed: no device reported it.
    public var isResampled: Bool

    public init(id: Touch.ID, point: Point, isResampled: Bool = false) {
      self.id = id
      self.point = point
      self.isResampled = isResampled
    }
  }

  /// The times that bound the computation, in seconds.
  public struct Limits: Hashable, Sendable {
    /// How far behind the frame its sample is: 0.005, so that most can be interpolated.
    public var latency = 0.005
    /// Nothing is computed from samples nearer to each other: 0.002.
    public var minimumInterval = 0.002
    /// Nothing is predicted from samples farther from each other: 0.020.
    public var maximumInterval = 0.020
    /// How far a prediction goes beyond the last sample: 0.008, and at most half of the interval
    /// between the last two.
    public var maximumPrediction = 0.008

    public init() {}
  }

  /// One sample that has not been handed out yet.
  struct Pending {
    var time: Timestamp
    /// How many of ``waitingPositions`` are its own.
    var count: Int
    var change: Change
  }

  /// What a sample says of the number of fingers.
  enum Change {
    /// They only moved.
    case none
    /// Where none was before, some have landed.
    case first
    /// Some landed or lifted beside others, or the last ones lifted.
    case other
  }

  /// All fingers at one moment.
  struct Snapshot {
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

  /// The samples to come, and their positions one after the other.
  var pending: [Pending] = []
  var waitingPositions: [Position] = []
  /// The fingers of the newest sample.
  var fingers: [Touch.ID] = []
  var newestTime = Timestamp.min
  /// The last two samples that were handed out, as the device reported them.
  var current = Snapshot()
  var previous = Snapshot()
  var historyCount = 0
  /// The last positions that were computed, of the fingers that still stand by them.
  var computed = Snapshot()
  /// What is being handed out.
  var output: [Position] = []

  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Forgets all fingers.
  public mutating func reset() {
    pending.removeAll(keepingCapacity: true)
    waitingPositions.removeAll(keepingCapacity: true)
    fingers.removeAll(keepingCapacity: true)
    newestTime = .min
    historyCount = 0
    computed.positions.removeAll(keepingCapacity: true)
  }
}

extension TouchResampler {
  /// Takes in where all fingers are; a finger that was not in the sample before has landed, one that
  /// is missing has lifted.
  ///
  /// - Parameters:
  ///   - positions: Each finger once; what they say of ``Position/isResampled`` does not count.
  ///   - time: A time before that of the last sample is taken for that one.
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

  /// Hands out what a frame shows, in the order of time: samples, then one computed for the frame.
  ///
  /// Samples later than the frame less ``Limits/latency`` are kept for the next one, but for those
  /// before a landing or a lift, which is never held back.
  public mutating func resample(
    forFrameAt frame: Timestamp, _ body: (Timestamp, [Position]) -> Void
  ) {
    let time = frame.advanced(bySeconds: -limits.latency)
    var first = 0
    var due = 0
    var endsWithMove = false
    for sample in pending[..<countDue(by: time)] {
      note(waitingPositions[first..<first + sample.count], of: sample)
      standByComputed(at: sample.time)
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
    var due = 0
    for (index, sample) in pending.enumerated() where sample.time <= time || sample.change != .none
    {
      due = index + 1
    }
    return due
  }
}
