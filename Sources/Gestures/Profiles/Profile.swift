/// Rules and numbers for every recognizer: a value that can be kept in a file.
///
/// Lengths are points of 1/163 inch (0.156 mm), times seconds, angles degrees. Where a number
/// says that it was measured, it was on 288 recordings of real fingers on 41 devices.
public struct Profile: Hashable, Sendable {
  /// Which design of a recognizer is used.
  public enum Rule: String, Sendable, CaseIterable {
    /// Corrected, and robust on real hardware.
    case standard
    /// The textbook's, faults included.
    case textbook
    /// What UIKit measurably does.
    case uikit
    /// Not recognized at all.
    case off
  }

  public struct Tap: Hashable, Sendable {
    public var rule = Rule.standard
    /// Limits of stillness. A resting finger wanders up to 2 mm, the slowest movement goes 6.5 mm:
    /// 22 (3.4 mm) is between. A tap on older pads jumps by up to 3.7 mm, a flick goes 9.8 mm or
    /// more: 36 (5.6 mm) is between (measured).
    public var stillness = StillnessLimits(slop: 22, initialSlop: 36, initialDuration: 0.3)
    /// 0.5: what is longer is a press. All taps took less than 0.22 s (measured).
    public var maximumDuration = 0.5
    /// 0.15: fingers of one tap land and lift up to 0.04 s apart (measured), those of a movement
    /// up to a quarter of a second.
    public var maximumStagger = 0.15
    /// 0.3, the double-tap time of Flutter and Android, here from lift to landing: taps in a row
    /// come within 0.15 s, separate ones after 0.34 s (measured).
    public var interval = 0.3
    /// 100, the double-tap slop of Flutter and Android.
    public var radius = 100.0
    /// Of the textbook: seconds from a landing to the decision.
    public var decisionDelay = 0.4
  }

  public struct LongPress: Hashable, Sendable {
    public var rule = Rule.standard
    /// 0.5, UIKit's.
    public var minimumDuration = 0.5
    /// The same as the tap's, so that no touch falls between the two.
    public var allowableMovement = 22.0
    /// Early, as in UIKit.
    public var recognitionTiming = GestureTiming.early
    /// The last lift, as in UIKit.
    public var endsOn = GestureEnding.lastLift
  }

  public struct Swipe: Hashable, Sendable {
    public var rule = Rule.standard
    /// The tap's: what is no tap any more may be a swipe.
    public var stillness = StillnessLimits(slop: 22, initialSlop: 36, initialDuration: 0.3)
    /// 25, the textbook's.
    public var minimumLength = 25.0
    /// 0.5, UIKit's limit for a swipe, here without the rest before it.
    public var maximumDuration = 0.5
    /// 0.577, the tangent of 30°: halfway between the axes and the diagonals would be 22.5°, but
    /// flicks of thumbs reach 25° (measured), and nothing else claims the rest.
    public var maximumDeviation = 0.577
    /// Of the textbook and of UIKit: points across the direction.
    public var maximumVariance = 5.0
    /// Whether the diagonals are directions, too: a movement then has the nearest of eight.
    public var allowsDiagonals = false
    /// On lift: only then it shows how many fingers there are, and that they did not go on.
    public var recognitionTiming = GestureTiming.onLift
  }

  public struct Pan: Hashable, Sendable {
    public var rule = Rule.standard
    /// The tap's: what is no tap any more may pan.
    public var stillness = StillnessLimits(slop: 22, initialSlop: 36, initialDuration: 0.3)
    /// Early: who follows the fingers wants to from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last lift, as in UIKit.
    public var endsOn = GestureEnding.lastLift
  }

  public struct EdgePan: Hashable, Sendable {
    /// Off: a pad's edges are none that a finger could come in from.
    public var rule = Rule.off
    /// The pan's.
    public var stillness = StillnessLimits(slop: 22, initialSlop: 36, initialDuration: 0.3)
    /// 20, UIKit's: points from the edge.
    public var edgeWidth = 20.0
    public var edges = EdgePanRecognizer.Edges.all
    /// Early: who follows the fingers wants to from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last lift, as in UIKit.
    public var endsOn = GestureEnding.lastLift
  }

