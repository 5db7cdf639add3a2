import Testing
import Timeline

@testable import Sensors

struct WhereAmITests {
  @Test("The labels of the textbook's program, faults included")
  func labels() {
    var program = WhereAmI()
    #expect(program.labels == Array(repeating: "", count: 6))
    program.update(
      to: Location(
        coordinate: Coordinate(latitude: 37.785834, longitude: -122.406417),
        horizontalAccuracy: -1, altitude: 65.5, verticalAccuracy: 1_234_567))
    #expect(
      program.labels == [
        "37.7858\u{2022}", "-122.406\u{2022}", "-1m", "65.5m", "1.23457e+06m", "0m",
      ])
    program.update(to: Location(coordinate: Coordinate(latitude: 37, longitude: -122.406417)))
    program.update(
      to: Location(coordinate: Coordinate(latitude: 37.785834, longitude: -122.406417)))
    #expect(program.labels.last == "0m", "a walk out and back is no distance")
    #expect(WhereAmI.captions.last == "Distance Traveled:")
  }

  @Test("An alert for each failure, with the textbook's spelling")
  func alerts() {
    var program = WhereAmI()
    program.fail(.locationUnknown)
    program.fail(.locationUnknown)
    program.fail(.denied)
    #expect(program.alerts.map(\.message) == ["Unknown Error", "Unknown Error", "Access Denied"])
    #expect(program.alerts.first?.title == "Error gettting Location")
    #expect(program.alerts.first?.button == "Okay")
  }
}
