import SceneHost

/// Names the direction in which a finger swipes.
///
/// A recognizer decides when the finger lifts. Raw touches are compared with the point where they
/// began, while they move; so does the textbook's program, which does it again on every further
/// move and knows no direction.
public final class Swipes: Scene {
  public static let minimumLength = Setting.slider(
    "minimumLength", "Minimum length in points", Profile.standard.swipe.minimumLength,
    in: 5...200, step: 1)
  public static let maximumVariance = Setting.slider(
    "maximumVariance", "Raw touches: points across the direction",
    Profile.standard.swipe.maximumVariance, in: 0...50, step: 1)
  public static let usesRawTouches = Setting.toggle("usesRawTouches", "Use raw touches", false)

  /// Seconds from a text to its erasure, as in the textbook.
  private static let erasureDelay = 2.0

  private let message = Label("message", frame: Rect(x: 20, y: 20, width: 280, height: 24))
  private let swipe = SwipeRecognizer()
  private var start = Point.zero
  private var isReported = false

  public override class var summary: Text {
    Text("horizontal and vertical swipes of a finger, by a recognizer or by raw touches")
  }

  public required init(_ context: SceneContext) {
    super.init(context)
    view.addSubview(message)
    view.addGestureRecognizer(swipe)
    swipe.numberOfTouchesRequired = 1
    swipe.onEnd(for: self) { scene, swipe in
      scene.show(swipe.gesture(at: scene.context.clock.now).direction)
    }
    settingsDidChange()
  }

  public override class var settings: SettingsPane {
    [.setting(minimumLength), .setting(maximumVariance), .setting(usesRawTouches)]
  }

  public override func settingsDidChange() {
    swipe.settings.minimumLength = context.settings[Swipes.minimumLength]
    swipe.isEnabled = !handlesTouches
  }

  /// Whether the scene handles the touches itself, as the textbook's program does.
  private var handlesTouches: Bool {
    context.isTextbook || context.settings[Swipes.usesRawTouches]
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    start = touches.first?.location(in: view) ?? start
    isReported = false
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    guard handlesTouches, !isReported, let touch = touches.first else { return }
    let translation = touch.location(in: view) - start
    guard let axis = axis(of: translation) else { return }
    if context.isTextbook {
      let text = Text(verbatim: TextbookText.singleSwipeText(for: axis))
      context.show(text, in: message, erasedAfter: Swipes.erasureDelay)
    } else {
      isReported = true
      show(Gesture.Direction(of: translation))
    }
  }

  /// The axis along which a translation is long enough and straight enough.
  private func axis(of translation: Vector) -> Gesture.Axis? {
    let length = context.settings[Swipes.minimumLength]
    let variance = context.settings[Swipes.maximumVariance]
    let (dx, dy) = (abs(translation.dx), abs(translation.dy))
    if dx >= length && dy <= variance { return .horizontal }
    return dy >= length && dx <= variance ? .vertical : nil
  }

  private func show(_ direction: Gesture.Direction?) {
    let text: Text
    switch direction {
    case .left: text = Text("Swipe to the left")
    case .right: text = Text("Swipe to the right")
    case .up: text = Text("Swipe up")
    case .down: text = Text("Swipe down")
    default: return
    }
    context.show(text, in: message, erasedAfter: Swipes.erasureDelay)
  }
}
