import SceneHost

/// Draws a line, a rectangle, an ellipse or an image from a touch down to the present position.
///
/// The textbook's program shows the current figure only; by the standard rules a shake clears all.
public final class QuartzFun: Scene {
  // In the order of the textbook, which numbers them from 0.
  public static let shape = Setting.choice(
    "shape", "Shape", "line",
    of: ["line": "Line", "rectangle": "Rectangle", "ellipse": "Ellipse", "image": "Image"])
  public static let color = Setting.choice(
    "color", "Color", "red",
    of: ["red": "Red", "blue": "Blue", "yellow": "Yellow", "green": "Green", "random": "Random"])
  public static let isFilled = Setting.toggle("isFilled", "Fill shapes", true)

  /// Points by which a redrawn region exceeds the figures, as in the textbook: a line's width.
  private static let margin = 2.0
  private static let imageSize = Size(width: 57, height: 57)  // An icon's on the first iPhones.

  private let canvas: Canvas
  /// The last figure of the canvas, while it is drawn; by the textbook rules until the next one.
  private var current: Figure?
  private var start = Point.zero
  private var currentColor = Color.red
  private var generator = SeededGenerator(seed: 0)

  public override class var summary: Text {
    Text("lines, rectangles, ellipses and images that a finger draws")
  }

  public required init(_ context: SceneContext) {
    canvas = Canvas("canvas", frame: Rect(origin: .zero, size: context.screenSize))
    super.init(context)
    view.addSubview(canvas)
  }

  public override class var settings: SettingsPane {
    [.setting(shape), .setting(color), .setting(isFilled)]
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    start = touch.location(in: canvas)
    currentColor = chosenColor()
    draw(figure(to: start))
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    if let touch = touches.first { draw(figure(to: touch.location(in: canvas))) }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard !context.isTextbook, let figure = current else { return }
    // A tap draws an image, and nothing else.
    if figure.bounds.size == .zero { draw(nil) }
    current = nil
  }

  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    if !context.isTextbook { draw(nil) }
  }

  public override var canBecomeFirstResponder: Bool { true }  // Receives shakes.

  public override func motionEnded(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    context.isTextbook ? super.motionEnded(motion, with: event) : show([])
  }

  private func show(_ figures: [Figure]) {
    current = context.isTextbook ? figures.last : nil
    canvas.figures = context.isTextbook ? figures.suffix(1) : figures
    canvas.setNeedsDisplay()
  }

  /// Replaces the current figure, and redraws where it was and where it is.
  private func draw(_ figure: Figure?) {
    let changed = [current, figure].compactMap { $0?.bounds }
    guard let first = changed.first, let last = changed.last else { return }
    if current != nil { canvas.figures.removeLast() }
    if let figure { canvas.figures.append(figure) }
    current = figure
    canvas.setNeedsDisplay(first.union(last).inset(by: -QuartzFun.margin))
  }

  private func figure(to end: Point) -> Figure {
    let rect = Rect(from: start, to: end)
    let kind: Figure.Kind
    switch context.settings[QuartzFun.shape] {
    case "rectangle": kind = .rectangle(rect)
    case "ellipse": kind = .ellipse(rect)
    case "image":
      let size = QuartzFun.imageSize
      let corner = end - Vector(dx: size.width, dy: size.height) / 2
      kind = .image("icon.png", Rect(origin: corner, size: size))
    default: kind = .line([start, end])
    }
    return Figure(
      kind, color: currentColor, lineWidth: 2, isFilled: context.settings[QuartzFun.isFilled])
  }

  private func chosenColor() -> Color {
    switch context.settings[QuartzFun.color] {
    case "blue": .blue
    case "yellow": .yellow
    case "green": .green
    case "random": Color(red: randomByte(), green: randomByte(), blue: randomByte())
    default: .red
    }
  }

  private func randomByte() -> UInt8 { UInt8(generator.index(below: 256)) }

  public override func save(to memory: inout SceneMemory) throws {
    try memory.encode(canvas.figures, forKey: "figures")
  }

  public override func restore(from memory: SceneMemory) throws {
    show(try memory.decode([Figure].self, forKey: "figures") ?? [])
  }
}
