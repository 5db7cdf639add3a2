import Contacts
public import Timeline

/// A rotation as in UIKit: the turn of the line between two fingers.
///
/// It begins when the line has turned by ``Profile/Rotation/minimumAngle``, inclusive. The first
/// ``Profile/Rotation/baselineShift`` of that, 5 degrees, is not reported. The design for real hardware
/// is ``RotationRecognizer``.
public final class UIKitRotationRecognizer: UIKitPairRecognizer {
  @exclusivity(unchecked) public var settings: Profile.Rotation

  /// The line between the fingers at the second touch down. The value is the turn since the first two
  /// fingers, which may exceed half a turn.
  private var startArm = Vector.zero
  /// What setting ``rotation`` added, and when.
  private var offset = 0.0
  private var rebaseTime: Timestamp?

  public init(_ settings: Profile.Rotation = Profile.uikit.rotation) {
    self.settings = settings
    super.init()
  }

  public override var kind: Gesture.Kind { .rotation }

  /// Degrees, positive clockwise; 0 before the rotation has begun.
  ///
  /// Setting it makes the current turn count as that number, and starts ``velocity`` anew. It has no
  /// effect before the rotation has begun. Reports contain the whole rotation.
  public var rotation: Double {
    get { wholeRotation + offset }
    set {
      guard baseline != nil else { return }
      precondition(newValue.isFinite, "a rotation is a finite number, not \(newValue)")
      offset = newValue - wholeRotation
      rebaseTime = arbiter?.now
    }
  }

  /// Degrees per second, positive clockwise.
  public var velocity: Double {
    guard baseline != nil, let arbiter else { return 0 }
    return tracker.velocity(at: arbiter.now, since: rebaseTime).dx
  }

  private var wholeRotation: Double { baseline.map { value - $0 } ?? 0 }

  override var minimumChange: Double { settings.minimumAngle }
  override var baselineShift: Double { settings.baselineShift }
  override var recognitionTiming: GestureTiming { settings.recognitionTiming }
  override var endsOn: GestureEnding { settings.endsOn }

  override func start(from arm: Vector) {
    startArm = arm
    startValue = value
  }

  /// Continues from the last turn in the shorter direction.
  override func follow(_ arm: Vector) {
    let angle = startValue + Trigonometry.degrees(from: startArm, to: arm)
    var step = (angle - value).truncatingRemainder(dividingBy: 360)
    if step > 180 { step -= 360 }
    if step < -180 { step += 360 }
    value += step
  }

  override func shortfall(at time: Timestamp) -> FailureReason {
    settings.reason(.angle, abs(value - startValue), limit: \.minimumAngle, at: time)
  }

  public override func reset() {
    super.reset()
    startValue = 0
    value = 0
    offset = 0
    rebaseTime = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = super.gesture(at: time)
    gesture.direction = wholeRotation < 0 ? .counterclockwise : .clockwise
    gesture.rotation = wholeRotation
    return gesture
  }
}
