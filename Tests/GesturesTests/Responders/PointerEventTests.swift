import Contacts
import Gestures
import Testing
import Timeline

/// A view that records hover and scroll callbacks, as in `left began 1.0 (10.0, 20.0)`.
private final class PointerView: View {
  let name: String
  let log: Log
  var passesOn = false
  var onEvent: ((String) -> Void)?

  final class Log {
    var lines: [String] = []
  }

  init(_ name: String, frame: Rect, log: Log) {
    self.name = name
    self.log = log
    super.init(frame: frame)
  }

  override func hoverBegan(_ event: HoverEvent) {
    record(event)
    if passesOn { super.hoverBegan(event) }
  }

  override func hoverMoved(_ event: HoverEvent) {
    record(event)
    if passesOn { super.hoverMoved(event) }
  }

  override func hoverEnded(_ event: HoverEvent) {
    record(event)
    if passesOn { super.hoverEnded(event) }
  }

  override func scrolled(_ event: ScrollEvent) {
    log.lines.append("\(name) scrolled \(event.timestamp.seconds) by \(event.delta.dy)")
    if passesOn { super.scrolled(event) }
    onEvent?("scrolled")
  }

  private func record(_ event: HoverEvent) {
    let point = event.location(in: self)
    log.lines.append("\(name) \(event.phase) \(event.timestamp.seconds) (\(point.x), \(point.y))")
    onEvent?(event.phase.rawValue)
  }
}

/// The views `left` and `right` side by side in `whole`, and a pointer over them.
private struct PointerViews {
  let stage = TouchStage()
  let log = PointerView.Log()
  let whole: PointerView
  let left: PointerView
  let right: PointerView

  init() {
    whole = PointerView("whole", frame: Rect(x: 0, y: 0, width: 200, height: 100), log: log)
    left = PointerView("left", frame: Rect(x: 0, y: 0, width: 100, height: 100), log: log)
    right = PointerView("right", frame: Rect(x: 100, y: 0, width: 100, height: 100), log: log)
    stage.window.addSubview(whole)
    whole.addSubview(left)
    whole.addSubview(right)
  }

  var application: Application { stage.application }

  func hover(_ x: Double, at seconds: Double, device: Int = 0) {
    application.send(
      HoverEvent(
        .moved, point: Point(x: x, y: 20), device: device, at: Timestamp(seconds: seconds)))
  }

  func leave(at seconds: Double, device: Int = 0) {
    application.send(HoverEvent(.ended, device: device, at: Timestamp(seconds: seconds)))
  }

  func scroll(_ x: Double, by distance: Double = 5, at seconds: Double, device: Int = 0) {
    application.send(
      ScrollEvent(
        by: Vector(dx: 0, dy: distance), point: Point(x: x, y: 20), device: device,
        at: Timestamp(seconds: seconds)))
  }

  /// The lines since the last call.
  func lines() -> [String] {
    defer { log.lines = [] }
    return log.lines
  }
}

@Suite("Hover in the responder chain")
struct HoverTests {
  private let pointer = PointerViews()

