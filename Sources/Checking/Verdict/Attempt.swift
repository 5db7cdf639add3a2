import Playback
import RealModule
import TouchScript

/// The movement that is expected to be a gesture, with the relevant frames around it.
struct Attempt {
  private(set) var device: PlayedDevice
  var frames: [ContactFrame] {
    get { device.frames }
    // In place: a setter would copy the array for each changed frame.
    _modify { yield &device.frames }
  }
  /// The indices of the movement, from the first touch down to the frame of the last touch up.
  var movement: Range<Int>
  /// The frames in which the expected gesture starts: the movement, or a touch of a series of taps.
  private var starts: Range<Int>
  /// The improbability that the movement is meant as the gesture, to compare devices.
  private(set) var cost = 0.0

  /// Creates an attempt of a movement that is to be changed.
  init(_ device: PlayedDevice, movement: Range<Int>) {
    self.device = device
    self.movement = movement
    starts = movement
  }

  var start: Timestamp { frames[movement.lowerBound].time }
  var end: Timestamp { frames[movement.upperBound - 1].time }
  var touches: Int { frames[movement].map { $0.contacts.count + $0.extraFingers }.max() ?? 0 }
  var touchDowns: Int { Attempt.touches(in: Array(frames[movement])).count }

  /// Whether fingers are down outside the movement.
  var isOneOfSeveral: Bool {
    frames.indices.contains { !movement.contains($0) && !frames[$0].contacts.isEmpty }
  }

  /// Plays the frames with a profile, until the expected gesture if `stopsEarly`.
  func play(
    _ expected: ExpectedGesture, _ profile: Profile, stopsEarly: Bool = false
  ) -> AttemptResult {
    let session = GestureSession(
      Window(touchArea: device.touchArea), isTouchpad: device.isTouchpad,
      set: RecognizerSet(profile: profile, classifier: device.classifier))
    var result = AttemptResult()
    let span = start...end
    let starts = frames[starts.lowerBound].time...frames[starts.upperBound - 1].time
    // Later failures are those of later touches.
    let next = frames[movement.upperBound...].first { !$0.contacts.isEmpty }?.time
    let tracedSpan = start...min(next ?? .max, end.advanced(bySeconds: Attempt.pause))
    session.application.arbiter.tracer = { _, change in
      guard change.kind == expected.kind, change.reason != nil, tracedSpan.contains(change.time)
      else { return }
      result.failures.append(change)
    }
    session.observeGestures { gesture, isOutcome in
      guard isOutcome, span.contains(gesture.start) else { return }
      if expected.matches(gesture), starts.contains(gesture.start) { result.isRecognized = true }
      result.gestures.append(gesture)
    }
    session.application.palmObserver = { palm in
      if span.contains(palm.reason.time) { result.palms.append(palm) }
    }
    for frame in frames {
      session.application.send(frame)
      if stopsEarly && result.isRecognized { return result }
    }
    session.application.finish()
    return result
  }
}

struct AttemptResult {
  var isRecognized = false
  var gestures: [Gesture] = []
  /// The failures of recognizers of the expected kind since the start of the movement.
  var failures: [StateChange] = []
  var palms: [Palm] = []

  /// The gesture of the expected kind that an interruption cancelled; nil without an interruption.
  func cancelledGesture(_ expected: ExpectedGesture) -> Gesture? {
    gestures.first { $0.kind == expected.kind && $0.state == .cancelled }
  }
}

/// A device with the frames that it sent, for playing.
package struct PlayedDevice: Sendable {
  /// The name of the device in records; nil if it is the only one.
  package var name: String?
  /// The size of the touch area in mm.
  package var touchArea: Size
  package var isTouchpad: Bool
  package var classifier: ShapeClassifier?
  package var frames: [ContactFrame]

  package init(
    name: String? = nil, touchArea: Size, isTouchpad: Bool, classifier: ShapeClassifier? = nil,
    frames: [ContactFrame]
  ) {
    self.name = name
    self.touchArea = touchArea
    self.isTouchpad = isTouchpad
    self.classifier = classifier
    self.frames = frames
  }

  init(_ track: LoadedRecording.Track) {
    self.init(
      name: track.name, touchArea: track.playedSize, isTouchpad: track.touchArea.kind == .touchpad,
      classifier: track.classifier, frames: track.playedFrames)
  }
}

