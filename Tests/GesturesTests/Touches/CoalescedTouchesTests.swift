import Contacts
import Gestures
import Testing
import Timeline

@Suite("Coalesced touches")
struct CoalescedTouchesTests {
  private let stage = TouchStage()
  private let canvas = Canvas(frame: Rect(x: 0, y: 0, width: 600, height: 400))

  init() {
    canvas.isMultipleTouchEnabled = true
    stage.window.addSubview(canvas)
  }

  @Test("Of movements in a row one is told of, and it has the others")
  func movements() {
    stage.application.send([frame(0, [1: 10])])
    stage.application.send([frame(4, [1: 20]), frame(8, [1: 30]), frame(12, [1: 40])])
    stage.application.send([frame(16, [1: 50])])
    #expect(canvas.log == ["began 1: 0/10", "moved 1: 4/20 8/30 12/40", "moved 1: 16/50"])
  }

  @Test("Each of them is a touch like the one delivered, from the place before it")
  func elements() {
    stage.application.send([frame(0, [1: 10])])
    stage.application.send([frame(4, [1: 20]), frame(8, [1: 20]), frame(12, [1: 40])])
    let touches = canvas.coalesced
    #expect(touches.map(\.phase) == [.moved, .stationary, .moved])
    #expect(touches.map { $0.previousPoint.x.rounded() } == [10, 20, 10])
    #expect(touches.map { $0.previousLocation.x.rounded() } == [10, 20, 10])
    #expect(touches.allSatisfy { $0.startPoint == touches[0].startPoint && $0.id == 1 })
    // The delivered one is delivered as it is: from the place of the last event.
    #expect(touches.last == canvas.delivered.first)
  }

  @Test("Frames sent one by one are all told of")
  func oneByOne() {
    for number in 0...2 { stage.application.send(frame(number * 4, [1: 10 + number])) }
    #expect(canvas.log == ["began 1: 0/10", "moved 1: 4/11", "moved 1: 8/12"])
  }