  @Test("A view receives one beginning, movements and one end")
  func phases() {
    pointer.hover(10, at: 1)
    pointer.hover(30, at: 2)
    pointer.leave(at: 3)
    pointer.leave(at: 4)
    #expect(
      pointer.lines() == [
        "left began 1.0 (10.0, 20.0)", "left moved 2.0 (30.0, 20.0)", "left ended 3.0 (30.0, 20.0)",
      ])
  }

  @Test("A source's own beginning in mid-hover is a movement")
  func sourceBegins() {
    pointer.application.send(HoverEvent(.began, point: Point(x: 10, y: 20), at: .zero))
    pointer.application.send(
      HoverEvent(.began, point: Point(x: 30, y: 20), at: Timestamp(seconds: 1)))
    #expect(pointer.lines() == ["left began 0.0 (10.0, 20.0)", "left moved 1.0 (30.0, 20.0)"])
  }

  @Test("Leaving a view ends its hover before the next view's begins")
  func nextView() {
    pointer.hover(99, at: 1)
    pointer.hover(100, at: 2)
    pointer.hover(300, at: 3)
    #expect(
      pointer.lines() == [
        "left began 1.0 (99.0, 20.0)", "left ended 2.0 (99.0, 20.0)", "right began 2.0 (0.0, 20.0)",
        "right ended 3.0 (0.0, 20.0)",
      ])
  }

  @Test("Callbacks climb the chain and count as discarded if no responder handles them")
  func climbing() {
    pointer.left.passesOn = true
    pointer.whole.passesOn = true
    pointer.hover(10, at: 1)
    pointer.hover(11, at: 2)
    pointer.leave(at: 3)
    #expect(
      pointer.lines().map { $0.prefix(11) } == [
        "left began ", "whole began", "left moved ", "whole moved", "left ended ", "whole ended",
      ])
    #expect(pointer.application.discardedEvents == 3)
  }

  @Test("Devices hover on their own")
  func devices() {
    pointer.hover(10, at: 1, device: 1)
    pointer.hover(20, at: 1, device: 2)
    pointer.leave(at: 2, device: 1)
    #expect(
      pointer.lines() == [
        "left began 1.0 (10.0, 20.0)", "left began 1.0 (20.0, 20.0)", "left ended 2.0 (10.0, 20.0)",
      ])
  }

  @Test("The frontmost window that contains the point and receives the device is hit")
  func windows() {
    let front = Window(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    front.devices = [2]
    let view = PointerView("front", frame: front.bounds, log: pointer.log)
    front.addSubview(view)
    pointer.application.addWindow(front)
    pointer.hover(10, at: 1, device: 1)
    pointer.hover(10, at: 1, device: 2)
    pointer.hover(60, at: 2, device: 2)
    #expect(
      pointer.lines() == [
        "left began 1.0 (10.0, 20.0)", "front began 1.0 (10.0, 20.0)",
        "front ended 2.0 (10.0, 20.0)", "left began 2.0 (60.0, 20.0)",
      ])
  }

  @Test("The location is in the window's units")
  func units() {
    pointer.stage.window.pointsPerUnit = 0.5
    pointer.hover(10, at: 1)
    #expect(pointer.lines() == ["left began 1.0 (20.0, 40.0)"])
  }

  @Test("A touch down does not end a hover")
  func touchDown() {
    pointer.hover(10, at: 1)
    pointer.stage.frame(at: 2, [1: (10, 20)])
    pointer.hover(11, at: 3)
    #expect(pointer.lines().last == "left moved 3.0 (11.0, 20.0)")
  }

  @Test(
    "Removing the view, its superview or its window ends a hover once",
    arguments: ["view", "superview", "window"])
  func removal(what: String) {
    pointer.hover(10, at: 1)
    switch what {
    case "view": pointer.left.removeFromSuperview()
    case "superview": pointer.whole.removeFromSuperview()
    default: pointer.application.removeWindow(pointer.stage.window)
    }
    pointer.leave(at: 2)
    #expect(
      pointer.lines() == ["left began 1.0 (10.0, 20.0)", "left ended 1.0 (10.0, 20.0)"])
  }

  @Test("Removing another view does not end a hover")
  func otherRemoval() {
    pointer.hover(10, at: 1)
    pointer.right.removeFromSuperview()
    #expect(pointer.lines() == ["left began 1.0 (10.0, 20.0)"])
  }

  @Test("An interruption and the end of a trace end a hover")
  func otherEnds() {
    pointer.hover(10, at: 1)
    pointer.application.interrupt(at: Timestamp(seconds: 2))
    pointer.hover(11, at: 3)
    pointer.application.resume()
    pointer.hover(12, at: 4)
    pointer.application.finish()
    #expect(
      pointer.lines() == [
        "left began 1.0 (10.0, 20.0)", "left ended 2.0 (10.0, 20.0)", "left began 4.0 (12.0, 20.0)",
        "left ended 4.0 (12.0, 20.0)",
      ])
  }

  @Test(
    "A view that removes itself when a hover begins receives the end before its callback returns")
  func removesItself() {
    pointer.left.onEvent = { [left = pointer.left, log = pointer.log] phase in
      if phase == "began" {
        left.removeFromSuperview()
        log.lines.append("returns")
      }
    }
    pointer.hover(10, at: 1)
    pointer.left.onEvent = nil
    #expect(
      pointer.lines() == ["left began 1.0 (10.0, 20.0)", "left ended 1.0 (10.0, 20.0)", "returns"])
    pointer.hover(10, at: 2)
    #expect(pointer.lines() == ["whole began 2.0 (10.0, 20.0)"])
  }

  @Test("A view that is removed when another one's hover ends receives nothing")
  func removesNext() {
    pointer.left.onEvent = { [right = pointer.right] phase in
      if phase == "ended" { right.removeFromSuperview() }
    }
    pointer.hover(10, at: 1)
    pointer.hover(150, at: 2)
    pointer.left.onEvent = nil
    #expect(
      pointer.lines() == [
        "left began 1.0 (10.0, 20.0)", "left ended 2.0 (10.0, 20.0)",
        "whole began 2.0 (150.0, 20.0)",
      ])
  }

  @Test("An event that a callback sends is delivered after it, and not with an earlier time")
  func postponed() {
    pointer.left.onEvent = { [pointer] phase in
      guard phase == "began" else { return }
      pointer.hover(20, at: 0)
      #expect(pointer.log.lines.count == 1)
    }
    pointer.hover(10, at: 1)
    pointer.left.onEvent = nil
    #expect(pointer.lines() == ["left began 1.0 (10.0, 20.0)", "left moved 1.0 (20.0, 20.0)"])
  }

  @Test("A position that is not a number is over no view")
  func notANumber() {
    pointer.hover(10, at: 1)
    pointer.hover(.nan, at: 2)
    #expect(
      pointer.lines() == ["left began 1.0 (10.0, 20.0)", "left ended 2.0 (10.0, 20.0)"])
  }
}

