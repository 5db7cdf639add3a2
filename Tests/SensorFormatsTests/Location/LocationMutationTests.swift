import Sensors
import Testing
import Timeline

@testable import Files
@testable import SensorFormats

/// A small recording to be mutated: a header, and one piece of text per fix.
struct BreakableLocations: Sendable, CustomTestStringConvertible {
  var name: String
  var format: LocationFormat
  var head: String
  var fixes: [String]
  var testDescription: String { name }
  var bytes: [UInt8] { Array((head + fixes.joined()).utf8) }

  static let all = [
    BreakableLocations(
      name: "NMEA", format: .nmea, head: "# Date: 2024-05-01\r\n",
      fixes: (10..<14).map { second in
        sentence("GPRMC,1200\(second),A,3730.00\(second),N,12700.0,E,1.0,9,010524,,,A")
          + sentence("GPGGA,1200\(second),3730.00\(second),N,12700.0,E,1,8,1,1,M,,M,,")
      }),
    BreakableLocations(
      name: "NMEA and gpsd", format: .nmea, head: "{\"class\":\"VERSION\",\"release\":\"3.25\"}\n",
      fixes: (10..<14).map { second in
        sentence("GPVTG,1,T,,M,1.0,N,,K,A")
          + sentence("PSTI,030,1200\(second),A,3730.00\(second),N,12700.0,E,9,3,4,0,010524,R,1,3")
          + "\u{b5}b\n{\"class\":\"TPV\",\"mode\":2,\"time\":\"2024-05-01T12:00:\(second).000Z\","
          + "\"lat\":37.\(second),\"lon\":127}\n!AIVDM,1\n"
      }),
    BreakableLocations(
      name: "gpsd", format: .gpsd, head: "{\"class\":\"VERSION\",\"release\":\"3.25\"}\n",
      fixes: (10..<14).map { second in
        """
        {"class":"TPV","mode":3,"time":"2024-05-01T12:00:\(second).000Z","lat":37.\(second),\
        "lon":-127.5e0,"alt":1}

        """
      }),
    BreakableLocations(
      name: "table", format: .csv, head: "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\"\n",
      fixes: (10..<14).map { second in "\(second).5,37.\(second),1.27E2\n" }),
    BreakableLocations(
      name: "GPX", format: .gpx,
      head: """
        <?xml version="1.0"?><gpx version="1.1" creator="Xcode"><trk><trkseg>
        """,
      fixes: (10..<14).map { second in
        """
        <trkpt lat="37.\(second)" lon="127"><ele>\(second)</ele>\
        <time>2024-05-01T12:00:\(second)Z</time></trkpt>

        """
      }),
  ]
}

struct LocationMutationTests {
  /// Reads a mutated recording; errors are expected, traps are not.
  private func survive(_ bytes: [UInt8], _ format: LocationFormat?) -> [Location] {
    var options = LocationReadingOptions()
    options.format = format
    var found: [Location] = []
    do throws(FileError) {
      let reader = try LocationFormat.open(ByteSource(name: "broken", bytes: bytes), options)
      try reader.readAll { found.append($0) }
      _ = reader.notes
    } catch {
      _ = error.description
    }
    return found
  }

  @Test(
    "Truncating at any byte, or changing any byte, never traps", arguments: BreakableLocations.all)
  func everyByte(sample: BreakableLocations) {
    let bytes = sample.bytes
    for index in bytes.indices {
      #expect(survive(Array(bytes[..<index]), sample.format).count <= sample.fixes.count)
      for change in [0, 0x0a, 0x20, 0x22, 0x24, 0x2c, 0x2d, 0x39, 0x3c, 0x7f, 0xff] as [UInt8] {
        var broken = bytes
        broken[index] = change
        _ = survive(broken, sample.format)
      }
      var shorter = bytes
      shorter.remove(at: index)
      _ = survive(shorter, nil)
    }
  }

  @Test("Random, inserted and repeated bytes never trap", arguments: BreakableLocations.all)
  func random(sample: BreakableLocations) {
    var state: UInt64 = 7
    func next(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, below)
    }
    for _ in 0..<400 {
      var bytes = sample.bytes
      for _ in 0...next(6) {
        let start = next(bytes.count)
        let end = min(bytes.count, start + next(40))
        switch next(4) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: next(bytes.count))
        case 2: for index in start..<end { bytes[index] = UInt8(next(256)) }
        default: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: start)
        }
        if bytes.isEmpty { bytes = [0x24] }
      }
      _ = survive(bytes, sample.format)
      _ = survive(bytes, nil)
    }
  }

  @Test(
    "A recording that is truncated after a fix has all fixes before",
    arguments: BreakableLocations.all)
  func prefixes(sample: BreakableLocations) {
    let whole = survive(sample.bytes, sample.format)
    #expect(whole.count == sample.fixes.count)
    for count in 0...sample.fixes.count {
      let text = sample.head + sample.fixes.prefix(count).joined()
      #expect(survive(Array(text.utf8), sample.format) == Array(whole.prefix(count)))
    }
  }

  @Test("Huge numbers never trap", arguments: LocationFormat.allCases)
  func hugeNumbers(format: LocationFormat) {
    let digits = String(repeating: "9", count: 400)
    for text in [
      "$GPGGA,\(digits),\(digits).\(digits),N,\(digits),E,\(digits),8,\(digits),-\(digits),M,,M,,\n",
      "$GPZDA,120000,\(digits),\(digits),\(digits),,\n$GPZDA,120000,1,1,1e9,,\n",
      "{\"class\":\"TPV\",\"mode\":\(digits),\"lat\":1e308,\"lon\":1e308,\"time\":\"\(digits)\"}\n",
      "lat,lon,time\n\(digits),1e308,\(digits)\n1,2,1e300\n",
      "<gpx><wpt lat=\"1e308\" lon=\"\(digits)\"/></gpx>",
    ] {
      _ = survive(Array(text.utf8), format)
      _ = survive(Array(text.utf8), nil)
    }
  }
}
