import Contacts
import Testing
import Timeline

@testable import TouchScript

@Suite("Script builder")
struct ScriptBuilderTests {
  private func kinds(
    @ScriptBuilder _ actions: () -> [any FingerAction]
  ) -> [IntendedGesture.Kind] {
    FingerScript(actions()).gestures(on: pad).map(\.kind)
  }

  @Test(
    "A finger leaves an area when it is beside it by more than a millimetre",
    arguments: [
      (100.9, Size(width: 100, height: 60), false), (101.1, Size(width: 100, height: 60), true),
      (-1.1, Size(width: 100, height: 60), true), (10, Size(width: -30, height: 60), true),
      (10, Size(width: .nan, height: -1), true),
    ])
  func leaving(x: Double, touchArea: Size, leaves: Bool) {
    #expect(FingerScript { Tap(at: Point(x: x, y: 20)) }.leaves(touchArea) == leaves)
  }

  @Test(
    "Actions keep their order; conditions, loops and other scripts are supported",
    arguments: [true, false])
  func builder(isLong: Bool) {
    let part = FingerScript { Swipe(.up) }
    let found = kinds {
      Tap()
      Wait(1)
      if isLong { LongPress() } else { Pan(.left) }
      if isLong { Rotation(.clockwise) }
      for _ in 0..<2 { Pinch(.in) }
      part
      [Tap(), Tap()] as [any FingerAction]
    }
    #expect(
      found == [.tap, isLong ? .longPress : .pan] + (isLong ? [.rotation] : [])
        + [.pinch, .pinch, .swipe, .tap, .tap])
  }

  @Test("Together and InSequence take closures, too")
  func together() {
    let script = FingerScript {
      Together {
        LongPress(at: Point(x: 20, y: 20), duration: 1)
        InSequence {
          Wait(0.5)
          Tap(at: Point(x: 80, y: 20))
        }
      }
    }
    let gestures = script.performed(on: pad, by: .perfect).gestures
    #expect(gestures.map(\.kind) == [.tap, .longPress])
    #expect(abs((gestures.first?.start.seconds ?? 0) - 0.5) < 0.011)
  }

  @Test(
    "An action without a position is in the middle of any touch area",
    arguments: [Size(width: 100, height: 70), Size(width: 60, height: 120)])
  func middles(size: Size) {
    let actions: [any FingerAction] = [
      Tap(), LongPress(), Swipe(.left), Pan(.up), Pinch(.out), Rotation(.clockwise),
      TapAndDrag(.right),
    ]
    for action in actions {
      let frames = FingerScript([action]).frames(on: size, hand: .perfect)
      let positions = frames.flatMap(\.contacts).map(\.position)
      let xs = positions.map(\.x)
      let ys = positions.map(\.y)
      #expect(abs(((xs.min() ?? 0) + (xs.max() ?? 0)) / 2 - size.width / 2) < 1, "\(action)")
      #expect(abs(((ys.min() ?? 0) + (ys.max() ?? 0)) / 2 - size.height / 2) < 1, "\(action)")
    }
  }

  @Test("A gesture has an expected position only if its action has one")
  func positions() {
    let start = Point(x: 30, y: 40)
    func meant(_ action: any FingerAction) -> Point? {
      FingerScript([action]).gestures(on: pad).first?.position
    }
    #expect(meant(Tap(at: start)) == start)
    #expect(meant(LongPress(at: start)) == start)
    #expect(meant(Pinch(center: start, from: 20, to: 40)) == start)
    #expect(meant(Rotation(center: start, degrees: 30)) == start)
    #expect(meant(Swipe(from: start, to: middle)) == start)
    for action in [Tap(), LongPress(), Swipe(.left), Pinch(.in), Rotation(.clockwise)]
      as [any FingerAction]
    {
      #expect(meant(action) == nil)
    }
  }

  @Test("A gesture has an expected scale or angle only if its action has one")
  func amounts() {
    func meant(_ action: any FingerAction) -> IntendedGesture? {
      FingerScript([action]).gestures(on: pad).first
    }
    #expect(meant(Pinch(from: 20, to: 50))?.scale == 2.5)
    #expect(meant(Pinch(.out))?.scale == nil)
    #expect(meant(Pinch(.out))?.direction == .out)
    #expect(meant(Pinch(.in))?.direction == .in)
    #expect(meant(Rotation(degrees: -30))?.rotation == -30)
    #expect(meant(Rotation(.counterclockwise))?.rotation == nil)
    #expect(meant(Rotation(.counterclockwise))?.direction == .counterclockwise)
  }

  @Test("Shakes and moves of the device take time and produce no frames")
  func deviceEvents() {
    let home = GeographicPosition(latitude: 48.1, longitude: 11.6)
    let performance = FingerScript {
      Tap(duration: 0.1)
      Shake(0.5, strength: 3)
      Move(to: home, over: 2)
      Tap()
    }.performed(on: pad, by: .perfect)
    #expect(performance.deviceEvents.map(\.kind) == [.shake(strength: 3), .move(to: home)])
    let times = performance.deviceEvents.flatMap { [$0.start.seconds, $0.end.seconds] }
    #expect(zip(times, [0.1, 0.6, 0.6, 2.6]).allSatisfy { abs($0 - $1) < 0.001 })
    #expect(performance.gestures.count == 2)
    #expect(abs((performance.gestures.last?.start.seconds ?? 0) - 2.6) < 0.011)
  }

  @Test("A sensor drops about the given share of the frames")
  func dropping() {
    let script = FingerScript { LongPress(duration: 60) }
    let all = script.frames(on: pad, hand: .perfect).count
    let rest = script.frames(on: pad, hand: Hand.perfect.dropping(0.2)).count
    #expect(abs(Double(rest) / Double(all) - (1 - 0.2 / 1.2)) < 0.03)
  }
}
