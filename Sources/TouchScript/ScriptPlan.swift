public import Contacts
public import Timeline

/// The strokes of the actions so far, and the time at which the next one starts.
public struct ScriptPlan: Sendable {
  /// The width and height of the touch area in millimetres.
  public let touchArea: Size
  public let hand: Hand
  /// The time at which the next action starts.
  public internal(set) var now = Timestamp.zero
  /// The source of the differences between gestures. Each action has its own, see ``perform(_:)``.
  public var generator: SeededGenerator
  /// The seed of ``generator``.
  private var seed: UInt64

  var strokes: [Stroke] = []
  var intents: [Intent] = []
  var interruptions: [Range<Timestamp>] = []
  var deviceEvents: [DeviceEvent] = []

  /// A gesture and the strokes that make it.
  struct Intent: Sendable {
    var gesture: IntendedGesture
    var strokes: Range<Int>
  }

  init(touchArea: Size, hand: Hand) {
    self.touchArea = touchArea
    self.hand = hand
    seed = hand.seed
    generator = SeededGenerator(seed: seed)
  }

  /// Performs actions one after the other, each with separate noise.
  ///
  /// An action draws from a generator chosen by its number, which is its index unless it is
  /// ``Numbered``.
  public mutating func perform(_ actions: [any FingerAction]) {
    for (index, action) in actions.enumerated() { perform(action, index: index) }
  }

  mutating func perform(_ action: any FingerAction, index: Int) {
    let outer = (seed, generator)
    var numbered = SeededGenerator(seed: seed, item: (action as? Numbered)?.number ?? index)
    seed = numbered.next()
    generator = SeededGenerator(seed: seed)
    action.perform(in: &self)
    (seed, generator) = outer
  }

  /// Lets time pass, at most a million seconds; not-a-number and negative durations count as zero.
  public mutating func wait(_ seconds: Double) {
    now = now.advanced(bySeconds: seconds > 0 ? min(seconds, 1e6) : 0)
  }

  /// Adds an event of the device that takes the given seconds, from now on; time passes.
  mutating func addDeviceEvent(_ kind: DeviceEvent.Kind, for seconds: Double) {
    let start = now
    wait(seconds)
    deviceEvents.append(DeviceEvent(kind, start: start, end: now))
  }

  /// States that the strokes from an index on are meant to produce a gesture.
  ///
  /// - Parameter first: The index of the first stroke, clamped to 0...``strokeCount``.
  public mutating func expect(_ gesture: IntendedGesture, fromStroke first: Int) {
    let first = max(0, min(strokes.count, first))
    intents.append(Intent(gesture: gesture, strokes: first..<strokes.count))
  }

  /// The number of touch downs so far.
  public var strokeCount: Int { strokes.count }

  /// Puts fingers down, moves them together, and lifts them.
  ///
  /// All fingers start to move when the last one is down, and have arrived when the first one
  /// lifts; the fingers that lift later slow down to rest. The stagger does not depend on the
  /// movement (docs/data/hands-stagger.csv).
  ///
  /// - Parameter rest: The seconds that the fingers rest before they move, at most an hour.
  public mutating func move(_ movements: [Movement], afterRest rest: Double = 0) {
    let touchDown = hand.touchDownStagger.draw(&generator)
    let touchUp = hand.touchUpStagger.draw(&generator)
    stroke(movements, touchDown: touchDown, rest: rest > 0 ? min(rest, 3600) : 0, touchUp: touchUp)
  }

  /// Puts fingers down at the given positions and lifts them.
  public mutating func tap(_ positions: [Point], duration: Double) {
    let movements = positions.map { Movement.still($0, duration: duration) }
    let touchDown = hand.tapStagger.draw(&generator)
    let touchUp = hand.tapStagger.draw(&generator)
    stroke(movements, touchDown: touchDown, rest: 0, touchUp: touchUp)
  }

  /// Puts fingers down, each after its own delay in seconds; each lifts at the end of its movement,
  /// and time passes until the last one has lifted.
  public mutating func touchDown(_ fingers: [(movement: Movement, after: Double)]) {
    let start = now
    for finger in fingers {
      let delay = finger.after > 0 ? min(finger.after, 1e6) : 0
      let touchDown = start.advanced(bySeconds: delay)
      // The additional microsecond keeps the finger down in a frame at the very end.
      let touchUp = touchDown.advanced(bySeconds: finger.movement.duration).advanced(
        byMicroseconds: 1)
      strokes.append(
        Stroke(
          touchDown: touchDown, touchUp: touchUp, movement: finger.movement, motionStart: touchDown,
          character: character()))
      now = max(now, touchUp)
    }
  }

