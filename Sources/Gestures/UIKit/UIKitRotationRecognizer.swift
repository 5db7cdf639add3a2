import Contacts
public import Timeline

/// The rotation as UIKit does it: the turn of the line between two fingers.
///
/// It begins when the line has turned by ``minimumAngle``, and the baseline's shift, the first 5
/// degrees of that (UIKit's first report is 0.087 rad), are not reported. The design for real
/// hardware is ``RotationRecognizer``.
public final class UIKitRotationRecognizer: UIKitPairRecognizer {
  /// Degrees of the turn, inclusive: 10.
  public var minimumAngle = Profile.uikit.rotation.minimumAngle

  /// The line between the fingers when the second of them landed. The value is the turn since the first
  /// two fingers, followed over more than half a turn.
  private var startArm = Vector.zero
  /// What setting ``rotation`` added, and when.
  private var offset = 0.0
  private var rebaseTime: Timestamp?

  public override init() {
    super.init()
    baselineShift = Profile.uikit.rotation.baselineShift
    recognitionTiming = Profile.uikit.rotation.recognitionTiming
    endsOn = Profile.uikit.rotation.endsOn
  }

  public override var kind: Gesture.Kind { .rotation }

  /// Degrees, positive clockwise; 0 before the rotation has begun.
  ///
  /// Setting it makes the current turn stand for that number, and starts ``velocity`` anew. Before the
  /// beginning that has no effect. Reports keep the whole rotation.
  public var rotation: Double {
    get { wholeRotation + offset }
    set {
      guard baseline != nil else { return }
      precondition(newValue.isFinite, "a rotation is a finite number, not \(newValue)")
      offset = newValue - wholeRotation
      rebaseTime = arbiter?.now
    }
  }

  /// Degrees in a second, positive clockwise.
  public var velocity: Double {
    guard baseline != nil, let arbiter else { return 0 }
    return tracker.velocity(at: arbiter.now, since: rebaseTime).dx
  }

  private var wholeRotation: Double { baseline.map { value - $0 } ?? 0 }

  override var minimumChange: Double { minimumAngle }

  override func start(from arm: Vector) {
    startArm = arm
    startValue = value
  }

  /// Goes on from the last turn by the shortest way.
  override func follow(_ arm: Vector) {
    let angle = startValue + Trigonometry.degrees(from: startArm, to: arm)
    var step = (angle - value).truncatingRemainder(dividingBy: 360)
    if step > 180 { step -= 360 }
    if step < -180 { step += 360 }
    value += step
  }

  override func shortfall(at time: Timestamp) -> FailureReason {
    FailureReason(
      .angle, measured: abs(value - startValue), limit: minimumAngle,
      parameter: "rotation.minimumAngle", time: time)
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
