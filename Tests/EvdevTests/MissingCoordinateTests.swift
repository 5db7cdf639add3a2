import Evdev
import Testing

@Suite struct MissingCoordinateTests {
  @Test("A touch without a coordinate is a contact at the axis' minimum, and is counted")
  func nothingKnown() {
    let result = tracker(after: "id 5 x 100")
    #expect(brief(result.frame) == "1:100,0")
    #expect(result.anomalies[.missingCoordinate] == 1)
    #expect(tracker(after: "id 5").anomalies[.missingCoordinate] == 2)
  }

  @Test("The only touch is where the emulated axes are")
  func emulation() {
    #expect(frames("absy 70 | id 5 x 100 touch 1")[1] == "1:100,70")
    #expect(frames("id 5 x 100 absy 70") == ["1:100,70"])
  }

  @Test("A second touch is not where the emulated axes are")
  func emulationOfAnother() {
    #expect(frames("id 5 x 100 y 70 absy 70 | slot 1 id 6 x 9")[1] == "1:100,70 2:9,0")
  }

  @Test("The description tells where the axes stood")
  func described() {
    var device = DeviceDescription.plain()
    device.axes[AbsoluteCode.y]?.value = 300
    #expect(frames("id 5 x 100", on: device) == ["1:100,300"])
    device.axes[AbsoluteCode.positionY]?.value = 310
    #expect(frames("id 5 x 100", on: device) == ["1:100,310"])
  }

  @Test("The first value that a recording tells later is the unchanged one of before")
  func toldLater() {
    #expect(frames("id 5 x 100 | y 51", observed: true) == ["1:100,51", "1:100,51"])
  }

  @Test("The emulated axes tell the second touch's place when the first has lifted")
  func emulatedLater() {
    let script = "id 5 x 10 y 10 slot 1 id 6 y 20 | slot 0 id -1 absx 800"
    #expect(frames(script, observed: true) == ["1:10,10 2:800,20", "2:800,20"])
  }
}
