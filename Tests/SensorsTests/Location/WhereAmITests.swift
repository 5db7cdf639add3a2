import Testing
import Timeline

@testable import Sensors

struct WhereAmITests {
  @Test(
    "Six significant digits, as %g writes them",
    arguments: [
      (37.785834, "37.7858"), (-122.406417, "-122.406"), (127.024612, "127.025"),
      (1_000_000, "1e+06"), (1_234_567, "1.23457e+06"), (0.00001, "1e-05"), (-1, "-1"),
      (65.5, "65.5"), (0, "0"), (-0.0, "-0"), (999_999.5, "1e+06"), (99_999.95, "100000"),
      (0.0001, "0.0001"), (123456, "123456"), (1e100, "1e+100"), (.infinity, "inf"),
      (.nan, "nan"), (1e-300, "1e-300"), (100, "100"), (0.1, "0.1"), (12.5, "12.5"),
    ])
  func percentG(number: Double, text: String) {
    #expect(PercentG.text(number) == text)
  }

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
