public import Contacts
public import TouchScript

/// A source of random finger scripts for `forAll(fingers:)`.
///
/// Generators combine freely:
///
/// ```swift
/// let visits = ScriptGenerator.taps(count: 1...3, fingers: 1...5).then(.swipes())
/// let crowds = ScriptGenerator.oneOf([.pinches(), .fingers(1...4)]).repeated(1...5)
/// ```
///
/// Positions are in mm from the top left corner of the touch area, in steps of 1 mm; times in
/// seconds, in steps of 10 ms. The simplest value of each is the action's own default, or the
/// nearest to it.
public struct ScriptGenerator: Sendable {
  let make: @Sendable (inout Choices) -> [any FingerAction]

  /// Creates a custom generator.
  public init(_ make: @escaping @Sendable (inout Choices) -> [any FingerAction]) {
    self.make = make
  }

  /// A generator of a single script.
  public static func script(_ script: FingerScript) -> ScriptGenerator {
    ScriptGenerator { _ in script.actions }
  }

  /// A generator of scripts by one of several generators, the simplest first.
  public static func oneOf(_ generators: [ScriptGenerator]) -> ScriptGenerator {
    ScriptGenerator { choices in
      generators.isEmpty ? [] : choices.item(of: generators).make(&choices)
    }
  }
}

// MARK: - Combining

extension ScriptGenerator {
  /// A generator of these actions, a pause in seconds, and then others.
  public func then(
    _ next: ScriptGenerator, after pause: ClosedRange<Double> = 1...2
  ) -> ScriptGenerator {
    ScriptGenerator { choices in
      let first = ScriptGenerator.numbered(make(&choices), inPart: 1)
      let wait = Wait(choices.number(pause, step: 0.01))
      return first + [wait] + ScriptGenerator.numbered(next.make(&choices), inPart: 2)
    }
  }

  /// A generator of these actions several times, with a pause in seconds between two.
  public func repeated(
    _ times: ClosedRange<Int>, after pause: ClosedRange<Double> = 1...2
  ) -> ScriptGenerator {
    ScriptGenerator { choices in
      let parts = choices.repeating(times) { choices in
        let number = choices.repetitionNumber
        let wait = Wait(choices.number(pause, step: 0.01))
        return [wait] + ScriptGenerator.numbered(make(&choices), inPart: number)
      }
      // The first repetition needs no pause before it.
      return Array(parts.joined().dropFirst())
    }
  }

  /// Numbers actions, so that they keep their noise when others are left out.
  private static func numbered(
    _ actions: [any FingerAction], inPart part: Int
  ) -> [any FingerAction] {
    actions.enumerated().map { index, action in
      switch action {
      case is Wait: action
      // An action of parts within this one only needs a different number, at any depth.
      case let inner as Numbered: inner.action.numbered(part &* 10_000 &+ inner.number)
      default: action.numbered(part &* 100 &+ index)
      }
    }
  }

  /// A generator of these actions and others that begin some seconds after them: they may overlap.
  public func together(
    with other: ScriptGenerator, after delay: ClosedRange<Double> = 0...1
  ) -> ScriptGenerator {
    ScriptGenerator { choices in
      let first = make(&choices)
      let wait = choices.number(delay, step: 0.01)
      let second = other.make(&choices)
      let late = wait > 0 ? [InSequence([Wait(wait)] + second)] : second
      return [Together(first.count == 1 ? first + late : [InSequence(first)] + late)]
    }
  }

  /// A generator of these actions, interrupted some seconds after their beginning, as by a call.
  public func interrupted(
    after delay: ClosedRange<Double> = 0...1, for duration: ClosedRange<Double> = 0.05...0.5
  ) -> ScriptGenerator {
    together(with: ScriptGenerator { [Interrupt($0.number(duration, step: 0.01))] }, after: delay)
  }
}

// MARK: - Actions

extension ScriptGenerator {
  private static func one(
    _ make: @escaping @Sendable (inout Choices) -> any FingerAction
  ) -> ScriptGenerator {
    ScriptGenerator { [make(&$0)] }
  }

  /// The directions of swipes and pans, the simplest first.
  public static let directions: [IntendedGesture.Direction] = [.left, .right, .up, .down]

  /// A generator of taps in a row, with their middle in an area, or anywhere.
  public static func taps(
    count: ClosedRange<Int> = 1...1, fingers: ClosedRange<Int> = 1...1, in area: Rect? = nil
  ) -> ScriptGenerator {
    ScriptGenerator { choices in
      let number = choices.count(count)
      let fingers = choices.count(fingers)
      return [Tap(at: choices.place(area), count: number, fingers: fingers)]
    }
  }

  public static func longPresses(
    fingers: ClosedRange<Int> = 1...1, duration: ClosedRange<Double> = 0.8...2,
    in area: Rect? = nil
  ) -> ScriptGenerator {
    ScriptGenerator { choices in
      let fingers = choices.count(fingers)
      let duration = choices.number(duration, step: 0.01, simplest: 1)
      return [LongPress(at: choices.place(area), duration: duration, fingers: fingers)]
    }
  }

