import Contacts
import Gestures
import Testing
import Timeline

@Suite("Pans whose translation is set in each action")
struct PanTranslationTests {
  private let stage = TouchStage()

  /// How a program takes the translation since the last action.
  enum Taking: String, CaseIterable {
    case property, inWindow, inView
  }

  /// A view at twice the size, turned by 90 degrees, in the middle of the window.
  private func turnedView() -> View {
    let view = View(frame: Rect(x: 250, y: 150, width: 100, height: 100))
    view.transform = Transform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0)
    stage.window.addSubview(view)
    return view
  }

  /// Takes the translation in points and sets it to zero.
  private func take(_ pan: PanRecognizer, _ taking: Taking, _ view: View) -> Vector {
    switch taking {
    case .property:
      defer { pan.translation = .zero }
      return pan.translation
    case .inWindow:
      defer { pan.setTranslation(.zero, in: nil) }
      return pan.translation(in: nil)
    case .inView:
      defer { pan.setTranslation(.zero, in: view) }
      return view.transform.apply(to: pan.translation(in: view))
    }
  }

  @Test(
    "The sum of the parts is the whole, with fingers that come and go", arguments: Taking.allCases)
  func sum(taking: Taking) {
    let view = turnedView()
    let pan = stage.attach(PanRecognizer())
    var sum = Vector.zero
    pan.onAction { [self] in sum = sum + take($0, taking, view) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (90, 20), lasting: 0.1)
    stage.frame(at: 0.15, [2: (400, 300)])
    stage.move([1, 2], by: (40, 60), lasting: 0.1)
    stage.move([2], by: (-100, 0), lasting: 0.1)
    stage.frame(at: 0.4, up: [1])
    stage.move([2], by: (0, -70), lasting: 0.1)
    stage.frame(at: 0.6, up: [2])
    let whole = Vector(dx: 90 + 40 - 50, dy: 20 + 60 - 70)
    #expect(isNear(sum, whole))
    #expect(stage.gestures.last?.state == .ended)
    #expect(stage.gestures.last?.translation.map { isNear($0, whole) } == true)
    #expect(isNear(pan.translation, .zero))
  }

  @Test(
    "The velocity at the end is that of the fingers", arguments: Taking.allCases,
    [100.0, 400, 1500, 3000])
  func velocityAtEnd(taking: Taking, speed: Double) {
    let view = turnedView()
    let pan = stage.attach(PanRecognizer())
    pan.onAction { [self] in _ = take($0, taking, view) }
    var atEnd: (Vector, Vector, Vector?)?
    pan.onEnd { atEnd = ($0.velocity, $0.velocity(in: view), $0.fling()) }
    stage.frame(at: 0, [1: (50, 100)])
    let duration = min(0.5, 500 / speed)
    stage.move([1], by: (speed * duration, 0), lasting: duration)
    stage.frame(at: duration + 0.01, up: [1])
    #expect(isNear(atEnd?.0.dx ?? 0, speed, within: speed / 100))
    // The view is turned clockwise: to the right is up in its own coordinates.
    #expect(isNear(atEnd?.1.dy ?? 0, -speed / 2, within: speed / 100))
    #expect(isNear(atEnd?.2?.dx ?? 0, speed, within: speed / 100))
    #expect(isNear(stage.gestures.last?.velocity?.dx ?? 0, speed, within: speed / 100))
  }

  @Test("During the pan, too, the velocity stays that of the fingers", arguments: Taking.allCases)
  func velocityMeanwhile(taking: Taking) {
    let view = turnedView()
    let pan = stage.attach(PanRecognizer())
    var speeds: [Double] = []
    pan.onAction { [self] in
      _ = take($0, taking, view)
      speeds.append($0.velocity.dx)
    }
    stage.frame(at: 0, [1: (50, 100)])
    stage.move([1], by: (400, 0), lasting: 0.4)
    #expect(speeds.count > 20)
    #expect(speeds.dropFirst(3).allSatisfy { isNear($0, 1000, within: 1) })
  }

  @Test("A pause before the lift ends without a fling", arguments: [0.0, 0.05, 0.3])
  func pause(rest: Double) {
    let pan = stage.attach(PanRecognizer())
    pan.onAction { $0.translation = .zero }
    var fling: Vector?
    var ends = 0
    pan.onEnd {
      fling = $0.fling()
      ends += 1
    }
    stage.frame(at: 0, [1: (50, 100)])
    stage.move([1], by: (400, 0), lasting: 0.4)
    stage.frame(at: 0.41 + rest, up: [1])
    #expect(ends == 1)
    #expect((fling == nil) == (rest > 0))
  }

  @Test("Setting it to a vector continues from there, in any units")
  func setToVector() {
    let view = turnedView()
    let pan = stage.attach(PanRecognizer())
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    pan.translation = Vector(dx: 7, dy: -3)
    #expect(isNear(pan.translation, Vector(dx: 7, dy: -3)))
    stage.move([1], by: (0, 50), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 7, dy: 47)))
    pan.setTranslation(Vector(dx: 10, dy: 20), in: view)
    #expect(isNear(pan.translation(in: view), Vector(dx: 10, dy: 20)))
    #expect(isNear(pan.translation, Vector(dx: -40, dy: 20)))
    // A report has the whole translation, whatever a program sets.
    stage.frame(at: 0.5, up: [1])
    #expect(stage.gestures.last?.translation.map { isNear($0, Vector(dx: 100, dy: 50)) } == true)
  }

  @Test("What was set does not outlive the gesture")
  func nextGesture() {
    let pan = stage.attach(PanRecognizer())
    pan.translation = Vector(dx: 1000, dy: 0)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 0)))
    pan.translation = Vector(dx: -500, dy: 3)
    stage.frame(at: 0.2, up: [1])
    stage.frame(at: 1, [1: (100, 100)])
    stage.move([1], by: (0, 60), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 0, dy: 60)))
  }

  @Test("A view that follows the finger ends where the finger does", arguments: [1.0, 0.5, 3])
  func draggedView(unit: Double) {
    stage.window.pointsPerUnit = unit
    let view = View(frame: Rect(x: 20, y: 20, width: 40, height: 40))
    stage.window.addSubview(view)
    let pan = stage.attach(PanRecognizer(), to: view)
    pan.onChange { [unowned window = stage.window] in
      let step = $0.translation(in: window)
      $0.view?.center = ($0.view?.center ?? .zero) + step
      $0.setTranslation(.zero, in: window)
    }
    stage.frame(at: 0, [1: (40 * unit, 40 * unit)])
    stage.move([1], by: (120, 60), lasting: 0.2)
    stage.frame(at: 0.3, up: [1])
    #expect(isNear(view.center, Point(x: 40 + 120 / unit, y: 40 + 60 / unit)))
  }

  @Test(
    "A translation that is not finite is ignored",
    arguments: [
      Vector(dx: .nan, dy: 0), Vector(dx: 0, dy: .infinity), Vector(dx: -.infinity, dy: .nan),
    ])
  func notFinite(translation: Vector) {
    let pan = PanRecognizer()
    let stage = TouchStage(pan)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    pan.translation = translation
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 0)))
    pan.setTranslation(translation, in: stage.window)
    stage.move([1], by: (0, 50), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 50)))
  }
}
