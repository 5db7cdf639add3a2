import Contacts
import Testing
import Timeline

@testable import Gestures

extension ReasonCase {
  private static func makeTap(_ taps: Int = 1, touches: ClosedRange<Int> = 1...5) -> TapRecognizer {
    let recognizer = TapRecognizer()
    recognizer.numberOfTapsRequired = taps
    recognizer.touchCounts = touches
    return recognizer
  }

  static let taps = [
    ReasonCase(
      name: "tap: moves after the initial duration", make: { makeTap() }, cause: .movement,
      inside: 22,
      outside: 22.001, limit: 22, parameter: "tap.slop", touch: 1,
      play: { $0.stroke(by: ($1, 0), moving: 0.4, touchUp: 0.45) }),
    ReasonCase(
      name: "tap: moves within the initial duration", make: { makeTap() }, cause: .movement,
      inside: 36,
      outside: 36.001, limit: 36, parameter: "tap.initialSlop", touch: 1,
      play: { $0.stroke(by: (0, $1)) }),
    ReasonCase(
      name: "tap: too long", make: { makeTap() }, cause: .duration, inside: 0.5,
      outside: 0.500001, limit: 0.5, parameter: "tap.maximumDuration",
      play: { $0.tap(1, at: 0, lasting: $1) }),
    ReasonCase(
      name: "tap: one finger touches down later", make: { makeTap() }, cause: .duration,
      inside: 0.15,
      outside: 0.150001, limit: 0.15, parameter: "tap.maximumStagger", touch: 2,
      play: { stage, stagger in
        stage.began([1: (0, 0)], at: 0)
        stage.began([2: (100, 0)], at: stagger)
        stage.ended(1, 2, at: 0.3)
      }),
    ReasonCase(
      name: "tap: one finger lifts later", make: { makeTap() }, cause: .duration, inside: 0.15,
      outside: 0.150001, limit: 0.15, parameter: "tap.maximumStagger", touch: 2,
      play: { stage, stagger in
        stage.began([1: (0, 0), 2: (100, 0)], at: 0)
        stage.ended(1, at: 0.1)
        stage.ended(2, at: 0.1 + stagger)
      }),
    ReasonCase(
      name: "tap: too many fingers", make: { makeTap() }, cause: .touches, inside: 5, outside: 6,
      limit: 5, touch: 6, play: { $0.strokes($1) }),
    ReasonCase(
      name: "tap: too few fingers", make: { makeTap(touches: 3...3) }, cause: .touches, inside: 3,
      outside: 2, limit: 3, play: { $0.strokes($1) }),
    ReasonCase(
      name: "tap: too few taps", make: { makeTap(3) }, cause: .taps, inside: 3, outside: 2,
      limit: 3,
      play: { stage, count in
        for tap in 1...Int(count) { stage.tap(tap, at: Double(tap) * 0.25) }
        stage.advance(to: 5)
      }),
  ]

  private static func makePress(
    taps: Int = 0, touches: ClosedRange<Int> = 1...5
  ) -> LongPressRecognizer {
    let recognizer = LongPressRecognizer()
    recognizer.numberOfTapsRequired = taps
    recognizer.touchCounts = touches
    return recognizer
  }

