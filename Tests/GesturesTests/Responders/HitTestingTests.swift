import Contacts
import Gestures
import Testing

@Suite("Hit testing")
struct HitTestingTests {
  private let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private let child = View(frame: Rect(x: 10, y: 10, width: 20, height: 20))

  init() {
    window.addSubview(child)
  }

  private func hit(_ x: Double, _ y: Double) -> View? {
    window.hitTest(Point(x: x, y: y), with: nil)
  }

  @Test("The left and top edges are inside, the right and bottom ones are not")
  func edges() {
    #expect(hit(10, 10) === child)
    #expect(hit(29.999, 29.999) === child)
    #expect(hit(30, 15) === window)
    #expect(hit(15, 30) === window)
    #expect(hit(9.999, 15) === window)
    #expect(hit(100, 50) == nil)
  }

  @Test("A hidden, disabled or transparent view and its subviews are not hit")
  func untouchable() {
    let inner = View(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    child.addSubview(inner)
    #expect(hit(15, 15) === inner)
    child.isHidden = true
    #expect(hit(15, 15) === window)
    child.isHidden = false
    child.isUserInteractionEnabled = false
    #expect(hit(15, 15) === window)
    child.isUserInteractionEnabled = true
    child.alpha = 0.01
    #expect(hit(15, 15) === inner)
    child.alpha = 0.0099
    #expect(hit(15, 15) === window)
  }

  @Test("The frontmost sibling is hit, and the order can change")
  func siblings() {
    let front = View(frame: Rect(x: 10, y: 10, width: 20, height: 20))
    window.addSubview(front)
    #expect(hit(15, 15) === front)
    window.bringSubviewToFront(child)
    #expect(hit(15, 15) === child)
    child.removeFromSuperview()
    #expect(hit(15, 15) === front)
  }

  @Test("A point outside a view does not hit a subview that extends beyond it")
  func stickingOut() {
    let sticking = View(frame: Rect(x: 15, y: 15, width: 30, height: 30))
    child.addSubview(sticking)
    #expect(hit(28, 28) === sticking)
    #expect(hit(35, 35) === window)
  }

  @Test("A transform rotates the view about its center")
  func transform() {
    child.transform = .rotation(degrees: 45)
    // The corner of the unturned square is outside, a point beyond its side is inside.
    #expect(hit(11, 11) === window)
    #expect(hit(33, 20) === child)
    child.transform = .scale(x: 2, y: 0.5)
    #expect(hit(1, 20) === child)
    #expect(hit(20, 14) === window)
    child.transform = .scale(x: 0, y: 1)
    #expect(hit(20, 20) === window)
  }

  @Test("Scrolled bounds move the subviews")
  func scrolled() throws {
    let inner = View(frame: Rect(x: 100, y: 0, width: 5, height: 5))
    child.addSubview(inner)
    child.bounds.origin = Point(x: 100, y: 0)
    #expect(hit(12, 12) === inner)
    #expect(hit(16, 12) === child)
    #expect(child.convert(Point(x: 101, y: 1), to: window) == Point(x: 11, y: 11))
  }

  @Test("Points are converted only between views of one hierarchy")
  func conversion() {
    let other = View(frame: Rect(x: 50, y: 60, width: 10, height: 10))
    window.addSubview(other)
    #expect(child.convert(Point(x: 1, y: 2), to: other) == Point(x: -39, y: -48))
    #expect(child.convert(Point(x: 1, y: 2), to: nil) == Point(x: 11, y: 12))
    #expect(child.convert(Point(x: 11, y: 12), from: nil) == Point(x: 1, y: 2))
    other.removeFromSuperview()
    #expect(child.convert(Point(x: 1, y: 2), to: other) == nil)
  }

  @Test("The frame is the upright rectangle around a transformed view")
  func frame() {
    #expect(child.frame == Rect(x: 10, y: 10, width: 20, height: 20))
    child.transform = .scale(x: 2, y: 1)
    #expect(child.frame == Rect(x: 0, y: 10, width: 40, height: 20))
    child.transform = .identity
    child.frame = Rect(x: 5, y: 6, width: 7, height: 8)
    #expect(child.bounds.size == Size(width: 7, height: 8))
    #expect(child.center == Point(x: 8.5, y: 10))
  }

  @Test("The subviews of a deallocated view have no superview")
  func goneSuperview() {
    let inner = View(frame: Rect(x: 0, y: 0, width: 5, height: 5))
    do {
      let box = View(frame: Rect(x: 0, y: 0, width: 50, height: 50))
      box.addSubview(inner)
      #expect(inner.superview === box)
    }
    #expect(inner.superview == nil)
    #expect(inner.next == nil)
    child.addSubview(inner)
    #expect(inner.superview === child)
    #expect(hit(12, 12) === inner)
  }

  @Test("A view may change the hierarchy during hit testing")
  func changing() {
    final class Fleeting: View {
      override func hitTest(_ point: Point, with event: TouchEvent?) -> View? {
        removeFromSuperview()
        return nil
      }
    }
    window.addSubview(Fleeting(frame: child.frame))
    window.addSubview(Fleeting(frame: child.frame))
    #expect(hit(15, 15) === child)
    #expect(window.subviews.count == 1)
  }

  @Test("In 100 levels of 100 views each the deepest view is hit")
  func deep() {
    var current: View = child
    for _ in 0..<100 {
      let inner = View(frame: Rect(x: 0.05, y: 0.05, width: 20, height: 20))
      current.addSubview(inner)
      for index in 1..<100 {
        current.addSubview(View(frame: Rect(x: -1, y: Double(index), width: 1, height: 1)))
      }
      current = inner
    }
    #expect(hit(20, 20) === current)
  }

  @Test("Touches beside a small window in front hit the windows behind it")
  func severalWindows() {
    let stage = TouchStage()
    let front = Window(frame: Rect(x: 100, y: 100, width: 50, height: 50))
    front.isMultipleTouchEnabled = true
    stage.application.addWindow(front)
    let probes = [ProbeRecognizer(), ProbeRecognizer()]
    stage.window.addGestureRecognizer(probes[0])
    front.addGestureRecognizer(probes[1])
    stage.frame(at: 0, [1: (20, 20), 2: (120, 120), 3: (150, 120), 4: (149.9, 120)])
    #expect(probes[0].log == ["began 1,3"])
    #expect(probes[1].log == ["began 2,4"])
  }
}
