public import Contacts
import Timeline

/// A disturbance of frames by a given amount.
///
/// The same amount and seed turn the same frames into the same frames.
public struct Perturbation: Hashable, Sendable {
  /// The kind of disturbance.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A tremor of the fingers; the amount is the root mean square for each axis, in mm.
    case tremor
    /// A slower sensor; the amount is its report rate in Hz. Frames are removed, never added.
    case rate
    /// A loss of frames; the amount is their share in percent. The next frame contains the changes
    /// of a lost one.
    case droppedFrames
    /// A deviation of timestamps; the amount is the standard deviation in ms.
    case jitter
    /// A reduction of all positions about their middle; the amount is a factor below 1.
    case smaller
    /// An enlargement of all positions about their middle; the amount is a factor above 1.
    case larger
    /// A turn of all positions about their middle; the amount is in degrees, clockwise.
    case clockwise
    /// A counterclockwise turn.
    case counterclockwise
    /// A stagger of fingers that touch down together; the amount is the time between the first and
    /// the last in ms.
    case stagger
    /// An overflow of the kernel's buffer (`SYN_DROPPED`); the amount is the time of the lost
    /// events in ms.
    case lostEvents
  }

  public var kind: Kind
  public var amount: Double
  public var seed: UInt64

  public init(_ kind: Kind, amount: Double, seed: UInt64 = 0) {
    self.kind = kind
    self.amount = amount
    self.seed = seed
  }

  /// Whether the result depends on the seed.
  public var isRandom: Bool {
    switch kind {
    case .tremor, .rate, .droppedFrames, .jitter, .lostEvents: true
    case .smaller, .larger, .clockwise, .counterclockwise, .stagger: false
    }
  }

  /// The disturbed frames.
  public func applied(to frames: [ContactFrame]) -> [ContactFrame] {
    guard amount.isFinite, amount > 0 else { return frames }
    switch kind {
    case .tremor: return trembling(frames)
    case .rate: return thinned(frames)
    case .droppedFrames: return dropping(frames)
    case .jitter: return jittering(frames)
    case .smaller, .larger:
      return mapped(frames) { $0 * amount }
    case .clockwise, .counterclockwise:
      let axis = Vector(degrees: kind == .clockwise ? amount : -amount)
      return mapped(frames) { old in
        Vector(dx: old.dx * axis.dx - old.dy * axis.dy, dy: old.dx * axis.dy + old.dy * axis.dx)
      }
    case .stagger: return staggered(frames)
    case .lostEvents: return losing(frames)
    }
  }

  // MARK: Positions

  private func trembling(_ frames: [ContactFrame]) -> [ContactFrame] {
    guard let origin = frames.first?.time else { return frames }
    var frames = frames
    frames.changeContacts { contact, time in
      let id = UInt64(bitPattern: Int64(contact.id))
      let tremor = SmoothNoise.tremor(at: time.seconds(since: origin)) { number in
        seed &+ (id &* 4 &+ number) &* 0x9E37_79B9_7F4A_7C15
      }
      contact.position = contact.position + tremor * amount
    }
    return frames
  }

  /// Applies `change` to the vector of each position from the mean of all positions.
  private func mapped(_ frames: [ContactFrame], _ change: (Vector) -> Vector) -> [ContactFrame] {
    let middle = frames.flatMap { $0.contacts.map(\.position) }.centroid
    var frames = frames
    frames.changeContacts { contact, _ in
      contact.position = middle + change(contact.position - middle)
    }
    return frames
  }

  // MARK: Times

  private func jittering(_ frames: [ContactFrame]) -> [ContactFrame] {
    var frames = frames
    for index in frames.indices {
      var generator = SeededGenerator(seed: seed, item: index)
      let time = frames[index].time.advanced(bySeconds: generator.gaussian() * amount / 1000)
      // Timestamps never decrease.
      frames[index].time = index > 0 ? max(time, frames[index - 1].time) : time
    }
    return frames
  }

  /// The frames of a slower sensor, whose even samples start anywhere in its first step.
  private func thinned(_ frames: [ContactFrame]) -> [ContactFrame] {
    guard let origin = frames.first?.time, amount <= 1e6 else { return frames }
    var generator = SeededGenerator(seed: seed)
    let start = origin.advanced(bySeconds: generator.uniform() / amount)
    func step(_ index: Int) -> Int {
      let steps = (frames[index].time.seconds(since: start) * amount).rounded(.up)
      return steps > 0 && steps < 1e15 ? Int(steps) : 0
    }
    // The sensor reports the last frame between two samples.
    return FrameThinning.keeping(frames) { index in
      index == frames.count - 1 || step(index) != step(index + 1)
    }
  }

  /// Loses frames. If none follows soon, as after a touch up, the sensor reports the changes with
  /// its next sample, or a later one if that is lost as well.
  private func dropping(_ frames: [ContactFrame]) -> [ContactFrame] {
    let step = frames.usualInterval
    var frames = frames
    var lost = Set<Int>()
    for index in frames.indices {
      var generator = SeededGenerator(seed: seed, item: index)
      var samples = 0
      while samples < Self.maximumSamples, generator.uniform() * 100 < amount {
        samples += 1
      }
      guard samples > 0 else { continue }
      let late = frames[index].time.advanced(bySeconds: Double(samples) * step)
      if index + 1 < frames.count, late.advanced(bySeconds: step / 2) > frames[index + 1].time {
        lost.insert(index)
      } else {
        frames[index].time = late
      }
    }
    return FrameThinning.keeping(frames) { !lost.contains($0) }
  }

  /// The number of lost samples in a row after which the state is reported.
  private static let maximumSamples = 100

  /// Loses a stretch of each touch that starts anywhere in it. The state after the gap is reported
  /// at its end, whether or not anything changes then.
  private func losing(_ frames: [ContactFrame]) -> [ContactFrame] {
    var frames = frames
    var lost = Set<Int>()
    var reported = Set<Int>()
    for (number, touch) in FrameThinning.touches(frames).enumerated() {
      var generator = SeededGenerator(seed: seed, item: number)
      let span = frames[touch.upperBound - 1].time.seconds(since: frames[touch.lowerBound].time)
      let start = frames[touch.lowerBound].time.advanced(bySeconds: span * generator.uniform())
      let end = start.advanced(bySeconds: amount / 1000)
      let stretch = touch.filter { (start..<end).contains(frames[$0].time) }
      lost.formUnion(stretch)
      guard let last = stretch.last else { continue }
      if last + 1 == frames.count || frames[last + 1].time > end {
        lost.remove(last)
        reported.insert(last)
        frames[last].time = end
      }
    }
    return FrameThinning.losing(frames, lost, reported: reported)
  }

  private func staggered(_ frames: [ContactFrame]) -> [ContactFrame] {
    var frames = frames
    for touch in FrameThinning.touches(frames) {
      let order = frames[touch].contactIDs
      guard order.count > 1, let first = order.first else { continue }
      let start = frames[touch.lowerBound].time
      for index in touch {
        let late = frames[index].time.seconds(since: start) * 1000
        frames[index].contacts.removeAll { contact in
          guard contact.id != first, let rank = order.firstIndex(of: contact.id) else {
            return false
          }
          return late < amount * Double(rank) / Double(order.count - 1)
        }
      }
    }
    return frames
  }
}
