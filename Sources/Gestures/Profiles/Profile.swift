/// The rules and numbers of all recognizers: a value that can be kept in a file.
///
/// ```swift
/// var profile = Profile.standard
/// profile.longPress.minimumDuration = 0.8
/// let gestures = RecognizerSet(profile: profile)
/// ```
///
/// Each recognizer's section is declared in the recognizer's file, as is the source of each number.
/// Lengths are points of 1/163 inch (0.156 mm), times seconds, angles degrees. `docs/Evidence.md`
/// names the data of a number that was measured.
public struct Profile: Hashable, Sendable {
  /// The design of a recognizer.
  public enum Rule: String, Sendable, CaseIterable {
    /// Corrected, and robust on real hardware.
    case standard
    /// The textbook rules, faults included.
    case textbook
    /// UIKit's measured behaviour.
    case uikit
    /// Not recognized.
    case off
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
  public var path = Path()
  public var palm = Palm()

  public init(name: String) { self.name = name }

  /// The sections, in the order in which a profile is written.
  public static let sections = [
    ProfileSection("tap", \.tap, [.standard, .textbook, .off]),
    ProfileSection("longPress", \.longPress, [.standard, .off]),
    ProfileSection("swipe", \.swipe, [.standard, .textbook, .uikit, .off]),
    ProfileSection("pan", \.pan, [.standard, .uikit, .off]),
    ProfileSection("edgePan", \.edgePan, [.standard, .off]),
    ProfileSection("pinch", \.pinch, [.standard, .textbook, .uikit, .off]),
    ProfileSection("rotation", \.rotation, [.standard, .uikit, .off]),
    ProfileSection("tapAndDrag", \.tapAndDrag, [.standard, .off]),
    ProfileSection("tipTap", \.tipTap, [.standard, .off]),
    ProfileSection("checkmark", \.checkmark, [.standard, .textbook, .off]),
    ProfileSection("path", \.path, [.standard, .off]),
    ProfileSection("palm", \.palm, [.standard, .off]),
  ]

  // MARK: Named profiles

  /// The default: corrected rules, robust on real hardware.
  public static let standard = Profile(name: "standard")

  /// The rules of the sample programs of iPhone development books, faults included.
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
    profile.path.rule = .off
    profile.palm.rule = .off
    return profile
  }()

  /// UIKit's measured behaviour; numbers without a source here were measured on iOS 26.1.
  ///
  /// It has no tap-and-drag, no checkmark and no path. Palms are rejected as in ``standard``: on a
  /// phone, the system does that before UIKit.
  public static let uikit: Profile = {
    var profile = Profile(name: "uikit")
    // Private constants of UIKit; the evidence is weak.
    profile.tap.stillness = StillnessLimits(slop: 45, initialSlop: 45, initialDuration: 0)
    profile.tap.maximumDuration = 0.75
    profile.tap.maximumStagger = 0.75
    profile.tap.interval = 0.35
    profile.tap.radius = 45
    // Both are in Apple's documentation.
    profile.longPress.minimumDuration = 0.5
    profile.longPress.allowableMovement = 10
    profile.swipe.rule = .uikit
    profile.swipe.minimumLength = 50
    profile.swipe.maximumVariance = 50
    profile.swipe.maximumDuration = 0.5
    profile.pan.rule = .uikit
    profile.pan.stillness = StillnessLimits(slop: 10, initialSlop: 10, initialDuration: 0)
    profile.edgePan.pan.stillness = profile.pan.stillness
    profile.tipTap.stillness = profile.tap.stillness
    profile.tipTap.maximumDuration = profile.tap.maximumDuration
    profile.pinch.rule = .uikit
    profile.pinch.minimumDelta = 10
    profile.rotation.rule = .uikit
    profile.tapAndDrag.rule = .off
    profile.checkmark.rule = .off
    profile.path.rule = .off
    return profile
  }()

  /// The profiles that can be chosen by name.
  public static let named = [standard, textbook, uikit]
}
