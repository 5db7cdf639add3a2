import Contacts
import Gestures
import Testing
import Timeline

@Suite("Responder chain")
struct ResponderChainTests {
  private let stage = TouchStage()
  private let view = RecordingView(frame: Rect(x: 0, y: 0, width: 300, height: 400))

  init() {
    view.isMultipleTouchEnabled = true
    stage.window.addSubview(view)
  }

  @Test("A touch climbs from the view through its controller to the window and the application")
  func order() {
    let inner = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    let controller = ViewController(view: inner)
    view.addSubview(inner)
    #expect(inner.next === controller)
    #expect(controller.next === view)
    #expect(view.next === stage.window)
    #expect(stage.window.next === stage.application)
    #expect(stage.application.next == nil)
  }

  @Test("Each touch has one began, then moved, then one of ended and cancelled")
  func phases() {
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [1: (20, 10), 2: (50, 50)])
    stage.frame(at: 0.2, [2: (60, 50)], up: [1])
    stage.frame(at: 0.3, cancelled: [2])
    #expect(view.log == ["began 1", "moved 1", "began 2", "ended 1", "moved 2", "cancelled 2"])
  }

  @Test("In one frame cancelled comes first, then ended, moved and began")
  func orderInFrame() {
    stage.frame(at: 0, [1: (10, 10), 2: (40, 10), 3: (70, 10)])
    stage.frame(at: 0.1, [3: (80, 10), 4: (100, 10)], up: [2], cancelled: [1])
    #expect(view.log == ["began 1,2,3", "cancelled 1", "ended 2", "moved 3", "began 4"])
  }

  @Test("A touch that does not move is not delivered")
  func stationary() {
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [1: (10, 10)])
    #expect(view.log == ["began 1"])
  }

  @Test("A touch keeps its view wherever it moves")
  func keepsView() {
    let other = RecordingView(frame: Rect(x: 300, y: 0, width: 300, height: 400))
    stage.window.addSubview(other)
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [1: (400, 10)])
    stage.frame(at: 0.2, up: [1])
    #expect(view.log == ["began 1", "moved 1", "ended 1"])
    #expect(other.log.isEmpty)
  }

  @Test("An event that no responder handles is counted as discarded")
  func discarded() {
    view.passesOn = true
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, up: [1])
    #expect(stage.application.discardedEvents == 2)
    view.passesOn = false
    stage.frame(at: 0.2, [2: (10, 10)])
    #expect(stage.application.discardedEvents == 2)
  }

  @Test("A view without multiple touch receives one touch at a time")
  func singleTouch() {
    view.isMultipleTouchEnabled = false
    stage.frame(at: 0, [1: (10, 10), 2: (50, 10)])
    stage.frame(at: 0.1, [1: (20, 10), 2: (60, 10)])
    stage.frame(at: 0.2, up: [1, 2])
    #expect(view.log == ["began 1", "moved 1", "ended 1"])
  }

  @Test("An exclusive view's touches exclude touches of other views, and the reverse")
  func exclusive() {
    let other = RecordingView(frame: Rect(x: 300, y: 0, width: 300, height: 400))
    other.isExclusiveTouch = true
    stage.window.addSubview(other)
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [2: (400, 10)])
    stage.frame(at: 0.2, up: [1, 2])
    #expect(other.log.isEmpty)
    stage.frame(at: 0.3, [3: (400, 10)])
    stage.frame(at: 0.4, [4: (10, 10)])
    stage.frame(at: 0.5, up: [3, 4])
    #expect(other.log == ["began 3", "ended 3"])
    #expect(view.log == ["began 1", "ended 1"])
  }

  @Test("A touch outside the window hits its edge and keeps its position")
  func clamped() {
    let edge = RecordingView(frame: Rect(x: 500, y: 0, width: 100, height: 400))
    stage.window.addSubview(edge)
    edge.lines = { [unowned edge] _, touches, _ in
      touches.map { "\(Int($0.location(in: edge).x.rounded()))" }
    }
    stage.frame(at: 0, [1: (650, 100)])
    #expect(edge.log == ["150"])
  }

  @Test("Locations are in the window's units, while thresholds stay physical")
  func pointsPerUnit() {
    let recognizer = PanRecognizer()
    stage.window.addGestureRecognizer(recognizer)
    stage.window.pointsPerUnit = 4
    stage.frame(at: 0, [1: (40, 40)])
    #expect(stage.application.touches.first?.location == Point(x: 10, y: 10))
    stage.frame(at: 0.1, [1: (76.1, 40)])
    #expect(recognizer.state == .began)
  }

  @Test("A window receives touches of its devices only")
  func devices() {
    stage.window.devices = [1]
    stage.frame(at: 0, [1: (10, 10)])
    #expect(view.log.isEmpty)
  }

  @Test("A frame of one device does not affect another device's touches")
  func severalDevices() {
    func frame(_ seconds: Double, _ device: Int, _ x: Double?) -> ContactFrame {
      var frame = ContactFrame(time: Timestamp(seconds: seconds), device: device)
      if let x { frame.contacts = [Contact(id: 1, position: Point(x: x, y: 5))] }
      return frame
    }
    let application = stage.application
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 1
    tap.cancelsTouchesInView = false
    stage.window.addGestureRecognizer(tap)
    application.send(frame(0, 0, 5))
    application.send(frame(0.05, 1, 25))
    #expect(application.touches.count == 2)
    application.send(frame(0.1, 0, nil))
    application.send(frame(0.15, 1, nil))
    let second = 1 << 32
    #expect(view.log == ["began 1", "began \(second + 1)", "ended 1", "ended \(second + 1)"])
    // The recognizer stays with the device that was touched last.
    #expect(stage.gestures.map(\.touches) == [1])
    #expect(stage.gestures.map(\.device) == [1])
  }

  @Test("A window that moved to another application stays there when the first one is deallocated")
  func windowMoves() {
    var first: Application? = Application()
    let second = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    first?.addWindow(window)
    second.addWindow(window)
    #expect(first?.windows.isEmpty ?? false)
    first = nil
    #expect(window.application === second)
  }
}
