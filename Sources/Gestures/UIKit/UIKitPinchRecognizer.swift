import Contacts
public import Timeline

/// The pinch as UIKit does it: the change of the distance between two fingers.
///
/// It begins when the distance has changed by ``minimumDelta``. What counts as 1 is then the first
/// distance moved by the baseline's shift, 8 points, the same way: from 100 to 110 points reports
/// 110/108. The design for real hardware is ``PinchRecognizer``.
public final class UIKitPinchRecognizer: UIKitPairRecognizer {
  /// Points by which the distance has to change, inclusive: 10.
  public var minimumDelta = Profile.uikit.pinch.minimumDelta

  /// Points: fingers that are nearer to each other count as if they were so far apart.
  private static let smallestSpan = 1.0

  private var rebase = ScaleRebase()

  public override init() {
    super.init()
    baselineShift = Profile.uikit.pinch.baselineShift
    recognitionTiming = Profile.uikit.pinch.recognitionTiming
    endsOn = Profile.uikit.pinch.endsOn
    value = UIKitPinchRecognizer.smallestSpan
    startValue = UIKitPinchRecognizer.smallestSpan
  }

  public override var kind: Gesture.Kind { .pinch }

  /// The current over the first distance between the fingers; 1 before the pinch has begun.
  ///
  /// Setting it, to a number above 0, makes the current distance stand for that number, and starts
  /// ``velocity`` anew. Before the beginning that has no effect. Reports keep the whole pinch.
  public var scale: Double {
    get { wholeScale * rebase.factor }
    set {
      guard baseline != nil else { return }
      rebase.set(newValue, whole: wholeScale, at: arbiter?.now)
    }
  }

  /// The change of ``scale`` in a second.
  public var velocity: Double {
    guard let baseline, let arbiter else { return 0 }
    return tracker.velocity(at: arbiter.now, since: rebase.time).dx / baseline * rebase.factor
  }

  private var wholeScale: Double { baseline.map { value / $0 } ?? 1 }

  override var minimumChange: Double { minimumDelta }
  override var smallestBaseline: Double { UIKitPinchRecognizer.smallestSpan }

  override func start(from arm: Vector) {
    let before = wholeScale
    follow(arm)
    startValue = value
    if baseline != nil { baseline = value / before }
  }

  override func follow(_ arm: Vector) {
    value = max(arm.length, UIKitPinchRecognizer.smallestSpan)
  }

  override func shortfall(at time: Timestamp) -> FailureReason {
    FailureReason(
      .distance, measured: abs(value - startValue), limit: minimumDelta,
      parameter: "pinch.minimumDelta", time: time)
  }

  public override func reset() {
    super.reset()
    rebase = ScaleRebase()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = super.gesture(at: time)
    gesture.direction = wholeScale < 1 ? .in : .out
    gesture.scale = wholeScale
    return gesture
  }
}
