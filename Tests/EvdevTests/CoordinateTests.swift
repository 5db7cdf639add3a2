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
    "A negative number that came unsigned gets its sign back, by its own width in bits",
    arguments: [(4083, -13), (2040, -8), (65_530, -6), (3927, -169)] as [(Int32, Double)])
  func wrapped(raw: Int32, value: Double) {
    let (y, anomalies) = y(raw, minimum: 0, maximum: 680)
    #expect(y == value)
    #expect(anomalies[.wrappedCoordinate] == 1)
  }

  @Test(
    "A value that may be real stays: less than a range beyond, or too far below as a negative one",
    arguments: [681, 1020, 1360, 3900, 5000, -13] as [Int32])
  func notWrapped(raw: Int32) {
    let (y, anomalies) = y(raw, minimum: 0, maximum: 680)
    #expect(y == Double(raw))
    #expect(anomalies[.wrappedCoordinate] == 0)
    #expect(anomalies[.outOfRange] == 1)
  }

  @Test("A negative minimum is the left and the top edge")
  func negativeMinimum() {
    let (y, anomalies) = y(-90, minimum: -100, maximum: 100)
    #expect(y == -90)
    #expect(anomalies.isEmpty)
  }

  @Test("A coordinate outside the range lies outside the surface, and is counted")
  func outside() {
    let result = tracker(after: "id 1 x -5 y 805")
    #expect(brief(result.frame) == "1:-5,805")
    #expect(result.anomalies[.outOfRange] == 2)
  }

  @Test("A range that was only seen has no outside")
  func unknownRange() {
    let script = "id 1 x 5 y 5 | x 70000 y -5"
    #expect(tracker(after: script, on: nil, observed: true).anomalies.isEmpty)
  }
}
