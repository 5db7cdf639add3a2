import Contacts
import Timeline

/// Samples a plan's fingers like a sensor: at even steps of time, with noise.
struct Sampler {
  private(set) var frames: [ContactFrame] = []

  private let plan: ScriptPlan
  /// The sensor of the hand, with a usable rate.
  private let sensor: Sensor
  /// The least duration of an interruption in microseconds, so that it has at least one frame.
  private let period: Int64
  /// The interruptions in order, without overlaps.
  private var interruptions: [Range<Timestamp>]
  /// The first interruption that is not over.
  private var nextInterruption = 0
  /// The indices of strokes in the order of touch down; ties are in the order of the plan.
  private let order: [Int]
  private let jitter: Double
  private let end: Timestamp

  private var waiting = 0
  /// The stroke that touched down last, as an index of ``order``; -1 before the first.
  private var latest = -1
  /// The numbers of the first samples that are due after the touch down of each stroke, from which
  /// noise is counted.
  private var firstNumbers: [Int]
  /// The indices of strokes that are down with the identifiers of their contacts, by identifier.
  private var down: [(stroke: Int, id: Contact.ID)] = []
  private var lastID = 0
  private var wasInterrupted = false
  private var wasDropped = false
  /// The times of each stroke's first frame and of the first frame without it.
  private var seen: [(touchDown: Timestamp, touchUp: Timestamp)?]

  init(_ plan: ScriptPlan) {
    self.plan = plan
    var sensor = plan.hand.sensor
    sensor.rate = sensor.usableRate
    self.sensor = sensor
    let period = Timestamp(seconds: 1 / sensor.rate).microseconds + 1
    self.period = period
    let visible = plan.interruptions.map { range in
      let least = range.lowerBound.advanced(byMicroseconds: period)
      return range.lowerBound..<max(range.upperBound, least)
    }
    interruptions = Array(RangeSet(visible).ranges)
    let strokes = plan.strokes
    order = strokes.indices.sorted { (strokes[$0].touchDown, $0) < (strokes[$1].touchDown, $1) }
    var generator = SeededGenerator(seed: plan.hand.seed, item: -1)
    jitter = sensor.jitter.draw(&generator)
    seen = Array(repeating: nil, count: strokes.count)
    firstNumbers = Array(repeating: 0, count: strokes.count)
    end = (strokes.map(\.touchUp) + interruptions.map(\.upperBound)).max() ?? .min
  }

  mutating func run() {
    var number = 0
    while true {
      let time = Timestamp(seconds: Double(number) / sensor.rate)
      noteTouchDowns(until: time, number)
      if !isDropped(number) { sample(at: time, number: number) }
      if time >= end && down.isEmpty && !wasInterrupted { return }
      number = down.isEmpty ? numberOfNextEvent(after: time, number) : number + 1
    }
  }

  /// The gestures that the plan intends, at the times at which frames show them.
  var gestures: [IntendedGesture] {
    let timed = plan.intents.map { intent in
      var gesture = intent.gesture
      let planned = plan.strokes[intent.strokes]
      let seenTimes = intent.strokes.compactMap { seen[$0] }
      gesture.start = seenTimes.map(\.touchDown).min() ?? planned.first?.touchDown ?? .zero
      gesture.end = seenTimes.map(\.touchUp).max() ?? gesture.start
      gesture.isInterrupted = planned.contains { isInterrupted(from: $0.touchDown, to: $0.touchUp) }
      return gesture
    }
    return timed.enumerated().sorted { ($0.element.end, $0.offset) < ($1.element.end, $1.offset) }
      .map(\.element)
  }

  // MARK: Interruptions

  private func isInterrupted(from touchDown: Timestamp, to touchUp: Timestamp) -> Bool {
    let index = interruptions.partitioningIndex { $0.upperBound > touchDown }
    return index < interruptions.count && interruptions[index].lowerBound < touchUp
  }

  /// Whether a time is in an interruption; times must not decrease from call to call.
  private mutating func isInterrupted(at time: Timestamp) -> Bool {
    while nextInterruption < interruptions.count,
      interruptions[nextInterruption].upperBound <= time
    {
      nextInterruption += 1
    }
    return nextInterruption < interruptions.count
      && interruptions[nextInterruption].contains(time)
  }

  // MARK: Samples

  private mutating func noteTouchDowns(until time: Timestamp, _ number: Int) {
    while latest + 1 < order.count, plan.strokes[order[latest + 1]].touchDown <= time {
      latest += 1
      firstNumbers[order[latest]] = number
    }
  }

  /// A kind of noise; the numbers keep kinds apart, and from the tremor, whose seeds are the
  /// stroke's and the three that follow.
  private enum Noise: UInt64 {
    case position = 0x1_0000_0000
    case stamp = 0x2_0000_0000
    case drop = 0x3_0000_0000
  }

