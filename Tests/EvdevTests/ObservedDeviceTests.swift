import Testing
import Timeline

@testable import Evdev

@Suite struct ObservedDeviceTests {
  @Test("The smallest and largest values of each axis are kept")
  func extents() {
    let observed = observe(
      events("id 1 x 5 y -7 pressure 30 major 9 absx 1 absp 3 | x 800 absx 4 pressure 80"))
    #expect(observed.multitouchX == 5...800)
    #expect(observed.multitouchY == -7 ... -7)
    #expect(observed.multitouchPressure == 30...80)
    #expect(observed.touchMajor?.upperBound == 9)
    #expect(observed.singleX == 1...4)
    #expect(observed.singleY == nil)
    #expect(observed.singlePressure?.upperBound == 3)
  }

  @Test("Events and frames are counted, and their first and latest times are kept")
  func counts() {
    let observed = observe(events("at 2000 x 1 | at 1500 x 2 y 3 | at 1900 x 4"))
    #expect(observed.events == 7)
    #expect(observed.frames == 3)
    #expect(observed.firstTime == Timestamp(seconds: 2))
    #expect(observed.latestTime == Timestamp(seconds: 2))
  }

  @Test("Tool keys, SYN_MT_REPORT and the highest slot are noted")
  func protocols() {
    #expect(observe(events("double 1")).hasToolKeys)
    #expect(!observe(events("touch 1 pen 1")).hasToolKeys)
    #expect(observe(events("x 1 mt")).hasMultitouchReports)
    #expect(observe(events("slot 3 | slot 1")).highestSlot == 3)
    #expect(observe(events("slot 9999 x 1 id 1 | slot -1 x 1")).highestSlot == nil)
  }

  @Test("The keys and the most fingers that they count are noted, and so are tools")
  func keys() {
    let observed = observe(events("finger 1 left 0 | double 1 finger 0 tool 2 | double 0"))
    #expect(observed.keys == [KeyCode.toolFinger, KeyCode.left, KeyCode.toolDoubleTap])
    #expect(observed.mostFingers == 2)
    #expect(observed.hasToolTypes)
    #expect(observe(events("double 0 x 1")).mostFingers == 0)
    #expect(!observe(events("x 1")).hasToolTypes)
  }

  @Test("The first value of BTN_TOUCH is kept")
  func firstTouch() {
    #expect(observe(events("touch 0 | touch 1")).firstTouch == 0)
    #expect(observe(events("touch 1 | touch 0")).firstTouch == 1)
    #expect(observe(events("x 1")).firstTouch == nil)
  }

  @Test("Without events, nothing is known")
  func empty() {
    let observed = ObservedDevice()
    #expect(observed.events == 0 && observed.firstTime == nil && observed.initialSlot == nil)
    #expect(!observed.hasMultitouchPositions)
  }
}

@Suite struct InitialSlotTests {
  @Test("The initial slot is slot 0 if another slot is selected first")
  func slotZero() {
    let script = "id 5 x 1 y 1 | slot 1 id 6 x 2 y 2 | slot 0 id -1"
    #expect(observe(events(script)).initialSlot == 0)
    #expect(frames(script, observed: true) == ["1:1,1", "1:1,1 2:2,2", "2:2,2"])
  }

  @Test("If slot 0 is selected first, the initial slot is another one")
  func anotherSlot() {
    let script = "id 5 x 1 y 1 | slot 0 id 6 x 2 y 2 | slot 1 x 3 | id -1"
    #expect(observe(events(script)).initialSlot == 1)
    #expect(frames(script, observed: true) == ["1:1,1", "1:1,1 2:2,2", "1:3,1 2:2,2", "2:2,2"])
  }

