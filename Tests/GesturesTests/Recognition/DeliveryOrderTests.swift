import Contacts
import Gestures
import Testing

@Suite("The order in which recognizers receive an event")
struct DeliveryOrderTests {
  private let stage = TouchStage()
  private let list = View(frame: Rect(x: 300, y: 0, width: 300, height: 400))

  init() { stage.window.addSubview(list) }

  private var reports: [String] { stage.gestures.map { "\($0.name ?? "") \($0.state)" } }

  private func pan(_ name: String, in view: View) -> PanRecognizer {
    let pan = stage.attach(PanRecognizer(Profile.uikit.pan), to: view)
    pan.name = name
    return pan
  }

  @Test(
    "The inner pan wins beside a resting thumb, whichever touched down first",
    arguments: [5.0, 25, 80], [true, false])
  func restingThumb(step: Double, thumbIsFirst: Bool) {
    _ = pan("pager", in: stage.window)
    _ = pan("list", in: list)
    let (thumb, finger) = thumbIsFirst ? (1, 2) : (2, 1)
    stage.frame(at: 0, [min(thumb, finger): thumbIsFirst ? (50, 350) : (400, 300)])
    stage.frame(at: 0.1, [max(thumb, finger): thumbIsFirst ? (400, 300) : (50, 350)])
    for count in 1...3 {
      stage.frame(at: 0.1 + Double(count) / 60, [finger: (400, 300 - step * Double(count))])
    }
    stage.frame(at: 0.2, up: [finger])
    stage.frame(at: 0.3, up: [thumb])
    #expect(reports == ["list began", "list ended"])
  }

  @Test("Fingers in two subviews reach the subviews' recognizers before the window's")
  func nearestFirst() {
    let other = View(frame: Rect(x: 0, y: 0, width: 300, height: 400))
    stage.window.addSubview(other)
    var order: [String] = []
    let views: [(String, View)] = [("window", stage.window), ("list", list), ("other", other)]
    for (name, view) in views {
      let probe = stage.attach(ProbeRecognizer(), to: view)
      probe.onMoved = { _, _ in order.append(name) }
    }
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    stage.frame(at: 0.1, [1: (110, 100), 2: (410, 100)])
    #expect(order == ["other", "list", "window"])
    order = []
    stage.frame(at: 0.2, up: [1])
    stage.frame(at: 0.3, [2: (420, 100)])
    #expect(order == ["list", "window"])
  }

  @Test("The policy's priority comes before the nearness of the view")
  func priority() {
    struct WindowFirst: ArbitrationPolicy {
      func verdict(
        on other: GestureRecognizer, claimant: GestureRecognizer
      ) -> ArbitrationVerdict { .coexist }
      func priority(of recognizer: GestureRecognizer) -> Int { recognizer.view is Window ? 1 : 0 }
    }
    stage.application.arbiter.policy = WindowFirst()
    var order: [String] = []
    let views: [(String, View)] = [("list", list), ("window", stage.window)]
    for (name, view) in views {
      stage.attach(ProbeRecognizer(), to: view).onMoved = { _, _ in order.append(name) }
    }
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    stage.frame(at: 0.1, [1: (110, 100), 2: (410, 100)])
    #expect(order == ["window", "list"])
  }

  @Test("A recognizer that is removed while fingers are in two views receives nothing more")
  func removed() {
    let probe = stage.attach(ProbeRecognizer(), to: list)
    let other = stage.attach(ProbeRecognizer())
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    list.removeGestureRecognizer(probe)
    let count = probe.log.count
    stage.frame(at: 0.1, [1: (110, 100), 2: (410, 100)])
    #expect(probe.log.count == count)
    #expect(other.log.contains("moved 1,2"))
  }
}
