import Contacts
import Evdev
import Testing
import Timeline

@Suite struct SlotTrackerTests {
  @Test("A touch of protocol B lands, moves and lifts")
  func oneTouch() {
    #expect(frames("id 5 x 100 y 200 | x 110 | id -1") == ["1:100,200", "1:110,200", ""])
  }

  @Test("Ids count landings from 1 and never come again; landings of one frame go by slot")
  func ids() {
    let script = "slot 1 id 9 x 30 y 30 slot 0 id 8 x 10 y 10 | id -1 | id 10 x 20 y 20"
    #expect(frames(script) == ["1:10,10 2:30,30", "2:30,30", "2:30,30 3:20,20"])
  }

  @Test("Attributes may come before the tracking id of their frame")
  func lateTrackingID() {
    #expect(frames("x 100 y 200 touch 1 id 5 | id -1") == ["1:100,200", ""])
    #expect(tracker(after: "x 100 y 200 id 5").anomalies.isEmpty)
  }

  @Test("A new tracking id without a lift is a lift and a landing, and is counted")
  func identityChange() {
    let script = "id 5 x 100 y 200 | id 6 x 120"
    #expect(frames(script) == ["1:100,200", "2:120,200"])
    #expect(tracker(after: script).anomalies[.identityChange] == 1)
  }

  @Test("A lift and a landing in one slot and frame are two touches, and nothing unusual")
  func liftAndLanding() {
    let script = "id 5 x 100 y 200 | id -1 id 6 x 120"
    #expect(frames(script) == ["1:100,200", "2:120,200"])
    #expect(tracker(after: script).anomalies.isEmpty)
  }

  @Test("A touch that lands and lifts within one frame never shows")
  func unseenTouch() {
    #expect(frames("id 5 x 1 y 1 id -1 | id 6 | id -1") == ["", "1:1,1", ""])
  }

  @Test("A lift without a touch changes nothing and is counted")
  func strayLift() {
    let script = "id -1 | id 5 x 1 y 1 | id -1 | id -1"
    #expect(frames(script) == ["", "1:1,1", "", ""])
    #expect(tracker(after: script).anomalies[.liftWithoutTouch] == 2)
  }

  @Test("A repeated tracking id goes on with its touch")
  func repeatedTrackingID() {
    #expect(frames("id 5 x 1 y 1 | id 5 x 2") == ["1:1,1", "1:2,1"])
  }

  @Test("An axis whose value is that of the touch before is not sent again")
  func unchangedAxis() {
    #expect(frames("id 5 x 100 y 200 | id -1 | id 6 x 150 | id -1")[2] == "2:150,200")
  }

  @Test("Emulated axes of single touch are ignored where there is multitouch")
  func mixed() {
    let script = "id 5 x 100 y 200 touch 1 absx 7 absy 7 | absx 8 | id -1 touch 0"
    #expect(frames(script) == ["1:100,200", "1:100,200", ""])
    #expect(frames(script, on: nil).map(\.isEmpty) == [false, false, true])
  }

  @Test("Positions in a slot without a tracking id are a touch older than the recording")
  func startsMidTouch() {
    let script = "x 100 y 200 | x 110 | id -1 | id 7 x 1 y 1"
    #expect(frames(script) == ["1~:100,200", "1~:110,200", "", "2:1,1"])
    #expect(tracker(after: script).anomalies[.startsMidTouch] == 1)
  }

  @Test("Values of a slot that is known to be empty are no touch")
  func emptySlot() {
    #expect(frames("id 5 x 1 y 1 | id -1 | x 3 pressure 9") == ["1:1,1", "", ""])
  }

  @Test("More than 16 slots are tracked, also where none were announced")
  func manySlots() {
    let script = (0..<20).map { "slot \($0) id \($0) x \($0) y 1" }.joined(separator: " ")
    let tracker = tracker(after: script, on: .plain(.slots(40)))
    #expect(tracker.frame.contacts.map(\.position.x) == (0..<20).map(Double.init))
    #expect(tracker.anomalies.isEmpty)
    #expect(frames(script, on: nil)[0].split(separator: " ").count == 20)
  }

  @Test("Slots beyond the announced ones are tracked and counted; absurd ones only counted")
  func slotsOutOfRange() {
    let script = "slot 7 id 1 x 1 y 1 slot 1000000 id 2 x 2 y 2 slot -5 id 3 x 3 y 3 | slot 0 id 4"
    let result = tracker(after: script)
    #expect(result.frame.contacts.map(\.id) == [1, 2])
    #expect(result.anomalies[.slotOutOfRange] == 3)
  }

  @Test("Unknown types and codes are counted and do no harm")
  func unknownCodes() {
    let result = tracker(after: "oddabs 1 oddkey 1 oddtype 1 id 5 x 1 y 1")
    #expect(brief(result.frame) == "1:1,1")
    #expect(result.anomalies[.unknownCode] == 3)
  }

  @Test("A hovering finger is no touch until it comes down, and lifts when it rises")
  func hovering() {
    let script = "id 5 x 1 y 1 distance 10 | distance 0 | distance 3 | distance 0 | id -1"
    #expect(frames(script) == ["", "1:1,1", "", "2:1,1", ""])
  }

  @Test("The end cancels and counts the touches that are still down, at the last event's time")
  func finish() {
    var tracker = tracker(after: "id 5 x 1 y 1 slot 1 id 6 x 2 y 2 | x 3")
    let hasFrame = tracker.finish()
    #expect(hasFrame)
    #expect(brief(tracker.frame) == "!1 !2")
    #expect(tracker.frame.time == Timestamp(seconds: 1.01))
    #expect(tracker.anomalies[.endsMidTouch] == 2)
    let hasAnother = tracker.finish()
    #expect(!hasAnother)
  }

  @Test("The end makes no frame where nothing is down")
  func finishIdle() {
    var tracker = tracker(after: "id 5 x 1 y 1 | id -1")
    let hasFrame = tracker.finish(at: Timestamp(seconds: 9))
    #expect(!hasFrame)
    #expect(tracker.anomalies.isEmpty)
  }

  @Test("Frames bear the device's number")
  func deviceNumber() {
    #expect(SlotTracker(description: nil, device: 3).frame.device == 3)
  }
}