  @Test("Landings and lifts keep their own time and place, and movements before them come first")
  func changes() {
    stage.application.send([
      frame(0, [1: 10]), frame(4, [1: 20]), frame(8, [1: 30]), frame(12, [1: 40, 2: 90]),
      frame(16, [1: 50, 2: 91]), frame(20, [1: 60, 2: 92]), frame(24, [2: 92]), frame(28, [2: 93]),
      frame(32, [:]),
    ])
    #expect(
      canvas.log == [
        "began 1: 0/10", "moved 1: 4/20 8/30", "moved 1: 12/40", "began 2: 12/90",
        "moved 1: 16/50 20/60", "moved 2: 16/91 20/92", "ended 1: 24/60", "moved 2: 28/93",
        "ended 2: 32/93",
      ])
  }

  @Test("A cancelled contact, a button, a finger without a place and an interruption are changes")
  func otherChanges() {
    var cancelled = frame(8, [:])
    cancelled.cancelled = [1]
    var pressed = frame(8, [1: 30])
    pressed.buttons = .left
    var crowded = frame(8, [1: 30])
    crowded.extraFingers = 1
    var interrupted = frame(8, [1: 30])
    interrupted.isInterrupted = true
    var palm = frame(8, [1: 30])
    palm.contacts[0].tool = .palm
    for (change, end) in [
      (cancelled, "cancelled 1: 8/20"), (pressed, "moved 1: 8/30"), (crowded, "moved 1: 8/30"),
      (interrupted, "cancelled 1: 8/20"), (palm, "cancelled 1: 8/20"),
    ] {
      canvas.log = []
      stage.application.send([frame(0, [1: 10]), frame(4, [1: 20]), change])
      #expect(canvas.log == ["began 1: 0/10", "moved 1: 4/20", end])
      stage.application.send(frame(12, [:]))
      stage.finish()
    }
  }

  @Test("A finger that was cast out does not keep the others from being coalesced")
  func outcasts() {
    var palm = frame(0, [1: 10, 2: 100])
    palm.contacts[1].tool = .palm
    stage.application.send([palm])
    stage.application.send([frame(4, [1: 20, 2: 110]), frame(8, [1: 30, 2: 120])])
    #expect(canvas.log == ["began 1: 0/10", "moved 1: 4/20 8/30"])
  }

  @Test("Devices don't mix")
  func devices() {
    func other(_ milliseconds: Int, _ places: [Int: Int]) -> ContactFrame {
      var frame = frame(milliseconds, places)
      frame.device = 1
      return frame
    }
    stage.application.send([frame(0, [1: 10]), other(0, [1: 200])])
    canvas.log = []
    stage.application.send([
      frame(4, [1: 20]), frame(8, [1: 30]), other(9, [1: 201]), frame(12, [1: 40]),
    ])
    let second = (1 << 32) + 1
    #expect(canvas.log == ["moved 1: 4/20 8/30", "moved \(second): 9/201", "moved 1: 12/40"])
  }

  @Test("Time does not run backward among them")
  func backward() {
    stage.application.send([frame(10, [1: 10])])
    stage.application.send([frame(4, [1: 20]), frame(12, [1: 30]), frame(11, [1: 40])])
    #expect(canvas.log.last == "moved 1: 10/20 12/30 12/40")
  }

  @Test("They are in the window's units, and may be kept beyond the callback")
  func units() {
    stage.window.pointsPerUnit = 2
    stage.application.send([frame(0, [1: 10])])
    stage.application.send([frame(4, [1: 20]), frame(8, [1: 30])])
    stage.application.send([frame(12, [1: 40]), frame(16, [1: 50]), frame(20, [1: 60])])
    #expect(canvas.kept[1].map { $0.location.x.rounded() } == [10, 15])
    #expect(canvas.kept[2].count == 3)
  }

  @Test("A movement before a deadline comes before it, and may call it off")
  func deadlines() {
    for (last, count) in [(499, 0), (500, 2)] {
      let stage = TouchStage()
      stage.window.addGestureRecognizer(LongPressRecognizer())
      stage.application.send([frame(0, [1: 10])])
      stage.application.send([frame(492, [1: 11]), frame(last, [1: 90]), frame(508, [1: 91])])
      stage.application.send([frame(516, [:])])
      #expect(stage.gestures.count == count)
    }
  }

  @Test("Recognizers see what is delivered, so one frame at a time gives what single frames give")
  func recognition() {
    func gestures(perPicture count: Int) -> [Gesture] {
      let stage = TouchStage(profile: .standard)
      let frames = (0...40).map { frame($0 * 8, $0 < 40 ? [1: 10 + $0 * 5] : [:]) }
      for start in stride(from: 0, to: frames.count, by: count) {
        stage.application.send(frames[start..<min(start + count, frames.count)])
      }
      stage.finish()
      return stage.gestures
    }
    let single = TouchStage(profile: .standard)
    for number in 0...40 {
      single.application.send(frame(number * 8, number < 40 ? [1: 10 + number * 5] : [:]))
    }
    single.finish()
    #expect(gestures(perPicture: 1) == single.gestures)
    #expect(gestures(perPicture: 4).map(\.kind) == single.gestures.map(\.kind))
  }
}

/// Fingers at places along a line, in points, at a time in milliseconds.
func frame(_ milliseconds: Int, _ places: [Contact.ID: Int]) -> ContactFrame {
  let contacts = places.sorted { $0.key < $1.key }.map { id, x in
    let place = Point(x: Double(x) / Window.pointsPerMillimeter, y: 10)
    return Contact(id: id, position: place)
  }
  return ContactFrame(
    time: Timestamp(microseconds: Int64(milliseconds) * 1000), contacts: contacts)
}

/// Writes down the coalesced touches of each touch that it hears of, as `moved 1: 4/20 8/30`:
/// milliseconds and points.
final class Canvas: View {
  var log: [String] = []
  var coalesced: [Touch] = []
  var predicted: [Touch] = []
  var delivered = TouchSet()
  var kept: [CoalescedTouches] = []

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    draw("began", touches, event)
  }
  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    draw("moved", touches, event)
  }
  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    draw("ended", touches, event)
  }
  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    draw("cancelled", touches, event)
  }

  private func draw(_ phase: String, _ touches: TouchSet, _ event: TouchEvent) {
    delivered = touches
    for touch in touches {
      let steps = event.coalescedTouches(for: touch)
      coalesced = Array(steps)
      kept.append(steps)
      predicted = Array(event.predictedTouches(for: touch))
      let places = steps.map { "\($0.timestamp.microseconds / 1000)/\(Int($0.point.x.rounded()))" }
      log.append("\(phase) \(touch.id): \(places.joined(separator: " "))")
    }
  }
}
