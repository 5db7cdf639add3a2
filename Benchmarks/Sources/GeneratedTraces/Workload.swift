public import Contacts
import Timeline
import TouchScript

/// The movements that the hand of a generated trace repeats.
public enum Workload: String, CaseIterable, Sendable {
  /// Two fingers that stay down, move in every frame, and keep pan, pinch and rotation active.
  case moving
  /// Taps and swipes of one to three fingers: many touch-downs, few frames between them.
  case landings
  /// All of the standard gestures, made by a scripted human hand.
  case mixed
}

extension Workload {
  /// The touch area of all generated traces, in mm.
  public static let touchArea = Size(width: 100, height: 60)

  /// The frames of one round; the next round continues at its end.
  public func round() -> Round {
    switch self {
    case .moving: Round(Workload.movingFrames())
    case .landings: Round(Workload.frames(of: Workload.landingActions))
    case .mixed: Round(Workload.frames(of: Workload.landingActions + Workload.longActions))
    }
  }

  private static func frames(of actions: [any FingerAction]) -> [ContactFrame] {
    let pauses = actions.flatMap { action -> [any FingerAction] in [action, Wait(0.1)] }
    return FingerScript(pauses).frames(on: touchArea, hand: .human)
  }

  private static var landingActions: [any FingerAction] {
    let middle = Point(x: 50, y: 30)
    return (1...3).flatMap { fingers -> [any FingerAction] in
      [
        Tap(at: middle, count: 1, fingers: fingers),
        Swipe(.left, at: middle, fingers: fingers),
        Tap(at: Point(x: 70, y: 20), count: 2, fingers: fingers),
        Swipe(.right, at: middle, fingers: fingers),
      ]
    }
  }

  private static var longActions: [any FingerAction] {
    let middle = Point(x: 50, y: 30)
    return [
      Pinch(center: middle, from: 20, to: 40), Rotation(center: middle, degrees: 70),
      Pan(from: Point(x: 20, y: 20), to: Point(x: 80, y: 40), duration: 2),
      Pan(from: Point(x: 40, y: 10), to: Point(x: 40, y: 40), duration: 2, fingers: 2),
      LongPress(at: middle, duration: 0.8),
      TapAndDrag(from: Point(x: 30, y: 30), to: Point(x: 70, y: 30)),
      Pinch(center: middle, from: 40, to: 20), Rotation(center: middle, degrees: -70),
    ]
  }
}

// MARK: - Fingers that stay down

extension Workload {
  /// Spreads, rotates, shifts, and reverses all three: each of the movements is ahead once.
  private static func movingFrames() -> [ContactFrame] {
    (0..<1000).map { index in
      let part = Double(index) / 1000
      let radius = 12 + 10 * there(part, from: 0)
      let turn = 1.8 * there(part, from: 0.15)
      let shift = 20 * there(part, from: 0.3)
      let center = Point(x: 35 + shift, y: 30)
      let arm = direction(turn) * radius
      return ContactFrame(
        time: Timestamp(microseconds: Int64(index) * 8000),
        contacts: [
          Contact(id: 1, position: center + arm, pressure: 0.3),
          Contact(id: 2, position: center - arm, pressure: 0.3),
        ])
    }
  }

  /// Goes from 0 to 1 in 0.15 of a round and back in its second half.
  private static func there(_ part: Double, from start: Double) -> Double {
    let forth = max(0, min(1, (part - start) / 0.15))
    let back = max(0, min(1, (part - 0.5 - start) / 0.15))
    return forth - back
  }

  private static func direction(_ radians: Double) -> Vector {
    let degrees = radians * 180 / Double.pi
    return Vector(
      dx: Trigonometry.cosine(degrees: degrees), dy: Trigonometry.sine(degrees: degrees))
  }
}