  static let presses = [
    ReasonCase(
      name: "long press: moves", make: { makePress() }, cause: .movement, inside: 22,
      outside: 22.001, limit: 22, parameter: "longPress.allowableMovement", touch: 1,
      play: { $0.stroke(by: ($1, 0), touchUp: 1) }),
    ReasonCase(
      name: "long press: lifts too early", make: { makePress() }, cause: .tooShort, inside: 0.5,
      outside: 0.499999, limit: 0.5, parameter: "longPress.minimumDuration", touch: 1,
      play: { $0.tap(1, at: 0, lasting: $1) }),
    ReasonCase(
      name: "long press: too many fingers", make: { makePress() }, cause: .touches, inside: 5,
      outside: 6, limit: 5, touch: 6,
      play: { stage, count in
        for id in 1...Int(count) { stage.began([id: (Double(id) * 60, 0)], at: 0) }
        stage.advance(to: 1)
      }),
    ReasonCase(
      name: "long press: too few fingers", make: { makePress(touches: 2...2) }, cause: .touches,
      inside: 2, outside: 1, limit: 2,
      play: { stage, count in
        for id in 1...Int(count) { stage.began([id: (Double(id) * 60, 0)], at: 0) }
        for id in 1...Int(count) { stage.ended(id, at: 1) }
      }),
    ReasonCase(
      name: "long press: the tap before is too long", make: { makePress(taps: 1) },
      cause: .duration, inside: 0.5, outside: 0.500001, limit: 0.5,
      parameter: "tap.maximumDuration",
      play: { stage, duration in
        stage.tap(1, at: 0, lasting: duration)
        stage.began([2: (300, 300)], at: 0.7)
        stage.advance(to: 1.2)
      }),
    ReasonCase(
      name: "long press: the tap before is too long ago", make: { makePress(taps: 1) },
      cause: .pause, inside: 0.3, outside: 0.300001, limit: 0.3, parameter: "tap.interval",
      play: { stage, pause in
        stage.tap(1, at: 0)
        stage.advance(to: 0.1 + pause)
        if pause <= 0.3 { stage.began([2: (300, 300)], at: 0.1 + pause) }
        stage.advance(to: 1)
      }),
    ReasonCase(
      name: "long press: the tap before is too far away", make: { makePress(taps: 1) },
      cause: .position, inside: 100, outside: 100.001, limit: 100, parameter: "tap.radius",
      play: { stage, distance in
        stage.tap(1, at: 0)
        stage.began([2: (300 + distance, 300)], at: 0.2)
        stage.advance(to: 1)
      }),
  ]

  private static func makeSwipe(
    length: Double = 25, touches: ClosedRange<Int> = 1...5
  ) -> SwipeRecognizer {
    let recognizer = SwipeRecognizer()
    recognizer.settings.minimumLength = length
    recognizer.touchCounts = touches
    return recognizer
  }

  static let swipes = [
    ReasonCase(
      name: "swipe: hardly moves within the initial duration", make: { makeSwipe() },
      cause: .distance,
      inside: 36.001, outside: 36, limit: 36, parameter: "swipe.initialSlop", touch: 1,
      play: { $0.stroke(by: ($1, 0)) }),
    ReasonCase(
      name: "swipe: hardly moves after the initial duration", make: { makeSwipe(length: 10) },
      cause: .distance, inside: 22.001, outside: 22, limit: 22, parameter: "swipe.slop",
      touch: 1, play: { $0.stroke(by: (0, -$1), moving: 1, touchUp: 1.1) }),
    ReasonCase(
      name: "swipe: returns to the start", make: { makeSwipe() }, cause: .distance, inside: 25,
      outside: 24.999, limit: 25, parameter: "swipe.minimumLength", touch: 1,
      play: { stage, translation in
        stage.began([1: (0, 0)], at: 0)
        stage.moved([1: (80, 0)], at: 0.1)
        stage.moved([1: (translation, 0)], at: 0.2)
        stage.ended(1, at: 0.3)
      }),
    ReasonCase(
      name: "swipe: too far across", make: { makeSwipe() }, cause: .deviation, inside: 57.7,
      outside: 57.701, limit: 57.7, parameter: "swipe.maximumDeviation", touch: 1,
      play: { $0.stroke(by: (-100, $1)) }, isPlain: false),
    ReasonCase(
      name: "swipe: too long", make: { makeSwipe() }, cause: .duration, inside: 0.5,
      outside: 0.500001, limit: 0.5, parameter: "swipe.maximumDuration", touch: 1,
      play: { $0.stroke(by: (100, 0), moving: 1, touchUp: 1 + $1) }),
    ReasonCase(
      name: "swipe: too many fingers", make: { makeSwipe() }, cause: .touches, inside: 5,
      outside: 6, limit: 5, touch: 6, play: { $0.strokes($1, by: (0, 100)) }),
    ReasonCase(
      name: "swipe: too few fingers", make: { makeSwipe(touches: 3...3) }, cause: .touches,
      inside: 3, outside: 2, limit: 3, play: { $0.strokes($1, by: (0, 100)) }),
  ]