// MARK: - Finding the attempt

extension Attempt {
  /// The pause in seconds that ends every attempt: no recognizer waits as long for a touch.
  private static let pause = 1.0
  /// The seconds of earlier and later touches that are played with the movement.
  private static let context = 2.0
  /// The longest pause in seconds between taps that may be meant as one gesture.
  private static let maximumInterval = 2.0
  /// How far a finger moves that rests, in mm: between a tap and a short swipe.
  private static let maximumRest = 4.0
  /// How long a touch in seconds that may be meant as a tap is down.
  private static let maximumTap = 1.0

  /// The attempt that is most likely meant, with times from `origin`; nil without touches.
  init?(_ expected: ExpectedGesture, on device: PlayedDevice, origin: Timestamp, profile: Profile) {
    let touches = Attempt.touches(in: device.frames)
    guard let first = touches.first, let last = touches.last else { return nil }
    self.init(device, movement: first.lowerBound..<last.upperBound)
    let failures = play(expected, profile).failures.sorted { $0.time < $1.time }
    let windows = Attempt.windows(
      touches, frames, count: expected.kind == .tapAndDrag ? 2 : expected.taps ?? 1)
    let best =
      if let at = expected.at {
        windows.min { distance($0, at, origin) < distance($1, at, origin) }
      } else {
        windows.map { (window: $0, cost: cost($0, expected, failures)) }
          .min { $0.cost < $1.cost }?.window
      }
    guard let best else { return nil }
    cost = cost(best, expected, failures)
    // The nearest movement of all devices counts, then the likeliest one.
    if let at = expected.at { cost += 1e3 * distance(best, at, origin) }
    movement =
      expected.taps == nil
      ? best : extended(best, by: touches) { isTap($0) && $1 <= profile.tap.interval }
    starts = expected.at == nil ? movement : best
  }

  /// A movement with the touches before and after it, each as long as a condition of the touch and
  /// of the pause in seconds between them holds.
  private func extended(
    _ movement: Range<Int>, by touches: [Range<Int>], while isNear: (Range<Int>, Double) -> Bool
  ) -> Range<Int> {
    var (first, end) = (movement.lowerBound, movement.upperBound)
    for touch in touches.reversed() where touch.upperBound <= first {
      guard isNear(touch, seconds(from: touch.upperBound - 1, to: first)) else { break }
      first = touch.lowerBound
    }
    for touch in touches where touch.lowerBound >= end {
      guard isNear(touch, seconds(from: end - 1, to: touch.lowerBound)) else { break }
      end = touch.upperBound
    }
    return first..<end
  }

  private func seconds(from start: Int, to end: Int) -> Double {
    frames[end].time.seconds(since: frames[start].time)
  }

  private func isTap(_ touch: Range<Int>) -> Bool {
    measures(of: touch).distance <= Attempt.maximumRest
      && seconds(from: touch.lowerBound, to: touch.upperBound - 1) <= Attempt.maximumTap
  }

  private static func touches(in frames: [ContactFrame]) -> [Range<Int>] {
    FrameThinning.touches(frames) { !$0.contacts.isEmpty || $0.extraFingers > 0 }
  }

  /// The stretches of a number of consecutive touches, or the touches without such a stretch.
  private static func windows(
    _ touches: [Range<Int>], _ frames: [ContactFrame], count: Int
  ) -> [Range<Int>] {
    func isNear(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
      let end = frames[first.upperBound - 1].time
      return frames[second.lowerBound].time.seconds(since: end) <= maximumInterval
    }
    let count = max(1, count)
    let windows = touches.indices.dropLast(count - 1).compactMap { index -> Range<Int>? in
      let window = touches[index...].prefix(count)
      guard let first = window.first, let last = window.last,
        zip(window, window.dropFirst()).allSatisfy(isNear)
      else { return nil }
      return first.lowerBound..<last.upperBound
    }
    return windows.isEmpty ? touches : windows
  }