  private mutating func stroke(
    _ movements: [Movement], touchDown: Double, rest: Double, touchUp: Double
  ) {
    let duration = movements.map(\.duration).max() ?? 0
    let touchDowns = staggered(movements.count, over: touchDown)
    let touchUps = staggered(movements.count, over: touchUp)
    let motionStart = now.advanced(bySeconds: (touchDowns.max() ?? 0) + rest)
    // The additional microsecond keeps the fingers down in a frame at the very end.
    let motionEnd = motionStart.advanced(bySeconds: duration).advanced(byMicroseconds: 1)
    let start = now
    for (index, movement) in movements.enumerated() {
      let touchUp = motionEnd.advanced(bySeconds: touchUps[index])
      strokes.append(
        Stroke(
          touchDown: start.advanced(bySeconds: touchDowns[index]), touchUp: touchUp,
          movement: movement, motionStart: motionStart, character: character()))
      now = max(now, touchUp)
    }
  }

  /// A delay for each of the fingers, in any order: one of 0, one of `span`, others between.
  private mutating func staggered(_ count: Int, over span: Double) -> [Double] {
    var moments = (0..<count).map { index in
      index == 0 ? 0 : index == 1 ? span : span * generator.uniform()
    }
    for index in stride(from: count - 1, to: 0, by: -1) {
      moments.swapAt(index, generator.index(below: index + 1))
    }
    return moments
  }

  private mutating func character() -> Stroke.Character {
    Stroke.Character(
      seed: generator.next(), tremor: hand.tremor.draw(&generator),
      noise: hand.sensor.noise.draw(&generator), roll: randomVector(hand.roll),
      pressure: hand.pressure.draw(&generator),
      touchDownPressure: hand.touchDownPressure.draw(&generator),
      touchUpPressure: hand.touchUpPressure.draw(&generator))
  }

  mutating func randomVector(_ length: Spread) -> Vector {
    let drawn = length.draw(&generator)
    // Points outside the circle are drawn again, so that all directions are equally likely.
    while true {
      let vector = Vector(dx: generator.uniform() * 2 - 1, dy: generator.uniform() * 2 - 1)
      let size = vector.length
      if size > 0.1 && size <= 1 { return vector / size * drawn }
    }
  }

  /// The position, or the middle of the touch area for nil.
  public func position(_ position: Point?) -> Point {
    position ?? Point(x: touchArea.width / 2, y: touchArea.height / 2)
  }

  /// The offset of positions that are relative to the middle of the touch area.
  func offset(isCentered: Bool) -> Vector {
    isCentered ? Vector(dx: touchArea.width / 2, dy: touchArea.height / 2) : .zero
  }

  /// The positions of the fingers of a hand relative to their middle, in millimetres.
  ///
  /// The fingers are side by side on a line that may slope, the outer ones a little behind the
  /// middle ones. In a small room they close up, to not less than 10 mm.
  private mutating func formation(of fingers: Int, within room: Size) -> [Vector] {
    let count = max(fingers, 1)
    guard count > 1 else { return [.zero] }
    let gaps = Double(count - 1)
    let drawn = hand.spacing.draw(&generator)
    let slope = hand.slope.draw(&generator)
    let length = (1 + slope * slope).squareRoot()
    // A level row needs no height.
    let height = slope == 0 ? .infinity : (room.height - 4) * length / slope.magnitude
    let fit = min((room.width - 4) * length, height) / gaps
    let spacing = min(drawn, max(fit, 10))
    let width = spacing * gaps / length
    let offsets = (0..<count).map { index in
      let side = Double(index) / gaps * 2 - 1
      let x = side * width / 2
      return Vector(dx: x, dy: x * slope + side * side * hand.arch)
    }
    let middle = offsets.reduce(.zero, +) / Double(count)
    return offsets.map { $0 - middle }
  }

  /// The movements of fingers that all move alike, side by side.
  ///
  /// A hand that would cross an edge of the touch area moves inward; fingers without room for the
  /// movement close up, to not less than 10 mm.
  public mutating func sideBySide(_ movement: Movement, fingers: Int) -> [Movement] {
    let own = positions(of: movement)
    let room = Size(
      width: touchArea.width - span(own.map(\.x)), height: touchArea.height - span(own.map(\.y)))
    let movements = formation(of: fingers, within: room).map { movement.shifted(by: $0) }
    guard movements.count > 1 else { return movements }
    let all = movements.flatMap(positions(of:))
    let offset = Vector(
      dx: inward(all.map(\.x), size: touchArea.width),
      dy: inward(all.map(\.y), size: touchArea.height))
    return movements.map { $0.shifted(by: offset) }
  }

  private func positions(of movement: Movement) -> [Point] {
    (0...8).map { movement.position(at: movement.duration * Double($0) / 8) }
  }

  private func span(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }

  /// The offset that brings coordinates at least 2 mm inside, if they fit; else to the middle.
  private func inward(_ values: [Double], size: Double) -> Double {
    guard let low = values.min(), let high = values.max() else { return 0 }
    let margin = 2.0
    if high - low > size - 2 * margin { return size / 2 - (low + high) / 2 }
    return max(margin - low, 0) + min(size - margin - high, 0)
  }
}
