public import Contacts
import Timeline

/// Something that goes wrong between fingers and their frames, by an amount.
///
/// ```swift
/// let worse = Perturbation(.tremor, amount: 0.5, seed: 3).applied(to: frames)
/// ```
///
/// A plain value: the same seed makes the same frames of the same frames. Amount and seed are all that
/// it needs to know of chance, so that one can be tried again by its numbers.
public struct Perturbation: Hashable, Sendable {
  /// What goes wrong.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Fingers wander; the amount is the root mean square for each axis, in mm.
    case tremor
    /// The sensor is slower; the amount is its rate in Hz. Frames are thinned out, never made up.
    case rate
    /// Frames get lost; the amount is their share in percent. What one told, the next one tells.
    case droppedFrames
    /// The stamps of frames are off; the amount is the standard deviation, in ms.
    case jitter
    /// Everything is smaller about its middle; the amount is a factor below 1.
    case smaller
    /// Everything is larger about its middle; the amount is a factor above 1.
    case larger
    /// Everything is turned about its middle; the amount is in degrees, clockwise.
    case clockwise
    /// The same the other way round.
    case counterclockwise
    /// Fingers that come together land one after the other; the amount is between the first and the
    /// last, in ms.
    case stagger
    /// The kernel's buffer ran over (`SYN_DROPPED`); the amount is how long events were lost, in ms.
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

  /// Whether chance decides anything, so that several seeds are worth a try.
  public var isRandom: Bool {
    switch kind {
    case .tremor, .rate, .droppedFrames, .jitter, .lostEvents: true
    case .smaller, .larger, .clockwise, .counterclockwise, .stagger: false
    }
  }

  /// The frames as they would have been.
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
      let way = Vector(degrees: kind == .clockwise ? amount : -amount)
      return mapped(frames) { old in
        Vector(dx: old.dx * way.dx - old.dy * way.dy, dy: old.dx * way.dy + old.dy * way.dx)
      }
    case .stagger: return staggered(frames)
    case .lostEvents: return losing(frames)
    }
  }
}

// MARK: - Places

extension Perturbation {
  private func trembling(_ frames: [ContactFrame]) -> [ContactFrame] {
    guard let origin = frames.first?.time else { return frames }
    var frames = frames
    for index in frames.indices {
      let seconds = frames[index].time.seconds(since: origin)
      for place in frames[index].contacts.indices {
        let id = UInt64(bitPattern: Int64(frames[index].contacts[place].id))
        func noise(_ axis: UInt64) -> Double {
          // As the hand's own: slow for the most part, and a little that is faster.
          let own = seed &+ (id &* 4 &+ axis) &* 0x9E37_79B9_7F4A_7C15
          let slow = SmoothNoise(seed: own, step: 0.1).value(at: seconds)
          let fast = SmoothNoise(seed: own ^ 1, step: 0.033).value(at: seconds)
          return (slow * 0.9.squareRoot() + fast * 0.1.squareRoot()) * amount
        }
        frames[index].contacts[place].position.x += noise(0)
        frames[index].contacts[place].position.y += noise(1)
      }
    }
    return frames
  }

  /// Moves each place by what `change` makes of its way from the middle of all of them.
  private func mapped(
    _ frames: [ContactFrame], _ change: (Vector) -> Vector
  ) -> [ContactFrame] {
    var sum = Vector.zero
    var count = 0.0
    for frame in frames {
      for contact in frame.contacts {
        sum = sum + (contact.position - .zero)
        count += 1
      }
    }
    guard count > 0 else { return frames }
    let middle = Point.zero + sum / count
    var frames = frames
    for index in frames.indices {
      for place in frames[index].contacts.indices {
        let position = frames[index].contacts[place].position
        frames[index].contacts[place].position = middle + change(position - middle)
      }
    }
    return frames
  }
}

// MARK: - Times

extension Perturbation {
  private func jittering(_ frames: [ContactFrame]) -> [ContactFrame] {
    var frames = frames
    for index in frames.indices {
      var generator = SeededGenerator(seed: seed, item: index)
      let time = frames[index].time.advanced(bySeconds: generator.gaussian() * amount / 1000)
      // Stamps never run backward.
      frames[index].time = index > 0 ? max(time, frames[index - 1].time) : time
    }
    return frames
  }

  /// A slower sensor looks at even steps of its own time, which begin anywhere in the first.
  private func thinned(_ frames: [ContactFrame]) -> [ContactFrame] {
    guard let origin = frames.first?.time, amount <= 1e6 else { return frames }
    var generator = SeededGenerator(seed: seed)
    let start = origin.advanced(bySeconds: generator.uniform() / amount)
    func step(_ index: Int) -> Int {
      let steps = (frames[index].time.seconds(since: start) * amount).rounded(.up)
      return steps > 0 && steps < 1e15 ? Int(steps) : 0
    }
    // Of the frames between two looks it sees the last one.
    return FrameThinning.keeping(frames) { index in
      index == frames.count - 1 || step(index) != step(index + 1)
    }
  }

  /// What a lost frame told, the next one tells. Where none follows soon, as after a lift, the sensor
  /// tells it at its next look, or at a later one if that is lost as well.
  private func dropping(_ frames: [ContactFrame]) -> [ContactFrame] {
    let step = FrameThinning.usualInterval(frames)
    var frames = frames
    var lost = Set<Int>()
    for index in frames.indices {
      var generator = SeededGenerator(seed: seed, item: index)
      var looks = 0
      while looks < Perturbation.mostLooks, generator.uniform() * 100 < amount { looks += 1 }
      guard looks > 0 else { continue }
      let late = frames[index].time.advanced(bySeconds: Double(looks) * step)
      if index + 1 < frames.count, late.advanced(bySeconds: step / 2) > frames[index + 1].time {
        lost.insert(index)
      } else {
        frames[index].time = late
      }
    }
    return FrameThinning.keeping(frames) { !lost.contains($0) }
  }

  /// A sensor that loses every frame tells the last state all the same, after so many.
  private static let mostLooks = 100

  /// In each touch, from the first landing to the last lift, a stretch is lost that begins anywhere
  /// in it. Who is gone after it was cancelled, who is new was never seen to land. What is there is
  /// told when it is over, whether or not anything happens then.
  private func losing(_ frames: [ContactFrame]) -> [ContactFrame] {
    var frames = frames
    var lost = Set<Int>()
    var told = Set<Int>()
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
        told.insert(last)
        frames[last].time = end
      }
    }
    return FrameThinning.losing(frames, lost, told: told)
  }

  private func staggered(_ frames: [ContactFrame]) -> [ContactFrame] {
    var frames = frames
    for touch in FrameThinning.touches(frames) {
      var order: [Contact.ID] = []
      for index in touch {
        for contact in frames[index].contacts where !order.contains(contact.id) {
          order.append(contact.id)
        }
      }
      guard order.count > 1, let first = order.first else { continue }
      let start = frames[touch.lowerBound].time
      for index in touch {
        let late = frames[index].time.seconds(since: start) * 1000
        frames[index].contacts.removeAll { contact in
          guard contact.id != first, let place = order.firstIndex(of: contact.id) else {
            return false
          }
          return late < amount * Double(place) / Double(order.count - 1)
        }
      }
    }
    return frames
  }
}