  @Test("It is the lowest other slot whose first event is not a touch-down")
  func highSlot() {
    let script = "id 5 x 1 y 1 | slot 0 id 6 x 2 y 2 slot 1 id 7 x 4 y 4 | slot 2 x 3"
    #expect(observe(events(script)).initialSlot == 2)
    #expect(frames(script, observed: true).last == "1:3,1 2:2,2 3:4,4")
  }

  @Test("A slot that is selected after lost events may be the initial one")
  func afterLostEvents() {
    let script = "id 5 x 1 y 1 | dropped | slot 0 id 5 x 2 y 1 | x 3"
    #expect(observe(events(script)).initialSlot == 0)
    #expect(frames(script, observed: true) == ["1:1,1", "1:2,1", "1:3,1"])
  }

  @Test("The description's current slot takes precedence")
  func described() {
    var device = DeviceDescription.plain()
    device.axes[AbsoluteCode.slot]?.value = 3
    #expect(frames("id 5 x 1 y 1 | slot 0 id 6 | slot 3 id -1", on: device)[2] == "2:0,0")
  }

  @Test("A recording that begins with ABS_MT_SLOT has no initial slot")
  func named() {
    #expect(observe(events("slot 0 id 5 x 1 y 1")).initialSlot == nil)
  }
}

@Suite struct InitialTouchTests {
  @Test("A slot whose first event is not a touch-down held a touch before the recording began")
  func initialTouches() {
    let observed = observe(
      events("x 5 y 6 | slot 1 id 7 x 1 y 1 | slot 2 id -1 | slot 3 pressure 9"))
    #expect(
      observed.initialTouches == [
        .init(slot: 0, x: 5, y: 6), .init(slot: 2, x: nil, y: nil), .init(slot: 3, x: nil, y: nil),
      ])
    #expect(observe(events("id 5 x 1 y 1 | id -1")).initialTouches.isEmpty)
  }

  @Test("Events before the first ABS_MT_SLOT count for the initial slot, not for slot 0")
  func unnamedSlot() {
    let observed = observe(events("x 5 y 6 | slot 0 id 7 x 9 y 1 | slot 2 id -1 | slot 0 x 8"))
    #expect(observed.initialSlot == 2)
    #expect(observed.initialTouches == [.init(slot: 2, x: 5, y: 6)])
    let later = observe(events("id 1 x 5 | slot 0 x 9 | slot 2 x 6"))
    #expect(later.initialSlot == 2)
    #expect(later.initialTouches.map(\.slot) == [0])
  }

  @Test("The initial slot and slot 0 each have the first coordinates of their own touches")
  func unnamedSlotPositions() {
    let observed = observe(
      events("id 1 x 5 y 6 | slot 0 id 2 x 90 y 80 | slot 1 x 7 | id -1 | slot 0 id -1"))
    #expect(observed.initialSlot == 1)
    #expect(observed.firstPositions.map(\.x) == [90, 5])
    #expect(observed.firstPositions.map(\.y) == [80, 6])
    // Without a coordinate of its own, a slot gets none of the other.
    let other = observe(events("id 1 x 5 | slot 0 id 2 y 80 | slot 1 id -1"))
    #expect(other.firstPositions.map(\.x) == [nil, 5])
    #expect(other.firstPositions.map(\.y) == [80, nil])
  }

  @Test("ABS_X and ABS_Y give the only touch its first coordinates, in the unnamed slot, too")
  func unnamedSlotEmulation() {
    let observed = observe(
      events("id 1 absx 5 absy 6 | slot 0 id 2 x 90 y 80 | slot 1 id -1 | slot 0 absx 91 | id -1"))
    #expect(observed.firstPositions.map(\.x) == [90, 5])
    #expect(observed.firstPositions.map(\.y) == [80, 6])
  }

  @Test("A key whose first event is a release was pressed before the recording began")
  func initialKeys() {
    let observed = observe(events("left 0 touch 1 | touch 0 finger 0 | left 1"))
    #expect(observed.initialKeys == [KeyCode.left, KeyCode.toolFinger])
  }
}
