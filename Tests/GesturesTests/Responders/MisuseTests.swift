import Contacts
import Gestures
import Testing
import Timeline

/// What ends a program says why on standard error, in release builds, too.
@Suite("Misuse")
struct MisuseTests {
  private static func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("A touch out of range is named")
  func touch() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = TouchSet()[2] }
    #expect(Self.message(result).contains("touch 2 of 0"))
  }

  @Test("A coalesced touch out of range is named")
  func coalescedTouch() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let touch = Touch(id: 1, phase: .moved, timestamp: .zero, location: .zero, point: .zero)
      let event = TouchEvent(timestamp: .zero, touches: TouchSet([touch]))
      _ = event.coalescedTouches(for: touch)[1]
    }
    #expect(Self.message(result).contains("coalesced touch 1 of 1"))
  }

  @Test("A predicted touch out of range is named")
  func predictedTouch() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let touch = Touch(id: 1, phase: .moved, timestamp: .zero, location: .zero, point: .zero)
      let event = TouchEvent(timestamp: .zero, touches: TouchSet([touch]))
      _ = event.predictedTouches(for: touch)[0]
    }
    #expect(Self.message(result).contains("predicted touch 0 of 0"))
  }

  @Test("A view that is to contain itself is reported")
  func viewInItself() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let outer = View(frame: .zero)
      let inner = View(frame: .zero)
      outer.addSubview(inner)
      inner.addSubview(outer)
    }
    #expect(Self.message(result).contains("a view can't contain itself"))
  }

  @Test("A frame that an action sends is refused")
  func frameInAction() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stage = TouchStage()
      let pan = PanRecognizer()
      pan.onBegin { _ in stage.application.send(ContactFrame(time: .zero)) }
      stage.window.addGestureRecognizer(pan)
      stage.frame(at: 0, [1: (100, 100)])
      stage.frame(at: 0.1, [1: (200, 100)])
    }
    #expect(Self.message(result).contains("called from a callback of another event"))
  }

  @Test("So is a change of time by an action that disabling a recognizer calls outside of a frame")
  func timeInAction() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stage = TouchStage()
      let pan = PanRecognizer()
      pan.onCancel { _ in stage.application.advance(to: Timestamp(seconds: 5)) }
      stage.window.addGestureRecognizer(pan)
      stage.frame(at: 0, [1: (100, 100)])
      stage.frame(at: 0.1, [1: (200, 100)])
      pan.isEnabled = false
    }
    #expect(Self.message(result).contains("called from a callback of another event"))
  }

  @Test("A subview's index is clamped", arguments: [(-5, 0), (0, 0), (1, 1), (2, 2), (99, 2)])
  func subviewIndex(index: Int, expected: Int) {
    let view = View(frame: .zero)
    view.addSubview(View(frame: .zero))
    view.addSubview(View(frame: .zero))
    let inserted = View(frame: .zero)
    view.insertSubview(inserted, at: index)
    #expect(view.subviews.firstIndex { $0 === inserted } == expected)
  }
}
