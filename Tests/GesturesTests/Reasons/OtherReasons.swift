import Contacts
import Testing
import Timeline

@testable import Gestures

extension ReasonCase {
  private static func makeSwipe(touches: ClosedRange<Int> = 1...1) -> UIKitSwipeRecognizer {
    let recognizer = UIKitSwipeRecognizer()
    recognizer.touchCounts = touches
    return recognizer
  }

  static let uikit = [
    ReasonCase(
      name: "uikit's swipe: too short", make: { makeSwipe() }, cause: .distance, inside: 45.3,
      outside: 45.299, limit: 45.3, parameter: "swipe.minimumLength", profile: .uikit, touch: 1,
      play: { $0.stroke(by: ($1, 0)) }, isPlain: false),
    ReasonCase(
      name: "uikit's swipe: backward", make: { makeSwipe() }, cause: .distance, inside: 0,
      outside: -0.1, limit: 0, touch: 1,
      play: { rig, way in
        rig.began([1: (0, 0)], at: 0)
        rig.moved([1: (way, 0)], at: 0.01)
        rig.moved([1: (100, 0)], at: 0.1)
        rig.ended(1, at: 0.2)
      }),
    ReasonCase(
      name: "uikit's swipe: across", make: { makeSwipe() }, cause: .deviation, inside: 45.1,
      outside: 45.101, limit: 45.1, parameter: "swipe.maximumVariance", profile: .uikit, touch: 1,
      play: { $0.stroke(by: (100, $1)) }, isPlain: false),
    ReasonCase(
      name: "uikit's swipe: how long it takes", make: { makeSwipe() }, cause: .duration,
      inside: 0.5, outside: 0.500001, limit: 0.5, parameter: "swipe.maximumDuration",
      profile: .uikit, play: { $0.stroke(by: (100, 0), moving: $1, lift: 0.6) }),
    ReasonCase(
      name: "uikit's swipe: too many fingers", make: { makeSwipe() }, cause: .touches, inside: 1,
      outside: 2, limit: 1, play: { $0.strokes($1, by: (100, 0)) }),
    ReasonCase(
      name: "uikit's swipe: too few fingers", make: { makeSwipe(touches: 2...2) },
      cause: .touches, inside: 2, outside: 1, limit: 2, play: { $0.strokes($1, by: (100, 0)) }),
    ReasonCase(
      name: "uikit's pinch: hardly any spread", make: { UIKitPinchRecognizer() },
      cause: .distance, inside: 10, outside: 9.999, limit: 10, parameter: "pinch.minimumDelta",
      profile: .uikit, play: { $0.pair(radius: 100 - $1 / 2) }),
    ReasonCase(
      name: "uikit's pinch: too few fingers", make: { UIKitPinchRecognizer() }, cause: .touches,
      inside: 2, outside: 1, limit: 2, touch: 1,
      play: { rig, count in
        if count == 2 { rig.pair(radius: 200) } else { rig.stroke(by: (100, 0)) }
      }),
    ReasonCase(
      name: "uikit's rotation: hardly any turn", make: { UIKitRotationRecognizer() },
      cause: .angle, inside: 10, outside: 9.999, limit: 10, parameter: "rotation.minimumAngle",
      profile: .uikit, play: { $0.pair(degrees: -$1) }),
    ReasonCase(
      name: "uikit's rotation: too few fingers", make: { UIKitRotationRecognizer() },
      cause: .touches, inside: 2, outside: 1, limit: 2, touch: 1,
      play: { rig, count in
        if count == 2 { rig.pair(degrees: 90) } else { rig.stroke(by: (100, 0)) }
      }),
  ]

  /// A line to the right, and then a short one at an angle.
  private static func corner(_ rig: RecognizerRig, after length: Double, degrees: Double) {
    rig.began([1: (0, 0)], at: 0)
    rig.moved([1: (length - 2, 0)])
    rig.moved([1: (length, 0)])
    rig.moved([
      1: (
        length + 10 * Trigonometry.cosine(degrees: degrees),
        10 * Trigonometry.sine(degrees: degrees)
      )
    ])
    rig.ended(1)
  }

  static let textbook = [
    ReasonCase(
      name: "textbook's swipe: too short", make: { TextbookSwipeRecognizer() }, cause: .distance,
      inside: 25, outside: 24.999, limit: 25, parameter: "swipe.minimumLength",
      profile: .textbook, touch: 1, play: { $0.stroke(by: (0, $1)) }),
    ReasonCase(
      name: "textbook's swipe: across", make: { TextbookSwipeRecognizer() }, cause: .deviation,
      inside: 5, outside: 5.001, limit: 5, parameter: "swipe.maximumVariance",
      profile: .textbook, touch: 1, play: { $0.stroke(by: (-60, $1)) }),
    ReasonCase(
      name: "textbook's pinch: hardly any change", make: { TextbookPinchRecognizer() },
      cause: .distance, inside: 100.001, outside: 100, limit: 100,
      parameter: "pinch.minimumDelta", profile: .textbook,
      play: { $0.pair(radius: 100 + $1 / 2) }),
    ReasonCase(
      name: "textbook's pinch: too few fingers", make: { TextbookPinchRecognizer() },
      cause: .touches, inside: 2, outside: 1, limit: 2,
      play: { rig, count in
        if count == 2 { rig.pair(radius: 200) } else { rig.stroke(by: (200, 0)) }
      }),
    ReasonCase(
      name: "textbook's pinch: too many fingers", make: { TextbookPinchRecognizer() },
      cause: .touches, inside: 2, outside: 3, limit: 2,
      play: { rig, count in
        if count == 2 { rig.pair(radius: 200) } else { rig.strokes(count, by: (0, 200)) }
      }),
    ReasonCase(
      name: "textbook's checkmark: hardly any turn", make: { TextbookCheckmarkRecognizer() },
      cause: .angle, inside: 50.01, outside: 49.99, limit: 50,
      parameter: "checkmark.minimumAngle", profile: .textbook, touch: 1,
      play: { corner($0, after: 40, degrees: $1) }),
    ReasonCase(
      name: "textbook's checkmark: too sharp a turn", make: { TextbookCheckmarkRecognizer() },
      cause: .angle, inside: 134.99, outside: 135.01, limit: 135,
      parameter: "checkmark.maximumAngle", profile: .textbook, touch: 1,
      play: { corner($0, after: 40, degrees: $1) }),
    ReasonCase(
      name: "textbook's checkmark: a short first leg", make: { TextbookCheckmarkRecognizer() },
      cause: .distance, inside: 10.001, outside: 10, limit: 10,
      parameter: "checkmark.minimumLength", profile: .textbook, touch: 1,
      play: { corner($0, after: $1, degrees: 90) }),
  ]
}
