import SceneHost

/// Shows the touches as they arrive: what happened, the tap count, and how many touches took part.
public final class TouchExplorer: Scene {
  private let message = Label("message", frame: Rect(x: 20, y: 20, width: 280, height: 24))
  private let taps = Label("taps", frame: Rect(x: 20, y: 60, width: 280, height: 24))
  private let touches = Label("touches", frame: Rect(x: 20, y: 100, width: 280, height: 24))

  public override class var summary: Text { Text("touches, their tap counts and phases") }

  public required init(_ context: SceneContext) {
    super.init(context)
    view.isMultipleTouchEnabled = true
    for label in [message, taps, touches] { view.addSubview(label) }
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    show(touches, .began, Text("Touches Began"), event)
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    show(touches, .moved, Text("Touches Moved"), event)
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    show(touches, .ended, Text("Touches Ended"), event)
  }

  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    show(touches, .cancelled, Text("Touches Cancelled"), event)
  }

  private func show(
    _ changed: TouchSet, _ phase: Touch.Phase, _ standardMessage: Text, _ event: TouchEvent
  ) {
    if context.isTextbook {
      message.text = Text(verbatim: TextbookText.message(for: phase))
      taps.text = Text(verbatim: TextbookText.tapsLabel(for: changed))
      touches.text = Text(verbatim: TextbookText.touchesLabel(for: changed))
    } else {
      message.text = standardMessage
      taps.text = Text("%d taps detected", .count(changed.first?.tapCount ?? 0))
      touches.text = Text("%d touches down", .count(event.allTouches.downCount))
    }
  }
}