  /// The generator of a sample's noise, by its stroke and the samples since the touch down.
  private func generator(_ noise: Noise, of stroke: Int, _ number: Int) -> SeededGenerator {
    let seed = plan.strokes[stroke].character.seed ^ noise.rawValue
    return SeededGenerator(seed: seed, item: number - firstNumbers[stroke])
  }

  /// The generator of a whole frame's noise: that of the stroke that touched down last.
  private func generator(_ noise: Noise, _ number: Int) -> SeededGenerator {
    latest >= 0
      ? generator(noise, of: order[latest], number)
      : SeededGenerator(seed: plan.hand.seed ^ noise.rawValue, item: number)
  }

  private mutating func sample(at time: Timestamp, number: Int) {
    let stamp = stamp(time, number)
    let hadContacts = !down.isEmpty
    var firstTouchUp: Timestamp?
    down.removeAll { entry in
      let touchUp = plan.strokes[entry.stroke].touchUp
      guard touchUp <= time else { return false }
      firstTouchUp = min(firstTouchUp ?? touchUp, touchUp)
      seen[entry.stroke]?.touchUp = stamp
      return true
    }
    while waiting < order.count, plan.strokes[order[waiting]].touchDown <= time {
      let stroke = order[waiting]
      waiting += 1
      // A touch may be too short for a frame.
      guard plan.strokes[stroke].touchUp > time else { continue }
      lastID += 1
      down.append((stroke, lastID))
      seen[stroke] = (stamp, stamp)
    }
    var isInterrupted = isInterrupted(at: time)
    // In the frame of its touch up, an interruption would cancel a touch that ended before it.
    if isInterrupted, !wasInterrupted, let firstTouchUp,
      firstTouchUp <= interruptions[nextInterruption].lowerBound
    {
      let start = time.advanced(byMicroseconds: 1)
      let least = start.advanced(byMicroseconds: period)
      interruptions[nextInterruption] =
        start..<max(interruptions[nextInterruption].upperBound, least)
      isInterrupted = false
    }
    if hadContacts || !down.isEmpty || isInterrupted != wasInterrupted {
      let contacts = down.map { contact($0.stroke, id: $0.id, at: time, number) }
      frames.append(ContactFrame(time: stamp, contacts: contacts, isInterrupted: isInterrupted))
    }
    wasInterrupted = isInterrupted
  }

  private func contact(_ index: Int, id: Contact.ID, at time: Timestamp, _ number: Int) -> Contact {
    let stroke = plan.strokes[index]
    var position = stroke.position(at: time)
    if stroke.character.noise > 0 {
      var generator = generator(.position, of: index, number)
      position.x += generator.gaussian() * stroke.character.noise
      position.y += generator.gaussian() * stroke.character.noise
    }
    position.x = onGrid(position.x, below: plan.touchArea.width)
    position.y = onGrid(position.y, below: plan.touchArea.height)
    let pressure = sensor.reportsPressure ? stroke.pressure(at: time) : nil
    return Contact(id: id, position: position, pressure: pressure.map(onPressureGrid))
  }

  /// The nearest coordinate that the sensor can report, within its edges; not-a-number becomes 0.
  private func onGrid(_ value: Double, below size: Double) -> Double {
    let clamped = value > 0 ? min(value, size) : 0
    let step = sensor.resolution
    guard step > 0 else { return clamped }
    let rounded = (clamped / step).rounded() * step
    return rounded <= size ? rounded : (clamped / step).rounded(.down) * step
  }

  /// The nearest of the 255 steps of pressure that touchpads report; a contact has at least one.
  private func onPressureGrid(_ value: Double) -> Double {
    min(max((value * 255).rounded(), 1), 255) / 255
  }

  private func stamp(_ time: Timestamp, _ number: Int) -> Timestamp {
    guard jitter > 0 else { return time }
    var generator = generator(.stamp, number)
    let share = min(max(generator.gaussian() * jitter, -0.45), 0.45)
    return max(time.advanced(bySeconds: share / sensor.rate), .zero)
  }

  private mutating func isDropped(_ number: Int) -> Bool {
    guard sensor.droppedFrames > 0 else { return false }
    var generator = generator(.drop, number)
    wasDropped = !wasDropped && generator.uniform() < sensor.droppedFrames
    return wasDropped
  }

  /// The next sample at a touch down or interruption: without fingers none is taken before.
  private func numberOfNextEvent(after time: Timestamp, _ number: Int) -> Int {
    var next = waiting < order.count ? plan.strokes[order[waiting]].touchDown : end
    // The frame that was dropped at this time may have been due after the end of an interruption.
    if let open = interruptions[nextInterruption...].first(where: { $0.upperBound > time }) {
      next = min(next, open.lowerBound > time ? open.lowerBound : open.upperBound)
    }
    // One sample early, so that rounding cannot miss the event.
    let jump = (next.seconds * sensor.rate).rounded(.down) - 1
    return max(number + 1, jump < 1e15 ? Int(jump) : number + 1)
  }
}
