import Sensors
import Testing

@Suite("Attitude and orientation")
struct AttitudeTests {
  private func isNear(_ one: Acceleration, _ other: Acceleration) -> Bool {
    (one - other).magnitude < 1e-12
  }

  @Test(
    "The attitude of an orientation has gravity in its direction",
    arguments: DeviceOrientation.allCases)
  func gravity(orientation: DeviceOrientation) {
    #expect(isNear(Attitude(orientation).gravity, orientation.down))
  }

  @Test("At 45° two axes measure 0.7071 g each")
  func halfway() {
    let gravity = Attitude(degrees: 45, about: Acceleration(x: 0, y: 0, z: 1)).gravity
    #expect(abs(gravity.x + 0.5.squareRoot()) < 1e-12)
    #expect(abs(gravity.y + 0.5.squareRoot()) < 1e-12)
    #expect(abs(gravity.magnitude - 1) < 1e-12)
  }

  @Test("A turn follows the shortest path")
  func turns() {
    let goal = Attitude(.landscapeLeft)
    let half = Attitude.upright.turned(toward: goal, part: 0.5).gravity
    #expect(isNear(half, Attitude(degrees: 45, about: Acceleration(x: 0, y: 0, z: 1)).gravity))
    let opposite = Attitude(w: -goal.w, x: -goal.x, y: -goal.y, z: -goal.z)
    #expect(isNear(Attitude.upright.turned(toward: opposite, part: 0.5).gravity, half))
    #expect(isNear(goal.turned(toward: goal, part: 0.3).gravity, goal.gravity))
  }

  @Test("Invalid quaternions and rotations are upright")
  func degenerate() {
    #expect(Attitude(w: 0, x: 0, y: 0, z: 0) == .upright)
    #expect(Attitude(w: .nan, x: 0, y: 1, z: 0) == .upright)
    #expect(Attitude(degrees: 90, about: .zero) == .upright)
    #expect(Attitude(degrees: .infinity, about: Acceleration(x: 1, y: 0, z: 0)) == .upright)
  }

  @Test("The orientation changes 10° beyond the middle in both directions")
  func hysteresis() {
    var tracker = OrientationTracker()
    func turn(_ degrees: Double) -> DeviceOrientation? {
      tracker.update(
        gravity: Attitude(degrees: degrees, about: Acceleration(x: 0, y: 0, z: 1)).gravity)
      return tracker.orientation
    }
    #expect(turn(40) == .portrait)
    #expect(turn(54) == .portrait)
    #expect(turn(56) == .landscapeLeft)
    #expect(turn(46) == .landscapeLeft)
    #expect(turn(36) == .landscapeLeft)
    #expect(turn(34) == .portrait)
  }

  @Test("A fall or a shake does not change the orientation")
  func motion() {
    var tracker = OrientationTracker()
    tracker.update(gravity: .zero)
    #expect(tracker.orientation == nil)
    let changed = tracker.update(gravity: DeviceOrientation.faceUp.down)
    #expect(changed)
    let shaken = tracker.update(gravity: Acceleration(x: 3, y: 0, z: 0))
    #expect(!shaken)
    #expect(tracker.orientation == .faceUp)
  }
}
