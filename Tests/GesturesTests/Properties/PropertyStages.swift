import Contacts

@testable import Gestures

/// A view tree with recognizers on several levels, for scripts to be played on.
struct PropertyStage {
  enum Setup: String, CaseIterable {
    /// The standard set on the window.
    case standard
    /// The standard set on the window, more recognizers on views inside.
    case nested
    /// The same, where the first that begins wins.
    case exclusive
    /// The textbook's set.
    case textbook
    /// UIKit's set, on the window and on views inside.
    case uikit
    /// Recognizers that wait for each other.
    case waiting
    /// The standard set with all that it can do besides.
    case family

    var profile: Profile {
      switch self {
      case .textbook: .textbook
      case .uikit: .uikit
      case .family: .family
      default: .standard
      }
    }
  }

  let application: Application
  let witness: Witness
  private let views: [WatchedView]

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
    case .standard, .textbook, .family: set.attach(to: window)
    case .nested, .exclusive, .uikit:
      set.attach(to: window)
      for view in views { RecognizerSet(profile: profile).attach(to: view) }
    case .waiting: PropertyStage.attachWaiting(to: window, views)
    }
    witness = Witness(application, isExclusive: isExclusive)
  }

  private static func makeViews(in window: Window) -> [WatchedView] {
    let width = window.bounds.size.width
    let left = WatchedView(frame: Rect(x: 0, y: 0, width: width / 2, height: 200))
    left.isMultipleTouchEnabled = true
    let right = WatchedView(frame: Rect(x: width / 2, y: 0, width: width / 2, height: 300))
    let inner = WatchedView(frame: Rect(x: 50, y: 50, width: 80, height: 80))
    inner.isMultipleTouchEnabled = true
    let exclusive = WatchedView(frame: Rect(x: 20, y: 220, width: 200, height: 100))
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

  /// What is wrong after the end.
  func complaints() -> [String] {
    witness.checkIdle()
    for view in views where !view.down.isEmpty { witness.complain("a view is left with touches") }
    return witness.complaints
  }
}

extension Profile {
  /// The standard profile with what is off in it, and every choice the other way round.
  static var family: Profile {
    var profile = Profile.standard
    profile.edgePan.rule = .standard
    profile.tipTap.rule = .standard
    profile.swipe.allowsDiagonals = true
    profile.swipe.recognitionTiming = .early
    profile.longPress.recognitionTiming = .onLift
    profile.pan.endsOn = .firstLift
    profile.edgePan.endsOn = .firstLift
    profile.pinch.recognitionTiming = .onLift
    profile.rotation.endsOn = .firstLift
    profile.tapAndDrag.recognitionTiming = .onLift
    profile.tapAndDrag.endsOn = .firstLift
    return profile
  }
}
