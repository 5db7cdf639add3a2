import SceneHost

/// Shows what a finger draws, names the shape, and keeps a list of the shapes that it has named.
///
/// The touches of a drawing that the recognizer names are cancelled in the view; those of one that
/// it refuses end there. The textbook has no such program: both rules are the same.
public final class Paths: Scene {
  public static let minimumSize = Setting.slider(
    "minimumSize", "Minimum size in points", Profile.standard.path.minimumSize,
    in: 10...200, step: 1)
  public static let strokeInterval = Setting.slider(
    "strokeInterval", "Seconds from a stroke to the next one",
    Profile.standard.path.strokeInterval, in: 0...5, step: 0.1)

  private struct NamedShape: Codable {
    var name: String
    var score: Double
  }

  private static let maximumShapes = 1000  // The latest ones are kept.
  private static let classifier = ShapeClassifier(.standard)  // Learns once, in milliseconds.

  private let canvas: Canvas
  private let message = Label("message", frame: Rect(x: 20, y: 20, width: 280, height: 24))
  private let count = Label("count", frame: Rect(x: 20, y: 380, width: 280, height: 24))
  /// The shapes named last, the latest first.
  private let latest = (1...3).map {
    Label("latest\($0)", frame: Rect(x: 20, y: 384 + 20 * Double($0), width: 280, height: 20))
  }
  private let path = PathRecognizer(Paths.classifier)
  private var stroke = StrokePath()
  private var namedShapes: [NamedShape] = []

  public override class var summary: Text { Text("strokes, and the names of their shapes") }

  public required init(_ context: SceneContext) {
    canvas = Canvas("canvas", frame: Rect(origin: .zero, size: context.screenSize))
    super.init(context)
    for subview in [canvas, message, count] + latest { view.addSubview(subview) }
    view.addGestureRecognizer(path)
    path.numberOfTouchesRequired = 1
    path.onEnd(for: self) { scene, path in
      if let match = path.match { scene.add(NamedShape(name: match.name, score: match.score)) }
    }
    settingsDidChange()
    showList()
  }

  public override class var settings: SettingsPane {
    [.setting(minimumSize), .setting(strokeInterval)]
  }

  public override func settingsDidChange() {
    path.settings.minimumSize = context.settings[Paths.minimumSize]
    path.settings.strokeInterval = context.settings[Paths.strokeInterval]
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    // The recognizer receives the touch first: this stroke is in its drawing already.
    if path.drawing.strokes.count < 2, !canvas.figures.isEmpty {
      canvas.figures.removeAll()
      canvas.setNeedsDisplay()
      message.text = .empty
    }
    stroke.reset()
    canvas.figures.append(Figure(.line([]), color: .blue))
    extendStroke(to: touch)
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    if let touch = touches.first { extendStroke(to: touch) }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    message.text = Text("No known shape")
  }

  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    guard path.match == nil, !canvas.figures.isEmpty else { return }
    canvas.figures.removeLast()
    canvas.setNeedsDisplay()
  }

  private func extendStroke(to touch: Touch) {
    guard let last = canvas.figures.indices.last else { return }
    stroke.add(touch.location(in: canvas))
    var line = stroke
    line.close()  // The path leaves points out; its end is where the finger is.
    canvas.figures[last].kind = .line(line.points)
    canvas.setNeedsDisplay(canvas.figures[last].bounds.inset(by: -canvas.figures[last].lineWidth))
  }

  private func add(_ shape: NamedShape) {
    namedShapes = (namedShapes + [shape]).suffix(Paths.maximumShapes)
    message.text = Text("Shape: %@", .text(Text(shape.name)))
    showList()
  }

  private func showList() {
    count.text = Text("%d shapes", .count(namedShapes.count))
    for label in latest { label.text = .empty }
    for (label, shape) in zip(latest, namedShapes.reversed()) {
      label.text = Text("%@, score %@", .text(Text(shape.name)), .number(shape.score, decimals: 2))
    }
  }

  public override func save(to memory: inout SceneMemory) throws {
    try memory.encode(namedShapes, forKey: "shapes")
    try memory.encode(canvas.figures, forKey: "figures")
  }

  public override func restore(from memory: SceneMemory) throws {
    namedShapes = try memory.decode([NamedShape].self, forKey: "shapes") ?? []
    canvas.figures = try memory.decode([Figure].self, forKey: "figures") ?? []
    canvas.setNeedsDisplay()
    showList()
  }
}
