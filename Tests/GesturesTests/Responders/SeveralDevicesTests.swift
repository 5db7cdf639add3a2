import Contacts
import Gestures
import Testing
import Timeline

@Suite("Several devices and several windows")
struct SeveralDevicesTests {
  private let application: Application
  private let window = Window(frame: Rect(x: 0, y: 0, width: 600, height: 400))
  private let reports = Reports()

  final class Reports {
    var gestures: [Gesture] = []
    /// The outcomes, as in `pan 1 on 2`.
    var outcomes: [String] {
      gestures.filter { $0.state == .ended || $0.state == .recognized }.map {
        "\($0.kind.rawValue) \($0.touches ?? 0) on \($0.device)"
      }
    }
  }

  init() {
    application = Application()
    window.isMultipleTouchEnabled = true
    application.addWindow(window)
    application.arbiter.observer = { [reports] in reports.gestures.append($1) }
  }

  private func send(_ device: Int, at seconds: Double, _ contacts: Contact...) {
    application.send(
      ContactFrame(time: Timestamp(seconds: seconds), contacts: contacts, device: device))
  }

  @Test(
    "Two fingers on two devices do not pinch or turn", arguments: [Profile.standard, Profile.uikit])
  func noPinch(profile: Profile) {
    let pinch = PinchRecognizer(profile.pinch)
    let rotation = RotationRecognizer(profile.rotation)
    window.addGestureRecognizer(pinch)
    window.addGestureRecognizer(rotation)
    send(0, at: 0, contact(1, 200, 200))
    send(1, at: 0.01, contact(1, 300, 200))
    for step in 1...20 {
      let (time, distance) = (Double(step) * 0.01, Double(step) * 8)
      send(0, at: time, contact(1, 200 - distance, 200 - distance))
      send(1, at: time + 0.005, contact(1, 300 + distance, 200 + distance))
    }
    #expect(pinch.state == .possible || pinch.state == .failed)
    #expect(rotation.state == .possible || rotation.state == .failed)
    #expect(isNear(pinch.scale, 1))
    send(0, at: 0.5)
    send(1, at: 0.5)
    #expect(reports.gestures.isEmpty)
  }

  @Test("A double tap reported late leaves the next pan alone while another device is touched")
  func lateDoubleTap() {
    let left = View(frame: Rect(x: 0, y: 0, width: 300, height: 400))
    window.addSubview(left)
    let triple = TapRecognizer(taps: 3, touches: 1)
    let double = TapRecognizer(taps: 2, touches: 1)
    double.require(toFail: triple)
    for recognizer in [triple, double, PanRecognizer()] { left.addGestureRecognizer(recognizer) }
    send(0, at: 0, contact(1, 100, 100))
    send(0, at: 0.05)
    send(1, at: 0.1, contact(1, 500, 100))
    send(0, at: 0.15, contact(2, 100, 100))
    send(0, at: 0.2)
    send(0, at: 0.3, contact(3, 100, 100))
    for step in 1...10 {
      send(0, at: 0.3 + Double(step) * 0.01, contact(3, 100 + Double(step) * 10, 100))
    }
    send(0, at: 0.45)
    #expect(reports.outcomes == ["tap 1 on 0", "pan 1 on 0"])
    send(1, at: 0.5)
  }

