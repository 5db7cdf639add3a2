import Contacts
import Evdev
import Testing

@Suite struct CoordinateTests {
  private func y(_ raw: Int32, minimum: Int32, maximum: Int32) -> (Double, AnomalyCounts) {
    var device = DeviceDescription.plain()
    device.axes[AbsoluteCode.positionY] = .init(
      minimum: minimum, maximum: maximum, resolution: 1)
    let result = tracker(after: "id 1 x 1 y \(raw)", on: device)
    return (result.frame.contacts[0].position.y + Double(minimum), result.anomalies)
  }

  @Test(
    "A negative number that was sent unsigned is restored, by its own width in bits",
    arguments: [(4083, -13), (2040, -8), (65_530, -6), (3927, -169)] as [(Int32, Double)])
  func wrapped(raw: Int32, value: Double) {
    let (y, anomalies) = y(raw, minimum: 0, maximum: 680)
    #expect(y == value)
    #expect(anomalies[.wrappedCoordinate] == 1)
  }

  @Test(
    "A value stays if it exceeds the maximum by less than the range, or would be too far below the minimum",
    arguments: [681, 1020, 1360, 3900, 5000, -13] as [Int32])
  func notWrapped(raw: Int32) {
    let (y, anomalies) = y(raw, minimum: 0, maximum: 680)
    #expect(y == Double(raw))
    #expect(anomalies[.wrappedCoordinate] == 0)
    #expect(anomalies[.outOfRange] == 1)
  }

  @Test("A negative minimum is the left or top edge")
  func negativeMinimum() {
    let (y, anomalies) = y(-90, minimum: -100, maximum: 100)
    #expect(y == -90)
    #expect(anomalies.isEmpty)
  }

  @Test("A coordinate outside the range is reported outside the touch area, and counted")
  func outside() {
    let result = tracker(after: "id 1 x -5 y 805")
    #expect(brief(result.frame) == "1:-5,805")
    #expect(result.anomalies[.outOfRange] == 2)
  }

  @Test("An observed range has no coordinates outside")
  func unknownRange() {
    let script = "id 1 x 5 y 5 | x 70000 y -5"
    #expect(tracker(after: script, on: nil, observed: true).anomalies.isEmpty)
  }
}

@Suite struct MissingCoordinateTests {
  @Test("A touch without a coordinate becomes a contact at the axis's minimum, and is counted")
  func nothingKnown() {
    let result = tracker(after: "id 5 x 100")
    #expect(brief(result.frame) == "1:100,0")
    #expect(result.anomalies[.missingCoordinate] == 1)
    #expect(tracker(after: "id 5").anomalies[.missingCoordinate] == 2)
  }

  @Test("The only touch takes a missing coordinate from the emulated axes")
  func emulation() {
    #expect(frames("absy 70 | id 5 x 100 touch 1")[1] == "1:100,70")
    #expect(frames("id 5 x 100 absy 70") == ["1:100,70"])
  }

  @Test("A second touch does not take its coordinates from the emulated axes")
  func emulationOfAnother() {
    #expect(frames("id 5 x 100 y 70 absy 70 | slot 1 id 6 x 9")[1] == "1:100,70 2:9,0")
  }

  @Test("A missing coordinate is taken from the axis's value in the description")
  func described() {
    var device = DeviceDescription.plain()
    device.axes[AbsoluteCode.y]?.value = 300
    #expect(frames("id 5 x 100", on: device) == ["1:100,300"])
    device.axes[AbsoluteCode.positionY]?.value = 310
    #expect(frames("id 5 x 100", on: device) == ["1:100,310"])
  }

  @Test("A missing coordinate is the first value that the recording reports later")
  func reportedLater() {
    #expect(frames("id 5 x 100 | y 51", observed: true) == ["1:100,51", "1:100,51"])
  }

  @Test("After the first touch lifts, the emulated axes locate the second")
  func emulatedLater() {
    let script = "id 5 x 10 y 10 slot 1 id 6 y 20 | slot 0 id -1 absx 800"
    #expect(frames(script, observed: true) == ["1:10,10 2:800,20", "2:800,20"])
  }
}
