import Evdev
import Testing

@Suite struct InitialSlotTests {
  @Test("The first slot, unnamed, is slot 0 if another is named first")
  func slotZero() {
    let script = "id 5 x 1 y 1 | slot 1 id 6 x 2 y 2 | slot 0 id -1"
    #expect(observe(events(script)).initialSlot == 0)
    #expect(frames(script, observed: true) == ["1:1,1", "1:1,1 2:2,2", "2:2,2"])
  }

  @Test("If slot 0 is named first, the unnamed one was another")
  func anotherSlot() {
    let script = "id 5 x 1 y 1 | slot 0 id 6 x 2 y 2 | slot 1 x 3 | id -1"
    #expect(observe(events(script)).initialSlot == 1)
    #expect(frames(script, observed: true) == ["1:1,1", "1:1,1 2:2,2", "1:3,1 2:2,2", "2:2,2"])
  }

  @Test("It is the first of the later slots that was never landed on")
  func highSlot() {
    let script = "id 5 x 1 y 1 | slot 0 id 6 x 2 y 2 slot 1 id 7 x 4 y 4 | slot 2 x 3"
    #expect(observe(events(script)).initialSlot == 2)
    #expect(frames(script, observed: true).last == "1:3,1 2:2,2 3:4,4")
  }

  @Test("A slot that is named to tell its state after lost events may be the unnamed one")
  func afterLostEvents() {
    let script = "id 5 x 1 y 1 | dropped | slot 0 id 5 x 2 y 1 | x 3"
    #expect(observe(events(script)).initialSlot == 0)
    #expect(frames(script, observed: true) == ["1:1,1", "1:2,1", "1:3,1"])
  }

  @Test("The description's current slot goes before all")
  func described() {
    var device = DeviceDescription.plain()
    device.axes[AbsoluteCode.slot]?.value = 3
    #expect(frames("id 5 x 1 y 1 | slot 0 id 6 | slot 3 id -1", on: device)[2] == "2:0,0")
  }

  @Test("A recording that names its slots has no unnamed one")
  func named() {
    #expect(observe(events("slot 0 id 5 x 1 y 1")).initialSlot == nil)
  }
}
