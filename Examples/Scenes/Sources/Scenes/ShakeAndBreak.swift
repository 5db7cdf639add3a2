import SceneHost

/// Breaks a window when the device is shaken; a touch mends it.
///
/// By the textbook rules a sample beyond the threshold breaks it, but only toward a positive axis,
/// and the end of a shake breaks it once more, with a second sound. Otherwise a shake of any
/// direction breaks it once.
public final class ShakeAndBreak: Scene {
  /// In g; the value of the textbook. The shake detector of the standard rules has its own.
  public static let threshold = Setting.slider(
    "threshold", "Threshold in g", 2.2, in: 1.3...4, step: 0.1)
  public static let playsSound = Setting.toggle("playsSound", "Play the sound of glass", true)

  private let picture: ImageView
  private var isBroken = false

  public override class var summary: Text { Text("a shake breaks, a touch mends") }

  public override class var settings: SettingsPane {
    [.setting(playsSound), .group("Textbook rules"), .setting(threshold)]
  }

  public required init(_ context: SceneContext) {
    let screen = Rect(origin: .zero, size: context.screenSize)
    picture = ImageView("picture", image: "home.png", frame: screen)
    super.init(context)
    view.addSubview(picture)
    if context.isTextbook {
      context.accelerometer.updateInterval = 1.0 / 10
      context.accelerometer.delegate = self
    }
  }

  /// Motions begin their path at the first responder, which the scene becomes.
  public override var canBecomeFirstResponder: Bool { true }

  public override func motionBegan(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    if !context.isTextbook, !isBroken { breakPicture() }
    super.motionBegan(motion, with: event)
  }

  public override func motionEnded(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    // The textbook does not ask whether it is broken already.
    if context.isTextbook { breakPicture() }
    super.motionEnded(motion, with: event)
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    show(broken: false)
  }

  private func breakPicture() {
    show(broken: true)
    if context.settings[ShakeAndBreak.playsSound] { context.emit(.sound("glass.wav")) }
  }

  private func show(broken: Bool) {
    isBroken = broken
    picture.image = broken ? "homebroken.png" : "home.png"
  }

  public override func save(to memory: inout SceneMemory) throws {
    try memory.encode(isBroken, forKey: "isBroken")
  }

  public override func restore(from memory: SceneMemory) throws {
    if let isBroken = try memory.decode(Bool.self, forKey: "isBroken") { show(broken: isBroken) }
  }
}

extension ShakeAndBreak: AccelerometerDelegate {
  public func accelerometer(_: Accelerometer, didAccelerate sample: AccelerationSample) {
    let threshold = context.settings[ShakeAndBreak.threshold]
    let measured = sample.acceleration
    // Without absolute values, as in the textbook.
    if !isBroken, measured.x > threshold || measured.y > threshold || measured.z > threshold {
      breakPicture()
    }
  }
}
