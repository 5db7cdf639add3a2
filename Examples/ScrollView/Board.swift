import Gestures
import TouchScript

/// An item in a scroll view, and the fingers of a script.
final class Board {
  /// 100 × 70 units of a millimetre, as the script's positions are.
  let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 70), dotsPerInch: 25.4)
  let scrollView: ScrollView
  let item: Item
  private let application = Application()
  private let loop = FixedStepLoop(rate: FixedStepRate(1000))  // Steps of a millisecond.

  init(report: @escaping (String) -> Void = { _ in }) {
    scrollView = ScrollView(frame: window.bounds, contentSize: Size(width: 300, height: 210))
    item = Item(frame: Rect(x: 10, y: 10, width: 20, height: 20), in: scrollView)
    let (view, item) = (scrollView, item)
    window.addSubview(view)
    application.addWindow(window)
    loop.add(view)
    view.onRest = { [unowned view] in report("rests at \(text(view.bounds.origin))") }
    view.pan.onEnd { [unowned view] _ in report("scrolled to \(text(view.bounds.origin))") }
    view.pinch.onEnd { [unowned view] _ in report("pinched to ×\(text(view.zoomScale))") }
    view.doubleTap.onEnd { [unowned view] _ in report("zoomed to ×\(text(view.zoomScale))") }
    item.pan.onEnd { [unowned item] _ in report("dragged to \(text(item.center))") }
    item.tap.onEnd { _ in report("selected") }
  }

  /// Plays a script up to a time in seconds.
  func play(_ script: FingerScript, by hand: Hand = .perfect, until end: Double) {
    let frames = script.frames(on: window.bounds.size, hand: hand)
    for frame in frames where frame.time.seconds <= end {
      loop.advance(to: frame.time)
      application.send(frame)
    }
    loop.advance(to: Timestamp(seconds: end))
    application.advance(to: Timestamp(seconds: end))
  }

  static let script = FingerScript {
    Swipe(from: Point(x: 80, y: 60), to: Point(x: 65, y: 60))  // scrolls, and on for 45 mm
    Wait(5)
    Pan(from: Point(x: 20, y: 60), to: Point(x: 95, y: 60))  // back
    Pan(from: Point(x: 20, y: 20), to: Point(x: 50, y: 40))  // drags the item
    Wait(0.5)
    Tap(at: Point(x: 50, y: 40))  // selects it
    Wait(0.5)
    Tap(at: Point(x: 50, y: 40), count: 2)  // zooms
    Pinch(from: 60, to: 40)
  }
}

private func text(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
private func text(_ point: Point) -> String { "\(text(point.x)), \(text(point.y))" }