@Suite("Scrolling in the responder chain")
struct ScrollTests {
  private let pointer = PointerViews()

  @Test("A scroll goes to the view under the pointer and stops at the responder that handles it")
  func hitView() {
    pointer.scroll(150, at: 1)
    #expect(pointer.lines() == ["right scrolled 1.0 by 5.0"])
    #expect(pointer.application.discardedEvents == 0)
  }

  @Test("A scroll climbs the chain and counts as discarded if no responder handles it")
  func climbing() {
    pointer.right.passesOn = true
    pointer.whole.passesOn = true
    pointer.scroll(150, at: 1)
    #expect(pointer.lines() == ["right scrolled 1.0 by 5.0", "whole scrolled 1.0 by 5.0"])
    pointer.scroll(5000, at: 2)
    #expect(pointer.application.discardedEvents == 2)
  }

  @Test("A callback receives what the source sent, and the location in the window's units")
  func content() {
    final class Keeper: View {
      var event: ScrollEvent?
      override func scrolled(_ event: ScrollEvent) { self.event = event }
    }
    let keeper = Keeper(frame: pointer.right.bounds)
    pointer.right.addSubview(keeper)
    pointer.stage.window.pointsPerUnit = 2
    var sent = ScrollEvent(
      by: Vector(dx: -3, dy: 20), wheel: ScrollEvent.Wheel(x: -30, y: 240), phase: .momentum,
      point: Point(x: 220, y: 40), device: 7, at: Timestamp(seconds: 1))
    pointer.application.send(sent)
    #expect(keeper.event?.location == Point(x: 110, y: 20))
    #expect(keeper.event?.location(in: keeper) == Point(x: 10, y: 20))
    sent = keeper.event ?? sent
    #expect(sent.wheel?.y == 2 * ScrollEvent.Wheel.detent)
    #expect(sent.wheel?.x == -30)
    #expect(sent.phase == .momentum)
    #expect(sent.delta == Vector(dx: -3, dy: 20))
    #expect(sent.point == Point(x: 220, y: 40))
    #expect(sent.device == 7)
  }

  @Test("A window that does not receive the device is skipped")
  func devices() {
    let front = Window(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    front.devices = [3]
    pointer.application.addWindow(front)
    pointer.scroll(10, at: 1)
    pointer.scroll(10, at: 2, device: 3)
    #expect(pointer.lines() == ["left scrolled 1.0 by 5.0"])
    #expect(pointer.application.discardedEvents == 1)
  }

  @Test("Only an active application scrolls, and only by finite distances")
  func ignored() {
    pointer.scroll(10, by: .nan, at: 0)
    pointer.scroll(10, by: .infinity, at: 0)
    pointer.application.interrupt(at: .zero)
    pointer.scroll(10, at: 1)
    #expect(pointer.lines().isEmpty)
    #expect(pointer.application.discardedEvents == 0)
  }

  @Test("Deadlines before a scroll fire first, and its time is not before the last event's")
  func time() {
    pointer.stage.window.addGestureRecognizer(LongPressRecognizer())
    pointer.stage.frame(at: 0, [1: (300, 300)])
    pointer.scroll(10, at: 1)
    #expect(pointer.stage.gestures.map(\.time.seconds) == [0.5])
    pointer.scroll(10, at: 0.2)
    #expect(
      pointer.lines() == ["left scrolled 1.0 by 5.0", "left scrolled 1.0 by 5.0"])
  }

  @Test("A scroll that a callback sends is delivered after it")
  func postponed() {
    pointer.left.onEvent = { [pointer] _ in
      pointer.left.onEvent = nil
      pointer.scroll(150, at: 1)
      #expect(pointer.log.lines.count == 1)
    }
    pointer.scroll(10, at: 1)
    #expect(pointer.lines() == ["left scrolled 1.0 by 5.0", "right scrolled 1.0 by 5.0"])
  }

  @Test("No recognizer receives a scroll")
  func recognizers() {
    let pan = PanRecognizer()
    pointer.left.addGestureRecognizer(pan)
    for step in 0..<10 { pointer.scroll(10, by: 50, at: Double(step) / 100) }
    pointer.application.finish()
    #expect(pan.state == .possible)
    #expect(pointer.stage.gestures.isEmpty)
    #expect(pointer.lines().count == 10)
  }
}
