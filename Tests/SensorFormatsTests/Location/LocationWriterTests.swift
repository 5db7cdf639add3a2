import Sensors
import SystemPackage
import Testing
import Timeline

@testable import Files
@testable import SensorFormats

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
    fix.source = .differential
    fix.satellites = 11
    fix.horizontalDilution = 0.75
    return fix
  }

  private func written(
    _ format: TrackFormat, _ fixes: [Location], name: String? = nil
  ) throws -> [UInt8] {
    let sink = ByteSink()
    let writer = try format.makeWriter(sink)
    if let name { try writer.beginTrack(name) }
    for fix in fixes { try writer.write(fix) }
    try writer.finish()
    return sink.bytes
  }

  @Test(
    "A table has the times that its first time has, after fixes without one",
    arguments: [(1, true), (1, false), (999, false)])
  func untimedStart(count: Int, isDated: Bool) throws {
    var untimed = samples[0]
    untimed.timestamp = nil
    var timed = samples[1]
    timed.isDateKnown = isDated
    let sink = ByteSink()
    let writer = LocationTableWriter(sink)
    for _ in 0..<count { try writer.write(untimed) }
    try writer.write(timed)
    try writer.finish()
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[0].hasPrefix(isDated ? "time_utc," : "time_s,") && lines.count == count + 2)
    #expect(lines[1].hasPrefix(",") && !lines[count + 1].hasPrefix(","))
  }

  /// The formats that are read, too.
  static let readable: [(TrackFormat, LocationFormat)] = [
    (.gpx, .gpx), (.nmea, .nmea), (.gpsd, .gpsd), (.csv, .csv),
  ]

  @Test("Written locations are read back", arguments: readable)
  func roundTrip(format: TrackFormat, read: LocationFormat) throws {
    let bytes = try written(format, samples)
    #expect(LocationFormat.detect(bytes) == read)
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
      guard let dilution = sample.horizontalDilution else { continue }
      #expect(fix.source == .differential)
      if format == .gpsd { continue }
      #expect(fix.satellites == 11 && fix.horizontalDilution == dilution)
    }
  }

  @Test("Fixes of a receiver at rest are read back, though they differ in the time alone")
  func rest() throws {
    let fixes = (0..<5).map { index in
      var fix = samples[0]
      fix.timestamp = fix.timestamp?.advanced(bySeconds: Double(index))
      return fix
    }
    for (format, _) in LocationWriterTests.readable {
      #expect(try locations(written(format, fixes)).count == 5, "\(format)")
    }
  }

  @Test(
    "NMEA has the satellites that a fix needs, though the receiver reported fewer",
    arguments: [0, 2])
  func fewSatellites(count: Int) throws {
    var fix = samples[0]
    fix.satellites = count
    #expect(try locations(written(.nmea, [fix])).map(\.satellites) == [4])
  }

  @Test("gpsd's reports hold the source of a fix", arguments: LocationSource.allCases)
  func sources(source: LocationSource) throws {
    var fix = samples[0]
    fix.source = source
    let isHeld = source != .unknown && source != .network
    #expect(try locations(written(.gpsd, [fix])).map(\.source) == [isHeld ? source : .satellites])
  }

  @Test("NMEA has no dilution for a fix without one, whose accuracy it has")
  func dilution() throws {
    var fix = samples[0]
    fix.horizontalDilution = nil
    let read = try locations(written(.nmea, [fix])).first
    #expect(read?.horizontalDilution == nil)
    #expect(abs((read?.horizontalAccuracy ?? 0) - 4.25) < 2e-3)
  }

  @Test(
    "NMEA leaves out dates whose year has other digits than a reader completes",
    arguments: [(1979, false), (1980, true), (2079, true), (2080, false)])
  func years(year: Int, isDated: Bool) throws {
    var fix = samples[0]
    fix.timestamp = CalendarTime.timestamp(iso8601: "\(year)-05-01T12:00:00Z".utf8)
    let read = try locations(written(.nmea, [fix]))
    #expect(read.map(\.time) == [isDated ? "\(year)-05-01T12:00:00.000Z" : "-"])
  }

  @Test("GPX has the segments of a track")
  func segments() throws {
    let sink = ByteSink()
    let writer = try TrackFormat.gpx.makeWriter(sink)
    try writer.write(samples[0])
    try writer.beginSegment()
    try writer.write(samples[1])
    try writer.finish()
    let reader = GPXReader(ByteSource(name: "test", bytes: sink.bytes))
    var gaps: [Bool] = []
    try reader.readAll { _ in gaps.append(reader.isAfterGap) }
    #expect(gaps == [false, true])
  }

  @Test("Invalid fixes are written as invalid", arguments: [TrackFormat.nmea, .gpsd])
  func invalid(format: TrackFormat) throws {
    var fix = samples[0]
    fix.horizontalAccuracy = -1
    #expect(try locations(written(format, [fix, samples[1]])).count == 1)
  }

  @Test(
    "Other formats leave out invalid fixes: with an impossible position or a negative accuracy",
    arguments: [TrackFormat.gpx, .csv, .kml, .geojson])
  func leftOut(format: TrackFormat) throws {
    let valid = try written(format, [samples[1]])
    var impossible = samples[0]
    impossible.coordinate.latitude = 91
    #expect(try written(format, [impossible, samples[1]]) == valid)
    var invalid = samples[0]
    invalid.horizontalAccuracy = -1
    #expect(try written(format, [invalid, samples[1]]) == valid)
  }

  @Test(
    "Fixes with a time of day, and those without a time, are read back", arguments: [false, true])
  func datelessTable(isFirstTimed: Bool) throws {
    var fixes = Array(samples.prefix(3))
    for index in fixes.indices {
      fixes[index].isDateKnown = false
      fixes[index].timestamp = Timestamp(microseconds: 45_296_500_000 + Int64(index) * 1_000_000)
    }
    fixes[isFirstTimed ? 1 : 0].timestamp = nil
    let read = try locations(written(.csv, fixes))
    #expect(read.map(\.timestamp) == fixes.map(\.timestamp))
    #expect(read.allSatisfy { $0.timestamp == nil || !$0.isDateKnown })
    var timeless = samples
    timeless[1].timestamp = nil
    let found = try locations(written(.csv, timeless))
    #expect(found.map(\.timestamp) == timeless.map(\.timestamp))
  }

  // MARK: Formats that are only written

  /// The elements of a document with their texts.
  private func elements(_ bytes: [UInt8]) throws -> [(name: String, text: String)] {
    let scanner = XMLScanner(ByteSource(name: "test", bytes: bytes))
    var found: [(String, String)] = []
    while let event = try scanner.next() {
      if case .end(let name) = event {
        found.append((name, String(decoding: scanner.text, as: UTF8.self)))
      }
    }
    return found
  }

  @Test("KML has a time for each position of a track")
  func kml() throws {
    let elements = try elements(written(.kml, samples, name: "a<b> & \u{1}"))
    #expect(elements.last?.name == "kml")
    #expect(elements.first { $0.name == "name" }?.text == "a<b> & \u{fffd}")
    let times = elements.filter { $0.name == "when" }
    #expect(times.count == samples.count && times[0].text == "2024-04-30T23:59:59.250Z")
    let positions = elements.filter { $0.name == "gx:coord" }.map(\.text)
    #expect(positions.count == samples.count)
    #expect(positions[1] == "151.215297000 -33.856784000")
    // Times come before positions, as in the schema.
    let order = elements.map(\.name).filter { $0 == "when" || $0 == "gx:coord" }
    #expect(order == order.sorted().reversed())
  }

  @Test("KML of fixes without times is a line, with altitudes if all have one")
  func timelessKML() throws {
    var fixes = [samples[0], samples[2]]
    fixes[1].timestamp = nil
    let elements = try elements(written(.kml, fixes))
    #expect(!elements.contains { $0.name == "when" || $0.name == "name" })
    #expect(elements.contains { $0.name == "altitudeMode" && $0.text == "absolute" })
    let line = elements.first { $0.name == "coordinates" }?.text.split(separator: "\n")
    #expect(
      line?.map(String.init) == [
        "126.978000000,37.566500000,-12.345", "-180.000000000,0.000000000,-12.345",
      ])
  }

  private func features(_ bytes: [UInt8]) throws -> [JSONNode] {
    let node = try #require(try JSONNode.parse(bytes))
    #expect(text(node["type"]) == "FeatureCollection")
    guard case .array(let features)? = node["features"]?.value else { return [] }
    return features
  }

  private func text(_ node: JSONNode?) -> String? {
    guard case .string(let text)? = node?.value else { return nil }
    return text
  }

  /// The numbers and strings of nested arrays, as text.
  private func flat(_ node: JSONNode?) -> String {
    switch node?.value {
    case .array(let nodes)?: "[" + nodes.map(flat).joined(separator: ",") + "]"
    case .number(let number)?: "\(number)"
    case .string(let text)?: text
    default: "?"
    }
  }

  @Test("GeoJSON has a feature for each track, with longitudes first and a time for each position")
  func geoJSON() throws {
    let sink = ByteSink()
    let writer = try TrackFormat.geojson.makeWriter(sink)
    try writer.beginTrack("quote \" and \n")
    for fix in samples[0...1] { try writer.write(fix) }
    try writer.beginTrack("empty")
    try writer.beginTrack("single")
    try writer.write(samples[0])
    try writer.finish()
    let features = try features(sink.bytes)
    #expect(features.count == 2)
    let line = features[0]["geometry"]
    #expect(text(line?["type"]) == "LineString")
    #expect(flat(line?["coordinates"]) == "[[126.978,37.5665],[151.215297,-33.856784]]")
    #expect(text(features[0]["properties"]?["name"]) == "quote \" and \n")
    #expect(
      flat(features[0]["properties"]?["coordinateProperties"]?["times"])
        == "[2024-04-30T23:59:59.250Z,2024-05-01T00:00:00.250Z]")
    let point = features[1]["geometry"]
    #expect(text(point?["type"]) == "Point")
    #expect(flat(point?["coordinates"]) == "[126.978,37.5665,-12.345]")
  }

  @Test("GeoJSON is cut at the antimeridian")
  func antimeridian() throws {
    let fixes = [179.0, 179.5, -179.5, -179].enumerated().map { index, longitude in
      Location(
        coordinate: Coordinate(latitude: Double(index), longitude: longitude),
        timestamp: Timestamp(seconds: Double(index)))
    }
    let feature = try #require(try features(written(.geojson, fixes)).first)
    #expect(text(feature["geometry"]?["type"]) == "MultiLineString")
    #expect(
      flat(feature["geometry"]?["coordinates"])
        == "[[[179.0,0.0],[179.5,1.0],[180.0,1.5]],[[-180.0,1.5],[-179.5,2.0],[-179.0,3.0]]]")
    let times = flat(feature["properties"]?["coordinateProperties"]?["times"])
    #expect(times.contains("01.000Z,1970-01-01T00:00:01.500Z],[1970-01-01T00:00:01.500Z,"))
  }

  @Test("An empty track is a well-formed document", arguments: TrackFormat.allCases)
  func empty(format: TrackFormat) throws {
    let bytes = try written(format, [])
    switch format {
    case .gpx, .kml: #expect(try elements(bytes).last?.name == format.rawValue)
    case .geojson: #expect(try features(bytes).isEmpty)
    case .csv: #expect(try locations(bytes).isEmpty)
    case .nmea, .gpsd: #expect(bytes.isEmpty)
    }
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