  public struct Pinch: Hashable, Sendable {
    public var rule = Rule.standard
    /// 26 (4 mm): fingers that start at different moments look like a pinch at first. Deciding at
    /// 1.5 mm (libinput's) takes 12 in 153 movements of pairs for the wrong one, at 4 mm one
    /// (measured).
    public var slop = 26.0
    /// 0.7: parallel movement gives up to 0.12, a pinch about a resting finger 1, others more than
    /// 3.7 (measured).
    public var dominance = 0.7
    /// Of the textbook and of UIKit: points of change of the distance.
    public var minimumDelta = 100.0
    /// Of UIKit: points of that change that are not reported.
    public var baselineShift = 8.0
    /// Early: who follows the fingers wants to from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last lift, as in UIKit.
    public var endsOn = GestureEnding.lastLift
  }

  public struct Rotation: Hashable, Sendable {
    public var rule = Rule.standard
    /// 26 points of arc, like the pinch's. No angle: scrolling turns a pair by up to 29°.
    public var slop = 26.0
    /// 0.7, like the pinch's.
    public var dominance = 0.7
    /// Of UIKit: degrees of the turn.
    public var minimumAngle = 10.0
    /// Of UIKit: degrees of that turn that are not reported.
    public var baselineShift = 5.0
    /// Early: who follows the fingers wants to from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last lift, as in UIKit.
    public var endsOn = GestureEnding.lastLift
  }

  public struct TapAndDrag: Hashable, Sendable {
    public var rule = Rule.standard
    /// Tighter than the tap's for a young touch: a second tap hardly moves (2.8 mm), the shortest
    /// drag goes 7 mm (measured); 30 (4.7 mm) is between.
    public var stillness = StillnessLimits(slop: 22, initialSlop: 30, initialDuration: 0.3)
    /// The tap's.
    public var maximumTapDuration = 0.5
    /// The tap's.
    public var interval = 0.3
    /// The tap's.
    public var radius = 100.0
    /// Early: who follows the fingers wants to from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last lift, as in UIKit.
    public var endsOn = GestureEnding.lastLift
  }

  public struct TipTap: Hashable, Sendable {
    /// Off: on a pad a thumb often rests while other fingers tap.
    public var rule = Rule.off
    /// The tap's.
    public var stillness = StillnessLimits(slop: 22, initialSlop: 36, initialDuration: 0.3)
    /// The tap's stagger: what lands sooner belongs to one tap.
    public var minimumRest = 0.15
    /// The tap's.
    public var maximumDuration = 0.5
  }

  /// Measured is here: on 180 ticks and 2700 strokes of 15 other shapes, drawn by six people.
  public struct Checkmark: Hashable, Sendable {
    public var rule = Rule.standard
    /// Points of each leg. With ``minimumLegRatio`` the second goes 22.5 or more, farther than the
    /// tap's 22. Of the textbook (10): points before the turn.
    public var minimumLength = 15.0
    /// Degrees of the turn: ticks turn by 59 to 134 (measured), and hands differ.
    /// The textbook has 50 to 135.
    public var minimumAngle = 45.0
    public var maximumAngle = 145.0
    /// The second leg over the first: 1.5 tells a tick, with 1.51 to 4.7, from the letter v, with
    /// 0.8 to 1.46 and once 1.8 (measured).
    public var minimumLegRatio = 1.5
    /// 6: a leg that is shorter still is the start of a stroke that lands with a hook.
    public var maximumLegRatio = 6.0
    /// Degrees of the first leg below the horizontal: 14 to 63 (measured).
    public var minimumDescent = 5.0
    /// Degrees of the second leg above the horizontal: 39 to 78 (measured). A swipe to the right
    /// rises by up to 30.
    public var minimumAscent = 30.0
    /// Degrees of either leg; upright legs belong to brackets, corners and the letter u.
    public var maximumSteepness = 85.0
    /// A leg over the way along it, where 1 is a straight line. The first leg is short and often
    /// bent: 0.70 or more (measured); zigzags have 0.4 to 0.6.
    public var minimumFirstStraightness = 0.65
    /// The same of the second: 0.89 or more; rectangles that pass for ticks otherwise have 0.67 to
    /// 0.78 (measured).
    public var minimumSecondStraightness = 0.82
    /// A hook where the finger lands or lifts, over the leg there: up to 0.16; rectangles that go
    /// on behind what passes for a second leg have 0.55 and more (measured).
    public var maximumHook = 0.4
  }

