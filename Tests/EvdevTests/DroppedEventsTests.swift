import Evdev
import Testing

@Suite struct DroppedEventsTests {
  @Test("Events between SYN_DROPPED and the next SYN_REPORT are ignored and make no frame")
  func skipping() {
    let script = "id 5 x 1 y 1 | dropped id -1 x 9 | slot 0 id 5 x 3 y 1"
    #expect(frames(script) == ["1:1,1", "1:3,1"])
    #expect(tracker(after: script).anomalies[.dropped] == 1)
  }

  @Test("A touch with the same tracking id continues")
  func sameTouch() {
    #expect(frames("id 5 x 1 y 1 | dropped | slot 0 id 5 | x 2").last == "1:2,1")
  }

  @Test("A touch that the next frame does not mention is cancelled")
  func unknownFate() {
    let script = "id 5 x 1 y 1 slot 1 id 6 x 2 y 2 | dropped | slot 0 id 5 x 3 | x 4"
    #expect(frames(script) == ["1:1,1 2:2,2", "1:3,1 !2", "1:4,1"])
  }

  @Test("A touch that moves without a tracking id is cancelled, and a resumed one begins")
  func unnamedMovement() {
    #expect(frames("id 5 x 1 y 1 | dropped | x 3") == ["1:1,1", "2~:3,1 !1"])
    let later = "id 5 x 1 y 1 | dropped | left 1 | x 3"
    #expect(frames(later) == ["1:1,1", "!1", "2~:3,1"])
  }

  @Test("Another tracking id ends the touch and begins a resumed one, without an anomaly")
  func otherTouch() {
    let script = "id 5 x 1 y 1 | dropped | slot 0 id 7 x 3 | id -1"
    #expect(frames(script) == ["1:1,1", "2~:3,1", ""])
    #expect(tracker(after: script).anomalies.occurred.map(\.anomaly) == [.dropped])
  }

  @Test("A touch whose slot is released has ended")
  func lifted() {
    let script = "id 5 x 1 y 1 | dropped | slot 0 id -1 slot 1 id -1 | slot 0 id 6 x 4"
    #expect(frames(script) == ["1:1,1", "", "2:4,1"])
    #expect(tracker(after: script).anomalies[.liftWithoutTouch] == 0)
  }

  @Test("A slot that is selected during the loss stays selected")
  func currentSlot() {
    let script = "id 5 x 1 y 1 | dropped slot 1 | id 6 x 8 y 8 slot 0 id 5 | x 2"
    #expect(frames(script).last == "1:2,1 2~:8,8")
  }

  @Test("A single touch is cancelled, and resumed when it moves")
  func single() {
    let script = "absx 1 absy 1 touch 1 | dropped | absx 2 | touch 0"
    #expect(frames(script, on: .plain(.single)) == ["1:1,1", "2~:2,1 !1", ""])
  }

  @Test(
    "With protocol A, touches continue by tracking id after a loss; a frame of keys changes nothing"
  )
  func packetsWithIDs() {
    let script = "id 5 x 1 y 1 mt | dropped | left 1 | id 5 x 2 y 1 mt id 6 x 9 y 9 mt"
    let device = DeviceDescription.plain(.packets(hasTrackingIDs: true))
    #expect(frames(script, on: device) == ["1:1,1", "1:1,1", "1:2,1 2~:9,9"])
  }

  @Test("With protocol A and no ids, touches are cancelled and resumed after a loss")
  func packetsWithoutIDs() {
    let script = "x 1 y 1 mt | dropped | x 2 y 1 mt"
    let device = DeviceDescription.plain(.packets(hasTrackingIDs: false))
    #expect(frames(script, on: device) == ["1:1,1", "2~:2,1 !1"])
  }

  @Test("Consecutive losses are counted one by one and have no further effect")
  func repeated() {
    let script = "id 5 x 1 y 1 | dropped dropped | dropped | slot 0 id 5 x 2"
    #expect(frames(script) == ["1:1,1", "1:2,1"])
    #expect(tracker(after: script).anomalies[.dropped] == 3)
  }
}