  private static func makePan(_ touches: ClosedRange<Int>) -> PanRecognizer {
    let recognizer = PanRecognizer()
    recognizer.minimumNumberOfTouches = touches.lowerBound
    recognizer.maximumNumberOfTouches = touches.upperBound
    return recognizer
  }

  static let pans = [
    ReasonCase(
      name: "pan: hardly moves within the initial duration", make: { PanRecognizer() },
      cause: .distance,
      inside: 36.001, outside: 36, limit: 36, parameter: "pan.initialSlop", touch: 1,
      play: { $0.stroke(by: ($1, 0)) }),
    ReasonCase(
      name: "pan: hardly moves after the initial duration", make: { PanRecognizer() },
      cause: .distance,
      inside: 22.001, outside: 22, limit: 22, parameter: "pan.slop", touch: 1,
      play: { $0.stroke(by: (0, $1), moving: 1, touchUp: 1.1) }),
    ReasonCase(
      name: "pan: too many fingers", make: { makePan(1...2) }, cause: .touches, inside: 2,
      outside: 3, limit: 2, touch: 3, play: { $0.strokes($1, by: (0, 100)) }),
    ReasonCase(
      name: "pan: too few fingers", make: { makePan(2...3) }, cause: .touches, inside: 2,
      outside: 1, limit: 2, touch: 1, play: { $0.strokes($1, by: (0, 100)) }),
  ]

  private static func sine(_ degrees: Double) -> Double { Trigonometry.sine(degrees: degrees) }

  static let pinches = [
    ReasonCase(
      name: "pinch: too little spread", make: { PinchRecognizer() }, cause: .distance,
      inside: 26.001, outside: 26, limit: 26, parameter: "pinch.slop",
      play: { $0.pair(radius: 100 + $1) }),
    ReasonCase(
      name: "pinch: mostly a translation", make: { PinchRecognizer() }, cause: .dominance,
      inside: 0.7001, outside: 0.6999, limit: 0.7, parameter: "pinch.dominance",
      play: { $0.pair(radius: 150, translation: 50 / $1) }),
    ReasonCase(
      name: "pinch: mostly a turn", make: { PinchRecognizer() }, cause: .dominance, inside: 1.001,
      outside: 0.999, limit: 1,
      // At 30 degrees the arc is half of the mean distance.
      play: { stage, ratio in
        let spread = 50 * ratio / (1 - ratio / 4)
        stage.pair(radius: 100 + spread, degrees: 30)
      }),
    ReasonCase(
      name: "pinch: too few fingers", make: { PinchRecognizer() }, cause: .touches, inside: 2,
      outside: 1, limit: 2,
      play: { stage, count in
        if count == 2 { stage.pair(radius: 200) } else { stage.stroke(by: (100, 0)) }
      }),
  ]

  static let rotations = [
    ReasonCase(
      name: "rotation: too little turn", make: { RotationRecognizer() }, cause: .distance,
      inside: 100 * sine(15.1), outside: 100 * sine(15), limit: 26, parameter: "rotation.slop",
      play: { $0.pair(degrees: $1 > 26 ? 15.1 : 15) }),
    ReasonCase(
      name: "rotation: mostly a translation", make: { RotationRecognizer() }, cause: .dominance,
      inside: 0.7001, outside: 0.6999, limit: 0.7, parameter: "rotation.dominance",
      play: { $0.pair(degrees: 30, translation: 50 / $1) }),
    ReasonCase(
      name: "rotation: mostly a spread", make: { RotationRecognizer() }, cause: .dominance,
      inside: 1.001, outside: 0.999, limit: 1,
      play: { stage, ratio in
        // The arc is half of 100 and half the spread; the ratio of the two is the measured value.
        let spread = 50 / (ratio - 0.25)
        stage.pair(radius: 100 + spread, degrees: 30)
      }),
    ReasonCase(
      name: "rotation: too few fingers", make: { RotationRecognizer() }, cause: .touches,
      inside: 2, outside: 1, limit: 2,
      play: { stage, count in
        if count == 2 { stage.pair(degrees: 90) } else { stage.stroke(by: (100, 0)) }
      }),
  ]

