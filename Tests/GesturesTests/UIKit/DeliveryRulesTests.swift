import Contacts
import Gestures
import Testing

@Suite("UIKit's delivery to views: rules 1 to 4")
struct DeliveryRulesTests {
  private let stage = TouchStage()
  private let outer = RecordingView(frame: Rect(x: 100, y: 100, width: 200, height: 200))
  private let inner = RecordingView(frame: Rect(x: 0, y: 0, width: 100, height: 100))

  init() {
    stage.window.addSubview(outer)
    outer.addSubview(inner)
  }

  /// The view that a touch hits.
  private func hit(_ x: Double, _ y: Double) -> View? {
    stage.frame(at: stage.now + 1, [1: (x, y)])
    defer { stage.frame(at: stage.now + 1, up: [1]) }
    let landed = [outer, inner].filter { $0.log.last == "began 1" }
    for view in landed { view.log = [] }
    #expect(landed.count < 2)
    return landed.first
  }

  @Test(
    "1: A hidden view, one with interaction disabled, or one with alpha < 0.01 is not hit, and neither is anything under it",
    arguments: ["hidden", "disabled", "transparent"])
  func notHit(how: String) {
    #expect(hit(150, 150) === inner)
    #expect(hit(250, 250) === outer)
    switch how {
    case "hidden": outer.isHidden = true
    case "disabled": outer.isUserInteractionEnabled = false
    default: outer.alpha = 0.0099
    }
    #expect(hit(150, 150) == nil)
    #expect(hit(250, 250) == nil)
  }

  @Test("1: A view with alpha 0.01 is hit, and a view that is shown again is hit again")
  func hitAgain() {
    outer.alpha = 0.01
    #expect(hit(150, 150) === inner)
    outer.isHidden = true
    outer.isHidden = false
    #expect(hit(150, 150) === inner)
    inner.isHidden = true
    #expect(hit(150, 150) === outer)
  }

  @Test(
    "2: A point outside a view's bounds never hits it, even in a subview that extends beyond it")
  func outside() {
    inner.frame = Rect(x: 150, y: 150, width: 100, height: 100)
    #expect(hit(299, 299) === inner)
    #expect(hit(301, 299) == nil)
    #expect(hit(299, 301) == nil)
    #expect(hit(340, 340) == nil)
  }

  @Test("3: The frontmost sibling wins")
  func siblings() {
    outer.removeFromSuperview()
    inner.frame = Rect(x: 150, y: 150, width: 100, height: 100)
    stage.window.addSubview(inner)
    stage.window.addSubview(outer)
    #expect(hit(200, 200) === outer)
    stage.window.bringSubviewToFront(inner)
    #expect(hit(200, 200) === inner)
  }

  @Test(
    "3: Bounds are half-open: the left and top edges are inside, the right and bottom are not",
    arguments: [
      (100.0, 200.0, true), (99.9, 200, false), (299.9, 200, true), (300, 200, false),
      (200, 100, true), (200, 99.9, false), (200, 299.9, true), (200, 300, false),
    ])
  func edges(x: Double, y: Double, isInside: Bool) {
    inner.removeFromSuperview()
    // The stage converts to millimetres and back, which rounds; the hit test itself is exact.
    let point = Point(x: x, y: y)
    #expect((stage.window.hitTest(point, with: nil) === outer) == isInside)
  }

  @Test("4: A touch stays with the view in which it began")
  func stays() {
    inner.passesOn = false
    stage.frame(at: 0, [1: (150, 150)])
    stage.frame(at: 1, [1: (250, 250)])
    stage.frame(at: 2, [1: (590, 390)])
    stage.frame(at: 3, [1: (-50, -50)])
    stage.frame(at: 4, up: [1])
    #expect(inner.log == ["began 1", "moved 1", "moved 1", "moved 1", "ended 1"])
    #expect(outer.log.isEmpty)
  }

  @Test("4: A touch stays with its view even if the view is hidden")
  func staysHidden() {
    stage.frame(at: 0, [1: (150, 150)])
    inner.isHidden = true
    stage.frame(at: 1, [1: (250, 250)])
    stage.frame(at: 2, up: [1])
    #expect(inner.log == ["began 1", "moved 1", "ended 1"])
    #expect(outer.log.isEmpty)
  }

  @Test("A view that is removed receives that its touches are cancelled, and nothing more")
  func removed() {
    stage.frame(at: 0, [1: (150, 150)])
    inner.removeFromSuperview()
    #expect(inner.log == ["began 1", "cancelled 1"])
    stage.frame(at: 1, [1: (250, 250)])
    stage.frame(at: 2, up: [1])
    #expect(inner.log == ["began 1", "cancelled 1"])
    #expect(outer.log.isEmpty)
  }
}
