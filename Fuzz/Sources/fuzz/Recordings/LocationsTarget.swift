import Files
import Foundation
import FoundationXML
import Playback
import SensorFormats
import SensorPlayback
import Sensors
import Timeline

extension FuzzTarget {
  /// Reads locations in a given or the detected format, filters and smooths them, and writes them
  /// in every format.
  ///
  /// Promises: every record of `locate` is JSON and conforms to its schema; at most a fix for each
  /// byte; what is written is read back as the same fixes; GeoJSON is JSON, KML and GPX are XML for
  /// parsers that are not ours.
  static let locations = FuzzTarget(
    "locations", words: LocationInput.words, seeds: LocationInput.seeds
  ) { bytes in
    var input = LocationInput(bytes)
    do throws(FileError) {
      let fixes = try replay(&input)
      let format = input.choices.pick(TrackFormat.allCases) ?? .gpx
      try write(fixes, format)
    } catch {
      check(error, in: input.bytes)
    }
  }

  private static let locate = JSONSchema("locate")

  private static func replay(_ input: inout LocationInput) throws(FileError) -> [Location] {
    var fixes: [Location] = []
    let source = ByteSource(name: "input", bytes: input.bytes)
    let summary = try LocationReplay.run(source, input.options()) { record in
      fixes.append(record.recorded)
      check(json: record.json, locate)
    }
    promise(fixes.count <= input.bytes.count, "at most a fix for each byte")
    promise(
      summary.notes.allSatisfy { $0.count > 0 }, "a note is about something: \(summary.notes)")
    return fixes
  }

  private static func write(_ fixes: [Location], _ format: TrackFormat) throws(FileError) {
    let written = LocationInput.written(fixes, format)
    switch format {
    case .geojson:
      let value = try? JSONSerialization.jsonObject(with: Data(written))
      promise(value is [String: Any], "GeoJSON is JSON")
    case .kml: promise(XMLParser(data: Data(written)).parse(), "KML is XML")
    case .gpx:
      promise(XMLParser(data: Data(written)).parse(), "GPX is XML")
      compare(fixes, written, .gpx)
    case .nmea: compare(fixes, written, .nmea)
    case .gpsd: compare(fixes, written, .gpsd)
    case .csv: compare(fixes, written, .csv)
    }
  }

  /// Checks that what was written is detected, read without an error, and written again as the same
  /// bytes.
  private static func compare(_ fixes: [Location], _ written: [UInt8], _ format: LocationFormat) {
    if fixes.isEmpty { return }
    do {
      var options = LocationReadingOptions()
      options.format = format
      let reader = try LocationFormat.open(ByteSource(name: "copy", bytes: written), options)
      var copies: [Location] = []
      try reader.readAll { copies.append($0) }
      promise(copies.count <= fixes.count, "\(format) has no more fixes than were written")
      let expected = fixes.filter { $0.coordinate.isValid && ($0.horizontalAccuracy ?? 0) >= 0 }
      guard format == .gpx || format == .csv else { return }
      promise(
        copies.count == expected.count,
        "\(format) has the \(expected.count) fixes that were written, not \(copies.count)")
      for (copy, fix) in zip(copies, expected) {
        let latitude = abs(copy.coordinate.latitude - fix.coordinate.latitude)
        let longitude = abs(copy.coordinate.longitude - fix.coordinate.longitude)
        promise(latitude <= 2e-9 && longitude <= 2e-9, "\(format) keeps the position \(fix)")
      }
    } catch {
      broken("\(format) that was written can be read: \(error)")
    }
  }
}

/// An input of the target that reads locations: four bytes of options, then the recording.
private struct LocationInput {
  let format: LocationFormat?
  var choices: ByteReader
  let bytes: [UInt8]

  init(_ input: [UInt8]) {
    var reader = ByteReader(Array(input.prefix(4)))
    let number = reader.below(LocationFormat.allCases.count + 1)
    format = number == 0 ? nil : LocationFormat.allCases[number - 1]
    choices = reader
    bytes = Array(input.dropFirst(4))
  }

