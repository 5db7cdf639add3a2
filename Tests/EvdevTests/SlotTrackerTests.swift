import Contacts
import Evdev
import Testing
import Timeline

@Suite struct SlotTrackerTests {
  @Test("A touch of protocol B begins, moves and ends")
  func oneTouch() {
    #expect(frames("id 5 x 100 y 200 | x 110 | id -1") == ["1:100,200", "1:110,200", ""])
  }

  @Test("Ids count touches from 1 and are never reused; touches of one frame are ordered by slot")
  func ids() {
    let script = "slot 1 id 9 x 30 y 30 slot 0 id 8 x 10 y 10 | id -1 | id 10 x 20 y 20"
    #expect(frames(script) == ["1:10,10 2:30,30", "2:30,30", "2:30,30 3:20,20"])
  }

  @Test("Values may precede the tracking id within a frame")
  func lateTrackingID() {
    #expect(frames("x 100 y 200 touch 1 id 5 | id -1") == ["1:100,200", ""])
    #expect(tracker(after: "x 100 y 200 id 5").anomalies.isEmpty)
  }

  @Test("A new tracking id without a release ends one touch and begins another, and is counted")
  func identityChange() {
    let script = "id 5 x 100 y 200 | id 6 x 120"
    #expect(frames(script) == ["1:100,200", "2:120,200"])
    #expect(tracker(after: script).anomalies[.identityChange] == 1)
  }

  @Test("A release and a new tracking id in one frame are two touches, without an anomaly")
  func releaseAndTouchDown() {
    let script = "id 5 x 100 y 200 | id -1 id 6 x 120"
    #expect(frames(script) == ["1:100,200", "2:120,200"])
    #expect(tracker(after: script).anomalies.isEmpty)
  }

  @Test("A touch within one frame is not reported")
  func unseenTouch() {
    #expect(frames("id 5 x 1 y 1 id -1 | id 6 | id -1") == ["", "1:1,1", ""])
  }

  @Test("A release without a touch changes nothing and is counted")
  func strayRelease() {
    let script = "id -1 | id 5 x 1 y 1 | id -1 | id -1"
    #expect(frames(script) == ["", "1:1,1", "", ""])
    #expect(tracker(after: script).anomalies[.liftWithoutTouch] == 2)
  }

  @Test("A repeated tracking id continues its touch")
  func repeatedTrackingID() {
    #expect(frames("id 5 x 1 y 1 | id 5 x 2") == ["1:1,1", "1:2,1"])
  }

  @Test("A value that is not sent again is that of the slot's previous touch")
  func unchangedAxis() {
    #expect(frames("id 5 x 100 y 200 | id -1 | id 6 x 150 | id -1")[2] == "2:150,200")
  }

  @Test("Emulated single-touch axes are ignored on multitouch devices")
  func mixed() {
    let script = "id 5 x 100 y 200 touch 1 absx 7 absy 7 | absx 8 | id -1 touch 0"
    #expect(frames(script) == ["1:100,200", "1:100,200", ""])
    #expect(frames(script, on: nil).map(\.isEmpty) == [false, false, true])
  }

  @Test("Positions without a tracking id are a touch that began before the recording")
  func startsMidTouch() {
    let script = "x 100 y 200 | x 110 | id -1 | id 7 x 1 y 1"
    #expect(frames(script) == ["1~:100,200", "1~:110,200", "", "2:1,1"])
    #expect(tracker(after: script).anomalies[.startsMidTouch] == 1)
  }

  @Test("Values in an empty slot are not a touch")
  func emptySlot() {
    #expect(frames("id 5 x 1 y 1 | id -1 | x 3 pressure 9") == ["1:1,1", "", ""])
  }

  @Test("More than 16 slots are tracked, whether announced or not")
  func manySlots() {
    let script = (0..<20).map { "slot \($0) id \($0) x \($0) y 1" }.joined(separator: " ")
    let tracker = tracker(after: script, on: .plain(.slots(40)))
    #expect(tracker.frame.contacts.map(\.position.x) == (0..<20).map(Double.init))
    #expect(tracker.anomalies.isEmpty)
    #expect(frames(script, on: nil)[0].split(separator: " ").count == 20)
  }

  @Test(
    "Slots beyond the announced ones are tracked and counted; those beyond the limit are only counted"
  )
  func slotsOutOfRange() {
    let script = "slot 7 id 1 x 1 y 1 slot 1000000 id 2 x 2 y 2 slot -5 id 3 x 3 y 3 | slot 0 id 4"
    let result = tracker(after: script)
    #expect(result.frame.contacts.map(\.id) == [1, 2])
    #expect(result.anomalies[.slotOutOfRange] == 3)
  }

  @Test("Unknown types and codes are counted and ignored")
  func unknownCodes() {
    let result = tracker(after: "unknownabs 1 unknownkey 1 unknowntype 1 id 5 x 1 y 1")
    #expect(brief(result.frame) == "1:1,1")
    #expect(result.anomalies[.unknownCode] == 3)
  }

  @Test("A hovering finger is not a touch until it comes down; its touch ends when it rises")
  func hovering() {
    let script = "id 5 x 1 y 1 distance 10 | distance 0 | distance 3 | distance 0 | id -1"
    #expect(frames(script) == ["", "1:1,1", "", "2:1,1", ""])
  }

  @Test("Finishing cancels and counts the touches that are down, at the last event's time")
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

  @Test("Finishing without touches makes no frame")
  func finishIdle() {
    var tracker = tracker(after: "id 5 x 1 y 1 | id -1")
    let hasFrame = tracker.finish(at: Timestamp(seconds: 9))
    #expect(!hasFrame)
    #expect(tracker.anomalies.isEmpty)
  }

  @Test("Frames carry the device's number")
  func deviceNumber() {
    #expect(SlotTracker(description: nil, device: 3).frame.device == 3)
  }
}
