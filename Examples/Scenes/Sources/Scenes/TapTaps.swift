import SceneHost

/// Counts up to four taps in a row, each number in a label of its own.
///
/// A recognizer for each number waits until the one for the next number has failed, so that only
/// one of them reports. The textbook's program decides at touch down, by the tap count of the
/// touch.
public final class TapTaps: Scene {
  public static let interval = Setting.slider(
    "interval", "Seconds from a tap to the next one", Profile.standard.tap.interval,
    in: 0.1...1, step: 0.05)
  public static let decisionDelay = Setting.slider(
    "decisionDelay", "Seconds from touch down to the decision", Profile.textbook.tap.decisionDelay,
    in: 0.1...1, step: 0.05)

  /// Seconds from a text to its erasure, as in the textbook.
  private static let erasureDelay = 1.6

  private let labels = ["single", "double", "triple", "quadruple"].enumerated().map {
    Label($1, frame: Rect(x: 20, y: 20 + 40 * Double($0), width: 280, height: 24))
  }
  private let taps = (1...4).map { count in
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = count
    tap.numberOfTouchesRequired = 1
    return tap
  }
  private let textbookTap = TextbookTapRecognizer()

  public override class var summary: Text {
    Text("single, double, triple and quadruple taps that exclude each other")
  }

  public required init(_ context: SceneContext) {
    super.init(context)
    for label in labels { view.addSubview(label) }
    if context.isTextbook {
      view.addGestureRecognizer(textbookTap)
      textbookTap.onAction(for: self) { scene, tap in
        scene.showTextbook(tap.gesture(at: scene.context.clock.now))
      }
    } else {
      for tap in taps {
        view.addGestureRecognizer(tap)
        tap.onEnd(for: self) { scene, tap in scene.show(tap.numberOfTapsRequired ?? 0) }
      }
      for (tap, next) in zip(taps, taps.dropFirst()) { tap.require(toFail: next) }
    }
    settingsDidChange()
  }

  public override class var settings: SettingsPane {
    [
      .group("Standard rules"), .setting(interval),
      .group("Textbook rules"), .setting(decisionDelay),
    ]
  }

  public override func settingsDidChange() {
    for tap in taps { tap.settings.interval = context.settings[TapTaps.interval] }
    textbookTap.settings.decisionDelay = context.settings[TapTaps.decisionDelay]
  }

  private func show(_ count: Int) {
    switch count {
    case 1: show(Text("Single tap"), count)
    case 2: show(Text("Double tap"), count)
    case 3: show(Text("Triple tap"), count)
    default: show(Text("Quadruple tap"), count)
    }
  }

  private func showTextbook(_ tap: Gesture) {
    guard let count = tap.taps, let text = TextbookText.text(for: tap) else { return }
    show(Text(verbatim: text), count)
  }

  private func show(_ text: Text, _ count: Int) {
    context.show(text, in: labels[count - 1], erasedAfter: TapTaps.erasureDelay)
  }
}
