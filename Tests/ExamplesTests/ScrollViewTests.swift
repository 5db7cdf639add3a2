import Gestures
import Testing
import TouchScript

@testable import ScrollView

@Suite("Example program with a scroll view")
struct ScrollViewTests {
  let board = Board()
  var view: ScrollView { board.scrollView }
  var item: Item { board.item }

  /// The place in the window of a point of the content.
  func place(of point: Point) -> Point? { view.content.convert(point, to: nil) }

  @Test("The program reports what its fingers do")
  func program() {
    var lines: [String] = []
    Board { lines.append($0) }.play(Board.script, until: 15)
    #expect(
      lines == [
        "scrolled to 15.0, 0.0", "rests at 60.6, 0.0", "scrolled to 0.0, 0.0",
        "dragged to 50.0, 40.0",
        "selected", "zoomed to ×2.0", "scrolled to 16.7, 15.0", "pinched to ×1.3",
      ])
  }

  // MARK: Scrolling

  @Test("The content follows the finger, and stays where the finger rests")
  func scrolling() {
    board.play(
      FingerScript { Pan(from: Point(x: 80, y: 60), to: Point(x: 40, y: 35)) }, until: 3)
    #expect(view.bounds.origin.distance(to: Point(x: 40, y: 25)) < 0.01)
  }

  @Test("The content does not scroll beyond its edges", arguments: [(-1.0, 0.0), (1.0, 200)])
  func edges(way: Double, end: Double) {
    board.play(
      FingerScript {
        for _ in 0..<4 {
          Pan(
            from: Point(x: 50 + 40 * way, y: 60), to: Point(x: 50 - 40 * way, y: 60), duration: 0.5)
        }
      }, until: 3)
    #expect(view.bounds.origin == Point(x: end, y: 0))
  }

  // MARK: Inertia

  /// Lifts at 0.25 s with 1.5 times the mean speed.
  func flick(_ way: Double) -> FingerScript {
    FingerScript { Swipe(from: Point(x: 80, y: 60), to: Point(x: 80 - way, y: 60)) }
  }

  @Test("After a flick the content moves on by half of a second's way", arguments: [10.0, 20, 40])
  func fling(way: Double) {
    board.play(flick(way), until: 6)
    let speed = 1.5 * way / 0.25
    let whole = way + speed * 0.499
    #expect(abs(view.bounds.origin.x - whole) < 0.03 * whole)
    #expect(view.velocity == .zero)
  }

  @Test("A millisecond leaves 0.998 of the velocity, 346 ms leave half of it")
  func deceleration() {
    board.play(flick(40), until: 0.26)
    let early = view.velocity.dx
    let later = Board()
    later.play(flick(40), until: 0.26 + 0.346)
    #expect(abs(early - -240) < 10)
    #expect(abs(later.scrollView.velocity.dx / early - 0.5) < 0.001)
  }

  @Test("A finger that slows down before it lifts does not send the content backward")
  func slowingDown() {
    for duration in [0.1, 0.2, 0.3, 0.5] {
      let board = Board()
      board.play(
        FingerScript {
          Pan(from: Point(x: 80, y: 60), to: Point(x: 40, y: 60), duration: duration)
        }, until: 6)
      #expect(board.scrollView.bounds.origin.x > 39.99)
    }
  }

  @Test("Fingers that rest before they lift hardly ever fling the content")
  func restingFingers() {
    let script = FingerScript {
      Fingers {
        Finger(at: Point(x: 80, y: 60)).move(to: Point(x: 40, y: 60), over: 1).rest(0.05)
      }
    }
    let flung = (1...200).count { seed in
      let board = Board()
      board.play(script, by: .human.seeded(UInt64(seed)), until: 1.5)
      return board.scrollView.velocity != .zero
    }
    #expect(flung <= 10)
  }

  @Test("The second finger of a pinch does not fling the content")
  func endOfPinch() {
    let script = FingerScript {
      Fingers {
        Finger(at: Point(x: 45, y: 50)).move(by: Vector(dx: -20, dy: 0), over: 0.9)
        Finger(at: Point(x: 55, y: 50)).rest(0.8)
          .move(by: Vector(dx: 40, dy: 0), over: 0.25, .flick(liftOff: 1.5))
      }
    }
    board.play(script, until: 1.1)
    #expect(view.zoomScale > 2)
    #expect(view.velocity == .zero)
  }

  @Test("At the edge the content stops")
  func flingToEdge() {
    board.play(
      FingerScript {
        Swipe(from: Point(x: 80, y: 60), to: Point(x: 40, y: 60), duration: 0.1)
      }, until: 1)
    #expect(view.bounds.origin.x == 200)
    #expect(view.velocity == .zero)
  }

  @Test("A finger stops the content")
  func stop() {
    let script = FingerScript {
      Swipe(from: Point(x: 80, y: 60), to: Point(x: 40, y: 60))
      Wait(0.1)
      LongPress(at: Point(x: 50, y: 60), duration: 1)
    }
    board.play(script, until: 0.36)
    let stopped = view.bounds.origin
    #expect(view.velocity == .zero)
    let later = Board()
    later.play(script, until: 3)
    #expect(later.scrollView.bounds.origin == stopped)
    #expect((50.0...80).contains(stopped.x))
  }

  // MARK: Items

  @Test("Dragging an item does not scroll")
  func dragging() {
    board.play(
      FingerScript { Pan(from: Point(x: 20, y: 20), to: Point(x: 50, y: 45)) }, until: 3)
    #expect(item.center.distance(to: Point(x: 50, y: 45)) < 0.01)
    #expect(view.bounds.origin == .zero)
  }

  @Test("A zoomed item stays under the finger that drags it")
  func draggingZoomed() {
    view.zoom(to: 2, at: .zero)
    board.play(
      FingerScript { Pan(from: Point(x: 40, y: 40), to: Point(x: 80, y: 60)) }, until: 3)
    #expect(item.center.distance(to: Point(x: 40, y: 30)) < 0.01)
    #expect(place(of: item.center).map { $0.distance(to: Point(x: 80, y: 60)) < 0.01 } == true)
  }

  @Test("Two fingers on an item scroll")
  func twoFingers() {
    board.play(
      FingerScript {
        Fingers {
          Finger(at: Point(x: 15, y: 20)).move(by: Vector(dx: 0, dy: -15), over: 1)
          Finger(at: Point(x: 25, y: 20)).move(by: Vector(dx: 0, dy: -15), over: 1)
        }
      }, until: 3)
    #expect(item.center == Point(x: 20, y: 20))
    #expect(view.bounds.origin.distance(to: Point(x: 0, y: 15)) < 0.01)
  }

  @Test("A tap selects once it can't be the first of two", arguments: [(0.3, false), (0.4, true)])
  func selection(time: Double, isSelected: Bool) {
    // Lifts at 0.08 s, 0.3 s before a double tap is impossible.
    board.play(FingerScript { Tap(at: Point(x: 20, y: 20)) }, until: time)
    #expect(item.isSelected == isSelected)
    #expect(view.zoomScale == 1)
  }

  // MARK: Zooming

  @Test("A double tap zooms about the point and selects nothing; another one zooms back")
  func doubleTap() {
    let point = Point(x: 26, y: 22)
    let script = FingerScript {
      Tap(at: point, count: 2)
      Wait(1)
      Tap(at: point, count: 2)
    }
    board.play(script, until: 1)
    #expect(view.zoomScale == 2)
    #expect(place(of: point).map { $0.distance(to: point) < 0.001 } == true)
    #expect(!item.isSelected)
    let later = Board()
    later.play(script, until: 3)
    #expect(later.scrollView.zoomScale == 1)
    #expect(later.scrollView.bounds.origin == .zero)
  }

  @Test("A pinch zooms about its centroid")
  func pinch() {
    let center = Point(x: 60, y: 50)
    board.play(FingerScript { Pinch(center: center, from: 20, to: 50) }, until: 3)
    #expect(abs(view.zoomScale - 2.5) < 0.001)
    #expect(place(of: center).map { $0.distance(to: center) < 0.01 } == true)
  }

  @Test("Fingers that pinch and move keep the content under each of them")
  func pinchAndPan() {
    let fingers = [
      (from: Point(x: 45, y: 50), to: Point(x: 25, y: 45)),
      (from: Point(x: 75, y: 60), to: Point(x: 85, y: 65)),
    ]
    board.play(
      FingerScript {
        Fingers(fingers.map { Finger(at: $0.from).move(to: $0.to, over: 1) })
      }, until: 3)
    for finger in fingers {
      #expect(place(of: finger.from).map { $0.distance(to: finger.to) < 0.01 } == true)
    }
  }

  @Test("Actions retain neither the view nor the items")
  func deallocation() {
    weak var view: ScrollView?
    weak var item: Item?
    do {
      let board = Board()
      board.play(Board.script, until: 15)
      view = board.scrollView
      item = board.item
      #expect(view != nil && item != nil)
    }
    #expect(view == nil && item == nil)
  }

  @Test("Zooming ends at the size and at four times the size", arguments: [(50.0, 10.0), (10, 60)])
  func zoomLimits(from: Double, to: Double) {
    board.play(
      FingerScript { Pinch(center: Point(x: 50, y: 45), from: from, to: to, angle: 0) }, until: 3)
    #expect(view.zoomScale == (to < from ? 1 : 4))
  }
}
