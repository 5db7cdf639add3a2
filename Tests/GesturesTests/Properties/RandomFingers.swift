import Contacts
import Timeline
import TouchScript

/// Frames of fingers that move at random, with and without sense.
///
/// A script depends only on its seed, so that a failing one can be played again.
struct RandomFingers {
  /// Events besides touch down, movement and lift.
  struct Disturbances: OptionSet {
    let rawValue: Int
    static let cancellations = Disturbances(rawValue: 1)
    static let interruptions = Disturbances(rawValue: 2)
    static let palms = Disturbances(rawValue: 4)
    static let buttons = Disturbances(rawValue: 8)
    static let extraFingers = Disturbances(rawValue: 16)
    static let resumedTouches = Disturbances(rawValue: 32)
    static let all = Disturbances(rawValue: 63)
  }

  /// A movement that the fingers make together for a while.
  private enum Motion {
    case rest
    case translate(Vector)
    case spread(Double)
    case turn(Double)
    case disagree
  }

  private let disturbances: Disturbances
  private let touchArea: Size
  private var random: SeededGenerator
  private var fingers: [Contact] = []
  private var lastID = 0
  private var time = Timestamp.zero
  private var buttons: ContactFrame.Buttons = []
  private var isInterrupted = false
  private var motion = Motion.rest
  private var lastTouchUp = Point.zero

  init(seed: Int, disturbances: Disturbances = .all, touchArea: Size = Size(width: 90, height: 60))
  {
    random = SeededGenerator(seed: UInt64(seed))
    self.disturbances = disturbances
    self.touchArea = touchArea
  }

  /// A script of the given number of frames.
  static func script(
    seed: Int, frames: Int, disturbances: Disturbances = .all
  ) -> [ContactFrame] {
    var fingers = RandomFingers(seed: seed, disturbances: disturbances)
    return (0..<frames).map { _ in fingers.frame() }
  }

  /// The next frame.
  mutating func frame() -> ContactFrame {
    time = time.advanced(byMicroseconds: Int64(pause()))
    if chance(0.06) { changeMotion() }
    move()
    var cancelled: [Contact.ID] = []
    liftSome(&cancelled)
    addSome()
    var frame = ContactFrame(time: time, contacts: fingers, cancelled: cancelled)
    frame.contacts.sort { $0.id < $1.id }
    if happens(.interruptions, 0.004) {
      isInterrupted = true
    } else if chance(0.3) {
      isInterrupted = false
    }
    if happens(.buttons, 0.02) { buttons.formSymmetricDifference(.left) }
    if happens(.extraFingers, 0.02), !fingers.isEmpty { frame.extraFingers = below(3) }
    frame.buttons = buttons
    frame.isInterrupted = isInterrupted
    return frame
  }
}

// MARK: - What happens in a frame

extension RandomFingers {
  /// Microseconds: mostly a sensor's interval, sometimes zero, sometimes longer than any deadline.
  private mutating func pause() -> Int {
    if chance(0.03) { return 0 }
    if chance(0.04) { return 20_000 + below(1_200_000) }
    return 1000 + below(16_000)
  }

  private mutating func changeMotion() {
    switch below(6) {
    case 0, 1: motion = .rest
    case 2: motion = .translate(Vector(dx: signed(4), dy: signed(4)))
    case 3: motion = .spread(1 + signed(0.08))
    case 4: motion = .turn(signed(0.15))
    default: motion = .disagree
    }
  }

  private mutating func move() {
    guard !fingers.isEmpty, !chance(0.2) else { return }
    var sum = Vector.zero
    for finger in fingers { sum = sum + (finger.position - .zero) }
    let centroid = Point.zero + sum / Double(fingers.count)
    for index in fingers.indices {
      let arm = fingers[index].position - centroid
      let position: Point
      switch motion {
      case .rest: position = chance(0.8) ? fingers[index].position : jump(index, by: 0.2)
      case .translate(let translation): position = fingers[index].position + translation
      case .spread(let factor): position = centroid + arm * factor
      case .turn(let sine):
        position = centroid + arm + Vector(dx: -arm.dy, dy: arm.dx) * sine
      case .disagree: position = jump(index, by: 3)
      }
      fingers[index].position = rounded(position)
      if happens(.palms, 0.0005) { fingers[index].tool = .palm }
      if happens(.palms, 0.002) { fingers[index].pressure = random.uniform() * 0.6 }
    }
  }

  private mutating func jump(_ index: Int, by reach: Double) -> Point {
    fingers[index].position + Vector(dx: signed(reach), dy: signed(reach))
  }

  private mutating func liftSome(_ cancelled: inout [Contact.ID]) {
    let liftsAll = chance(0.03)
    var kept: [Contact] = []
    for finger in fingers {
      if liftsAll || chance(0.025) {
        lastTouchUp = finger.position
        if happens(.cancellations, 0.1) { cancelled.append(finger.id) }
      } else {
        kept.append(finger)
      }
    }
    fingers = kept
    cancelled.sort()
  }

  private mutating func addSome() {
    let isLikely = fingers.isEmpty ? 0.25 : 0.03
    var count = chance(isLikely) ? 1 + (chance(0.3) ? below(4) : 0) : 0
    while count > 0, fingers.count < 12 {
      lastID += 1
      var position = Point(
        x: random.uniform() * touchArea.width, y: random.uniform() * touchArea.height)
      // Fingers return to the last position, for another tap or a tap-and-drag.
      if chance(0.3) { position = lastTouchUp + Vector(dx: signed(3), dy: signed(3)) }
      fingers.append(
        Contact(
          id: lastID, position: rounded(position), tool: happens(.palms, 0.01) ? .palm : .finger,
          isResumed: happens(.resumedTouches, 0.03)))
      count -= 1
    }
  }

  /// Rounds to sixteenths of a millimetre as a sensor does; they stay exact under negation and
  /// doubling.
  private func rounded(_ point: Point) -> Point {
    Point(x: (point.x * 16).rounded() / 16, y: (point.y * 16).rounded() / 16)
  }
}

// MARK: - Chance

extension RandomFingers {
  private mutating func chance(_ probability: Double) -> Bool { random.uniform() < probability }

  private mutating func happens(_ disturbance: Disturbances, _ probability: Double) -> Bool {
    // Drawn even if disabled, so that the rest of the script does not change.
    let happens = chance(probability)
    return happens && disturbances.contains(disturbance)
  }

  private mutating func below(_ limit: Int) -> Int { Int(random.uniform() * Double(limit)) }

  private mutating func signed(_ reach: Double) -> Double {
    (random.uniform() * 2 - 1) * reach
  }
}
