import SceneHost

/// Shows what the accelerometer measures, and how the device is held.
///
/// By the textbook rules it is one label with the three numbers, 60 times a second.
public final class Motion: Scene {
  public static let updates = Setting.slider(
    "updatesPerSecond", "Updates per second", 10, in: 1...60, step: 1)

  private let reading = Label("reading", frame: Rect(x: 20, y: 20, width: 280, height: 24))
  private let axes = ["x", "y", "z"].enumerated().map { row, name in
    Label(name, frame: Rect(x: 20, y: 20 + 40 * Double(row), width: 280, height: 24))
  }
  private let orientation = Label("orientation", frame: Rect(x: 20, y: 160, width: 280, height: 24))
  private var tracker = OrientationTracker()

  public override class var summary: Text { Text("accelerometer readings, orientation") }

  public override class var settings: SettingsPane {
    [.group("Standard rules"), .setting(updates)]
  }

  public required init(_ context: SceneContext) {
    super.init(context)
    for label in context.isTextbook ? [reading] : axes + [orientation] { view.addSubview(label) }
    context.accelerometer.delegate = self
    settingsDidChange()
  }

  public override func settingsDidChange() {
    // The rate of the textbook's example.
    let rate = context.isTextbook ? 60 : context.settings[Motion.updates]
    context.accelerometer.updateInterval = 1 / rate
  }

  private static func text(_ orientation: DeviceOrientation?) -> Text {
    switch orientation {
    case .portrait: Text("Upright")
    case .portraitUpsideDown: Text("Upside down")
    case .landscapeLeft: Text("On its left side")
    case .landscapeRight: Text("On its right side")
    case .faceUp: Text("Screen up")
    case .faceDown: Text("Screen down")
    case nil: .empty
    }
  }
}

extension Motion: AccelerometerDelegate {
  public func accelerometer(_: Accelerometer, didAccelerate sample: AccelerationSample) {
    let measured = sample.acceleration
    guard !context.isTextbook else {
      reading.text = Text(verbatim: measured.textbookLabel)
      return
    }
    for (label, value) in zip(axes, [measured.x, measured.y, measured.z]) {
      let name = Text.Argument.verbatim(label.accessibilityIdentifier ?? "")
      label.text = Text("%@: %@ g", name, .number(value, decimals: 2))
    }
    tracker.update(gravity: measured)
    orientation.text = Motion.text(tracker.orientation)
  }
}
