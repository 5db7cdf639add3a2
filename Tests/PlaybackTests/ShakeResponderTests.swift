import Contacts
import Gestures
import Playback
import SensorPlayback
import Sensors
import Testing
import Timeline

@Suite("Shakes in the responder chain")
struct ShakeResponderTests {
  /// Records the motion events that reach it.
  private final class Recorder: View {
    var events: [MotionEvent] = []

    override var canBecomeFirstResponder: Bool { true }
    override func motionBegan(_ motion: MotionEvent.Kind, with event: MotionEvent) {
      events.append(event)
    }
    override func motionEnded(_ motion: MotionEvent.Kind, with event: MotionEvent) {
      events.append(event)
    }
  }

  @Test("A shake reaches the first responder as a motion that begins and ends")
  func motion() throws {
    let application = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 320, height: 460))
    let recorder = Recorder(frame: window.frame)
    window.addSubview(recorder)
    application.addWindow(window)
    let isFirst = recorder.becomeFirstResponder()
    #expect(isFirst)

    let script = MotionScript(
      duration: 5,
      actions: [.init(start: 2, .shake(duration: 1, frequency: 4, peak: 3, axis: .x))])
    var detector = ShakeDetector()
    detector.deliver(to: application)
    for sample in AccelerometerSimulator(script) { detector.process(sample) }
    detector.finish()
    #expect(recorder.events.map(\.kind) == [.shake, .shake])
    #expect(recorder.events.map(\.phase) == [.began, .ended])
    let times = recorder.events.map(\.timestamp.seconds)
    #expect(times[0] > 2.1 && times[0] < 2.6)
    #expect(times[1] > 2.9 && times[1] < 3.1)
  }
}