  public static func swipes(
    _ directions: [IntendedGesture.Direction] = directions, fingers: ClosedRange<Int> = 1...1,
    length: ClosedRange<Double> = 25...45, duration: ClosedRange<Double> = 0.12...0.3
  ) -> ScriptGenerator {
    one { choices in
      let path = choices.path(directions, length)
      return Swipe(
        path.direction, at: path.middle, length: path.length,
        duration: choices.number(duration, step: 0.01, simplest: 0.25),
        fingers: choices.count(fingers))
    }
  }

  public static func pans(
    _ directions: [IntendedGesture.Direction] = directions, fingers: ClosedRange<Int> = 1...1,
    length: ClosedRange<Double> = 20...45, duration: ClosedRange<Double> = 0.8...2
  ) -> ScriptGenerator {
    one { choices in
      let path = choices.path(directions, length)
      return Pan(
        path.direction, at: path.middle, length: path.length,
        duration: choices.number(duration, step: 0.01, simplest: 1),
        fingers: choices.count(fingers))
    }
  }

  public static func tapsAndDrags(
    _ directions: [IntendedGesture.Direction] = directions
  ) -> ScriptGenerator {
    ScriptGenerator { choices in
      let path = choices.path(directions, 25...45)
      return [TapAndDrag(path.direction, at: path.middle, length: path.length)]
    }
  }

  public static func pinches(
    _ directions: [Pinch.Direction] = [.in, .out], fingers: ClosedRange<Int> = 2...2
  ) -> ScriptGenerator {
    one { choices in
      Pinch(
        choices.item(of: directions), at: choices.place(margin: 27),
        duration: choices.number(0.4...1.2, step: 0.01, simplest: 0.6),
        fingers: choices.count(fingers),
        angle: choices.number(-180...180, step: 5, simplest: -45))
    }
  }

  public static func rotations(
    _ directions: [Rotation.Direction] = [.clockwise, .counterclockwise],
    fingers: ClosedRange<Int> = 2...2
  ) -> ScriptGenerator {
    one { choices in
      Rotation(
        choices.item(of: directions), at: choices.place(margin: 22),
        duration: choices.number(0.5...1.2, step: 0.01, simplest: 0.8),
        fingers: choices.count(fingers),
        angle: choices.number(-180...180, step: 5, simplest: 0))
    }
  }

  public static func checkmarks(width: ClosedRange<Double> = 20...40) -> ScriptGenerator {
    ScriptGenerator { choices in
      let width = choices.number(width, step: 1, simplest: 30)
      return [Checkmark(at: choices.place(margin: 22), width: width)]
    }
  }

  /// A generator of fingers that touch down, rest, move and lift independently, in any order.
  ///
  /// - Parameters:
  ///   - delay: The seconds from the start to a touch down.
  ///   - legs: The number of times that a finger moves or rests.
  public static func fingers(
    _ count: ClosedRange<Int> = 1...5, delay: ClosedRange<Double> = 0...1,
    legs: ClosedRange<Int> = 0...3
  ) -> ScriptGenerator {
    ScriptGenerator { choices in
      let fingers = choices.repeating(count) { choices in
        let start = Finger(
          at: choices.position(margin: 1), after: choices.number(delay, step: 0.01))
        let moved = choices.repeating(legs) { choices in
          (choices.flag() ? choices.position(margin: 1) : nil, choices.number(0...0.8, step: 0.01))
        }
        // A finger without a leg would be up again before any sensor sees it.
        return moved.reduce(start.rest(choices.number(0.02...0.5, step: 0.01, simplest: 0.07))) {
          finger, leg in
          leg.0.map { finger.move(to: $0, over: leg.1) } ?? finger.rest(leg.1)
        }
      }
      return fingers.isEmpty ? [] : [Fingers(fingers)]
    }
  }

  /// A generator of any gesture of the standard profile; pinches and rotations have two fingers.
  public static func gestures(fingers: ClosedRange<Int> = 1...1) -> ScriptGenerator {
    oneOf([
      taps(count: 1...2, fingers: fingers), longPresses(fingers: fingers),
      swipes(fingers: fingers), pans(fingers: fingers), pinches(), rotations(), checkmarks(),
      tapsAndDrags(),
    ])
  }
}

extension Choices {
  /// Chooses a position; nil for the simplest one of all, the middle of the touch area.
  fileprivate mutating func place(_ area: Rect? = nil, margin: Double = 5) -> Point? {
    let place = area.map { position(in: $0) } ?? position(margin: margin)
    return area == nil && place == middle ? nil : place
  }

  /// Chooses a straight path that stays on the touch area; nil for its middle.
  fileprivate mutating func path(
    _ directions: [IntendedGesture.Direction], _ lengths: ClosedRange<Double>
  ) -> (direction: IntendedGesture.Direction, length: Double, middle: Point?) {
    let direction = item(of: directions)
    let length = number(lengths, step: 1, simplest: 40)
    let isHorizontal = direction == .left || direction == .right
    let (width, height) = (touchArea.width, touchArea.height)
    let margin = 5 + length / 2
    func inset(_ size: Double, _ isAlong: Bool) -> Double { min(isAlong ? margin : 5, size / 2) }
    let (dx, dy) = (inset(width, isHorizontal), inset(height, !isHorizontal))
    let area = Rect(x: dx, y: dy, width: width - 2 * dx, height: height - 2 * dy)
    return (direction, length, place(area).flatMap { $0 == middle ? nil : $0 })
  }

  private var middle: Point { Point(x: touchArea.width / 2, y: touchArea.height / 2) }
}
