/// Recognizers that belong together, and the policy that settles their conflicts.
public struct RecognizerSet {
  /// The recognizers; those that can take another's place when the last finger lifts come first.
  public let recognizers: [GestureRecognizer]
  public let policy: any ArbitrationPolicy
  public let palmFilter: PalmFilter?

  /// The set that replay, live devices and tests share.
  public static var standard: RecognizerSet { RecognizerSet(profile: .standard) }

  /// The recognizers of a profile.
  public init(profile: Profile) {
    let others = [
      profile.makeCheckmark(), profile.makeTapAndDrag(), profile.makeTap(), profile.makeLongPress(),
      profile.makePinch(), profile.makeRotation(), profile.makeTipTap(), profile.makeEdgePan(),
    ].compactMap { $0 }
    let swipes = profile.makeSwipes()
    let pan = profile.makePan()
    let movements = swipes + (pan.map { [$0] } ?? [])
    if profile.swipe.rule == .uikit {
      // In UIKit a pan begins long before a swipe does: who wants both makes it wait. When the finger
      // lifts before the wait is over, it is still a pan, and no tap.
      for swipe in swipes { pan?.require(toFail: swipe) }
      recognizers = movements + others
    } else {
      recognizers = others + movements
    }
    policy = profile.makePolicy()
    palmFilter = profile.palm.rule == .off ? nil : PalmFilter(profile.palm)
  }

  /// Attaches the recognizers to a view.
  public func attach(to view: View) {
    for recognizer in recognizers { view.addGestureRecognizer(recognizer) }
  }
}

extension Profile {
  /// The policy that the movements' rules go with.
  fileprivate func makePolicy() -> any ArbitrationPolicy {
    if swipe.rule == .textbook { return IndependentPolicy() }
    let movements = [swipe.rule, pinch.rule, rotation.rule].filter { $0 != .off }
    let areUIKits = !movements.isEmpty && movements.allSatisfy { $0 == .uikit }
    return areUIKits ? ExclusivePolicy() : StandardPolicy()
  }

  fileprivate func makeTap() -> GestureRecognizer? {
    switch tap.rule {
    case .off: return nil
    case .textbook:
      let recognizer = TextbookTapRecognizer()
      recognizer.decisionDelay = tap.decisionDelay
      return recognizer
    case .standard, .uikit:
      let recognizer = TapRecognizer()
      recognizer.stillness = tap.stillness
      recognizer.maximumDuration = tap.maximumDuration
      recognizer.maximumStagger = tap.maximumStagger
      recognizer.interval = tap.interval
      recognizer.radius = tap.radius
      return recognizer
    }
  }

  fileprivate func makeLongPress() -> GestureRecognizer? {
    guard longPress.rule != .off else { return nil }
    let recognizer = LongPressRecognizer()
    recognizer.minimumPressDuration = longPress.minimumDuration
    recognizer.allowableMovement = longPress.allowableMovement
    recognizer.maximumTapDuration = tap.maximumDuration
    recognizer.interval = tap.interval
    recognizer.radius = tap.radius
    recognizer.recognitionTiming = longPress.recognitionTiming
    recognizer.endsOn = longPress.endsOn
    return recognizer
  }

  fileprivate func makeSwipes() -> [GestureRecognizer] {
    switch swipe.rule {
    case .off: return []
    case .textbook:
      let recognizer = TextbookSwipeRecognizer()
      recognizer.minimumLength = swipe.minimumLength
      recognizer.maximumVariance = swipe.maximumVariance
      return [recognizer]
    case .standard:
      let recognizer = SwipeRecognizer()
      recognizer.stillness = swipe.stillness
      recognizer.minimumLength = swipe.minimumLength
      recognizer.maximumDuration = swipe.maximumDuration
      recognizer.maximumDeviation = swipe.maximumDeviation
      recognizer.allowsDiagonals = swipe.allowsDiagonals
      recognizer.recognitionTiming = swipe.recognitionTiming
      return [recognizer]
    case .uikit:
      // One recognizer with all four directions would look at the horizontal ones only.
      return [Gesture.Direction.left, .right, .up, .down].map { direction in
        let recognizer = UIKitSwipeRecognizer()
        recognizer.directions = [direction]
        recognizer.touchCounts = 1...5
        recognizer.minimumLength = swipe.minimumLength
        recognizer.maximumVariance = swipe.maximumVariance
        recognizer.maximumDuration = swipe.maximumDuration
        return recognizer
      }
    }
  }

