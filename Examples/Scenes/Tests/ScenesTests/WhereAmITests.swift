import SceneHost
import Testing

@testable import Scenes

struct WhereAmITests {
  private static let names = [
    "latitude", "longitude", "horizontalAccuracy", "altitude", "verticalAccuracy", "distance",
  ]

  private func values(_ run: SceneRun) -> [String] {
    WhereAmITests.names.map { run.runner.screen.text($0)?.key ?? "-" }
  }

  /// A fix some metres north of a point, a second for each metre.
  private func fix(_ metres: Double, accuracy: Double? = 5, time: Double? = nil) -> Location {
    Location(
      coordinate: Coordinate(latitude: 37 + metres / 110_996, longitude: 127),
      horizontalAccuracy: accuracy, altitude: 65.5, verticalAccuracy: 8,
      timestamp: Timestamp(seconds: 1e9 + (time ?? metres)))
  }

  private func send(_ fixes: [Location], to run: SceneRun) {
    for (index, fix) in fixes.enumerated() {
      run.runner.send(fix, at: Timestamp(seconds: Double(index)))
    }
  }

  @Test
  func `by the textbook rules values are in the textbook's format, negative accuracies included`() {
    let run = SceneRun(WhereAmI.self, .textbook)
    #expect(values(run) == Array(repeating: "", count: 6))
    let first = Location(
      coordinate: Coordinate(latitude: 37.785834, longitude: -122.406417), horizontalAccuracy: -1,
      altitude: 65.5, verticalAccuracy: 1_234_567)
    send([first], to: run)
    #expect(
      values(run) == [
        "37.7858\u{2022}", "-122.406\u{2022}", "-1m", "65.5m", "1.23457e+06m", "0m",
      ])
  }

  @Test(arguments: [
    (127.024612, "127.025"), (1_000_000, "1e+06"), (1_234_567, "1.23457e+06"), (0.00001, "1e-05"),
    (-1, "-1"), (65.5, "65.5"),
  ])
  func `by the textbook rules numbers have six significant digits`(number: Double, text: String) {
    let run = SceneRun(WhereAmI.self, .textbook)
    send(
      [Location(coordinate: Coordinate(latitude: 0, longitude: 0), altitude: number)], to: run)
    #expect(values(run)[3] == text + "m")
  }

  @Test func `by the textbook rules captions are the textbook's`() {
    let run = SceneRun(WhereAmI.self, .textbook)
    #expect(
      WhereAmITests.names.map { run.runner.screen.text($0 + "Caption") }
        == [
          "Latitude:", "Longitude:", "Horizontal Accuracy:", "Altitude:", "Vertical Accuracy:",
          "Distance Travelled:",
        ].map { Text(verbatim: $0) })
    #expect(run.runner.screen.elements.count == 12)
  }

  @Test func `by the textbook rules a walk out and back has no distance`() {
    let run = SceneRun(WhereAmI.self, .textbook)
    send([fix(0), fix(500), fix(1000)], to: run)
    // The sphere of the mean radius: 1000 m of the meridian at 37° are 1001.79 m.
    #expect(values(run)[5] == "1001.79m")
    send([fix(0)], to: run)
    #expect(values(run)[5] == "0m")
  }

  @Test func `by the textbook rules an invalid first fix stays the starting point`() {
    let run = SceneRun(WhereAmI.self, .textbook)
    send([fix(1000, accuracy: -1), fix(0)], to: run)
    #expect(values(run)[5] == "1001.79m")
  }

  @Test func `by the textbook rules each failure shows an alert`() {
    let run = SceneRun(WhereAmI.self, .textbook)
    run.runner.send(LocationError.locationUnknown, at: Timestamp(seconds: 0))
    run.runner.send(LocationError.locationUnknown, at: Timestamp(seconds: 1))
    run.runner.send(LocationError.denied, at: Timestamp(seconds: 2))
    let alerts = run.changes.map(\.kind)
    func alert(_ message: String) -> ScreenChange.Kind {
      .event(
        .alert(
          title: Text(verbatim: "Error gettting Location"), message: Text(verbatim: message),
          button: Text(verbatim: "Okay")))
    }
    #expect(alerts == [alert("Unknown Error"), alert("Unknown Error"), alert("Access Denied")])
  }

  @Test func `by the standard rules the distance is that along the track`() {
    let run = SceneRun(WhereAmI.self)
    send([fix(0), fix(500), fix(1000), fix(500, time: 1500), fix(0, time: 2000)], to: run)
    let screen = run.runner.screen
    guard case .distance(let travelled)? = screen.text("distance")?.arguments.first,
      case .distance(let displacement)? = screen.text("displacement")?.arguments.first
    else {
      Issue.record("no distances")
      return
    }
    #expect(abs(travelled - 2000) < 2)
    #expect(displacement < 0.01)
    #expect(screen.text("latitude") == Text("%@°", .number(37, decimals: 5)))
    #expect(screen.text("horizontalAccuracy") == Text("± %@", .distance(5)))
    #expect(screen.text("altitude") == Text("%@", .distance(65.5)))
  }

  @Test(arguments: [(100.0, true), (100.1, false), (-1, false)])
  func `by the standard rules invalid and inaccurate fixes are not shown`(
    accuracy: Double, isShown: Bool
  ) {
    let run = SceneRun(WhereAmI.self)
    send([fix(0, accuracy: accuracy)], to: run)
    #expect(values(run)[0].isEmpty == !isShown)
  }

  @Test func `by the standard rules an unknown accuracy is named so`() {
    let run = SceneRun(WhereAmI.self)
    var place = fix(0, accuracy: nil)
    place.verticalAccuracy = -1
    send([place], to: run)
    #expect(Array(values(run)[2...4]) == ["unknown", "unknown", "unknown"])
  }

  @Test func `by the standard rules an error is a message until the next fix`() {
    let run = SceneRun(WhereAmI.self)
    run.runner.send(LocationError.locationUnknown, at: Timestamp(seconds: 0))
    #expect(run.runner.screen.text("message") == Text("No location now"))
    run.runner.send(fix(0), at: Timestamp(seconds: 1))
    #expect(run.runner.screen.text("message") == .empty)
    run.runner.send(LocationError.denied, at: Timestamp(seconds: 2))
    run.runner.send(fix(10), at: Timestamp(seconds: 3))
    #expect(run.runner.screen.text("message") == Text("Locations are denied"))
    #expect(run.changes.allSatisfy { $0.element != nil })
  }

  @Test func `the track is saved, and continues from the restored track`() throws {
    let run = SceneRun(WhereAmI.self)
    send([fix(0), fix(500), fix(1000)], to: run)
    var memory = SceneMemory(scene: "WhereAmI")
    try run.runner.scene.save(to: &memory)
    let again = SceneRun(WhereAmI.self)
    try again.runner.scene.restore(from: memory)
    send([fix(3000), fix(4000)], to: again)
    let screen = again.runner.screen
    guard case .distance(let travelled)? = screen.text("distance")?.arguments.first,
      case .distance(let displacement)? = screen.text("displacement")?.arguments.first
    else {
      Issue.record("no distances")
      return
    }
    #expect(abs(travelled - 2000) < 2, "the way between both runs is not known")
    #expect(abs(displacement - 4000) < 4)
  }

  @Test func `a restored track without fixes starts at the next fix`() throws {
    var memory = SceneMemory(scene: "WhereAmI")
    try memory.encode([Coordinate](), forKey: "track")
    let run = SceneRun(WhereAmI.self)
    try run.runner.scene.restore(from: memory)
    send([fix(0)], to: run)
    #expect(run.runner.screen.text("displacement") == Text("%@ from the start", .distance(0)))
  }

  @Test func `the start and the latest fixes are saved, 10,000 at most`() throws {
    let run = SceneRun(WhereAmI.self, .textbook)
    send((0...10_000).map { fix(Double($0)) }, to: run)
    var memory = SceneMemory(scene: "WhereAmI")
    try run.runner.scene.save(to: &memory)
    let track = try #require(try memory.decode([Coordinate].self, forKey: "track"))
    #expect(track.count == 10_000)
    #expect(track.first == fix(0).coordinate)
    #expect(track[1] == fix(2).coordinate)
    #expect(track.last == fix(10_000).coordinate)
  }
}