  public struct Palm: Hashable, Sendable {
    public var rule = Rule.standard
    /// Share of the device's pressure range: for so long, fingers reach 0.36, palms 0.47 and more
    /// (measured).
    public var pressure = 0.42
    /// Seconds above ``pressure``: fingers that hit the pad peak for a frame or two.
    public var minimumDuration = 0.08
    /// Share of the range that is a palm at once: fingers reach 0.42, palms 0.58 and more
    /// (measured).
    public var heavyPressure = 0.52
    /// The same as ``pressure``, for devices that report one pressure for all fingers together:
    /// fingers reach 0.54, palms 0.78 and more (measured).
    public var totalPressure = 0.68
    /// Seconds after a palm in which nothing lands: palms come as showers of touches.
    public var quietTime = 0.5
  }

  public var name: String
  public var tap = Tap()
  public var longPress = LongPress()
  public var swipe = Swipe()
  public var pan = Pan()
  public var edgePan = EdgePan()
  public var pinch = Pinch()
  public var rotation = Rotation()
  public var tapAndDrag = TapAndDrag()
  public var tipTap = TipTap()
  public var checkmark = Checkmark()
  public var palm = Palm()

  public init(name: String) {
    self.name = name
  }
}

extension Profile {
  /// The default: corrected, robust on real hardware.
  public static let standard = Profile(name: "standard")

  /// The exact rules of the textbook, faults included.
  public static let textbook: Profile = {
    var profile = Profile(name: "textbook")
    profile.tap.rule = .textbook
    profile.longPress.rule = .off
    profile.swipe.rule = .textbook
    profile.pan.rule = .off
    profile.pinch.rule = .textbook
    profile.rotation.rule = .off
    profile.tapAndDrag.rule = .off
    profile.checkmark.rule = .textbook
    profile.checkmark.minimumLength = 10
    profile.checkmark.minimumAngle = 50
    profile.checkmark.maximumAngle = 135
    profile.palm.rule = .off
    return profile
  }()

  /// What UIKit measurably does; numbers without a source here were measured on iOS 26.1.
  ///
  /// It has no tap-and-drag and no checkmark. Palms are kept out as by default: on a phone, the system
  /// does it before UIKit.
  public static let uikit: Profile = {
    var profile = Profile(name: "uikit")
    // Private numbers of UIKit; the evidence is weak.
    profile.tap.stillness = StillnessLimits(slop: 45, initialSlop: 45, initialDuration: 0)
    profile.tap.maximumDuration = 0.75
    profile.tap.interval = 0.35
    profile.tap.radius = 45
    // Apple's documentation has both.
    profile.longPress.minimumDuration = 0.5
    profile.longPress.allowableMovement = 10
    profile.swipe.rule = .uikit
    profile.swipe.minimumLength = 50
    profile.swipe.maximumVariance = 50
    profile.swipe.maximumDuration = 0.5
    profile.pan.rule = .uikit
    profile.pan.stillness = StillnessLimits(slop: 10, initialSlop: 10, initialDuration: 0)
    profile.edgePan.stillness = profile.pan.stillness
    profile.tipTap.stillness = profile.tap.stillness
    profile.tipTap.maximumDuration = profile.tap.maximumDuration
    profile.pinch.rule = .uikit
    profile.pinch.minimumDelta = 10
    profile.rotation.rule = .uikit
    profile.tapAndDrag.rule = .off
    profile.checkmark.rule = .off
    return profile
  }()

  /// The profiles that have a name.
  public static let named = [standard, textbook, uikit]
}
