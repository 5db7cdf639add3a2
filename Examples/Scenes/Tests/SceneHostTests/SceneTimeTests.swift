import SceneHost
import Testing

/// A finger that taps is noted 0.4 s after its touch down, by the textbook's recognizer, and erased
/// 1 s later.
private final class TapNote: Scene {
  let label = Label("label", frame: Rect(x: 0, y: 0, width: 100, height: 20))
  let image = ImageView("image", image: "ball.png", frame: Rect(x: 0, y: 40, width: 50, height: 50))
  let tap = TextbookTapRecognizer()

  required init(_ context: SceneContext) {
    super.init(context)
    view.addSubview(label)
    view.addSubview(image)
    view.addGestureRecognizer(tap)
    tap.onAction(for: self) { scene, _ in
      scene.context.show(Text("Tap"), in: scene.label, erasedAfter: 1)
    }
  }
}

private func tap(
  _ runner: SceneRunner, _ id: Contact.ID, at seconds: Double, lifts: Bool = true
) {
  let contact = Contact(id: id, position: Point(x: 20, y: 20))
  runner.send(ContactFrame(time: Timestamp(seconds: seconds), contacts: [contact]))
  if lifts { runner.send(ContactFrame(time: Timestamp(seconds: seconds + 0.02))) }
}

struct SceneTimeTests {
  @Test(arguments: [true, false])
  func `at the end, what is pending happens in the order of time and at its time`(lifts: Bool) {
    let runner = SceneRunner(TapNote.self)
    var seconds: [Double] = []
    runner.observer = { seconds.append($0.time.seconds) }
    tap(runner, 1, at: 0)
    tap(runner, 2, at: 1.2, lifts: lifts)
    runner.finish()
    // The erasure at 1.4 s is before the decision at 1.6 s.
    #expect(seconds == [0.4, 1.4, 1.6, 2.6])
    #expect(runner.application.touches.isEmpty)
  }

  @Test func `touches of all devices are cancelled at the end`() {
    final class Counter: Scene {
      var cancelled = 0
      override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        cancelled += touches.count
      }
    }
    let runner = SceneRunner(Counter.self)
    runner.scene.view.isMultipleTouchEnabled = true
    for device in [0, 1] {
      runner.send(
        ContactFrame(
          time: .zero,
          contacts: [
            Contact(id: 1, position: Point(x: 10, y: 10)),
            Contact(id: 2, position: Point(x: 20, y: 20)),
          ], device: device))
    }
    runner.finish()
    #expect((runner.scene as? Counter)?.cancelled == 4)
  }

  @Test(arguments: [SceneRules.standard, .textbook])
  func `a later text is erased by an earlier erasure by the textbook rules only`(rules: SceneRules)
  {
    let runner = SceneRunner(TapNote.self, in: SceneContext(rules: rules))
    var seconds: [Double] = []
    runner.observer = { seconds.append($0.time.seconds) }
    tap(runner, 1, at: 0)
    tap(runner, 2, at: 0.7)
    runner.finish()
    #expect(seconds == (rules == .textbook ? [0.4, 1.4] : [0.4, 2.1]))
  }

  @Test func `a cancelled call does not happen, and calls with other keys do`() {
    let context = SceneContext()
    let runner = SceneRunner(TapNote.self, in: context)
    var calls: [String] = []
    context.clock.after(1, key: "single") { calls.append("first") }
    context.clock.after(2, key: "double") { calls.append("second") }
    context.clock.after(3, key: "single") { calls.append("third") }
    context.clock.after(4) { calls.append("fourth") }
    context.clock.cancel("single")
    runner.advance(to: Timestamp(seconds: 5))
    #expect(calls == ["second", "fourth"])
  }

  @Test func `labels and images receive no touches`() {
    let runner = SceneRunner(TapNote.self)
    for point in [Point(x: 10, y: 10), Point(x: 10, y: 50)] {
      #expect(runner.window.hitTest(point, with: nil) === runner.scene.view)
    }
  }
}
