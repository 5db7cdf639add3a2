/// The recognizers of a profile, with the policy and the palm filter that belong to them.
public struct RecognizerSet {
  /// The recognizers, in the order in which they receive touches unless the policy changes it.
  public let recognizers: [GestureRecognizer]
  public let policy: any ArbitrationPolicy
  public let palmFilter: PalmFilter?

  /// The set that replay, live devices and tests share.
  public static var standard: RecognizerSet { RecognizerSet(profile: .standard) }

  /// The recognizers of a profile; without shapes no path is recognized.
  public init(profile: Profile, shapes: ShapeSet? = nil) {
    let isOff = profile.path.rule == .off
    self.init(profile: profile, classifier: isOff ? nil : shapes.map(ShapeClassifier.init))
  }

  /// The recognizers of a profile, with a classifier of shapes that has learned before.
  public init(profile: Profile, classifier: ShapeClassifier?) {
    let others: [GestureRecognizer?] = [
      make(profile.checkmark, CheckmarkRecognizer.init, textbook: TextbookCheckmarkRecognizer.init),
      classifier.flatMap { classifier in
        make(profile.path) { PathRecognizer(classifier, settings: $0) }
      },
      make(profile.tapAndDrag, TapAndDragRecognizer.init),
      make(profile.tap, TapRecognizer.init, textbook: TextbookTapRecognizer.init),
      make(profile.longPress) { LongPressRecognizer($0, taps: profile.tap) },
      make(profile.pinch, PinchRecognizer.init, textbook: TextbookPinchRecognizer.init),
      make(profile.rotation, RotationRecognizer.init),
      make(profile.tipTap, TipTapRecognizer.init),
      make(profile.edgePan, EdgePanRecognizer.init),
    ]
    let pan = make(profile.pan, PanRecognizer.init)
    if profile.swipe.rule == .uikit {
      // One recognizer with all four directions would only recognize the horizontal ones.
      let swipes = [Gesture.Direction.left, .right, .up, .down].map { direction in
        let swipe = UIKitSwipeRecognizer(profile.swipe)
        swipe.directions = [direction]
        swipe.touchCounts = 1...5
        return swipe
      }
      // In UIKit a pan begins long before a swipe does, so it waits for the swipes to fail. If the
      // finger lifts during the wait, the movement is still a pan, and not a tap.
      for swipe in swipes { pan?.require(toFail: swipe) }
      recognizers = (swipes + [pan] + others).compactMap(\.self)
    } else {
      let swipe = make(profile.swipe, SwipeRecognizer.init, textbook: TextbookSwipeRecognizer.init)
      recognizers = (others + [swipe, pan]).compactMap(\.self)
    }
    policy = RecognizerSet.policy(for: profile)
    palmFilter = GestureSession.palmFilter(isTouchpad: true, palms: profile.palm)
  }

  /// Attaches the recognizers to a view; they leave the view that they were attached to.
  public func attach(to view: View) {
    for recognizer in recognizers { view.addGestureRecognizer(recognizer) }
  }

  /// Attaches the recognizers to a view that receives all touches at once, whatever is recognized.
  public func attachAsObservers(to view: View) {
    attach(to: view)
    for recognizer in recognizers {
      recognizer.cancelsTouchesInView = false
      recognizer.delaysTouchesEnded = false
    }
  }

  private static func policy(for profile: Profile) -> any ArbitrationPolicy {
    if profile.swipe.rule == .textbook { return IndependentPolicy() }
    let rules = [profile.swipe.rule, profile.pinch.rule, profile.rotation.rule]
    let movements = rules.filter { $0 != .off }
    let areUIKits = !movements.isEmpty && movements.allSatisfy { $0 == .uikit }
    return areUIKits ? ExclusivePolicy() : StandardPolicy()
  }
}

/// The recognizer for a rule; the standard one also serves the rules that have no separate one.
private func make<Settings: ProfileSettings>(
  _ settings: Settings,
  _ standard: (Settings) -> GestureRecognizer,
  textbook: ((Settings) -> GestureRecognizer)? = nil
) -> GestureRecognizer? {
  switch settings.rule {
  case .off: nil
  case .standard, .uikit: standard(settings)
  case .textbook: textbook?(settings) ?? standard(settings)
  }
}