  @Test(
    "A finger that rests on one device does not halve a pan on the other", arguments: [true, false])
  func restingFinger(restsFirst: Bool) {
    let pan = PanRecognizer()
    window.addGestureRecognizer(pan)
    if restsFirst { send(1, at: 0, contact(1, 500, 300)) }
    send(0, at: 0.5, contact(1, 100, 100))
    for step in 1...10 {
      send(0, at: 0.5 + Double(step) * 0.01, contact(1, 100 + Double(step) * 10, 100))
      if !restsFirst && step == 5 { send(1, at: 0.555, contact(1, 500, 300)) }
    }
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 0)))
    #expect(isNear(pan.location(in: nil), Point(x: 200, y: 100)))
    #expect(pan.numberOfTouches == 1)
    #expect(isNear(pan.velocity.dx, 1000, within: 10))
    send(0, at: 0.61)
    send(1, at: 2)
    #expect(reports.outcomes == ["pan 1 on 0"])
  }

  @Test("While a pan runs on one device, the other one's fingers do not disturb it")
  func busyOther() {
    let pan = PanRecognizer()
    window.addGestureRecognizer(pan)
    send(0, at: 0, contact(1, 100, 100))
    send(0, at: 0.1, contact(1, 200, 100))
    #expect(pan.state.isActive)
    send(1, at: 0.2, contact(1, 400, 300))
    send(1, at: 0.3, contact(1, 300, 200))
    send(1, at: 0.4)
    #expect(pan.state.isActive)
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 0)))
    send(0, at: 0.5)
    #expect(reports.outcomes == ["pan 1 on 0"])
  }

  @Test("One device after the other: each has its gesture", arguments: 1...3)
  func inTurn(rounds: Int) {
    window.addGestureRecognizer(PanRecognizer())
    var expected: [String] = []
    for round in 0..<rounds {
      for device in 0...1 {
        let start = Double(round) * 2 + Double(device)
        send(device, at: start, contact(round + 1, 100, 100))
        send(device, at: start + 0.1, contact(round + 1, 200, 100))
        send(device, at: start + 0.2)
        expected.append("pan 1 on \(device)")
      }
    }
    #expect(reports.outcomes == expected)
  }

  @Test("A tap on each device is two single taps, not a double tap")
  func tapsOnTwoDevices() {
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 2
    window.addGestureRecognizer(tap)
    send(0, at: 0, contact(1, 100, 100))
    send(0, at: 0.05)
    send(1, at: 0.15, contact(1, 100, 100))
    send(1, at: 0.2)
    application.advance(to: Timestamp(seconds: 2))
    #expect(reports.outcomes.isEmpty)
  }

  @Test("Two devices, two windows: gestures of both at the same time")
  func windowsOfTheirOwn() {
    let other = Window(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    other.isMultipleTouchEnabled = true
    application.addWindow(other)
    window.devices = [0]
    other.devices = [1]
    let pans = (PanRecognizer(), PanRecognizer())
    window.addGestureRecognizer(pans.0)
    other.addGestureRecognizer(pans.1)
    send(0, at: 0, contact(1, 100, 100))
    send(1, at: 0, contact(1, 100, 100))
    send(0, at: 0.1, contact(1, 200, 100))
    send(1, at: 0.1, contact(1, 100, 250))
    #expect(isNear(pans.0.translation, Vector(dx: 100, dy: 0)))
    #expect(isNear(pans.1.translation, Vector(dx: 0, dy: 150)))
    send(0, at: 0.2)
    send(1, at: 0.2)
    #expect(reports.outcomes == ["pan 1 on 0", "pan 1 on 1"])
  }

  @Test("A touch's id tells the device, and its view is the one that it hit")
  func touchOfDevice() {
    let view = RecordingView(frame: Rect(x: 0, y: 0, width: 300, height: 400))
    window.addSubview(view)
    var views: [View?] = []
    var ids: Set<Touch.ID> = []
    let tap = TapRecognizer()
    window.addGestureRecognizer(tap)
    view.onTouches = { _, touches, _ in
      for touch in touches {
        views.append(tap.view(for: touch))
        ids.insert(touch.id)
      }
    }
    view.isMultipleTouchEnabled = true
    send(0, at: 0, contact(1, 100, 100))
    send(1, at: 0, contact(1, 150, 100))
    #expect(ids.count == 2)
    #expect(views.count == 2 && views.allSatisfy { $0 === view })
    send(0, at: 1)
    send(1, at: 1)
  }

  // MARK: Exclusive touch

  /// Two windows side by side, each with two views.
  private func sideBySide() -> (first: [RecordingView], second: [RecordingView]) {
    window.frame = Rect(x: 0, y: 0, width: 300, height: 400)
    let other = Window(frame: Rect(x: 300, y: 0, width: 300, height: 400))
    other.isMultipleTouchEnabled = true
    application.addWindow(other)
    let views = [window, other].map { window in
      [0.0, 200].map { y in
        let view = RecordingView.multipleTouch(frame: Rect(x: 0, y: y, width: 300, height: 200))
        window.addSubview(view)
        return view
      }
    }
    return (views[0], views[1])
  }

  @Test("Exclusive touch keeps other views out of its own window only")
  func exclusiveTouch() {
    let (first, second) = sideBySide()
    first[0].isExclusiveTouch = true
    send(0, at: 0, contact(1, 100, 100))
    send(0, at: 0.1, contact(1, 100, 100), contact(2, 100, 300), contact(3, 400, 100))
    #expect(first[0].log == ["began 1"])
    #expect(first[1].log.isEmpty)
    #expect(second[0].log == ["began 3"])
    send(0, at: 0.2)
    #expect(first[0].log == ["began 1", "ended 1"])
    #expect(first[1].log.isEmpty)
    #expect(second[0].log == ["began 3", "ended 3"])
  }

  @Test("A view with exclusive touch receives none while another view of the window has one")
  func exclusiveTouchSecond() {
    let (first, second) = sideBySide()
    first[0].isExclusiveTouch = true
    send(0, at: 0, contact(1, 100, 300))
    send(0, at: 0.1, contact(1, 100, 300), contact(2, 100, 100))
    #expect(first[1].log == ["began 1"])
    #expect(first[0].log.isEmpty)
    // A touch in the other window is no obstacle.
    send(0, at: 0.2)
    send(0, at: 0.3, contact(3, 400, 100))
    send(0, at: 0.4, contact(3, 400, 100), contact(4, 100, 100))
    #expect(second[0].log == ["began 3"])
    #expect(first[0].log == ["began 4"])
    send(0, at: 0.5)
  }

  @Test("Recognizers receive touches that exclusive touch keeps from the views")
  func recognizersIgnoreExclusiveTouch() {
    let (first, _) = sideBySide()
    first[0].isExclusiveTouch = true
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 1
    let log = StateLog(tap)
    first[1].addGestureRecognizer(tap)
    send(0, at: 0, contact(1, 100, 100))
    send(0, at: 0.1, contact(1, 100, 100), contact(2, 100, 300))
    send(0, at: 0.15, contact(1, 100, 100))
    #expect(log.states == [.recognized])
    send(0, at: 0.5)
  }
}
