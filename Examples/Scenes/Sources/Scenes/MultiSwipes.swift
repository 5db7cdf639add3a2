import SceneHost

/// Names the direction in which one to five fingers swipe, and counts them.
///
/// A recognizer decides when the last finger lifts. Raw touches are compared while they move, each
/// with the point where it began; the textbook's program compares all of them with the point where
/// one began.
public final class MultiSwipes: Scene {
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
  private let textbookSwipe = TextbookSwipeRecognizer()
  /// Where each finger touched down.
  private var starts: [Touch.ID: Point] = [:]
  /// How many fingers the gesture has, also those that have lifted.
  private var fingers = 0
  private var isReported = false

  public override class var summary: Text { Text("swipes of one to five fingers") }

  public required init(_ context: SceneContext) {
    super.init(context)
    view.isMultipleTouchEnabled = true
    view.addSubview(message)
    view.addGestureRecognizer(context.isTextbook ? textbookSwipe : swipe)
    swipe.onEnd(for: self) { scene, swipe in
      let gesture = swipe.gesture(at: scene.context.clock.now)
      scene.show(gesture.direction, fingers: gesture.touches ?? 1)
    }
    textbookSwipe.onAction(for: self) { scene, swipe in
      scene.showTextbook(swipe.gesture(at: scene.context.clock.now))
    }
    settingsDidChange()
  }

  public override class var settings: SettingsPane {
    [.setting(minimumLength), .setting(maximumVariance), .setting(usesRawTouches)]
  }

  public override func settingsDidChange() {
    swipe.settings.minimumLength = context.settings[MultiSwipes.minimumLength]
    swipe.isEnabled = !context.settings[MultiSwipes.usesRawTouches]
    textbookSwipe.settings.minimumLength = context.settings[MultiSwipes.minimumLength]
    textbookSwipe.settings.maximumVariance = context.settings[MultiSwipes.maximumVariance]
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches { starts[touch.id] = touch.location(in: view) }
    fingers = max(fingers, starts.count)
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    guard !context.isTextbook, context.settings[MultiSwipes.usesRawTouches], !isReported else {
      return
    }
    // All that are down, also those that rest in this event.
    let directions = Set(event.touches(for: view).filter(\.isDown).map(direction))
    guard fingers <= 5, directions.count == 1, let direction = directions.first ?? nil else {
      return
    }
    isReported = true
    show(direction, fingers: fingers)
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches { starts[touch.id] = nil }
    if starts.isEmpty { (fingers, isReported) = (0, false) }
  }

  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    touchesEnded(touches, with: event)
  }

  /// The direction in which a finger has moved far enough and straight enough.
  private func direction(of touch: Touch) -> Gesture.Direction? {
    guard let start = starts[touch.id] else { return nil }
    let translation = touch.location(in: view) - start
    let (dx, dy) = (abs(translation.dx), abs(translation.dy))
    guard max(dx, dy) >= context.settings[MultiSwipes.minimumLength],
      min(dx, dy) <= context.settings[MultiSwipes.maximumVariance]
    else { return nil }
    return Gesture.Direction(of: translation)
  }

  private func show(_ direction: Gesture.Direction?, fingers: Int) {
    let text: Text
    switch direction {
    case .left: text = Text("Swipe of %d fingers to the left", .count(fingers))
    case .right: text = Text("Swipe of %d fingers to the right", .count(fingers))
    case .up: text = Text("Swipe of %d fingers up", .count(fingers))
    case .down: text = Text("Swipe of %d fingers down", .count(fingers))
    default: return
    }
    context.show(text, in: message, erasedAfter: MultiSwipes.erasureDelay)
  }

  private func showTextbook(_ swipe: Gesture) {
    guard let text = TextbookText.text(for: swipe) else { return }
    context.show(Text(verbatim: text), in: message, erasedAfter: MultiSwipes.erasureDelay)
  }
}
