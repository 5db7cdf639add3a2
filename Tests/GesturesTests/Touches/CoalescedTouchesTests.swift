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

  @Test("Consecutive movements are delivered as one event with all steps")
  func movements() {
    stage.application.send([frame(0, [1: 10])])
    stage.application.send([frame(4, [1: 20]), frame(8, [1: 30]), frame(12, [1: 40])])
    stage.application.send([frame(16, [1: 50])])
    #expect(canvas.log == ["began 1: 0/10", "moved 1: 4/20 8/30 12/40", "moved 1: 16/50"])
  }

  @Test("Each step is a touch with the position of the step before")
  func elements() {
    stage.application.send([frame(0, [1: 10])])
    stage.application.send([frame(4, [1: 20]), frame(8, [1: 20]), frame(12, [1: 40])])
    let touches = canvas.coalesced
    #expect(touches.map(\.phase) == [.moved, .stationary, .moved])
    #expect(touches.map { $0.previousPoint.x.rounded() } == [10, 20, 10])
    #expect(touches.map { $0.previousLocation.x.rounded() } == [10, 20, 10])
    #expect(touches.allSatisfy { $0.startPoint == touches[0].startPoint && $0.id == 1 })
    // The delivered touch has the previous position of the last event.
    #expect(touches.last == canvas.delivered.first)
  }

  @Test("Frames sent one by one are not coalesced")
  func oneByOne() {
    for number in 0...2 { stage.application.send(frame(number * 4, [1: 10 + number])) }
    #expect(canvas.log == ["began 1: 0/10", "moved 1: 4/11", "moved 1: 8/12"])
  }

  @Test("Touches down and up keep their time and position, after the movements before them")
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

  @Test("A cancelled contact, a button, an extra finger and an interruption are not coalesced")
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

  @Test("An excluded contact does not prevent coalescing of the others")
  func outcasts() {
    var palm = frame(0, [1: 10, 2: 100])
    palm.contacts[1].tool = .palm
    stage.application.send([palm])
    stage.application.send([frame(4, [1: 20, 2: 110]), frame(8, [1: 30, 2: 120])])
    #expect(canvas.log == ["began 1: 0/10", "moved 1: 4/20 8/30"])
  }

  @Test("Frames of different devices are not coalesced")
  func devices() {
    func other(_ milliseconds: Int, _ positions: [Int: Int]) -> ContactFrame {
      var frame = frame(milliseconds, positions)
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

  @Test("Steps are in ascending order of time")
  func backward() {
    stage.application.send([frame(10, [1: 10])])
    stage.application.send([frame(4, [1: 20]), frame(12, [1: 30]), frame(11, [1: 40])])
    #expect(canvas.log.last == "moved 1: 10/20 12/30 12/40")
  }

  @Test("Steps are in the window's units and can be kept beyond the callback")
  func units() {
    stage.window.pointsPerUnit = 2
    stage.application.send([frame(0, [1: 10])])
    stage.application.send([frame(4, [1: 20]), frame(8, [1: 30])])
    stage.application.send([frame(12, [1: 40]), frame(16, [1: 50]), frame(20, [1: 60])])
    #expect(canvas.kept[1].map { $0.location.x.rounded() } == [10, 15])
    #expect(canvas.kept[2].count == 3)
  }

  @Test("A movement before a deadline is delivered before it and may cancel it")
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

  @Test("Batches of one frame give the same gestures as single frames")
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

/// A frame of fingers at the given x in points, at a time in milliseconds.
func frame(_ milliseconds: Int, _ positions: [Contact.ID: Int]) -> ContactFrame {
  let contacts = positions.sorted { $0.key < $1.key }.map { id, x in
    let position = Point(x: Double(x) / Window.pointsPerMillimetre, y: 10)
    return Contact(id: id, position: position)
  }
  return ContactFrame(
    time: Timestamp(microseconds: Int64(milliseconds) * 1000), contacts: contacts)
}