  /// A tap, and a second touch that moves.
  private static func drag(
    _ stage: TouchStage, tap: Double = 0.1, pause: Double = 0.1, distance: Double = 0
  ) {
    stage.tap(1, at: 0, lasting: tap)
    stage.advance(to: tap + pause)
    if pause > 0.3 { return }
    stage.began([2: (300 + distance, 300)], at: tap + pause)
    stage.moved([2: (400 + distance, 300)])
    stage.ended(2)
  }

  static let drags = [
    ReasonCase(
      name: "tap-and-drag: the tap is too long", make: { TapAndDragRecognizer() }, cause: .duration,
      inside: 0.5, outside: 0.500001, limit: 0.5, parameter: "tapAndDrag.maximumTapDuration",
      touch: 1,
      play: { stage, duration in
        if duration > 0.5 {
          stage.tap(1, at: 0, lasting: duration)
        } else {
          drag(stage, tap: duration)
        }
      }),
    ReasonCase(
      name: "tap-and-drag: the tap is too long ago", make: { TapAndDragRecognizer() },
      cause: .pause,
      inside: 0.3, outside: 0.300001, limit: 0.3, parameter: "tapAndDrag.interval",
      play: { drag($0, pause: $1) }),
    ReasonCase(
      name: "tap-and-drag: the tap is too far away", make: { TapAndDragRecognizer() },
      cause: .position,
      inside: 100, outside: 100.001, limit: 100, parameter: "tapAndDrag.radius", touch: 2,
      play: { drag($0, distance: $1) }),
    ReasonCase(
      name: "tap-and-drag: no tap before", make: { TapAndDragRecognizer() }, cause: .taps,
      inside: 1,
      outside: 0, limit: 1,
      play: { stage, taps in
        if taps == 1 { drag(stage) } else { stage.stroke(by: (100, 0)) }
      }),
    ReasonCase(
      name: "tap-and-drag: too many fingers", make: { TapAndDragRecognizer() }, cause: .touches,
      inside: 1,
      outside: 2, limit: 1,
      play: { stage, count in
        if count == 1 { drag(stage) } else { stage.strokes(count, by: (100, 0)) }
      }),
  ]

  /// A resting finger, and a tip to the left of it.
  private static func tipTap(
    _ stage: TouchStage, rest: Double = 0.3, tip: Double = 0.1, wandering translation: Double = 0,
    resting: Int = 1, tips: Int = 1
  ) {
    let resters = Array(1...resting)
    let tippers = Array(11..<(11 + tips))
    for id in resters { stage.began([id: (400 + 30 * Double(id), 300)], at: 0) }
    if translation > 0 { stage.moved([1: (430 + translation, 300)], at: 0.1) }
    for id in tippers { stage.began([id: (300 - 30 * Double(id - 11), 300)], at: rest) }
    for id in tippers { stage.ended(id, at: rest + tip) }
    for id in resters { stage.ended(id, at: 2) }
  }

