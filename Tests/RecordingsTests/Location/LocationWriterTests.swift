import Sensors
import SystemPackage
import Testing
import Timeline

@testable import Recordings

struct LocationWriterTests {
  /// Fixes of all kinds: hemispheres, poles, with and without everything.
  private let samples: [Location] = [
    (37.5665, 126.978), (-33.856784, 151.215297), (0, -180), (89.9999999, 179.9999999), (-90, 0),
    (59.999999999, 10.999999999), (0.00000001, -0.00000001),
  ].enumerated().map { index, position in
    var fix = Location(coordinate: Coordinate(latitude: position.0, longitude: position.1))
    fix.timestamp = Timestamp(microseconds: 1_714_521_599_250_000 + Int64(index) * 1_000_000)
    guard index % 2 == 0 else { return fix }
    fix.altitude = -12.345
    fix.speed = 1.5
    fix.course = 359.5
    fix.horizontalAccuracy = 4.25
    fix.verticalAccuracy = 6.5
    return fix
  }

  private func written(_ format: LocationFormat, _ fixes: [Location]) throws -> [UInt8] {
    let sink = ByteSink()
    let writer = try #require(try format.makeWriter(sink))
    for fix in fixes { try writer.write(fix) }
    try writer.finish()
    return sink.bytes
  }

  @Test("Written locations are read back", arguments: LocationFormat.writable)
  func roundTrip(format: LocationFormat) throws {
    let bytes = try written(format, samples)
    #expect(LocationFormat.detect(bytes) == format)
    let fixes = try locations(bytes)
    #expect(fixes.count == samples.count)
    for (fix, sample) in zip(fixes, samples) {
      #expect(abs(fix.coordinate.latitude - sample.coordinate.latitude) <= 2e-9)
      #expect(abs(fix.coordinate.longitude - sample.coordinate.longitude) <= 2e-9)
      #expect(fix.timestamp == sample.timestamp && fix.isDateKnown)
      #expect((fix.altitude == nil) == (sample.altitude == nil))
      #expect(abs((fix.altitude ?? 0) - (sample.altitude ?? 0)) < 1e-3)
      #expect(abs((fix.speed ?? 0) - (sample.speed ?? 0)) < 1e-3)
      #expect(abs((fix.course ?? 0) - (sample.course ?? 0)) < 1e-3)
      #expect(abs((fix.horizontalAccuracy ?? 0) - (sample.horizontalAccuracy ?? 0)) < 2e-3)
    }
  }

  @Test("Invalid fixes are written as invalid", arguments: [LocationFormat.nmea, .gpsd])
  func invalid(format: LocationFormat) throws {
    var fix = samples[0]
    fix.horizontalAccuracy = -1
    #expect(try locations(written(format, [fix, samples[1]])).count == 1)
  }

  @Test("Tables have no writer")
  func tables() throws {
    #expect(try LocationFormat.csv.makeWriter(ByteSink()) == nil)
  }

  @Test(
    "Numbers of any size have the given number of decimals",
    arguments: [
      (1.005, 2, "1.00"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"), (1e300, 1, "900000000.0"),
      (.nan, 3, "0.000"), (12, 0, "12"), (0.999999999, 8, "1.00000000"),
    ])
  func fixed(number: Double, decimals: Int, text: String) {
    var bytes: [UInt8] = []
    bytes.append(fixed: number, decimals: decimals)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }
}
