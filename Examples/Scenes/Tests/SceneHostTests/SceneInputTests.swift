import Contacts
import Files
import Foundation
import Gestures
import Playback
import SceneHost
import SensorFormats
import Sensors
import TestSupport
import Testing
import Timeline

/// Notes what it receives, each with its time in milliseconds of the scene's clock.
private final class Probe: Scene {
  private(set) var lines: [String] = []
  private(set) var steps: [Int] = []

  required init(_ context: SceneContext) {
    super.init(context)
    view.isMultipleTouchEnabled = true
    context.accelerometer.delegate = self
    context.locations.delegate = self
    context.locations.start()
  }

  func note(_ text: String) {
    lines.append("\(context.clock.now.microseconds / 1000) \(text)")
  }

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) { note("began") }
  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) { note("ended") }
  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) { note("cancelled") }
  override func willResignActive() { note("interrupted") }
  override func didBecomeActive() { note("resumed") }
}

extension Probe: AccelerometerDelegate {
  func accelerometer(_: Accelerometer, didAccelerate sample: AccelerationSample) {
    note("x \(sample.acceleration.x)")
  }
}

extension Probe: LocationStreamDelegate {
  func locationStream(
    _: LocationStream, didUpdateTo location: Location, from old: Location?
  ) {
    note("at \(location.coordinate.latitude)")
  }

  func locationStream(_: LocationStream, didFailWith error: LocationError) { note("\(error)") }
}

extension Probe: FixedStepClient {
  func perform(_ step: FixedStep) { steps.append(Int(step.number)) }
}

