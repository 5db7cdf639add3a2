import SceneHost

/// Shows how two or more fingers scale and turn, both at once, and names the pinch in the end.
///
/// The textbook's program compares the distance of two fingers with that at their touch down.
public final class PinchMe: Scene, GestureRecognizerDelegate {
  public static let pinchSlop = Setting.slider(
    "pinchSlop", "Points from the center before a pinch", Profile.standard.pinch.slop,
    in: 1...100, step: 1)
  public static let rotationSlop = Setting.slider(
    "rotationSlop", "Points of arc before a rotation", Profile.standard.rotation.slop,
    in: 1...100, step: 1)
  public static let minimumDelta = Setting.slider(
    "minimumDelta", "Points of change of the distance",
    Profile.textbook.pinch.minimumDelta, in: 10...300, step: 1)

  /// Seconds from a text to its erasure, as in the textbook.
  private static let erasureDelay = 1.6

  private let message = Label("message", frame: Rect(x: 20, y: 20, width: 280, height: 24))
  private let scale = Label("scale", frame: Rect(x: 20, y: 60, width: 280, height: 24))
  private let angle = Label("angle", frame: Rect(x: 20, y: 100, width: 280, height: 24))
  private let pinch = PinchRecognizer()
  private let rotation = RotationRecognizer()
  private let textbookPinch = TextbookPinchRecognizer()

  public override class var summary: Text { Text("pinch and rotation, with the running scale") }

  public required init(_ context: SceneContext) {
    super.init(context)
    view.isMultipleTouchEnabled = true
    for label in [message, scale, angle] { view.addSubview(label) }
    context.isTextbook ? followTextbook() : followFingers()
    settingsDidChange()
  }

  private func followFingers() {
    for recognizer in [pinch, rotation] {
      recognizer.delegate = self
      view.addGestureRecognizer(recognizer)
    }
    pinch.onChange(for: self) { scene, pinch in
      scene.scale.text = Text("Scale %@", .number(pinch.scale, decimals: 2))
    }
    pinch.onEnd(for: self) { scene, pinch in
      // Fingers that are as far apart in the end as at first have not pinched.
      if pinch.scale > 1 { scene.show(Text("Outward pinch")) }
      if pinch.scale < 1 { scene.show(Text("Inward pinch")) }
      scene.scale.text = .empty
    }
    pinch.onCancel(for: self) { scene, _ in scene.scale.text = .empty }
    rotation.onChange(for: self) { scene, rotation in
      scene.angle.text = Text("Turned by %@°", .number(rotation.rotation, decimals: 0))
    }
    rotation.onEnd(for: self) { scene, _ in scene.angle.text = .empty }
    rotation.onCancel(for: self) { scene, _ in scene.angle.text = .empty }
  }

  private func followTextbook() {
    view.addGestureRecognizer(textbookPinch)
    textbookPinch.onAction(for: self) { scene, pinch in
      let gesture = pinch.gesture(at: scene.context.clock.now)
      TextbookText.text(for: gesture).map { scene.show(Text(verbatim: $0)) }
    }
  }

  /// Lets the fingers scale and turn at once.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { true }

  public override class var settings: SettingsPane {
    [
      .group("Standard rules"), .setting(pinchSlop), .setting(rotationSlop),
      .group("Textbook rules"), .setting(minimumDelta),
    ]
  }

  public override func settingsDidChange() {
    pinch.settings.slop = context.settings[PinchMe.pinchSlop]
    rotation.settings.slop = context.settings[PinchMe.rotationSlop]
    textbookPinch.settings.minimumDelta = context.settings[PinchMe.minimumDelta]
  }

  private func show(_ text: Text) {
    context.show(text, in: message, erasedAfter: PinchMe.erasureDelay)
  }
}