  static let tipTaps = [
    ReasonCase(
      name: "tip-tap: a resting finger moves within the initial duration",
      make: { TipTapRecognizer() }, cause: .movement,
      inside: 35.999, outside: 36.001, limit: 36, parameter: "tipTap.initialSlop", touch: 1,
      play: { tipTap($0, wandering: $1) }),
    ReasonCase(
      name: "tip-tap: a resting finger moves after the initial duration",
      make: { TipTapRecognizer() },
      cause: .movement, inside: 22, outside: 22.001, limit: 22, parameter: "tipTap.slop",
      touch: 1,
      play: { stage, translation in
        stage.began([1: (400, 300)], at: 0)
        stage.moved([1: (400, 300 + translation)], at: 0.5)
        stage.tap(2, at: 0.6)
        stage.ended(1, at: 1)
      }),
    ReasonCase(
      name: "tip-tap: the tip stays too long", make: { TipTapRecognizer() }, cause: .duration,
      inside: 0.5,
      outside: 0.500001, limit: 0.5, parameter: "tipTap.maximumDuration", touch: 11,
      play: { tipTap($0, tip: $1) }),
    ReasonCase(
      name: "tip-tap: the tip touches down too soon", make: { TipTapRecognizer() },
      cause: .tooShort,
      inside: 0.15, outside: 0.149999, limit: 0.15, parameter: "tipTap.minimumRest", touch: 11,
      play: { tipTap($0, rest: $1) }),
    ReasonCase(
      name: "tip-tap: one finger alone", make: { TipTapRecognizer() }, cause: .touches, inside: 2,
      outside: 1, limit: 2,
      play: { stage, count in
        if count == 2 { tipTap(stage) } else { stage.tap(1, at: 0) }
      }),
    ReasonCase(
      name: "tip-tap: too many resting fingers", make: { TipTapRecognizer() }, cause: .touches,
      inside: 4,
      outside: 5, limit: 4, touch: 5, play: { tipTap($0, resting: Int($1)) }),
    ReasonCase(
      name: "tip-tap: too many tips", make: { TipTapRecognizer() }, cause: .touches, inside: 4,
      outside: 5, limit: 4, touch: 15, play: { tipTap($0, tips: Int($1)) }),
    ReasonCase(
      name: "tip-tap: no tip", make: { TipTapRecognizer() }, cause: .taps, inside: 1,
      outside: 0, limit: 1,
      play: { stage, taps in
        if taps == 1 { return tipTap(stage, resting: 2) }
        stage.began([1: (0, 0), 2: (60, 0)], at: 0)
        stage.ended(1, 2, at: 0.1)
      }),
  ]
}

// MARK: - UIKit and textbook rules

extension ReasonCase {
  private static func makeUIKitSwipe(touches: ClosedRange<Int> = 1...1) -> UIKitSwipeRecognizer {
    let recognizer = UIKitSwipeRecognizer()
    recognizer.touchCounts = touches
    return recognizer
  }

  static let uikit = [
    ReasonCase(
      name: "UIKit swipe: too short", make: { makeUIKitSwipe() }, cause: .distance, inside: 45.3,
      outside: 45.299, limit: 45.3, parameter: "swipe.minimumLength", profile: .uikit, touch: 1,
      play: { $0.stroke(by: ($1, 0)) }, isPlain: false),
    ReasonCase(
      name: "UIKit swipe: backward", make: { makeUIKitSwipe() }, cause: .distance, inside: 0,
      outside: -0.1, limit: 0, touch: 1,
      play: { stage, translation in
        stage.began([1: (0, 0)], at: 0)
        stage.moved([1: (translation, 0)], at: 0.01)
        stage.moved([1: (100, 0)], at: 0.1)
        stage.ended(1, at: 0.2)
      }),
    ReasonCase(
      name: "UIKit swipe: across", make: { makeUIKitSwipe() }, cause: .deviation, inside: 45.1,
      outside: 45.101, limit: 45.1, parameter: "swipe.maximumVariance", profile: .uikit, touch: 1,
      play: { $0.stroke(by: (100, $1)) }, isPlain: false),
    ReasonCase(
      name: "UIKit swipe: how long it takes", make: { makeUIKitSwipe() }, cause: .duration,
      inside: 0.5, outside: 0.500001, limit: 0.5, parameter: "swipe.maximumDuration",
      profile: .uikit, play: { $0.stroke(by: (100, 0), moving: $1, touchUp: 0.6) }),
    ReasonCase(
      name: "UIKit swipe: too many fingers", make: { makeUIKitSwipe() }, cause: .touches, inside: 1,
      outside: 2, limit: 1, play: { $0.strokes($1, by: (100, 0)) }),
    ReasonCase(
      name: "UIKit swipe: too few fingers", make: { makeUIKitSwipe(touches: 2...2) },
      cause: .touches, inside: 2, outside: 1, limit: 2, play: { $0.strokes($1, by: (100, 0)) }),
    ReasonCase(
      name: "UIKit pinch: too little spread", make: { PinchRecognizer(Profile.uikit.pinch) },
      cause: .distance, inside: 10, outside: 9.999, limit: 10, parameter: "pinch.minimumDelta",
      profile: .uikit, play: { $0.pair(radius: 100 - $1 / 2) }),
    ReasonCase(
      name: "UIKit pinch: too few fingers", make: { PinchRecognizer(Profile.uikit.pinch) },
      cause: .touches,
      inside: 2, outside: 1, limit: 2, touch: 1,
      play: { stage, count in
        if count == 2 { stage.pair(radius: 200) } else { stage.stroke(by: (100, 0)) }
      }),
    ReasonCase(
      name: "UIKit rotation: too little turn", make: { RotationRecognizer(Profile.uikit.rotation) },
      cause: .angle, inside: 10, outside: 9.999, limit: 10, parameter: "rotation.minimumAngle",
      profile: .uikit, play: { $0.pair(degrees: -$1) }),
    ReasonCase(
      name: "UIKit rotation: too few fingers", make: { RotationRecognizer(Profile.uikit.rotation) },
      cause: .touches, inside: 2, outside: 1, limit: 2, touch: 1,
      play: { stage, count in
        if count == 2 { stage.pair(degrees: 90) } else { stage.stroke(by: (100, 0)) }
      }),
  ]

