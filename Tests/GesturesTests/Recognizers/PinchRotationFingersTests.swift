import Contacts
import Gestures
import Testing
import Timeline

@Suite("Pinch and rotation with a changing number of fingers")
struct PinchRotationFingersTests {
  private let stage = TouchStage()

  /// A pinch of two fingers, from 100 to 200 points.
  private func startedPinch(_ settings: Profile.Pinch) -> PinchRecognizer {
    let pinch = stage.attach(PinchRecognizer(settings))
    stage.frame(at: 0, [1: (200, 100), 2: (300, 100)])
    stage.move([2], by: (100, 0), lasting: 0.2)
    return pinch
  }

  static let pinches = [Profile.standard.pinch, Profile.uikit.pinch]

  @Test("From 100 to 200 points the scale is 2; UIKit counts from 108")
  func scale() {
    #expect(isNear(startedPinch(Profile.standard.pinch).scale, 2))
    let other = TouchStage()
    let pinch = other.attach(PinchRecognizer(Profile.uikit.pinch))
    other.frame(at: 0, [1: (200, 100), 2: (300, 100)])
    other.frame(at: 0.1, [2: (310, 100)])
    #expect(isNear(pinch.scale, 110 / 108.0))
  }

  @Test(
    "A third finger that lands and lifts leaves the scale, and the spread goes on",
    arguments: pinches)
  func thirdFinger(settings: Profile.Pinch) {
    let pinch = startedPinch(settings)
    let before = pinch.scale
    stage.frame(at: 0.3, [3: (300, 380)])
    #expect(isNear(pinch.scale, before, within: 1e-9))
    stage.frame(at: 0.5, up: [3])
    #expect(isNear(pinch.scale, before, within: 1e-9))
    stage.move([2], by: (100, 0), lasting: 0.2)
    #expect(isNear(pinch.scale, before * 1.5, within: 1e-6))
    #expect(pinch.state.isActive)
  }

  @Test(
    "A finger that lifts and lands again elsewhere keeps the scale", arguments: pinches, [1, 2])
  func landsAgain(settings: Profile.Pinch, id: Int) {
    let pinch = startedPinch(settings)
    let before = pinch.scale
    stage.frame(at: 0.4, up: [id])
    #expect(isNear(pinch.scale, before, within: 1e-9))
    #expect(pinch.state.isActive)
    stage.move([3 - id], by: (0, 30), lasting: 0.2)
    #expect(isNear(pinch.scale, before, within: 1e-9))
    let rest = (id == 1 ? 400.0 : 200.0, 130.0)
    stage.frame(at: 0.8, [7: (rest.0, rest.1 + 80)])
    #expect(isNear(pinch.scale, before, within: 1e-9))
    // From 80 to 160 points.
    stage.move([7], by: (0, 80), lasting: 0.2)
    #expect(isNear(pinch.scale, before * 2))
    stage.frame(at: 1.2, up: [7, 3 - id])
    #expect(stage.gestures.last?.state == .ended)
    #expect(isNear(stage.gestures.last?.scale ?? 0, before * 2))
  }

  @Test("With one finger left a pinch continues, and ends with the last finger", arguments: pinches)
  func oneLeft(settings: Profile.Pinch) {
    let pinch = startedPinch(settings)
    let log = StateLog(pinch)
    stage.frame(at: 0.4, up: [1])
    stage.move([2], by: (-50, 50), lasting: 0.1)
    #expect(pinch.state == .changed)
    #expect(pinch.numberOfTouches == 1)
    #expect(log.count(.ended) == 0)
    stage.frame(at: 0.6, up: [2])
    #expect(log.states.last == .ended)
  }

  @Test("Setting the scale in each action: the product is the whole scale", arguments: pinches)
  func productOfSteps(settings: Profile.Pinch) {
    let pinch = stage.attach(PinchRecognizer(settings))
    var product = 1.0
    pinch.onChange {
      product *= $0.scale
      $0.scale = 1
    }
    stage.frame(at: 0, [1: (200, 100), 2: (300, 100)])
    stage.move([2], by: (80, 0), lasting: 0.2)
    stage.frame(at: 0.21, [3: (300, 380)])
    stage.move([1, 2], by: (20, -40), lasting: 0.2)
    stage.frame(at: 0.5, up: [1])
    stage.move([2, 3], by: (20, 60), lasting: 0.2)
    stage.move([2], by: (0, -90), lasting: 0.2)
    stage.frame(at: 1.5, up: [2, 3])
    let whole = stage.gestures.last?.scale ?? 0
    #expect(stage.gestures.last?.state == .ended)
    #expect(abs(whole - 1) > 0.05)
    #expect(isNear(product, whole))
  }

  // MARK: Rotation

