public import Contacts

/// The places of one finger at moments, as a recording has them.
public struct TimedPath: Hashable, Sendable {
  /// A place at so many seconds after the first.
  public struct Sample: Hashable, Sendable {
    public var seconds: Double
    public var place: Point

    public init(seconds: Double, place: Point) {
      self.seconds = seconds
      self.place = place
    }
  }

  /// By ascending times, from 0 on.
  public let samples: [Sample]
  /// Seconds from the first sample to the lift, at least to the last sample.
  public let duration: Double

  /// A path through samples in the order of time; the finger stays in its last place to its lift.
  public init(_ samples: [Sample], duration: Double = 0) {
    self.samples = samples
    self.duration = max(duration, samples.last?.seconds ?? 0)
  }

  /// The place at so many seconds; before the first sample and after the last it is theirs.
  public func place(at seconds: Double) -> Point {
    guard let first = samples.first, let last = samples.last else { return .zero }
    if seconds <= first.seconds { return first.place }
    if seconds >= last.seconds { return last.place }
    let next = indexOfFirst(after: seconds)
    let (a, b) = (samples[next - 1], samples[next])
    let step = b.seconds - a.seconds
    return step > 0 ? a.place + (b.place - a.place) * ((seconds - a.seconds) / step) : b.place
  }

  /// The index of the first sample after a moment that lies between the first and the last.
  private func indexOfFirst(after seconds: Double) -> Int {
    var low = 1
    var high = samples.count - 1
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].seconds > seconds { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func shifted(by offset: Vector) -> TimedPath {
    TimedPath(
      samples.map { Sample(seconds: $0.seconds, place: $0.place + offset) }, duration: duration)
  }
}
