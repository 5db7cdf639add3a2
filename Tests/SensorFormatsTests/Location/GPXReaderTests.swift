import SensorFormats
import Sensors
import Testing
import Timeline

@testable import Files

struct GPXReaderTests {
  private func gpx(_ body: String, creator: String = "test") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="\(creator)" xmlns="http://www.topografix.com/GPX/1/1" \
    xmlns:x="urn:x">
    \(body)
    </gpx>
    """
  }

  @Test("A track point's elements are read, including those of GPX 1.0 and of extensions")
  func point() throws {
    let fixes = try locations(
      gpx(
        """
        <trk><trkseg>
        <trkpt lat="37.5" lon="-127.25"><ele>38.5</ele><time>2024-05-01T12:00:00Z</time>
        <speed>1.5</speed><course>90</course><sat>9</sat><hdop>2</hdop></trkpt>
        <trkpt lat="-37.5" lon="127"><extensions><x:TrackPointExtension><x:speed>2.5</x:speed>
        <x:accuracy>3</x:accuracy><x:hr>171</x:hr></x:TrackPointExtension></extensions></trkpt>
        </trkseg></trk>
        """))
    #expect(fixes.count == 2)
    #expect(fixes[0].coordinate == Coordinate(latitude: 37.5, longitude: -127.25))
    #expect(fixes[0].altitude == 38.5 && fixes[0].speed == 1.5 && fixes[0].course == 90)
    #expect(fixes[0].horizontalAccuracy == 10)
    #expect(fixes[0].satellites == 9 && fixes[0].horizontalDilution == 2)
    #expect(fixes[0].time == "2024-05-01T12:00:00.000Z")
    #expect(fixes[1].speed == 2.5 && fixes[1].horizontalAccuracy == 3 && fixes[1].timestamp == nil)
  }

  @Test(
    "The gaps between segments with points are noted",
    arguments: [
      (#"<trk><trkseg>P</trkseg></trk>"#, []),
      (#"<trk><trkseg>P</trkseg><trkseg/></trk>"#, []),
      (
        #"<trk><trkseg>PP</trkseg><trkseg>P</trkseg></trk>"#,
        ["1 gap between segments, which the distance includes"]
      ),
      (
        #"<trk><trkseg>P</trkseg></trk><trk><trkseg>P</trkseg><trkseg>P</trkseg></trk>"#,
        ["2 gaps between segments, which the distance includes"]
      ),
    ])
  func segments(tracks: String, notes: [String]) throws {
    let point = #"<trkpt lat="1" lon="1"/>"#
    let text = gpx(tracks.replacing("P", with: point))
    let reader = GPXReader(ByteSource(name: "track", bytes: Array(text.utf8)))
    try reader.readAll { _ in }
    #expect(reader.notes.map(\.description) == notes)
  }

  @Test("Tracks are preferred to routes, and routes to waypoints")
  func kinds() throws {
    let waypoint = "<wpt lat=\"1\" lon=\"1\"/>"
    let route = "<rte><rtept lat=\"2\" lon=\"2\"/></rte>"
    let track = "<trk><trkseg><trkpt lat=\"3\" lon=\"3\"/></trkseg></trk>"
    func latitudes(_ body: String) throws -> [Double] {
      try locations(gpx(body)).map(\.coordinate.latitude)
    }
    #expect(try latitudes(waypoint + route + track) == [3])
    #expect(try latitudes(waypoint + route) == [2])
    #expect(try latitudes(waypoint) == [1])
    #expect(try latitudes("") == [])
    #expect(try latitudes("<trk><trkseg/></trk>") == [])
  }

  @Test("The waypoints of Xcode become a moving location with a fix each second")
  func xcode() throws {
    let body = """
      <wpt lat="37.0" lon="127.0"><time>2024-05-01T12:00:00Z</time></wpt>
      <wpt lat="37.0" lon="127.001"><time>2024-05-01T12:00:10Z</time></wpt>
      """
    let fixes = try locations(gpx(body, creator: "Xcode"))
    #expect(fixes.count == 11)
    #expect(abs(fixes[5].coordinate.longitude - 127.0005) < 1e-9)
    #expect(abs((fixes[5].speed ?? 0) - 8.9) < 0.05)
    #expect(fixes.last?.coordinate == Coordinate(latitude: 37, longitude: 127.001))
    #expect(try locations(gpx(body)).count == 2, "other programs' waypoints are separate fixes")
  }

  @Test(
    "Errors have a line and a column",
    arguments: [
      ("<trk><trkseg><trkpt lat=\"91\" lon=\"0\"/></trkseg></trk>", 3),
      ("<trk>\n<trkseg>\n<trkpt lon=\"0\"/></trkseg></trk>", 5),
      ("<wpt lat=\"nan\" lon=\"0\"/>", 3), ("<wpt lat=\"1\" lon=\"\"/>", 3), ("<trk>", 4),
      ("<trk></trkseg>", 3), ("&unknown;", 3), ("<wpt lat=\"0x10\" lon=\"0\"/>", 3),
    ])
  func errors(body: String, line: Int) {
    do throws(FileError) {
      _ = try locations(gpx(body))
      Issue.record("\(body) is no GPX")
    } catch {
      guard case .line(let found, let column) = error.position else {
        Issue.record("\(error)")
        return
      }
      #expect(found == line && column > 0, "\(error)")
    }
  }

  @Test("An invalid time is ignored, and the point is kept")
  func badTime() throws {
    let body = "<wpt lat=\"1\" lon=\"1\"><time>yesterday</time></wpt>"
    #expect(try locations(gpx(body)).map(\.timestamp) == [nil])
  }

  @Test("Document types define no entities, so nothing is fetched or expanded")
  func entities() {
    let bomb = """
      <!DOCTYPE gpx [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <gpx><wpt lat="1" lon="1"><name>&c;&f;</name></wpt></gpx>
      """
    #expect(throws: FileError.self) { try locations(bomb) }
    #expect(
      (try? locations("<!DOCTYPE gpx [<!ENTITY a 'x>'>]><gpx><wpt lat='1' lon='1'/></gpx>").count)
        == 1)
  }
}

struct GPXEncodingTests {
  private let track = """
    <trk><name>Z\u{fc}rich \u{1f6b2}</name><trkseg>
    <trkpt lat="47.5" lon="8.25"><ele>408</ele><time>2024-05-01T12:00:00Z</time></trkpt>
    </trkseg></trk>
    """

  private func document(_ encoding: String, before: String = "") -> String {
    "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n\(before)<gpx version=\"1.1\">\(track)</gpx>\n"
  }

  private func utf16(_ text: String, isBigEndian: Bool, hasMark: Bool) -> [UInt8] {
    let units = (hasMark ? [0xfeff] : []) + Array(text.utf16)
    return units.flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test(
    "UTF-16 is read with and without a byte-order mark", arguments: [true, false], [true, false])
  func utf16(isBigEndian: Bool, hasMark: Bool) throws {
    let bytes = utf16(document("UTF-16"), isBigEndian: isBigEndian, hasMark: hasMark)
    let fix = try #require(try locations(bytes).first)
    #expect(fix.coordinate == Coordinate(latitude: 47.5, longitude: 8.25))
    #expect(fix.altitude == 408 && fix.time == "2024-05-01T12:00:00.000Z")
  }

  @Test("UTF-16 may be split between blocks anywhere")
  func blocks() throws {
    let text = String(repeating: "a\u{1f6b2}", count: 40) + "\u{e4}"
    let bytes = utf16(text, isBigEndian: false, hasMark: true)
    for size in 2...9 {
      var decoder = try #require(UnicodeDecoder(document: bytes))
      var decoded: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        decoded += decoder.utf8(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(String(decoding: decoded, as: UTF8.self) == "\u{feff}" + text)
    }
    #expect(UnicodeDecoder(document: Array("<gpx".utf8)) == nil)
  }

  @Test("UTF-32 may be split between blocks anywhere", arguments: [false, true])
  func utf32(isBigEndian: Bool) throws {
    let text = "<gpx a\u{1f6b2}/>"
    let bytes = text.unicodeScalars.flatMap { scalar in
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * UInt32($0))) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    for size in 4...9 {
      var decoder = try #require(UnicodeDecoder(document: bytes))
      var decoded: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        decoded += decoder.utf8(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(String(decoding: decoded, as: UTF8.self) == text)
    }
  }

  @Test("An incomplete document in UTF-16 is an error with a line")
  func cutUTF16() throws {
    let bytes = utf16(document("UTF-16"), isBigEndian: true, hasMark: true)
    let error = #expect(throws: FileError.self) { try locations(Array(bytes.dropLast(41))) }
    guard case .line(let line, _)? = error?.position else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(line == 4)
  }

  @Test("Elements may have any namespace prefix", arguments: ["", "gpx:", "ns0:"])
  func prefixes(prefix: String) throws {
    let text = """
      <\(prefix)gpx xmlns="http://www.topografix.com/GPX/1/1"><\(prefix)trk><\(prefix)trkseg>
      <\(prefix)trkpt lat="1" lon="2"><\(prefix)ele>3</\(prefix)ele></\(prefix)trkpt>
      </\(prefix)trkseg></\(prefix)trk></\(prefix)gpx>
      """
    #expect(try locations(text).map(\.altitude) == [3])
    #expect(throws: FileError.self) { try locations("<svg><a>.gpx</a></svg>") }
  }

  @Test("Letters in Latin-1 are read without an error")
  func latin1() throws {
    let bytes = Array(document("ISO-8859-1").unicodeScalars.map { UInt8(min($0.value, 0xff)) })
    #expect(try locations(bytes).count == 1)
  }

  @Test("A document type may contain comments with any content")
  func documentType() throws {
    let type = "<!DOCTYPE gpx [ <!-- don't > --> <!ELEMENT gpx ANY> <!ENTITY a \">\"> ]>\n"
    #expect(try locations(document("UTF-8", before: type)).count == 1)
    #expect(throws: FileError.self) {
      try locations(document("UTF-8", before: "<!DOCTYPE gpx [ <!-- > ]>"))
    }
  }

  @Test("A long comment before the document is skipped")
  func longComment() throws {
    let comment = "<!--" + String(repeating: " x", count: 15_000) + "-->\n"
    #expect(try locations(document("UTF-8", before: comment)).count == 1)
  }

  @Test("An extension's time, elevation and points are not those of the point")
  func extensions() throws {
    let fixes = try locations(
      """
      <gpx xmlns:x="urn:x"><trk><trkseg>
      <trkpt lat="1" lon="2"><ele>5</ele><time>2024-05-01T12:00:00Z</time><extensions>
      <x:lap><x:time>12:00</x:time><x:ele>9</x:ele><x:trkpt lat="7" lon="7"/><x:speed>2.5</x:speed>
      </x:lap></extensions></trkpt>
      <trkpt lat="3" lon="4"><link href="#"><text>6</text></link></trkpt>
      </trkseg></trk></gpx>
      """)
    #expect(fixes.map(\.coordinate.latitude) == [1, 3])
    #expect(fixes[0].altitude == 5 && fixes[0].time == "2024-05-01T12:00:00.000Z")
    #expect(fixes[0].speed == 2.5)
  }
}
