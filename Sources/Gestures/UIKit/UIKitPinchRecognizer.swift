import Contacts
public import Timeline

/// A pinch as in UIKit: the change of the distance between two fingers.
///
/// It begins when the distance has changed by ``Profile/Pinch/minimumDelta``, inclusive. A scale of 1
/// is then the initial distance shifted by ``Profile/Pinch/baselineShift``, 8 points, in the same
/// direction: from 100 to 110 points reports 110/108. The design for real hardware is
/// ``PinchRecognizer``.
public final class UIKitPinchRecognizer: UIKitPairRecognizer {
  @exclusivity(unchecked) public var settings: Profile.Pinch

  /// Points: fingers nearer to each other count as this far apart.
  private static let smallestSpan = 1.0

  private var rebase = ScaleRebase()

  public init(_ settings: Profile.Pinch = Profile.uikit.pinch) {
    self.settings = settings
    super.init()
    value = UIKitPinchRecognizer.smallestSpan
    startValue = UIKitPinchRecognizer.smallestSpan
  }

  public override var kind: Gesture.Kind { .pinch }

  /// The current over the initial distance between the fingers; 1 before the pinch has begun.
  ///
  /// Setting it, to a number above 0, makes the current distance count as that number, and starts
  /// ``velocity`` anew. It has no effect before the pinch has begun. Reports contain the whole pinch.
  public var scale: Double {
    get { wholeScale * rebase.factor }
    set {
      guard baseline != nil else { return }
      rebase.set(newValue, whole: wholeScale, at: arbiter?.now)
    }
  }

  /// The change of ``scale`` per second.
  public var velocity: Double {
    guard let baseline, let arbiter else { return 0 }
    return tracker.velocity(at: arbiter.now, since: rebase.time).dx / baseline * rebase.factor
  }

  private var wholeScale: Double { baseline.map { value / $0 } ?? 1 }

  override var minimumChange: Double { settings.minimumDelta }
  override var baselineShift: Double { settings.baselineShift }
  override var recognitionTiming: GestureTiming { settings.recognitionTiming }
  override var endsOn: GestureEnding { settings.endsOn }
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
    settings.reason(.distance, abs(value - startValue), limit: \.minimumDelta, at: time)
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