  /// The position on a circle of 100 points around (300, 200).
  private func onCircle(_ degrees: Double) -> (Double, Double) {
    (
      300 + 100 * Trigonometry.cosine(degrees: degrees),
      200 + 100 * Trigonometry.sine(degrees: degrees)
    )
  }

  /// Turns fingers 1 and 2, which are opposite each other.
  private func turn(from first: Double, to last: Double, at start: Double) {
    for step in 1...20 {
      let angle = first + (last - first) * Double(step) / 20
      stage.frame(
        at: start + Double(step) * 0.01, [1: onCircle(angle), 2: onCircle(angle + 180)])
    }
  }

  static let rotations = [Profile.standard.rotation, Profile.uikit.rotation]

  @Test(
    "Turns beyond half and whole circles are counted, either way", arguments: rotations,
    [90.0, 170, 190, 359, 361, 800, -90, -190, -361, -800])
  func manyTurns(settings: Profile.Rotation, total: Double) {
    let rotation = stage.attach(RotationRecognizer(settings))
    stage.frame(at: 0, [1: onCircle(0), 2: onCircle(180)])
    var angle = 0.0
    var time = 0.0
    while angle != total {
      let next = total > 0 ? min(angle + 120, total) : max(angle - 120, total)
      turn(from: angle, to: next, at: time)
      angle = next
      time += 0.2
    }
    let shift = settings.rule == .uikit ? (total > 0 ? -5.0 : 5.0) : 0
    #expect(isNear(rotation.rotation, total + shift))
  }

  @Test(
    "Fingers that come and go leave the rotation, and the turn goes on", arguments: rotations,
    [60.0, 179, 181, -100, 350])
  func thirdFingerWhileTurning(settings: Profile.Rotation, first: Double) {
    let rotation = stage.attach(RotationRecognizer(settings))
    stage.frame(at: 0, [1: onCircle(0), 2: onCircle(180)])
    turn(from: 0, to: first / 2, at: 0)
    turn(from: first / 2, to: first, at: 0.2)
    let before = rotation.rotation
    stage.frame(at: 0.5, [3: (50, 50)])
    #expect(isNear(rotation.rotation, before, within: 1e-9))
    stage.frame(at: 0.6, up: [3])
    #expect(isNear(rotation.rotation, before, within: 1e-9))
    turn(from: first, to: first + 45, at: 0.7)
    #expect(isNear(rotation.rotation, before + 45))
    stage.frame(at: 1, up: [1])
    #expect(isNear(rotation.rotation, before + 45, within: 1e-9))
    stage.frame(at: 1.2, [4: (20, 200)])
    #expect(isNear(rotation.rotation, before + 45, within: 1e-9))
    #expect(rotation.state.isActive)
  }

  @Test("Setting the rotation in each action: the sum is the whole turn", arguments: rotations)
  func sumOfTurns(settings: Profile.Rotation) {
    let rotation = stage.attach(RotationRecognizer(settings))
    var sum = 0.0
    rotation.onChange {
      sum += $0.rotation
      $0.rotation = 0
    }
    stage.frame(at: 0, [1: onCircle(0), 2: onCircle(180)])
    turn(from: 0, to: 150, at: 0)
    turn(from: 150, to: 260, at: 0.2)
    stage.frame(at: 0.5, up: [1, 2])
    #expect(isNear(sum, stage.gestures.last?.rotation ?? 0))
    #expect(isNear(sum, settings.rule == .uikit ? 255 : 260))
  }

  // MARK: Both at random

  @Test(
    "Scale and rotation are continuous at every touch down and lift", arguments: 0..<40)
  func continuous(seed: Int) {
    let isUIKits = seed % 2 == 1
    let stage = TouchStage(policy: IndependentPolicy())
    let pinch = stage.attach(
      PinchRecognizer(isUIKits ? Profile.uikit.pinch : Profile.standard.pinch))
    let rotation = stage.attach(
      RotationRecognizer(isUIKits ? Profile.uikit.rotation : Profile.standard.rotation))
    let logs = (StateLog(pinch), StateLog(rotation))
    var steps = RandomSteps(seed: seed + 1000, maximumCount: 5)
    var time = 0.0
    var jumps: [Double] = []
    for _ in 0..<120 {
      let former = (pinch.scale, rotation.rotation)
      let isEmpty = pinch.numberOfTouches == 0
      time += 0.06
      switch steps.next() {
      case .down(let id): stage.frame(at: time, [id: steps.positions[id] ?? (0, 0)])
      case .up(let id): stage.frame(at: time, up: [id])
      case .move:
        stage.frame(at: time, steps.positions)
        continue
      }
      if !isEmpty {
        jumps.append(abs(pinch.scale - former.0))
        jumps.append(abs(rotation.rotation - former.1))
      }
    }
    #expect(logs.0.count(.began) + logs.1.count(.began) > 0)
    #expect(jumps.count > 6)
    #expect(jumps.max() ?? 1 < 1e-9)
  }
}