  mutating func options() -> LocationReplayOptions {
    var options = LocationReplayOptions()
    options.reading.format = format
    let choice = choices.byte()
    options.reading.checksums =
      NMEAChecksumPolicy.allCases[Int(choice) % 3 % NMEAChecksumPolicy.allCases.count]
    if choice & 4 != 0 { options.reading.date = StatedDate("2024-05-01") }
    if choice & 8 != 0 { options.smooths = true }
    if choice & 16 != 0 { options.distanceFilter = 5 }
    if choice & 32 != 0 { options.interval = 2 }
    if choice & 64 != 0 { options.pausesLocationUpdatesAutomatically = true }
    let activity = choices.below(ActivityType.allCases.count + 1)
    if activity > 0 { options.filters = ActivityType.allCases[activity - 1].filters }
    return options
  }

  static func written(_ fixes: [Location], _ format: TrackFormat) -> [UInt8] {
    let sink = ByteSink()
    do {
      let writer = try format.makeWriter(sink)
      try writer.beginTrack("a <track> & \"more\"")
      for fix in fixes { try writer.write(fix) }
      try writer.finish()
    } catch {
      broken("locations can be written as \(format): \(error)")
    }
    return sink.bytes
  }

  static let seeds: [[UInt8]] = {
    let fixes = (0..<6).map { index in
      var fix = Location(
        coordinate: Coordinate(latitude: 37.5 + Double(index) * 1e-4, longitude: 127),
        horizontalAccuracy: 4, altitude: 38.5, speed: 1.5, course: 90,
        timestamp: Timestamp(microseconds: 1_714_521_599_250_000 + Int64(index) * 1_000_000))
      fix.satellites = 8
      fix.horizontalDilution = 1.1
      return fix
    }
    let formats: [TrackFormat] = [.nmea, .gpx, .gpsd, .csv]
    var inputs: [[UInt8]] = []
    for (index, format) in formats.enumerated() {
      inputs.append([0, 0, 0, UInt8(index)] + written(fixes, format))
      inputs.append([UInt8(index + 1), 8, 1, UInt8(index)] + written(fixes, format))
    }
    inputs += texts.map { [0, 0, 0, 5] + Array($0.utf8) }
    return inputs
  }()

  private static let texts = [
    "time,lat,lon,accuracy\n12:00:00,37.5,127,5\n12:00:01,37.6,127.1,\n",
    "\"Time (s)\";\"Latitude (°)\";\"Longitude (°)\"\n0,5;37,5;127,0\n",
    "{\"class\":\"TPV\",\"mode\":3,\"time\":\"2024-05-01T00:00:00.000Z\",\"lat\":37.5,\"lon\":127.0}\n",
    """
    <?xml version="1.0"?><gpx version="1.0" creator="x"><wpt lat="37.5" lon="127"><ele>5</ele>
    <time>2024-05-01T00:00:00+09:00</time><name>a &amp; b</name></wpt><rte><rtept lat="1" lon="2"/>
    </rte></gpx>

    """,
    "$GPGGA,123519,3730.0000,N,12700.0000,E,1,08,1.1,38.5,M,20.0,M,,\r\n$PUBX,00,123519.00*00\r\n",
  ]

  static let words = [
    "$GPGGA,", "$GPRMC,", "$GNGNS,", "$GPGLL,", "$GPVTG,", "$GPZDA,", "$GPGST,", "$GPGSA,",
    "$PUBX,00,",
    "$PSRF103,", "*00\r\n", ",N,", ",W,", ",A,", ",V,", "<gpx>", "<trk>", "<trkseg>",
    "<trkpt lat=\"",
    "\" lon=\"", "<time>", "</time>", "<ele>", "<wpt ", "<![CDATA[", "]]>", "<!--", "-->", "&#x41;",
    "&amp;", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "{\"class\":\"TPV\",", "\"mode\":3",
    "\"time\":\"", "\"lat\":", "\"lon\":", "latitude", "longitude", "time", "accuracy", "altitude",
    "speed", "(km/h)", "1e308", "-0", "nan", "inf", "2024-05-01T00:00:00Z", "240000", "\u{b5}b",
  ]
}