struct SceneInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a scene receives from files; nothing filters locations.
  private func lines(
    _ paths: [String], offsets: [Double] = [], options: SceneInput.Options = .init()
  ) throws -> [String] {
    let input = try SceneInput(paths: paths, offsets: offsets, options: options)
    return try probe(input).lines
  }

  private func probe(_ input: SceneInput) throws -> Probe {
    let runner = SceneRunner(
      Probe.self, in: SceneContext(rules: .textbook, screenSize: input.screenSize),
      isTouchpad: input.isTouchpad)
    try input.play(on: runner)
    return try #require(runner.scene as? Probe)
  }

  private func table(_ name: String, _ rows: [(Double, Double)]) throws -> String {
    let text = rows.map { "\($0.0),\($0.1),0,0\n" }.joined()
    return try folder.write(
      name, "time(s),acceleration_x(g),acceleration_y(g),acceleration_z(g)\n" + text)
  }

  private static let tap = "size 100x70mm\nhand perfect\ntap 50,35\n"

  @Test func `times count from the first event of each file, plus its offset`() throws {
    let early = try table("early.csv", [(100, 1), (101, 2)])
    let late = try table("late.csv", [(5000, 3), (5001, 4)])
    #expect(
      try lines([early, late], offsets: [0, 0.5])
        == ["0 x 1.0", "500 x 3.0", "1000 x 2.0", "1500 x 4.0"])
  }

  @Test func `events of the same time are in the order of the files`() throws {
    let first = try table("a.csv", [(0, 1), (1, 2)])
    let second = try table("b.csv", [(7, 3), (8, 4)])
    #expect(try lines([first, second]) == ["0 x 1.0", "0 x 3.0", "1000 x 2.0", "1000 x 4.0"])
    #expect(try lines([second, first]) == ["0 x 3.0", "0 x 1.0", "1000 x 4.0", "1000 x 2.0"])
  }

  @Test func `touches, accelerations and locations are merged by time`() throws {
    let touches = try folder.write("tap.touch", SceneInputTests.tap)
    let samples = try table("x.csv", [(0, 1), (0.2, 2)])
    let fixes = try folder.write(
      "walk.location", "start 2024-05-01T09:00:00Z\nat 1 2\nerror unknown\nwait 1 s\n")
    let lines = try lines([touches, samples, fixes], offsets: [0.1])
    #expect(lines.first == "0 x 1.0")
    #expect(lines.contains("0 locationUnknown"))
    #expect(lines.contains("0 at 1.0"))
    let began = try #require(lines.firstIndex { $0.hasSuffix("began") })
    let ended = try #require(lines.firstIndex { $0.hasSuffix("ended") })
    let second = try #require(lines.firstIndex(of: "200 x 2.0"))
    #expect(began < ended && ended < second)
    #expect(lines.last == "1000 at 1.0")
  }

  @Test func `the screen is as large as the touch area, and that of the textbook without touches`()
    throws
  {
    let touches = try folder.write("tap.touch", SceneInputTests.tap)
    let samples = try table("x.csv", [(0, 1)])
    let points = Window.pointsPerMillimetre
    #expect(
      try SceneInput(paths: [samples, touches]).screenSize
        == Size(width: 100 * points, height: 70 * points))
    #expect(try SceneInput(paths: [samples]).screenSize == SceneContext.textbookScreenSize)
    #expect(try SceneInput(paths: [samples, touches]).isTouchpad)
    #expect(try !SceneInput(paths: [samples]).isTouchpad)
  }

  @Test func `the screen of several touch areas contains all of them`() throws {
    let wide = try folder.write("wide.touch", "size 200x50mm\ntap 10,10\n")
    let high = try folder.write("high.touch", "device touchscreen\nsize 60x120mm\ntap 10,10\n")
    let input = try SceneInput(paths: [wide, high])
    let points = Window.pointsPerMillimetre
    #expect(input.screenSize == Size(width: 200 * points, height: 120 * points))
    #expect(!input.isTouchpad)
  }

  @Test func `an interruption in a recording reaches the scene and cancels its touch`() throws {
    let lines = try lines([checkoutFolder.path + "/Traces/interrupted-swipe.evemu"])
    let interrupted = try #require(lines.firstIndex { $0.hasSuffix("interrupted") })
    let cancelled = try #require(lines.firstIndex { $0.hasSuffix("cancelled") })
    #expect(interrupted < cancelled)
  }

  @Test func `a transform turns the screen and the touches`() throws {
    var options = SceneInput.Options()
    options.touches.transform = TouchAreaTransform(degrees: 90)
    let touches = try folder.write("tap.touch", SceneInputTests.tap)
    let points = Window.pointsPerMillimetre
    #expect(
      try SceneInput(paths: [touches], options: options).screenSize
        == Size(width: 70 * points, height: 100 * points))
  }

  @Test(arguments: [
    ("shakes.csv", 601), ("shakes.motion", 601), ("tilt.motion", 301), ("walk.gpx", nil),
    ("walk.nmea", nil), ("walk.location", nil), ("session.touch", nil),
  ])
  func `each sample is detected by its content`(name: String, count: Int?) throws {
    let path = checkoutFolder.path + "/Examples/Samples/" + name
    let input = try SceneInput(paths: [path])
    if let count { #expect(input.eventCount == count) }
    #expect(input.eventCount > 10)
    #expect(try !probe(input).lines.isEmpty)
  }

  @Test func `a report of gpsd is a location, not a ChromeOS log`() throws {
    let path = try folder.write(
      "log.json",
      #"{"class":"TPV","mode":3,"time":"2024-05-01T09:00:00.000Z","lat":37.5,"lon":127.0}"# + "\n")
    #expect(try lines([path]) == ["0 at 37.5"])
  }

  @Test func `a table with accelerations and locations plays both`() throws {
    let path = try folder.write(
      "both.csv",
      """
      ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);LOCATION Latitude : ;\
      LOCATION Longitude : ;Time since start in ms
      0;0;9.80665;37.5;127;0
      0;0;9.80665;37.6;127;1000

      """)
    let lines = try lines([path])
    #expect(lines.count == 4)
    #expect(lines.contains { $0.hasSuffix("at 37.5") })
    #expect(lines.contains { $0.hasPrefix("1000 x ") })
  }

  /// Android's accelerations have the opposite sign of those that a scene receives.
  private static let bothColumns = """
    ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);LOCATION Latitude : ;\
    LOCATION Longitude : ;Time since start in ms

    """

  @Test
  func `in a table with both, the first fix arrives as long after the first sample as it came`()
    throws
  {
    let path = try folder.write(
      "late.csv",
      SceneInputTests.bothColumns + """
        -9.80665;0;0;;;5000
        -19.6133;0;0;37.5;127;7000
        -39.2266;0;0;37.6;127;8000

        """)
    #expect(
      try lines([path], offsets: [1])
        == ["1000 x 1.0", "3000 x 2.0", "3000 at 37.5", "4000 x 4.0", "4000 at 37.6"])
    var options = SceneInput.Options()
    options.touches.cut = RecordingCut(from: 2.5, to: 4)
    #expect(try lines([path], options: options) == ["3000 x 4.0", "3000 at 37.6"])
  }

  @Test func `in a table with both, dates of locations alone do not relate them to the samples`()
    throws
  {
    let path = try folder.write(
      "dates.csv",
      SceneInputTests.bothColumns.dropLast() + """
        ;YYYY-MO-DD HH-MI-SS_SSS
        -9.80665;0;0;;;0;2014-09-30 16:14:26:512
        -19.6133;0;0;37.5;127;2000;2014-09-30 16:14:28:512

        """)
    let input = try SceneInput(paths: [path])
    let lines = try probe(input).lines
    #expect(lines == ["0 x 1.0", "0 at 37.5", "2000 x 2.0"])
    #expect(input.notes.contains { $0.text.contains("different clocks") })
  }

  @Test func `fixes without times arrive a second apart, and a note says so`() throws {
    let path = try folder.write("path.csv", "latitude,longitude\n1,2\n3,2\n5,2\n")
    let input = try SceneInput(paths: [path])
    #expect(try probe(input).lines == ["0 at 1.0", "1000 at 3.0", "2000 at 5.0"])
    #expect(input.notes.contains { $0.text.contains("without a time") })
  }

  @Test func `times of day run on over midnight`() throws {
    let path = try folder.write(
      "night.nmea",
      """
      $GPGGA,235959,0100,N,00200,E,1,04,1,0,M,,M,,
      $GPGGA,000001,0300,N,00200,E,1,04,1,0,M,,M,,

      """)
    #expect(try lines([path]) == ["0 at 1.0", "2000 at 3.0"])
  }

  @Test func `a time before the last one is moved to it`() throws {
    let path = try table("back.csv", [(10, 1), (12, 2), (11, 3), (13, 4)])
    #expect(try lines([path]) == ["0 x 1.0", "2000 x 2.0", "2000 x 3.0", "3000 x 4.0"])
  }

  @Test func `a denied receiver has no more fixes`() throws {
    let path = try folder.write("denied.location", "at 1 2\nwait 1 s\nerror denied\nwait 5 s\n")
    #expect(try lines([path]) == ["0 at 1.0", "1000 at 1.0", "2000 denied"])
  }

  @Test func `a cut leaves times as they are`() throws {
    var options = SceneInput.Options()
    options.touches.cut = RecordingCut(from: 1, to: 2)
    let path = try table("x.csv", [(0, 1), (0.999, 2), (1, 3), (2, 4), (2.001, 5)])
    #expect(try lines([path], options: options) == ["1000 x 3.0", "2000 x 4.0"])
  }

  @Test(arguments: [
    ("hello world\n", 1, "a recording of touches, a table of accelerations"),
    ("# a script\ntap 50,35 count many\n", 2, "taps"),
    ("rate 50\n1 shake 0.8 4 3 w\n", 2, "x, y or z"),
    ("at 37 127\ngo 90 for 1 parsec\n", 2, "the end of the line"),
    ("\u{0}\u{1}\u{2}binary", 1, "a recording of touches"),
  ])
  func `a file of another kind is refused with what was expected`(
    text: String, line: Int, expected: String
  ) throws {
    let path = try folder.write("file", text)
    do throws(FileError) {
      _ = try SceneInput(paths: [path])
      Issue.record("\(text) was read")
    } catch {
      #expect(error.expected.contains(expected), "\(error)")
      if case .line(let found, _) = error.position { #expect(found == line, "\(error)") }
    }
  }

  @Test(arguments: ["Traces/swipes.evemu", "Examples/Samples/walk.nmea"])
  func `a pipe is read as a file is`(name: String) throws {
    let path = checkoutFolder.path + "/" + name
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(60_000)
    let cut = try folder.write("cut", Array(bytes))
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
    try pipe.fileHandleForWriting.close()
    let input = try SceneInput(paths: ["/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"])
    #expect(try probe(input).lines == probe(SceneInput(paths: [cut])).lines)
  }

  @Test func `a missing file is refused`() {
    #expect(throws: FileError.self) { try SceneInput(paths: ["/nowhere/at/all"]) }
  }

  @Test(arguments: [(10, true), (9, false)])
  func `a scene's loop takes no more steps than the limit`(limit: Int, isPlayed: Bool) throws {
    var options = SceneInput.Options()
    options.limit = SampleLimit(limit)
    let path = try table("x.csv", [(0, 1), (10.0 / 60, 2)])
    let input = try SceneInput(paths: [path], options: options)
    let runner = SceneRunner(Probe.self)
    let probe = try #require(runner.scene as? Probe)
    probe.context.loop.add(probe)
    do throws(FileError) {
      try input.play(on: runner)
      #expect(isPlayed)
      #expect(probe.steps == Array(1...10))
    } catch {
      #expect(!isPlayed)
      #expect(error.expected.hasPrefix("at most 9 steps"))
    }
  }

  @Test func `a log of a year is played on a scene without a loop`() throws {
    let path = try table("year.csv", [(0, 1), (31_536_000, 2)])
    #expect(try lines([path]) == ["0 x 1.0", "31536000000 x 2.0"])
  }

  @Test func `a pace waits for each event and each step before it`() throws {
    let path = try table("x.csv", [(0, 1), (0.05, 2)])
    let input = try SceneInput(paths: [path])
    let runner = SceneRunner(Probe.self)
    let probe = try #require(runner.scene as? Probe)
    probe.context.loop.add(probe)
    var waits: [Double] = []
    try input.play(on: runner, pace: { waits.append($0) })
    #expect(waits == [0, 0.016667, 0.033334, 0.05])
    #expect(probe.steps == [1, 2, 3])
  }

  @Test func `every trace can be played`() throws {
    let paths = InputFiles.expand([checkoutFolder.path + "/Traces"]).compactMap(\.file?.path)
      .filter { !$0.hasSuffix(".md") }
    #expect(paths.count > 50)
    for path in paths {
      let input = try SceneInput(paths: [path])
      #expect(input.eventCount > 0, "\(path)")
      _ = try probe(input)
    }
  }
}
