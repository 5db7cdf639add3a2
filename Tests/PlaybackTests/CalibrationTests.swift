import Contacts
import Conversion
import Evdev
import Files
import Foundation
import Gestures
import Playback
import TestSupport
import Testing
import Timeline
import TouchFormats

@Suite("Calibrated touchscreens")
struct CalibrationTests {
  private static let turn = TouchAreaTransform(degrees: 90)

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A swipe to the right on a touch device with a calibration.
  private func record(
    _ name: String, isDirect: Bool = true, calibration: TouchAreaTransform? = turn
  ) throws -> String {
    let path = "\(folder.path)/\(name)"
    let plain = try folder.write("plain.evemu", SampleTrace.bytes([.swipeRight(y: 20, at: 1)]))
    let trace = try PlayedTrace(path: plain)
    var description = try #require(trace.devices.first)
    description.properties = [isDirect ? InputProperty.direct : InputProperty.pointer]
    let format = try #require(RecordingConversion.target(forName: name))
    let writer = try format.makeWriter(ByteSink(path: path))
    try writer.begin([RecordedDevice(description: description, calibration: calibration)])
    try writer.write(trace.events, device: 0)
    try writer.finish()
    return path
  }

  private func directions(
    _ path: String, _ options: ReplayOptions = ReplayOptions()
  ) throws -> [String] {
    var directions: [String] = []
    _ = try Replay(path: path, options: options).run {
      if case .gesture(let record) = $0 {
        directions.append(record.gesture.direction.map { "\($0)" } ?? "none")
      }
    }
    #expect(
      try LoadedRecording(path: path, options: options).records().map {
        $0.gesture.direction.map { "\($0)" } ?? "none"
      } == directions)
    return directions
  }

  @Test("The recorded matrix is applied", arguments: ["a.yml", "a.evemu"])
  func applied(name: String) throws {
    #expect(try directions(record(name)) == ["down"])
    #expect(try directions(record(name, calibration: nil)) == ["right"])
  }

  @Test("--matrix and --rotate override the recorded matrix", arguments: ["a.yml", "a.evemu"])
  func overridden(name: String) throws {
    var options = ReplayOptions()
    options.transform = TouchAreaTransform(degrees: 0)
    #expect(try directions(record(name), options) == ["right"])
    options.transform = TouchAreaTransform(degrees: 270)
    #expect(try directions(record(name), options) == ["up"])
  }

  @Test("A touchpad has no calibration, as in libinput")
  func touchpad() throws {
    #expect(try directions(record("a.yml", isDirect: false)) == ["right"])
  }

  @Test("Formats without a place for the matrix say that it is lost")
  func losses() throws {
    let path = try record("a.yml")
    for name in ["b.raw", "b.evtest", "b.getevent", "b.evemu", "b.yml"] {
      let format = try #require(RecordingConversion.target(forName: name))
      let outcome = try RecordingConversion(input: path, target: format).run(
        to: "\(folder.path)/\(name)")
      let isLost = outcome.losses.contains("the calibration matrix (give --matrix)")
      #expect(isLost == !format.holdsCalibration, "\(name)")
      if !isLost { #expect(try directions("\(folder.path)/\(name)") == ["down"]) }
    }
  }

  @Test(
    "The matrix is read in the layouts of libinput record, of other YAML, and of umockdev",
    arguments: [
      "    - ID_INPUT=1\n    - LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0\n",
      "    - LIBINPUT_CALIBRATION_MATRIX=0.0 -1.0 1.0 1.0 0.0 0.0 0 0 1\n    - ID_INPUT=1\n",
      "    - 'LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0'\n",
    ])
  func layouts(properties: String) throws {
    let path = try record("a.yml", calibration: nil)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = text.replacingOccurrences(
      of: "  events:\n", with: "  udev:\n    properties:\n\(properties)  events:\n")
    if !properties.contains("'") {
      #expect(try directions(try folder.write("b.yml", changed)) == ["down"])
    }
    // Any other layout.
    let yaml = changed.replacingOccurrences(of: "version: 1\n", with: "\"version\": 1\n")
    #expect(try directions(try folder.write("c.yml", yaml)) == ["down"])
  }

  @Test(
    "A matrix that libinput would refuse, and the identity, change nothing",
    arguments: [
      "", "0 -1 1 1 0", "0 -1 1 1 0 x", "nan 0 0 0 1 0", "1 0 0 0 1 0", "1 0 0 0 1 0 0 0 1",
    ])
  func refused(matrix: String) {
    #expect(TouchAreaTransform(calibration: matrix) == nil)
  }

  @Test("A matrix is written so that it is read as the same", arguments: [0.1, 1e-7, -1.0 / 3])
  func roundTrip(number: Double) throws {
    let matrix = try #require(TouchAreaTransform([0, number, 1, 1, 0, number]))
    #expect(TouchAreaTransform(calibration: matrix.text) == matrix)
  }
}
