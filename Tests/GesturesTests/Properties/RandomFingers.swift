import Contacts
import Timeline
import TouchScript

/// Fingers that do whatever a seed makes them do, sensible and senseless, as frames.
///
/// Every draw is the same for a seed, so that a failing script can be played again by its number.
struct RandomFingers {
  /// What may happen beside landings, movements and lifts.
  struct Mishaps: OptionSet {
    let rawValue: Int
    static let cancellations = Mishaps(rawValue: 1)
    static let interruptions = Mishaps(rawValue: 2)
    static let palms = Mishaps(rawValue: 4)
    static let buttons = Mishaps(rawValue: 8)
    static let extraFingers = Mishaps(rawValue: 16)
    static let resumedTouches = Mishaps(rawValue: 32)
    static let all = Mishaps(rawValue: 63)
  }

  /// What the fingers do together for a while.
  private enum Mood {
    case rest
    case translate(Vector)
    case spread(Double)
    case turn(Double)
    case disagree
  }

  private let mishaps: Mishaps
  private let touchArea: Size
  private var random: SeededGenerator
  private var fingers: [Contact] = []
  private var lastID = 0
  private var time = Timestamp.zero
  private var buttons: ContactFrame.Buttons = []
  private var isInterrupted = false
  private var mood = Mood.rest
  private var lastLift = Point.zero

  init(seed: Int, mishaps: Mishaps = .all, touchArea: Size = Size(width: 90, height: 60)) {
    random = SeededGenerator(seed: UInt64(seed))
    self.mishaps = mishaps
    self.touchArea = touchArea
  }

  /// A script of so many frames.
  static func script(
    seed: Int, frames: Int, mishaps: Mishaps = .all
  ) -> [ContactFrame] {
    var fingers = RandomFingers(seed: seed, mishaps: mishaps)
    return (0..<frames).map { _ in fingers.frame() }
  }

  /// The next frame.
  mutating func frame() -> ContactFrame {
    time = time.advanced(byMicroseconds: Int64(pause()))
    if chance(0.06) { changeMood() }
    move()
    var cancelled: [Contact.ID] = []
    liftSome(&cancelled)
    landSome()
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
  /// Microseconds: mostly a sensor's, sometimes none, sometimes longer than any deadline.
  private mutating func pause() -> Int {
    if chance(0.03) { return 0 }
    if chance(0.04) { return 20_000 + below(1_200_000) }
    return 1000 + below(16_000)
  }

  private mutating func changeMood() {
    switch below(6) {
    case 0, 1: mood = .rest
    case 2: mood = .translate(Vector(dx: signed(4), dy: signed(4)))
    case 3: mood = .spread(1 + signed(0.08))
    case 4: mood = .turn(signed(0.15))
    default: mood = .disagree
    }
  }

  private mutating func move() {
    guard !fingers.isEmpty, !chance(0.2) else { return }
    var sum = Vector.zero
    for finger in fingers { sum = sum + (finger.position - .zero) }
    let centroid = Point.zero + sum / Double(fingers.count)
    for index in fingers.indices {
      let arm = fingers[index].position - centroid
      let place: Point
      switch mood {
      case .rest: place = chance(0.8) ? fingers[index].position : jump(index, by: 0.2)
      case .translate(let way): place = fingers[index].position + way
      case .spread(let factor): place = centroid + arm * factor
      case .turn(let sine):
        place = centroid + arm + Vector(dx: -arm.dy, dy: arm.dx) * sine
      case .disagree: place = jump(index, by: 3)
      }
      fingers[index].position = rounded(place)
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
        lastLift = finger.position
        if happens(.cancellations, 0.1) { cancelled.append(finger.id) }
      } else {
        kept.append(finger)
      }
    }
    fingers = kept
    cancelled.sort()
  }

  private mutating func landSome() {
    let isLikely = fingers.isEmpty ? 0.25 : 0.03
    var count = chance(isLikely) ? 1 + (chance(0.3) ? below(4) : 0) : 0
    while count > 0, fingers.count < 12 {
      lastID += 1
      var place = Point(
        x: random.uniform() * touchArea.width, y: random.uniform() * touchArea.height)
      // Fingers come back, for another tap or a drag.
      if chance(0.3) { place = lastLift + Vector(dx: signed(3), dy: signed(3)) }
      fingers.append(
        Contact(
          id: lastID, position: rounded(place), tool: happens(.palms, 0.01) ? .palm : .finger,
          isResumed: happens(.resumedTouches, 0.03)))
      count -= 1
    }
  }

  /// Sixteenths of a millimetre, as a sensor would; negation and doubling keep them exact.
  private func rounded(_ point: Point) -> Point {
    Point(x: (point.x * 16).rounded() / 16, y: (point.y * 16).rounded() / 16)
  }
}

// MARK: - Chance

extension RandomFingers {
  private mutating func chance(_ probability: Double) -> Bool { random.uniform() < probability }

  private mutating func happens(_ mishap: Mishaps, _ probability: Double) -> Bool {
    // Drawn in any case, so that a script does not change its course with what is left out.
    let happens = chance(probability)
    return happens && mishaps.contains(mishap)
  }

  private mutating func below(_ limit: Int) -> Int { Int(random.uniform() * Double(limit)) }

  private mutating func signed(_ reach: Double) -> Double {
    (random.uniform() * 2 - 1) * reach
  }
}
