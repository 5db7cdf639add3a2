import SceneHost

/// Shows that a finger has drawn a checkmark, and clears the label after a delay of the scene's
/// clock.
///
/// A recognizer judges the whole stroke when the finger lifts. The textbook's program compares the
/// last two segments of the stroke on every move.
public final class CheckPlease: Scene {
  public static let erasureDelay = Setting.slider(
    "erasureDelay", "Seconds until the label clears", 1.6, in: 0.1...10, step: 0.1)
  public static let minimumLength = Setting.slider(
    "minimumLength", "Minimum leg length in points", Profile.standard.checkmark.minimumLength,
    in: 5...100, step: 1)
  public static let minimumAngle = Setting.slider(
    "minimumAngle", "Minimum turn in degrees", Profile.standard.checkmark.minimumAngle,
    in: 0...180, step: 1)
  public static let maximumAngle = Setting.slider(
    "maximumAngle", "Maximum turn in degrees", Profile.standard.checkmark.maximumAngle,
    in: 0...180, step: 1)
  public static let textbookLength = Setting.slider(
    "textbookLength", "Points before the turn", Profile.textbook.checkmark.minimumLength,
    in: 0...100, step: 1)
  public static let textbookMinimum = Setting.slider(
    "textbookMinimum", "Minimum turn in degrees", Profile.textbook.checkmark.minimumAngle,
    in: 0...180, step: 1)
  public static let textbookMaximum = Setting.slider(
    "textbookMaximum", "Maximum turn in degrees", Profile.textbook.checkmark.maximumAngle,
    in: 0...180, step: 1)

  private let message = Label("message", frame: Rect(x: 20, y: 20, width: 280, height: 24))
  private let checkmark = CheckmarkRecognizer()
  private let textbookCheckmark = TextbookCheckmarkRecognizer()

  public override class var summary: Text { Text("a checkmark, and a label that clears itself") }

  public required init(_ context: SceneContext) {
    super.init(context)
    view.addSubview(message)
    view.addGestureRecognizer(context.isTextbook ? textbookCheckmark : checkmark)
    checkmark.onEnd(for: self) { scene, _ in scene.show(Text("Checkmark")) }
    textbookCheckmark.onAction(for: self) { scene, checkmark in
      let gesture = checkmark.gesture(at: scene.context.clock.now)
      TextbookText.text(for: gesture).map { scene.show(Text(verbatim: $0)) }
    }
    settingsDidChange()
  }

  public override class var settings: SettingsPane {
    [
      .setting(erasureDelay),
      .group("Standard rules"),
      .setting(minimumLength), .setting(minimumAngle), .setting(maximumAngle),
      .group("Textbook rules"),
      .setting(textbookLength), .setting(textbookMinimum), .setting(textbookMaximum),
    ]
  }

  public override func settingsDidChange() {
    let settings = context.settings
    checkmark.settings.minimumLength = settings[CheckPlease.minimumLength]
    checkmark.settings.minimumAngle = settings[CheckPlease.minimumAngle]
    checkmark.settings.maximumAngle = settings[CheckPlease.maximumAngle]
    textbookCheckmark.settings.minimumLength = settings[CheckPlease.textbookLength]
    textbookCheckmark.settings.minimumAngle = settings[CheckPlease.textbookMinimum]
    textbookCheckmark.settings.maximumAngle = settings[CheckPlease.textbookMaximum]
  }

  private func show(_ text: Text) {
    context.show(text, in: message, erasedAfter: context.settings[CheckPlease.erasureDelay])
  }
}
