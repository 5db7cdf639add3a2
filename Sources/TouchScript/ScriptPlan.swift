public import Contacts
public import Timeline

/// The strokes that actions have laid down so far, and the moment at which the next one starts.
public struct ScriptPlan: Sendable {
  /// Width and height of the surface in millimetres.
  public let touchArea: Size
  public let hand: Hand
  /// When the next action starts.
  public internal(set) var now = Timestamp.zero
  /// Decides what differs from one gesture to the next.
  public var generator: SeededGenerator

  var strokes: [Stroke] = []
  var intents: [Intent] = []
  /// When the user's attention is elsewhere.
  var interruptions: [Range<Timestamp>] = []

  /// What happens to the device.
  var happenings: [Happening] = []

  /// A gesture and the strokes that make it.
  struct Intent: Sendable {
    var gesture: ExpectedGesture
    var strokes: Range<Int>
  }

  init(touchArea: Size, hand: Hand) {
    self.touchArea = touchArea
    self.hand = hand
    generator = SeededGenerator(seed: hand.seed)
  }
}

extension ScriptPlan {
  /// Lets time pass, at most a million seconds; not-a-number and negative durations count as none.
  public mutating func wait(_ seconds: Double) {
    now = now.advanced(bySeconds: seconds > 0 ? min(seconds, 1e6) : 0)
  }

  /// Plays actions from this moment on, each on its own, until the last one is over.
  public mutating func together(_ actions: [any FingerAction]) {
    let start = now
    var end = now
    for action in actions {
      now = start
      action.perform(in: &self)
      end = max(end, now)
    }
    now = end
  }

  /// Takes the user's attention away for some seconds, from this moment on; time passes.
  public mutating func interrupt(_ seconds: Double) {
    let start = now
    wait(seconds)
    interruptions.append(start..<now)
  }

  /// Something happens to the device for some seconds, from this moment on; time passes.
  public mutating func happen(_ kind: Happening.Kind, for seconds: Double) {
    let start = now
    wait(seconds)
    happenings.append(Happening(kind, start: start, end: now))
  }

  /// States that the strokes since that count make this gesture.
  public mutating func expect(_ gesture: ExpectedGesture, fromStroke first: Int) {
    intents.append(Intent(gesture: gesture, strokes: first..<strokes.count))
  }

  /// How many fingers have landed so far.
  public var strokeCount: Int { strokes.count }
}

extension ScriptPlan {
  /// Puts fingers down, moves them together, and lifts them.
  ///
  /// All start to move when the last one has landed, and are done when the first one lifts; those
  /// that lift later go on at their last velocity. The stagger is never longer than a quarter of
  /// the movement: quick gestures are landed quickly.
  ///
  /// - Parameter rest: seconds that the fingers stay in their places first, at most an hour.
  public mutating func move(_ movements: [Movement], afterRest rest: Double = 0) {
    let longest = movements.map(\.duration).max() ?? 0
    let landing = min(hand.landingStagger.draw(&generator), longest / 4)
    let lift = min(hand.liftStagger.draw(&generator), longest / 4)
    stroke(movements, landing: landing, rest: rest > 0 ? min(rest, 3600) : 0, lift: lift)
  }

  /// Puts fingers down in their places for a moment and lifts them.
  public mutating func tap(_ places: [Point], duration: Double) {
    let movements = places.map { Movement.still($0, duration: duration) }
    let longest = movements.first?.duration ?? 0
    let landing = min(hand.tapStagger.draw(&generator), longest / 2)
    let lift = min(hand.tapStagger.draw(&generator), longest / 2)
    stroke(movements, landing: landing, rest: 0, lift: lift)
  }

  /// Puts fingers down, each so many seconds from this moment on; each lifts when its own movement
  /// is over, and time passes until the last one has.
  public mutating func land(_ fingers: [(movement: Movement, after: Double)]) {
    let start = now
    for finger in fingers {
      let delay = finger.after > 0 ? min(finger.after, 1e6) : 0
      let landing = start.advanced(bySeconds: delay)
      // A microsecond more, so that a frame at the very end still has the finger down.
      let lift = landing.advanced(bySeconds: finger.movement.duration).advanced(byMicroseconds: 1)
      strokes.append(
        Stroke(
          landing: landing, lift: lift, movement: finger.movement, motionStart: landing,
          character: character()))
      now = max(now, lift)
    }
  }

  private mutating func stroke(
    _ movements: [Movement], landing: Double, rest: Double, lift: Double
  ) {
    let duration = movements.map(\.duration).max() ?? 0
    let landings = staggered(movements.count, over: landing)
    let lifts = staggered(movements.count, over: lift)
    let motionStart = now.advanced(bySeconds: (landings.max() ?? 0) + rest)
    // A microsecond more, so that a frame at the very end still has the fingers down.
    let motionEnd = motionStart.advanced(bySeconds: duration).advanced(byMicroseconds: 1)
    let start = now
    for (index, movement) in movements.enumerated() {
      let lift = motionEnd.advanced(bySeconds: lifts[index])
      strokes.append(
        Stroke(
          landing: start.advanced(bySeconds: landings[index]), lift: lift, movement: movement,
          motionStart: motionStart, character: character()))
      now = max(now, lift)
    }
  }

  /// Moments for so many fingers: one at 0, one at `span`, others between; in any order.
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
      landingPressure: hand.landingPressure.draw(&generator),
      liftPressure: hand.liftPressure.draw(&generator))
  }

  /// A vector of a drawn length in any direction.
  mutating func randomVector(_ length: Spread) -> Vector {
    let drawn = length.draw(&generator)
    // A point of the square outside the circle is drawn again: all directions are equally likely.
    while true {
      let vector = Vector(dx: generator.uniform() * 2 - 1, dy: generator.uniform() * 2 - 1)
      let size = vector.length
      if size > 0.1 && size <= 1 { return vector / size * drawn }
    }
  }
}
