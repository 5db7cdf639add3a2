import Contacts

@testable import Gestures

/// A view hierarchy with recognizers on several levels, on which random scripts are played.
///
/// It plays whole frames in mm, which may be wrong in every way, and its observer is an
/// ``InvariantChecker``; ``TouchStage`` has fingers that do one thing at a time.
struct PropertyStage {
  enum Setup: String, CaseIterable {
    /// The standard set on the window.
    case standard
    /// The standard set on the window and on the views inside.
    case nested
    /// The same with a policy by which the first to begin wins.
    case exclusive
    /// The textbook's set.
    case textbook
    /// UIKit's set, on the window and on views inside.
    case uikit
    /// Recognizers that wait for each other.
    case waiting
    /// The standard set with its optional recognizers and the other choices.
    case alternative

    var profile: Profile {
      switch self {
      case .textbook: .textbook
      case .uikit: .uikit
      case .alternative: .alternative
      default: .standard
      }
    }
  }

  let application: Application
  let checker: InvariantChecker
  private let views: [CheckedView]

  init(_ setup: Setup) {
    let profile = setup.profile
    let set = RecognizerSet(profile: profile)
    let isExclusive = setup == .exclusive || setup == .waiting || setup == .uikit
    application = Application(policy: isExclusive ? ExclusivePolicy() : set.policy)
    application.palmFilter = set.palmFilter
    let window = Window(touchArea: Size(width: 90, height: 60))
    application.addWindow(window)
    views = PropertyStage.makeViews(in: window)
    switch setup {
    case .standard, .textbook, .alternative: set.attach(to: window)
    case .nested, .exclusive, .uikit:
      set.attach(to: window)
      for view in views { RecognizerSet(profile: profile).attach(to: view) }
    case .waiting: PropertyStage.attachWaiting(to: window, views)
    }
    checker = InvariantChecker(application, isExclusive: isExclusive)
  }

  private static func makeViews(in window: Window) -> [CheckedView] {
    let width = window.bounds.size.width
    let left = CheckedView(frame: Rect(x: 0, y: 0, width: width / 2, height: 200))
    left.isMultipleTouchEnabled = true
    let right = CheckedView(frame: Rect(x: width / 2, y: 0, width: width / 2, height: 300))
    let inner = CheckedView(frame: Rect(x: 50, y: 50, width: 80, height: 80))
    inner.isMultipleTouchEnabled = true
    let exclusive = CheckedView(frame: Rect(x: 20, y: 220, width: 200, height: 100))
    exclusive.isExclusiveTouch = true
    window.addSubview(left)
    window.addSubview(right)
    window.addSubview(exclusive)
    left.addSubview(inner)
    return [left, right, inner, exclusive]
  }

  private static func attachWaiting(to window: Window, _ views: [View]) {
    let taps = (1...3).map { count in
      let tap = TapRecognizer()
      tap.numberOfTapsRequired = count
      return tap
    }
    taps[0].require(toFail: taps[1])
    taps[1].require(toFail: taps[2])
    let swipe = SwipeRecognizer()
    let pan = PanRecognizer()
    pan.require(toFail: swipe)
    let press = LongPressRecognizer()
    press.require(toFail: taps[2])
    let pinch = PinchRecognizer()
    let rotation = RotationRecognizer()
    rotation.require(toFail: pinch)
    for recognizer in taps + [press, pan] { window.addGestureRecognizer(recognizer) }
    views[0].addGestureRecognizer(swipe)
    for recognizer in [pinch, rotation] { views[2].addGestureRecognizer(recognizer) }
    let drag = TapAndDragRecognizer()
    drag.require(toFail: pan)
    views[1].addGestureRecognizer(drag)
  }

  func play(_ frames: [ContactFrame]) {
    for frame in frames { application.send(frame) }
    application.finish()
  }

  /// The violations, including those after the end.
  func violations() -> [String] {
    checker.checkIdle()
    for view in views where !view.down.isEmpty {
      checker.report("a view has touches after the end")
    }
    return checker.violations
  }
}

extension Profile {
  /// The standard profile with its optional recognizers, and with the other value of every choice.
  static var alternative: Profile {
    var profile = Profile.standard
    profile.edgePan.rule = .standard
    profile.tipTap.rule = .standard
    profile.swipe.allowsDiagonals = true
    profile.swipe.recognitionTiming = .early
    profile.longPress.recognitionTiming = .onTouchUp
    profile.pan.endsOn = .firstTouchUp
    profile.edgePan.pan.endsOn = .firstTouchUp
    profile.pinch.recognitionTiming = .onTouchUp
    profile.rotation.endsOn = .firstTouchUp
    profile.tapAndDrag.recognitionTiming = .onTouchUp
    profile.tapAndDrag.endsOn = .firstTouchUp
    return profile
  }
}
