import Contacts
import Gestures
import Testing
import Timeline

/// The states that a recognizer has reported to its actions, in order.
final class StateLog {
  private(set) var states: [GestureState] = []
  /// Called after a state is recorded.
  var onReport: ((GestureRecognizer) -> Void)?

  init(_ recognizer: GestureRecognizer) {
    recognizer.addAction { [self] in
      states.append($0.state)
      onReport?($0)
    }
  }

  func count(_ state: GestureState) -> Int { states.count { $0 == state } }

  /// The states without the changes.
  var milestones: [GestureState] { states.filter { $0 != .changed } }
}

extension TouchStage {
  /// Attaches a recognizer to a view, or else to the window.
  @discardableResult
  func attach<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, to view: View? = nil
  ) -> Recognizer {
    (view ?? window).addGestureRecognizer(recognizer)
    return recognizer
  }

  func advance(to seconds: Double) { application.advance(to: Timestamp(seconds: seconds)) }

  /// Taps with a finger for 50 ms.
  func tap(_ id: Contact.ID, at seconds: Double, _ position: (Double, Double)) {
    frame(at: seconds, [id: position])
    frame(at: seconds + 0.05, up: [id])
  }
}

/// A contact at a position in points.
func contact(_ id: Contact.ID, _ x: Double, _ y: Double, pressure: Double? = nil) -> Contact {
  Contact(
    id: id,
    position: Point(x: x / Window.pointsPerMillimeter, y: y / Window.pointsPerMillimeter),
    pressure: pressure)
}

/// Whether two numbers differ by rounding only.
func isNear(_ first: Double, _ second: Double, within tolerance: Double = 1e-6) -> Bool {
  abs(first - second) <= tolerance
}

func isNear(_ first: Vector, _ second: Vector, within tolerance: Double = 1e-6) -> Bool {
  isNear(first.dx, second.dx, within: tolerance) && isNear(first.dy, second.dy, within: tolerance)
}

func isNear(_ first: Point, _ second: Point, within tolerance: Double = 1e-6) -> Bool {
  isNear(first - Point.zero, second - Point.zero, within: tolerance)
}

/// Fingers that touch down, move and lift at random.
///
/// Each step does one of the three. Fingers lift and return at least 60 ms apart, so that none counts as
/// one that was out of sight for a moment.
struct RandomSteps {
  enum Step {
    case down(Contact.ID)
    case up(Contact.ID)
    case move
  }

  private var random: SeededGenerator
  private(set) var positions: [Contact.ID: (Double, Double)] = [:]
  private var lastID = 0
  private let maximumCount: Int

  init(seed: Int, maximumCount: Int) {
    random = SeededGenerator(seed: UInt64(seed))
    self.maximumCount = maximumCount
  }

  mutating func next() -> Step {
    let choice = random.uniform()
    if positions.isEmpty || (choice < 0.15 && positions.count < maximumCount) {
      lastID += 1
      positions[lastID] = (30 + random.uniform() * 540, 30 + random.uniform() * 340)
      return .down(lastID)
    }
    if choice > 0.85 && positions.count > 1 {
      let ids = positions.keys.sorted()
      let id = ids[Int(random.uniform() * Double(ids.count))]
      positions[id] = nil
      return .up(id)
    }
    for id in positions.keys.sorted() where random.uniform() < 0.8 {
      let (x, y) = positions[id] ?? (0, 0)
      positions[id] = (
        x + (random.uniform() - 0.5) * 80, y + (random.uniform() - 0.5) * 80
      )
    }
    return .move
  }
}
