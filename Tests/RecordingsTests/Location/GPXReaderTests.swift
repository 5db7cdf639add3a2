import Sensors
import Testing
import Timeline

@testable import Recordings

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

  @Test("A track point with everything, in the ways of GPX 1.0 and of extensions")
  func point() throws {
    let fixes = try locations(
      gpx(
        """
        <trk><trkseg>
        <trkpt lat="37.5" lon="-127.25"><ele>38.5</ele><time>2024-05-01T12:00:00Z</time>
        <speed>1.5</speed><course>90</course><hdop>2</hdop></trkpt>
        <trkpt lat="-37.5" lon="127"><extensions><x:TrackPointExtension><x:speed>2.5</x:speed>
        <x:accuracy>3</x:accuracy><x:hr>171</x:hr></x:TrackPointExtension></extensions></trkpt>
        </trkseg></trk>
        """))
    #expect(fixes.count == 2)
    #expect(fixes[0].coordinate == Coordinate(latitude: 37.5, longitude: -127.25))
    #expect(fixes[0].altitude == 38.5 && fixes[0].speed == 1.5 && fixes[0].course == 90)
    #expect(fixes[0].horizontalAccuracy == 10)
    #expect(fixes[0].time == "2024-05-01T12:00:00.000Z")
    #expect(fixes[1].speed == 2.5 && fixes[1].horizontalAccuracy == 3 && fixes[1].timestamp == nil)
  }

  @Test("Tracks come before routes, routes before way points")
  func kinds() throws {
    let way = "<wpt lat=\"1\" lon=\"1\"/>"
    let route = "<rte><rtept lat=\"2\" lon=\"2\"/></rte>"
    let track = "<trk><trkseg><trkpt lat=\"3\" lon=\"3\"/></trkseg></trk>"
    func latitudes(_ body: String) throws -> [Double] {
      try locations(gpx(body)).map(\.coordinate.latitude)
    }
    #expect(try latitudes(way + route + track) == [3])
    #expect(try latitudes(way + route) == [2])
    #expect(try latitudes(way) == [1])
    #expect(try latitudes("") == [])
    #expect(try latitudes("<trk><trkseg/></trk>") == [])
  }

  @Test("The way points of Xcode become a location that moves, a fix each second")
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
    #expect(try locations(gpx(body)).count == 2, "other programs' way points are places")
  }

  @Test(
    "What is wrong, with line and column",
    arguments: [
      ("<trk><trkseg><trkpt lat=\"91\" lon=\"0\"/></trkseg></trk>", 3),
      ("<trk>\n<trkseg>\n<trkpt lon=\"0\"/></trkseg></trk>", 5),
      ("<wpt lat=\"nan\" lon=\"0\"/>", 3), ("<wpt lat=\"1\" lon=\"\"/>", 3), ("<trk>", 4),
      ("<trk></trkseg>", 3), ("&unknown;", 3), ("<wpt lat=\"0x10\" lon=\"0\"/>", 3),
    ])
  func errors(body: String, line: Int) {
    do throws(RecordingError) {
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

  @Test("A time that is none is no time; the point stays")
  func badTime() throws {
    let body = "<wpt lat=\"1\" lon=\"1\"><time>yesterday</time></wpt>"
    #expect(try locations(gpx(body)).map(\.timestamp) == [nil])
  }

  @Test("Entities are not defined, so none is fetched or explodes")
  func entities() {
    let bomb = """
      <!DOCTYPE gpx [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <gpx><wpt lat="1" lon="1"><name>&c;&f;</name></wpt></gpx>
      """
    #expect(throws: RecordingError.self) { try locations(bomb) }
    #expect(
      (try? locations("<!DOCTYPE gpx [<!ENTITY a 'x>'>]><gpx><wpt lat='1' lon='1'/></gpx>").count)
        == 1)
  }
}
