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
    recognizers = [
      profile.makeCheckmark(), profile.makeDrag(), profile.makeTap(), profile.makeLongPress(),
      profile.makePinch(), profile.makeRotation(), profile.makeSwipe(), profile.makePan(),
    ].compactMap { $0 }
    let isTextbook = profile.swipe.rule == .textbook
    policy = isTextbook ? IndependentPolicy() : StandardPolicy()
    palmFilter = profile.palm.rule == .off ? nil : PalmFilter(profile.palm)
  }

  /// Attaches the recognizers to a view.
  public func attach(to view: View) {
    for recognizer in recognizers { view.addGestureRecognizer(recognizer) }
  }
}

extension Profile {
  fileprivate func makeTap() -> GestureRecognizer? {
    switch tap.rule {
    case .off: return nil
    case .textbook:
      let recognizer = TextbookTapRecognizer()
      recognizer.decisionDelay = tap.decisionDelay
      return recognizer
    case .standard:
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
    return recognizer
  }

  fileprivate func makeSwipe() -> GestureRecognizer? {
    switch swipe.rule {
    case .off: return nil
    case .textbook:
      let recognizer = TextbookSwipeRecognizer()
      recognizer.minimumLength = swipe.minimumLength
      recognizer.maximumVariance = swipe.maximumVariance
      return recognizer
    case .standard:
      let recognizer = SwipeRecognizer()
      recognizer.stillness = swipe.stillness
      recognizer.minimumLength = swipe.minimumLength
      recognizer.maximumDuration = swipe.maximumDuration
      recognizer.maximumDeviation = swipe.maximumDeviation
      return recognizer
    }
  }

  fileprivate func makePan() -> GestureRecognizer? {
    guard pan.rule != .off else { return nil }
    let recognizer = PanRecognizer()
    recognizer.stillness = pan.stillness
    return recognizer
  }

  fileprivate func makePinch() -> GestureRecognizer? {
    switch pinch.rule {
    case .off: return nil
    case .textbook:
      let recognizer = TextbookPinchRecognizer()
      recognizer.minimumDelta = pinch.minimumDelta
      return recognizer
    case .standard:
      let recognizer = PinchRecognizer()
      recognizer.slop = pinch.slop
      recognizer.dominance = pinch.dominance
      return recognizer
    }
  }

  fileprivate func makeRotation() -> GestureRecognizer? {
    guard rotation.rule != .off else { return nil }
    let recognizer = RotationRecognizer()
    recognizer.slop = rotation.slop
    recognizer.dominance = rotation.dominance
    return recognizer
  }

  fileprivate func makeDrag() -> GestureRecognizer? {
    guard drag.rule != .off else { return nil }
    let recognizer = DragRecognizer()
    recognizer.stillness = drag.stillness
    recognizer.maximumTapDuration = drag.maximumTapDuration
    recognizer.interval = drag.interval
    recognizer.radius = drag.radius
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
    case .standard:
      let recognizer = CheckmarkRecognizer()
      recognizer.limits = checkmark
      return recognizer
    }
  }
}