  fileprivate func makePan() -> GestureRecognizer? {
    guard pan.rule != .off else { return nil }
    let recognizer = PanRecognizer()
    recognizer.stillness = pan.stillness
    recognizer.measuresMiddle = pan.rule == .uikit
    recognizer.recognitionTiming = pan.recognitionTiming
    recognizer.endsOn = pan.endsOn
    return recognizer
  }

  fileprivate func makeEdgePan() -> GestureRecognizer? {
    guard edgePan.rule != .off else { return nil }
    let recognizer = EdgePanRecognizer()
    recognizer.stillness = edgePan.stillness
    recognizer.edgeWidth = edgePan.edgeWidth
    recognizer.edges = edgePan.edges
    recognizer.recognitionTiming = edgePan.recognitionTiming
    recognizer.endsOn = edgePan.endsOn
    return recognizer
  }

  fileprivate func makeTipTap() -> GestureRecognizer? {
    guard tipTap.rule != .off else { return nil }
    let recognizer = TipTapRecognizer()
    recognizer.stillness = tipTap.stillness
    recognizer.minimumRest = tipTap.minimumRest
    recognizer.maximumDuration = tipTap.maximumDuration
    return recognizer
  }

  fileprivate func makePinch() -> GestureRecognizer? {
    switch pinch.rule {
    case .off: return nil
    case .textbook:
      let recognizer = TextbookPinchRecognizer()
      recognizer.minimumDelta = pinch.minimumDelta
      return recognizer
    case .uikit:
      let recognizer = UIKitPinchRecognizer()
      recognizer.minimumDelta = pinch.minimumDelta
      recognizer.baselineShift = pinch.baselineShift
      recognizer.recognitionTiming = pinch.recognitionTiming
      recognizer.endsOn = pinch.endsOn
      return recognizer
    case .standard:
      let recognizer = PinchRecognizer()
      recognizer.slop = pinch.slop
      recognizer.dominance = pinch.dominance
      recognizer.recognitionTiming = pinch.recognitionTiming
      recognizer.endsOn = pinch.endsOn
      return recognizer
    }
  }

  fileprivate func makeRotation() -> GestureRecognizer? {
    switch rotation.rule {
    case .off: return nil
    case .uikit:
      let recognizer = UIKitRotationRecognizer()
      recognizer.minimumAngle = rotation.minimumAngle
      recognizer.baselineShift = rotation.baselineShift
      recognizer.recognitionTiming = rotation.recognitionTiming
      recognizer.endsOn = rotation.endsOn
      return recognizer
    case .standard, .textbook:
      let recognizer = RotationRecognizer()
      recognizer.slop = rotation.slop
      recognizer.dominance = rotation.dominance
      recognizer.recognitionTiming = rotation.recognitionTiming
      recognizer.endsOn = rotation.endsOn
      return recognizer
    }
  }

  fileprivate func makeTapAndDrag() -> GestureRecognizer? {
    guard tapAndDrag.rule != .off else { return nil }
    let recognizer = TapAndDragRecognizer()
    recognizer.stillness = tapAndDrag.stillness
    recognizer.maximumTapDuration = tapAndDrag.maximumTapDuration
    recognizer.interval = tapAndDrag.interval
    recognizer.radius = tapAndDrag.radius
    recognizer.recognitionTiming = tapAndDrag.recognitionTiming
    recognizer.endsOn = tapAndDrag.endsOn
    return recognizer
  }

  fileprivate func makeCheckmark() -> GestureRecognizer? {
    switch checkmark.rule {
    case .off: return nil
    case .textbook:
      let recognizer = TextbookCheckmarkRecognizer()
      recognizer.minimumAngle = checkmark.minimumAngle
      recognizer.maximumAngle = checkmark.maximumAngle
      recognizer.minimumLength = checkmark.minimumLength
      return recognizer
    case .standard, .uikit:
      let recognizer = CheckmarkRecognizer()
      recognizer.limits = checkmark
      return recognizer
    }
  }
}
