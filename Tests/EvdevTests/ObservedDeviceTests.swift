import Evdev
import Testing
import Timeline

@Suite struct ObservedDeviceTests {
  @Test("Each axis' smallest and largest values are kept")
  func extents() {
    let observed = observe(
      events("id 1 x 5 y -7 pressure 30 major 9 absx 1 absp 3 | x 800 absx 4 pressure 80"))
    #expect(observed.multitouchX == .init(smallest: 5, largest: 800))
    #expect(observed.multitouchY == .init(smallest: -7, largest: -7))
    #expect(observed.multitouchPressure == .init(smallest: 30, largest: 80))
    #expect(observed.touchMajor?.largest == 9)
    #expect(observed.singleX == .init(smallest: 1, largest: 4))
    #expect(observed.singleY == nil)
    #expect(observed.singlePressure?.largest == 3)
  }

  @Test("Events, frames and the span of time are counted")
  func counts() {
    let observed = observe(events("at 2000 x 1 | at 1500 x 2 y 3 | at 1900 x 4"))
    #expect(observed.events == 7)
    #expect(observed.frames == 3)
    #expect(observed.firstTime == Timestamp(seconds: 2))
    #expect(observed.latestTime == Timestamp(seconds: 2))
  }

  @Test("Tool keys, reports of protocol A and slots are noted")
  func protocols() {
    #expect(observe(events("double 1")).hasToolKeys)
    #expect(!observe(events("touch 1 pen 1")).hasToolKeys)
    #expect(observe(events("x 1 mt")).hasMultitouchReports)
    #expect(observe(events("slot 3 | slot 1")).highestSlot == 3)
    #expect(observe(events("slot 9999 x 1 id 1 | slot -1 x 1")).highestSlot == nil)
  }

  @Test("The first word of BTN_TOUCH is kept")
  func firstTouch() {
    #expect(observe(events("touch 0 | touch 1")).firstTouch == 0)
    #expect(observe(events("touch 1 | touch 0")).firstTouch == 1)
    #expect(observe(events("x 1")).firstTouch == nil)
  }

  @Test("Nothing read, nothing known")
  func empty() {
    let observed = ObservedDevice()
    #expect(observed.events == 0 && observed.firstTime == nil && observed.initialSlot == nil)
    #expect(!observed.hasMultitouchPositions)
  }
}