  /// A line to the right, and then a short one at an angle.
  private static func corner(_ stage: TouchStage, after length: Double, degrees: Double) {
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (length - 2, 0)])
    stage.moved([1: (length, 0)])
    stage.moved([
      1: (
        length + 10 * Trigonometry.cosine(degrees: degrees),
        10 * Trigonometry.sine(degrees: degrees)
      )
    ])
    stage.ended(1)
  }

  static let textbook = [
    ReasonCase(
      name: "textbook swipe: too short", make: { TextbookSwipeRecognizer() }, cause: .distance,
      inside: 25, outside: 24.999, limit: 25, parameter: "swipe.minimumLength",
      profile: .textbook, touch: 1, play: { $0.stroke(by: (0, $1)) }),
    ReasonCase(
      name: "textbook swipe: across", make: { TextbookSwipeRecognizer() }, cause: .deviation,
      inside: 5, outside: 5.001, limit: 5, parameter: "swipe.maximumVariance",
      profile: .textbook, touch: 1, play: { $0.stroke(by: (-60, $1)) }),
    ReasonCase(
      name: "textbook pinch: too little change of distance", make: { TextbookPinchRecognizer() },
      cause: .distance, inside: 100.001, outside: 99.999, limit: 100,
      parameter: "pinch.minimumDelta", profile: .textbook,
      play: { $0.pair(radius: 100 + $1 / 2) }),
    ReasonCase(
      name: "textbook pinch: too few fingers", make: { TextbookPinchRecognizer() },
      cause: .touches, inside: 2, outside: 1, limit: 2,
      play: { stage, count in
        if count == 2 { stage.pair(radius: 200) } else { stage.stroke(by: (200, 0)) }
      }),
    ReasonCase(
      name: "textbook pinch: too many fingers", make: { TextbookPinchRecognizer() },
      cause: .touches, inside: 2, outside: 3, limit: 2,
      play: { stage, count in
        if count == 2 { stage.pair(radius: 200) } else { stage.strokes(count, by: (0, 200)) }
      }),
    ReasonCase(
      name: "textbook checkmark: too little turn", make: { TextbookCheckmarkRecognizer() },
      cause: .angle, inside: 50.01, outside: 49.99, limit: 50,
      parameter: "checkmark.minimumAngle", profile: .textbook, touch: 1,
      play: { corner($0, after: 40, degrees: $1) }),
    ReasonCase(
      name: "textbook checkmark: too sharp a turn", make: { TextbookCheckmarkRecognizer() },
      cause: .angle, inside: 134.99, outside: 135.01, limit: 135,
      parameter: "checkmark.maximumAngle", profile: .textbook, touch: 1,
      play: { corner($0, after: 40, degrees: $1) }),
    ReasonCase(
      name: "textbook checkmark: a short first leg", make: { TextbookCheckmarkRecognizer() },
      cause: .distance, inside: 10.001, outside: 10, limit: 10,
      parameter: "checkmark.minimumLength", profile: .textbook, touch: 1,
      play: { corner($0, after: $1, degrees: 90) }),
  ]
}