  /// The attempt without the frames that are too far from the movement to matter.
  var cut: Attempt {
    let last = movement.upperBound - 1
    let kept = extended(movement, by: Attempt.touches(in: frames)) { touch, pause in
      let distance = max(
        seconds(from: touch.lowerBound, to: movement.lowerBound),
        seconds(from: last, to: touch.upperBound - 1))
      return pause <= Attempt.pause && distance <= Attempt.context
    }
    let first = kept.lowerBound
    var part = self
    part.movement = movement.lowerBound - first..<movement.upperBound - first
    part.starts = starts.lowerBound - first..<starts.upperBound - first
    part.frames = Array(frames[kept])
    return part
  }

  private func distance(_ movement: Range<Int>, _ at: Double, _ origin: Timestamp) -> Double {
    let start = frames[movement.lowerBound].time.seconds(since: origin)
    let end = frames[movement.upperBound - 1].time.seconds(since: origin)
    return max(start - at, at - end, 0)
  }
}

// MARK: - Likelihood

extension Attempt {
  /// The improbability by fingers, then direction and distance, then distance from success.
  private func cost(
    _ movement: Range<Int>, _ expected: ExpectedGesture, _ failures: [StateChange]
  ) -> Double {
    let (distance, vector, touches) = measures(of: movement)
    let wantedTouches = expected.touches ?? max(touches, expected.kind.fewestTouches)
    var cost = abs(Double(touches) - Double(wantedTouches)) * 8
    let isResting = [.tap, .longPress, .tipTap].contains(expected.kind)
    let isMoving = distance > Attempt.maximumRest
    // A small turn or spread moves two fingers less than one that rests.
    let mayBeSmall = [.pinch, .rotation].contains(expected.kind) && touches > 1
    if isResting == isMoving, !mayBeSmall { cost += 4 }
    if !isResting, let wanted = expected.direction?.vector, wanted != .zero {
      let likeness = isMoving ? wanted.dot(vector) / vector.length : 0
      // The limit is 60 degrees.
      cost += likeness < 0.5 ? 4 : 1 - likeness
    }
    let (start, end) = (frames[movement.lowerBound].time, frames[movement.upperBound - 1].time)
    let origin = frames[0].time
    let near = failures.indices(
      where: { $0.time.seconds(since: origin) }, from: start.seconds(since: origin),
      through: end.seconds(since: origin) + Attempt.pause / 2)
    let nearest = failures[near].compactMap { $0.reason.map(Attempt.distance) }.min()
    return cost + (nearest ?? 3)
  }

  /// The direction nearest to that of the farthest finger; nil for fingers that rest.
  func direction(withDiagonals: Bool) -> Gesture.Direction? {
    let (distance, vector, _) = measures(of: movement)
    guard distance > Attempt.maximumRest else { return nil }
    if !withDiagonals { return Gesture.Direction(of: vector) }
    return Gesture.Direction.allCases.max { $0.vector.dot(vector) < $1.vector.dot(vector) }
  }

  /// The distance of a measure from its limit, from 0 to 2, or 3 without them.
  private static func distance(_ reason: FailureReason) -> Double {
    guard let measured = reason.measured, let limit = reason.limit else { return 3 }
    guard measured > 0, limit > 0 else { return 2 }
    return min(2, abs(Double.log(measured / limit)))
  }

  private func measures(of movement: Range<Int>) -> (
    distance: Double, vector: Vector, touches: Int
  ) {
    var starts: [Contact.ID: Point] = [:]
    var (distance, vector, touches) = (0.0, Vector.zero, 0)
    for frame in frames[movement] {
      touches = max(touches, frame.contacts.count + frame.extraFingers)
      for contact in frame.contacts {
        let start = starts[contact.id] ?? contact.position
        starts[contact.id] = start
        if contact.position.distance(to: start) > distance {
          vector = contact.position - start
          distance = vector.length
        }
      }
    }
    return (distance, vector, touches)
  }
}
